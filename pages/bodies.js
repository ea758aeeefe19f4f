// SPDX-License-Identifier: Apache-2.0
// Draws a world of bodies as the window draws worlds without a game: sky, a plain with a grid, shadows, shapes, glass.

/**
 * A shape of a body, in the body's frame. size: edges of a box; radius of a sphere; radius and length along z of a cylinder, a capsule (without its
 * round ends) and a cone; the scale factors of a mesh. Colours are 0 to 1, and a shape that is not opaque is glass. m.
 * @typedef {{kind: "box"|"sphere"|"cylinder"|"capsule"|"cone"|"mesh", place: number[], turn: number[], size: number[], colour: number[],
 *   mesh?: {points: Float32Array, normals: Float32Array}}} BodyShape
 * A body in the world, m, z up. turn: rows of a matrix. isStill: it never moves, so its rounds have no mark that shows their rotation.
 * @typedef {{name: string, place: number[], turn: number[], shapes: BodyShape[], isStill?: boolean}} WorldBody
 * A shape in the world.
 * @typedef {{shape: BodyShape, place: number[], turn: number[], isStill: boolean}} PlacedShape
 * The visible extent: a bounding sphere, and the lower and the upper corner of a box, m. All values change in steps, so
 * a camera that shows everything rarely moves.
 * @typedef {{middle: number[], radius: number, low: number[], high: number[]}} Stage
 */

/** As in the window: m, and shares of the radius. */
const STAGE = { least: 0.25, most: 10000, body: 0.03, snapped: 0.25, gridLines: 10 };
/**
 * lowest: objects below this height cast no shadow on the ground. flat: objects that do not rise above this height cast
 * none. room: a mesh of this size casts none, because it would darken everything inside it. m
 */
const SHADOW = { lowest: -0.5, flat: 0.02, room: 3, discs: 5, most: 30 };

/**
 * @param {WorldBody} body
 * @param {BodyShape} shape
 * @returns {PlacedShape}
 */
function placedShape(body, shape) {
  return { shape, place: vec.add(body.place, turns.apply(body.turn, shape.place)), turn: turns.product(body.turn, shape.turn), isStill: !!body.isStill };
}

/**
 * The extents of meshes, m: the greatest distance from the origin, and half the extent along each axis.
 * @type {WeakMap<object, {reach: number, half: number[]}>}
 */
const meshSizes = new WeakMap();

/** @param {{points: Float32Array, normals: Float32Array}} mesh */
function meshSize(mesh) {
  let made = meshSizes.get(mesh);
  if (made) return made;
  made = { reach: 0, half: [0, 0, 0] };
  const { points } = mesh;
  for (let i = 0; i + 2 < points.length; i += 3) {
    made.reach = Math.max(made.reach, Math.hypot(points[i], points[i + 1], points[i + 2]));
    for (let axis = 0; axis < 3; ++axis) made.half[axis] = Math.max(made.half[axis], Math.abs(points[i + axis]));
  }
  meshSizes.set(mesh, made);
  return made;
}

/**
 * The greatest distance of a shape's points from its middle, m.
 * @param {BodyShape} shape
 */
function shapeReach({ kind, size, mesh }) {
  if (kind === "box") return Math.hypot(size[0], size[1], size[2]) / 2;
  if (kind === "capsule") return size[0] + size[1] / 2;
  if (kind === "cylinder" || kind === "cone") return Math.hypot(size[0], size[1] / 2);
  return kind === "mesh" && mesh ? meshSize(mesh).reach * Math.max(...size) : size[0];
}

/**
 * Half the edges of a shape's bounding box along its own axes, m.
 * @param {BodyShape} shape
 */
function shapeHalf({ kind, size, mesh }) {
  if (kind === "box") return size.map((edge) => edge / 2);
  if (kind === "mesh") return mesh ? meshSize(mesh).half.map((half, axis) => half * size[axis]) : [0, 0, 0];
  return kind === "sphere" ? [size[0], size[0], size[0]] : [size[0], size[0], size[1] / 2 + (kind === "capsule" ? size[0] : 0)];
}

/**
 * Half the extent of a shape along each axis of the world, m.
 * @param {PlacedShape} placed
 */
function extentOf({ shape, turn }) {
  if (shape.kind === "sphere") return [shape.size[0], shape.size[0], shape.size[0]];
  const half = shapeHalf(shape);
  return [0, 3, 6].map((row) => half.reduce((sum, edge, i) => sum + Math.abs(turn[row + i]) * edge, 0));
}

