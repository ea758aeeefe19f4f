// SPDX-License-Identifier: Apache-2.0
// The drawings with which agents show their decisions, over view and board: lines, circles and words, grouped by
// layers. They look as in the window.

/**
 * @typedef {any[]} Shape  "line", layer, x1, y1, x2, y2; "circle", layer, x, y, radius; "words", layer, x, y, text. m
 * @typedef {{side: string, number: number, shapes: Shape[], from: number, to: number, of?: number, frame?: number, time?: number, seconds?: number}} Drawn  by side and number.
 *   In a log, it is shown from frame `from` to `to` (fractions are between frames); in a live match, it came
 *   with frame number `of` at `time` and is shown for `seconds`
 * @typedef {{layers: string[], drawn: Drawn[], end?: number | null, version?: number}} DrawnOfMatch  in the order of their beginnings; `end`: later drawings are not loaded
 */

const LAYER_COLOURS = [[1, 0.93, 0.3], [0.45, 0.85, 1], [1, 0.55, 0.75], [0.95, 0.95, 0.98], [1, 0.62, 0.25], [0.55, 1, 0.55], [0.78, 0.65, 1], [1, 0.4, 0.35]];
/** The maximum numbers of shapes and words in one picture. A log from any source may have more; the rest is not shown. */
const MAX_SHAPES = 2000, MAX_WORDS = 300;
const MAX_LAYERS = 40;
/**
 * Units: half widths of lines and circles, their dark border, the distance of words above their place, letters. Then
 * the numbers of pieces of a line and of a circle, and the distance in m around a player who is shown alone.
 */
const DRAWN = { thin: 0.7, thick: 2, circle: 1.2, dark: 0.9, above: 30, letters: 13, small: 10.5, pieces: 16, corners: 48, around: 0.75, moves: 12 };

/** @param {Drawn} drawn */
function authorOf(drawn) {
  return drawn.side ? `${drawn.side} ${drawn.number}` : "trainers";
}

class Drawings {
  /**
   * @param {HTMLElement} place the element for the list of layers
   * @param {() => void} changed
   */
  constructor(place, changed) {
    this.place = place;
    this.changed = changed;
    this.isOn = false;
    /** Whose drawings are shown: "" for all, or "left", "right", "left 7". */
    this.who = "";
    /** @type {Set<string>} hidden layers */
    this.hidden = new Set();
    /** The number of shapes that did not fit into the last picture. */
    this.leftOut = 0;
    /** @type {DrawnOfMatch | null} */
    this.known = null;
    /** @type {string[]} */
    this.authors = [];
    this.version = 0;
    /** The longest duration of a drawing, in frames. */
    this.longest = 0;
    this.show(false);
  }

  /** @param {DrawnOfMatch} known */
  set(known) {
    this.known = known;
    this.version = known.version || 0;
    const sides = ["trainers", "left", "right"];
    const order = (/** @type {string} */ author) => sides.indexOf(author.split(" ")[0]) * 1000 + Number(author.split(" ")[1] || 0);
    this.authors = [...new Set(known.drawn.map(authorOf))].sort((a, b) => order(a) - order(b));
    this.longest = known.drawn.reduce((longest, { from, to }) => Math.max(longest, to - from), 0);
    this.list();
  }

  /** @param {boolean} on */
  show(on) {
    this.isOn = on;
    this.list();
    this.changed();
  }

  /** @param {number} direction the order is all, the left team, the right team, then each player */
  nextPlayer(direction) {
    const all = ["", "left", "right", ...this.authors];
    this.who = all[(all.indexOf(this.who) + direction + all.length) % all.length];
    this.show(true);
  }

  /** @param {Drawn} drawn */
  isShown(drawn) {
    return !this.who || this.who === drawn.side || this.who === authorOf(drawn);
  }

  /**
   * The drawings that are shown at a moment of a match.
   * @param {Match} match
   * @param {number} moment
   */
  shownAt(match, moment) {
    if (!this.isOn || !this.known) return [];
    if (!match.live) return this.at(match.placeOf(moment));
    if (this.version !== this.known.version) this.set(this.known);
    const place = match.index(moment), { time } = match.frames[place];
    /** @type {Map<string, Drawn>} the last drawing of each author */
    const last = new Map();
    for (const drawn of this.known.drawn) if (Number(drawn.frame) <= place) last.set(authorOf(drawn), drawn);
    return [...last.values()].filter((drawn) => time >= Number(drawn.time) - TIME_ERROR && time < Number(drawn.time) + Number(drawn.seconds) && this.isShown(drawn));
  }

