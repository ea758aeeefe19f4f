// SPDX-License-Identifier: Apache-2.0
// Drives to a place on the floor that a user has pointed to, in a straight line and without regard to obstacles.
import { scaled } from "./axes.js";

export const name = "go there";
export const standard = ["forward-turn", "vector"];

/** The distance from the place within which the robot slows down, m. */
const NEAR = 0.6;
/**
 * Radians: a vehicle turns on the spot while its heading is farther than the first angle off the direction to the
 * place, and turns with full power from the second angle on.
 */
const AHEAD = 0.5, FULL_TURN = 0.8;

/** @param {number} value */
const limited = (value) => Math.min(1, Math.max(-1, value));

/**
 * @param {import("./axes.js").ControlledObject} object
 * @returns {import("./axes.js").Translator}
 */
export function create(object) {
  const rest = object.parameters.map((parameter) => parameter.neutral);
  return {
    input({ place }, seconds, { pose }) {
      if (!place || !pose) return rest;
      const x = place[0] - pose.x, y = place[1] - pose.y, speed = limited(Math.hypot(x, y) / NEAR);
      const aside = Math.atan2(y, x) - pose.heading, turn = Math.atan2(Math.sin(aside), Math.cos(aside));
      const parts = object.standard === "vector" ? [Math.cos(turn) * speed, Math.sin(turn) * speed, 0]
        : [Math.abs(turn) < AHEAD ? Math.cos(turn) * speed : 0, limited(turn / FULL_TURN)];
      return object.parameters.map((parameter, i) => scaled(parts[i] || 0, parameter));
    },
  };
}
