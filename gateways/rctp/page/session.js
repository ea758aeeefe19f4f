// SPDX-License-Identifier: Apache-2.0
// The connection of an operator to a robot: claims its objects, then drives it. It is one WebSocket, which is never
// reopened automatically: after a loss the operator decides.

/**
 * idle: not connected. negotiation: objects are being claimed. live: the robot obeys. stopped: the robot rests until
 * `release`. gone: the connection has been lost, or the server has ended it.
 * @typedef {"idle"|"negotiation"|"live"|"stopped"|"gone"} SessionState
 */

/**
 * An object of the robot in this session. `id` is the server's number for it, 0 while it is not claimed. `values` are
 * the last ones that were received (inputs; the bits of binary objects) or sent (outputs). `refusal` is the server's
 * sentence if it did not grant the object, otherwise "".
 * @typedef {{object: RobotObject, id: number, values: number[], refusal: string}} SessionObject
 */

/**
 * The callbacks of listeners.
 *   state: takes the new state and a sentence with the reason
 *   values: takes the values of an input that arrived, or of an output that was sent
 *   complaint: takes the server's sentence about an error
 *   refused: takes an object that was not granted
 *   changed: the description has to be loaded again
 * @typedef {{state: (state: SessionState, reason: string) => void, values: (name: string, values: number[]) => void,
 *   text: (name: string, text: string) => void, bits: (name: string, bits: number[]) => void,
 *   world: (record: WorldRecord) => void, complaint: (sentence: string) => void, refused: (name: string, sentence: string) => void,
 *   changed: () => void}} SessionListeners
 */

const PING_EVERY = 300; // ms; the robot comes to rest after one second of silence
const SEND_EVERY = 20; // ms between two records of one object
const RESTS_AFTER = 900; // ms of silence, a little less than the server's limit
const HIDDEN_PING_EVERY = 5000; // ms: a hidden page keeps its robot, which is at rest
const ANSWER_WITHIN = 5000; // ms, for a request
const LOST_AFTER = 10000; // ms without an octet from the server
const PINGS_REMEMBERED = 64;

/** The status codes of a refusal, from which the sentence is chosen. */
const BUSY = 503, SECRET_NEEDED = 401;

class Session {
  /** @param {string} robot */
  constructor(robot) {
    this.robot = robot;
    /** @type {SessionState} */
    this.state = "idle";
    /** @type {Map<string, SessionObject>} */
    this.objects = new Map();
    /** @type {{[name: string]: Function[]}} */
    this.listeners = {};
    /** @type {WebSocket | null} */
    this.socket = null;
    /** Round-trip time to the server, ms; NaN while it is unknown. */
    this.trip = NaN;
    /** Whether the page is hidden, so that no one steers. */
    this.isHidden = false;
    this.clear();
  }

  /** Resets the state of one connection. */
  clear() {
    this.liveSince = 0;
    this.heardAt = 0;
    this.tickedAt = 0;
    this.pingedAt = 0;
    this.trip = NaN;
    this.lastSentence = "";
    /** Whether the server has confirmed, since `stop`, that the robot has been stopped. */
    this.isStopConfirmed = false;
    /** @type {{resolve: (lines: string[] | null) => void}[]} the awaited answers, oldest first */
    this.awaited = [];
    /** @type {Map<number, number>} when each ping was sent */
    this.pings = new Map();
    this.token = 0;
    /** @type {Map<string, {values: number[], known: boolean, sentAt: number, timer: number}>} the values to send of level outputs */
    this.levels = new Map();
    clearInterval(this.ticking);
    this.ticking = 0;
  }

  /**
   * Takes the objects of a loaded description. Claimed objects remain claimed.
   * @param {RobotObject[]} objects
   */
  load(objects) {
    const before = this.objects;
    this.objects = new Map(objects.map((object) => {
      const old = before.get(object.name), isSame = old && old.object.kind === object.kind && old.object.parameters.length === object.parameters.length;
      // A claimed object keeps the agreed layout; only the list of bodies' names may have grown.
      const kept = isSame && old.id ? { ...old.object, nodeNames: object.nodeNames } : object;
      return [object.name, { object: kept, id: old ? old.id : 0, refusal: old ? old.refusal : "",
        values: isSame ? old.values : initialValues(object) }];
    }));
    for (const [name, old] of before) if (old.id && !this.objects.has(name)) this.objects.set(name, old);
  }

  /**
   * @template {keyof SessionListeners} Name
   * @param {Name} event
   * @param {SessionListeners[Name]} listener
   */
  on(event, listener) {
    (this.listeners[event] = this.listeners[event] || []).push(listener);
  }
  /**
   * @template {keyof SessionListeners} Name
   * @param {Name} event
   * @param {Parameters<SessionListeners[Name]>} details
   */
  tell(event, ...details) {
    for (const listener of this.listeners[event] || []) listener(...details);
  }

