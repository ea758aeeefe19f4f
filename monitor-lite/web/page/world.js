// SPDX-License-Identifier: Apache-2.0
// A world without a game: bodies drawn by their shapes, with names above them and joints over everything, as in the
// window.

/** Colours of groups of bodies, used in turn; colour-blind people can distinguish them. */
const GROUP_COLOURS = [[0.9, 0.62, 0.1, 1], [0.34, 0.7, 0.92, 1], [0.1, 0.62, 0.46, 1], [0.93, 0.88, 0.28, 1], [0.82, 0.4, 0.12, 1], [0.8, 0.5, 0.66, 1]];
const SCENERY_COLOUR = [0.62, 0.63, 0.64, 1];
/** An infinite wall is drawn as low glass, as long as the stage. */
const WALL_GLASS = { colour: [0.75, 0.8, 0.85], alpha: 0.45, height: 0.6, length: 2.5, upright: 0.95 };
/** Radius of a body without shapes, m, and its minimum as a share of the stage's radius. */
const BARE_BODY = { radius: 0.03, least: 0.004 };
const JOINT_AXIS = 0.09; // half its length, as a share of the stage's radius
const JOINT_COLOURS = { anchor: "#fff7db", axes: ["#f54236", "#408cff"] };
/** The distance from a body within which a click selects it, pixels. */
const PICKED_WITHIN = 30;

/**
 * The group of a body: bodies whose names have the same beginning, as those of one robot.
 * @param {string} name
 */
function groupOf(name) {
  return name.split("/", 1)[0];
}

/**
 * An appearance that is ready to be drawn: names and shapes, indexed by the numbers of the bodies.
 * @typedef {{names: string[], shapes: (BodyShape[] | null)[], colours: number[][], scenery: BodyShape[], walls: {place: number[], turn: number[], colour: number[]}[],
 *   joints: {first: number, second: number, anchor: number[], axes: number[][]}[]}} ReadLook
 */

/** @type {WeakMap<object, ReadLook>} */
const readLooks = new WeakMap();

/**
 * @param {any} look
 * @returns {ReadLook}
 */
function readLook(look) {
  let read = readLooks.get(look);
  if (read) return read;
  const groups = new Map(), names = look.bodies.map((/** @type {any} */ body) => body.name);
  for (const name of names) if (!groups.has(groupOf(name))) groups.set(groupOf(name), GROUP_COLOURS[groups.size % GROUP_COLOURS.length]);
  const shape = (/** @type {any} */ { kind, size, place, turn, colour }, /** @type {number[]} */ otherwise) =>
    ({ kind, size, place, turn: turns.ofQuaternion(turn[0], turn[1], turn[2], turn[3]), colour: colour ? [...colour, 1] : otherwise });
  const colours = names.map((/** @type {string} */ name) => groups.get(groupOf(name)));
  const scenery = look.scenery.map((/** @type {any} */ each) => shape(each, SCENERY_COLOUR));
  read = {
    names, colours, joints: look.joints,
    shapes: look.bodies.map((/** @type {any} */ body, /** @type {number} */ i) => body.shapes && body.shapes.length ?
      body.shapes.filter((/** @type {any} */ each) => each.kind !== "plane").map((/** @type {any} */ each) => shape(each, colours[i])) : null),
    scenery: scenery.filter((/** @type {any} */ each) => each.kind !== "plane"),
    // Level planes are the floor.
    walls: scenery.filter((/** @type {any} */ each) => each.kind === "plane" && Math.abs(each.turn[8]) <= WALL_GLASS.upright),
  };
  readLooks.set(look, read);
  return read;
}

/**
 * @param {{place: number[], turn: number[], colour: number[]}} wall
 * @param {Stage} stage
 * @returns {WorldBody}
 */
function glassWall(wall, stage) {
  const normal = [wall.turn[2], wall.turn[5], wall.turn[8]], along = vec.unit(vec.cross([0, 0, 1], normal)), up = vec.cross(normal, along);
  const height = Math.min(WALL_GLASS.height, stage.radius), colour = wall.colour === SCENERY_COLOUR ? WALL_GLASS.colour : wall.colour.slice(0, 3);
  const foot = vec.add(stage.middle, normal, -vec.dot(vec.sub(stage.middle, wall.place), normal));
  const place = vec.add(foot, up, height / 2 - foot[2] / Math.max(up[2], 0.1));
  return { name: "", place, turn: UNTURNED, shapes: [{ kind: "box", place: [0, 0, 0], size: [WALL_GLASS.length * stage.radius, height, 0.001],
    turn: [along[0], up[0], normal[0], along[1], up[1], normal[1], along[2], up[2], normal[2]], colour: [...colour, WALL_GLASS.alpha] }] };
}

/** @param {WorldBody[]} bodies */
function middleOf(bodies) {
  return bodies.reduce((sum, body) => vec.add(sum, body.place), [0, 0, 0]).map((part) => part / Math.max(1, bodies.length));
}

class WorldPicture {
  /**
   * @param {Painter} painter
   * @param {Labels} labels
   */
  constructor(painter, labels) {
    this.painter = painter;
    this.labels = labels;
    this.bodies = new Bodies(painter);
    /** The group that the camera follows; "" for the middle of all bodies. */
    this.followed = "";
    /** @type {WorldBody[]} the movable bodies in the last picture */
    this.moving = [];
    /** @type {Stage} the stage of the last picture */
    this.stage = stageOf([]);
    /** @type {Float32Array | null} the matrix of the last picture */
    this.view = null;
  }

