// SPDX-License-Identifier: Apache-2.0
// The window's cameras for a match or another world, selected by name or moved by the user.

const PER_TURN = 2.5; // rad for the height of the picture
const PER_NOTCH = 0.88;
const STIFFNESS = 2.6; // 1/s, of the spring that moves the ball's camera to the ball
/** Shares of the picture that are reserved for the score board and the bar. */
const FREE = { above: 0.13, below: 0.03 };

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
    // The near half of the field takes more of the picture, so the camera looks at a place nearer than the middle.
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
      // A steeper view shows more of the depth; choose the pitch that makes the field largest.
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

/**
 * The subject of a rig. `names`: its cameras. `follows`: those that follow an object, whose place is `followed`. `key`:
 * while it is unchanged, so are the named cameras. `nearest`, `farthest`: distance between eye and target. `reach`: how
 * far from `middle` the user may move the target. m
 * @typedef {{names: string[], follows: string[], key: string, camera: (name: string, aspect: number) => Camera, followed: number[], jump: number,
 *   nearest: number, farthest: number, lowest: number, middle: number[], reach: number, onGround: boolean}} Subject
 *   `jump`: m, after a greater movement the camera cuts to the object instead of following it;
 *   `lowest`: height of the eye; `onGround`: the user turns the camera about a place on the ground
 */

/**
 * @param {Game} game
 * @param {number[]} ball
 * @returns {Subject}
 */
function matchSubject(game, ball) {
  return {
    names: ["side", "ball", "left", "right", "top"], follows: ["ball"], key: `${game.length} ${game.width}`, camera: (name, aspect) => cameraNamed(name, game, ball, aspect),
    followed: [ball[0], ball[1], 0.5 + 0.5 * Math.min(4, Math.max(0, ball[2]))], jump: 24, nearest: 1.5, farthest: 250, lowest: 0.3, middle: [0, 0, 0],
    reach: 120, onGround: true,
  };
}

/** A player's own view: m above his place, degrees, and the distance, m, within which the ball no longer turns the view. */
const OWN_VIEW = { above: 0.4, lens: 60, near: 0.6 };

/**
 * A match with a selected player, who adds two cameras: one that follows him, and his own view, directed at the ball.
 * @param {Game} game
 * @param {number[]} ball
 * @param {{name: string, man: Man, ahead: number[]}} chosen `name`: the camera that is used; `ahead`: his last direction of view, which this function updates
 * @returns {Subject}
 */
function playerSubject(game, ball, { name, man, ahead }) {
  const subject = matchSubject(game, ball), place = [man.x, man.y, man.z];
  const names = [...subject.names, "player", "own"], key = `${subject.key} ${name === "own" ? [...place, ...ball] : ""}`;
  if (name === "player") return { ...subject, names, key, follows: ["player"], followed: [place[0], place[1], 0.5], camera: (_, aspect) => cameraNamed("ball", game, place, aspect) };
  const way = [ball[0] - man.x, ball[1] - man.y];
  if (Math.hypot(...way) > OWN_VIEW.near) [ahead[0], ahead[1]] = way;
  const eye = vec.add(place, [0, 0, OWN_VIEW.above]), length = Math.hypot(ahead[0], ahead[1]) || 1;
  const target = vec.add(eye, [ahead[0] / length, ahead[1] / length, -0.04], 10);
  return {
    ...subject, names, key,
    camera: (asked, aspect) => (asked === "own" ? { eye, target, up: [0, 0, 1], view: OWN_VIEW.lens, flat: false } : subject.camera(asked, aspect)),
  };
}

/**
 * The view of a world: lens in degrees, pitch and yaw in rad; the share of the picture that it fills; and the distance
 * to a followed object in radii of that object.
 */
const WORLD_CAMERA = { lens: 30, pitch: 0.55, yaw: 0.45, share: 0.94, radii: 10 };
const CENTRED = 4; // number of iterations that move the camera to the middle of what it sees

/**
 * The whole stage, as large as the picture allows.
 * @param {Stage} stage
 * @param {number} aspect
 * @returns {Camera}
 */