/**
 * @param {WorldBody[]} bodies
 * @returns {Stage}
 */
function stageOf(bodies) {
  /** @type {[number[], number][]} */
  const seen = [];
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  const see = (/** @type {number[]} */ place, /** @type {number} */ reach, /** @type {number[]} */ extent) => {
    const at = place.map((value) => Math.min(STAGE.most, Math.max(-STAGE.most, value)));
    seen.push([at, reach]);
    for (let i = 0; i < 3; ++i) {
      low[i] = Math.min(low[i], at[i] - extent[i]);
      high[i] = Math.max(high[i], at[i] + extent[i]);
    }
  };
  for (const body of bodies) {
    see(body.place, STAGE.body, [STAGE.body, STAGE.body, STAGE.body]);
    for (const shape of body.shapes) {
      const placed = placedShape(body, shape);
      see(placed.place, shapeReach(shape), extentOf(placed));
    }
  }
  if (!(low[0] <= high[0])) return { middle: [0, 0, 0], radius: 1, low: [-1, -1, 0], high: [1, 1, 0] };
  // Four steps per factor of two: 0.25, 0.3, 0.35, 0.42, 0.5 ….
  const inSteps = (/** @type {number} */ radius) =>
    Math.min(STAGE.least * 2 ** (Math.ceil(4 * Math.log2(Math.max(radius / STAGE.least, 1))) / 4), STAGE.most);
  const step = inSteps(Math.hypot(...vec.sub(high, low)) / 2) * STAGE.snapped;
  const middle = low.map((value, i) => Math.round((value + high[i]) / 2 / step) * step);
  let most = 0;
  for (const [place, reach] of seen) most = Math.max(most, Math.hypot(...vec.sub(place, middle)) + reach);
  const edge = step / 4;
  return { middle, radius: inSteps(most), low: low.map((value) => Math.floor(value / edge) * edge), high: high.map((value) => Math.ceil(value / edge) * edge) };
}

/**
 * The distance between two lines of the grid: 0.01, 0.02, 0.05, 0.1 … m.
 * @param {Stage} stage
 */
function gridStep(stage) {
  const least = stage.radius / STAGE.gridLines;
  let step = 10 ** Math.floor(Math.log10(least));
  for (const factor of [2, 2.5, 2]) if (step < least * 0.999) step *= factor;
  return step;
}

class Bodies {
  /** @param {Painter} painter */
  constructor(painter) {
    this.painter = painter;
    /** @type {WeakMap<object, Mesh>} */
    this.meshes = new WeakMap();
  }

  /**
   * Draws a whole picture. Returns the matrix from the world to the picture.
   * @param {WorldBody[]} bodies
   * @param {Camera} camera
   * @param {Stage} stage the stage with the grid; without a stage there is no grid
   */
  draw(bodies, camera, stage = undefined) {
    const { painter } = this, { gl } = painter, view = painter.begin(camera), { eye } = camera;
    gl.disable(gl.DEPTH_TEST);
    painter.drawSky();
    painter.drawLand([[eye[0] - LAND, eye[1] - LAND, eye[0] + LAND, eye[1] + LAND]]);
    this.add(bodies, stage);
    return view;
  }

