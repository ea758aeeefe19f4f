// SPDX-License-Identifier: Apache-2.0
// Numbers and words over the picture, on a canvas of their own.

class Labels {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
  }

  /**
   * @param {Match} match
   * @param {Frame} frame
   * @param {Words[]} words
   * @param {Float32Array} view
   * @param {Camera} camera
   * @param {number} density
   */
  draw(match, frame, words, view, camera, density) {
    const context = this.context, { width, height } = this.canvas;
    if (!context) return;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    const size = 12 * density;
    context.textAlign = "center";
    context.textBaseline = "bottom";
    for (const man of frame.men) {
      const at = projected(view, [man.x, man.y, Math.max(man.z, match.game.agentRadius) + match.game.agentRadius * 1.4]);
      if (!at || Math.abs(at[0]) > 1.05 || Math.abs(at[1]) > 1.05) continue;
      const x = ((at[0] + 1) / 2) * width, y = ((1 - at[1]) / 2) * height - 2 * density;
      context.font = `600 ${size}px system-ui, sans-serif`;
      outlined(context, String(man.number), x, y, "#ffffff", density);
      const said = words.filter((each) => each.side === man.side && each.number === man.number).pop();
      if (said) drawBubble(context, said.text, x, y - size * 1.25, size, man.side, width);
    }
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {string} colour
 * @param {number} density
 */
function outlined(context, text, x, y, colour, density) {
  context.lineJoin = "round";
  context.lineWidth = 3 * density;
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
  // Control characters and signs that turn the direction of writing are nothing that people read.
  const clean = text.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "?");
  const shown = clean.length > 60 ? `${clean.slice(0, 59)}…` : clean;
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
