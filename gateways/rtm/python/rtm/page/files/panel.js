// SPDX-License-Identifier: Apache-2.0
// The page of a component with four sliders that the user moves.
"use strict";

const rows = [];
let slider = null;

function makeRow(index, one) {
  const section = document.getElementById("slider").content.cloneNode(true).firstElementChild;
  const row = { low: section.querySelector(".low"), high: section.querySelector(".high"), wanted: null, busy: false };
  row.slider = new Slider({ label: one.name, min: one.low, max: one.high, least: -Infinity, most: Infinity, moved: (value) => move(row, index, value),
    refused: () => showMessage("A slider goes to numbers only.", true) });
  row.place = row.slider.place;
  row.value = row.slider.field;
  section.prepend(row.slider.element);
  document.getElementById("sliders").append(section);
  for (const end of [row.low, row.high])
    end.addEventListener("change", async () => {
      row.slider.release();
      const low = row.low.valueAsNumber, high = row.high.valueAsNumber;
      if (Number.isFinite(low) && Number.isFinite(high)) await order({ do: "range", slider: index, low, high });
      else showMessage("A range needs two numbers, the second greater than the first.", true);
      end.blur();
    });
  return row;
}

/** Sends the newest position. While one is being sent, only the last of those that follow is kept. */
async function move(row, index, value) {
  row.wanted = value;
  if (row.busy) return;
  row.busy = true;
  while (row.wanted !== null) {
    const next = row.wanted;
    row.wanted = null;
    await order({ do: "move", slider: index, value: next });
  }
  row.busy = false;
  row.slider.hold();
  setTimeout(showSlider, SLIDER_QUIET + 20);
}

/** Sets the value of a field, unless the user is typing into it. */
function set(input, value) {
  if (document.activeElement !== input && input.value !== String(value)) input.value = value;
}

function showSlider() {
  document.title = slider.name;
  document.getElementById("name").textContent = slider.name;
  const word = document.getElementById("state");
  word.textContent = slider.state;
  word.className = "state " + slider.state;
  word.title = slider.fault || "Switches it on or off";
  slider.sliders.forEach((one, index) => {
    const row = (rows[index] ||= makeRow(index, one));
    row.slider.setRange(one.low, one.high);
    set(row.low, one.low);
    set(row.high, one.high);
    if (!row.busy && !row.slider.isHeld) row.slider.value = one.value;
  });
}

document.getElementById("state").addEventListener("click", () => slider && order({ do: slider.state === "on" ? "off" : "on" }));
listen((state) => {
  for (const one of state.components) slider = one;
  if (slider) showSlider();
});
