// SPDX-License-Identifier: Apache-2.0
// Which key it is, on every keyboard, and whom it is for: a control that has the focus, or the page.

/** What a keyboard of the USA writes with the keys that pages use, besides letters and digits, by place (`KeyboardEvent.code`). */
const KEY_PLACES = /** @type {Record<string, string>} */ ({ BracketLeft: "[", BracketRight: "]", Comma: ",", Period: ".", Minus: "-", Equal: "+", NumpadAdd: "+", NumpadSubtract: "-" });

/**
 * The name of a key in tables of keys: what it writes, a letter without case, so that neither Shift nor Caps Lock changes it. Where the layout has other letters, as Greek,
 * Cyrillic and Arabic ones have, it is what the key at that place writes on a keyboard of the USA. Keys that write nothing have the names of `KeyboardEvent.key`.
 * @param {KeyboardEvent} event
 */
function keyOf(event) {
  if (event.key.length > 1) return event.key;
  if (event.key >= " " && event.key <= "~") return event.key.toLowerCase();
  const [, sign] = /^(?:Key|Digit)(.)$/.exec(event.code) || [];
  return sign ? sign.toLowerCase() : KEY_PLACES[event.code] || event.key;
}

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

/** What a click does all it can to: keys pressed afterwards are not for it. */
const DONE_WHEN_CLICKED = "button, a, summary, input:is([type=button], [type=checkbox], [type=radio], [type=submit], [type=reset])";

/**
 * Takes the focus from what was clicked, so that keys are the page's again: Space would press that button once more, and arrows would scroll the panel around it. What was reached
 * with Tab keeps its keys, and so does a field or a slider that was clicked. A list is left when something was chosen with the mouse.
 * @param {AbortSignal} [signal]
 */
function leaveWhatIsClicked(signal) {
  let byPointer = false;
  window.addEventListener("pointerdown", () => (byPointer = true), { signal, capture: true });
  window.addEventListener("keydown", () => (byPointer = false), { signal, capture: true });
  window.addEventListener("change", (event) => byPointer && event.target instanceof HTMLSelectElement && event.target.blur(), { signal });
  window.addEventListener("click", (event) => {
    const at = document.activeElement;
    // A click by key or by a screen reader has no count.
    if (event.detail > 0 && at instanceof HTMLElement && at.matches(DONE_WHEN_CLICKED)) at.blur();
  }, { signal });
}
