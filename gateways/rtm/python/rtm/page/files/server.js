// SPDX-License-Identifier: Apache-2.0
// Requests to the server of this page, and the line that shows problems to users.
"use strict";

const token = new URLSearchParams(location.search).get("token") || "";
const message = document.getElementById("message");
let messageEnds = 0;
let standing = ""; // the present lasting problem

/** Shows a line for some seconds, or until the next one if it stays. */
function showMessage(text, isError, stays) {
  clearTimeout(messageEnds);
  message.textContent = text || standing;
  message.classList.toggle("error", Boolean(text ? isError : standing));
  if (text && !stays) messageEnds = setTimeout(() => showMessage(""), isError ? 8000 : 4000);
}

/** Shows a line until the next call, which may be empty. Other lines may cover it for some seconds. */
function showStandingMessage(text) {
  if (standing === text) return;
  const isShown = message.textContent === standing;
  standing = text;
  if (isShown) showMessage("");
}

/** Sends a command of the user. An error is shown, and the function returns false. */
async function order(command) {
  try {
    const answer = await fetch("command?token=" + encodeURIComponent(token), {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(command),
    });
    if (answer.ok) return true;
    showMessage(answer.status === 409 ? (await answer.json()).error : (await answer.text()).trim(), true);
  } catch {
    showMessage("The server of this page does not answer.", true);
  }
  return false;
}

/** Calls `came` with each state for as long as the page is open. Reconnects automatically when the server is back. */
function listen(came) {
  const source = new EventSource("state?token=" + encodeURIComponent(token));
  source.onmessage = (event) => {
    const state = JSON.parse(event.data);
    showStandingMessage(state.problem);
    came(state);
  };
  source.onerror = () => {
    const over = source.readyState === EventSource.CLOSED;
    showStandingMessage(over ? "The server of this page has ended or was restarted: open the address that it prints." : "Waiting for the server of this page …");
  };
}