  /**
   * @param {SessionState} state
   * @param {string} [reason]
   */
  become(state, reason = "") {
    if (state === this.state) return;
    this.state = state;
    this.tell("state", state, reason);
  }

  get isConnected() {
    return this.state === "negotiation" || this.state === "live" || this.state === "stopped";
  }
  /** The age of the displayed state, s: the time since the last message from the server, which sends changes at once. */
  age() {
    return this.heardAt ? (performance.now() - this.heardAt + (this.trip || 0) / 2) / 1000 : NaN;
  }

  /**
   * Claims objects and goes live. Objects that the server refuses are reported by `refused`; the session goes live with the others.
   * @param {string[]} names
   * @param {string} secret the secret that the server may require; "": none
   */
  async start(names, secret = "") {
    if (this.isConnected) return;
    this.clear();
    for (const each of this.objects.values()) [each.id, each.refusal] = [0, ""];
    this.become("negotiation");
    const socket = this.open();
    let granted = 0, refusal = "";
    /** @param {string} name @param {string[] | null} lines the lines of the answer */
    const take = (name, lines) => {
      const reply = lines && readReply(lines), each = this.objects.get(name);
      if (!reply || !each) return reply;
      if (reply.isGranted && reply.id > 0) {
        each.id = reply.id;
        if (reply.values.length === each.values.length) each.values = reply.values;
        granted += 1;
        this.tell("values", name, each.values);
      } else {
        each.refusal = refusal = sentenceOf(reply, secret);
        this.tell("refused", name, each.refusal);
      }
      return reply;
    };
    const assign = (/** @type {string} */ name) => this.ask(socket, `ASSIGN ${encodeURIComponent(name)}`, secret);
    // Objects are requested one after the other until one is granted, because the server refuses all objects of a robot
    // that someone else operates, or without the secret. All others are then requested at once, which costs one round
    // trip.
    const waiting = [...names];
    while (!granted && waiting.length) {
      const name = String(waiting.shift()), reply = take(name, await assign(name));
      if (!reply) return;
      if (reply.code === BUSY || reply.code === SECRET_NEEDED) break;
    }
    if (granted) {
      const answers = await Promise.all(waiting.map(assign));
      waiting.forEach((name, i) => take(name, answers[i]));
    }
    if (this.socket !== socket) return;
    if (!granted) return this.finish("idle", refusal || "Nothing has been chosen to be controlled.");
    const lines = await this.ask(socket, "GO", secret);
    if (!lines) return;
    const reply = readReply(lines);
    if (!reply.isGranted) return this.finish("idle", sentenceOf(reply, secret));
    this.liveSince = this.heardAt = this.tickedAt = performance.now();
    this.ticking = setInterval(() => this.tick(), PING_EVERY);
    this.ping();
    this.become("live");
  }

