// SPDX-License-Identifier: Apache-2.0
// Gamepads. Each stick, each button, the triggers and the rumble motor are devices of their own.

/** The numbers of buttons in the layout that browsers call "standard". */
const PAD_BUTTON = { a: 0, b: 1, x: 2, y: 3, leftBumper: 4, rightBumper: 5, leftTrigger: 6, rightTrigger: 7, up: 12, down: 13 };
const PAD_TRIGGERS = { A: PAD_BUTTON.a, B: PAD_BUTTON.b, X: PAD_BUTTON.x, Y: PAD_BUTTON.y };
/** The duration of one rumble, ms; it repeats while the displayed state lasts. */
const RUMBLE = 250;

/** @returns {(Gamepad | null)[]} */
function presentGamepads() {
  try {
    return typeof navigator.getGamepads === "function" ? [...navigator.getGamepads()] : [];
  } catch {
    return []; // The page may not be allowed to use gamepads.
  }
}

/**
 * A part of the gamepad with one of the browser's indices.
 * @implements {Device}
 */
class GamepadPart {
  /**
   * @param {number} index
   * @param {string} part
   * @param {(pad: Gamepad) => DeviceState} state
   */
  constructor(index, part, state) {
    this.index = index;
    this.name = `gamepad ${index + 1} ${part}`;
    this.kind = /** @type {const} */ ("hardware");
    this.state = state;
    this.translator = TRANSLATOR.stick;
  }

  /** @returns {KeyUse} */
  uses() {
    return { [this.name]: "" };
  }

  get pad() {
    const pad = presentGamepads()[this.index];
    return pad && pad.connected !== false ? pad : null;
  }

  get problem() {
    return this.pad ? "" : `Gamepad ${this.index + 1} is unplugged. Plug it in again, or press Leave and choose another device.`;
  }

  /** @returns {DeviceState} */
  read() {
    const pad = this.pad;
    return pad ? this.state(pad) : stateAtRest();
  }
}

/**
 * Makes reports of the robot noticeable: it rumbles while bits are set or when a text arrives.
 * @implements {Device}
 */
class GamepadRumble extends GamepadPart {
  /** @param {number} index */
  constructor(index) {
    super(index, "rumble", stateAtRest);
    this.isOn = false;
    this.until = 0;
  }

  /** @param {number[] | string} value */
  show(value) {
    this.isOn = typeof value !== "string" && value.some((bit) => bit > 0);
    if (this.isOn || typeof value === "string") this.shake();
  }

  shake() {
    const pad = this.pad;
    this.until = performance.now() + RUMBLE;
    // Older type definitions lack this property, which browsers have.
    const actuator = pad && /** @type {any} */ (pad).vibrationActuator;
    if (!actuator || typeof actuator.playEffect !== "function") return;
    Promise.resolve(actuator.playEffect("dual-rumble", { duration: RUMBLE, strongMagnitude: 1, weakMagnitude: 0.5 })).catch(() => {});
  }

  read() {
    const state = super.read();
    if (this.isOn && performance.now() >= this.until) this.shake();
    return state;
  }

  rest() {
    this.isOn = false;
  }
}

/** The devices of all gamepads. A gamepad that has been connected once keeps its devices, so that it can be plugged in again. */
class Gamepads {
  constructor() {
    /** @type {Map<number, {axes: GamepadPart[], triggers: GamepadPart[], rumble: GamepadRumble | null}>} */
    this.known = new Map();
  }

  /** Searches for new gamepads. Returns whether there were any. */
  look() {
    const before = this.known.size;
    presentGamepads().forEach((pad, index) => {
      if (pad && pad.connected !== false && !this.known.has(index)) this.known.set(index, Gamepads.partsOf(pad, index));
    });
    return this.known.size !== before;
  }

  /**
   * @param {Gamepad} pad
   * @param {number} index
   */
  static partsOf(pad, index) {
    const button = (/** @type {Gamepad} */ from, /** @type {number} */ number) => {
      const found = /** @type {any} */ (from.buttons && from.buttons[number]);
      return axisOf(typeof found === "number" ? found : found && found.value, 0);
    };
    /** Creates a device for a stick, with two buttons beside it for a third axis. */
    const stick = (/** @type {string} */ name, /** @type {number} */ first, /** @type {number} */ more, /** @type {number} */ less) =>
      new GamepadPart(index, name, (from) => ({ ...stateAtRest(),
        // `0 -` avoids -0, which would be sent as a different number.
        axes: [axisOf(from.axes[first]), 0 - axisOf(from.axes[first + 1]), more < 0 ? 0 : button(from, more) - button(from, less)] }));
    const axes = [stick("left stick", 0, PAD_BUTTON.up, PAD_BUTTON.down)];
    if (pad.axes.length >= 4) axes.push(stick("right stick", 2, PAD_BUTTON.rightBumper, PAD_BUTTON.leftBumper));
    for (let first = 4; first + 1 < pad.axes.length; first += 2) axes.push(stick(`stick ${first / 2 + 1}`, first, -1, -1));
    const triggers = [];
    if (pad.buttons.length > PAD_BUTTON.rightTrigger) {
      const both = new GamepadPart(index, "triggers", (from) => {
        const left = button(from, PAD_BUTTON.leftTrigger), right = button(from, PAD_BUTTON.rightTrigger);
        return { ...stateAtRest(), axes: [0, right - left], buttons: [right, left] };
      });
      axes.push(both);
      triggers.push(both);
    }
    for (const [name, number] of Object.entries(PAD_TRIGGERS))
      if (number < pad.buttons.length)
        triggers.push(new GamepadPart(index, `button ${name}`, (from) => ({ ...stateAtRest(), buttons: [button(from, number)] })));
    return { axes, triggers, rumble: /** @type {any} */ (pad).vibrationActuator ? new GamepadRumble(index) : null };
  }

  get axes() {
    return [...this.known.values()].flatMap((each) => each.axes);
  }
  get triggers() {
    return [...this.known.values()].flatMap((each) => each.triggers);
  }
  get rumbles() {
    return [...this.known.values()].flatMap((each) => (each.rumble ? [each.rumble] : []));
  }
}

/**
 * The vibration of a phone.
 * @implements {Device}
 */
class PhoneVibration {
  constructor() {
    this.name = "vibration";
    this.kind = /** @type {const} */ ("hardware");
    this.wasOn = false;
  }

  read() {
    return stateAtRest();
  }

  /** @param {number[] | string} value */
  show(value) {
    const isOn = typeof value === "string" || value.some((bit) => bit > 0);
    if (isOn && (!this.wasOn || typeof value === "string")) navigator.vibrate(RUMBLE);
    this.wasOn = isOn && typeof value !== "string";
  }
}
