// SPDX-License-Identifier: Apache-2.0
// Maps the axes of a device to the parameters of an object, for all devices with axes.

/**
 * The input of a translator. The limits of an object's parameters are finite. `seconds` have passed since the last
 * call. `latest` is the known state of the robot: the values of the object, the robot's pose (m, radians; null if
 * unknown), the numbers of its control inputs by name.
 * @typedef {{name: string, unit: string, type: string, min: number, max: number, neutral: number}} Parameter
 * @typedef {{name: string, standard: string, trigger: boolean, parameters: Parameter[]}} ControlledObject
 * @typedef {{axes: number[], buttons: number[], place: number[] | null, values: number[] | null}} State
 * @typedef {{values: number[], pose: {x: number, y: number, heading: number} | null, inputs: {[name: string]: number[]}}} Latest
 * @typedef {{input(state: State, seconds: number, latest: Latest): number[] | null}} Translator  null: the device requests nothing
 */

/** The standards that these translators support; "" stands for objects of unknown meaning. */
export const anyStandard = ["forward-turn", "vector", "pan-tilt", "pan-tilt-zoom", "place", ""];

const RIGHT = 0, UP = 1, THIRD = 2;
// Turns and pans are positive to the left, as is y of a robot's own frame.
/** @type {{[standard: string]: number[][]}} */
const PARAMETERS_OF_STANDARD = {
  "forward-turn": [[UP, 1], [RIGHT, -1]],
  vector: [[UP, 1], [RIGHT, -1], [THIRD, 1]],
  "pan-tilt": [[RIGHT, -1], [UP, 1]],
  "pan-tilt-zoom": [[RIGHT, -1], [UP, 1], [THIRD, 1]],
};

/**
 * An axis and its sign for each parameter; null if no axis moves it.
 * @param {ControlledObject} object
 */
export function axesOfParameters({ standard, parameters }) {
  const count = parameters.length;
  let known = PARAMETERS_OF_STANDARD[standard];
  // An arm that moves in a plane is seen from the side, with x to the right.
  if (!known && standard === "place") known = count > 2 ? PARAMETERS_OF_STANDARD.vector : [[RIGHT, 1], [UP, 1]];
  if (!known) known = count === 1 ? [[UP, 1]] : [[RIGHT, 1], [UP, 1], [THIRD, 1]];
  return parameters.map((_, i) => known[i] || null);
}

/**
 * The value of a parameter at an axis position from -1 to 1. It is exact at both ends and in the middle.
 * @param {number} axis
 * @param {Parameter} parameter
 */
export function scaled(axis, { min, max, neutral }) {
  if (axis >= 1) return max;
  if (axis <= -1) return min;
  return axis < 0 ? neutral + axis * (neutral - min) : neutral + axis * (max - neutral);
}

/**
 * The inverse of `scaled`: the axis position, -1 to 1, for a value of a parameter.
 * @param {number} value
 * @param {Parameter} parameter
 */
export function unscaled(value, { min, max, neutral }) {
  if (value > neutral) return max > neutral ? Math.min(1, (value - neutral) / (max - neutral)) : 0;
  return value < neutral && min < neutral ? Math.max(-1, (value - neutral) / (neutral - min)) : 0;
}

/**
 * Whether an object keeps its position, as a head or an arm does; other objects are speeds and powers.
 * @param {ControlledObject} object
 */
export function isPosition({ standard }) {
  return standard.startsWith("pan-tilt") || standard.startsWith("place");
}
