// SPDX-License-Identifier: Apache-2.0
// A connection in the making: from one port to the place of the pointer or keyboard focus.
"use strict";

const draftPath = document.getElementById("draft");
let draft = null; // {side, port: where it begins, lifted: the existing connection whose end was taken, target: element}

const otherSide = (side) => (side === "out" ? "in" : "out");

/** Begins a draft at a port; `lifted` is the wire whose other end the user has taken. Matching ports are highlighted, all others dimmed. */
function beginDraft(side, port, lifted = null) {
  endDraft();
  draft = { side, port, lifted, target: null };
  board.classList.add("wiring");
  lifted?.group.classList.add("taken");
  portElement(side, port)?.classList.add("source");
  for (const element of board.querySelectorAll(`.port.${otherSide(side)}`)) element.classList.toggle("fits", !reasonAgainst(element));
  draftPath.classList.remove("back");
}

/** The two ends in the order of a connection, if the draft ended at that port. */
function endsAt(element) {
  return draft.side === "out" ? [draft.port, element.dataset.port] : [element.dataset.port, draft.port];
}

/** The reason why the draft may not end at that port; nothing if it may. */
function reasonAgainst(element) {
  if (element.dataset.side === draft.side) return `${draft.port} and ${element.dataset.port} are both ${draft.side === "out" ? "OutPorts" : "InPorts"}.`;
  const [out, into] = endsAt(element);
  if (draft.lifted && draft.lifted.link.from === out && draft.lifted.link.to === into) return "";
  return misfit(out, into);
}

/** Draws the draft up to a place, or up to the port at which it would end. */
function drawDraft(place, element = null) {
  const fits = element && !reasonAgainst(element);
  draft.target?.classList.remove("target");
  draft.target = fits ? element : null;
  draft.target?.classList.add("target");
  const start = anchor(draft.side, draft.port);
  const end = (fits && anchor(element.dataset.side, element.dataset.port)) || place;
  if (!start || !end) return;
  draftPath.setAttribute("d", draft.side === "out" ? curvePath(start, end) : curvePath(end, start));
  draftPath.classList.toggle("snapped", Boolean(fits));
  draftPath.removeAttribute("hidden");
}

/** Ends the draft: it becomes a connection if that port takes it, otherwise it snaps back and shows the reason. */
async function dropDraft(element) {
  const { lifted } = draft;
  const reason = element ? reasonAgainst(element) : "";
  if (reason) {
    showMessage(reason, true);
    snapBack();
    return;
  }
  const [out, into] = element ? endsAt(element) : [];
  endDraft();
  if (lifted && lifted.link.from === out && lifted.link.to === into) return; // the connection is unchanged
  if (lifted && element) {
    if (await order({ do: "disconnect", out: lifted.link.from, in: lifted.link.to })) await connect(out, into);
  } else if (lifted) {
    await disconnect(lifted.link);
  } else if (element) {
    await connect(out, into);
  }
}

function snapBack() {
  draftPath.classList.add("back");
  const path = draftPath.getAttribute("d");
  endDraft();
  draftPath.setAttribute("d", path || "");
  draftPath.removeAttribute("hidden");
  setTimeout(() => { if (!draft) draftPath.setAttribute("hidden", ""); }, 260);
}

function endDraft() {
  draftPath.setAttribute("hidden", "");
  board.classList.remove("wiring");
  for (const element of board.querySelectorAll(".fits, .source, .target")) element.classList.remove("fits", "source", "target");
  draft?.lifted?.group.classList.remove("taken");
  draft = null;
}
