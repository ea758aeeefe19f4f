// SPDX-License-Identifier: Apache-2.0
// Translators of the client: modules that make values of an object from states of a device. Each runs in a Worker.

/**
 * What a translator sees besides the device: the values that the object has now, where the robot is (m and radians, null if that is not known), and the
 * numbers of the control inputs by name.
 * @typedef {{values: number[], pose: {x: number, y: number, heading: number} | null, inputs: {[name: string]: number[]}}} LatestState
 */

/**
 * ms without an answer after which the robot rests; those after which the translator counts as hanging, not as slow for
 * a moment on a busy machine, and is ended; and those for loading it.
 */
const ANSWER_LIMIT = 250, HANGING_LIMIT = 2000, LOADING_LIMIT = 10000;
/** A page that was itself late counts no more than this of a pause, ms: then the translator has not run, either. */
const MAX_COUNTED = 40;
const TRANSLATOR_WORKER = "/translators/worker.js";

/** One translator that runs. After `close`, or once it has failed, it gives nothing any more. */
class TranslatorRun {
  /**
   * @param {string} address of the module, on this server
   * @param {RobotObject} object
   * @param {(values: number[] | null) => void} give takes the values of the object, one for each parameter; null: the device asks for nothing
   * @param {(problem: string) => void} fail takes a sentence, once
   */
  constructor(address, object, give, fail) {
    this.title = address.replace(/^.*\//, "");
    this.object = object;
    this.give = give;
    this.fail = fail;
    this.isReady = false;
    this.isEnded = false;
    /**
     * ms since it was asked, or has been loaded; null while nothing is expected of it.
     * @type {number | null}
     */
    this.waiting = 0;
    /** @type {Worker | null} */
    this.worker = null;
    const url = new URL(address, location.href);
    if (url.origin !== location.origin) {
      // The caller has to have this object before it fails.
      queueMicrotask(() => this.end(`The translator ${this.title} is on another server (${url.host}), from which nothing is loaded.`));
      return;
    }
    this.worker = new Worker(TRANSLATOR_WORKER, { type: "module" });
    this.worker.onmessage = (message) => this.hear(message.data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.end(`The translator ${this.title} has failed${event.message ? `: ${event.message}` : ""}.`);
    };
    // Ranges are those that a device can use; an infinite one could not be scaled to.
    const parameters = object.parameters.map((parameter) => ({ name: parameter.name, unit: parameter.unit, type: parameter.type, ...usableRange(parameter) }));
    this.worker.postMessage({ address: url.href, object: { name: object.name, standard: object.standard, trigger: object.trigger, parameters } });
  }

  /** Whether an answer is awaited: until then it cannot be asked. */
  get isBusy() {
    return this.waiting !== null;
  }

  /**
   * @param {DeviceState} state
   * @param {number} seconds since the last call
   * @param {LatestState} latest
   */
  ask(state, seconds, latest) {
    if (!this.worker || this.isBusy) return;
    this.waiting = 0;
    this.worker.postMessage({ state, seconds, latest });
  }

  /**
   * Some time has passed while it is busy.
   * @param {number} seconds
   */
  count(seconds) {
    const before = this.waiting || 0;
    this.waiting = before + Math.min(seconds * 1000, MAX_COUNTED);
    if (this.isReady && before < ANSWER_LIMIT && this.waiting >= ANSWER_LIMIT) this.give(null);
    if (this.waiting < (this.isReady ? HANGING_LIMIT : LOADING_LIMIT)) return;
    this.end(this.isReady ? `The translator ${this.title} did not answer within ${HANGING_LIMIT / 1000} s and has been ended.`
      : `The translator ${this.title} cannot be loaded.`);
  }

  /** @param {any} said */
  hear(said) {
    if (!this.worker) return;
    if (this.waiting === null || !said || typeof said !== "object") return this.end(`The translator ${this.title} has sent an answer without a question.`);
    if ("problem" in said) return this.end(`The translator ${this.title} has failed: ${String(said.problem).slice(0, 200)}.`);
    this.waiting = null;
    if (!this.isReady) {
      const standards = Array.isArray(said.standard) ? said.standard : [];
      if (standards.length && !standards.includes(this.object.standard))
        return this.end(`The translator ${this.title} is for ${standards.join(", ")}, not for ${this.object.standard || "objects like this"}.`);
      this.isReady = true;
      return;
    }
    const { values } = said, count = this.object.parameters.length;
    if (values === null) return this.give(null);
    if (!Array.isArray(values) || values.length !== count || !values.every(Number.isFinite))
      return this.end(`The translator ${this.title} has not given ${count === 1 ? "a number" : `${count} numbers`}.`);
    this.give(values);
  }

  /** @param {string} problem */
  end(problem) {
    if (this.isEnded) return;
    this.close();
    this.fail(problem);
  }

  close() {
    this.isEnded = true;
    if (!this.worker) return;
    // What it has sent already is not heard any more.
    this.worker.onmessage = this.worker.onerror = null;
    this.worker.terminate();
    this.worker = null;
  }
}