  /**
   * The drawings that are shown at a place of the log.
   * @param {number} place frame; fractions are between frames
   * @returns {Drawn[]}
   */
  at(place) {
    if (!this.known) return [];
    const { drawn } = this.known, shown = [];
    let low = 0, high = drawn.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (drawn[middle].from <= place) low = middle + 1;
      else high = middle;
    }
    for (let i = low - 1; i >= 0 && drawn[i].from > place - this.longest; --i) if (drawn[i].to > place && this.isShown(drawn[i])) shown.push(drawn[i]);
    return shown.reverse();
  }

  /** @param {string} layer */
  colour(layer) {
    const index = this.known ? this.known.layers.indexOf(layer) : 0;
    return LAYER_COLOURS[Math.max(0, index) % LAYER_COLOURS.length];
  }

  /** Fills the list of authors and layers, which are toggled by clicks. */
  list() {
    const { place, known } = this, layers = known ? known.layers.slice(0, MAX_LAYERS) : [];
    place.hidden = !this.isOn || !known;
    if (place.hidden) return;
    const who = element("button", TEXTS.drawingsOf(this.who));
    who.title = TEXTS.nextDrawer;
    who.addEventListener("click", (event) => this.nextPlayer(event.shiftKey ? -1 : 1));
    const buttons = layers.map((layer) => {
      const button = element("button", readableText(layer, 18)), chip = element("i");
      chip.style.background = cssColour(this.colour(layer));
      button.prepend(chip);
      button.setAttribute("aria-pressed", String(!this.hidden.has(layer)));
      button.addEventListener("click", () => {
        if (!this.hidden.delete(layer)) this.hidden.add(layer);
        this.show(true);
      });
      return button;
    });
    place.replaceChildren(who, ...buttons);
  }

  /**
   * Draws as many shapes as fit.
   * @param {HTMLCanvasElement} canvas
   * @param {(x: number, y: number) => number[] | null} pixelOf projects a place on the ground into the picture
   * @param {Drawn[]} all
   * @param {Man[]} men
   */
  draw(canvas, pixelOf, all, men) {
    const context = canvas.getContext("2d");
    if (!context) return;
    const pen = new DrawingPen(context, pixelOf, unitOf(canvas)), isAlone = this.who.includes(" ");
    /** @type {{drawn: Drawn, shape: Shape}[]} */
    const words = [];
    let shapes = 0;
    this.leftOut = 0;
    for (const drawn of all) {
      for (const shape of drawn.shapes) {
        if (this.hidden.has(shape[1])) continue;
        const isWords = shape[0] === "words";
        if (isWords ? words.length >= MAX_WORDS : shapes >= MAX_SHAPES) ++this.leftOut;
        else if (isWords) words.push({ drawn, shape });
        else {
          ++shapes;
          pen.shape(shape, this.colour(shape[1]));
          if (!isAlone) pen.number(shape, drawn);
        }
      }
    }
    if (isAlone)
      for (const { side, number, x, y } of men) if (`${side} ${number}` === this.who) pen.circle(x, y, DRAWN.around, [1, 1, 1]);
    for (const { drawn, shape } of words) pen.words(shape, isAlone || !drawn.number ? "" : `${drawn.number}: `, this.colour(shape[1]));
  }
}

/** Draws one picture. */
class DrawingPen {
  /**
   * @param {CanvasRenderingContext2D} context
   * @param {(x: number, y: number) => number[] | null} pixelOf
   * @param {number} unit
   */
  constructor(context, pixelOf, unit) {
    this.context = context;
    this.pixelOf = pixelOf;
    this.unit = unit;
    /** @type {number[][]} left, top, right and bottom of each label */
    this.labels = [];
    context.textAlign = "center";
    context.textBaseline = "middle";
  }

  /**
   * @param {Shape} shape
   * @param {number[]} colour
   */
  shape([kind, , ...places], colour) {
    if (kind === "line") this.line(places, colour);
    else if (kind === "circle") this.circle(places[0], places[1], places[2], colour);
  }

