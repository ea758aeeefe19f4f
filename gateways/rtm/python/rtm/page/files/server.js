// SPDX-License-Identifier: Apache-2.0
// The way to the server of this page, and the line in which people are told what is wrong.
"use strict";

const token = new URLSearchParams(location.search).get("token") || "";
const message = document.getElementById("message");
let messageEnds = 0;
let standing = ""; // what is wrong as long as it is

/** Shows a line, for some seconds unless it is one that stays until the next. */
function tell(text, isError, stays) {
  clearTimeout(messageEnds);
  message.textContent = text || standing;
  message.classList.toggle("error", Boolean(text ? isError : standing));
  if (text && !stays) messageEnds = setTimeout(() => tell(""), isError ? 8000 : 4000);
}

/** Shows a line until it is called with another, or none; others may cover it for some seconds. */
function tellStanding(text) {
  if (standing === text) return;
  standing = text;
  tell("");
}

/** Does what a person wants; an error is told, and comes back as false. */
async function order(command) {
  try {
    const answer = await fetch("command?token=" + encodeURIComponent(token), {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(command),
    });
    if (answer.ok) return true;
    tell(answer.status === 409 ? (await answer.json()).error : (await answer.text()).trim(), true);
  } catch {
    tell("The server of this page does not answer.", true);
  }
  return false;
}

/** Calls `came` with each state, for as long as the page is open. Comes back by itself when the server does. */
function listen(came) {
  const source = new EventSource("state?token=" + encodeURIComponent(token));
  source.onmessage = (event) => {
    const state = JSON.parse(event.data);
    tellStanding(state.problem);
    came(state);
  };
  source.onerror = () => {
    const over = source.readyState === EventSource.CLOSED;
    tellStanding(over ? "The server of this page has ended, or was started anew: open the address that it prints." : "Waiting for the server of this page …");
  };
}
