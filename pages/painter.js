// SPDX-License-Identifier: Apache-2.0
// Draws on a canvas with WebGL2: the sky, the land, and many objects of one kind at a time, with the window's shaders.

const LAND = 1200; // m, as in the window
const HAZE = 1 / 420;
const SKY = { radius: 700, height: 900, corners: 48 };
const TURF = 256; // pixels of its picture in each direction
/** The window's shaders that are used. */
const DRAWN_WITH = ["balls", "rings", "nets", "field", "land", "sky", "rounds", "meshes"];
/** The numbers of a thing: four for its place, three for the size, four for the colour. */
const THING = 11;
/** The numbers of a solid: place, rows of its rotation, size, colour. */
const SOLID = 19;
/** The numbers of a round: four for place and kind, a quaternion, radius and half length, colour. */
const ROUND = 15;
const ROUND_KIND = { sphere: 0, capsule: 1, cylinder: 2 };
const CONE_SIDES = 32;

/**
 * A corner: place and normal, six numbers.
 * @typedef {{buffer: WebGLBuffer, corners: number}} Mesh
 * @typedef {{place: number[], turn: number[], size: number[], colour: number[]}} Solid  a mesh: scaled by `size`, turned by the rows of `turn`
 * @typedef {{kind: keyof typeof ROUND_KIND, place: number[], turn: number[], size: number[], colour: number[], isStill: boolean}} Round  size: radius, length along z; isStill: without a mark
 */

/**
 * Whether there is no graphics card. The ground is then painted with less care, which cannot be seen on such a machine
 * and saves most of the work.
 */
function isDrawnByProcessor() {
  const gl = document.createElement("canvas").getContext("webgl2"), about = gl && gl.getExtension("WEBGL_debug_renderer_info");
  const name = gl && about ? String(gl.getParameter(about.UNMASKED_RENDERER_WEBGL)) : "";
  const lose = gl && gl.getExtension("WEBGL_lose_context");
  if (lose) lose.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}

/** Draws on one canvas. Scenes that take turns on a canvas share its painter. */
class Painter {
  /**
   * Throws if there is no WebGL2.
   * @param {HTMLCanvasElement} canvas
   */
  constructor(canvas) {
    this.slow = isDrawnByProcessor();
    const gl = canvas.getContext("webgl2", { antialias: !this.slow, alpha: false, preserveDrawingBuffer: false });
    if (!gl) throw new Error(PAGE_TEXTS.noWebGl);
    this.canvas = canvas;
    this.gl = gl;
    this.programs = Object.fromEntries(DRAWN_WITH.map((name) => [name, makeProgram(gl, name, SHADERS[name])]));
    this.programs.painted = makeProgram(gl, "painted", [SHADERS.field[0], PAINTED]);
    this.programs.grid = makeProgram(gl, "grid", [SHADERS.field[0], GRID]);
    this.programs.solids = makeProgram(gl, "solids", [SOLIDS, SHADERS.boxes[1]]);
    this.square = this.buffer([0, 0, 1, 0, 0, 1, 1, 1]);
    this.around = this.buffer([-1, -1, 1, -1, -1, 1, 1, 1]);
    this.curtain = this.buffer(Array.from({ length: SKY.corners + 1 }, (_, i) => (2 * Math.PI * i) / SKY.corners)
      .flatMap((turn) => [Math.cos(turn), Math.sin(turn), 0, Math.cos(turn), Math.sin(turn), 1]));
    this.things = gl.createBuffer();
    this.cube = this.mesh(cubeCorners(0.5));
    this.shell = this.buffer(cubeCorners(1));
    this.cone = this.mesh(coneCorners());
    this.turf = this.makeTurf();
    /** The matrix of the picture that is being drawn. */
    this.view = new Float32Array(16);
    /** @type {Camera} */
    this.camera = { eye: [0, 0, 1], target: [0, 0, 0], up: [0, 1, 0], view: 1, flat: true };
  }

  /** @param {number[]} numbers */
  buffer(numbers) {
    const made = this.gl.createBuffer();
    this.gl.bindBuffer(this.gl.ARRAY_BUFFER, made);
    this.gl.bufferData(this.gl.ARRAY_BUFFER, new Float32Array(numbers), this.gl.STATIC_DRAW);
    return made;
  }

