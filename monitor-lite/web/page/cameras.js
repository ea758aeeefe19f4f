// SPDX-License-Identifier: Apache-2.0
// Where the match is seen from: the window's cameras, by name and by hand.

/**
 * @typedef {{eye: number[], target: number[], up: number[], view: number, flat: boolean}} Camera  `view`: degrees, of a map m
 */

const CAMERAS = ["side", "ball", "left", "right", "top"];
const PER_TURN = 2.5; // rad for the height of the picture
const PER_NOTCH = 0.88;
const STIFFNESS = 2.6; // 1/s, of the spring that draws the ball's camera to the ball
/** Of the picture, for score board and bar. */
const FREE = { above: 0.13, below: 0.03 };

const vec = {
  /**
   * @param {number[]} a
   * @param {number[]} b
   */
  sub: (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]],
  /**
   * @param {number[]} a
   * @param {number[]} b
   * @param {number} s
   */
  add: (a, b, s = 1) => [a[0] + b[0] * s, a[1] + b[1] * s, a[2] + b[2] * s],
  /**
   * @param {number[]} a
   * @param {number[]} b
   */
  dot: (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2],
  /**
   * @param {number[]} a
   * @param {number[]} b
   */
  cross: (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]],
  /** @param {number[]} a */
  unit: (a) => {
    const length = Math.hypot(a[0], a[1], a[2]) || 1;
    return [a[0] / length, a[1] / length, a[2] / length];
  },
};

/**
 * By columns, as WebGL has them.
 * @param {Camera} camera
 * @param {number} aspect
 * @returns {Float32Array}
 */
function matrixOf(camera, aspect) {
  const ahead = vec.unit(vec.sub(camera.target, camera.eye));
  const right = vec.unit(vec.cross(ahead, camera.up)), up = vec.cross(right, ahead);
  const view = [right[0], up[0], -ahead[0], 0, right[1], up[1], -ahead[1], 0, right[2], up[2], -ahead[2], 0,
    -vec.dot(right, camera.eye), -vec.dot(up, camera.eye), vec.dot(ahead, camera.eye), 1];
  const near = camera.flat ? 0.1 : 0.5, far = camera.flat ? 500 : 1500;
  let projection;
  if (camera.flat) {
    const half = camera.view / 2;
    projection = [1 / (half * aspect), 0, 0, 0, 0, 1 / half, 0, 0, 0, 0, -2 / (far - near), 0, 0, 0, -(far + near) / (far - near), 1];
  } else {
    const f = 1 / Math.tan((camera.view * Math.PI) / 360);
    projection = [f / aspect, 0, 0, 0, 0, f, 0, 0, 0, 0, (far + near) / (near - far), -1, 0, 0, (2 * far * near) / (near - far), 0];
  }
  const out = new Float32Array(16);
  for (let column = 0; column < 4; ++column)
    for (let row = 0; row < 4; ++row) {
      let sum = 0;
      for (let i = 0; i < 4; ++i) sum += projection[i * 4 + row] * view[column * 4 + i];
      out[column * 4 + row] = sum;
    }
  return out;
}

/**
 * A place in a picture: x and y from -1 to 1, and the depth; null behind the eye.
 * @param {Float32Array} m
 * @param {number[]} p
 */
function projected(m, p) {
  const w = m[3] * p[0] + m[7] * p[1] + m[11] * p[2] + m[15];
  if (w <= 0) return null;
  return [(m[0] * p[0] + m[4] * p[1] + m[8] * p[2] + m[12]) / w, (m[1] * p[0] + m[5] * p[1] + m[9] * p[2] + m[13]) / w, w];
}

/**
 * The whole field from the side, as large as the picture allows.
 * @param {Game} game
 * @param {number} aspect
 * @returns {Camera}
 */
