// SPDX-License-Identifier: Apache-2.0
// The interface of devices, and the ranges in which devices move objects.

/**
 * The state of a device. A device at rest has only zeros and nulls.
 *   axes: -1 to 1: x to the right, y up or forward, then further ones
 *   buttons: 0 to 1; the first one fires triggers
 *   place: the place in the world that the user has pointed to, m, z up
 *   values: numbers in the units of the object itself, or angles of a measuring arm in degrees; null: none have been
 *     entered yet
 *   texts: the texts that have been entered since the last read
 * @typedef {{axes: number[], buttons: number[], place: number[] | null, values: number[] | null, texts?: string[]}} DeviceState
 */

/**
 * The keys and controls that a device uses, with the function of each; "" if the device's name describes it. Keys have
 * the names of `Keyboard.keyOf`, parts of a gamepad those of `GamepadPart`.
 * @typedef {{[key: string]: string}} KeyUse
 */

/**
 * Something that a person or a script moves. One device serves one object at a time; a device that is offered for
 * several objects is the same JavaScript object in all of them.
 *   read: returns the state, `seconds` after the last read. It is called 50 times per second while the robot is
 *     operated.
 *   attach, detach: the device has been chosen for that object and shows itself in that element; it is no longer chosen
 *   begin: the session begins, with these values of the object
 *   rest: the device is released (emergency stop, hidden page); what springs back does so, and pending input is
 *     discarded
 *   show: takes what the robot reports, if the device displays an input
 *   translator: the address of the module that computes the object's values from the state, if the device does not
 *     provide `values` itself
 *   uses: the keys, sticks and buttons that it needs when it moves that object; no other chosen device may use one of
 *     them
 *   problem: why it cannot be used at the moment, in one sentence; empty if it can
 * @typedef {{
 *   name: string, kind: "hardware" | "screen" | "keys" | "virtual", read(seconds: number): DeviceState,
 *   attach?(element: HTMLElement, object: RobotObject): void, detach?(): void, begin?(values: number[]): void, rest?(): void,
 *   show?(value: number[] | string): void, translator?: string, uses?(object: RobotObject): KeyUse, problem?: string,
 * }} Device
 */

/**
 * The range in which devices move a parameter.
 * @typedef {{min: number, max: number, neutral: number}} UsableRange
 */

/** The translators that come with the page. */
const TRANSLATOR = {
  stick: "/translators/stick.js", keys: "/translators/keys.js", goThere: "/translators/go-there.js", measuringArm: "/translators/measuring-arm.js",
};

/** A limit beyond this is treated as absent: sliders would jump by kilometres. */
const MAX_USABLE = 1e6;
/** The range of a parameter without usable limits extends this far from the neutral value. */
const DEFAULT_REACH = 100;

/** @returns {DeviceState} */
function stateAtRest() {
  return { axes: [], buttons: [], place: null, values: null };
}

/**
 * Converts the value of an axis or a button from an external source.
 * @param {unknown} value
 * @param {number} least
 */
function axisOf(value, least = -1) {
  return typeof value === "number" && Number.isFinite(value) ? Math.min(1, Math.max(least, value)) : 0;
}

/**
 * The limits of a parameter if a person can use them, otherwise a range around its neutral value.
 * @param {{min?: number | null, max?: number | null, neutral?: number | null}} parameter
 * @returns {UsableRange}
 */
function usableRange(parameter) {
  const low = typeof parameter.min === "number" && !Number.isNaN(parameter.min) ? parameter.min : -Infinity;
  const high = typeof parameter.max === "number" && !Number.isNaN(parameter.max) ? parameter.max : Infinity;
  const wanted = typeof parameter.neutral === "number" && Number.isFinite(parameter.neutral) ? parameter.neutral : 0;
  const neutral = Math.min(high, Math.max(low, wanted));
  const min = Math.abs(low) <= MAX_USABLE ? low : Math.min(high, neutral - DEFAULT_REACH);
  const max = Math.abs(high) <= MAX_USABLE ? high : Math.max(low, neutral + DEFAULT_REACH);
  return { min, max: Math.max(min, max), neutral: Math.min(Math.max(min, max), Math.max(min, neutral)) };
}

/**
 * Whether the object keeps its position, as a head or an arm does. Other objects are speeds and powers, which end when
 * the device is released.
 * @param {RobotObject} object
 */
function isPosition(object) {
  return /^(pan-tilt|place)/.test(object.standard);
}

/** @param {RobotObject} object */
function neutralValues(object) {
  return object.parameters.map((parameter) => usableRange(parameter).neutral);
}
