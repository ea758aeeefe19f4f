// SPDX-License-Identifier: Apache-2.0
// A match in three dimensions.

/**
 * @typedef {{name: string, words: string, team: string, kind: string}} Mode
 * @typedef {{unit: number, length: number, width: number, border: number, goalWidth: number, goalDepth: number, goalHeight: number,
 *   agentRadius: number, ballRadius: number, halfTime: number, circle: number, penaltyDepth: number, penaltyHalfWidth: number,
 *   heat: {columns: number, rows: number, full: number}, modes: Mode[], bodies?: boolean}} Game  lengths in m, times in s
 *   `bodies`: it is a world without a game
 * @typedef {{side: string, number: number, touched: boolean, x: number, y: number, z: number}} Man  m
 * @typedef {{time: number, half: number, left: number, right: number, mode: number, flags: number, ball: number[], men: Man[], bodies?: Poses}} Frame
 * Bodies of a world without a game: the number of each; x, y, z; w, x, y, z of a quaternion. m
 * @typedef {{numbers: number[], places: Float32Array, turns: Float32Array}} Poses
 */

// As in the window.
const STRIPES = 14;
const HALF_LINE = 0.06; // m
const THINNEST = 0.9; // half a line, pixels in 720 lines
/** Minimum radii, units. */
const MIN_SIZES = { man: 7, ball: 4.8 };
const NOTHING = -1000; // a width at which nothing is drawn
const CIRCLE_PARTS = 32;
const NET = { mesh: 0.16, halfCord: 0.012 }; // m
const WALL = { height: 0.6, thickness: 0.12 }; // m
/**
 * Paints grass and lines, x to the right and y up; the transform of `context` remains in metres.
 * @param {CanvasRenderingContext2D} context
 * @param {Game} game
 * @param {number} width of the picture, pixels
 * @param {number} height
 * @param {number} around m beyond the lines
 */
function paintField(context, game, width, height, around) {
  const [x, y] = [game.length / 2, game.width / 2];
  context.setTransform(width / (game.length + 2 * around), 0, 0, -height / (game.width + 2 * around), width / 2, height / 2);
  context.fillStyle = cssColour(COLOURS.outside);
  context.fillRect(-x - around, -y - around, 2 * (x + around), 2 * (y + around));
  for (let i = 0; i < STRIPES; ++i) {
    context.fillStyle = cssColour(i % 2 ? COLOURS.grass : COLOURS.stripe);
    context.fillRect(-x + (i * game.length) / STRIPES, -y, game.length / STRIPES + 0.05, game.width);
  }
  for (const side of [-1, 1]) {
    context.fillStyle = cssColour(side < 0 ? COLOURS.left : COLOURS.right, 0.35);
    context.fillRect(side < 0 ? -x - game.goalDepth : x, -game.goalWidth / 2, game.goalDepth, game.goalWidth);
  }
  context.strokeStyle = cssColour(COLOURS.lines);
  context.lineWidth = Math.max(0.2, (1.2 * (game.length + 2 * around)) / width);
  context.beginPath();
  context.rect(-x, -y, game.length, game.width);
  context.moveTo(0, -y);
  context.lineTo(0, y);
  context.moveTo(game.circle, 0);
  context.arc(0, 0, game.circle, 0, 2 * Math.PI);
  for (const side of [-1, 1])
    context.rect(side < 0 ? -x : x - game.penaltyDepth, -game.penaltyHalfWidth, game.penaltyDepth, 2 * game.penaltyHalfWidth);
  context.stroke();
  context.fillStyle = cssColour(COLOURS.lines);
  context.beginPath();
  context.arc(0, 0, 0.3, 0, 2 * Math.PI);
  context.fill();
}

/** Draws a match: sky, land, field, goals, players, ball. */
class Scene {
  /** @param {Painter} painter */
  constructor(painter) {
    this.painter = painter;
    this.gl = painter.gl;
    this.ground = this.gl.createTexture();
    /** @type {Game | null} */
    this.painted = null;
    /** The colour of the left side in the painted field. */
    this.paintedLeft = COLOURS.left;
  }

  /**
   * Half of the ground's size up to the walls, m.
   * @param {Game} game
   */
  inner(game) {
    return [game.length / 2 + game.border / 2, game.width / 2 + game.border / 2];
  }

