// SPDX-License-Identifier: Apache-2.0
// The world of the robot as last reported: the bodies of the description, moved according to the server's messages.

/** Time constant, s, with which the displayed pose approaches the reported one, which arrives some 30 times per second. */
const SMOOTHING = 0.04;
/** m; a body that moves farther between two reports was placed there, so its displayed position jumps, too. */
const PUT = 1;
/** m, as the server writes it. */
const FLOOR_THICKNESS = 0.02;
/** A movement below this is invisible: m, and components of a quaternion. */
const STILL = 1e-4;

/** @typedef {{place: number[], turn: number[]}} ModelPose  turn: rows of a matrix, whose columns are the body's axes */

/**
 * Converts a rotation of the file into a quaternion (w first) of the world.
 * @param {number[]} rotation axis and angle, radians
 */
function quaternionOf(rotation) {
  const axis = worldPoint(rotation), length = Math.hypot(axis[0], axis[1], axis[2]), half = rotation[3] / 2;
  if (!(length > 0) || !Number.isFinite(half)) return [1, 0, 0, 0];
  return [Math.cos(half), ...axis.map((part) => (part / length) * Math.sin(half))];
}

/** @param {number[]} quaternion of length 1, w first */
function turnOf([w, x, y, z]) {
  return turns.ofQuaternion(w, x, y, z);
}

/** A body whose displayed pose moves smoothly to its last reported pose. */
class MovedBody {
  /** @param {FileBody} body */
  constructor(body) {
    this.body = body;
    this.radius = radiusOf(body);
    this.isGone = false;
    /** The last reported pose: the numbers of the file's Transform, and the same in the world. */
    this.translation = body.translation;
    this.rotation = body.rotation;
    this.place = body.place;
    this.quaternion = quaternionOf(body.rotation);
    /** The pose that is displayed now. */
    this.shown = { place: [...body.place], quaternion: [...this.quaternion] };
    /** @type {ModelPose} */
    this.pose = { place: this.shown.place, turn: body.turn };
  }

  /**
   * @param {number[]} translation
   * @param {number[]} rotation
   */
  move(translation, rotation) {
    if (![...translation, ...rotation].every(Number.isFinite)) return;
    this.isGone = false;
    this.translation = translation;
    this.rotation = rotation;
    this.place = worldPoint(translation);
    this.quaternion = quaternionOf(rotation);
  }

  /**
   * Moves the displayed pose towards the reported one. Returns whether it has changed.
   * @param {number} share of the remaining distance that is covered now
   */
  approach(share) {
    const { shown, place, quaternion } = this, away = vec.sub(place, shown.place), distance = Math.hypot(...away);
    const same = quaternion.reduce((sum, part, i) => sum + part * shown.quaternion[i], 0) < 0 ? -1 : 1;
    const turn = quaternion.map((part, i) => same * part - shown.quaternion[i]), turning = Math.hypot(...turn);
    if (distance === 0 && turning === 0) return false;
    const step = distance > PUT || (distance < STILL && turning < STILL) ? 1 : share;
    shown.place = step === 1 ? [...place] : vec.add(shown.place, away, step);
    shown.quaternion = shown.quaternion.map((part, i) => part + step * turn[i]);
    const length = Math.hypot(...shown.quaternion) || 1;
    shown.quaternion = step === 1 ? quaternion.map((part) => same * part) : shown.quaternion.map((part) => part / length);
    this.pose = { place: shown.place, turn: turnOf(shown.quaternion) };
    return true;
  }
}

/**
 * The radius, m, of a sphere around the body's origin that contains the whole body.
 * @param {FileBody} body
 */
function radiusOf(body) {
  return Math.max(0, ...body.shapes.map((shape) => Math.hypot(...shape.place) + shapeReach(shape)));
}

/**
 * Whether a shape is the slab of a floor, which the server makes a little larger than everything on it.
 * @param {FileShape} shape
 */
function isFloor(shape) {
  return shape.kind === "box" && shape.size[2] <= FLOOR_THICKNESS * 1.001 && shape.size[0] > 1 && shape.size[1] > 1;
}

class Model {
  constructor() {
    /** @type {Map<string, MovedBody>} */
    this.bodies = new Map();
    /** @type {Map<string, {fieldOfView: number}>} */
    this.cameras = new Map();
    /**
     * The names of the bodies that can move, which are those that the server reports in `world`.
     * @type {Set<string>}
     */
    this.movers = new Set();
    this.robot = "";
    /** The simulation step that is shown, if the server has reported it. */
    this.step = NaN;
    this.hasChanged = true;
  }

  /**
   * Replaces the description. Bodies that are in both move on smoothly.
   * @param {Rcml} rcml
   */
  load(rcml) {
    const before = this.bodies;
    this.bodies = new Map();
    for (const [name, body] of rcml.bodies) {
      const made = new MovedBody(body), old = before.get(name);
      if (old) [made.shown, made.pose] = [old.shown, old.pose];
      this.bodies.set(name, made);
    }
    this.cameras = rcml.cameras;
    this.movers = new Set(rcml.objects.flatMap((object) => object.nodeNames));
    this.robot = rcml.robot || this.robot;
    const step = /^step (\d+)$/.exec(rcml.info.find((line) => line.startsWith("step ")) || "");
    if (step) this.step = Number(step[1]);
    this.hasChanged = true;
  }

