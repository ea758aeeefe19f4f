// SPDX-License-Identifier: Apache-2.0
// The match in three dimensions, on a canvas with WebGL2.

/** @type {Record<string, number[]>} */
const COLOURS = {
  left: [0.25, 0.62, 1.0, 1], right: [1.0, 0.65, 0.08, 1], ball: [1, 1, 1, 1], halo: [1.0, 0.95, 0.3, 1],
  grass: [0.145, 0.375, 0.165, 1], stripe: [0.175, 0.435, 0.195, 1], outside: [0.15, 0.32, 0.165, 1], lines: [0.93, 0.96, 0.93, 1],
  wall: [0.3, 0.35, 0.41, 1], haze: [0.6, 0.67, 0.69, 1], sky: [0.27, 0.38, 0.49, 1], trees: [0.1, 0.19, 0.13, 1], cord: [0.93, 0.95, 0.97, 0.85],
};
// As in the window.
const STRIPES = 14;
const LAND = 1200; // m
const HAZE = 1 / 420;
const SKY = { radius: 700, height: 900, corners: 48 };
const HALF_LINE = 0.06; // m
const THINNEST = 0.9; // half a line, pixels in 720 lines
const NOTHING = -1000; // a width that leaves nothing
const CIRCLE_PARTS = 32;
const NET = { mesh: 0.16, halfCord: 0.012 }; // m
const WALL = { height: 0.6, thickness: 0.12 }; // m
const TURF = 256; // pixels of its picture, to and fro
/** The window's shaders that are drawn with. */
const DRAWN_WITH = ["boxes", "balls", "rings", "nets", "field", "land", "sky"];
/** Numbers of a thing: four of its place, three of its size, four of its colour. */
const THING = 11;

/**
 * @param {number[]} colour
 * @param {number} alpha
 */
function cssColour(colour, alpha = 1) {
  return `rgba(${colour.slice(0, 3).map((value) => Math.round(value * 255)).join(",")},${alpha})`;
}

/**
 * Grass and lines, x to the right and y up; the transform of `context` is left in metres.
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

/** No graphics card: then the ground is painted with less care, which nobody sees and which is most of the work. */
function isDrawnByProcessor() {
  const gl = document.createElement("canvas").getContext("webgl2"), about = gl && gl.getExtension("WEBGL_debug_renderer_info");
  const name = gl && about ? String(gl.getParameter(about.UNMASKED_RENDERER_WEBGL)) : "";
  const lose = gl && gl.getExtension("WEBGL_lose_context");
  if (lose) lose.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}

class Scene {
  /**
   * Throws where there is no WebGL2.
   * @param {HTMLCanvasElement} canvas
   */
  constructor(canvas) {
    this.slow = isDrawnByProcessor();
    const gl = canvas.getContext("webgl2", { antialias: !this.slow, alpha: false, preserveDrawingBuffer: false });
    if (!gl) throw new Error(TEXTS.noWebGl);
    this.canvas = canvas;
    this.gl = gl;
    this.programs = Object.fromEntries(DRAWN_WITH.map((name) => [name, makeProgram(gl, name, SHADERS[name])]));
    this.programs.painted = makeProgram(gl, "painted", [SHADERS.field[0], PAINTED]);
    this.square = this.buffer([0, 0, 1, 0, 0, 1, 1, 1]);
    this.around = this.buffer([-1, -1, 1, -1, -1, 1, 1, 1]);
    this.curtain = this.buffer(Array.from({ length: SKY.corners + 1 }, (_, i) => (2 * Math.PI * i) / SKY.corners)
      .flatMap((turn) => [Math.cos(turn), Math.sin(turn), 0, Math.cos(turn), Math.sin(turn), 1]));
    this.things = gl.createBuffer();
    this.cube = cubeFaces();
    this.turf = this.makeTurf();
    this.ground = gl.createTexture();
    /** @type {Game | null} */
    this.painted = null;
  }

  /** @param {number[]} numbers */
  buffer(numbers) {
    const made = this.gl.createBuffer();
    this.gl.bindBuffer(this.gl.ARRAY_BUFFER, made);
    this.gl.bufferData(this.gl.ARRAY_BUFFER, new Float32Array(numbers), this.gl.STATIC_DRAW);
    return made;
  }

