// SPDX-License-Identifier: Apache-2.0
// The places of rectangles. A rectangle that the user has moved keeps its place, even when the page is reopened.
"use strict";

const HEAD = 50, ROW = 24, FOOT = 10, LINE = 17, GAP_X = 90, GAP_Y = 28, EDGE = 36;
const KEPT = "rtm.places";
const places = new Map(); // name: {x, y}
const kept = readKept();

function readKept() {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) || "{}");
    return new Map(Object.entries(found).filter(([, at]) => Array.isArray(at) && at.every((n) => Number.isFinite(n) && n >= 0 && n < 1e5)).slice(-2000));
  } catch {
    return new Map(); // storage is missing, forbidden or invalid
  }
}

function keep(name) {
  const { x, y } = places.get(name);
  kept.delete(name);
  kept.set(name, [Math.round(x), Math.round(y)]);
  try {
    localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(kept)));
  } catch { /* the places then last as long as the page */ }
}

function forgetPlaces() {
  kept.clear();
  try { localStorage.removeItem(KEPT); } catch { /* nothing was stored */ }
}

function sizeOf(view) {
  const rows = Math.max(view.in.length, view.out.length, 1), lines = reasonLines(view).length;
  return { width: widthOf(view), height: HEAD + rows * ROW + FOOT + (lines ? lines * LINE + 5 : 0) };
}

const widthOf = (view) => (view.in.length && view.out.length ? 330 : 210);

/** The reason of a component's fault, in at most two lines; the rectangle's title has the whole text. */
function reasonLines(view) {
  const most = widthOf(view) > 300 ? 46 : 28;
  if (view.fault.length <= most) return view.fault ? [view.fault] : [];
  const blank = view.fault.lastIndexOf(" ", most), end = blank > most / 2 ? blank : most;
  return [view.fault.slice(0, end), cut(view.fault.slice(end).trim(), most)];
}

/** The length of the longest chain of connections from a source to each component; cycles count once. */
function depths(all) {
  const sources = new Map(all.map((view) => [view.name, new Set()]));
  for (const link of allLinks()) {
    const from = componentOf(link.from), to = componentOf(link.to);
    if (from !== to && sources.has(from)) sources.get(to)?.add(from);
  }
  const depth = new Map();
  const visit = (name, above) => {
    if (depth.has(name)) return depth.get(name);
    if (above.has(name)) return -1;
    above.add(name);
    const most = Math.max(-1, ...[...sources.get(name)].map((one) => visit(one, above)));
    above.delete(name);
    depth.set(name, most + 1);
    return most + 1;
  };
  for (const view of all) visit(view.name, new Set());
  return depth;
}

/** Places new components: wired ones from sources on the left to sinks on the right, unwired ones below in rows. */
function placeNew(width, height) {
  const all = [...views.values()];
  for (const view of all) {
    const at = kept.get(view.name);
    if (at && !places.has(view.name)) places.set(view.name, { x: at[0], y: at[1] });
  }
  const fresh = all.filter((view) => !places.has(view.name)).sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
  if (!fresh.length) return;
  const wired = new Set(allLinks().flatMap((link) => [componentOf(link.from), componentOf(link.to)]));
  const depth = depths(fresh);
  const columns = [];
  for (const view of fresh.filter((one) => wired.has(one.name))) (columns[depth.get(view.name)] ||= []).push(view);
  // Columns are as high as the window or, with many components, so high that the drawing is somewhat wider than high.
  const heights = fresh.reduce((sum, view) => sum + sizeOf(view).height + GAP_Y, 0);
  const limit = Math.max(height, 640, Math.sqrt(260 * heights));
  let x = EDGE, bottom = EDGE;
  for (const column of columns.filter(Boolean)) {
    let y = EDGE, widest = 0;
    for (const view of column) {
      const size = sizeOf(view);
      if (y > EDGE && y + size.height > limit) [x, y, widest] = [x + widest + GAP_X / 2, EDGE, 0];
      ({ y } = put(view, x, y));
      widest = Math.max(widest, size.width);
      bottom = Math.max(bottom, y);
    }
    x += widest + GAP_X;
  }
  const rest = fresh.filter((one) => !wired.has(one.name)).sort((a, b) => role(a) - role(b));
  placeInRows(rest, Math.max(width, x), bottom);
}

/** The sort order: sources, then components in between, then sinks. */
const role = (view) => (!view.in.length && view.out.length ? 0 : view.out.length ? 1 : 2);

function placeInRows(rest, width, top) {
  let x = EDGE, y = top, tallest = 0;
  for (const view of rest) {
    const size = sizeOf(view);
    if (x > EDGE && x + size.width + EDGE > width) [x, y, tallest] = [EDGE, y + tallest + GAP_Y, 0];
    const at = put(view, x, y);
    x = at.x + size.width + GAP_X;
    tallest = Math.max(tallest, size.height);
  }
}

/** Places a component at x, y, or below components that are already there; returns the place for the next one below it. */
function put(view, x, y) {
  const size = sizeOf(view);
  for (let moved = true; moved;) {
    moved = false;
    for (const [name, at] of places) {
      const other = views.get(name);
      if (!other || name === view.name) continue;
      const { width, height } = sizeOf(other);
      if (x < at.x + width + 16 && at.x < x + size.width + 16 && y < at.y + height + 16 && at.y < y + size.height + 16) {
        y = at.y + height + GAP_Y;
        moved = true;
      }
    }
  }
  places.set(view.name, { x, y });
  return { x, y: y + size.height + GAP_Y };
}
