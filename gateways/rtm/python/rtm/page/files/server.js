// SPDX-License-Identifier: Apache-2.0
// The way to the server of this page, and the line in which people are told what is wrong.
"use strict";

const token = new URLSearchParams(location.search).get("token") || "";
const message = document.getElementById("message");
let messageEnds = 0;

/** Shows a line, for some seconds unless it is one that stays. */
function tell(text, isError, stays) {
  clearTimeout(messageEnds);
  message.textContent = text;
  message.classList.toggle("error", Boolean(isError));
  message.dataset.stays = stays ? "yes" : "";
  if (!stays && text) messageEnds = setTimeout(() => { message.textContent = ""; }, isError ? 8000 : 4000);
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
  let problem = "";
  source.onmessage = (event) => {
    const state = JSON.parse(event.data);
    if (state.problem !== problem || message.dataset.stays) {
      problem = state.problem;
      if (problem || message.dataset.stays) tell(problem, true, Boolean(problem));
    }
    document.body.classList.remove("alone");
    came(state);
  };
  source.onerror = () => {
    document.body.classList.add("alone");
    const over = source.readyState === EventSource.CLOSED;
    tell(over ? "The server of this page has ended, or was started anew: open the address that it prints." : "Waiting for the server of this page …", true, true);
  };
}
