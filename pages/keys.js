// SPDX-License-Identifier: Apache-2.0
// Identifies keys on any keyboard layout, and whether a key goes to the focused control or to the page.

/** The characters of a US keyboard for the keys that pages use, besides letters and digits, by position (`KeyboardEvent.code`). */
const KEY_PLACES = /** @type {Record<string, string>} */ ({ BracketLeft: "[", BracketRight: "]", Comma: ",", Period: ".", Minus: "-", Equal: "+", NumpadAdd: "+", NumpadSubtract: "-" });

/**
 * The name of a key in tables of keys. It is the character of the key, in one case for letters, so that neither Shift
 * nor Caps Lock changes it. On layouts with other letters, such as Greek, Cyrillic and Arabic, it is the character at
 * that position of a US keyboard. Keys without a character have the names of `KeyboardEvent.key`.
 * @param {KeyboardEvent} event
 */
function keyOf(event) {
  if (event.key.length > 1) return event.key;
  if (event.key >= " " && event.key <= "~") return event.key.toLowerCase();
  const [, sign] = /^(?:Key|Digit)(.)$/.exec(event.code) || [];
  return sign ? sign.toLowerCase() : KEY_PLACES[event.code] || event.key;
}

/**
 * Whether a key goes to a list, a field, a slider or a button, and not to the page.
 * @param {KeyboardEvent} event
 * @param {HTMLElement | null} slider a slider that uses only the keys that move it
 */
function belongsToControl(event, slider = null) {
  const at = event.target instanceof HTMLElement ? event.target : document.body, kind = at.tagName;
  if (kind === "SELECT" || kind === "TEXTAREA" || (kind === "INPUT" && at !== slider)) return event.key !== "Escape";
  const moves = /^(Arrow|Page|Home|End)/.test(event.key);
  if (at === slider || at.closest("aside")) return moves || (at !== slider && event.key === " ");
  return event.key === " " && (kind === "BUTTON" || kind === "SUMMARY" || kind === "A");
}

/** Controls whose function ends with a click, so later keys are not meant for them. */
const DONE_WHEN_CLICKED = "button, a, summary, input:is([type=button], [type=checkbox], [type=radio], [type=submit], [type=reset])";

/**
 * Takes the focus from clicked controls, so that keys go to the page again. Otherwise Space would press the button once
 * more, and arrows would scroll the panel around it. A control that was reached with Tab keeps its keys, as does a
 * clicked field or slider. A list loses the focus when an entry is chosen with the mouse.
 * @param {AbortSignal} [signal]
 */
function leaveWhatIsClicked(signal) {
  let byPointer = false;
  window.addEventListener("pointerdown", () => (byPointer = true), { signal, capture: true });
  window.addEventListener("keydown", () => (byPointer = false), { signal, capture: true });
  window.addEventListener("change", (event) => byPointer && event.target instanceof HTMLSelectElement && event.target.blur(), { signal });
  window.addEventListener("click", (event) => {
    const at = document.activeElement;
    // A click by key or by a screen reader has a count of 0.
    if (event.detail > 0 && at instanceof HTMLElement && at.matches(DONE_WHEN_CLICKED)) at.blur();
  }, { signal });
}
