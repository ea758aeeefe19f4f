// SPDX-License-Identifier: Apache-2.0
// Keys as devices.

/** The positions of a device's keys on the keyboard (`KeyboardEvent.code`): right, left, up, down, and two for a third axis. */
const KEY_AXES = {
  "keys W A S D": ["KeyD", "KeyA", "KeyW", "KeyS", "KeyE", "KeyQ"],
  "keys arrows": ["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", "PageUp", "PageDown"],
  "keys I J K L": ["KeyL", "KeyJ", "KeyI", "KeyK", "KeyO", "KeyU"],
  "keys + −": ["", "", "+", "-", "", ""],
};
/** The functions of these keys, in the same order. */
const KEY_WORDS = ["right", "left", "up", "down", "more", "less"];
/** Keys that fire triggers. */
const KEY_TRIGGERS = { "key Space": "Space", "key Enter": "Enter", "key F": "KeyF", "key G": "KeyG", "key H": "KeyH" };
/**
 * The page's own keys and their functions; a kind of world may add others (`Controls.pageKeys`). While the robot is
 * operated, a chosen device takes its keys from the page. No device uses Esc.
 * @type {KeyUse}
 */
const PAGE_KEYS = { Escape: "emergency stop", KeyC: "next view" };
/** Labels of keys that have no letter. */
const KEY_LABELS = /** @type {Record<string, string>} */ ({
  ArrowRight: "→", ArrowLeft: "←", ArrowUp: "↑", ArrowDown: "↓", PageUp: "Page Up", PageDown: "Page Down", "-": "−", Escape: "Esc",
});

/**
 * The label of a key.
 * @param {string} key a name of `KeyUse`
 */
function keyLabel(key) {
  return KEY_LABELS[key] || key.replace(/^(Key|Digit)/, "");
}

/** The keys that are down, except those that are typed into a text field or belong to a focused list or slider. */
class Keyboard {
  /** @param {(code: string) => boolean} isUsed whether that key operates the robot, so that the page does nothing else with it */
  constructor(isUsed) {
    this.isUsed = isUsed;
    /**
     * Key by code: the character of a key may change before it goes up.
     * @type {Map<string, string>}
     */
    this.held = new Map();
    /**
     * Keys that went down since the last read; they may be up again.
     * @type {Set<string>}
     */
    this.tapped = new Set();
    this.abort = new AbortController();
    const { signal } = this.abort;
    // Capture handles the event first: a pad that still has the focus after a drag must not receive keys that operate
    // the robot.
    document.addEventListener("keydown", (event) => this.down(event), { signal, capture: true });
    document.addEventListener("keyup", (event) => this.held.delete(event.code), { signal, capture: true });
    window.addEventListener("blur", () => this.clear(), { signal });
    document.addEventListener("visibilitychange", () => this.clear(), { signal });
  }

  /** @param {KeyboardEvent} event */
  down(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    if (Keyboard.isTyped(event)) return;
    const key = Keyboard.keyOf(event);
    if (this.isUsed(key)) {
      event.preventDefault();
      event.stopPropagation();
    }
    if (event.repeat) return;
    this.held.set(event.code, key);
    this.tapped.add(key);
  }

  /**
   * Whether the focused element (a text field, a list, a slider or a button) uses the key.
   * @param {KeyboardEvent} event
   */
  static isTyped(event) {
    const at = event.target;
    if (!(at instanceof HTMLElement)) return false;
    if (at instanceof HTMLInputElement && at.type === "range") return /^(Arrow|Page|Home|End)/.test(event.key);
    if (at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement || at instanceof HTMLSelectElement || at.isContentEditable) return true;
    return /^(BUTTON|SUMMARY|A)$/.test(at.tagName) && (event.key === " " || event.key === "Enter");
  }

  /**
   * + and − have different positions on different keyboards, so they are named by character; all other keys are named
   * by position.
   * @param {KeyboardEvent} event
   */
  static keyOf(event) {
    const key = keyOf(event);
    return key === "=" ? "+" : key === "−" ? "-" : key === "+" || key === "-" ? key : event.code;
  }

  /** Treats all keys as released: without the focus the page does not see them go up. */
  clear() {
    this.held.clear();
    this.tapped.clear();
  }

  /**
   * Whether the key is down, or has been since the last call.
   * @param {string} key
   */
  take(key) {
    const wasTapped = this.tapped.delete(key);
    return wasTapped || [...this.held.values()].includes(key);
  }

  close() {
    this.abort.abort();
  }
}

/** @implements {Device} */
class KeyDevice {
  /**
   * @param {string} name
   * @param {Keyboard} keyboard
   * @param {string[]} keys six keys for three axes, or one for a button
   */
  constructor(name, keyboard, keys) {
    this.name = name;
    this.kind = /** @type {const} */ ("keys");
    this.keyboard = keyboard;
    this.keys = keys;
    this.translator = TRANSLATOR.keys;
  }

  /**
   * Returns those of six keys for which the object has values, or all of them if the server offers translators, which
   * may use any.
   * @param {RobotObject} object
   * @returns {KeyUse}
   */
  uses(object) {
    if (this.keys.length === 1) return { [this.keys[0]]: "" };
    const { standard, parameters, translators } = object, isKnown = translators.every((address) => Object.values(TRANSLATOR).includes(address));
    const [first, end] = !isKnown || parameters.length > 2 ? [0, 6] : parameters.length === 2 || standard ? [0, 4] : [2, 4];
    return Object.fromEntries(this.keys.slice(first, end).map((key, i) => [key, KEY_WORDS[first + i]]).filter(([key]) => key));
  }

  /** @returns {DeviceState} */
  read() {
    const down = this.keys.map((key) => (key && this.keyboard.take(key) ? 1 : 0));
    if (down.length === 1) return { ...stateAtRest(), buttons: down };
    return { ...stateAtRest(), axes: [0, 2, 4].map((i) => down[i] - down[i + 1]) };
  }

  /** Keys that were pressed before the session do not count. */
  begin() {
    this.keyboard.tapped.clear();
  }
  rest() {
    this.keyboard.tapped.clear();
  }
}

/**
 * @param {Keyboard} keyboard
 * @returns {{axes: KeyDevice[], triggers: KeyDevice[]}}
 */
function keyDevices(keyboard) {
  return {
    axes: Object.entries(KEY_AXES).map(([name, keys]) => new KeyDevice(name, keyboard, keys)),
    triggers: Object.entries(KEY_TRIGGERS).map(([name, key]) => new KeyDevice(name, keyboard, [key])),
  };
}
