// SPDX-License-Identifier: Apache-2.0
// The page's connection for watching the world without operating a robot: the operator of each robot, movements, and
// some texts.

/**
 * A robot of the server and its operator.
 * @typedef {{name: string, state: string, operator: string}} RobotState
 */

/**
 * The callbacks of listeners.
 *   names: takes the names of the bodies, indexed by their numbers
 *   changed: the description has to be loaded again
 *   closed: the connection is lost; a new attempt follows soon
 * @typedef {{names: (names: string[]) => void, world: (record: WorldRecord) => void, changed: () => void,
 *   text: (object: string, text: string) => void, robots: (robots: RobotState[]) => void, closed: () => void}} WatchListeners
 */

const WATCH_AGAIN = 2000; // ms

class WorldWatch {
  /**
   * @param {string} robot the robot whose texts are shown
   * @param {WatchListeners} listeners
   */
  constructor(robot, listeners) {
    this.robot = robot;
    this.listeners = listeners;
    /** @type {string[]} the robot's objects whose texts are requested */
    this.texts = [];
    /** Whether the server shows its world only to operators of a robot. */
    this.isRefused = false;
    this.isOpen = false;
    this.heardAt = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.timer = 0;
    this.isClosed = true;
  }

  /** @param {string[]} texts names of the robot's objects whose texts are requested */
  open(texts) {
    if (!this.isClosed && texts.join() === this.texts.join()) return;
    this.close();
    this.texts = texts;
    this.isClosed = false;
    this.connect();
  }
  close() {
    this.isClosed = true;
    clearTimeout(this.timer);
    if (this.socket) this.socket.close();
    this.socket = null;
    this.isOpen = false;
  }

  connect() {
    if (this.isClosed) return;
    if (this.isRefused) return this.askSoon();
    const address = new URL("/world/live", location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    address.hash = "";
    if (this.texts.length) address.searchParams.set("texts", this.texts.map((name) => `${this.robot}/${name}`).join(","));
    const socket = new WebSocket(address.href);
    socket.binaryType = "arraybuffer";
    socket.onmessage = (message) => {
      if (this.socket !== socket) return;
      this.isOpen = true;
      this.heardAt = performance.now();
      try {
        if (typeof message.data === "string") this.hear(JSON.parse(message.data));
        else this.listeners.world(readWorld(new Uint8Array(message.data)));
      } catch (error) {
        console.warn("the server's description of its world cannot be read:", error);
      }
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      const wasOpen = this.isOpen;
      this.isOpen = false;
      if (wasOpen) this.listeners.closed();
      this.ask(!wasOpen);
    };
    this.socket = socket;
  }

  /** @param {any} said */
  hear(said) {
    if (said.changed) this.listeners.changed();
    if (Array.isArray(said.names)) this.listeners.names(said.names.map(String));
    if (Array.isArray(said.robots)) this.listeners.robots(said.robots);
    if (said.robot === this.robot && typeof said.text === "string") this.listeners.text(String(said.object), said.text);
  }

  askSoon() {
    void this.ask();
  }
  /**
   * Without a WebSocket: asks for the operators every two seconds.
   * @param {boolean} [isNew] whether the WebSocket has been refused
   */
  async ask(isNew = false) {
    try {
      const answer = await fetch("/robots");
      if (!answer.ok) throw new Error();
      const robots = await answer.json();
      if (this.isClosed) return;
      // The server is available but allows no watchers.
      if (isNew) this.isRefused = true;
      this.heardAt = performance.now();
      this.listeners.robots(robots);
    } catch {
      if (this.isClosed) return;
      this.isRefused = false;
      this.listeners.closed();
    }
    this.timer = setTimeout(() => this.connect(), WATCH_AGAIN);
  }
}
