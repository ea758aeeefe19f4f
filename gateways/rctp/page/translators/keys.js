// SPDX-License-Identifier: Apache-2.0
// Turns keys, which are only up or down, into ramps. Speeds and powers rise while a key is held and fall quickly to
// rest afterwards; a camera or an arm moves while the key is held, faster after a moment, and keeps its position.
import { anyStandard, axesOfParameters, isPosition, scaled, unscaled } from "./axes.js";

export const name = "keys";
export const standard = anyStandard;

/** Seconds from rest to full power, and from full power to rest. */
const RISE = 0.3, FALL = 0.1;
/**
 * The speed of a position: the share of the distance from the middle to the end per second, at first and later, and the
 * seconds in between.
 */
const SLOW = 0.15, FAST = 1, SPEED_UP = 0.5;

/**
 * @param {number} now
 * @param {number} wanted
 * @param {number} seconds
 */
function ramp(now, wanted, seconds) {
  const step = seconds / (now * wanted < 0 || Math.abs(wanted) < Math.abs(now) ? FALL : RISE);
  return now < wanted ? Math.min(wanted, now + step) : Math.max(wanted, now - step);
}

/**
 * @param {import("./axes.js").ControlledObject} object
 * @returns {import("./axes.js").Translator}
 */
export function create(object) {
  const axes = axesOfParameters(object), holds = isPosition(object);
  const places = object.parameters.map(() => 0), heldFor = object.parameters.map(() => 0);
  let began = false;
  /**
   * @param {number} i parameter
   * @param {number} wanted
   * @param {number} seconds
   */
  const move = (i, wanted, seconds) => {
    if (!holds) return ramp(places[i], wanted, seconds);
    heldFor[i] = wanted ? heldFor[i] + seconds : 0;
    const speed = SLOW + (FAST - SLOW) * Math.min(1, heldFor[i] / SPEED_UP);
    return Math.min(1, Math.max(-1, places[i] + wanted * speed * seconds));
  };
  return {
    input(state, seconds, latest) {
      const wanted = axes.map((each) => (each ? each[1] * (state.axes[each[0]] || 0) : 0));
      if (holds && !began) {
        // Start from the object's present values, and leave them until a key is held.
        if (!wanted.some(Boolean)) return latest.values;
        object.parameters.forEach((parameter, i) => (places[i] = unscaled(latest.values[i], parameter)));
        began = true;
      }
      wanted.forEach((each, i) => (places[i] = move(i, each, seconds)));
      return object.parameters.map((parameter, i) => scaled(places[i], parameter));
    },
  };
}
