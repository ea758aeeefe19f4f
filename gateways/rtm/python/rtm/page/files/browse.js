// SPDX-License-Identifier: Apache-2.0
// The main program of the page.
"use strict";

const DRAW_TIMEOUT = 1500; // ms after which the components that have arrived are drawn although others are missing
const changed = new Set(); // names of components to redraw
let incompleteSince = 0, soon = 0;

function showAll(state) {
  for (const name of takeState(state)) removeComponent(name);
  for (const view of state.components) changed.add(view.name);
  // The layout depends on the wiring, so new components are placed together.
  if (state.names.every((name) => views.has(name))) incompleteSince = 0;
  else incompleteSince ||= performance.now();
  clearTimeout(soon);
  const left = incompleteSince && incompleteSince + DRAW_TIMEOUT - performance.now();
  if (left > 0) soon = setTimeout(showChanged, left);
  else showChanged();
}

function showChanged() {
  const added = [...changed].some((name) => !drawn.has(name));
  placeNew(scroll.clientWidth, scroll.clientHeight);
  // Components are drawn in the order of their places, which is the Tab order.
  for (const name of changed) if (views.has(name)) showComponent(views.get(name));
  changed.clear();
  if (added) sortByPlace();
  fitBoard();
  showWires();
  if (draft && !portElement(draft.side, draft.port)) endDraft();
  const on = [...views.values()].filter((view) => view.state === "on").length;
  setText(document.getElementById("count"), views.size ? `${views.size} component${views.size > 1 ? "s" : ""}, ${on} on` : "");
  document.getElementById("empty").hidden = views.size > 0;
}

function sortByPlace() {
  const names = [...drawn.keys()].sort((a, b) => places.get(a).x - places.get(b).x || places.get(a).y - places.get(b).y);
  const parent = document.getElementById("components");
  if (parent.contains(document.activeElement) || held) return; // moving the focused element would take the focus away
  for (const name of names) parent.append(drawn.get(name).group);
}

document.getElementById("arrange").addEventListener("click", () => {
  forgetPlaces();
  places.clear();
  placeNew(scroll.clientWidth, scroll.clientHeight);
  for (const name of drawn.keys()) moveTo(name);
  sortByPlace();
  fitBoard();
  showWires();
});
document.addEventListener("pointerdown", (event) => {
  const help = document.getElementById("help");
  if (!help.contains(event.target)) help.open = false;
});
fitBoard();
listen(showAll);
