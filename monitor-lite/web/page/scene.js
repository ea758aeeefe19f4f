// SPDX-License-Identifier: Apache-2.0
// The match in three dimensions, on a canvas with WebGL2.

/** @type {Record<string, number[]>} */
const COLOURS = {
  left: [0.25, 0.62, 1.0, 1], right: [1.0, 0.65, 0.08, 1], ball: [1, 1, 1, 1], halo: [1.0, 0.95, 0.3, 1],
  grass: [0.145, 0.375, 0.165, 1], stripe: [0.175, 0.435, 0.195, 1], outside: [0.15, 0.32, 0.165, 1], lines: [0.93, 0.96, 0.93, 1],
  wall: [0.3, 0.35, 0.41, 1], haze: [0.6, 0.67, 0.69, 1], sky: [0.27, 0.38, 0.49, 1],
};
const STRIPES = 14;
const LAND = 1200; // m
const HAZE = 1 / 420;
const AROUND = 7; // m of the picture of the ground beyond the lines

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
    this.programs = Object.fromEntries(Object.keys(SHADERS).map((name) => [name, makeProgram(gl, name)]));
    this.square = this.buffer([0, 0, 1, 0, 0, 1, 1, 1]);
    this.things = gl.createBuffer();
    this.cube = this.makeCube();
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

  makeCube() {
    const numbers = [];
    for (let axis = 0; axis < 3; ++axis)
      for (const end of [0, 1]) {
        const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
        for (const [a, b] of [[0, 0], [1, 0], [0, 1], [0, 1], [1, 0], [1, 1]]) {
          const corner = [0, 0, 0], normal = [0, 0, 0];
          corner[axis] = end;
          corner[u] = a;
          corner[v] = b;
          normal[axis] = end ? 1 : -1;
          numbers.push(...corner, ...normal);
        }
      }
    return this.buffer(numbers);
  }

  /**
   * Once for a match, with smaller copies for what is far away.
   * @param {Game} game
   */
  paintGround(game) {
    if (this.painted === game) return;
    this.painted = game;
    const gl = this.gl, picture = document.createElement("canvas");
    const most = Math.min(this.slow ? 2048 : 4096, gl.getParameter(gl.MAX_TEXTURE_SIZE));
    picture.width = most;
    picture.height = Math.round((most * (game.width + 2 * AROUND)) / (game.length + 2 * AROUND));
    const context = picture.getContext("2d");
    if (!context) return;
    paintField(context, game, picture.width, picture.height, AROUND);
    gl.bindTexture(gl.TEXTURE_2D, this.ground);
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, true);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, picture);
    gl.generateMipmap(gl.TEXTURE_2D);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, this.slow ? gl.LINEAR_MIPMAP_NEAREST : gl.LINEAR_MIPMAP_LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    const sharp = !this.slow && gl.getExtension("EXT_texture_filter_anisotropic");
    if (sharp) gl.texParameterf(gl.TEXTURE_2D, sharp.TEXTURE_MAX_ANISOTROPY_EXT, 8);
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
   * @param {number[][]} things of numbers, four of a place and four of a colour
   */
  drawMany(things) {
    if (!things.length) return;
    const gl = this.gl;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.things);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(things.flat()), gl.STREAM_DRAW);
    this.attribute(this.square, 0, 2, 2, 0, 0);
    this.attribute(this.things, 1, 4, 8, 0, 1);
    this.attribute(this.things, 2, 4, 8, 4, 1);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, things.length);
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
    this.paintGround(game);
    gl.viewport(0, 0, width, height);
    gl.disable(gl.BLEND);
    gl.disable(gl.CULL_FACE);
    gl.enable(gl.DEPTH_TEST);
    gl.depthMask(true);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    this.drawSky(camera, view);
    this.drawGround(game, camera, view);
    const balls = frame.men.map((man) => ({ place: [man.x, man.y, Math.max(man.z, game.agentRadius)], radius: game.agentRadius, colour: COLOURS[man.side] }));
    // The ball is small: farther away it is drawn larger, as far as people still take it for one.
    const far = camera.flat ? camera.view : Math.hypot(...vec.sub(camera.eye, frame.ball)) * 2 * Math.tan((camera.view * Math.PI) / 360);
    const least = (3.2 / height) * far, radius = Math.max(game.ballRadius, least);
    const shown = balls.map((ball) => ({ ...ball, radius: Math.max(ball.radius, least * 1.6) }));
    gl.enable(gl.BLEND);
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE);
    // They lie on the ground, and nothing else has been drawn that could be before them.
    gl.disable(gl.DEPTH_TEST);
    this.use("discs", view);
    this.drawMany(this.discs(frame, shown, radius, trail));
    gl.enable(gl.DEPTH_TEST);
    this.drawGoals(game, camera, view, height);
    this.drawBalls(camera, view, [...shown, { place: [frame.ball[0], frame.ball[1], Math.max(frame.ball[2], radius)], radius, colour: COLOURS.ball }]);
    return view;
  }

  /**
   * @param {Frame} frame
   * @param {{place: number[], radius: number}[]} men
   * @param {number} radius
   * @param {number[][]} trail
   */
  discs(frame, men, radius, trail) {
    const discs = trail.map((point, i) => [point[0], point[1], radius * 0.9, 0, ...COLOURS.halo.slice(0, 3), (0.5 * i) / trail.length]);
    men.forEach((man, i) => {
      discs.push([man.place[0] + 0.1, man.place[1] + 0.14, man.radius * 1.5, -1, 0, 0, 0, 0.5]);
      if (frame.men[i].touched) discs.push([man.place[0], man.place[1], man.radius * 2.6, man.radius * 2.1, ...COLOURS.halo]);
    });
    const height = Math.max(0, frame.ball[2]);
    discs.push([frame.ball[0], frame.ball[1], radius * (1.5 + height * 0.4), -1, 0, 0, 0, 0.55 / (1 + height * 0.25)]);
    discs.push([frame.ball[0], frame.ball[1], radius * 3.2, radius * 2.6, ...COLOURS.halo.slice(0, 3), 0.85]);
    return discs;
  }

  /**
   * @param {Camera} camera
   * @param {Float32Array} view
   */
  drawSky(camera, view) {
    if (camera.flat) return;
    const gl = this.gl, program = this.use("sky", view);
    const ahead = vec.unit(vec.sub(camera.target, camera.eye)), half = Math.tan((camera.view * Math.PI) / 360);
    const pitch = Math.asin(ahead[2]);
    gl.uniform4f(program.place("rise"), Math.tan(pitch - Math.atan(half)), Math.tan(pitch + Math.atan(half)), 0, 0);
    gl.uniform4fv(program.place("low"), COLOURS.haze);
    gl.uniform4fv(program.place("high"), COLOURS.sky);
    gl.depthMask(false);
    this.attribute(this.square, 0, 2, 2, 0, 0);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    gl.depthMask(true);
  }

  /**
   * @param {Game} game
   * @param {Camera} camera
   * @param {Float32Array} view
   */
  drawGround(game, camera, view) {
    const gl = this.gl, program = this.use("plane", view);
    const [x, y] = [game.length / 2 + AROUND, game.width / 2 + AROUND];
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
    const gl = this.gl;
    /** @type {number[][]} */
    const boxes = [];
    for (const side of [-1, 1]) {
      const front = (side * game.length) / 2, away = Math.hypot(...vec.sub(camera.eye, [front, 0, game.goalHeight]));
      const pixel = camera.flat ? camera.view / height : (away * 2 * Math.tan((camera.view * Math.PI) / 360)) / height;
      const bar = Math.max(0.1, 1.6 * pixel), colour = COLOURS.lines.map((value, i) => mix(value, COLOURS[side < 0 ? "left" : "right"][i], 0.35));
      const add = (/** @type {number[]} */ middle, /** @type {number[]} */ size) => boxes.push([...middle, ...size, ...colour]);
      for (const post of [-1, 1]) {
        const y = (post * (game.goalWidth + bar)) / 2;
        add([front, y, (game.goalHeight + bar) / 2], [bar, bar, game.goalHeight + bar]);
        add([front + side * game.goalDepth, y, game.goalHeight / 2], [bar / 2, bar / 2, game.goalHeight]);
        add([front + (side * game.goalDepth) / 2, y, game.goalHeight], [game.goalDepth, bar / 2, bar / 2]);
      }
      add([front, 0, game.goalHeight + bar / 2], [bar, game.goalWidth + 2 * bar, bar]);
      add([front + side * game.goalDepth, 0, game.goalHeight], [bar / 2, game.goalWidth + bar, bar / 2]);
    }
    this.use("boxes", view);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.things);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(boxes.flat()), gl.STREAM_DRAW);
    this.attribute(this.cube, 0, 3, 6, 0, 0);
    this.attribute(this.cube, 3, 3, 6, 3, 0);
    this.attribute(this.things, 1, 3, 10, 0, 1);
    this.attribute(this.things, 4, 3, 10, 3, 1);
    this.attribute(this.things, 2, 4, 10, 6, 1);
    gl.drawArraysInstanced(gl.TRIANGLES, 0, 36, boxes.length);
    gl.disableVertexAttribArray(3);
    gl.disableVertexAttribArray(4);
  }

  /**
   * From far to near, because their edges are smooth.
   * @param {Camera} camera
   * @param {Float32Array} view
   * @param {{place: number[], radius: number, colour: number[]}[]} balls
   */
  drawBalls(camera, view, balls) {
    const gl = this.gl, program = this.use("balls", view);
    const ahead = vec.unit(vec.sub(camera.target, camera.eye)), right = vec.unit(vec.cross(ahead, camera.up)), up = vec.cross(right, ahead);
    gl.uniform3fv(program.place("right"), right);
    gl.uniform3fv(program.place("up"), up);
    gl.uniform3fv(program.place("towards"), ahead.map((value) => -value));
    const depth = (/** @type {{place: number[]}} */ ball) => vec.dot(vec.sub(ball.place, camera.eye), ahead);
    balls.sort((a, b) => depth(b) - depth(a));
    this.drawMany(balls.map((ball) => [...ball.place, ball.radius, ...ball.colour]));
  }
}
