// SPDX-License-Identifier: Apache-2.0
// One object of the robot and the device that moves or shows it.

/** A button counts as pressed from this value on. */
const PRESSED = 0.5;
/** The choice with which an object is not requested. */
const NOT_USED = "not used";

class ControlRow {
  /**
   * @param {RobotObject} object
   * @param {Controls} controls
   */
  constructor(object, controls) {
    this.object = object;
    this.controls = controls;
    /**
     * Devices for this object only, offered before all others.
     * @type {Device[]}
     */
    this.special = [];
    /** @type {ScriptedDevice | null} */
    this.script = object.direction === "output" ? new ScriptedDevice("script") : null;
    /** Devices that belong to this object alone. */
    this.own = this.ownDevices();
    /**
     * All devices that are offered now.
     * @type {Device[]}
     */
    this.devices = [];
    /** @type {Device | null} */
    this.device = null;
    this.isChosenByUser = false;
    /** @type {TranslatorRun | null} */
    this.translator = null;
    this.wasDown = false;
    /** Seconds since the device was read. */
    this.unread = 0;
    /** Whether values have been sent in this session. */
    this.hasMoved = false;
    this.complaint = "";
    this.makeElement();
  }

  makeElement() {
    const { object } = this;
    this.element = element("div", undefined, "controls");
    this.select = /** @type {HTMLSelectElement} */ (element("select", undefined, "device"));
    this.select.setAttribute("aria-label", `device of ${object.name}`);
    this.translators = /** @type {HTMLSelectElement} */ (element("select", undefined, "translator"));
    this.translators.setAttribute("aria-label", `translator of ${object.name}`);
    this.keyLine = element("p", undefined, "keys");
    this.keyLine.hidden = true;
    this.widget = element("div", undefined, "widget");
    this.line = element("p", "", "problem");
    this.line.setAttribute("role", "status");
    this.select.addEventListener("change", () => {
      this.isChosenByUser = true;
      this.chooseByName(this.select.value);
    });
    this.element.append(this.select, this.translators, this.keyLine, this.widget, this.line);
  }

  /** @returns {Device[]} */
  ownDevices() {
    const { object } = this, recording = new RecordingDevice(this.controls.recorder, object.name), script = /** @type {ScriptedDevice} */ (this.script);
    if (object.direction === "input") return [new DisplayDevice()];
    if (object.kind === "text") return [new TextBox(object, () => this.mayBeSent()), recording, script];
    if (object.kind === "binary") return object.trigger ? [new PushButton(object), recording, script] : [];
    if (object.kind !== "control") return [];
    if (object.trigger) return [new PushButton(object), recording, script];
    const arm = object.standard === "place" ? [new MeasuringArm()] : [];
    return [new PadDevice(object), new SliderDevice(object), new StepDevice(object), ...arm, recording, script];
  }

  /** Whether a text may be sent now. If not, the row shows why. */
  mayBeSent() {
    const isLive = this.controls.state === "live" && !!this.known?.id;
    this.complain(isLive ? "" : this.controls.isOperated ? "Nothing is sent while the robot is stopped, or after the server has refused the object." : "Nothing is sent before Set.");
    return isLive;
  }

  /** Rebuilds the list; the choice stays. */
  list() {
    this.devices = [...this.special, ...this.own, ...this.controls.sharedDevices(this.object)];
    if (this.device && !this.devices.includes(this.device)) this.choose(null);
    const option = (/** @type {string} */ name) => {
      const made = /** @type {HTMLOptionElement} */ (element("option", name));
      made.value = name;
      return made;
    };
    this.select.replaceChildren(option(NOT_USED), ...this.devices.map((device) => option(device.name)));
    this.select.value = this.device ? this.device.name : NOT_USED;
    this.select.hidden = !this.devices.length;
  }

  chooseDefault() {
    for (const name of defaultDevices(this.object)) {
      const device = this.devices.find((each) => each.name === name);
      if (device && !this.controls.clash(device, this)) return this.choose(device);
    }
  }

