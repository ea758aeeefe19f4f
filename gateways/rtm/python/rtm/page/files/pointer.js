// SPDX-License-Identifier: Apache-2.0
// Mouse, pen and touch: a click switches a component, a drag moves or wires it.
"use strict";

const SLACK = 5; // px, the maximum movement of a click
let held = null; // {kind: "component", "port" or "wire", …}, set while a button is down

const placeOf = (event) => {
  const box = board.getBoundingClientRect();
  return { x: (event.clientX - box.left) / zoom, y: (event.clientY - box.top) / zoom };
};

const portAt = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest(".port") || null;

board.addEventListener("pointerdown", (event) => {
  if (event.button !== 0 || held) return;
  endDraft();
  const start = placeOf(event), port = event.target.closest(".port"), body = event.target.closest(".component"), wire = event.target.closest(".wire-group");
  if (port) held = { kind: "port", side: port.dataset.side, port: port.dataset.port };
  else if (body) held = { kind: "component", name: body.dataset.component, origin: { ...places.get(body.dataset.component) } };
  else if (wire) held = { kind: "wire", key: wire.dataset.wire };
  else return;
  Object.assign(held, { start, pointer: event.pointerId, moved: false });
  board.setPointerCapture(event.pointerId);
  event.preventDefault();
  (port || body || wires.get(held.key)?.handle)?.focus({ focusVisible: false, preventScroll: true });
});

/** Called at the first movement: the held element is dragged from now on. */
function beginDrag(place) {
  held.moved = true;
  // A connection is pulled out of its InPort; a further connection to the same InPort is dragged from the OutPort.
  const into = held.kind === "port" && held.side === "in" ? wiresOf("in", held.port).pop() : null;
  if (into) beginDraft("out", into.link.from, into);
  else if (held.kind === "port") beginDraft(held.side, held.port);
  if (held.kind === "wire") {
    const wire = wires.get(held.key);
    if (!wire) return;
    // Moves the beginning of the wire if the grip is less than half as far from it as from the end.
    const from = anchor("out", wire.link.from), to = anchor("in", wire.link.to);
    const first = Math.hypot(place.x - from.x, place.y - from.y) < Math.hypot(place.x - to.x, place.y - to.y) / 2;
    beginDraft(first ? "in" : "out", first ? wire.link.to : wire.link.from, wire);
  }
  if (held.kind === "component") drawn.get(held.name)?.group.classList.add("moving");
  requestAnimationFrame(followEdges);
}

function followEdges() {
  if (!held?.moved) return;
  scrollAtEdges(held.last, () => drag(held.last));
  requestAnimationFrame(followEdges);
}

board.addEventListener("pointermove", (event) => {
  if (held && event.pointerId === held.pointer) drag(event);
});

function drag(event) {
  held.last = { clientX: event.clientX, clientY: event.clientY };
  const place = placeOf(event);
  if (!held.moved && Math.hypot(place.x - held.start.x, place.y - held.start.y) > SLACK) beginDrag(held.start);
  if (!held.moved) return;
  if (draft) {
    drawDraft(place, portAt(event));
  } else if (held.kind === "component" && drawn.has(held.name)) {
    places.set(held.name, {
      x: Math.max(EDGE / 3, held.origin.x + place.x - held.start.x), y: Math.max(EDGE / 3, held.origin.y + place.y - held.start.y),
    });
    moveTo(held.name);
    fitBoard();
    showWires();
  }
}

board.addEventListener("pointerup", (event) => {
  if (!held || event.pointerId !== held.pointer) return;
  const { kind, name, moved } = held;
  held = null;
  if (draft) {
    dropDraft(portAt(event));
  } else if (kind === "component" && drawn.has(name)) {
    drawn.get(name).group.classList.remove("moving");
    if (moved) keep(name);
    else toggle(name);
  }
});

board.addEventListener("pointercancel", () => {
  if (held?.kind === "component") drawn.get(held.name)?.group.classList.remove("moving");
  held = null;
  endDraft();
});
