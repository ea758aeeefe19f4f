// SPDX-License-Identifier: Apache-2.0
// For a stick, a pad or a tilted phone: its deflection directly gives the values of the object.
import { anyStandard, axesOfParameters, scaled } from "./axes.js";

export const name = "stick";
export const standard = anyStandard;

/** The dead zone, because sticks do not return to exactly 0, and the deflection that counts as 1, because few reach it. */
const DEAD = 0.1, FULL = 0.97;
/** The weight of the cubic part of the curve, which makes small movements fine while large ones still reach the limit. */
const CURVE = 0.4;

/** @param {number} axis */
export function curved(axis) {
  const size = Math.min(1, Math.max(0, (Math.abs(axis) - DEAD) / (FULL - DEAD)));
  return Math.sign(axis) * ((1 - CURVE) * size + CURVE * size ** 3) || 0;
}

/**
 * @param {import("./axes.js").ControlledObject} object
 * @returns {import("./axes.js").Translator}
 */
export function create(object) {
  const axes = axesOfParameters(object);
  return {
    input: (state) => object.parameters.map((parameter, i) =>
      (axes[i] ? scaled(curved(axes[i][1] * (state.axes[axes[i][0]] || 0)), parameter) : parameter.neutral)),
  };
}
