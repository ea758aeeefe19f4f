// SPDX-License-Identifier: Apache-2.0
// The status line of the connection, and one sentence about the present problem.

/** The time for which a sentence about a single event is shown, ms. */
const EVENT_STAYS = 6000;

/**
 * Formats a judge's report for people: (judge (state running) (time 12.3) (collisions 1) (left 3.25)).
 * @param {string} text
 */
function judgeText(text) {
  const parts = [];
  for (const [, name, value] of text.matchAll(/\(([A-Za-z_]+)\s+([^()]*?)\)/g)) {
    const number = Number(value), isNumber = value !== "" && Number.isFinite(number);
    if (name === "state") parts.push(value);
    else if (name === "time" && isNumber) parts.push(`${number.toFixed(1)} s`);
    else if (name === "collisions" && isNumber) parts.push(number === 1 ? "1 collision" : `${number} collisions`);
    else if (name === "left" && isNumber) parts.push(`${number.toFixed(2)} m to the target`);
    else parts.push(`${name} ${isNumber ? numberText(number) : value}`);
  }
  return parts.length ? parts.join(" · ") : text;
}

class StatusLine {
  /** @param {string} robot */
  constructor(robot) {
    setText(byId("robot"), robot);
    document.title = robot;
    /** A sentence about an event, which disappears after some seconds. */
    this.event = { text: "", kind: "", until: 0 };
  }

  /**
   * @param {SessionState} state
   * @param {string} who the operator of the robot
   * @param {number} trip ms; NaN if unknown
   * @param {number} age s; NaN if nothing has been received
   */
  show(state, who, trip, age) {
    const place = byId("state");
    setText(place, state);
    if (document.body.dataset.state !== state) document.body.dataset.state = state;
    setText(byId("who"), who);
    setText(byId("trip"), Number.isFinite(trip) ? `round trip ${trip < 9.5 ? trip.toFixed(1) : trip.toFixed(0)} ms` : "");
    setText(byId("age"), Number.isFinite(age) ? `shown: ${age.toFixed(age < 10 ? 1 : 0)} s ago` : "");
    byId("age").classList.toggle("old", age > 1);
  }

  /** @param {string} text the judge's text */
  judge(text) {
    const place = byId("judge");
    setText(place, judgeText(text));
    place.hidden = !text;
  }

  /**
   * Shows an event for some seconds, unless a more severe lasting problem is shown.
   * @param {string} text
   * @param {"info"|"warn"|"bad"} kind
   */
  happened(text, kind = "warn") {
    this.event = { text, kind, until: performance.now() + EVENT_STAYS };
  }

  /**
   * Shows a lasting problem until it ends.
   * @param {string} text "" if there is no problem
   * @param {"info"|"warn"|"bad"} kind
   */
  say(text, kind) {
    const isEvent = this.event.text && performance.now() < this.event.until && kind !== "bad";
    const place = byId("message");
    setText(place, isEvent ? this.event.text : text);
    place.dataset.kind = isEvent ? this.event.kind : kind;
  }
}
