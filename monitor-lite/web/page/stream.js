// SPDX-License-Identifier: Apache-2.0
// Live matches over one WebSocket, which reconnects when it is lost.

/** ms between two attempts to connect. */
const TRY_AGAIN = 1000;
/** The number of frames of a match that are kept for review: half an hour, or what a tile needs. */
const LIVE_FRAMES = 30 * 60 * 30, TILE_FRAMES = 100;

class Stream {
  /**
   * @param {string[]} ids of the matches
   * @param {boolean} tiles whether five frames per second are enough
   * @param {{match: (number: number, match: Match) => void, frame: (number: number) => void, status: (number: number, status: any) => void, lost: () => void,
   *   missed?: (match: Match, number: number, stop: number) => void, trainer?: (may: boolean) => void, notice?: (words: string) => void,
   *   look?: (match: Match, number: number) => void}} events
   *   `look`: the world's appearance changes with that frame.
   *   `missed`: this frame has arrived, but none of those between it and the frame `stop` (-1: the first)
   * @param {string} token the trainer's token
   */
  constructor(ids, tiles, events, token = "") {
    this.ids = ids;
    this.tiles = tiles;
    this.events = events;
    /** @type {Map<number, Match>} */
    this.matches = new Map();
    /**
     * The identity of the match, which distinguishes it from all others that were watched there.
     * @type {Map<number, string>}
     */
    this.begun = new Map();
    /**
     * The number of the last frame before the connection was lost.
     * @type {Map<number, number>}
     */
    this.lost = new Map();
    /** The numbers of the requested matches; others may arrive before the server has received the request. */
    this.wanted = new Set(ids.map((id) => Number(id.slice("live-".length)) - 1));
    this.closed = false;
    this.token = token;
    this.open();
  }

  open() {
    const address = new URL("api/stream", location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    address.hash = "";
    this.socket = new WebSocket(address.href);
    this.socket.binaryType = "arraybuffer";
    this.socket.onopen = () => {
      if (this.token) this.say({ trainer: this.token });
      this.say({ watch: this.ids, tiles: this.tiles });
    };
    this.socket.onmessage = (message) => {
      // Ignore a message that was on its way when the page turned to other content.
      if (this.closed) return;
      if (typeof message.data === "string") this.hear(JSON.parse(message.data));
      else this.see(message.data);
    };
    this.socket.onclose = () => {
      if (this.closed) return;
      for (const [number, match] of this.matches) this.lost.set(number, match.numbers[match.numbers.length - 1] ?? -1);
      this.events.lost();
      setTimeout(() => !this.closed && this.open(), TRY_AGAIN);
    };
  }

  /** @param {object} message */
  say(message) {
    if (this.socket && this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  close() {
    this.closed = true;
    this.socket.close();
  }

  /** @param {any} message */
  hear(message) {
    if ("trainer" in message) return this.events.trainer && this.events.trainer(message.trainer);
    const number = message.match;
    if (!this.wanted.has(number)) return;
    if (message.notice) return this.events.notice && this.events.notice(message.notice);
    if (message.about) return this.begin(number, message.about);
    if (message.status) return this.events.status(number, message.status);
    const match = this.matches.get(number);
    if (match) match.hear(message);
  }

  /**
   * @param {number} number
   * @param {any} about
   */
  begin(number, about) {
    let match = this.matches.get(number);
    const begun = `${about.run} ${about.number}`, known = this.begun.get(number);
    if (match && known !== undefined && known !== begun && !known.startsWith(`${about.run} `) && match.goesOnAs(about)) {
      // Another run of the program watches the same match and counts its frames from 0.
      match.countBack();
      this.begun.set(number, begun);
      this.lost.set(number, -1);
    } else if (!match || known !== begun) {
      match = new Match(about.game, true, this.tiles ? TILE_FRAMES : LIVE_FRAMES);
      this.matches.set(number, match);
      this.begun.set(number, begun);
      this.lost.set(number, -1);
      this.events.match(number, match);
    }
    const of = match.numbers.length ? match.numbers[match.numbers.length - 1] + 1 : 0;
    match.teams.push(/** @type {any} */ ({ of, frame: match.frames.length, left: about.left, right: about.right, changed: Boolean(about.changed) }));
    if (about.game.bodies && about.look && this.events.look) this.events.look(match, of);
  }

  /** @param {ArrayBuffer} octets */
  see(octets) {
    const data = new DataView(octets), kind = data.byteLength < 16 ? 0 : data.getUint8(0);
    const match = kind === 1 || kind === 2 ? this.matches.get(data.getUint8(1)) : undefined;
    if (!match) return;
    if (kind === 2) return this.take(match, data.getUint8(1), worldFrame(data, match.game.unit), data.getUint32(8, true));
    const unit = match.game.unit;
    const place = (/** @type {number} */ at) => [0, 2, 4].map((offset) => data.getInt16(at + offset, true) * unit);
    /** @type {Man[]} */
    const men = [];
    for (let i = 0; i < data.getUint8(7); ++i) {
      const at = 18 + 8 * i, who = data.getUint8(at), [x, y, z] = place(at + 2);
      men.push({ side: who & 0x80 ? "right" : "left", number: who & 0x7f, touched: (data.getUint8(at + 1) & 1) !== 0, x, y, z });
    }
    const end = 18 + 8 * men.length, number = data.getUint32(end, true);
    // A score that does not fit into its two octets follows after everything else.
    const isHigh = data.byteLength >= end + 12, left = isHigh ? data.getUint32(end + 4, true) : data.getUint8(4);
    const right = isHigh ? data.getUint32(end + 8, true) : data.getUint8(5);
    this.take(match, data.getUint8(1), { time: data.getFloat32(8, true), mode: data.getUint8(2), half: data.getUint8(3), left, right, flags: data.getUint8(6), ball: place(12), men }, number);
  }

  /**
   * @param {Match} match
   * @param {number} which match that is
   * @param {Frame} frame
   * @param {number} number of the frame
   */
  take(match, which, frame, number) {
    match.add(frame, performance.now() / 1000, number);
    this.events.frame(which);
    const stop = this.lost.get(which);
    if (stop === undefined) return;
    this.lost.delete(which);
    if (this.events.missed) this.events.missed(match, number, stop);
  }
}

/**
 * Reads a frame of a world without a game.
 * @param {DataView} data
 * @param {number} unit m
 * @returns {Frame}
 */
function worldFrame(data, unit) {
  const count = Math.min(data.getUint32(12, true), Math.floor((data.byteLength - 16) / 22));
  /** @type {number[]} */
  const numbers = [];
  const places = new Float32Array(3 * count), parts = new Float32Array(4 * count);
  for (let i = 0; i < count; ++i) {
    const at = 16 + 22 * i;
    numbers.push(data.getUint16(at, true));
    for (let axis = 0; axis < 3; ++axis) places[3 * i + axis] = data.getInt32(at + 2 + 4 * axis, true) * unit;
    for (let part = 0; part < 4; ++part) parts[4 * i + part] = data.getInt16(at + 14 + 2 * part, true) / QUATERNION_UNIT;
  }
  return { time: data.getFloat32(4, true), mode: 0, half: 1, left: 0, right: 0, flags: data.getUint8(2), ball: [0, 0, 0], men: [], bodies: { numbers, places, turns: parts } };
}