  /**
   * @param {number[]} corners six numbers per corner, three corners per triangle
   * @returns {Mesh}
   */
  mesh(corners) {
    return { buffer: this.buffer(corners), corners: corners.length / 6 };
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
   * Begins an empty picture, in opaque mode. Returns the matrix from the world to the picture.
   * @param {Camera} camera
   */
  begin(camera) {
    const gl = this.gl, { width, height } = this.canvas;
    this.camera = camera;
    this.view = matrixOf(camera, width / height);
    gl.viewport(0, 0, width, height);
    gl.disable(gl.BLEND);
    gl.disable(gl.CULL_FACE);
    gl.enable(gl.DEPTH_TEST);
    gl.depthMask(true);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    return this.view;
  }

  /**
   * @param {string} name
   * @param {Float32Array} view
   */
  use(name, view = this.view) {
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
   * Fills a buffer for the next call only.
   * @param {WebGLBuffer} buffer
   * @param {Float32Array} numbers
   */
  fill(buffer, numbers) {
    this.gl.bindBuffer(this.gl.ARRAY_BUFFER, buffer);
    this.gl.bufferData(this.gl.ARRAY_BUFFER, numbers, this.gl.STREAM_DRAW);
  }

  /** The viewpoint of the picture; it is a direction if the last number is 0. */
  eye() {
    const { eye, target, flat } = this.camera;
    return flat ? [...vec.unit(vec.sub(eye, target)), 0] : [...eye, 1];
  }

  drawSky() {
    if (this.camera.flat) return;
    const gl = this.gl, program = this.use("sky");
    gl.uniform3fv(program.place("eye"), this.camera.eye);
    gl.uniform2f(program.place("size"), SKY.radius, SKY.height);
    gl.uniform4fv(program.place("low"), COLOURS.haze);
    gl.uniform4fv(program.place("high"), COLOURS.sky);
    gl.uniform4fv(program.place("trees"), COLOURS.trees);
    this.attribute(this.curtain, 0, 3, 3, 0, 0);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 2 * (SKY.corners + 1));
  }

  /**
   * Draws land, which fades into the haze.
   * @param {number[][]} areas x and y of two opposite corners, m
   */
  drawLand(areas) {
    const gl = this.gl, program = this.use("land"), { eye, flat } = this.camera;
    gl.uniform3f(program.place("eye"), eye[0], eye[1], flat ? 0 : HAZE);
    gl.uniform4fv(program.place("outside"), COLOURS.outside);
    gl.uniform4fv(program.place("haze"), COLOURS.haze);
    gl.bindTexture(gl.TEXTURE_2D, this.turf);
    this.attribute(this.square, 0, 2, 2, 0, 0);
    for (const area of areas) {
      gl.uniform4fv(program.place("area"), area);
      gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    }
  }

  /**
   * Draws lines on the ground; those through the origin are brighter. They fade out at the reach, and where the ground
   * is too far away.
   * @param {number[]} middle m
   * @param {number} reach m
   * @param {number} step between two lines, m
   */
  drawGrid(middle, reach, step) {
    const gl = this.gl, program = this.use("grid");
    gl.uniform4f(program.place("area"), middle[0] - reach, middle[1] - reach, middle[0] + reach, middle[1] + reach);
    gl.uniform4f(program.place("grid"), middle[0], middle[1], reach, step);
    this.attribute(this.square, 0, 2, 2, 0, 0);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  }

  /**
   * Draws many things of one kind with the active program.
   * @param {ReturnType<typeof makeProgram>} program
   * @param {number[][]} things things of `THING` numbers
   */
  drawMany(program, things) {
    if (!things.length) return;
    const gl = this.gl;
    this.fill(this.things, new Float32Array(things.flat()));
    this.attribute(this.around, 0, 2, 2, 0, 0);
    this.attribute(this.things, 1, 4, THING, 0, 1);
    this.attribute(this.things, 2, 3, THING, 4, 1);
    this.attribute(this.things, 3, 4, THING, 7, 1);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, things.length);
    this.release(4);
  }

  /**
   * Draws balls without a mark, whose rotation is invisible. They are drawn from far to near because their edges are
   * blended.
   * @param {{place: number[], radius: number, colour: number[]}[]} balls
   */
  drawBalls(balls) {
    const program = this.use("balls"), ahead = vec.unit(vec.sub(this.camera.target, this.camera.eye));
    this.gl.uniform4fv(program.place("eye"), this.eye());
    const depth = (/** @type {{place: number[]}} */ ball) => vec.dot(vec.sub(ball.place, this.camera.eye), ahead);
    balls.sort((a, b) => depth(b) - depth(a));
    this.drawMany(program, balls.map((ball) => [...ball.place, 0, ball.radius, 0, 0, ...ball.colour]));
  }

  /**
   * Draws closed meshes such as boxes or cones, with faces counter-clockwise from outside.
   * @param {Mesh} mesh the mesh of all of them
   * @param {Solid[]} solids
   */
  drawSolids(mesh, solids) {
    if (!solids.length) return;
    const gl = this.gl, numbers = new Float32Array(solids.length * SOLID);
    this.use("solids");
    solids.forEach(({ place, turn, size, colour }, i) => {
      numbers.set(place, i * SOLID);
      numbers.set(turn, i * SOLID + 3);
      numbers.set(size, i * SOLID + 12);
      numbers.set(colour, i * SOLID + 15);
    });
    this.fill(this.things, numbers);
    this.attribute(mesh.buffer, 0, 3, 6, 0, 0);
    this.attribute(mesh.buffer, 1, 3, 6, 3, 0);
    for (let row = 0; row < 5; ++row) this.attribute(this.things, 2 + row, 3, SOLID, 3 * row, 1);
    this.attribute(this.things, 7, 4, SOLID, 15, 1);
    // Otherwise the far side of glass would be visible, too.
    gl.enable(gl.CULL_FACE);
    gl.cullFace(gl.BACK);
    gl.drawArraysInstanced(gl.TRIANGLES, 0, mesh.corners, solids.length);
    gl.disable(gl.CULL_FACE);
    this.release(8);
  }

