// SPDX-License-Identifier: Apache-2.0
// Operation by keyboard.
"use strict";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const STEP = 20; // px per step of Shift and an arrow key

/** The middle of the focused element, or of its mark. */
function middle(element) {
  const box = (element.querySelector(".mark") || element.querySelector(".body") || element).getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/** The nearest of `elements` in that direction; a lateral offset counts as additional distance. */
function nearest(elements, from, [dx, dy]) {
  let best = null, least = Infinity;
  for (const element of elements) {
    const at = middle(element), x = at.x - from.x, y = at.y - from.y;
    const ahead = x * dx + y * dy, aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (ahead > 1 && ahead + 2.5 * aside < least) [best, least] = [element, ahead + 2.5 * aside];
  }
  return best;
}

function goTo(element) {
  element.focus({ focusVisible: true });
  element.scrollIntoView({ block: "nearest", inline: "nearest" });
  if (draft) drawDraft(null, element);
}

function wireKeys(event, focused) {
  const fitting = [...board.querySelectorAll(".port.fits")];
  if (event.key === "Escape") {
    const source = portElement(draft.side, draft.port);
    endDraft();
    showMessage("");
    source?.focus();
  } else if (event.key === "Enter" || event.key === " ") {
    const source = focused?.dataset.port === draft.port && focused.dataset.side === draft.side;
    if (source) endDraft();
    else dropDraft(focused?.classList.contains("port") ? focused : null);
  } else if (event.key === "Tab" || event.key in ARROWS) {
    if (!fitting.length) return true;
    const at = fitting.indexOf(focused), step = event.shiftKey ? -1 : 1;
    const next = event.key === "Tab" ? fitting[at < 0 ? (step > 0 ? 0 : fitting.length - 1) : (at + step + fitting.length) % fitting.length]
      : nearest(fitting.filter((one) => one !== focused), middle(focused || fitting[0]), ARROWS[event.key]) || (at < 0 ? fitting[0] : focused);
    goTo(next);
  } else {
    return false;
  }
  return true;
}

function startWire(port) {
  const { side, port: name } = port.dataset;
  beginDraft(side, name);
  const count = board.querySelectorAll(".port.fits").length;
  if (count) showMessage(`From ${name}: ${count} matching port${count > 1 ? "s" : ""}. Choose with the arrows or Tab, then press Enter; Esc cancels.`, false, true);
  else {
    showMessage(`No port matches ${name}.`, true);
    endDraft();
  }
}

function removeAt(focused) {
  if (focused.dataset.wire) {
    disconnect(wires.get(focused.dataset.wire).link);
    return;
  }
  const { side, port } = focused.dataset, there = wiresOf(side, port);
  if (there.length === 1) disconnect(there[0].link);
  else if (!there.length) showMessage(`${port} is not connected.`, true);
  else {
    there[0].handle.focus();
    showMessage(`${port} has ${there.length} connections: press Tab until the one to remove is selected, then Delete.`);
  }
}

function moveBy(name, [dx, dy]) {
  const at = places.get(name);
  places.set(name, { x: Math.max(EDGE / 3, at.x + dx * STEP), y: Math.max(EDGE / 3, at.y + dy * STEP) });
  moveTo(name);
  keep(name);
  fitBoard();
  showWires();
}

/** Handles a key. Returns whether it has a function. */
function pressed(event, focused) {
  if (draft && !held) return wireKeys(event, focused);
  if (event.key === "Escape") {
    endDraft();
    held = null;
    document.getElementById("help").open = false;
    showMessage("");
    return true;
  }
  if (!focused) return false;
  const isPort = focused.classList.contains("port"), isWire = Boolean(focused.dataset.wire);
  if (event.key === "Enter" || event.key === " ") {
    if (isPort) startWire(focused);
    else if (!isWire && !event.repeat) toggle(focused.dataset.component);
    return true;
  }
  if (event.key === "Delete" || event.key === "Backspace") {
    if (isPort || isWire) removeAt(focused);
    return true;
  }
  if (!(event.key in ARROWS)) return false;
  if (event.shiftKey && focused.dataset.component) {
    moveBy(focused.dataset.component, ARROWS[event.key]);
  } else {
    const kind = isPort ? ".port" : isWire ? ".handle" : ".component";
    const next = nearest([...board.querySelectorAll(kind)].filter((one) => one !== focused), middle(focused), ARROWS[event.key]);
    if (next) goTo(next);
  }
  return true;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const focused = document.activeElement?.closest?.("#board .port, #board .component, #board .handle") || null;
  if ((focused || draft || event.key === "Escape") && pressed(event, focused)) event.preventDefault();
});
