// SPDX-License-Identifier: Apache-2.0
// Connections as curves. Below the components are the visible curves and the areas for the mouse; above them is an
// outline for the keyboard focus.
"use strict";

const wireGroup = document.getElementById("wires");
const handleGroup = document.getElementById("handles");
const wires = new Map(); // "out>in kind": {link, group, curve, hit, handle, title}

const wireKey = (link) => `${link.from}>${link.to} ${link.kind}`;

/**
 * The curve from an OutPort to an InPort: it leaves to the right and arrives from the left. A backward connection
 * passes below the components in between.
 */
function curvePath(from, to) {
  const ahead = to.x - from.x;
  const bend = ahead > 0 ? Math.max(36, Math.min(140, ahead / 2)) : Math.min(170, 60 - ahead / 4);
  const dip = ahead < 0 && Math.abs(to.y - from.y) < 150 ? Math.min(190, 40 - ahead / 3) : 0;
  return `M${from.x} ${from.y} C${from.x + bend} ${from.y + dip} ${to.x - bend} ${to.y + dip} ${to.x} ${to.y}`;
}

function drawWire(link) {
  const group = svg("g", { class: "wire-group", "data-wire": wireKey(link) }, wireGroup);
  const title = svg("title", {}, group);
  const curve = svg("path", { class: "wire" }, group);
  const hit = svg("path", { class: "wire-hit" }, group);
  const handle = svg("path", { class: "handle", tabindex: 0, role: "button", "data-wire": wireKey(link) }, handleGroup);
  handle.setAttribute("aria-label", `Connection from ${link.from} to ${link.to}. Delete disconnects`);
  handle.addEventListener("focus", () => group.classList.add("focused"));
  handle.addEventListener("blur", () => group.classList.remove("focused"));
  return { group, title, curve, hit, handle };
}

/** Updates all connections, also after something was moved. */
function showWires() {
  const seen = new Set();
  for (const link of allLinks()) {
    const from = anchor("out", link.from), to = link.to && anchor("in", link.to);
    const key = wireKey(link);
    if (!from || !to || seen.has(key)) continue;
    seen.add(key);
    if (!wires.has(key)) wires.set(key, drawWire(link));
    const one = wires.get(key);
    // Some values have failed since the last update.
    one.group.firstChild.nextSibling.classList.toggle("failing", Boolean(one.link && link.failed > one.link.failed));
    one.link = link;
    const path = curvePath(from, to);
    if (one.curve.getAttribute("d") !== path) for (const part of [one.curve, one.hit, one.handle]) part.setAttribute("d", path);
    one.curve.classList.toggle("once", link.kind === "once");
    const losses = `${link.overwritten ? `, ${link.overwritten} overwritten` : ""}${link.failed ? `, ${link.failed} failed` : ""}`;
    const counts = link.pushed === undefined ? "" : `: ${link.pushed} pushed${losses}`; // unknown for components of other middleware
    setText(one.title, `${link.from} → ${link.to}${link.kind === "once" ? ", once" : ""}${counts}`);
  }
  for (const [key, one] of wires) {
    if (seen.has(key)) continue;
    const hadFocus = one.handle === document.activeElement;
    one.group.remove();
    one.handle.remove();
    wires.delete(key);
    if (hadFocus) portElement("out", one.link.from)?.focus();
  }
}

const portElement = (side, fullName) => drawn.get(componentOf(fullName))?.ports.get(portKey(side, portOf(fullName)))?.element;

const wiresOf = (side, fullName) => [...wires.values()].filter(({ link }) => (side === "out" ? link.from : link.to) === fullName);

async function disconnect(link) {
  if (await order({ do: "disconnect", out: link.from, in: link.to })) showMessage(`${link.from} and ${link.to} are disconnected.`);
}

async function connect(out, into) {
  const done = await order({ do: "connect", out, in: into });
  if (done) showMessage(`${out} is connected to ${into}.`);
  return done;
}

async function toggle(name) {
  const view = views.get(name), one = drawn.get(name);
  if (!view) return;
  if (view.state === "gone") {
    showMessage(`${name} does not answer.`, true);
    return;
  }
  one.group.classList.add("waiting");
  await order({ do: nextState(view), component: name });
  one.group.classList.remove("waiting");
}