  /** @param {string} name */
  chooseByName(name) {
    const device = this.devices.find((each) => each.name === name) || null, clash = device && this.controls.clash(device, this);
    if (clash) {
      this.select.value = this.device ? this.device.name : NOT_USED;
      return this.complain(clash);
    }
    this.choose(device);
  }

  /** @param {Device | null} device */
  choose(device) {
    if (device === this.device) return this.complain("");
    if (this.device) this.device.detach?.();
    this.widget.replaceChildren();
    this.device = device;
    this.select.value = device ? device.name : NOT_USED;
    this.complain("");
    this.showKeys();
    this.listTranslators();
    device?.attach?.(this.widget, this.object);
    // If the device of a trigger has only a button, the values are chosen beside it.
    if (device && this.object.kind === "control" && this.object.trigger && !(device instanceof PushButton) && !this.special.includes(device)) {
      this.aim = new SliderDevice(this.object);
      this.aim.attach(this.widget);
    } else {
      this.aim = null;
    }
  }

  /** The keys, sticks and buttons that move the chosen device. */
  get uses() {
    return this.device?.uses?.(this.object) || {};
  }

  /** Shows the keys of the device, and which of them the page itself no longer receives. */
  showKeys() {
    const uses = this.device?.kind === "hardware" ? {} : this.uses, { pageKeys } = this.controls;
    this.keyLine.replaceChildren();
    for (const [key, what] of Object.entries(uses)) this.keyLine.append(element("kbd", keyLabel(key)), what ? ` ${what} ` : " ");
    const taken = Object.keys(uses).filter((key) => Object.hasOwn(pageKeys, key)).map((key) => `${keyLabel(key)} (${pageKeys[key]})`);
    if (taken.length) this.keyLine.append(element("span", SEAT_TEXTS.takenKeys(taken.join(", "))));
    this.keyLine.hidden = !this.keyLine.childNodes.length;
  }

  /**
   * Lists the translators: the one that fits the device, those that the server offers for this object, and "none" if
   * the device provides values itself.
   */
  listTranslators() {
    const usual = this.device && this.device.translator, isLevel = this.object.kind === "control" && this.object.direction === "output" && !this.object.trigger;
    const shipped = Object.values(TRANSLATOR);
    const offered = isLevel && this.device ? this.object.translators.filter((address) => !shipped.includes(address)) : [];
    const option = (/** @type {string} */ address) => {
      const made = /** @type {HTMLOptionElement} */ (element("option", address ? address.replace(/^.*\/|\.js$/g, "") : "values as they are"));
      made.value = address;
      return made;
    };
    const all = [...new Set([isLevel && usual ? usual : "", ...offered])];
    this.translators.replaceChildren(...all.map(option));
    this.translators.hidden = all.length < 2;
  }

  /** @param {boolean} isLocked whether the choice is locked: devices are chosen before the session */
  lock(isLocked) {
    this.select.disabled = this.translators.disabled = isLocked;
  }

  /** @param {string} sentence */
  complain(sentence) {
    this.complaint = sentence;
    this.showProblem();
  }

  showProblem() {
    const text = this.complaint || (this.device && this.device.problem) || "";
    if (this.line.textContent !== text) this.line.textContent = text;
    this.line.hidden = !text;
  }

  get known() {
    return this.controls.session?.objects.get(this.object.name);
  }

  /** Called when the session begins. */
  begin() {
    const known = this.known;
    this.hasMoved = this.wasDown = false;
    this.unread = 0;
    this.complain("");
    this.translator?.close();
    this.translator = null;
    if (!this.device || !known || !known.id || this.object.direction !== "output") return;
    this.device.begin?.(known.values);
    const address = this.translators.value;
    if (address)
      this.translator = new TranslatorRun(address, this.object, (values) => this.put(values), (problem) => {
        this.complain(`${problem} Press Leave, then Set to start it again.`);
        this.put(null);
      });
  }

  /** Called when the session ends. */
  end() {
    this.translator?.close();
    this.translator = null;
    this.rest();
  }

  /** Releases the device: the robot has been stopped, or the page is hidden. */
  rest() {
    this.device?.rest?.();
    this.wasDown = true; // A button that is still held must not fire.
    if (this.hasMoved) this.put(null);
  }

