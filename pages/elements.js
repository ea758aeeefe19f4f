// SPDX-License-Identifier: Apache-2.0
// Creates elements of a page. A text that is put into an element is never interpreted as markup.

/**
 * @param {string} id
 * @returns {any}
 */
function byId(id) {
  return document.getElementById(id);
}

/**
 * Creates an element with a text, which is never interpreted as markup.
 * @param {string} tag
 * @param {string} [text]
 * @param {string} [kind]
 */
function element(tag, text, kind) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

/**
 * @param {string[][]} rows
 * @param {string[]} heads
 * @param {string} kind
 */
function tableOf(rows, heads, kind) {
  const table = element("table", undefined, kind), head = element("tr");
  for (const text of heads) {
    const cell = element("th", text);
    cell.setAttribute("scope", "col");
    head.append(cell);
  }
  const top = element("thead"), body = element("tbody");
  top.append(head);
  for (const row of rows) {
    const line = element("tr");
    row.forEach((text, i) => {
      const cell = element(i === 0 ? "th" : "td", text);
      if (i === 0) cell.setAttribute("scope", "row");
      line.append(cell);
    });
    body.append(line);
  }
  table.append(top, body);
  return table;
}

/**
 * @param {HTMLElement} place
 * @param {string} text
 */
function setText(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

/**
 * Sets the pixels of a canvas to the area that it covers on the screen.
 * @param {HTMLCanvasElement} canvas
 * @param {number} density
 */
function fit(canvas, density) {
  const width = Math.max(1, Math.round(canvas.clientWidth * density)), height = Math.max(1, Math.round(canvas.clientHeight * density));
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
}

/**
 * Pixels of a canvas per unit. A unit is a pixel of the page, or more where the picture is larger than the window's
 * initial 1280 x 720. Sizes of letters and minimum sizes of objects are given in units, as in the window. They are thus
 * as large on a phone as on a machine that draws slowly, and grow with the picture on a wall.
 * @param {HTMLCanvasElement} canvas
 */
function unitOf(canvas) {
  const { clientWidth: width, clientHeight: height } = canvas;
  return width ? (canvas.width / width) * Math.max(1, Math.min(height / 720, width / 900)) : 1;
}

/**
 * Formats game time as minutes and seconds.
 * @param {number} time s
 */
function clockText(time) {
  const whole = Math.floor(time + 1e-6);
  return `${String(Math.floor(whole / 60)).padStart(2, "0")}:${String(whole % 60).padStart(2, "0")}`;
}