  /**
   * Adds bodies, with their shadows on the ground, to a picture that the painter has begun.
   * @param {WorldBody[]} bodies
   * @param {Stage} stage the stage with the grid; without a stage there is no grid
   */
  add(bodies, stage = undefined) {
    const { painter } = this, { gl } = painter, shapes = bodies.flatMap((body) => body.shapes.map((shape) => placedShape(body, shape)));
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE);
    this.drawShapes(shapes.filter(({ shape }) => shape.colour[3] >= 1));
    // Grid and shadows lie on any floor at height 0.
    gl.depthMask(false);
    gl.enable(gl.POLYGON_OFFSET_FILL);
    gl.polygonOffset(-1, -4);
    if (stage) painter.drawGrid(stage.middle, Math.min(3 * stage.radius, STAGE.most), gridStep(stage));
    painter.drawMany(painter.use("rings"), shapes.flatMap(shadowsOf));
    gl.disable(gl.POLYGON_OFFSET_FILL);
    this.drawGlass(shapes.filter(({ shape }) => shape.colour[3] < 1 && shape.colour[3] > 0));
    gl.depthMask(true);
  }

  /** @param {PlacedShape[]} glass in order from far to near */
  drawGlass(glass) {
    const { eye, target } = this.painter.camera, ahead = vec.unit(vec.sub(target, eye));
    const depths = new Map(glass.map((each) => [each, vec.dot(vec.sub(each.place, eye), ahead)]));
    const sorted = glass.sort((a, b) => Number(depths.get(b)) - Number(depths.get(a)));
    for (const each of sorted) this.drawShapes([each]);
  }

  /** @param {PlacedShape[]} shapes */
  drawShapes(shapes) {
    /** @type {Solid[]} */
    const boxes = [], /** @type {Solid[]} */ cones = [], /** @type {Round[]} */ rounds = [];
    for (const { shape, place, turn, isStill } of shapes) {
      const { kind, size, colour } = shape;
      if (kind === "sphere" || kind === "capsule" || kind === "cylinder") {
        rounds.push({ kind, place, turn, size: [size[0], size[1] || 0], colour, isStill });
        continue;
      }
      const own = kind === "mesh" ? this.meshOf(shape) : null;
      if (own) this.painter.drawMesh(own, { place, turn, size, colour });
      else if (kind === "box") boxes.push({ place, turn, size, colour });
      else if (kind === "cone") cones.push({ place, turn, size: [size[0], size[0], size[1]], colour });
    }
    this.painter.drawSolids(this.painter.cube, boxes);
    this.painter.drawSolids(this.painter.cone, cones);
    this.painter.drawRounds(rounds);
  }

  /** @param {BodyShape} shape the points of a mesh object never change */
  meshOf({ mesh }) {
    if (!mesh) return null;
    let made = this.meshes.get(mesh);
    if (!made) {
      const corners = [], { points, normals } = mesh;
      for (let i = 0; i + 2 < points.length; i += 3) corners.push(points[i], points[i + 1], points[i + 2], normals[i], normals[i + 1], normals[i + 2]);
      made = this.painter.mesh(corners);
      this.meshes.set(mesh, made);
    }
    return made;
  }
}

/**
 * The axis of a shape's shadow: half the vector from one end to the other, and the thickness of the shape.
 * @param {PlacedShape} placed
 * @returns {{spine: number[], thick: number}}
 */
function spineOf({ shape, turn }) {
  const { kind, size } = shape, axis = (/** @type {number} */ i) => [turn[i], turn[3 + i], turn[6 + i]];
  if (kind === "box") {
    const order = [0, 1, 2].sort((a, b) => size[b] - size[a]), next = size[order[1]];
    return { spine: axis(order[0]).map((part) => part * Math.max(0, (size[order[0]] - next) / 2)), thick: next * 0.7 };
  }
  if (kind === "capsule" || kind === "cylinder" || kind === "cone") return { spine: axis(2).map((part) => (part * size[1]) / 2), thick: size[0] };
  return { spine: [0, 0, 0], thick: shapeReach(shape) };
}

/**
 * The soft shadow discs below a shape under an overcast sky. The higher the shape, the wider and fainter they are.
 * @param {PlacedShape} placed
 * @returns {number[][]} the things for `drawMany`
 */
function shadowsOf(placed) {
  const { shape, place } = placed, { kind } = shape, rise = extentOf(placed)[2];
  if (place[2] < SHADOW.lowest || place[2] + rise < SHADOW.flat || shape.colour[3] < 1 || (kind === "mesh" && rise > SHADOW.room)) return [];
  const { spine, thick } = spineOf(placed), along = Math.hypot(spine[0], spine[1]), isLong = along > 0.3 * thick;
  const discs = isLong ? Math.min(SHADOW.most, Math.max(SHADOW.discs, Math.ceil((2 * along) / (thick || 1)) + 1)) : 1;
  return Array.from({ length: discs }, (_, i) => {
    const at = vec.add(place, spine, isLong ? (2 * i) / (discs - 1) - 1 : 0);
    const height = Math.max(0, at[2] - thick), wider = 1 + 0.5 * Math.min(height / (thick || 1), 2);
    const radius = thick * 1.35 * wider, dark = (isLong ? 0.3 : 0.5) / (1 + (0.8 * height) / Math.max(thick, 0.2));
    return [at[0], at[1], 0, 0, radius, radius, 0.85, 0, 0.02, 0, dark];
  });
}