  /**
   * Takes a report. Returns whether it has bodies that are not in the description, which then has to be loaded again.
   * @param {WorldRecord} record
   * @param {string[]} names the names of the bodies, indexed by their numbers
   */
  update(record, names) {
    let isNew = false;
    this.step = record.step;
    for (const entry of record.entries) {
      const name = names[entry.node], body = name ? this.bodies.get(name) : undefined;
      if (!body) {
        isNew = isNew || !entry.gone;
        continue;
      }
      const camera = this.cameras.get(name);
      if (entry.gone) body.isGone = true;
      if (entry.translation && entry.rotation) body.move(entry.translation, entry.rotation);
      if (camera && entry.fieldOfView !== undefined && entry.fieldOfView > 0 && entry.fieldOfView < Math.PI) camera.fieldOfView = entry.fieldOfView;
    }
    this.hasChanged = true;
    return isNew;
  }

  /**
   * Advances the displayed poses. Returns whether a new picture would differ from the last one.
   * @param {number} seconds
   */
  advance(seconds) {
    const share = 1 - Math.exp(-seconds / SMOOTHING);
    let differs = this.hasChanged;
    for (const body of this.bodies.values()) differs = body.approach(share) || differs;
    this.hasChanged = false;
    return differs;
  }

  /**
   * The displayed pose of a body.
   * @param {string} name
   */
  pose(name) {
    const body = this.bodies.get(name);
    return body && !body.isGone ? body.pose : null;
  }
  /**
   * The last reported pose of a body.
   * @param {string} name
   * @returns {ModelPose | null}
   */
  latest(name) {
    const body = this.bodies.get(name);
    return body && !body.isGone ? { place: body.place, turn: turnOf(body.quaternion) } : null;
  }

  /** The name of the body that carries the robot's camera; "" if it has none. */
  get robotCamera() {
    const wanted = `${this.robot}_camera`;
    if (this.cameras.has(wanted) && this.pose(wanted)) return wanted;
    return [...this.cameras.keys()].find((name) => name.startsWith(wanted) && this.pose(name)) || "";
  }

  /**
   * The view through a camera of the world.
   * @param {string} name the name of the body that carries it
   * @param {number} aspect of the picture
   * @returns {Camera | null}
   */
  through(name, aspect) {
    const pose = this.pose(name), camera = this.cameras.get(name);
    if (!pose || !camera) return null;
    const turn = pose.turn, ahead = [turn[0], turn[3], turn[6]];
    const half = Math.tan(camera.fieldOfView / 2), view = 2 * Math.atan(aspect >= 1 ? half : half / aspect);
    return { eye: pose.place, target: vec.add(pose.place, ahead), up: [turn[2], turn[5], turn[8]], view: (view * 180) / Math.PI, flat: false, near: 0.02 };
  }

  /**
   * The shapes to draw.
   * @param {(name: string) => boolean} hides
   * @param {number[] | null} eye shapes around it are omitted: a camera does not see its own housing
   */
  drawn(hides, eye = null) {
    const drawn = [];
    for (const [name, { body, pose, isGone, radius }] of this.bodies) {
      if (isGone || !body.shapes.length || hides(name)) continue;
      let shapes = body.shapes;
      if (eye && radius > 0 && Math.hypot(...vec.sub(eye, pose.place)) < radius) {
        const at = turnedBack(pose.turn, vec.sub(eye, pose.place));
        shapes = shapes.filter((shape) => !holds(shape, at));
      }
      drawn.push({ name, place: pose.place, turn: pose.turn, shapes, isStill: !this.movers.has(name) });
    }
    return drawn;
  }

  /** The names of bodies, each with a place above its body. */
  names() {
    return [...this.bodies].filter(([name, { body, isGone }]) => !isGone && body.shapes.some((shape) => !isFloor(shape)) && !name.startsWith("#"))
      .map(([text, { pose, radius }]) => ({ text, place: vec.add(pose.place, [0, 0, Math.min(radius, 0.5)]) }));
  }

  /** The extent of all visible bodies. The floor counts only if there is nothing else. */
  extent() {
    const all = this.drawn(() => false), things = all.map((body) => ({ ...body, shapes: body.shapes.filter((shape) => !isFloor(shape)) }));
    const standing = things.filter((body) => body.shapes.length);
    return stageOf(standing.length ? standing : all);
  }

  /** The last reported poses by DEF name, as in the file's Transform. */
  reported() {
    return Object.fromEntries([...this.bodies].filter(([, body]) => !body.isGone)
      .map(([name, body]) => [name, { translation: [...body.translation], rotation: [...body.rotation] }]));
  }
}

/**
 * @param {number[]} turn rows
 * @param {number[]} p
 */
function turnedBack(turn, p) {
  return [0, 1, 2].map((column) => turn[column] * p[0] + turn[3 + column] * p[1] + turn[6 + column] * p[2]);
}

/**
 * Whether a point of the body's frame is inside or very near a shape.
 * @param {FileShape} shape
 * @param {number[]} p
 */
function holds(shape, p) {
  const at = turnedBack(shape.turn, vec.sub(p, shape.place)), [a, b, c] = shape.size, margin = 0.02;
  if (shape.kind === "sphere") return Math.hypot(...at) < a + margin;
  if (shape.kind === "box") return Math.abs(at[0]) < a / 2 + margin && Math.abs(at[1]) < b / 2 + margin && Math.abs(at[2]) < c / 2 + margin;
  return Math.hypot(at[0], at[1]) < a + margin && Math.abs(at[2]) < b / 2 + margin;
}
