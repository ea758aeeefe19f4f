// SPDX-License-Identifier: Apache-2.0
// Assigns devices to the objects of the robot.

/** ms between two reads of the devices, and between two searches for devices. */
const READ_EVERY = 20, LOOK_EVERY = 500;
/** The maximum number of seconds that one read may account for, so that nothing jumps after a pause of the page. */
const MAX_PASSED = 0.1;

/**
 * The devices of all objects of one robot. Offers them in one list per object, reads the chosen ones while the robot is
 * operated, and passes their values to the session. A device serves one object at a time.
 *
 * Nothing is sent before a device has been moved. No device counts as moved while the robot is stopped or the page
 * hidden; speeds and powers then go to their neutral values. They do so too if a device or a translator fails; a head
 * or an arm keeps its position.
 */
class Controls {
  /**
   * @param {RobotObject[]} objects of the robot
   * @param {{robot: string, pose: () => ({x: number, y: number, heading: number} | null)}} about `pose` returns the robot's pose in m and radians
   */
  constructor(objects, about) {
    this.about = about;
    /** @type {Session | null} */
    this.session = null;
    this.isOperated = false;
    this.state = "idle";
    this.keyboard = new Keyboard((key) => this.isOperated && this.rows.some((row) => row.device instanceof KeyDevice && Object.hasOwn(row.uses, key)));
    this.keys = keyDevices(this.keyboard);
    /** The functions of keys in the page itself, which apply if no chosen device uses the key. */
    this.pageKeys = PAGE_KEYS;
    this.gamepads = new Gamepads();
    this.gamepads.look();
    this.tilt = new TiltDevice();
    this.goThere = new PlaceDevice(about.pose);
    this.recorder = new Recorder(about.robot);
    this.vibration = new PhoneVibration();
    /** @type {Map<string, ScriptedDevice>} */
    this.scripted = new Map();
    /** @type {ControlRow[]} */
    this.rows = [];
    for (const object of objects) this.rows.push(new ControlRow(object, this));
    for (const row of this.rows) row.list();
    for (const row of this.rows) row.chooseDefault();
    this.lookedAt = this.readAt = performance.now();
    this.timer = setInterval(() => this.tick(), READ_EVERY);
    const page = /** @type {any} */ (window);
    page.rctp = page.rctp || {};
    page.rctp.device = (/** @type {string} */ name, /** @type {any} */ values) => this.script(String(name), values);
  }

  /** @param {string} name */
  row(name) {
    return this.rows.find((row) => row.object.name === name);
  }

  /**
   * The element that holds an object's list of devices and the display of the chosen one.
   * @param {string} name
   */
  element(name) {
    return this.row(name)?.element ?? element("div");
  }

  /** The objects that have a chosen device. */
  chosen() {
    return this.rows.filter((row) => row.device).map((row) => row.object.name);
  }

  /**
   * Offers devices for an object before all others. The first one whose keys are free is chosen, unless the user has
   * chosen one already.
   * @param {string} name
   * @param {Device[]} devices
   */
  offer(name, devices) {
    const row = this.row(name);
    if (!row || !devices.length) return;
    row.special.push(...devices);
    row.list();
    const free = devices.find((device) => !this.clash(device, row));
    if (free && !row.isChosenByUser) row.choose(free);
  }

  /**
   * Adds keys to those of the page.
   * @param {KeyUse} keys
   */
  addPageKeys(keys) {
    this.pageKeys = { ...this.pageKeys, ...keys };
    for (const row of this.rows) row.showKeys();
  }

  /** @param {Session} session the session to follow from now on */
  use(session) {
    this.session = session;
  }

  /**
   * Shows one line beside an object; "" removes it.
   * @param {string} name
   * @param {string} sentence
   */
  complain(name, sentence) {
    this.row(name)?.complain(sentence);
  }

  /**
   * Passes on what an input of the robot has reported to devices that show it, such as a gamepad that rumbles.
   * @param {string} name
   * @param {number[] | string} value numbers, bits, or a text
   */
  show(name, value) {
    this.row(name)?.device?.show?.(value);
  }

