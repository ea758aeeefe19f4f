// SPDX-License-Identifier: Apache-2.0
// Numbers and words over the picture, on a separate canvas.

/** @typedef {{frame: number, side: string, number: number, text: string}} Words */

class Labels {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
  }

  /**
   * @param {Game} game
   * @param {Frame} frame
   * @param {Words[]} words
   * @param {Float32Array} view
   * @param {{man: Man, name: string} | null} chosen the selected player, whose name is shown
   */
  draw(game, frame, words, view, chosen = null) {
    const context = this.context, { width, height } = this.canvas, unit = unitOf(this.canvas);
    if (!context) return;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    const size = LETTERS * unit;
    context.textAlign = "center";
    context.textBaseline = "bottom";
    for (const man of frame.men) {
      const at = projected(view, [man.x, man.y, Math.max(man.z, game.agentRadius) + game.agentRadius * 1.4]);
      if (!at || Math.abs(at[0]) > 1.05 || Math.abs(at[1]) > 1.05) continue;
      const x = ((at[0] + 1) / 2) * width, y = ((1 - at[1]) / 2) * height - 2 * unit;
      context.font = `600 ${size}px system-ui, sans-serif`;
      outlined(context, chosen && chosen.man === man ? chosen.name : String(man.number), x, y, "#ffffff", unit);
      const said = words.filter((each) => each.side === man.side && each.number === man.number).pop();
      if (said) drawBubble(context, said.text, x, y - size * 1.25, size, man.side, width);
    }
  }

  /**
   * Draws names above objects. A name that would cover the name of a nearer object is omitted.
   * @param {{text: string, place: number[]}[]} names
   * @param {Float32Array} view
   */
  drawNames(names, view) {
    const context = this.context, { width, height } = this.canvas, unit = unitOf(this.canvas), size = LETTERS * unit;
    if (!context) return;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    context.textAlign = "center";
    context.textBaseline = "bottom";
    context.font = `600 ${size}px system-ui, sans-serif`;
    const seen = names.flatMap(({ text, place }) => {
      const at = projected(view, place);
      return at && Math.abs(at[0]) <= 1.05 && Math.abs(at[1]) <= 1.05 ? [{ text: readableText(text, 40), at }] : [];
    }).sort((a, b) => a.at[2] - b.at[2]).slice(0, MAX_NAMES);
    /** @type {number[][]} left, right, bottom */
    const taken = [];
    for (const { text, at } of seen) {
      const x = ((at[0] + 1) / 2) * width, y = ((1 - at[1]) / 2) * height - 2 * unit, half = context.measureText(text).width / 2;
      if (taken.some(([left, right, bottom]) => x - half < right && left < x + half && Math.abs(bottom - y) < size)) continue;
      taken.push([x - half, x + half, y]);
      outlined(context, text, x, y, "#ffffff", unit);
    }
  }
}

// As in the window: the maximum number of names, and the height of letters in units.
const MAX_NAMES = 60, LETTERS = 14;

/**
 * Makes a text from an external source readable: without control characters and direction marks, and limited to `most`
 * characters.
 * @param {string} text
 * @param {number} most
 */
function readableText(text, most) {
  const clean = text.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "?");
  return clean.length > most ? `${clean.slice(0, most - 1)}…` : clean;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {string} colour
 * @param {number} unit
 */
function outlined(context, text, x, y, colour, unit) {
  context.lineJoin = "round";
  context.lineWidth = 3 * unit;
  context.strokeStyle = "rgba(8, 16, 10, 0.85)";
  context.strokeText(text, x, y);
  context.fillStyle = colour;
  context.fillText(text, x, y);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} side
 * @param {number} width
 */
function drawBubble(context, text, x, y, size, side, width) {
  const shown = readableText(text, 60);
  context.font = `${size}px system-ui, sans-serif`;
  const length = context.measureText(shown).width, pad = size * 0.5;
  const middle = Math.min(width - length / 2 - 2 * pad, Math.max(length / 2 + 2 * pad, x));
  context.fillStyle = "rgba(12, 18, 24, 0.88)";
  context.beginPath();
  context.roundRect(middle - length / 2 - pad, y - size - pad, length + 2 * pad, size + 1.4 * pad, pad);
  context.fill();
  context.fillStyle = cssColour(COLOURS[side]);
  context.fillRect(middle - length / 2 - pad, y + 0.2 * pad, length + 2 * pad, size * 0.16);
  context.fillStyle = "#ffffff";
  context.fillText(shown, middle, y);
}
