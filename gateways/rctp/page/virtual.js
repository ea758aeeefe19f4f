// SPDX-License-Identifier: Apache-2.0
// Devices without hardware: scripts, places on the floor, recordings.

/** The maximum number of pending firings of a trigger, or pending texts. */
const MAX_WAITING = 16;

/**
 * A device that a script sets with `rctp.device(NAME, values)`.
 * @implements {Device}
 */
class ScriptedDevice {
  /** @param {string} name */
  constructor(name) {
    this.name = name;
    this.kind = /** @type {const} */ ("virtual");
    this.isTrigger = false;
    this.isDown = false;
    this.state = stateAtRest();
    /** @type {string[]} */
    this.texts = [];
    /** @type {number[][]} */
    this.firings = [];
  }

  /**
   * @param {HTMLElement} element
   * @param {RobotObject} object
   */
  attach(element, object) {
    this.isTrigger = object.trigger;
  }

  /**
   * @param {number[] | string | Partial<DeviceState> | null} given the object's values (a trigger acts once with them), a text to say, or a state of
   *   any kind of device; null: the device is at rest
   */
  set(given) {
    const finite = (/** @type {unknown} */ list) => {
      if (list === undefined || list === null) return null;
      if (!Array.isArray(list) || !list.every(Number.isFinite)) throw new TypeError("rctp.device: values are a list of finite numbers");
      return [...list];
    };
    if (given === null || given === undefined) this.rest();
    else if (typeof given === "string") this.texts = [...this.texts, given].slice(-MAX_WAITING);
    else if (Array.isArray(given) && this.isTrigger) this.firings = [...this.firings, finite(given) || []].slice(-MAX_WAITING);
    else if (Array.isArray(given)) this.state = { ...stateAtRest(), values: finite(given) };
    else
      this.state = { axes: (finite(given.axes) || []).map((axis) => axisOf(axis)), buttons: (finite(given.buttons) || []).map((button) => axisOf(button, 0)),
        place: finite(given.place), values: finite(given.values) };
  }

  /** @returns {DeviceState} */
  read() {
    const texts = this.texts;
    this.texts = [];
    // A trigger fires when its button goes down, so the button goes up in between.
    this.isDown = !this.isDown && this.firings.length > 0;
    return this.isDown ? { ...this.state, buttons: [1], values: this.firings.shift() || [], texts } : { ...this.state, texts };
  }

  rest() {
    this.state = stateAtRest();
    this.texts = [];
    this.firings = [];
    this.isDown = false;
  }
}

/**
 * The distance, m, within which a place has been reached; and the movement between two reads, m, that means the robot
 * was placed elsewhere.
 */
const REACHED = 0.06, PUT_ELSEWHERE = 0.7;

/**
 * A place on the model's floor that has been clicked. It is forgotten once the robot has reached it, so that the robot
 * does not return after a push, and when the robot is placed elsewhere, so that no second run begins automatically.
 * @implements {Device}
 */
class PlaceDevice {
  /** @param {() => ({x: number, y: number} | null)} pose the robot's place, m */
  constructor(pose) {
    this.name = "go there";
    this.kind = /** @type {const} */ ("virtual");
    this.translator = TRANSLATOR.goThere;
    this.pose = pose;
    /** @type {number[] | null} */
    this.place = null;
    /** @type {{x: number, y: number} | null} the pose at the last read */
    this.seen = null;
  }

  /** @returns {DeviceState} */
  read() {
    const pose = this.pose(), seen = this.seen;
    this.seen = pose && { x: pose.x, y: pose.y };
    if (pose && seen && Math.hypot(seen.x - pose.x, seen.y - pose.y) > PUT_ELSEWHERE) this.place = null;
    if (this.place && pose && Math.hypot(this.place[0] - pose.x, this.place[1] - pose.y) < REACHED) this.place = null;
    return { ...stateAtRest(), place: this.place };
  }

  rest() {
    this.place = null;
  }
}

/**
 * The recorded steps of an object in a session; `at` is in seconds since it began. Values of levels hold; those of triggers act.
 * @typedef {{at: number, values?: number[], text?: string}} RecordedStep
 * @typedef {{seconds: number, objects: {[name: string]: RecordedStep[]}}} RecordedSession
 */

/** The maximum length of a recording. */
const MAX_RECORDED = { seconds: 600, steps: 20000 };