function sideCamera(game, aspect) {
  const x = game.length / 2 + game.goalDepth * 0.75, y = game.width * 0.515;
  const corners = [[x, y, 0], [-x, y, 0], [x, -y, 0], [-x, -y, 0]];
  /** @type {Camera} */
  let best = { eye: [0, -60, 40], target: [0, 0, 0], up: [0, 0, 1], view: 30, flat: false };
  let least = Infinity;
  const fits = (/** @type {Camera} */ camera) => {
    const m = matrixOf(camera, aspect);
    return corners.every((corner) => {
      const at = projected(m, corner);
      return at && Math.abs(at[0]) < 0.985 && at[1] < 1 - 2 * FREE.above && at[1] > -1 + 2 * FREE.below;
    });
  };
  for (let pitch = 0.38; pitch < 1.12; pitch += 0.06) {
    // The near half takes more of the picture: look at a place before the middle.
    for (const shift of [0, -0.06, -0.12, -0.18]) {
      const place = (/** @type {number} */ distance) => {
        const target = [0, shift * game.width + distance * 0.02, 0];
        return { ...best, target, eye: vec.add(target, [0, -Math.cos(pitch), Math.sin(pitch)], distance) };
      };
      let low = 10, high = 2000;
      if (!fits(place(high))) continue;
      for (let i = 0; i < 20; ++i) {
        const middle = (low + high) / 2;
        if (fits(place(middle))) high = middle;
        else low = middle;
      }
      // A steeper look shows more of the depth; take the one that shows most of the field.
      const size = high * (1 + 0.15 / Math.sin(pitch));
      if (size < least) [least, best] = [size, place(high)];
    }
  }
  return best;
}

/**
 * @param {string} name
 * @param {Game} game
 * @param {number[]} ball
 * @param {number} aspect
 * @returns {Camera}
 */
function cameraNamed(name, game, ball, aspect) {
  const scale = Math.min(1, Math.max(0.55, Math.min(game.length / 104, game.width / 68)));
  const up = [0, 0, 1];
  if (name === "top") {
    const above = FREE.above + 0.02, below = FREE.below + 0.015;
    const view = Math.max(game.width / (1 - above - below), ((game.length + 2 * game.goalDepth) * 1.03) / aspect);
    const y = (view * (above - below)) / 2;
    return { eye: [0, y, 200], target: [0, y, 0], up: [0, 1, 0], view, flat: true };
  }
  if (name === "ball") {
    const target = [ball[0], ball[1], 0.5];
    return { eye: vec.add(target, [0, -27, 14.5], scale), target, up, view: 34, flat: false };
  }
  if (name === "left" || name === "right") {
    const side = name === "left" ? -1 : 1;
    return { eye: [side * (game.length / 2 + 15 * scale), 0, 13 * scale], target: [side * (game.length / 2 - 17 * scale), 0, 0], up, view: 50, flat: false };
  }
  return sideCamera(game, aspect);
}

class CameraRig {
  constructor() {
    this.name = "side";
    /**
     * Where a hand has put it; null: where the name says.
     * @type {{target: number[], distance: number, yaw: number, pitch: number} | null}
     */
    this.pose = null;
    /**
     * What the ball's camera looks at.
     * @type {number[] | null}
     */
    this.followed = null;
    this.speed = [0, 0, 0];
    /** @type {Camera | null} */
    this.last = null;
    this.key = "";
    /** @type {Camera | null} */
    this.kept = null;
  }

  /** @param {string} name */
  choose(name) {
    if (!CAMERAS.includes(name)) return;
    this.name = name;
    this.pose = null;
    this.followed = null;
  }
  next() {
    this.choose(CAMERAS[(CAMERAS.indexOf(this.name) + 1) % CAMERAS.length]);
  }
  get shownName() {
    return this.pose && this.name !== "ball" && this.name !== "top" ? "free" : this.name;
  }