  /**
   * @param {Match} match
   * @param {Frame} frame
   * @param {number} moment
   */
  read(match, frame, moment) {
    const look = match.lookAt(moment), read = look && readLook(look), poses = frame.bodies;
    this.moving = [];
    if (!read || !poses) return null;
    poses.numbers.forEach((number, i) => {
      if (number >= read.names.length) return;
      const [w, x, y, z] = poses.turns.subarray(4 * i, 4 * i + 4);
      const shapes = read.shapes[number] || [{ kind: /** @type {const} */ ("sphere"), place: [0, 0, 0], turn: UNTURNED, colour: read.colours[number],
        size: [Math.max(BARE_BODY.radius, BARE_BODY.least * this.stage.radius), 0, 0] }];
      this.moving.push({ name: read.names[number], place: [...poses.places.subarray(3 * i, 3 * i + 3)], turn: turns.ofQuaternion(w, x, y, z), shapes });
    });
    return read;
  }

  /**
   * @param {Match} match
   * @param {Frame} frame
   * @param {number} moment
   * @param {CameraRig} rig
   * @param {number} seconds since the last picture
   */
  draw(match, frame, moment, rig, seconds) {
    const read = this.read(match, frame, moment), { width, height } = this.painter.canvas;
    const still = read ? [{ name: "", place: [0, 0, 0], turn: UNTURNED, shapes: read.scenery, isStill: true }] : [];
    const stage = (this.stage = stageOf([...this.moving, ...still.filter((body) => body.shapes.length)]));
    const followed = this.followed ? this.moving.filter((body) => groupOf(body.name) === this.followed) : this.moving;
    const size = this.followed ? stageOf(followed).radius : Infinity;
    const camera = rig.camera(worldSubject(stage, middleOf(followed), size), width / height, seconds);
    const walls = read ? read.walls.map((wall) => glassWall(wall, stage)) : [];
    this.view = this.bodies.draw([...this.moving, ...still, ...walls], camera, stage);
    this.labels.drawNames(this.names(), this.view);
    if (read) this.drawJoints(read, frame);
    return this.view;
  }

  /** A name for each group, above its first body. */
  names() {
    /** @type {Map<string, {text: string, place: number[]}>} */
    const names = new Map();
    for (const body of this.moving) {
      const group = groupOf(body.name);
      if (names.has(group)) continue;
      const above = body.shapes.reduce((most, shape) => {
        const placed = placedShape(body, shape);
        return Math.max(most, placed.place[2] - body.place[2] + extentOf(placed)[2]);
      }, 0);
      names.set(group, { text: group, place: vec.add(body.place, [0, 0, above]) });
    }
    return [...names.values()];
  }

  /**
   * Draws joints. They are inside the bodies that they connect, so nothing hides them.
   * @param {ReadLook} read
   * @param {Frame} frame
   */
  drawJoints(read, frame) {
    const context = this.labels.context, { width, height } = this.labels.canvas, view = this.view, unit = unitOf(this.labels.canvas);
    if (!context || !frame.bodies || !view) return;
    const at = new Map(frame.bodies.numbers.map((number, i) => [number, i])), shown = new Map(this.moving.map((body) => [body.name, body]));
    const body = (/** @type {number} */ number) => (at.has(number) ? shown.get(read.names[number]) : undefined);
    const line = (/** @type {number[]} */ from, /** @type {number[]} */ to, /** @type {string} */ colour, /** @type {number} */ wide) => {
      const [a, b] = [projected(view, from), projected(view, to)];
      if (!a || !b) return;
      for (const [style, width_] of /** @type {[string, number][]} */ ([["rgba(0, 0, 0, 0.55)", wide + 1.2], [colour, wide]])) {
        context.beginPath();
        context.moveTo(((a[0] + 1) / 2) * width, ((1 - a[1]) / 2) * height);
        context.lineTo(((b[0] + 1) / 2) * width, ((1 - b[1]) / 2) * height);
        context.strokeStyle = style;
        context.lineWidth = width_ * unit;
        context.stroke();
      }
    };
    const reach = this.stage.radius * JOINT_AXIS;
    for (const joint of read.joints) {
      const first = body(joint.first), second = body(joint.second);
      if (!first) continue;
      const anchor = vec.add(first.place, turns.apply(first.turn, joint.anchor));
      for (const held of [first, second]) if (held) line(anchor, held.place, JOINT_COLOURS.anchor, 1);
      joint.axes.forEach((axis, i) => {
        const way = turns.apply(first.turn, axis);
        line(vec.add(anchor, way, -reach), vec.add(anchor, way, reach), JOINT_COLOURS.axes[Math.min(i, 1)], 1.8);
      });
      line(anchor, anchor, JOINT_COLOURS.anchor, 5);
    }
  }

  /**
   * The group of the body at a place of the picture, x and y from -1 to 1; "" if there is none.
   * @param {number} x
   * @param {number} y
   * @param {number} height of the picture on the screen, pixels
   */
  groupAt(x, y, height) {
    if (!this.view) return "";
    const aspect = this.painter.canvas.width / this.painter.canvas.height;
    let found = "", nearest = Infinity;
    for (const body of this.moving) {
      const at = projected(this.view, body.place);
      if (!at) continue;
      const size = body.shapes.reduce((most, shape) => Math.max(most, shapeReach(shape)), 0), rim = projected(this.view, vec.add(body.place, [0, 0, size]));
      const within = Math.max((2 * PICKED_WITHIN) / height, rim ? Math.hypot((rim[0] - at[0]) * aspect, rim[1] - at[1]) : 0);
      const away = Math.hypot((at[0] - x) * aspect, at[1] - y);
      if (away < within && away < nearest) [found, nearest] = [groupOf(body.name), away];
    }
    return found;
  }

  /** The groups that the camera can follow. */
  groups() {
    return [...new Set(this.moving.map((body) => groupOf(body.name)))];
  }
}
