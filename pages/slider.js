// SPDX-License-Identifier: Apache-2.0
// A value between two limits, for mouse, finger and keyboard: a slider, and a field for the exact number.

/** Of the range of a slider: what an arrow key moves it by, and Page Up or Page Down, or an arrow with Shift. */
const SLIDER_STEP = 1 / 100, SLIDER_LEAP = 1 / 10;
/** ms after a hand has moved a slider until the program may move it. */
const SLIDER_QUIET = 400;

/**
 * @typedef {object} SliderOptions
 * @property {string} label
 * @property {string} [id] of the slider itself
 * @property {string} [unit] shown behind the value
 * @property {number} min where the slider ends
 * @property {number} max
 * @property {number} [value] at the beginning; else the neutral one
 * @property {number} [neutral] that has a mark, and to which a double click goes
 * @property {number} [least] that the field takes, which may be beyond the ends of the slider, also infinite
 * @property {number} [most]
 * @property {(value: number) => void} [moved] by a hand, never by the program
 * @property {() => void} [refused] what was written in the field
 */

/**
 * A number as a person reads it: with as many digits as matter in its range.
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
    // A browser's own steps of a slider without steps are as it likes.
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
    // Whatever else was written there, the field says what the value is.
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

  /** As if a hand moved it now. */
  hold() {
    this.touched = performance.now();
  }
  /** The program may move it at once. */
  release() {
    this.touched = -SLIDER_QUIET;
  }
  /** Whether a hand has moved it a moment ago. */
  get isHeld() {
    return performance.now() - this.touched < SLIDER_QUIET;
  }

  get value() {
    return this.present;
  }
  /** By the program. */
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
   * Other ends of the slider.
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