  /**
   * Paints the ground, for machines on which drawing it would take too long. This happens once per match, and again
   * when the colours of the sides change; smaller copies are made for distant parts.
   * @param {Game} game
   */
  paintGround(game) {
    if (this.painted === game && this.paintedLeft === COLOURS.left) return;
    [this.painted, this.paintedLeft] = [game, COLOURS.left];
    const gl = this.gl, [x, y] = this.inner(game), width = Math.min(2048, gl.getParameter(gl.MAX_TEXTURE_SIZE)), height = Math.round((width * y) / x);
    gl.bindTexture(gl.TEXTURE_2D, this.ground);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, null);
    const target = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, target);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.ground, 0);
    gl.viewport(0, 0, width, height);
    gl.disable(gl.BLEND);
    gl.disable(gl.DEPTH_TEST);
    this.drawField(game, new Float32Array([1 / x, 0, 0, 0, 0, 1 / y, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]), null);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.deleteFramebuffer(target);
    gl.bindTexture(gl.TEXTURE_2D, this.ground);
    gl.generateMipmap(gl.TEXTURE_2D);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  }

  /**
   * @param {Game} game
   * @param {Frame} frame
   * @param {Camera} camera
   * @param {number[][]} trail the ball's trail, oldest first
   * @param {Man | null} chosen the selected player, who is ringed
   * @param {boolean} enlarges whether players are enlarged like the ball; this is wrong where some are much nearer than the ball
   */
  draw(game, frame, camera, trail, chosen = null, enlarges = true) {
    const { gl, painter } = this, height = painter.canvas.height;
    if (painter.slow) this.paintGround(game);
    const view = painter.begin(camera);
    gl.disable(gl.DEPTH_TEST);
    painter.drawSky();
    if (painter.slow) {
      this.drawPainted(game, camera, view);
      this.drawField(game, view, (THINNEST * height) / 720, this.linesOnly(game, camera, height));
    } else {
      this.drawLand(game);
      this.drawField(game, view, (THINNEST * height) / 720);
    }
    const balls = frame.men.map((man) => ({ place: [man.x, man.y, Math.max(man.z, game.agentRadius)], radius: game.agentRadius, colour: COLOURS[man.side] }));
    // The ball is small: at a distance it is enlarged as far as people still recognise it as the ball.
    const far = camera.flat ? camera.view : Math.hypot(...vec.sub(camera.eye, frame.ball)) * 2 * Math.tan((camera.view * Math.PI) / 360);
    const unit = (unitOf(painter.canvas) / height) * far, radius = Math.max(game.ballRadius, MIN_SIZES.ball * unit);
    const shown = balls.map((ball) => ({ ...ball, radius: enlarges ? Math.max(ball.radius, MIN_SIZES.man * unit) : ball.radius }));
    gl.enable(gl.BLEND);
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE);
    // They lie on the ground, and nothing drawn so far could be in front of them.
    painter.drawMany(painter.use("rings"), this.rings(frame, shown, radius, trail, chosen));
    gl.enable(gl.DEPTH_TEST);
    this.drawGoals(game, camera, height);
    this.drawNets(game, camera);
    painter.drawBalls([...shown, { place: [frame.ball[0], frame.ball[1], Math.max(frame.ball[2], radius)], radius, colour: COLOURS.ball }]);
    return view;
  }

  /**
   * @param {Frame} frame
   * @param {{place: number[], radius: number}[]} men
   * @param {number} radius of the ball
   * @param {number[][]} trail
   * @param {Man | null} chosen
   */
  rings(frame, men, radius, trail, chosen) {
    // Place, share of the radius that is hollow, radii, share that fades out.
    const ring = (/** @type {number[]} */ [x, y], /** @type {number} */ size, /** @type {number} */ hollow, /** @type {number} */ soft, /** @type {number[]} */ colour) =>
      [x, y, 0.012, hollow, size, size, soft, ...colour];
    const halo = (/** @type {number} */ alpha) => [...COLOURS.halo.slice(0, 3), alpha];
    const rings = trail.map((point, i) => ring(point, radius * 0.9, 0, 0, halo((0.5 * i) / trail.length)));
    men.forEach((man, i) => {
      rings.push(ring([man.place[0] + 0.1, man.place[1] + 0.14], man.radius * 1.5, 0, 0.8, [0, 0, 0, 0.5]));
      if (frame.men[i] === chosen) rings.push(ring(man.place, man.radius * 3.4, 0.8, 0, COLOURS.chosen));
      if (frame.men[i].touched) rings.push(ring(man.place, man.radius * 2.6, 0.8, 0, [1, 1, 1, 0.95]));
    });
    const height = Math.max(0, frame.ball[2]);
    rings.push(ring(frame.ball, radius * (1.5 + height * 0.4), 0, 0.8, [0, 0, 0, 0.55 / (1 + height * 0.25)]));
    rings.push(ring(frame.ball, radius * 3.2, 0.8, 0, halo(0.85)));
    return rings;
  }

  /**
   * Draws the land around the field but not below it, so that no pixel is drawn twice.
   * @param {Game} game
   */
  drawLand(game) {
    const [x, y] = this.inner(game), [far, wide] = [x + LAND, y + LAND];
    this.painter.drawLand([[-far, -wide, far, -y], [-far, y, far, wide], [-far, -y, -x, y], [x, -y, far, y]]);
  }

  /**
   * @param {Game} game
   * @param {Float32Array} view
   * @param {number | null} thinnest half the width of a line, pixels; null for grass without lines
   * @param {number[] | null} parts rectangles of the field, m; null for all
   */
  drawField(game, view, thinnest, parts = null) {
    const { gl, painter } = this, program = painter.use("field", view), [x, y] = this.inner(game);
    gl.uniform4f(program.place("area"), -x, -y, x, y);
    gl.uniform2f(program.place("field"), game.length / 2, game.width / 2);
    gl.uniform2f(program.place("penalty"), game.penaltyDepth, game.penaltyHalfWidth);
    gl.uniform4f(program.place("sizes"), game.circle, game.border / 2, Math.max(game.length / STRIPES, 0.01), thinnest === null ? NOTHING : HALF_LINE);
    gl.uniform2f(program.place("goal"), game.goalDepth, game.goalWidth / 2);
    gl.uniform2f(program.place("spot"), thinnest === null ? NOTHING : game.ballRadius * 0.8, thinnest === null ? NOTHING : thinnest);
    for (const name of ["grass", "stripe", "outside", "lines", "left", "right"]) gl.uniform4fv(program.place(name), COLOURS[name]);
    gl.bindTexture(gl.TEXTURE_2D, painter.turf);
    if (parts) {
      const corners = parts.map((place, i) => (i % 2 ? place / (2 * y) : place / (2 * x)) + 0.5);
      painter.fill(painter.things, new Float32Array(corners));
      painter.attribute(painter.things, 0, 2, 2, 0, 0);
      gl.drawArrays(gl.TRIANGLES, 0, corners.length / 2);
      return;
    }
    painter.attribute(painter.square, 0, 2, 2, 0, 0);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  }

  /**
   * The area around the lines as triangles, x and y of each corner, m. In a picture, each smaller copy shows lines half
   * as crisp as the one before. Lines are therefore computed for each pixel even where the grass is a picture, which
   * costs a tenth of computing the whole ground.
   * @param {Game} game
   * @param {Camera} camera
   * @param {number} height of the picture, pixels
   */
  linesOnly(game, camera, height) {
    const x = game.length / 2, y = game.width / 2, { circle } = game, [maxX, maxY] = this.inner(game);
    // The length of a pixel on the ground in the farthest corner, at the angle at which it is seen there.
    const far = Math.max(...[-1, 1].flatMap((a) => [-1, 1].map((b) => Math.hypot(...vec.sub([a * x, b * y, 0], camera.eye)))));
    const pixel = camera.flat ? camera.view / height : ((far * 2 * Math.tan((camera.view * Math.PI) / 360)) / height) * (far / camera.eye[2]);
    const reach = Math.min(4, HALF_LINE + 3 * pixel);
    /** @type {number[]} */
    const corners = [];
    const add = (/** @type {number} */ x1, /** @type {number} */ y1, /** @type {number} */ x2, /** @type {number} */ y2) => {
      const [left, right] = [x1 - reach, x2 + reach].map((value) => Math.max(-maxX, Math.min(maxX, value)));
      const [low, high] = [y1 - reach, y2 + reach].map((value) => Math.max(-maxY, Math.min(maxY, value)));
      corners.push(left, low, right, low, left, high, left, high, right, low, right, high);
    };
    for (const side of [-1, 1]) {
      const front = side * (x - game.penaltyDepth), wide = game.penaltyHalfWidth;
      add(-x, side * y, x, side * y);
      add(side * x, -y, side * x, y);
      add(front, -wide, front, wide);
      for (const end of [-1, 1]) add(Math.min(front, side * x), end * wide, Math.max(front, side * x), end * wide);
    }
    add(0, -y, 0, y);
    add(0, 0, 0, 0);
    for (let i = 0; i < CIRCLE_PARTS; ++i) {
      const [a, b] = [i, i + 1].map((part) => (2 * Math.PI * part) / CIRCLE_PARTS), across = [Math.cos(a), Math.cos(b)], up = [Math.sin(a), Math.sin(b)];
      add(circle * Math.min(...across), circle * Math.min(...up), circle * Math.max(...across), circle * Math.max(...up));
    }
    return corners;
  }

  /**
   * Draws field and land at once from the painted field.
   * @param {Game} game
   * @param {Camera} camera
   * @param {Float32Array} view
   */
  drawPainted(game, camera, view) {
    const { gl, painter } = this, program = painter.use("painted", view), [x, y] = this.inner(game);
    gl.uniform4f(program.place("area"), -LAND, -LAND, LAND, LAND);
    gl.uniform4f(program.place("painted"), -x, -y, x, y);
    gl.uniform4fv(program.place("outside"), COLOURS.outside);
    gl.uniform4fv(program.place("haze"), COLOURS.haze);
    gl.uniform3f(program.place("eye"), camera.eye[0], camera.eye[1], camera.flat ? 0 : HAZE);
    gl.bindTexture(gl.TEXTURE_2D, this.ground);
    painter.attribute(painter.square, 0, 2, 2, 0, 0);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  }

  /**
   * @param {Game} game
   * @param {Camera} camera
   * @param {number} height of the picture, pixels
   */
  drawGoals(game, camera, height) {
    const [x, y] = this.inner(game);
    /** @type {Solid[]} */
    const boxes = [];
    const add = (/** @type {number[]} */ place, /** @type {number[]} */ size, /** @type {number[]} */ colour) => boxes.push({ place, turn: UNTURNED, size, colour });
    for (const side of [-1, 1]) {
      const front = (side * game.length) / 2, away = Math.hypot(...vec.sub(camera.eye, [front, 0, game.goalHeight]));
      const pixel = camera.flat ? camera.view / height : (away * 2 * Math.tan((camera.view * Math.PI) / 360)) / height;
      const bar = Math.max(0.1, 1.6 * pixel), colour = COLOURS.lines.map((value, i) => mix(value, COLOURS[side < 0 ? "left" : "right"][i], 0.35));
      add([side * x, 0, WALL.height / 2], [WALL.thickness, 2 * y, WALL.height], COLOURS.wall);
      add([0, side * y, WALL.height / 2], [2 * x, WALL.thickness, WALL.height], COLOURS.wall);
      for (const post of [-1, 1]) {
        const y = (post * (game.goalWidth + bar)) / 2;
        add([front, y, (game.goalHeight + bar) / 2], [bar, bar, game.goalHeight + bar], colour);
        add([front + side * game.goalDepth, y, game.goalHeight / 2], [bar / 2, bar / 2, game.goalHeight], colour);
        add([front + (side * game.goalDepth) / 2, y, game.goalHeight], [game.goalDepth, bar / 2, bar / 2], colour);
      }
      add([front, 0, game.goalHeight + bar / 2], [bar, game.goalWidth + 2 * bar, bar], colour);
      add([front + side * game.goalDepth, 0, game.goalHeight], [bar / 2, game.goalWidth + bar, bar / 2], colour);
    }
    this.painter.drawSolids(this.painter.cube, boxes);
  }

  /**
   * @param {Game} game
   * @param {Camera} camera
   */
  drawNets(game, camera) {
    const { gl, painter } = this, { goalWidth: width, goalHeight: height, goalDepth: depth } = game;
    /** @type {number[][]} */
    const panels = [];
    for (const side of [-1, 1]) {
      const front = (side * game.length) / 2, middle = front + (side * depth) / 2;
      panels.push([front + side * depth, 0, height / 2, 0, 0, width, height], [middle, 0, height, 0, depth, width, 0]);
      for (const post of [-1, 1]) panels.push([middle, (post * width) / 2, height / 2, 0, depth, 0, height]);
    }
    const away = (/** @type {number[]} */ panel) => Math.hypot(...vec.sub(panel.slice(0, 3), camera.eye));
    panels.sort((a, b) => away(b) - away(a));
    const program = painter.use("nets");
    gl.uniform2f(program.place("mesh"), NET.mesh, NET.halfCord);
    gl.depthMask(false);
    painter.drawMany(program, panels.map((panel) => [...panel, ...COLOURS.cord]));
    gl.depthMask(true);
  }
}