function stageCamera({ middle, radius, low, high }, aspect) {
  const { lens, pitch, yaw, share } = WORLD_CAMERA, near = Math.min(0.5, Math.max(0.01, 0.05 * radius));
  const corners = Array.from({ length: 8 }, (_, i) => low.map((value, axis) => ((i >> axis) & 1 ? high[axis] : value)));
  const back = [Math.sin(yaw) * Math.cos(pitch), -Math.cos(yaw) * Math.cos(pitch), Math.sin(pitch)];
  const right = vec.unit(vec.cross(back, [0, 0, -1])), up = vec.cross(back, right), half = Math.tan((lens * Math.PI) / 360);
  let target = low.map((value, axis) => (value + high[axis]) / 2);
  const at = (/** @type {number} */ distance) => ({ eye: vec.add(target, back, distance), target, up: [0, 0, 1], view: lens, flat: false, near });
  const fits = (/** @type {number} */ distance) => {
    const view = matrixOf(at(distance), aspect);
    return corners.every((corner) => {
      const seen = projected(view, corner);
      return seen && Math.abs(seen[0]) < share && Math.abs(seen[1]) < share;
    });
  };
  let distance = 0;
  // Near parts take more of the picture, so the middle of the box is not the middle of the picture; the target is
  // corrected iteratively.
  for (let i = 0; i < CENTRED; ++i) {
    let close = 0, far = 2 * radius;
    while (!fits(far) && far < 1e6) far *= 2;
    for (let j = 0; j < 20; ++j) {
      const between = (close + far) / 2;
      if (fits(between)) far = between;
      else close = between;
    }
    distance = far;
    if (i + 1 === CENTRED) break;
    const seen = corners.map((corner) => projected(matrixOf(at(distance), aspect), corner) || [0, 0]);
    const [x, y] = [0, 1].map((axis) => (Math.min(...seen.map((place) => place[axis])) + Math.max(...seen.map((place) => place[axis]))) / 2);
    target = vec.add(vec.add(target, right, x * half * aspect * distance), up, y * half * distance);
  }
  return at(distance);
}

/**
 * A world of bodies: the whole stage, a followed object, and the view from above.
 * @param {Stage} stage
 * @param {number[]} followed m
 * @param {number} size radius of the followed object, m
 * @returns {Subject}
 */
function worldSubject(stage, followed, size = Infinity) {
  const { middle, radius, low, high } = stage;
  return {
    names: ["all", "follow", "top"], follows: ["follow"], key: `${low} ${high}`, followed, jump: Math.max(1, radius), nearest: 0.05 * radius,
    farthest: Math.max(250, 8 * radius), lowest: 0.05, middle, reach: 3 * radius, onGround: false,
    camera: (name, aspect) => {
      if (name === "top") {
        const [x, y] = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2];
        const view = Math.max(high[1] - low[1], (high[0] - low[0]) / aspect) / WORLD_CAMERA.share;
        return { eye: [x, y, 200], target: [x, y, 0], up: [0, 1, 0], view, flat: true };
      }
      const whole = stageCamera(stage, aspect);
      if (name !== "follow") return whole;
      const back = vec.sub(whole.eye, whole.target), away = Math.hypot(...back);
      return { ...whole, eye: vec.add(followed, back, Math.min(0.5, (WORLD_CAMERA.radii * size) / away)), target: followed };
    },
  };
}

class CameraRig {
  constructor() {
    this.name = "";
    /**
     * The pose that the user has set; null for the pose of the named camera.
     * @type {{target: number[], distance: number, yaw: number, pitch: number} | null}
     */
    this.pose = null;
    /**
     * The target of a camera that follows something.
     * @type {number[] | null}
     */
    this.followed = null;
    this.speed = [0, 0, 0];
    /**
     * The subject of the last picture.
     * @type {Subject | null}
     */
    this.subject = null;
    /** @type {Camera | null} */
    this.last = null;
    this.key = "";
    /** @type {Camera | null} */
    this.kept = null;
  }

  get names() {
    return this.subject ? this.subject.names : [];
  }
  get follows() {
    return this.subject !== null && this.subject.follows.includes(this.name);
  }

