// SPDX-License-Identifier: Apache-2.0
// The player who was selected by a click: his name, his speed, and the cameras that follow him.

/** The distance from a player within which a click selects him, pixels of the page. */
const FOUND_WITHIN = 22;
/** The game time, s, over which a speed is measured: two or three frames, because positions are rounded. */
const SPEED_OVER = 0.4, MAX_SPEED_FRAMES = 50;

class ChosenPlayer {
  /**
   * @param {HTMLElement} place the element for the card
   * @param {{choose: (camera: string) => void, changed: () => void}} events `choose` selects the camera with that name
   */
  constructor(place, { choose, changed }) {
    this.place = place;
    this.changed = changed;
    /** @type {{side: string, number: number, changed: boolean} | null} his side when he was selected, and whether the teams had changed sides then */
    this.who = null;
    /** His last direction of view. */
    this.ahead = [1, 0];
    this.name = element("strong");
    this.speed = element("span", undefined, "speed");
    const button = (/** @type {string} */ text, /** @type {string} */ label, /** @type {() => void} */ act) => {
      const made = element("button", text);
      made.setAttribute("aria-label", label);
      made.title = label;
      made.addEventListener("click", act);
      return made;
    };
    place.replaceChildren(this.name, this.speed, button(TEXTS.cameras.player, TEXTS.toPlayer, () => choose("player")),
      button(TEXTS.cameras.own, TEXTS.toOwn, () => choose("own")), button("×", TEXTS.noMorePlayer, () => this.choose(null)));
    this.choose(null);
  }

  /** @param {{side: string, number: number, changed: boolean} | null} who */
  choose(who) {
    this.who = who;
    this.place.hidden = !who;
    this.ahead = [!who || who.side === "left" ? 1 : -1, 0];
    this.changed();
  }

  /**
   * The selected player in a frame; null if no player is selected or he is not in the frame.
   * @param {Match} match
   * @param {Frame} frame
   * @param {number} moment
   * @returns {Man | null}
   */
  manIn(match, frame, moment) {
    if (!this.who) return null;
    const side = match.teamsAt(moment).changed === this.who.changed ? this.who.side : otherSide(this.who.side), { number } = this.who;
    return frame.men.find((man) => man.side === side && man.number === number) ?? null;
  }

  /**
   * @param {Match} match
   * @param {Man | null} man
   * @param {number} moment
   */
  show(match, man, moment) {
    if (!this.who) return;
    setText(this.name, man ? nameOf(match, man, moment) : TEXTS.notOnField(this.who.number));
    const speed = man && match.speedOf(man, moment);
    setText(this.speed, speed === null ? "" : TEXTS.runs(speed));
    if (man) this.place.className = match.teamsAt(moment).changed ? otherSide(man.side) : man.side;
  }
}

/**
 * @param {Match} match
 * @param {Man} man
 * @param {number} moment
 */
function nameOf(match, man, moment) {
  return `${/** @type {Record<string, any>} */ (match.teamsAt(moment))[man.side]} ${man.number}`;
}

/**
 * The player nearest to a place of the page; null if none is near enough.
 * @param {Frame} frame
 * @param {(man: Man) => number[] | null} placeOf his place in pixels of the page
 * @param {number} x
 * @param {number} y
 */
function manAt(frame, placeOf, x, y) {
  let found = null, nearest = FOUND_WITHIN;
  for (const man of frame.men) {
    const at = placeOf(man), away = at ? Math.hypot(at[0] - x, at[1] - y) : Infinity;
    if (away < nearest) [found, nearest] = [man, away];
  }
  return found;
}
