// SPDX-License-Identifier: Apache-2.0
// A measuring arm with two joints, held by its tip. The angles of its joints give the place of the tip as a share of
// the arm's reach, and the robot's fingertip moves to the same share of its own reach.
export const name = "measuring arm";
export const standard = ["place"];

/** The links of the measuring arm have equal lengths. Angles are positive upwards; that of the second link is relative to the first. */
const LINKS = 2;
const RADIANS = Math.PI / 180;
/** Joints that are axes of a gamepad turn this far in each direction, degrees. */
const AXIS_TURN = 180;

/**
 * The place of the tip, in units of the arm's reach.
 * @param {number} shoulder degrees
 * @param {number} elbow
 */
export function tip(shoulder, elbow) {
  const first = shoulder * RADIANS, second = first + elbow * RADIANS;
  return [(Math.cos(first) + Math.cos(second)) / LINKS, (Math.sin(first) + Math.sin(second)) / LINKS];
}

/**
 * @param {import("./axes.js").ControlledObject} object
 * @returns {import("./axes.js").Translator}
 */
export function create(object) {
  // x is forward, z up; an object with three parameters has y between them, which this arm does not move.
  const upwards = object.parameters.length - 1;
  return {
    input(state) {
      const angles = state.values || (state.axes.some(Boolean) ? state.axes.map((axis) => axis * AXIS_TURN) : null);
      if (!angles || angles.length < 2) return null;
      const [x, z] = tip(angles[0], angles[1]);
      return object.parameters.map((parameter, i) => {
        const part = i === 0 ? x : i === upwards ? z : 0;
        return i === 0 || i === upwards ? part * (part < 0 ? -parameter.min : parameter.max) : parameter.neutral;
      });
    },
  };
}
