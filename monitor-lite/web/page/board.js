// SPDX-License-Identifier: Apache-2.0
// The tactical board: the match from above, with trails of the last seconds, the offside line, passes, and a ruler.

const BOARD = { around: 5, trail: 4, passes: 12 }; // m around the lines; s

class Board {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    /** @type {HTMLCanvasElement | null} */
    this.field = null;
    /** @type {Game | null} */
    this.painted = null;
    this.paintedLeft = COLOURS.left;
    this.scale = 1;
    /**
     * The ends of the measured distance, m.
     * @type {{from: number[], to: number[]} | null}
     */
    this.ruler = null;
  }

  /**
   * Converts a place of the canvas to the field, m.
   * @param {number} x pixels
   * @param {number} y
   * @returns {[number, number]}
   */
  place(x, y) {
    return [(x - this.canvas.width / 2) / this.scale, -(y - this.canvas.height / 2) / this.scale];
  }
  /**
   * @param {number} x m
   * @param {number} y
   * @returns {[number, number]}
   */
  pixel(x, y) {
    return [this.canvas.width / 2 + x * this.scale, this.canvas.height / 2 - y * this.scale];
  }

  /** @param {Game} game */
  paint(game) {
    const { width, height } = this.canvas;
    this.scale = Math.min(width / (game.length + 2 * BOARD.around), height / (game.width + 2 * BOARD.around));
    if (this.painted === game && this.paintedLeft === COLOURS.left && this.field && this.field.width === width && this.field.height === height) return;
    [this.painted, this.paintedLeft] = [game, COLOURS.left];
    this.field = document.createElement("canvas");
    [this.field.width, this.field.height] = [width, height];
    const context = this.field.getContext("2d");
    if (!context) return;
    context.fillStyle = cssColour(COLOURS.outside);
    context.fillRect(0, 0, width, height);
    const part = document.createElement("canvas");
    part.width = Math.max(1, Math.round((game.length + 2 * BOARD.around) * this.scale));
    part.height = Math.max(1, Math.round((game.width + 2 * BOARD.around) * this.scale));
    const inner = part.getContext("2d");
    if (inner) paintField(inner, game, part.width, part.height, BOARD.around);
    context.drawImage(part, (width - part.width) / 2, (height - part.height) / 2);
  }

  /**
   * @param {Match} match
   * @param {Frame} frame
   * @param {number} moment
   * @param {boolean} small draws a tile, without numbers and aids
   * @param {Man | null} chosen the selected player, who is ringed
   */
  draw(match, frame, moment, small = false, chosen = null) {
    const context = this.context;
    if (!context || this.canvas.width < 2 || this.canvas.height < 2) return;
    this.paint(match.game);
    context.setTransform(1, 0, 0, 1, 0, 0);
    if (this.field) context.drawImage(this.field, 0, 0);
    if (!small) {
      this.drawOffside(context, match.game, frame);
      this.drawTrails(context, match, frame, moment);
      this.drawPasses(context, match, moment);
    }
    const unit = this.unit, radius = Math.max(match.game.agentRadius * this.scale, small ? 3 : MIN_SIZES.man * unit);
    for (const man of frame.men) this.drawMan(context, man, radius, small);
    if (chosen) this.drawRing(context, chosen, 1.7 * radius);
    const [x, y] = this.pixel(frame.ball[0], frame.ball[1]);
    const ball = Math.max(match.game.ballRadius * this.scale, small ? 2 : MIN_SIZES.ball * unit);
    context.beginPath();
    context.arc(x, y, ball + (small ? 1 : 2.5 * unit), 0, 2 * Math.PI);
    context.strokeStyle = cssColour(COLOURS.halo);
    context.lineWidth = small ? 1 : 2 * unit;
    context.stroke();
    context.beginPath();
    context.arc(x, y, ball, 0, 2 * Math.PI);
    context.fillStyle = "#ffffff";
    context.fill();
    if (this.ruler) this.drawRuler(context, this.ruler);
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Man} man
   * @param {number} radius
   */
  drawRing(context, man, radius) {
    const [x, y] = this.pixel(man.x, man.y);
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.strokeStyle = cssColour(COLOURS.chosen);
    context.lineWidth = 0.25 * radius;
    context.stroke();
  }

  get unit() {
    return unitOf(this.canvas);
  }
  get density() {
    return this.canvas.clientWidth ? this.canvas.width / this.canvas.clientWidth : 1;
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Man} man
   * @param {number} radius
   * @param {boolean} small
   */
  drawMan(context, man, radius, small) {
    const [x, y] = this.pixel(man.x, man.y);
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fillStyle = cssColour(COLOURS[man.side]);
    context.fill();
    if (man.touched) {
      context.strokeStyle = "#ffffff";
      context.lineWidth = radius * 0.35;
      context.stroke();
    }
    if (small) return;
    context.font = `700 ${radius * 1.25}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillStyle = "#0b1218";
    context.fillText(String(man.number), x, y + radius * 0.06);
  }

  /**
   * Draws the offside lines, at the last but one defender of each side in his own half.
   * @param {CanvasRenderingContext2D} context
   * @param {Game} game
   * @param {Frame} frame
   */
  drawOffside(context, game, frame) {
    context.setLineDash([6 * this.unit, 6 * this.unit]);
    context.lineWidth = 1.5 * this.unit;
    for (const side of ["left", "right"]) {
      const sign = side === "left" ? -1 : 1;
      const depths = frame.men.filter((man) => man.side === side).map((man) => man.x * sign).sort((a, b) => b - a);
      if (depths.length < 2) continue;
      const line = Math.max(0, depths[1], frame.ball[0] * sign);
      const [x, top] = this.pixel(line * sign, game.width / 2), [, bottom] = this.pixel(0, -game.width / 2);
      context.strokeStyle = cssColour(COLOURS[side], 0.75);
      context.beginPath();
      context.moveTo(x, top);
      context.lineTo(x, bottom);
      context.stroke();
    }
    context.setLineDash([]);
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Match} match
   * @param {Frame} frame
   * @param {number} moment
   */
  drawTrails(context, match, frame, moment) {
    const last = match.index(moment), first = match.index(moment - BOARD.trail);
    const step = Math.max(1, Math.floor((last - first) / 24));
    context.lineWidth = 1.5 * this.unit;
    for (const man of frame.men) {
      context.strokeStyle = cssColour(COLOURS[man.side], 0.45);
      context.beginPath();
      let [x, y] = [man.x, man.y];
      context.moveTo(...this.pixel(x, y));
      for (let i = last; i >= first; i -= step) {
        const there = match.frames[i].men.find((each) => each.side === man.side && each.number === man.number);
        if (!there || Math.hypot(there.x - x, there.y - y) > JUMP.man * step) break;
        [x, y] = [there.x, there.y];
        context.lineTo(...this.pixel(x, y));
      }
      context.stroke();
    }
    const points = match.trail(moment, BOARD.trail);
    context.strokeStyle = "rgba(255, 255, 255, 0.75)";
    context.lineWidth = 2 * this.unit;
    context.beginPath();
    points.forEach((point, i) => (i ? context.lineTo(...this.pixel(point[0], point[1])) : context.moveTo(...this.pixel(point[0], point[1]))));
    context.stroke();
  }

  /**
   * Draws the passes that the report counts, from the kick to the arrival.
   * @param {CanvasRenderingContext2D} context
   * @param {Match} match
   * @param {number} moment
   */
  drawPasses(context, match, moment) {
    const last = match.index(moment), first = match.index(moment - BOARD.passes);
    for (const pass of match.during(match.passes, moment, BOARD.passes)) this.drawArrow(context, pass, (pass.frame - first) / Math.max(1, last - first));
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Pass} pass
   * @param {number} fresh 0 to 1
   */
  drawArrow(context, pass, fresh) {
    const [x1, y1] = this.pixel(pass.begin[0], pass.begin[1]), [x2, y2] = this.pixel(pass.end[0], pass.end[1]);
    const turn = Math.atan2(y2 - y1, x2 - x1), head = 9 * this.unit;
    context.strokeStyle = context.fillStyle = cssColour(COLOURS[pass.side], 0.25 + 0.55 * fresh);
    context.lineWidth = 2 * this.unit;
    context.beginPath();
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
    context.stroke();
    context.beginPath();
    context.moveTo(x2, y2);
    context.lineTo(x2 - head * Math.cos(turn - 0.4), y2 - head * Math.sin(turn - 0.4));
    context.lineTo(x2 - head * Math.cos(turn + 0.4), y2 - head * Math.sin(turn + 0.4));
    context.fill();
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {{from: number[], to: number[]}} ruler
   */
  drawRuler(context, { from, to }) {
    const [x1, y1] = this.pixel(from[0], from[1]), [x2, y2] = this.pixel(to[0], to[1]);
    context.strokeStyle = "#ffffff";
    context.lineWidth = 2 * this.unit;
    context.setLineDash([4 * this.unit, 4 * this.unit]);
    context.beginPath();
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
    context.stroke();
    context.setLineDash([]);
    context.font = `600 ${LETTERS * this.unit}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "bottom";
    outlined(context, TEXTS.distance(Math.hypot(to[0] - from[0], to[1] - from[1])), (x1 + x2) / 2, (y1 + y2) / 2 - 4 * this.unit, "#ffffff", this.unit);
  }
}