  open() {
    const address = new URL(`/${this.robot}/live`, location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    address.hash = "";
    const socket = new WebSocket(address.href);
    socket.binaryType = "arraybuffer";
    socket.onmessage = (message) => {
      if (this.socket !== socket) return;
      this.heardAt = performance.now();
      if (typeof message.data === "string") this.hearReply(message.data);
      else this.hear(message.data);
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      const never = this.state === "negotiation" && !this.heardAt;
      this.finish("gone", this.lastSentence || (never ? "The server cannot be reached." : "The connection to the server was lost."));
    };
    this.socket = socket;
    return socket;
  }

  /**
   * Sends one request and returns the lines of its answer; null if the connection has ended.
   * @param {WebSocket} socket
   * @param {string} what
   * @param {string} secret
   * @returns {Promise<string[] | null>}
   */
  async ask(socket, what, secret) {
    const isOpen = socket.readyState === WebSocket.OPEN || await new Promise((resolve) => {
      socket.addEventListener("open", () => resolve(true), { once: true });
      socket.addEventListener("close", () => resolve(false), { once: true });
    });
    if (!isOpen || this.socket !== socket) return null;
    socket.send(`${what} RCMP/1.0\r\n${secret ? `Authorization: Bearer ${secret}\r\n` : ""}\r\n`);
    const late = setTimeout(() => this.socket === socket && this.finish("gone", "The server does not answer."), ANSWER_WITHIN);
    const lines = await new Promise((resolve) => this.awaited.push({ resolve }));
    clearTimeout(late);
    return this.socket === socket ? lines : null;
  }

  /** @param {string} text */
  hearReply(text) {
    const next = this.awaited.shift();
    if (next) next.resolve(text.split(/\r?\n/));
  }

  /** @param {ArrayBuffer} message */
  hear(message) {
    /** @type {Map<number, string>} */
    const names = new Map();
    for (const [name, each] of this.objects) if (each.id) names.set(each.id, name);
    const objectOf = (/** @type {number} */ id) => this.objects.get(names.get(id) ?? "")?.object;
    try {
      for (const record of readRecords(message, objectOf)) {
        if ("system" in record) this.hearSystem(record);
        else this.hearObject(String(names.get(record.id)), record);
        if (!this.isConnected) return;
      }
    } catch (error) {
      this.finish("gone", `The server sent data that this page cannot read: ${error instanceof Error ? error.message : error}.`);
    }
  }

  /** @param {Extract<LiveRecord, {system: string}>} record */
  hearSystem(record) {
    switch (record.system) {
      case "bye": return this.finish("gone", this.lastSentence || "The server has ended the session.");
      case "stop":
        this.forgetLevels();
        this.isStopConfirmed = true;
        return this.become("stopped");
      case "release": return this.become("live");
      case "changed": return this.tell("changed");
      case "error":
        this.lastSentence = `The server says: ${record.text}.`;
        return this.tell("complaint", record.text);
      case "pong": {
        const sent = this.pings.get(record.token);
        if (sent === undefined) return;
        this.pings.delete(record.token);
        this.trip = this.heardAt - sent;
        if (this.trip > RESTS_AFTER) this.resendLevels();
      }
    }
  }

  /**
   * @param {string} name
   * @param {Exclude<LiveRecord, {system: string}>} record
   */
  hearObject(name, record) {
    const each = this.objects.get(name);
    if (!each) return;
    if ("octets" in record) return this.tell("world", readWorld(record.octets));
    if ("text" in record) return this.tell("text", name, record.text);
    if ("bits" in record) {
      each.values = record.bits;
      return this.tell("bits", name, record.bits);
    }
    each.values = [...each.values];
    record.which.forEach((place, i) => (each.values[place] = record.values[i]));
    this.tell("values", name, each.values);
  }

  /** Called every 0.3 s while live. */
  tick() {
    const now = performance.now(), silence = now - this.heardAt;
    if (silence > LOST_AFTER && !this.isHidden)
      return this.finish("gone", `The server has not answered for ${Math.round(silence / 1000)} seconds.`);
    // After such a pause of this page the robot is at rest and has discarded all values.
    if (now - this.tickedAt > RESTS_AFTER) this.resendLevels();
    this.tickedAt = now;
    if (!this.isHidden || now - this.pingedAt > HIDDEN_PING_EVERY) this.ping();
  }

  ping() {
    const token = (this.token = (this.token + 1) >>> 0);
    this.pingedAt = performance.now();
    this.pings.set(token, this.pingedAt);
    if (this.pings.size > PINGS_REMEMBERED) this.pings.delete(Number(this.pings.keys().next().value));
    this.send(systemRecord(SYSTEM.ping, token));
  }

  /** @param {Uint8Array} octets */
  send(octets) {
    if (this.socket && this.socket.readyState === WebSocket.OPEN && this.liveSince) this.socket.send(octets);
  }
  stamp() {
    return Math.max(0, Math.round(performance.now() - this.liveSince)) >>> 0;
  }

  /**
   * Sets the values of an output that holds them. They are sent if they differ from the previous ones, at most 50 times
   * a second; if several arrive faster, the newest ones are sent. Values that are missing or not numbers are left
   * unchanged. Nothing is sent while the robot is stopped or the page is hidden.
   * @param {string} name
   * @param {number[]} values
   */
  set(name, values) {
    const each = this.objects.get(name);
    if (this.state !== "live" || this.isHidden || !each || !each.id || each.object.kind !== "control" || each.object.direction !== "output") return;
    let level = this.levels.get(name);
    if (!level) this.levels.set(name, (level = { values: each.values, known: false, sentAt: -Infinity, timer: 0 }));
    level.values = limited(each.object, values, level.values);
    if (level.timer) return;
    const wait = level.sentAt + SEND_EVERY - performance.now();
    if (wait <= 0) this.sendLevel(name);
    else level.timer = setTimeout(() => this.sendLevel(name), wait);
  }

  /** @param {string} name */
  sendLevel(name) {
    const level = this.levels.get(name), each = this.objects.get(name);
    if (!level || !each) return;
    level.timer = 0;
    if (this.state !== "live") return;
    const { values } = level, which = values.map((_, i) => i).filter((i) => !level.known || values[i] !== each.values[i]);
    if (!which.length) return;
    this.send(controlRecord(each.id, each.object, this.stamp(), values, which));
    level.known = true;
    level.sentAt = performance.now();
    each.values = values;
    this.tell("values", name, values);
  }

  /** Called when the server has brought the robot to rest: sends all values of the held levels again. */
  resendLevels() {
    for (const level of this.levels.values()) level.known = false;
  }
  /** Discards the held levels: the robot is at rest. */
  forgetLevels() {
    for (const level of this.levels.values()) clearTimeout(level.timer);
    this.levels.clear();
    for (const [name, each] of this.objects) {
      if (!each.id || each.object.kind !== "control" || each.object.direction !== "output" || each.object.trigger) continue;
      each.values = initialValues(each.object);
      this.tell("values", name, each.values);
    }
  }

  /**
   * Fires a trigger once with these values. Returns whether it was sent.
   * @param {string} name
   * @param {number[]} [values]
   */
  fire(name, values = []) {
    const each = this.objects.get(name);
    if (this.state !== "live" || !each || !each.id || each.object.direction !== "output") return false;
    if (each.object.kind === "binary") {
      this.send(bitsRecord(each.id, each.object, this.stamp(), [1]));
      return true;
    }
    if (each.object.kind !== "control") return false;
    each.values = limited(each.object, values, each.values);
    this.send(controlRecord(each.id, each.object, this.stamp(), each.values, each.values.map((_, i) => i)));
    this.tell("values", name, each.values);
    return true;
  }

  /**
   * Returns "" if the text was sent, otherwise a sentence with the reason.
   * @param {string} name
   * @param {string} text
   */
  say(name, text) {
    const each = this.objects.get(name);
    if (this.state === "stopped") return "The robot is stopped: release it first.";
    if (this.state !== "live" || !each || !each.id || each.object.kind !== "text") return "Nothing is sent before Set.";
    const length = new TextEncoder().encode(text).length;
    if (length > each.object.maxLength) return `The text has ${length} bytes; at most ${each.object.maxLength} are allowed.`;
    this.send(textRecord(each.id, each.object, this.stamp(), text));
    return "";
  }

  /** Emergency stop: discards everything that was sent, and sends nothing until `release`. */
  stop() {
    if (this.state === "negotiation") return this.leave();
    if (this.state !== "live" && this.state !== "stopped") return;
    this.send(systemRecord(SYSTEM.stop));
    if (this.state === "live") this.isStopConfirmed = false;
    this.forgetLevels();
    this.become("stopped");
  }
  release() {
    if (this.state === "stopped") this.send(systemRecord(SYSTEM.release));
  }
  /** Releases the robot, which comes to rest. */
  leave() {
    if (this.isConnected) this.finish("idle", "");
  }

  /**
   * @param {SessionState} state
   * @param {string} reason
   */
  finish(state, reason) {
    const socket = this.socket;
    this.send(systemRecord(SYSTEM.bye));
    this.socket = null;
    if (socket) socket.close();
    for (const { resolve } of this.awaited) resolve(null);
    this.forgetLevels();
    for (const each of this.objects.values()) each.id = 0;
    this.clear();
    this.become(state, reason);
  }
}

/** @param {RobotObject} object */
function initialValues(object) {
  if (object.kind === "binary") return Array.from({ length: object.bits }, () => 0);
  return object.parameters.map((parameter) => (object.direction === "output" ? parameter.neutral : NaN));
}

/**
 * @param {RobotObject} object
 * @param {number[]} values
 * @param {number[]} before
 */
function limited(object, values, before) {
  return object.parameters.map((parameter, i) =>
    (Number.isFinite(values[i]) ? Math.min(parameter.max, Math.max(parameter.min, values[i])) : before[i]));
}

/**
 * @typedef {{code: number, isGranted: boolean, id: number, values: number[], reason: string}} NegotiationReply
 * @param {string[]} lines the lines of an answer: a status, then fields
 * @returns {NegotiationReply}
 */
function readReply(lines) {
  const code = Number((lines[0] || "").split(" ")[1]);
  const field = (/** @type {string} */ name) => lines.slice(1).find((line) => line.toLowerCase().startsWith(`${name}: `))?.slice(name.length + 2) || "";
  return { code, isGranted: code === 201, id: Number(field("id")), reason: field("reason"),
    values: field("current value").split(" ").filter(Boolean).map(Number) };
}

/**
 * @param {NegotiationReply} reply
 * @param {string} secret the secret that was sent with the request
 */
function sentenceOf(reply, secret) {
  if (reply.code === SECRET_NEEDED && !secret)
    return "A secret is needed to operate this robot: open the address that was given to you, which ends in #secret=…";
  const why = reply.reason || `The server has refused it (${reply.code || "no status"})`;
  return /[.!?…]$/.test(why) ? why : `${why}.`;
}
