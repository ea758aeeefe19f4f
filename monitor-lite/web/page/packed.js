// SPDX-License-Identifier: Apache-2.0
// Packed logs (docs/play/web.md): gzip-compressed JSON and columns of integers.

class NumberColumn {
  /** @param {Uint8Array} octets */
  constructor(octets) {
    this.octets = octets;
    this.at = 0;
  }
  /** Decodes a zigzag varint of seven bits per byte. Values beyond 31 bits use floating point, which is exact up to 2^53. */
  next() {
    let value = 0, factor = 1;
    for (;;) {
      if (this.at >= this.octets.length || factor > 2 ** 49) throw new Error("the packed log is damaged");
      const octet = this.octets[this.at++];
      value += (octet & 0x7f) * factor;
      if (octet < 0x80) break;
      factor *= 128;
    }
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}

class Prediction {
  constructor() {
    this.last = 0;
    this.before = 0;
    this.known = 0;
  }
  /** @param {number} difference */
  next(difference) {
    const value = (this.known > 1 ? 2 * this.last - this.before : this.last) + difference;
    this.before = this.last;
    this.last = value;
    ++this.known;
    return value;
  }
}

/**
 * @param {NumberColumn} column
 * @param {number} frames
 * @param {number} size
 * @param {(frame: number, state: number[]) => void} take
 */
function readRuns(column, frames, size, take) {
  for (let at = 0; at < frames; ) {
    const count = column.next();
    if (count < 1 || count > frames - at) throw new Error("the packed log is damaged");
    const state = [];
    for (let i = 0; i < size; ++i) state.push(column.next());
    for (let i = 0; i < count; ++i) take(at + i, state);
    at += count;
  }
}

/**
 * @param {Uint8Array} octets
 * @param {number} unit
 * @returns {Frame[]}
 */
function readColumns(octets, unit) {
  const column = new NumberColumn(octets);
  const count = column.next();
  if (count < 1 || count > octets.length) throw new Error("the packed log is damaged");
  /** @type {Frame[]} */
  const frames = [];
  const time = new Prediction();
  for (let i = 0; i < count; ++i) {
    frames.push({ time: time.next(column.next()) * 1e-4, half: 1, left: 0, right: 0, mode: 0, flags: 0, ball: [], men: [] });
  }
  readRuns(column, count, 4, (at, [half, left, right, mode]) => Object.assign(frames[at], { half, left, right, mode }));
  const place = (/** @type {Prediction[]} */ mover) => mover.map((axis) => axis.next(column.next()) * unit);
  const mover = () => [new Prediction(), new Prediction(), new Prediction()];
  const ball = mover();
  for (const frame of frames) frame.ball = place(ball);
  for (let men = column.next(); men > 0; --men) {
    const side = column.next() === 1 ? "left" : "right", number = column.next();
    const states = new Uint8Array(count);
    readRuns(column, count, 1, (at, [state]) => (states[at] = state));
    let axes = null;
    for (let i = 0; i < count; ++i) {
      if (!states[i]) {
        axes = null;
        continue;
      }
      axes = axes || mover();
      const [x, y, z] = place(axes);
      frames[i].men.push({ side, number, touched: states[i] === 2, x, y, z });
    }
  }
  if (column.at < octets.length) readBodies(column, frames, unit);
  return frames;
}

/** The integer that represents 1 in the components of quaternions. */
const QUATERNION_UNIT = 32767;

/**
 * Reads the bodies of a world without a game.
 * @param {NumberColumn} column
 * @param {Frame[]} frames
 * @param {number} unit
 */
function readBodies(column, frames, unit) {
  /** @type {{numbers: number[], places: number[], turns: number[]}[]} */
  const poses = frames.map(() => ({ numbers: [], places: [], turns: [] }));
  if (column.next() !== 1) throw new Error("the packed log is damaged");
  for (let bodies = column.next(); bodies > 0; --bodies) {
    const number = column.next(), states = new Uint8Array(frames.length);
    readRuns(column, frames.length, 1, (at, [state]) => (states[at] = state));
    let parts = null;
    for (let i = 0; i < frames.length; ++i) {
      if (!states[i]) {
        parts = null;
        continue;
      }
      parts = parts || Array.from({ length: 7 }, () => new Prediction());
      const values = parts.map((part) => part.next(column.next())), pose = poses[i];
      pose.numbers.push(number);
      for (let axis = 0; axis < 3; ++axis) pose.places.push(values[axis] * unit);
      for (let part = 3; part < 7; ++part) pose.turns.push(values[part] / QUATERNION_UNIT);
    }
  }
  frames.forEach((frame, i) => {
    const { numbers, places, turns: parts } = poses[i];
    frame.bodies = { numbers, places: new Float32Array(places), turns: new Float32Array(parts) };
  });
}

/**
 * @param {ArrayBuffer} packed
 * @returns {Promise<{about: any, columns: Uint8Array}>}
 */
async function unpacked(packed) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const octets = new Uint8Array(await new Response(stream).arrayBuffer());
  if (new TextDecoder().decode(octets.subarray(0, 8)) !== "RCSSLOG1") throw new Error("it is not a packed log");
  const size = new DataView(octets.buffer).getUint32(8, true);
  return { about: JSON.parse(new TextDecoder().decode(octets.subarray(12, 12 + size))), columns: octets.subarray(12 + size) };
}

/**
 * @param {ArrayBuffer} packed
 * @returns {Promise<Match>}
 */
async function readPackedLog(packed) {
  const { about, columns } = await unpacked(packed);
  const match = new Match(about.game, false);
  const interval = about.interval > 0 ? about.interval : 0.15;
  readColumns(columns, about.game.unit).forEach((frame, i) => match.add(frame, i * interval));
  match.teams = about.teams;
  match.events = about.events;
  match.words = about.speech;
  match.passes = about.passes || [];
  match.report = about.report;
  match.looks = about.looks || [];
  match.isPart = Boolean(about.part);
  match.drawings = about.drawings || null;
  if (about.complete) match.frames[match.frames.length - 1].flags |= FLAG.over;
  return match;
}
