// SPDX-License-Identifier: Apache-2.0
// Which axis of a device moves which parameter of an object, for all devices with axes.

/**
 * What a translator gets of an object: limits are finite. `seconds` have passed since the last time; `latest` is what is known of the robot: the values
 * of the object, where the robot is (m, radians; null if that is not known), the numbers of its control inputs by name.
 * @typedef {{name: string, unit: string, type: string, min: number, max: number, neutral: number}} Parameter
 * @typedef {{name: string, standard: string, trigger: boolean, parameters: Parameter[]}} ControlledObject
 * @typedef {{axes: number[], buttons: number[], place: number[] | null, values: number[] | null}} State
 * @typedef {{values: number[], pose: {x: number, y: number, heading: number} | null, inputs: {[name: string]: number[]}}} Latest
 * @typedef {{input(state: State, seconds: number, latest: Latest): number[] | null}} Translator  null: the device asks for nothing
 */

/** What these translators are for; "" are objects of which nothing is known. */
export const anyStandard = ["forward-turn", "vector", "pan-tilt", "pan-tilt-zoom", "place", ""];

const RIGHT = 0, UP = 1, THIRD = 2;
// Turns and pans are positive to the left, and so is y of a robot's own frame.
/** @type {{[standard: string]: number[][]}} */
const PARAMETERS_OF_STANDARD = {
  "forward-turn": [[UP, 1], [RIGHT, -1]],
  vector: [[UP, 1], [RIGHT, -1], [THIRD, 1]],
  "pan-tilt": [[RIGHT, -1], [UP, 1]],
  "pan-tilt-zoom": [[RIGHT, -1], [UP, 1], [THIRD, 1]],
};

/**
 * An axis and its sign for each parameter; null: no axis moves it.
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
 * The value of a parameter at an axis from -1 to 1. At both ends and in the middle it is exact.
 * @param {number} axis
 * @param {Parameter} parameter
 */
export function scaled(axis, { min, max, neutral }) {
  if (axis >= 1) return max;
  if (axis <= -1) return min;
  return axis < 0 ? neutral + axis * (neutral - min) : neutral + axis * (max - neutral);
}

/**
 * How far from its middle a value is, -1 to 1: the other way round.
 * @param {number} value
 * @param {Parameter} parameter
 */
export function unscaled(value, { min, max, neutral }) {
  if (value > neutral) return max > neutral ? Math.min(1, (value - neutral) / (max - neutral)) : 0;
  return value < neutral && min < neutral ? Math.max(-1, (value - neutral) / (neutral - min)) : 0;
}

/**
 * Whether an object holds where it was put (a head, an arm); others are speeds and powers.
 * @param {ControlledObject} object
 */
export function isPosition({ standard }) {
  return standard.startsWith("pan-tilt") || standard.startsWith("place");
}
