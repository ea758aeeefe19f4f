// SPDX-License-Identifier: Apache-2.0
// Client-side translators: modules that compute values of an object from states of a device. Each runs in a Worker.

/**
 * The input of a translator besides the device's state: the present values of the object, the robot's pose (m and
 * radians, null if unknown), and the numbers of the control inputs by name.
 * @typedef {{values: number[], pose: {x: number, y: number, heading: number} | null, inputs: {[name: string]: number[]}}} LatestState
 */

/**
 * Limits in ms: the time without an answer after which the robot comes to rest; the time after which the translator
 * counts as hanging, rather than slow for a moment on a busy machine, and is ended; and the time for loading it.
 */
const ANSWER_LIMIT = 250, HANGING_LIMIT = 2000, LOADING_LIMIT = 10000;
/** The maximum part of a delay that counts, ms. If the page itself was late, the translator has not run either. */
const MAX_COUNTED = 40;
const TRANSLATOR_WORKER = "/translators/worker.js";

/** One running translator. It returns nothing after `close` or after it has failed. */
class TranslatorRun {
  /**
   * @param {string} address the address of the module, on this server
   * @param {RobotObject} object
   * @param {(values: number[] | null) => void} give takes the values of the object, one for each parameter; null: the device requests nothing
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
     * ms since it was asked or has been loaded; null while no answer is expected.
     * @type {number | null}
     */
    this.waiting = 0;
    /** @type {Worker | null} */
    this.worker = null;
    const url = new URL(address, location.href);
    if (url.origin !== location.origin) {
      // The microtask lets the caller receive this object before it fails.
      queueMicrotask(() => this.end(`The translator ${this.title} is on another server (${url.host}), from which nothing is loaded.`));
      return;
    }
    this.worker = new Worker(TRANSLATOR_WORKER, { type: "module" });
    this.worker.onmessage = (message) => this.hear(message.data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.end(`The translator ${this.title} has failed${event.message ? `: ${event.message}` : ""}.`);
    };
    // The limits are those of a range that a device can use; infinite limits could not be scaled to.
    const parameters = object.parameters.map((parameter) => ({ name: parameter.name, unit: parameter.unit, type: parameter.type, ...usableRange(parameter) }));
    this.worker.postMessage({ address: url.href, object: { name: object.name, standard: object.standard, trigger: object.trigger, parameters } });
  }

  /** Whether an answer is awaited. Until it arrives, no new request can be made. */
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
   * Counts time that has passed while the translator is busy.
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
    // Messages that it has already sent are ignored.
    this.worker.onmessage = this.worker.onerror = null;
    this.worker.terminate();
    this.worker = null;
  }
}
