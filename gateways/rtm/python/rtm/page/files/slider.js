// SPDX-License-Identifier: Apache-2.0
// A component with four sliders, under somebody's hand.
"use strict";

const QUIET = 400; // ms after a hand has moved something until the server's word counts again
const rows = [];
let slider = null;

function makeRow(index) {
  const section = document.getElementById("slider").content.cloneNode(true).firstElementChild;
  const part = (name) => section.querySelector(name);
  const row = { name: part("h2"), shown: part("output"), place: part(".place"), low: part(".low"), value: part(".value"), high: part(".high"),
    touched: -QUIET, wanted: null, busy: false };
  document.getElementById("sliders").append(section);
  row.place.addEventListener("input", () => move(row, index, row.place.valueAsNumber));
  row.value.addEventListener("change", () => move(row, index, row.value.valueAsNumber));
  for (const end of [row.low, row.high])
    end.addEventListener("change", async () => {
      row.touched = -QUIET;
      const low = row.low.valueAsNumber, high = row.high.valueAsNumber;
      if (Number.isFinite(low) && Number.isFinite(high)) await order({ do: "range", slider: index, low, high });
      else tell("A range goes from a number to a greater one.", true);
      end.blur();
    });
  return row;
}

/** Sends the newest place; while one is on its way, only the last of those that come is kept. */
async function move(row, index, value) {
  if (!Number.isFinite(value)) {
    tell("A slider goes to numbers only.", true);
    return;
  }
  row.touched = performance.now();
  row.shown.textContent = text(value);
  row.wanted = value;
  if (row.busy) return;
  row.busy = true;
  while (row.wanted !== null) {
    const next = row.wanted;
    row.wanted = null;
    await order({ do: "move", slider: index, value: next });
  }
  row.busy = false;
  row.touched = performance.now();
  setTimeout(showSlider, QUIET + 20);
}

const text = (number) => (Math.abs(number) >= 1e6 ? number.toExponential(3) : number.toFixed(3));

/** Where nobody is just writing or pulling. */
function set(input, value) {
  if (document.activeElement !== input || input.type === "range") if (input.value !== String(value)) input.value = value;
}

function showSlider() {
  document.title = slider.name;
  document.getElementById("name").textContent = slider.name;
  const word = document.getElementById("state");
  word.textContent = slider.state;
  word.className = "state " + slider.state;
  word.title = slider.fault || "Switches it on or off";
  slider.sliders.forEach((one, index) => {
    const row = (rows[index] ||= makeRow(index));
    row.name.textContent = one.name;
    row.place.setAttribute("aria-label", one.name);
    row.place.min = one.low;
    row.place.max = one.high;
    set(row.low, one.low);
    set(row.high, one.high);
    if (row.busy || performance.now() - row.touched < QUIET) return;
    set(row.place, one.value);
    set(row.value, Number(one.value.toPrecision(9)));
    row.shown.textContent = text(one.value);
  });
}

document.getElementById("state").addEventListener("click", () => slider && order({ do: slider.state === "on" ? "off" : "on" }));
listen((state) => {
  for (const one of state.components) slider = one;
  if (slider) showSlider();
});
