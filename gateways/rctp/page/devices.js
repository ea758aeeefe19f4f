// SPDX-License-Identifier: Apache-2.0
// What a device is, and the ranges in which devices move objects.

/**
 * What a device has been moved to. A device at rest has only zeros and nulls.
 *   axes: -1 to 1: x to the right, y up or forward, then further ones
 *   buttons: 0 to 1; the first one fires triggers
 *   place: where the user has pointed to in the world, m, z up
 *   values: numbers in the units of the object itself, or angles of a measuring arm, degrees; null: none were given yet
 *   texts: what has been entered since the last time
 * @typedef {{axes: number[], buttons: number[], place: number[] | null, values: number[] | null, texts?: string[]}} DeviceState
 */

/**
 * What moves a device, and what each does with it; "": the device's name says that. Keys have the names of `Keyboard.keyOf`, parts of a gamepad those of
 * `GamepadPart`.
 * @typedef {{[key: string]: string}} KeyUse
 */

/**
 * Something that a person or a script moves. One device serves one object at a time; a device that is offered for several objects is one JavaScript
 * object in all of them.
 *   read: its state; `seconds` have passed since the last time. It is called 50 times per second while the robot is operated.
 *   attach, detach: it is chosen for that object, and has that element for what it shows; it is not chosen any more
 *   begin: the session begins, with these values of the object
 *   rest: it is no longer held (emergency stop, hidden page); what springs back does, and what was given is void
 *   show: takes what the robot reports, if the device is one that shows something (of inputs)
 *   translator: the address of the module that makes the object's values of its state, if it does not give `values` itself
 *   uses: the keys, sticks and buttons that it needs when it moves that object; no other device that is chosen may use one of them
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

/** A limit beyond this is none that a person could use: sliders would jump by kilometres. */
const MAX_USABLE = 1e6;
/** The range of parameters without usable limits reaches that far from the neutral value. */
const DEFAULT_REACH = 100;

/** @returns {DeviceState} */
function stateAtRest() {
  return { axes: [], buttons: [], place: null, values: null };
}

/**
 * A number of an axis or a button as it comes from outside.
 * @param {unknown} value
 * @param {number} least
 */
function axisOf(value, least = -1) {
  return typeof value === "number" && Number.isFinite(value) ? Math.min(1, Math.max(least, value)) : 0;
}

/**
 * The limits of a parameter if a person can use them, else some around its neutral value.
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
 * Whether the object holds where it was put: a head, an arm. Others are speeds and powers, which end when the device is no longer held.
 * @param {RobotObject} object
 */
function isPosition(object) {
  return /^(pan-tilt|place)/.test(object.standard);
}

/** @param {RobotObject} object */
function neutralValues(object) {
  return object.parameters.map((parameter) => usableRange(parameter).neutral);
}