  /**
   * @param {number} seconds
   * @param {boolean} isLive whether the device operates the robot
   */
  tick(seconds, isLive) {
    const { device, object, translator } = this, known = this.known;
    if (!device) return;
    this.unread += seconds;
    // Input that arrives meanwhile is read afterwards, so a short key press is not lost.
    if (translator && translator.isBusy) return translator.count(seconds);
    const state = device.read(this.unread), passed = this.unread;
    this.unread = 0;
    this.showProblem();
    if (object.direction !== "output" || !known || !known.id) return;
    if (!isLive) {
      this.wasDown = this.wasDown || (state.buttons[0] || 0) >= PRESSED;
      return;
    }
    for (const text of state.texts || []) this.say(text);
    if (object.trigger) this.pull(state);
    else if (object.kind !== "control") return;
    else if (this.translators.value) translator?.ask(state, passed, this.latest(known.values));
    else this.put(state.values);
  }

  /**
   * @param {number[]} values
   * @returns {LatestState}
   */
  latest(values) {
    /** @type {{[name: string]: number[]}} */
    const inputs = {};
    for (const [name, each] of this.controls.session?.objects || [])
      if (each.object.direction === "input" && each.object.kind === "control") inputs[name] = each.values;
    return { values, pose: this.controls.about.pose(), inputs };
  }

  /**
   * Fires a trigger when its button goes down.
   * @param {DeviceState} state
   */
  pull(state) {
    const isDown = (state.buttons[0] || 0) >= PRESSED, acts = isDown && !this.wasDown;
    this.wasDown = isDown;
    if (!acts) return;
    const values = state.values || (this.aim ? this.aim.read().values : null) || neutralValues(this.object);
    this.controls.session?.fire(this.object.name, values);
    this.controls.recorder.add(this.object.name, { values });
  }

  /** @param {string} text */
  say(text) {
    const refusal = this.controls.session?.say(this.object.name, text) || "";
    this.complain(refusal);
    if (!refusal) this.controls.recorder.add(this.object.name, { text });
  }

  /**
   * Sends the values of a level. A parameter without a value goes to its neutral value, or keeps its position.
   * @param {number[] | null} values
   */
  put(values) {
    const { session, recorder, state } = this.controls, { object, known } = this;
    if (!session || !known || !known.id || state !== "live" || (document.hidden && values)) return;
    if (!values) {
      if (!this.hasMoved || isPosition(object)) return;
      values = neutralValues(object);
    }
    if (values.length !== object.parameters.length || !values.every(Number.isFinite))
      return this.complain(`The device gives ${values.length} values; ${object.name} has ${object.parameters.length}.`);
    const sent = object.parameters.map((parameter, i) => {
      const value = Math.min(parameter.max, Math.max(parameter.min, /** @type {number[]} */ (values)[i]));
      return parameter.type.startsWith("float") ? value : Math.round(value);
    });
    // A device at rest moves nothing, whatever the object does when the session begins.
    const neutral = neutralValues(object);
    if (!this.hasMoved && sent.every((value, i) => value === neutral[i] || value === known.values[i])) return;
    this.hasMoved = true;
    session.set(object.name, sent);
    recorder.add(object.name, { values: sent });
  }

  close() {
    this.translator?.close();
    this.device?.detach?.();
  }
}

/**
 * The names of the devices that fit an object best, best first.
 * @param {RobotObject} object
 */
function defaultDevices(object) {
  if (object.direction === "input") return ["display"];
  if (object.kind === "text") return ["text box"];
  if (object.trigger) return ["push button"];
  const byHand = ["pad", "sliders"];
  if (TiltDevice.isPhone) return object.parameters.length === 2 ? byHand : ["sliders"];
  if (/^(forward-turn|vector)$/.test(object.standard)) return ["keys W A S D", "keys I J K L", ...byHand];
  if (object.standard.startsWith("pan-tilt")) return ["keys arrows", "keys I J K L", ...byHand];
  return object.standard === "place" && object.parameters.length === 2 ? byHand : ["sliders"];
}
