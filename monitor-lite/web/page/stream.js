// SPDX-License-Identifier: Apache-2.0
// Live matches: one WebSocket, which is opened again when it is lost.

/** ms between two tries. */
const TRY_AGAIN = 1000;
/** Frames of a match that are kept to be looked at again: half an hour, or what a tile needs. */
const LIVE_FRAMES = 30 * 60 * 30, TILE_FRAMES = 100;

class Stream {
  /**
   * @param {string[]} ids of the matches
   * @param {boolean} tiles five frames per second are enough
   * @param {{match: (number: number, match: Match) => void, news: (number: number) => void, status: (number: number, status: any) => void, lost: () => void, trainer?: (may: boolean) => void, notice?: (words: string) => void}} events
   * @param {string} token of a trainer
   */
  constructor(ids, tiles, events, token = "") {
    this.ids = ids;
    this.tiles = tiles;
    this.events = events;
    /** @type {Map<number, Match>} */
    this.matches = new Map();
    /** @type {Map<number, number>} */
    this.numbers = new Map();
    /** Numbers of the matches; others may come before the server has heard which are wanted. */
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
    this.socket.onmessage = (message) => (typeof message.data === "string" ? this.hear(JSON.parse(message.data)) : this.see(message.data));
    this.socket.onclose = () => {
      if (this.closed) return;
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

  /** @param {any} said */
  hear(said) {
    if ("trainer" in said) return this.events.trainer && this.events.trainer(said.trainer);
    const number = said.match;
    if (!this.wanted.has(number)) return;
    if (said.notice) return this.events.notice && this.events.notice(said.notice);
    if (said.about) return this.begin(number, said.about);
    if (said.status) return this.events.status(number, said.status);
    const match = this.matches.get(number);
    if (!match) return;
    const frame = Math.max(0, match.frames.length - 1);
    // What is said again to who comes back is known.
    if (said.event && !match.events.some((each) => each.time === said.event.time && each.text === said.event.text))
      match.events.push({ ...said.event, frame: match.frames.length ? match.frames.length : 0 });
    if (said.said && match.frames.length) match.words.push({ ...said.said, frame });
  }

  /**
   * @param {number} number
   * @param {any} about
   */
  begin(number, about) {
    let match = this.matches.get(number);
    if (!match || this.numbers.get(number) !== about.number) {
      match = new Match(about.game, true, this.tiles ? TILE_FRAMES : LIVE_FRAMES);
      this.matches.set(number, match);
      this.numbers.set(number, about.number);
      this.events.match(number, match);
    }
    match.teams.push({ frame: match.frames.length, left: about.left, right: about.right });
  }

  /** @param {ArrayBuffer} octets */
  see(octets) {
    const data = new DataView(octets);
    if (data.byteLength < 18 || data.getUint8(0) !== 1) return;
    const match = this.matches.get(data.getUint8(1));
    if (!match) return;
    const unit = match.game.unit;
    const place = (/** @type {number} */ at) => [0, 2, 4].map((offset) => data.getInt16(at + offset, true) * unit);
    /** @type {Man[]} */
    const men = [];
    for (let i = 0; i < data.getUint8(7); ++i) {
      const at = 18 + 8 * i, who = data.getUint8(at), [x, y, z] = place(at + 2);
      men.push({ side: who & 0x80 ? "right" : "left", number: who & 0x7f, touched: (data.getUint8(at + 1) & 1) !== 0, x, y, z });
    }
    match.add({ time: data.getFloat32(8, true), mode: data.getUint8(2), half: data.getUint8(3), left: data.getUint8(4),
      right: data.getUint8(5), flags: data.getUint8(6), ball: place(12), men }, performance.now() / 1000);
    this.events.news(data.getUint8(1));
  }
}
