// SPDX-License-Identifier: Apache-2.0
// Controlling a live match: buttons, and dragging ball and players on the board. Only pages opened with the token may
// do so.

/** The key under which the token is stored for this tab. */
const TOKEN = "rcss trainer";
/** The maximum distance between a pointer and what it drags, pixels. */
const GRIP = 22;

/** Takes the token from the address and removes it there: a copied link must not grant control of matches. */
function trainersToken() {
  const wanted = new URLSearchParams(location.hash.slice(1)), token = wanted.get("trainer");
  if (token !== null) {
    wanted.delete("trainer");
    history.replaceState(null, "", location.pathname + (wanted.toString() ? `#${wanted}` : ""));
    sessionStorage.setItem(TOKEN, token);
  }
  try {
    return sessionStorage.getItem(TOKEN) || "";
  } catch {
    return "";
  }
}

class TrainerBar {
  /**
   * @param {HTMLElement} place
   * @param {(order: object) => void} give
   * @param {Game} game
   */
  constructor(place, give, game) {
    this.place = place;
    this.give = give;
    place.hidden = false;
    place.replaceChildren();
    /** @type {[string, object][]} */
    const buttons = [
      [TEXTS.trainer.kickOffLeft, { order: "kickOff", side: "left" }],
      [TEXTS.trainer.kickOffRight, { order: "kickOff", side: "right" }],
      [TEXTS.trainer.playOn, { order: "mode", mode: "PlayOn" }],
      [TEXTS.trainer.dropBall, { order: "dropBall" }],
      [TEXTS.trainer.pause, { order: "pause" }],
      [TEXTS.trainer.run, { order: "run" }],
      [TEXTS.trainer.step, { order: "step", steps: 15 }],
    ];
    for (const [text, order] of buttons) {
      const button = element("button", text);
      button.addEventListener("click", () => give(order));
      place.append(button);
    }
    const modes = /** @type {HTMLSelectElement} */ (element("select"));
    modes.setAttribute("aria-label", TEXTS.trainer.mode);
    modes.append(new Option(TEXTS.trainer.mode, ""));
    for (const mode of game.modes) modes.append(new Option(mode.name, mode.name));
    modes.addEventListener("change", () => {
      if (modes.value) give({ order: "mode", mode: modes.value });
      modes.value = "";
    });
    place.append(modes);
  }
  close() {
    this.place.hidden = true;
    this.place.replaceChildren();
  }
}

/**
 * The object under a pointer on the board; the ball takes precedence over players.
 * @param {Board} board
 * @param {Frame} frame
 * @param {number[]} at m
 * @returns {{order: string, side?: string, number?: number} | null}
 */
function gripped(board, frame, at) {
  const grip = (GRIP * board.density) / board.scale;
  const away = (/** @type {number} */ x, /** @type {number} */ y) => Math.hypot(x - at[0], y - at[1]);
  if (away(frame.ball[0], frame.ball[1]) < grip / 2) return { order: "ball" };
  let found = null, nearest = grip;
  for (const man of frame.men)
    if (away(man.x, man.y) < nearest) [found, nearest] = [man, away(man.x, man.y)];
  if (found) return { order: "player", side: found.side, number: found.number };
  return away(frame.ball[0], frame.ball[1]) < grip ? { order: "ball" } : null;
}
