// SPDX-License-Identifier: Apache-2.0
// Whom a key is for: a control that has the focus, or the page.

/**
 * Whether a key does what it does for lists, fields, sliders and buttons, and is none of the page's.
 * @param {KeyboardEvent} event
 * @param {HTMLElement | null} slider one that leaves all keys but those that move it to the page
 */
function belongsToControl(event, slider = null) {
  const at = event.target instanceof HTMLElement ? event.target : document.body, kind = at.tagName;
  if (kind === "SELECT" || kind === "TEXTAREA" || (kind === "INPUT" && at !== slider)) return event.key !== "Escape";
  const moves = /^(Arrow|Page|Home|End)/.test(event.key);
  if (at === slider || at.closest("aside")) return moves || (at !== slider && event.key === " ");
  return event.key === " " && (kind === "BUTTON" || kind === "SUMMARY" || kind === "A");
}
