// SPDX-License-Identifier: Apache-2.0
// The scale of the drawing, and its visible part.
"use strict";

const STEPS = [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.15, 1.3, 1.5, 2];
const BORDER = 44, SPEED = 14; // px from the edge at which a drag scrolls, and px per frame
let zoom = 1;
let drawnSize = { width: 0, height: 0 };

/** Makes the drawing as large as its contents, and no smaller than the window. */
function fitBoard() {
  let width = scroll.clientWidth / zoom, height = scroll.clientHeight / zoom;
  for (const [name, one] of drawn) {
    const at = places.get(name);
    width = Math.max(width, at.x + one.width + EDGE);
    height = Math.max(height, at.y + one.height + EDGE);
  }
  width = Math.floor(width);
  height = Math.floor(height);
  if (drawnSize.width === width && drawnSize.height === height && drawnSize.zoom === zoom) return;
  drawnSize = { width, height, zoom };
  board.setAttribute("viewBox", `0 0 ${width} ${height}`);
  board.setAttribute("width", Math.floor(width * zoom));
  board.setAttribute("height", Math.floor(height * zoom));
}

function setZoom(wanted) {
  const middleX = (scroll.scrollLeft + scroll.clientWidth / 2) / zoom, middleY = (scroll.scrollTop + scroll.clientHeight / 2) / zoom;
  zoom = wanted;
  fitBoard();
  scroll.scrollTo(middleX * zoom - scroll.clientWidth / 2, middleY * zoom - scroll.clientHeight / 2);
  document.getElementById("zoom").textContent = `${Math.round(100 * zoom)} %`;
}

/** The largest zoom step at which everything is visible, or the smallest step. */
function zoomToFit() {
  let right = 1, bottom = 1;
  for (const [name, one] of drawn) {
    right = Math.max(right, places.get(name).x + one.width + EDGE);
    bottom = Math.max(bottom, places.get(name).y + one.height + EDGE);
  }
  const most = Math.min(scroll.offsetWidth / right, scroll.offsetHeight / bottom, 1);
  setZoom(STEPS.filter((step) => step <= most).pop() || STEPS[0]);
  scroll.scrollTo(0, 0);
}

/** Scrolls while something is dragged near an edge; calls `moved` after each scroll. */
function scrollAtEdges(at, moved) {
  const box = scroll.getBoundingClientRect();
  const push = (place, low, high) => (place < low + BORDER ? -SPEED : place > high - BORDER ? SPEED : 0);
  const before = [scroll.scrollLeft, scroll.scrollTop];
  scroll.scrollBy(push(at.clientX, box.left, box.right), push(at.clientY, box.top, box.bottom));
  if (before[0] !== scroll.scrollLeft || before[1] !== scroll.scrollTop) moved();
}

document.getElementById("larger").addEventListener("click", () => setZoom(STEPS.find((step) => step > zoom) || zoom));
document.getElementById("smaller").addEventListener("click", () => setZoom(STEPS.filter((step) => step < zoom).pop() || zoom));
document.getElementById("zoom").addEventListener("click", () => setZoom(1));
document.getElementById("fit").addEventListener("click", zoomToFit);
addEventListener("resize", fitBoard);