  /**
   * Sets the destination to a place on the floor that the user has clicked. Returns whether a robot drives there.
   * @param {number[]} place m, z up
   */
  goTo(place) {
    if (!this.isOperated || this.state !== "live" || !place.every(Number.isFinite) || !this.rows.some((row) => row.device === this.goThere)) return false;
    this.goThere.place = [...place];
    return true;
  }

  /** The place to which the robot is driving automatically. */
  get destination() {
    return this.goThere.place;
  }

  /**
   * Called by scripts: sets the state of the device with that name. The device "script" of an object has the object's
   * name; any other name creates a new device, which is in all lists from then on. Returns whether an object uses that
   * device.
   * @param {string} name
   * @param {number[] | string | Partial<DeviceState> | null} values
   */
  script(name, values) {
    const row = this.row(name);
    let device = row?.script || this.scripted.get(name);
    if (!device) {
      if (!name.trim() || this.rows.some((each) => each.devices.some((other) => other.name === name))) throw new Error(`a device ${name} already exists, or the name is empty`);
      this.scripted.set(name, (device = new ScriptedDevice(name)));
      for (const each of this.rows) each.list();
    }
    device.set(values);
    return this.rows.some((each) => each.device === device);
  }

  /**
   * Devices that can serve any object of that kind.
   * @param {RobotObject} object
   * @returns {Device[]}
   */
  sharedDevices(object) {
    const scripted = [...this.scripted.values()];
    if (object.direction === "input") {
      const felt = object.kind === "binary" && object.bits > 0 || object.kind === "text";
      return felt ? [...this.gamepads.rumbles, ...("vibrate" in navigator && TiltDevice.isPhone ? [this.vibration] : [])] : [];
    }
    if (object.kind === "text") return scripted;
    if (object.trigger) return [...this.keys.triggers, ...this.gamepads.triggers, ...scripted];
    if (object.kind !== "control") return [];
    return [...this.keys.axes, ...this.gamepads.axes, ...(TiltDevice.isPhone ? [this.tilt] : []),
      ...(/^(forward-turn|vector)$/.test(object.standard) ? [this.goThere] : []), ...scripted];
  }

  /**
   * Why a device cannot move the object of that row now: another object uses the device or one of its keys. "" if it
   * can.
   * @param {Device} device
   * @param {ControlRow} row
   */
  clash(device, row) {
    const keys = Object.keys(device.uses?.(row.object) || {});
    for (const other of this.rows) {
      if (other === row || !other.device) continue;
      if (other.device === device) return SEAT_TEXTS.deviceUsed(device.name, other.object.name);
      const key = keys.find((each) => Object.hasOwn(other.uses, each));
      if (key) return SEAT_TEXTS.keyUsed(keyLabel(key), other.device.name, other.object.name);
    }
    return "";
  }

  tick() {
    const now = performance.now(), seconds = Math.min(MAX_PASSED, (now - this.readAt) / 1000);
    this.readAt = now;
    this.follow(this.session ? this.session.state : "idle");
    if (this.isOperated) {
      for (const row of this.rows) row.tick(seconds, this.state === "live" && !document.hidden);
    } else if (now - this.lookedAt > LOOK_EVERY) {
      this.lookedAt = now;
      if (this.gamepads.look()) for (const row of this.rows) row.list();
      for (const row of this.rows) row.showProblem();
    }
  }

  /** @param {string} state the state of the session */
  follow(state) {
    if (state === this.state) return;
    const was = this.isOperated;
    this.state = state;
    this.isOperated = state === "live" || state === "stopped";
    const isFree = state === "idle" || state === "gone";
    for (const row of this.rows) row.lock(!isFree);
    if (this.isOperated && !was) {
      this.recorder.begin();
      for (const row of this.rows) row.begin();
    }
    if (state === "stopped") this.rest();
    if (!this.isOperated && was) {
      for (const row of this.rows) row.end();
      this.recorder.end(this.rows.some((row) => row.device instanceof RecordingDevice));
    }
  }

  rest() {
    for (const row of this.rows) row.rest();
  }

  close() {
    clearInterval(this.timer);
    this.keyboard.close();
    for (const row of this.rows) row.close();
  }
}