/** Records sessions of one robot on this page. The browser keeps the last one in which a user moved something. */
class Recorder {
  /** @param {string} robot */
  constructor(robot) {
    this.key = `rctp recording of ${robot}`;
    /** @type {RecordedSession | null} */
    this.kept = Recorder.read(this.key);
    this.begin();
  }

  /**
   * Validates the stored recording, which may be anything.
   * @param {string} key
   * @returns {RecordedSession | null}
   */
  static read(key) {
    try {
      const read = JSON.parse(localStorage.getItem(key) || "null");
      if (!read || !Number.isFinite(read.seconds) || typeof read.objects !== "object") return null;
      const isStep = (/** @type {any} */ step) => Number.isFinite(step.at) && (typeof step.text === "string" || step.values.every(Number.isFinite));
      return Object.values(read.objects).every((steps) => steps.every(isStep)) ? read : null;
    } catch {
      return null;
    }
  }

  begin() {
    this.began = performance.now();
    this.steps = 0;
    /** @type {RecordedSession} */
    this.session = { seconds: 0, objects: {} };
  }

  /**
   * @param {string} name
   * @param {{values?: number[], text?: string}} done
   */
  add(name, done) {
    const at = (performance.now() - this.began) / 1000;
    if (at > MAX_RECORDED.seconds || this.steps >= MAX_RECORDED.steps) return;
    const steps = (this.session.objects[name] ||= []), last = steps[steps.length - 1];
    if (done.values && last && last.values && done.values.every((value, i) => value === last.values?.[i])) return;
    steps.push({ at, ...done });
    ++this.steps;
  }

  /** @param {boolean} isReplay whether the session plays a recording, which it then does not replace */
  end(isReplay) {
    if (isReplay || !this.steps) return;
    this.session.seconds = Math.min(MAX_RECORDED.seconds, (performance.now() - this.began) / 1000);
    this.kept = this.session;
    this.begin();
    try {
      localStorage.setItem(this.key, JSON.stringify(this.kept));
    } catch {
      // There is no space, or storage is forbidden; the page itself still has the recording.
    }
  }

  /** @param {string} name */
  stepsOf(name) {
    return this.kept && Object.hasOwn(this.kept.objects, name) ? this.kept.objects[name] : [];
  }
}

/**
 * Plays back the recorded steps of an object at the same times.
 * @implements {Device}
 */
class RecordingDevice {
  /**
   * @param {Recorder} recorder
   * @param {string} object
   */
  constructor(recorder, object) {
    this.name = "recording";
    this.kind = /** @type {const} */ ("virtual");
    this.recorder = recorder;
    this.object = object;
    /** @type {RecordedStep[]} */
    this.left = [];
    this.time = 0;
    this.isTrigger = false;
    this.isDown = false;
    /** @type {number[] | null} */
    this.values = null;
  }

  get problem() {
    return this.recorder.stepsOf(this.object).length ? "" : `No movement of ${this.object} has been recorded. The page records every session.`;
  }

  /**
   * @param {HTMLElement} element
   * @param {RobotObject} object
   */
  attach(element, object) {
    this.isTrigger = object.trigger;
  }

  begin() {
    this.left = [...this.recorder.stepsOf(this.object)];
    this.time = 0;
    this.values = null;
  }

  /**
   * @param {number} seconds
   * @returns {DeviceState}
   */
  read(seconds) {
    this.time += seconds;
    /** @type {string[]} */
    const texts = [];
    this.isDown = !this.isDown && this.isTrigger && this.left.length > 0 && this.left[0].at <= this.time;
    while (this.left.length && this.left[0].at <= this.time && (this.isDown || !this.isTrigger)) {
      const step = /** @type {RecordedStep} */ (this.left.shift());
      if (step.text !== undefined) texts.push(step.text);
      if (step.values) this.values = step.values;
      if (this.isTrigger) break; // Each of them fires.
    }
    if (!this.isDown && !this.left.length && this.time > (this.recorder.kept?.seconds || 0)) this.values = null;
    return { ...stateAtRest(), buttons: [this.isDown ? 1 : 0], values: this.values, texts };
  }

  /** After an emergency stop, playback does not resume in the middle. */
  rest() {
    this.left = [];
    this.values = null;
  }
}
