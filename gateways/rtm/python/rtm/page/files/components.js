// SPDX-License-Identifier: Apache-2.0
// Draws components as rectangles with their ports.
"use strict";

const board = document.getElementById("board");
const scroll = document.getElementById("scroll");
const drawn = new Map(); // name: {group, shape (the properties that its drawing depends on), word, ports}

function svg(kind, attributes = {}, parent = null, text = null) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", kind);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== null) element.textContent = text;
  parent?.append(element);
  return element;
}

/** Draws a port: its mark on the edge, its name beside it, its value towards the middle. */
function drawPort(group, view, side, port, row, width) {
  const both = view.in.length && view.out.length, half = both ? width / 2 : width;
  const full = view.name + "." + port.name, y = HEAD + row * ROW + ROW / 2, out = side === "out";
  const element = svg("g", { class: "port " + side, tabindex: 0, role: "button", "data-port": full, "data-side": side }, group);
  svg("title", {}, element);
  svg("rect", { class: "hit", x: out ? width - half + 3 : -9, y: y - ROW / 2 + 1, width: half + 6, height: ROW - 2, rx: 5 }, element);
  // InPorts are notches in the left edge, OutPorts points on the right one, service ports squares on either.
  if (port.service) svg("rect", { class: "mark", x: (out ? width : 0) - 5.5, y: y - 5.5, width: 11, height: 11, rx: 2 }, element);
  else if (out) svg("circle", { class: "mark", cx: width, cy: y, r: 6 }, element);
  else svg("path", { class: "mark", d: `M0 ${y - 7} H3 L10 ${y} L3 ${y + 7} H0 Z` }, element);
  svg("text", { class: "label", x: out ? width - 14 : 17, y: y + 4 }, element, cut(port.name, both ? 11 : 14));
  const value = svg("text", { class: "value", x: out ? width - half + 80 : half - 12, y: y + 4 }, element);
  return { element, value, title: element.firstChild, x: out ? width : 0, y };
}

function draw(view) {
  const { width, height } = sizeOf(view);
  const group = svg("g", { class: "component", tabindex: 0, role: "button", "data-component": view.name });
  svg("title", {}, group);
  svg("rect", { class: "body", width, height, rx: 11 }, group);
  svg("text", { class: "name", x: 15, y: 23 }, group, cut(instanceOf(view.name), width > 300 ? 26 : 15));
  svg("text", { class: "category", x: 15, y: 40 }, group, cut([view.category, contextOf(view.name)].filter(Boolean).join(" · "), 26));
  const word = svg("text", { class: "word", x: width - 15, y: 22.5 }, group);
  const dot = svg("circle", { class: "dot", cy: 18.5, r: 4.5 }, group);
  reasonLines(view).forEach((line, at, all) => svg("text", { class: "reason", x: 15, y: height - 12 - (all.length - 1 - at) * LINE }, group, line));
  const ports = new Map();
  for (const side of ["in", "out"])
    view[side].forEach((port, row) => ports.set(portKey(side, port.name), drawPort(group, view, side, port, row, width)));
  return { group, word, dot, ports, width, height };
}

/** Updates the rectangle of a component; redraws it only if its ports have changed. */
function showComponent(view) {
  const shape = JSON.stringify([view.category, view.fault, ...["in", "out"].map((side) => view[side].map((port) => [port.name, port.type]))]);
  let one = drawn.get(view.name);
  if (one?.shape !== shape) {
    const focused = one?.group.contains(document.activeElement) ? document.activeElement.dataset : null;
    const fresh = { ...draw(view), shape };
    if (one) one.group.replaceWith(fresh.group);
    else document.getElementById("components").append(fresh.group);
    drawn.set(view.name, (one = fresh));
    moveTo(view.name);
    if (focused) (fresh.ports.get(portKey(focused.side, portOf(focused.port || "")))?.element || fresh.group).focus();
  }
  for (const state of ["off", "on", "fault", "gone", "unknown"]) one.group.classList.toggle(state, view.state === state);
  setText(one.word, view.state);
  one.dot.setAttribute("cx", one.width - 15 - one.word.getComputedTextLength() - 10);
  setText(one.group.firstChild, `${view.name}${view.category ? ", " + view.category : ""}: ${view.state}${view.fault ? ". " + view.fault : ""}`);
  one.group.setAttribute("aria-label", `${view.name}, ${view.category}, ${view.state}${view.fault ? ", " + view.fault : ""}. Enter switches it ${nextState(view)}`);
  for (const side of ["in", "out"]) for (const port of view[side]) showPort(view, side, port, one.ports.get(portKey(side, port.name)));
}

function showPort(view, side, port, { element, value, title }) {
  setText(value, shortValue(port));
  const kind = port.service ? `service port that ${side === "in" ? "provides" : "requires"}` : `${side === "in" ? "InPort" : "OutPort"} of type`;
  const what = `${view.name}.${port.name}, ${kind} ${port.type}`;
  setText(title, `${what}${port.value === "" ? "" : ": " + port.value}`);
  if (element.getAttribute("aria-label") !== what) element.setAttribute("aria-label", what);
}

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function moveTo(name) {
  const at = places.get(name);
  drawn.get(name).group.setAttribute("transform", `translate(${at.x} ${at.y})`);
}

function removeComponent(name) {
  drawn.get(name)?.group.remove();
  drawn.delete(name);
  places.delete(name);
}

/** The place in the drawing where the wire of a port begins or ends; undefined if there is no such port. */
function anchor(side, fullName) {
  const at = places.get(componentOf(fullName));
  const port = drawn.get(componentOf(fullName))?.ports.get(portKey(side, portOf(fullName)));
  return at && port && { x: at.x + port.x, y: at.y + port.y };
}
