// SPDX-License-Identifier: Apache-2.0
// The texts that all pages share. Each page has its own table TEXTS besides.
const PAGE_TEXTS = {
  noWebGl: "This browser has no WebGL2",
  exactly: "exact value",
  pad: "pad",
  padAt: (/** @type {string} */ label, /** @type {number} */ x, /** @type {number} */ y) => `${label}: right ${x.toFixed(1)}, up ${y.toFixed(1)}`,
};