  makeTurf() {
    const gl = this.gl, texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.R8, TURF, TURF, 0, gl.RED, gl.UNSIGNED_BYTE, turfPixels());
    gl.generateMipmap(gl.TEXTURE_2D);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_NEAREST);
    return texture;
  }

  /**
   * Half of the ground up to the walls, m.
   * @param {Game} game
   */
  inner(game) {
    return [game.length / 2 + game.border / 2, game.width / 2 + game.border / 2];
  }

  /**
   * Once for a match, with smaller copies for what is far away: for machines that would be busy with the ground alone.
   * @param {Game} game
   */
  paintGround(game) {
    if (this.painted === game) return;
    this.painted = game;
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
   * @param {string} name
   * @param {Float32Array} view
   */
  use(name, view) {
    const program = this.programs[name];
    this.gl.useProgram(program.program);
    if (program.place("view")) this.gl.uniformMatrix4fv(program.place("view"), false, view);
    return program;
  }

  /**
   * @param {WebGLBuffer} buffer
   * @param {number} place
   * @param {number} size
   * @param {number} stride floats
   * @param {number} offset
   * @param {number} divisor
   */
  attribute(buffer, place, size, stride, offset, divisor) {
    const gl = this.gl;
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, size, gl.FLOAT, false, stride * 4, offset * 4);
    gl.vertexAttribDivisor(place, divisor);
  }

  /**
   * Many of one kind.
   * @param {number[][]} things of `THING` numbers
   */
  drawMany(things) {
    if (!things.length) return;
    const gl = this.gl;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.things);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(things.flat()), gl.STREAM_DRAW);
    this.attribute(this.around, 0, 2, 2, 0, 0);
    this.attribute(this.things, 1, 4, THING, 0, 1);
    this.attribute(this.things, 2, 3, THING, 4, 1);
    this.attribute(this.things, 3, 4, THING, 7, 1);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, things.length);
    for (const place of [1, 2, 3]) gl.disableVertexAttribArray(place);
  }

  /**
   * @param {Match} match
   * @param {Frame} frame
   * @param {Camera} camera
   * @param {number[][]} trail of the ball, oldest first
   */
  draw(match, frame, camera, trail) {
    const gl = this.gl, { width, height } = this.canvas, game = match.game;
    const aspect = width / height, view = matrixOf(camera, aspect);
    if (this.slow) this.paintGround(game);
    gl.viewport(0, 0, width, height);
    gl.disable(gl.BLEND);
    gl.disable(gl.CULL_FACE);
    gl.enable(gl.DEPTH_TEST);
    gl.depthMask(true);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.disable(gl.DEPTH_TEST);
    if (!camera.flat) this.drawSky(camera, view);
    if (this.slow) {
      this.drawPainted(game, camera, view);
      this.drawField(game, view, (THINNEST * height) / 720, this.linesOnly(game, camera, height));
    } else {
      this.drawLand(game, camera, view);
      this.drawField(game, view, (THINNEST * height) / 720);
    }
    const balls = frame.men.map((man) => ({ place: [man.x, man.y, Math.max(man.z, game.agentRadius)], radius: game.agentRadius, colour: COLOURS[man.side] }));
    // The ball is small: farther away it is drawn larger, as far as people still take it for one.
    const far = camera.flat ? camera.view : Math.hypot(...vec.sub(camera.eye, frame.ball)) * 2 * Math.tan((camera.view * Math.PI) / 360);
    const least = (3.2 / height) * far, radius = Math.max(game.ballRadius, least);
    const shown = balls.map((ball) => ({ ...ball, radius: Math.max(ball.radius, least * 1.6) }));
    gl.enable(gl.BLEND);
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE);
    // They lie on the ground, and nothing else has been drawn that could be before them.
    this.use("rings", view);
    this.drawMany(this.rings(frame, shown, radius, trail));
    gl.enable(gl.DEPTH_TEST);
    this.drawGoals(game, camera, view, height);
    this.drawNets(game, camera, view);
    this.drawBalls(camera, view, [...shown, { place: [frame.ball[0], frame.ball[1], Math.max(frame.ball[2], radius)], radius, colour: COLOURS.ball }]);
    return view;
  }

  /**
   * @param {Frame} frame
   * @param {{place: number[], radius: number}[]} men
   * @param {number} radius of the ball
   * @param {number[][]} trail
   */
  rings(frame, men, radius, trail) {
    // Place, hollow share of the radius, radii, share that fades out.
    const ring = (/** @type {number[]} */ [x, y], /** @type {number} */ size, /** @type {number} */ hollow, /** @type {number} */ soft, /** @type {number[]} */ colour) =>
      [x, y, 0.012, hollow, size, size, soft, ...colour];
    const halo = (/** @type {number} */ alpha) => [...COLOURS.halo.slice(0, 3), alpha];
    const rings = trail.map((point, i) => ring(point, radius * 0.9, 0, 0, halo((0.5 * i) / trail.length)));
    men.forEach((man, i) => {
      rings.push(ring([man.place[0] + 0.1, man.place[1] + 0.14], man.radius * 1.5, 0, 0.8, [0, 0, 0, 0.5]));
      if (frame.men[i].touched) rings.push(ring(man.place, man.radius * 2.6, 0.8, 0, [1, 1, 1, 0.95]));
    });
    const height = Math.max(0, frame.ball[2]);
    rings.push(ring(frame.ball, radius * (1.5 + height * 0.4), 0, 0.8, [0, 0, 0, 0.55 / (1 + height * 0.25)]));
    rings.push(ring(frame.ball, radius * 3.2, 0.8, 0, halo(0.85)));
    return rings;
  }

  /**
   * @param {Camera} camera
   * @param {Float32Array} view
   */
  drawSky(camera, view) {
    const gl = this.gl, program = this.use("sky", view);
    gl.uniform3fv(program.place("eye"), camera.eye);
    gl.uniform2f(program.place("size"), SKY.radius, SKY.height);
    gl.uniform4fv(program.place("low"), COLOURS.haze);
    gl.uniform4fv(program.place("high"), COLOURS.sky);
    gl.uniform4fv(program.place("trees"), COLOURS.trees);
    this.attribute(this.curtain, 0, 3, 3, 0, 0);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 2 * (SKY.corners + 1));
  }

  /**
   * What lies around the field, which is drawn but once.
   * @param {Game} game
   * @param {Camera} camera
   * @param {Float32Array} view
   */
  drawLand(game, camera, view) {
    const gl = this.gl, program = this.use("land", view), [x, y] = this.inner(game), [far, wide] = [x + LAND, y + LAND];
    gl.uniform3f(program.place("eye"), camera.eye[0], camera.eye[1], camera.flat ? 0 : HAZE);
    gl.uniform4fv(program.place("outside"), COLOURS.outside);
    gl.uniform4fv(program.place("haze"), COLOURS.haze);
    gl.bindTexture(gl.TEXTURE_2D, this.turf);
    this.attribute(this.square, 0, 2, 2, 0, 0);
    for (const area of [[-far, -wide, far, -y], [-far, y, far, wide], [-far, -y, -x, y], [x, -y, far, y]]) {
      gl.uniform4fv(program.place("area"), area);
      gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    }
  }

  /**
   * @param {Game} game
   * @param {Float32Array} view
   * @param {number | null} thinnest half of a line, pixels; null: no lines, but grass
   * @param {number[] | null} parts rectangles of it, m; null: all
   */
  drawField(game, view, thinnest, parts = null) {
    const gl = this.gl, program = this.use("field", view), [x, y] = this.inner(game);
    gl.uniform4f(program.place("area"), -x, -y, x, y);
    gl.uniform2f(program.place("field"), game.length / 2, game.width / 2);
    gl.uniform2f(program.place("penalty"), game.penaltyDepth, game.penaltyHalfWidth);
    gl.uniform4f(program.place("sizes"), game.circle, game.border / 2, Math.max(game.length / STRIPES, 0.01), thinnest === null ? NOTHING : HALF_LINE);
    gl.uniform2f(program.place("goal"), game.goalDepth, game.goalWidth / 2);
    gl.uniform2f(program.place("spot"), thinnest === null ? NOTHING : game.ballRadius * 0.8, thinnest === null ? NOTHING : thinnest);
    for (const name of ["grass", "stripe", "outside", "lines", "left", "right"]) gl.uniform4fv(program.place(name), COLOURS[name]);
    gl.bindTexture(gl.TEXTURE_2D, this.turf);
    if (parts) {
      const corners = parts.map((place, i) => (i % 2 ? place / (2 * y) : place / (2 * x)) + 0.5);
      gl.bindBuffer(gl.ARRAY_BUFFER, this.things);
      gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(corners), gl.STREAM_DRAW);
      this.attribute(this.things, 0, 2, 2, 0, 0);
      gl.drawArrays(gl.TRIANGLES, 0, corners.length / 2);
      return;
    }
    this.attribute(this.square, 0, 2, 2, 0, 0);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  }

  /**
   * The surroundings of the lines as triangles, x and y of each corner, m. A picture of lines has as many steps as smaller copies, each half as crisp as
   * the one before; so lines are computed for each pixel, also where the grass is a picture, and that costs a tenth of computing all of the ground.
   * @param {Game} game
   * @param {Camera} camera
   * @param {number} height of the picture, pixels
   */
  linesOnly(game, camera, height) {
    const x = game.length / 2, y = game.width / 2, { circle } = game, [mostX, mostY] = this.inner(game);
    // How long a pixel is on the ground, in the farthest corner and as flat as it is seen there.
    const far = Math.max(...[-1, 1].flatMap((a) => [-1, 1].map((b) => Math.hypot(...vec.sub([a * x, b * y, 0], camera.eye)))));
    const pixel = camera.flat ? camera.view / height : ((far * 2 * Math.tan((camera.view * Math.PI) / 360)) / height) * (far / camera.eye[2]);
    const reach = Math.min(4, HALF_LINE + 3 * pixel);
    /** @type {number[]} */
    const corners = [];
    const add = (/** @type {number} */ x1, /** @type {number} */ y1, /** @type {number} */ x2, /** @type {number} */ y2) => {
      const [left, right] = [x1 - reach, x2 + reach].map((value) => Math.max(-mostX, Math.min(mostX, value)));
      const [low, high] = [y1 - reach, y2 + reach].map((value) => Math.max(-mostY, Math.min(mostY, value)));
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
   * Field and land at once, from the picture of the field.
   * @param {Game} game
   * @param {Camera} camera
   * @param {Float32Array} view
   */
  drawPainted(game, camera, view) {
    const gl = this.gl, program = this.use("painted", view), [x, y] = this.inner(game);
    gl.uniform4f(program.place("area"), -LAND, -LAND, LAND, LAND);
    gl.uniform4f(program.place("painted"), -x, -y, x, y);
    gl.uniform4fv(program.place("outside"), COLOURS.outside);
    gl.uniform4fv(program.place("haze"), COLOURS.haze);
    gl.uniform3f(program.place("eye"), camera.eye[0], camera.eye[1], camera.flat ? 0 : HAZE);
    gl.bindTexture(gl.TEXTURE_2D, this.ground);
    this.attribute(this.square, 0, 2, 2, 0, 0);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  }

  /**
   * @param {Game} game
   * @param {Camera} camera
   * @param {Float32Array} view
   * @param {number} height of the picture, pixels
   */
  drawGoals(game, camera, view, height) {
    const gl = this.gl, [x, y] = this.inner(game);
    /** @type {number[]} */
    const corners = [];
    const add = (/** @type {number[]} */ middle, /** @type {number[]} */ size, /** @type {number[]} */ colour) => {
      for (const [corner, normal] of this.cube) {
        const [x, y, z] = corner.map((value, i) => middle[i] + value * size[i]);
        for (let row = 0; row < 4; ++row) corners.push(view[row] * x + view[4 + row] * y + view[8 + row] * z + view[12 + row]);
        corners.push(...normal, ...colour);
      }
    };
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
    this.use("boxes", view);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.things);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(corners), gl.STREAM_DRAW);
    this.attribute(this.things, 0, 4, THING, 0, 0);
    this.attribute(this.things, 1, 3, THING, 4, 0);
    this.attribute(this.things, 2, 4, THING, 7, 0);
    gl.drawArrays(gl.TRIANGLES, 0, corners.length / THING);
    for (const place of [1, 2]) gl.disableVertexAttribArray(place);
  }

  /**
   * @param {Game} game
   * @param {Camera} camera
   * @param {Float32Array} view
   */
  drawNets(game, camera, view) {
    const gl = this.gl, { goalWidth: width, goalHeight: height, goalDepth: depth } = game;
    /** @type {number[][]} */
    const panels = [];
    for (const side of [-1, 1]) {
      const front = (side * game.length) / 2, middle = front + (side * depth) / 2;
      panels.push([front + side * depth, 0, height / 2, 0, 0, width, height], [middle, 0, height, 0, depth, width, 0]);
      for (const post of [-1, 1]) panels.push([middle, (post * width) / 2, height / 2, 0, depth, 0, height]);
    }
    const away = (/** @type {number[]} */ panel) => Math.hypot(...vec.sub(panel.slice(0, 3), camera.eye));
    panels.sort((a, b) => away(b) - away(a));
    const program = this.use("nets", view);
    gl.uniform2f(program.place("mesh"), NET.mesh, NET.halfCord);
    gl.depthMask(false);
    this.drawMany(panels.map((panel) => [...panel, ...COLOURS.cord]));
    gl.depthMask(true);
  }

  /**
   * From far to near, because their edges are smooth.
   * @param {Camera} camera
   * @param {Float32Array} view
   * @param {{place: number[], radius: number, colour: number[]}[]} balls
   */
  drawBalls(camera, view, balls) {
    const gl = this.gl, program = this.use("balls", view);
    const back = vec.sub(camera.eye, camera.target), ahead = vec.unit(back.map((value) => -value));
    if (camera.flat) gl.uniform4f(program.place("eye"), -ahead[0], -ahead[1], -ahead[2], 0);
    else gl.uniform4f(program.place("eye"), camera.eye[0], camera.eye[1], camera.eye[2], 1);
    const depth = (/** @type {{place: number[]}} */ ball) => vec.dot(vec.sub(ball.place, camera.eye), ahead);
    balls.sort((a, b) => depth(b) - depth(a));
    this.drawMany(balls.map((ball) => [...ball.place, 0, ball.radius, 0, 0, ...ball.colour]));
  }
}

