// SPDX-License-Identifier: Apache-2.0
// On-screen devices for mouse, touch and keyboard.

/** The number of steps from the neutral value of a parameter to either end. */
const STEPS = 10;
/** The tilt of a phone for full power, degrees. */
const FULL_TILT = 30;

/**
 * @param {string} text
 * @param {string} label its function, for people who do not see it
 * @param {() => void} press
 */
function pushButton(text, label, press) {
  const button = /** @type {HTMLButtonElement} */ (element("button", text));
  button.type = "button";
  button.title = label;
  button.setAttribute("aria-label", label);
  button.addEventListener("click", press);
  return button;
}

/**
 * Shows reports of the robot in the row of the input itself.
 * @implements {Device}
 */
class DisplayDevice {
  constructor() {
    this.name = "display";
    this.kind = /** @type {const} */ ("screen");
  }

  read() {
    return stateAtRest();
  }
}

/**
 * A two-dimensional knob, which springs back unless the object is a position.
 * @implements {Device}
 */
class PadDevice {
  /** @param {RobotObject} object */
  constructor(object) {
    this.object = object;
    this.name = "pad";
    this.kind = /** @type {const} */ ("screen");
    this.translator = TRANSLATOR.stick;
    /** @type {Pad | null} */
    this.pad = null;
  }

  /** @param {HTMLElement} place */
  attach(place) {
    this.pad = new Pad({ label: this.object.name, springs: !isPosition(this.object) });
    place.append(this.pad.element);
  }

  detach() {
    this.pad = null;
  }

  /** @returns {DeviceState} */
  read() {
    return { ...stateAtRest(), axes: this.pad ? [this.pad.x, this.pad.y] : [] };
  }

  rest() {
    if (this.pad && !isPosition(this.object)) this.pad.release();
  }
}

/**
 * A slider for each parameter, in its unit.
 * @implements {Device}
 */
class SliderDevice {
  /** @param {RobotObject} object */
  constructor(object) {
    this.object = object;
    this.name = "sliders";
    this.kind = /** @type {const} */ ("screen");
    this.values = neutralValues(object);
    /** @type {Slider[]} */
    this.sliders = [];
  }

  /** @param {HTMLElement} place */
  attach(place) {
    this.sliders = this.object.parameters.map((parameter, i) => {
      const range = usableRange(parameter);
      const slider = new Slider({ id: `slider-${this.object.name}-${parameter.name}`, label: parameter.name, unit: parameter.unit, ...range, value: this.values[i],
        least: parameter.min, most: parameter.max, moved: (value) => (this.values[i] = value) });
      place.append(slider.element);
      return slider;
    });
    place.append(pushButton("Neutral", `${this.object.name}: all sliders to their neutral values`, () => this.set(neutralValues(this.object))));
  }

  detach() {
    this.sliders = [];
  }

  /** @param {number[]} values the object's values at the beginning of the session */
  begin(values) {
    if (!this.object.trigger) this.set(values);
  }

  /** @param {number[]} values */
  set(values) {
    this.values = [...values];
    this.sliders.forEach((slider, i) => (slider.value = values[i]));
  }

  /** @returns {DeviceState} */
  read() {
    return { ...stateAtRest(), values: [...this.values] };
  }

  rest() {
    if (!isPosition(this.object) && !this.object.trigger) this.set(neutralValues(this.object));
  }
}

/**
 * Two buttons for each parameter; each press moves it by a tenth of the range between neutral value and limit.
 * @implements {Device}
 */
class StepDevice {
  /** @param {RobotObject} object */
  constructor(object) {
    this.object = object;
    this.name = "step buttons";
    this.kind = /** @type {const} */ ("screen");
    this.ranges = object.parameters.map(usableRange);
    this.values = neutralValues(object);
    /** @type {HTMLElement[]} */
    this.shown = [];
  }

  /** @param {HTMLElement} place */
  attach(place) {
    this.shown = this.object.parameters.map((parameter, i) => {
      const row = element("div", undefined, "steps"), shown = element("output");
      row.append(element("span", parameter.name), pushButton("−", `${parameter.name} less`, () => this.step(i, -1)), shown,
        pushButton("+", `${parameter.name} more`, () => this.step(i, 1)));
      place.append(row);
      return shown;
    });
    place.append(pushButton("Neutral", `${this.object.name}: back to the neutral values`, () => this.set(neutralValues(this.object))));
    this.set(this.values);
  }

  detach() {
    this.shown = [];
  }

  /**
   * @param {number} i parameter
   * @param {number} direction
   */
  step(i, direction) {
    const { min, max, neutral } = this.ranges[i], at = this.values[i];
    const wide = (direction > 0 ? at >= neutral : at > neutral) ? max - neutral : neutral - min;
    // Counting in steps makes ten of them reach exactly the limit, and ten back exactly the neutral value.
    const steps = wide > 0 ? Math.round(((at - neutral) / wide) * STEPS) + direction : 0;
    const next = steps >= STEPS ? max : steps <= -STEPS ? min : neutral + (steps * wide) / STEPS;
    this.set(this.values.map((value, other) => (other === i ? next : value)));
  }

  /** @param {number[]} values */
  set(values) {
    this.values = [...values];
    this.shown.forEach((shown, i) => setText(shown, String(Number(values[i].toPrecision(4)))));
  }

  /** @param {number[]} values the object's values at the beginning of the session */
  begin(values) {
    this.set(values);
  }

  /** @returns {DeviceState} */
  read() {
    return { ...stateAtRest(), values: [...this.values] };
  }

  rest() {
    if (!isPosition(this.object)) this.set(neutralValues(this.object));
  }
}

/**
 * Fires a trigger; the values of a control object are chosen beside it.
 * @implements {Device}
 */
