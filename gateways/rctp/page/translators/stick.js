// SPDX-License-Identifier: Apache-2.0
// A stick, a pad, a phone that is tilted: where it is put is what the object does.
import { anyStandard, axesOfParameters, scaled } from "./axes.js";

export const name = "stick";
export const standard = anyStandard;

/** Sticks do not come back to 0 exactly, and few reach 1. */
const DEAD = 0.1, FULL = 0.97;
/** How much of the cube is in the curve: small movements are fine, large ones still reach the limit. */
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
