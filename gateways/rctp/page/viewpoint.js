// SPDX-License-Identifier: Apache-2.0
// The viewpoints of the model: the whole world, the robot from a fixed side, from behind, or through its camera.

/** The defaults of the view that follows the robot and of the one from behind: radians, and the distance in radii of the robot. */
const FOLLOW = { yaw: Math.PI / 2, pitch: 0.7, radii: 20 }, BEHIND_IT = { yaw: 0, pitch: 0.42, radii: 9 };
const LENS = 40; // degrees
const STEEPEST = 1.5, FLATTEST = 0.02;

/**
 * Angles in radians (the yaw of a view from behind is relative to the robot's heading), distance in m, the target in
 * the world or relative to the robot, the lens in degrees.
 * @typedef {{yaw: number, pitch: number, distance: number, target: number[], lens: number}} ViewPose
 */

class Viewpoint {
  /** @param {Model} model */
  constructor(model) {
    this.model = model;
    /** @type {string} */
    this.name = "overview";
    /**
     * The poses set by pointer input, by name of the view.
     * @type {Map<string, ViewPose>}
     */
    this.hands = new Map();
    /** The heading of the view from behind, which approaches the robot's heading slowly. */
    this.heading = NaN;
    /** Whether an object defines the robot's forward direction; otherwise its camera does. */
    this.hasForward = false;
    /** @type {Camera | null} */
    this.last = null;
  }

  /** @param {string} name */
  choose(name) {
    this.name = name;
    this.heading = NaN;
  }
  /** Resets the view of this name. */
  reset() {
    this.hands.delete(this.name);
  }

  get radius() {
    return Math.max(0.1, this.model.bodies.get(this.model.robot)?.radius || 0.25);
  }

  /** @param {number} aspect */
  hand(aspect) {
    const made = this.hands.get(this.name);
    if (made) return made;
    const { yaw, pitch, radii } = this.name === "behind" ? BEHIND_IT : FOLLOW;
    const fresh = this.name === "overview" ? this.whole(aspect) : { yaw, pitch, distance: this.radius * radii, target: [0, 0, 0], lens: LENS };
    this.hands.set(this.name, fresh);
    return fresh;
  }

  /**
   * The pose from which everything is in the picture.
   * @param {number} aspect
   */
  whole(aspect) {
    const { eye, target, view } = stageCamera(this.model.extent(), aspect), away = vec.sub(target, eye), distance = Math.hypot(...away);
    return { yaw: Math.atan2(away[1], away[0]), pitch: Math.asin(-away[2] / distance), distance, target, lens: view };
  }

  /** The direction in which the robot looks or drives, radians; NaN if unknown. */
  robotHeading() {
    const pose = this.model.pose(this.hasForward ? this.model.robot : this.model.robotCamera || this.model.robot);
    return pose ? Math.atan2(pose.turn[3], pose.turn[0]) : NaN;
  }

  /**
   * @param {number} aspect
   * @param {number} seconds since the last call
   * @returns {Camera}
   */
  camera(aspect, seconds) {
    const robot = this.model.pose(this.model.robot);
    const through = this.name === "camera" ? this.model.through(this.model.robotCamera, aspect) : null;
    if (through) return (this.last = through);
    const hand = this.hand(aspect);
    let heading = 0;
    if (this.name === "behind") {
      const now = this.robotHeading();
      if (!Number.isNaN(now)) {
        const away = Number.isNaN(this.heading) ? 0 : Math.atan2(Math.sin(now - this.heading), Math.cos(now - this.heading));
        this.heading = Number.isNaN(this.heading) ? now : this.heading + away * (1 - Math.exp(-seconds / 0.25));
      }
      heading = this.heading || 0;
    }
    return (this.last = cameraOf(hand, this.name === "overview" || !robot ? [0, 0, 0] : robot.place, heading));
  }

  /**
   * Takes a movement of the pointer in shares of the picture's height.
   * @param {number} right
   * @param {number} down
   */
  turn(right, down) {
    const hand = this.hands.get(this.name);
    if (!hand) return;
    hand.yaw -= right * PER_TURN;
    hand.pitch = Math.min(STEEPEST, Math.max(FLATTEST, hand.pitch + down * PER_TURN));
  }
  /**
   * @param {number} right
   * @param {number} down
   */
  shift(right, down) {
    const hand = this.hands.get(this.name), camera = this.last;
    if (!hand || !camera) return;
    const ahead = vec.unit(vec.sub(camera.target, camera.eye)), level = vec.unit([ahead[0], ahead[1], 0]);
    const side = [level[1], -level[0], 0], height = 2 * hand.distance * Math.tan((camera.view * Math.PI) / 360);
    const moved = vec.add(vec.add(hand.target, level, (height * down) / Math.max(0.25, -ahead[2])), side, -height * right);
    const reach = 3 * this.model.extent().radius;
    hand.target = moved.map((value) => Math.min(reach, Math.max(-reach, value)));
  }
  /** @param {number} notches */
  zoom(notches) {
    const hand = this.hands.get(this.name);
    if (hand) hand.distance = Math.min(2000, Math.max(this.radius * 2, hand.distance * PER_NOTCH ** Math.max(-20, Math.min(20, notches))));
  }
}

/**
 * @param {ViewPose} hand
 * @param {number[]} origin the origin of its target
 * @param {number} heading the heading to which its yaw is added
 * @returns {Camera}
 */
function cameraOf({ yaw, pitch, distance, target, lens }, origin, heading) {
  const towards = yaw + heading, ahead = [Math.cos(towards) * Math.cos(pitch), Math.sin(towards) * Math.cos(pitch), -Math.sin(pitch)];
  const at = vec.add(origin, target);
  return { eye: vec.add(at, ahead, -distance), target: at, up: [0, 0, 1], view: lens, flat: false, near: Math.min(0.5, distance * 0.02) };
}

/**
 * Projects a place of the picture onto a level plane; null if it is in the sky.
 * @param {Camera} camera
 * @param {number} aspect
 * @param {number} x -1 to 1, right
 * @param {number} y -1 to 1, up
 * @param {number} height height of the plane, m
 */
function floorAt(camera, aspect, x, y, height = 0) {
  const ahead = vec.unit(vec.sub(camera.target, camera.eye)), right = vec.unit(vec.cross(ahead, camera.up)), up = vec.cross(right, ahead);
  if (camera.flat) {
    const half = camera.view / 2;
    return [...vec.add(vec.add(camera.eye, right, x * half * aspect), up, y * half).slice(0, 2), height];
  }
  const half = Math.tan((camera.view * Math.PI) / 360);
  const ray = vec.add(vec.add(ahead, right, x * half * aspect), up, y * half), distance = (height - camera.eye[2]) / ray[2];
  return distance > 0 && Number.isFinite(distance) ? vec.add(camera.eye, ray, distance) : null;
}