class PushButton {
  /** @param {RobotObject} object */
  constructor(object) {
    this.object = object;
    this.name = "push button";
    this.kind = /** @type {const} */ ("screen");
    this.presses = 0;
    this.isDown = false;
    this.aim = object.kind === "control" ? new SliderDevice(object) : null;
  }

  /** @param {HTMLElement} place */
  attach(place) {
    const button = pushButton(this.object.name, `${this.object.name}: act once`, () => (this.presses = Math.min(MAX_WAITING, this.presses + 1)));
    button.id = `trigger-${this.object.name}`;
    button.classList.add("trigger");
    this.aim?.attach(place);
    place.append(button);
  }

  detach() {
    this.aim?.detach();
  }

  begin() {
    this.presses = 0;
  }

  /** @returns {DeviceState} */
  read() {
    this.isDown = !this.isDown && this.presses > 0;
    if (this.isDown) --this.presses;
    return { ...stateAtRest(), buttons: [this.isDown ? 1 : 0], values: this.aim ? this.aim.read().values : null };
  }

  rest() {
    this.presses = 0;
  }
}

/**
 * Sends the written text when Enter is pressed.
 * @implements {Device}
 */
class TextBox {
  /**
   * @param {RobotObject} object
   * @param {() => boolean} mayBeSent called for each text; one that may not be sent now stays in the box
   */
  constructor(object, mayBeSent) {
    this.object = object;
    this.mayBeSent = mayBeSent;
    this.name = "text box";
    this.kind = /** @type {const} */ ("screen");
    /** @type {string[]} */
    this.texts = [];
  }

  /** @param {HTMLElement} place */
  attach(place) {
    const form = element("form"), input = /** @type {HTMLInputElement} */ (element("input")), send = /** @type {HTMLButtonElement} */ (element("button", "Send"));
    input.id = `text-${this.object.name}`;
    input.maxLength = this.object.maxLength;
    input.autocomplete = "off";
    input.setAttribute("aria-label", `text for ${this.object.name}`);
    form.append(input, send);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!input.value || this.texts.length >= MAX_WAITING || !this.mayBeSent()) return;
      this.texts.push(input.value);
      input.value = "";
    });
    place.append(form);
  }

  begin() {
    this.texts = [];
  }

  /** @returns {DeviceState} */
  read() {
    const texts = this.texts;
    this.texts = [];
    return { ...stateAtRest(), texts };
  }

  rest() {
    this.texts = [];
  }
}

/**
 * A phone that is tilted while a finger holds the button; its attitude when the button was pressed is the neutral one.
 * A phone that has been put down has no effect.
 * @implements {Device}
 */
class TiltDevice {
  constructor() {
    this.name = "tilt";
    this.kind = /** @type {const} */ ("hardware");
    this.translator = TRANSLATOR.stick;
    this.problem = "";
    this.isHeld = false;
    /** @type {number[] | null} */
    this.middle = null;
    /** @type {number[] | null} */
    this.tilt = null;
    this.abort = new AbortController();
  }

  /** Only a handheld device can be tilted. */
  static get isPhone() {
    return matchMedia("(pointer: coarse)").matches && "DeviceOrientationEvent" in window;
  }

  /** @param {HTMLElement} place */
  attach(place) {
    this.abort = new AbortController();
    const { signal } = this.abort, button = pushButton("Hold to steer", "steer by tilting the phone while this is held", () => {});
    button.classList.add("hold");
    button.addEventListener("pointerdown", (event) => {
      button.setPointerCapture(event.pointerId);
      this.isHeld = true;
      this.middle = this.tilt;
      this.ask();
    }, { signal });
    for (const kind of ["pointerup", "pointercancel", "lostpointercapture"]) button.addEventListener(kind, () => this.rest(), { signal });
    button.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
    window.addEventListener("blur", () => this.rest(), { signal });
    window.addEventListener("deviceorientation", (event) => this.hear(event), { signal });
    place.append(button);
    this.ask();
  }

  detach() {
    this.abort.abort();
    this.rest();
    this.tilt = null;
    this.problem = "";
  }

  /** Some phones ask the user for permission, and only while a finger presses something. */
  ask() {
    const permission = /** @type {any} */ (DeviceOrientationEvent).requestPermission;
    if (this.tilt || typeof permission !== "function") return;
    permission.call(DeviceOrientationEvent).then((/** @type {string} */ answer) => {
      this.problem = answer === "granted" ? "" : "The browser was not allowed to read the tilt. Allow it in the settings of this site.";
    }, () => {}); // Permission was not given now: the button asks again.
  }

  /** @param {DeviceOrientationEvent} event */
  hear(event) {
    if (!Number.isFinite(event.beta) || !Number.isFinite(event.gamma)) return;
    const beta = Number(event.beta), gamma = Number(event.gamma);
    // Rotate the axes to match the screen's orientation.
    switch (screen.orientation ? screen.orientation.angle : 0) {
      case 90: this.tilt = [beta, gamma]; break;
      case 180: this.tilt = [-gamma, beta]; break;
      case 270: this.tilt = [-beta, -gamma]; break;
      default: this.tilt = [gamma, -beta];
    }
    this.middle = this.middle || (this.isHeld ? this.tilt : null);
  }

  /** @returns {DeviceState} */
  read() {
    const { tilt, middle } = this;
    if (!this.isHeld || !tilt || !middle) return stateAtRest();
    return { ...stateAtRest(), axes: tilt.map((angle, i) => axisOf((((angle - middle[i] + 540) % 360) - 180) / FULL_TILT)), buttons: [1] };
  }

  rest() {
    this.isHeld = false;
    this.middle = null;
  }
}
