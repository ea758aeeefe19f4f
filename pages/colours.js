// SPDX-License-Identifier: Apache-2.0
// The colours of the objects that pages draw, which are those of the window. The colours of the pages themselves are in
// colours.css.

/** @type {Record<string, number[]>} */
const COLOURS = {
  left: [0.25, 0.62, 1.0, 1], right: [1.0, 0.65, 0.08, 1], ball: [1, 1, 1, 1], halo: [1.0, 0.95, 0.3, 1], chosen: [1.0, 0.45, 0.85, 0.95],
  grass: [0.145, 0.375, 0.165, 1], stripe: [0.175, 0.435, 0.195, 1], outside: [0.15, 0.32, 0.165, 1], lines: [0.93, 0.96, 0.93, 1],
  wall: [0.3, 0.35, 0.41, 1], haze: [0.6, 0.67, 0.69, 1], sky: [0.27, 0.38, 0.49, 1], trees: [0.1, 0.19, 0.13, 1], cord: [0.93, 0.95, 0.97, 0.85],
};

/**
 * @param {number[]} colour
 * @param {number} alpha
 */
function cssColour(colour, alpha = 1) {
  return `rgba(${colour.slice(0, 3).map((value) => Math.round(value * 255)).join(",")},${alpha})`;
}
