// SPDX-License-Identifier: Apache-2.0
// A pad for two values at once, -1 to 1: a knob in a square, for mouse, touch and arrow keys.

/** The movement per arrow key, and with Shift, of a pad that springs back, then of one that stays. */
const PAD_HELD = 1, PAD_HELD_LITTLE = 0.3, PAD_STEP = 0.1, PAD_LITTLE_STEP = 0.01;
/** Pixels between the border of the square and the outermost place of the knob. */
const PAD_BORDER = 24;
const PAD_KEYS = /** @type {Record<string, number[]>} */ ({ ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] });

/**
 * @typedef {object} PadOptions
 * @property {string} label
 * @property {string} [id]
 * @property {boolean} [springs] back to the middle on release; otherwise it stays, and Home moves it back
 * @property {(x: number, y: number) => void} [moved] called when the user moves it, or when it springs back
 */

class Pad {
  /** @param {PadOptions} options */
  constructor({ label, id, springs = true, moved = () => {} }) {
    this.label = label;
    this.springs = springs;
    this.moved = moved;
    /** x to the right, y up. */
    this.x = 0;
    this.y = 0;
    /** @type {number | null} */
    this.pointer = null;
    /** The arrow keys that are down. */
    this.keys = new Set();
    this.element = element("div", undefined, "pad");
    if (id) this.element.id = id;
    this.element.tabIndex = 0;
    // There is no role for controls with two values: the pad handles its own keys, and its name states its position.
    this.element.setAttribute("role", "application");
    this.element.setAttribute("aria-roledescription", PAGE_TEXTS.pad);
    this.element.append(element("span", undefined, "knob"));
    this.show();
    this.listen();
  }

  listen() {
    const pad = this.element;
    pad.addEventListener("pointerdown", (event) => {
      if (this.pointer !== null || event.button > 0) return;
      event.preventDefault();
      pad.focus();
      pad.setPointerCapture(event.pointerId);
      this.pointer = event.pointerId;
      this.follow(event);
    });
    pad.addEventListener("pointermove", (event) => event.pointerId === this.pointer && this.follow(event));
    for (const kind of ["pointerup", "pointercancel", "lostpointercapture"])
      pad.addEventListener(kind, (event) => {
        if (/** @type {PointerEvent} */ (event).pointerId !== this.pointer) return;
        this.pointer = null;
        this.letGo();
      });
    pad.addEventListener("contextmenu", (event) => event.preventDefault());
    pad.addEventListener("keydown", (event) => this.press(event));
    pad.addEventListener("keyup", (event) => {
      if (this.keys.delete(event.key) && this.springs) this.holdKeys(event.shiftKey);
    });
    pad.addEventListener("blur", () => this.letGo());
  }

  /** @param {PointerEvent} event */
  follow(event) {
    const box = this.element.getBoundingClientRect();
    const way = (/** @type {number} */ away, /** @type {number} */ length) => away / Math.max(1, length / 2 - PAD_BORDER);
    this.move(way(event.clientX - box.left - box.width / 2, box.width), way(box.top + box.height / 2 - event.clientY, box.height));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const way = PAD_KEYS[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey || !(way || event.key === "Home")) return;
    event.preventDefault();
    event.stopPropagation();
    if (!way) return this.move(0, 0);
    this.keys.add(event.key);
    if (this.springs) return this.holdKeys(event.shiftKey);
    const step = event.shiftKey ? PAD_LITTLE_STEP : PAD_STEP;
    this.move(this.x + way[0] * step, this.y + way[1] * step);
  }

  /** @param {boolean} little */
  holdKeys(little) {
    const held = [...this.keys].map((key) => PAD_KEYS[key]), far = little ? PAD_HELD_LITTLE : PAD_HELD;
    this.move(held.reduce((sum, way) => sum + way[0], 0) * far, held.reduce((sum, way) => sum + way[1], 0) * far);
  }

  letGo() {
    this.keys.clear();
    this.show();
    if (this.springs && this.pointer === null) this.move(0, 0);
  }

  /** Moves the knob to the middle. If the pad is held, it has to be released and pressed again. */
  release() {
    if (this.pointer !== null && this.element.hasPointerCapture(this.pointer)) this.element.releasePointerCapture(this.pointer);
    this.pointer = null;
    this.keys.clear();
    this.move(0, 0);
    this.show();
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  move(x, y) {
    const [right, up] = [x, y].map((value) => (Number.isFinite(value) ? Math.min(1, Math.max(-1, value)) : 0));
    if (right === this.x && up === this.y) return;
    [this.x, this.y] = [right, up];
    this.show();
    this.moved(right, up);
  }

  show() {
    this.element.classList.toggle("held", this.pointer !== null || this.keys.size > 0);
    this.element.style.setProperty("--x", String(this.x));
    this.element.style.setProperty("--y", String(this.y));
    this.element.setAttribute("aria-label", PAGE_TEXTS.padAt(this.label, this.x, this.y));
  }
}
