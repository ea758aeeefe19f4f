// SPDX-License-Identifier: Apache-2.0
// A measuring arm of two joints on the screen.

const ARM_SIZE = 160, ARM_LINK = 36;

/**
 * Two links in a plane, seen from the side. The user drags the tip and the joints follow, as those of an arm on a table
 * would. The values are the joint angles in degrees: of the first link above the horizontal, of the second relative to
 * the first.
 * @implements {Device}
 */
class MeasuringArm {
  constructor() {
    this.name = "measuring arm";
    this.kind = /** @type {const} */ ("screen");
    this.translator = TRANSLATOR.measuringArm;
    this.angles = [60, -90];
    this.isMoved = false;
  }

  /** @param {HTMLElement} place */
  attach(place) {
    const node = (/** @type {string} */ kind, /** @type {{[name: string]: string | number}} */ attributes) => {
      const made = document.createElementNS("http://www.w3.org/2000/svg", kind);
      for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
      return made;
    };
    const half = ARM_SIZE / 2;
    const drawing = /** @type {SVGSVGElement} */ (node("svg", { class: "measuring-arm", viewBox: `${-half} ${-half} ${ARM_SIZE} ${ARM_SIZE}`, tabindex: 0, role: "application",
      "aria-label": "measuring arm: drag its tip, or turn the joints with the arrow keys" }));
    this.links = node("polyline", { class: "links" });
    this.tip = node("circle", { class: "tip", r: 8 });
    drawing.append(node("circle", { class: "reach", r: 2 * ARM_LINK }), this.links, node("circle", { class: "foot", r: 5 }), this.tip);
    drawing.addEventListener("pointerdown", (event) => {
      drawing.setPointerCapture(event.pointerId);
      this.drag(drawing, event);
    });
    drawing.addEventListener("pointermove", (event) => drawing.hasPointerCapture(event.pointerId) && this.drag(drawing, event));
    drawing.addEventListener("keydown", (event) => {
      const turn = { ArrowUp: [3, 0], ArrowDown: [-3, 0], ArrowLeft: [0, 3], ArrowRight: [0, -3] }[event.key];
      if (!turn) return;
      // Another device may use the arrow keys.
      event.preventDefault();
      event.stopPropagation();
      this.turn(this.angles.map((angle, i) => angle + turn[i]));
    });
    place.append(drawing);
    this.draw();
  }

  /**
   * @param {SVGSVGElement} drawing
   * @param {PointerEvent} event
   */
  drag(drawing, event) {
    const box = drawing.getBoundingClientRect(), scale = ARM_SIZE / Math.max(1, Math.min(box.width, box.height));
    const x = (event.clientX - box.left - box.width / 2) * scale, y = -(event.clientY - box.top - box.height / 2) * scale;
    const far = Math.min(2 * ARM_LINK, Math.hypot(x, y)), bend = 2 * Math.acos(far / (2 * ARM_LINK)), degrees = 180 / Math.PI;
    // The elbow is up: the second link bends downwards.
    this.turn([(Math.atan2(y, x) + bend / 2) * degrees, -bend * degrees]);
  }

  /** @param {number[]} angles */
  turn(angles) {
    this.angles = angles.map((angle) => ((((angle + 180) % 360) + 360) % 360) - 180);
    this.isMoved = true;
    this.draw();
  }

  draw() {
    const first = (this.angles[0] * Math.PI) / 180, second = first + (this.angles[1] * Math.PI) / 180;
    const elbow = [ARM_LINK * Math.cos(first), -ARM_LINK * Math.sin(first)];
    const tip = [elbow[0] + ARM_LINK * Math.cos(second), elbow[1] - ARM_LINK * Math.sin(second)];
    this.links?.setAttribute("points", `0,0 ${elbow} ${tip}`);
    this.tip?.setAttribute("cx", String(tip[0]));
    this.tip?.setAttribute("cy", String(tip[1]));
  }

  /** An arm that has not been moved since the last session requests nothing. */
  begin() {
    this.isMoved = false;
  }

  /** @returns {DeviceState} */
  read() {
    return { ...stateAtRest(), values: this.isMoved ? this.angles : null };
  }

  rest() {
    this.isMoved = false;
  }
}