  /**
   * Draws a line that grows from thin to thick; the part behind the camera is omitted.
   * @param {number[]} places
   * @param {number[]} colour
   */
  line([x1, y1, x2, y2], colour) {
    const knots = [];
    for (let i = 0; i <= DRAWN.pieces; ++i) {
      const share = i / DRAWN.pieces, at = this.pixelOf(mix(x1, x2, share), mix(y1, y2, share));
      if (at) knots.push({ at, half: mix(DRAWN.thin, DRAWN.thick, share) * this.unit });
    }
    const first = knots[0], last = knots[knots.length - 1];
    if (!first || first === last) return;
    const [dx, dy] = [last.at[0] - first.at[0], last.at[1] - first.at[1]], length = Math.hypot(dx, dy) || 1;
    const [nx, ny] = [-dy / length, dx / length];
    for (const [more, fill] of /** @type {[number, string][]} */ ([[DRAWN.dark * this.unit, "rgba(0,0,0,0.5)"], [0, cssColour(colour, 0.95)]])) {
      const begin = first.half + more, end = last.half + more;
      this.context.beginPath();
      this.context.moveTo(first.at[0] + nx * begin, first.at[1] + ny * begin);
      this.context.lineTo(last.at[0] + nx * end, last.at[1] + ny * end);
      this.context.lineTo(last.at[0] - nx * end, last.at[1] - ny * end);
      this.context.lineTo(first.at[0] - nx * begin, first.at[1] - ny * begin);
      this.context.fillStyle = fill;
      this.context.fill();
    }
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} radius
   * @param {number[]} colour
   */
  circle(x, y, radius, colour) {
    const { context } = this;
    let isOpen = false;
    context.beginPath();
    for (let i = 0; i <= DRAWN.corners; ++i) {
      const turn = (i / DRAWN.corners) * 2 * Math.PI, at = this.pixelOf(x + radius * Math.cos(turn), y + radius * Math.sin(turn));
      if (at && isOpen) context.lineTo(at[0], at[1]);
      else if (at) context.moveTo(at[0], at[1]);
      isOpen = Boolean(at);
    }
    context.lineWidth = 2 * (DRAWN.circle + DRAWN.dark) * this.unit;
    context.strokeStyle = "rgba(0,0,0,0.5)";
    context.stroke();
    context.lineWidth = 2 * DRAWN.circle * this.unit;
    context.strokeStyle = cssColour(colour, 0.95);
    context.stroke();
  }

  /**
   * Writes the player's number in the middle of a line or circle.
   * @param {Shape} shape
   * @param {Drawn} drawn
   */
  number([kind, , x1, y1, x2, y2], { side, number }) {
    if (!number) return;
    const at = kind === "line" ? this.pixelOf((x1 + x2) / 2, (y1 + y2) / 2) : this.pixelOf(x1, y1);
    if (!at) return;
    this.context.font = `600 ${DRAWN.small * this.unit}px system-ui, sans-serif`;
    outlined(this.context, String(number), at[0], at[1], cssColour(COLOURS[side] || [1, 1, 1]), this.unit);
  }

  /**
   * Writes words; those that would overlap others are moved below them.
   * @param {Shape} shape
   * @param {string} before
   * @param {number[]} colour
   */
  words([, , x, y, text], before, colour) {
    const at = this.pixelOf(x, y), { context, unit } = this, size = DRAWN.letters * unit;
    if (!at) return;
    const shown = before + readableText(String(text), 60);
    context.font = `600 ${size}px system-ui, sans-serif`;
    const half = context.measureText(shown).width / 2, { width } = context.canvas;
    // Words of a place inside the picture are kept wholly inside it, as far as there is room.
    const middle = at[0] < 0 || at[0] > width ? at[0] : Math.min(Math.max(at[0], Math.min(half, width / 2)), Math.max(width - half, width / 2));
    const label = [middle - half, at[1] - DRAWN.above * unit - size * 0.55, middle + half, at[1] - DRAWN.above * unit + size * 0.55];
    for (let move = 0; move < DRAWN.moves; ++move) {
      const other = this.labels.find(([left, top, right, bottom]) => label[0] < right && left < label[2] && label[1] < bottom && top < label[3]);
      if (!other) break;
      const down = other[3] - label[1] + 0.5;
      label[1] += down;
      label[3] += down;
    }
    this.labels.push(label);
    outlined(context, shown, middle, (label[1] + label[3]) / 2, cssColour(colour, 0.95), unit);
  }
}

/**
 * @param {string} id
 * @param {AbortSignal} signal
 * @returns {Promise<DrawnOfMatch | null>} null: its agents have no drawings
 */
async function fetchDrawings(id, signal) {
  const answer = await fetch(`api/match/${encodeURIComponent(id)}.drawings`, { signal });
  if (!answer.ok) return null;
  return JSON.parse(await new Response((await answer.blob()).stream().pipeThrough(new DecompressionStream("gzip"))).text());
}