/** The corners of a cube around the middle, three for each half of a face, with the face's direction. */
function cubeFaces() {
  /** @type {[number[], number[]][]} */
  const corners = [];
  for (let axis = 0; axis < 3; ++axis)
    for (const end of [-1, 1]) {
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      for (const [a, b] of [[-1, -1], [1, -1], [-1, 1], [-1, 1], [1, -1], [1, 1]]) {
        const corner = [0, 0, 0], normal = [0, 0, 0];
        corner[axis] = end / 2;
        corner[u] = a / 2;
        corner[v] = b / 2;
        normal[axis] = end;
        corners.push([corner, normal]);
      }
    }
  return corners;
}

/** A grey picture of turf that can be laid side by side, the window's: coarse patches and fine blades, 128 on average. */
function turfPixels() {
  const chance = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ octave) => {
    let hash = Math.imul(x, 0x8da6b343) ^ Math.imul(y, 0xd8163841) ^ Math.imul(octave, 0xcb1ab31f);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
    return ((hash ^ (hash >>> 15)) >>> 0) / 2147483647.5 - 1;
  };
  const pixels = new Uint8Array(TURF * TURF), values = new Float64Array(TURF * TURF);
  for (const [cells, strength] of [[8, 0.16], [24, 0.14], [64, 0.22], [256, 0.48]]) {
    const grid = new Float64Array(cells * cells).map((_, i) => chance(i % cells, Math.floor(i / cells), cells));
    for (let y = 0; y < TURF; ++y)
      for (let x = 0; x < TURF; ++x) {
        const [column, row] = [(x * cells) / TURF, (y * cells) / TURF], [i, j] = [Math.floor(column), Math.floor(row)];
        const [u, v] = [column - i, row - j], s = u * u * (3 - 2 * u), t = v * v * (3 - 2 * v);
        const at = (/** @type {number} */ dx, /** @type {number} */ dy) => grid[((j + dy) % cells) * cells + ((i + dx) % cells)];
        values[y * TURF + x] += strength * mix(mix(at(0, 0), at(1, 0), s), mix(at(0, 1), at(1, 1), s), t);
      }
  }
  return pixels.map((_, i) => Math.max(0, Math.min(255, 127.5 + 127.5 * values[i])));
}
