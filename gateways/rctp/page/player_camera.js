// SPDX-License-Identifier: Apache-2.0
// The view from behind an operated player, and the direction "away from the viewer" in any view.

const BEHIND = { above: 0.5, view: 52, nearest: 1.5, farthest: 60 }; // m above the player's centre, the camera's target; degrees; m
const HIGHEST_PITCH = 1.45; // rad
const TURN_PER_SECOND = 1.8; // rad/s with keys or a stick

class PlayerCamera {
  constructor() {
    /** The direction of view, rad: yaw about the vertical from the world's x, and pitch downwards. */
    this.yaw = 0;
    this.pitch = 0.4;
    this.distance = 7; // m
    /** Whether the view turns to the ball automatically, until the user turns it. */
    this.followsBall = true;
  }

  /**
   * @param {number} left rad
   * @param {number} down rad
   */
  turn(left, down) {
    if (left) this.followsBall = false;
    this.yaw = wrapped(this.yaw + left);
    this.pitch = Math.min(HIGHEST_PITCH, Math.max(-0.25, this.pitch + down));
  }
  /** @param {number} notches */
  zoom(notches) {
    this.distance = Math.min(BEHIND.farthest, Math.max(BEHIND.nearest, this.distance * PER_NOTCH ** notches));
  }

  /**
   * Turns to the ball, unless the user has turned the view elsewhere.
   * @param {number[]} player m
   * @param {number[]} ball m
   */
  follow(player, ball) {
    const away = [ball[0] - player[0], ball[1] - player[1]];
    // At a smaller distance every step of the player or the ball would turn the view.
    if (this.followsBall && Math.hypot(away[0], away[1]) > 0.6) this.yaw = Math.atan2(away[1], away[0]);
  }

  /**
   * The camera for the next picture.
   * @param {Game} game
   * @param {number[]} player m
   * @returns {Camera}
   */
  camera(game, player) {
    const target = [player[0], player[1], Math.max(player[2], game.agentRadius) + BEHIND.above];
    const ahead = [Math.cos(this.yaw) * Math.cos(this.pitch), Math.sin(this.yaw) * Math.cos(this.pitch), -Math.sin(this.pitch)];
    const eye = vec.add(target, ahead, -this.distance);
    return { eye: [eye[0], eye[1], Math.max(0.15, eye[2])], target, up: [0, 0, 1], view: BEHIND.view, flat: false };
  }
}

/**
 * The heading that leads away from the viewer, rad.
 * @param {Camera} camera
 */
function headingAway({ eye, target, up, flat }) {
  const ahead = flat ? up : vec.sub(target, eye);
  return Math.atan2(ahead[1], ahead[0]);
}

/**
 * The same angle between -π and π.
 * @param {number} angle rad
 */
function wrapped(angle) {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}