  takeOver() {
    if (this.pose || !this.last) return;
    const ahead = vec.unit(vec.sub(this.last.target, this.last.eye));
    const flat = this.last.flat;
    let distance = flat ? this.last.view : Math.hypot(...vec.sub(this.last.target, this.last.eye));
    let target = this.last.target;
    if (!flat && this.name !== "ball" && ahead[2] < -0.05) {
      distance = Math.min(this.last.eye[2] / -ahead[2], 150);
      target = vec.add(this.last.eye, ahead, distance);
    }
    this.pose = { target, distance, yaw: flat ? Math.PI / 2 : Math.atan2(ahead[1], ahead[0]), pitch: Math.asin(Math.max(-1, Math.min(1, -ahead[2]))) };
  }
  /**
   * Shares of the picture's height.
   * @param {number} right
   * @param {number} down
   */
  turn(right, down) {
    if (this.last && this.last.flat) return this.shift(right, down);
    this.takeOver();
    if (!this.pose) return;
    this.pose.yaw -= right * PER_TURN;
    this.pose.pitch = Math.min(1.5, Math.max(0.05, this.pose.pitch + down * PER_TURN));
  }
  /**
   * @param {number} right
   * @param {number} down
   */
  shift(right, down) {
    this.takeOver();
    if (!this.pose || !this.last) return;
    const flat = this.last.flat, { yaw, pitch, distance } = this.pose;
    const height = flat ? distance : 2 * distance * Math.tan((this.last.view * Math.PI) / 360);
    const ahead = flat ? 1 : 1 / Math.max(Math.sin(pitch), 0.25);
    const forward = [Math.cos(yaw), Math.sin(yaw), 0], side = [Math.sin(yaw), -Math.cos(yaw), 0];
    if (this.name === "ball") this.name = "side";
    this.moveTo(vec.add(vec.add(this.pose.target, forward, height * down * ahead), side, -height * right));
  }
  /**
   * Over the ground for some seconds, as in the window.
   * @param {number} ahead -1 to 1
   * @param {number} right likewise
   * @param {number} seconds
   */
  walk(ahead, right, seconds) {
    this.takeOver();
    if (!this.pose || !this.last) return;
    const { yaw, distance } = this.pose, speed = (this.last.flat ? distance * 0.6 : Math.max(distance, 8) * 0.7) * Math.min(seconds, 0.1);
    if (this.name === "ball") this.name = "side";
    const forward = [Math.cos(yaw), Math.sin(yaw), 0], side = [Math.sin(yaw), -Math.cos(yaw), 0];
    this.moveTo(vec.add(vec.add(this.pose.target, forward, speed * ahead), side, speed * right));
  }
  /** @param {number[]} target of a hand's camera, which stays near the field */
  moveTo(target) {
    const reach = 120;
    if (this.pose) this.pose.target = target.map((value) => Math.min(reach, Math.max(-reach, value)));
  }
  /** @param {number} notches */
  zoom(notches) {
    this.takeOver();
    if (!this.pose || !this.last) return;
    const factor = PER_NOTCH ** Math.max(-20, Math.min(20, notches));
    const [least, most] = this.last.flat ? [3, 400] : [1.5, 250];
    this.pose.distance = Math.min(most, Math.max(least, this.pose.distance * factor));
  }

  /**
   * @param {number[]} ball
   * @param {number} seconds
   */
  follow(ball, seconds) {
    const goal = [ball[0], ball[1], 0.5 + 0.5 * Math.min(4, Math.max(0, ball[2]))];
    if (!this.followed || Math.hypot(...vec.sub(goal, this.followed)) > 24) {
      this.followed = goal;
      this.speed = [0, 0, 0];
      return;
    }
    const ticks = Math.max(1, Math.round(Math.min(seconds, 1) / 0.005)), tick = Math.min(seconds, 1) / ticks;
    for (let i = 0; i < ticks; ++i) {
      const pull = vec.add(vec.sub(goal, this.followed).map((x) => x * STIFFNESS * STIFFNESS), this.speed, -2 * STIFFNESS);
      this.speed = vec.add(this.speed, pull, tick);
      this.followed = vec.add(this.followed, this.speed, tick);
    }
  }

  /**
   * For the next picture.
   * @param {Game} game
   * @param {number[]} ball
   * @param {number} aspect
   * @param {number} seconds since the one before
   */
  camera(game, ball, aspect, seconds) {
    /** @type {Camera} */
    let camera;
    const key = `${this.name} ${aspect.toFixed(3)} ${game.length} ${game.width}`;
    if (this.name !== "ball" && this.key === key && this.kept) camera = this.kept;
    else camera = cameraNamed(this.name, game, ball, aspect);
    [this.key, this.kept] = [key, camera];
    if (this.name === "ball") {
      this.follow(ball, seconds);
      const followed = this.followed || ball;
      camera = { ...camera, eye: vec.add(camera.eye, vec.sub(followed, camera.target)), target: followed };
      if (this.pose) this.pose.target = followed;
    }
    if (this.pose) {
      const { target, distance, yaw, pitch } = this.pose;
      if (camera.flat) {
        camera = { ...camera, eye: [target[0], target[1], 200], target, view: distance };
      } else {
        const ahead = [Math.cos(yaw) * Math.cos(pitch), Math.sin(yaw) * Math.cos(pitch), -Math.sin(pitch)];
        const eye = vec.add(target, ahead, -distance);
        camera = { ...camera, eye: [eye[0], eye[1], Math.max(0.3, eye[2])], target };
      }
    }
    this.last = camera;
    return camera;
  }
}
