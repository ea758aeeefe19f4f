// SPDX-License-Identifier: Apache-2.0
// A value between two limits, for mouse, touch and keyboard: a slider, and a field for the exact number.

/** Shares of a slider's range: the step of an arrow key, and that of Page Up, Page Down, or an arrow with Shift. */
const SLIDER_STEP = 1 / 100, SLIDER_LEAP = 1 / 10;
/** ms after the user's last movement of a slider, during which the program may not move it. */
const SLIDER_QUIET = 400;

/**
 * @typedef {object} SliderOptions
 * @property {string} label
 * @property {string} [id] of the slider itself
 * @property {string} [unit] shown behind the value
 * @property {number} min the lower end of the slider
 * @property {number} max
 * @property {number} [value] the initial value; the neutral one by default
 * @property {number} [neutral] has a mark; a double click sets it
 * @property {number} [least] the smallest value that the field accepts; it may be beyond the end of the slider, even infinite
 * @property {number} [most]
 * @property {(value: number) => void} [moved] called when the user moves it, not when the program does
 * @property {() => void} [refused] called when the field's text is invalid
 */

/**
 * Formats a number for people with the digits that are significant in its range.
 * @param {number} value
 * @param {number} range
 */
function sliderText(value, range) {
  if (!Number.isFinite(value)) return "–";
  if (Math.abs(value) >= 1e6 || range >= 1e6) return value.toExponential(3);
  return value.toFixed(Math.max(0, Math.min(6, 3 - Math.floor(Math.log10(range || 1)))));
}

class Slider {
  /** @param {SliderOptions} options */
  constructor(options) {
    const { label, id, unit = "", min, max, neutral, least = min, most = max } = options;
    this.options = { ...options, min, max, least, most, neutral };
    this.moved = options.moved || (() => {});
    this.touched = -SLIDER_QUIET;
    this.element = element("div", undefined, "slider");
    this.shown = element("output", "", "value");
    this.place = /** @type {HTMLInputElement} */ (element("input"));
    this.field = /** @type {HTMLInputElement} */ (element("input"));
    this.place.type = "range";
    this.field.type = "number";
    this.place.step = this.field.step = "any";
    [this.place.min, this.place.max] = [String(min), String(max)];
    if (Number.isFinite(least)) this.field.min = String(least);
    if (Number.isFinite(most)) this.field.max = String(most);
    if (id) this.place.id = id;
    this.place.setAttribute("aria-label", label);
    this.field.setAttribute("aria-label", `${label}, ${PAGE_TEXTS.exactly}`);
    const heading = element("span", label, "label"), mark = element("span", undefined, "neutral");
    mark.setAttribute("aria-hidden", "true");
    mark.hidden = neutral === undefined || neutral <= min || neutral >= max;
    if (neutral !== undefined) mark.style.setProperty("--at", String((neutral - min) / (max - min)));
    const track = element("span", undefined, "track");
    track.append(mark, this.place);
    this.unit = unit;
    this.element.append(heading, this.shown, track, this.field);
    this.present = NaN;
    this.value = options.value ?? neutral ?? min;
    this.listen();
  }

  listen() {
    const { neutral, least, most } = this.options;
    this.place.addEventListener("input", () => this.handMoves(this.place.valueAsNumber));
    if (neutral !== undefined) this.place.addEventListener("dblclick", () => this.handMoves(neutral));
    // Browsers choose the key steps of a slider without steps, so these are defined here.
    this.place.addEventListener("keydown", (event) => {
      const up = { ArrowRight: 1, ArrowUp: 1, PageUp: 1, ArrowLeft: -1, ArrowDown: -1, PageDown: -1 }[event.key];
      if (event.ctrlKey || event.altKey || event.metaKey || !up) return;
      event.preventDefault();
      const { min, max } = this.options;
      const leaps = event.shiftKey || event.key.startsWith("Page");
      this.handMoves(Math.min(max, Math.max(min, this.present + up * (max - min) * (leaps ? SLIDER_LEAP : SLIDER_STEP))));
    });
    this.field.addEventListener("change", () => {
      const value = this.field.valueAsNumber, fits = value >= least && value <= most;
      this.field.setAttribute("aria-invalid", String(!fits));
      if (fits) this.handMoves(value);
      else if (this.options.refused) this.options.refused();
    });
    // Replace whatever else was written in the field by the value.
    this.field.addEventListener("blur", () => {
      this.field.removeAttribute("aria-invalid");
      this.field.value = String(Number(this.present.toPrecision(9)));
    });
  }

  /** @param {number} value */
  handMoves(value) {
    this.hold();
    this.show(value);
    this.moved(value);
  }

  /** Marks the slider as if the user moved it now. */
  hold() {
    this.touched = performance.now();
  }
  /** Lets the program move the slider at once. */
  release() {
    this.touched = -SLIDER_QUIET;
  }
  /** Whether the user has moved it a moment ago. */
  get isHeld() {
    return performance.now() - this.touched < SLIDER_QUIET;
  }

  get value() {
    return this.present;
  }
  /** Set by the program. */
  set value(value) {
    if (value !== this.present) this.show(value);
  }

  /** @param {number} value */
  show(value) {
    const { min, max } = this.options, text = `${sliderText(value, max - min)}${this.unit && ` ${this.unit}`}`;
    this.present = value;
    if (this.place.value !== String(value)) this.place.value = String(value);
    if (document.activeElement !== this.field) this.field.value = Number.isFinite(value) ? String(Number(value.toPrecision(9))) : "";
    this.place.setAttribute("aria-valuetext", text);
    setText(this.shown, text);
  }

  /**
   * Changes the ends of the slider.
   * @param {number} min
   * @param {number} max
   */
  setRange(min, max) {
    if (min === this.options.min && max === this.options.max) return;
    Object.assign(this.options, { min, max });
    [this.place.min, this.place.max] = [String(min), String(max)];
    this.show(this.present);
  }
}