  /**
   * Draws arbitrary triangles, which are visible from both sides.
   * @param {Mesh} mesh
   * @param {Solid} solid
   */
  drawMesh(mesh, { place, turn, size, colour }) {
    const gl = this.gl, program = this.use("meshes"), column = (/** @type {number} */ i, /** @type {number} */ scale) =>
      [turn[i] * scale, turn[3 + i] * scale, turn[6 + i] * scale];
    gl.uniformMatrix4fv(program.place("frame"), false, [...column(0, size[0]), 0, ...column(1, size[1]), 0, ...column(2, size[2]), 0, ...place, 1]);
    gl.uniformMatrix3fv(program.place("turn"), false, [0, 1, 2].flatMap((i) => column(i, 1 / (size[i] || 1))));
    gl.uniform4fv(program.place("paint"), colour);
    gl.uniform3f(program.place("glow"), 0, 0, 0);
    this.attribute(mesh.buffer, 0, 3, 6, 0, 0);
    this.attribute(mesh.buffer, 1, 3, 6, 3, 0);
    gl.vertexAttrib3f(2, 1, 1, 1); // corners have no colour of their own
    gl.drawArrays(gl.TRIANGLES, 0, mesh.corners);
    this.release(2);
  }

  /**
   * Draws spheres, capsules and cylinders. Movable ones have a mark, so that their rolling is visible.
   * @param {Round[]} rounds
   */
  drawRounds(rounds) {
    if (!rounds.length) return;
    const gl = this.gl, program = this.use("rounds"), numbers = new Float32Array(rounds.length * ROUND), view = this.view;
    gl.uniform4fv(program.place("eye"), this.eye());
    gl.uniform1f(program.place("pixel_size"), 2 / (Math.hypot(view[1], view[5], view[9]) * this.canvas.height));
    rounds.forEach(({ kind, place, turn, size, colour, isStill }, i) => {
      numbers.set(place, i * ROUND);
      numbers[i * ROUND + 3] = ROUND_KIND[kind];
      numbers.set(turns.quaternion(turn), i * ROUND + 4);
      numbers[i * ROUND + 8] = size[0];
      numbers[i * ROUND + 9] = size[1] / 2;
      numbers[i * ROUND + 10] = isStill ? 1 : 0;
      numbers.set(colour, i * ROUND + 11);
    });
    this.fill(this.things, numbers);
    this.attribute(this.shell, 0, 3, 6, 0, 0);
    this.attribute(this.things, 1, 4, ROUND, 0, 1);
    this.attribute(this.things, 2, 4, ROUND, 4, 1);
    this.attribute(this.things, 3, 3, ROUND, 8, 1);
    this.attribute(this.things, 4, 4, ROUND, 11, 1);
    // Drawing the far sides of the cube around each round keeps it visible for an eye inside the cube.
    gl.enable(gl.CULL_FACE);
    gl.cullFace(gl.FRONT);
    gl.drawArraysInstanced(gl.TRIANGLES, 0, this.cube.corners, rounds.length);
    gl.disable(gl.CULL_FACE);
    this.release(5);
  }

  /** @param {number} attributes disables all but the first of these attributes */
  release(attributes) {
    for (let place = 1; place < attributes; ++place) this.gl.disableVertexAttribArray(place);
  }
}

/**
 * A cube around the origin, with faces counter-clockwise from outside.
 * @param {number} half half of an edge
 */
function cubeCorners(half) {
  /** @type {number[]} */
  const corners = [];
  for (let axis = 0; axis < 3; ++axis)
    for (const end of [-1, 1]) {
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      for (const [a, b] of [[-1, -1], [1, -1], [1, 1], [-1, -1], [1, 1], [-1, 1]]) {
        const corner = [0, 0, 0], normal = [0, 0, 0];
        corner[axis] = half * end;
        corner[u] = half * a * end;
        corner[v] = half * b;
        normal[axis] = end;
        corners.push(...corner, ...normal);
      }
    }
  return corners;
}

/** A cone of radius 1 and height 1 around the origin, with its tip on the z axis. */
function coneCorners() {
  /** @type {number[]} */
  const corners = [];
  const rim = (/** @type {number} */ i) => [Math.cos((2 * Math.PI * i) / CONE_SIDES), Math.sin((2 * Math.PI * i) / CONE_SIDES)];
  const slope = Math.SQRT1_2;
  for (let i = 0; i < CONE_SIDES; ++i) {
    const [a, b] = rim(i), [c, d] = rim(i + 1), [m, n] = rim(i + 0.5);
    corners.push(a, b, -0.5, a * slope, b * slope, slope, c, d, -0.5, c * slope, d * slope, slope, 0, 0, 0.5, m * slope, n * slope, slope);
    corners.push(c, d, -0.5, 0, 0, -1, a, b, -0.5, 0, 0, -1, 0, 0, -0.5, 0, 0, -1);
  }
  return corners;
}

/** A tileable grey picture of turf, the same as the window's: coarse patches and fine blades, 128 on average. */
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