  /** @param {string} name */
  choose(name) {
    if (!this.names.includes(name)) return;
    this.name = name;
    this.pose = null;
    this.followed = null;
  }
  next() {
    this.choose(this.names[(this.names.indexOf(this.name) + 1) % this.names.length]);
  }
  get shownName() {
    return this.pose && !this.follows && this.name !== "top" ? "free" : this.name;
  }
  /** A camera that the user moves aside stops following. */
  stopFollowing() {
    if (this.follows) this.name = this.names[0];
  }

  takeOver() {
    if (this.pose || !this.last || !this.subject) return;
    const ahead = vec.unit(vec.sub(this.last.target, this.last.eye));
    const flat = this.last.flat;
    let distance = flat ? this.last.view : Math.hypot(...vec.sub(this.last.target, this.last.eye));
    let target = this.last.target;
    if (this.subject.onGround && !flat && !this.follows && ahead[2] < -0.05) {
      distance = Math.min(this.last.eye[2] / -ahead[2], 150);
      target = vec.add(this.last.eye, ahead, distance);
    }
    this.pose = { target, distance, yaw: flat ? Math.PI / 2 : Math.atan2(ahead[1], ahead[0]), pitch: Math.asin(Math.max(-1, Math.min(1, -ahead[2]))) };
  }
  /**
   * Turns the camera by shares of the picture's height.
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
    this.stopFollowing();
    this.moveTo(vec.add(vec.add(this.pose.target, forward, height * down * ahead), side, -height * right));
  }
  /**
   * Moves over the ground for some seconds, as in the window.
   * @param {number} ahead -1 to 1
   * @param {number} right likewise
   * @param {number} seconds
   */
  walk(ahead, right, seconds) {
    this.takeOver();
    if (!this.pose || !this.last) return;
    const { yaw, distance } = this.pose, least = this.subject && this.subject.onGround ? 8 : 0;
    const speed = (this.last.flat ? distance * 0.6 : Math.max(distance, least) * 0.7) * Math.min(seconds, 0.1);
    this.stopFollowing();
    const forward = [Math.cos(yaw), Math.sin(yaw), 0], side = [Math.sin(yaw), -Math.cos(yaw), 0];
    this.moveTo(vec.add(vec.add(this.pose.target, forward, speed * ahead), side, speed * right));
  }
  /** @param {number[]} target the target of the user's camera, which stays near the visible objects */
  moveTo(target) {
    if (!this.pose || !this.subject) return;
    const { middle, reach } = this.subject;
    this.pose.target = target.map((value, axis) => Math.min(middle[axis] + reach, Math.max(middle[axis] - reach, value)));
  }
  /** @param {number} notches */
  zoom(notches) {
    this.takeOver();
    if (!this.pose || !this.last || !this.subject) return;
    const factor = PER_NOTCH ** Math.max(-20, Math.min(20, notches)), { nearest, farthest } = this.subject;
    const [least, most] = this.last.flat ? [2 * nearest, 1.6 * farthest] : [nearest, farthest];
    this.pose.distance = Math.min(most, Math.max(least, this.pose.distance * factor));
  }

  /**
   * @param {number[]} goal
   * @param {number} jump m
   * @param {number} seconds
   */
  follow(goal, jump, seconds) {
    if (!this.followed || Math.hypot(...vec.sub(goal, this.followed)) > jump) {
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
   * The camera for the next picture.
   * @param {Subject} subject
   * @param {number} aspect
   * @param {number} seconds since the last picture
   */
  camera(subject, aspect, seconds) {
    this.subject = subject;
    if (!subject.names.includes(this.name)) this.name = subject.names[0];
    /** @type {Camera} */
    let camera;
    const key = `${this.name} ${aspect.toFixed(3)} ${subject.key}`;
    if (!this.follows && this.key === key && this.kept) camera = this.kept;
    else camera = subject.camera(this.name, aspect);
    [this.key, this.kept] = [key, camera];
    if (this.follows) {
      this.follow(subject.followed, subject.jump, seconds);
      const followed = this.followed || subject.followed;
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
        camera = { ...camera, eye: [eye[0], eye[1], Math.max(subject.lowest, eye[2])], target };
      }
    }
    this.last = camera;
    return camera;
  }
}
