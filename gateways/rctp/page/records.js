// SPDX-License-Identifier: Apache-2.0
// The records of a live session, which follow each other in a message. Each has its addressee, time, mask and values.
// All numbers are big-endian. docs/systems/teleoperation-protocol.md has the format.

/** The second octet of records about the session itself, whose first octet is 0. */
const SYSTEM = { bye: 0, stop: 1, ping: 2, pong: 3, error: 4, release: 5, changed: 6 };

/** @type {Record<string, {octets: number, read: (view: DataView, at: number) => number, write: (view: DataView, at: number, value: number) => void}>} */
const DATA_TYPES = {
  float32: { octets: 4, read: (view, at) => view.getFloat32(at), write: (view, at, value) => view.setFloat32(at, value) },
  float64: { octets: 8, read: (view, at) => view.getFloat64(at), write: (view, at, value) => view.setFloat64(at, value) },
  int32: { octets: 4, read: (view, at) => view.getInt32(at), write: (view, at, value) => view.setInt32(at, Math.round(value)) },
  uint8: { octets: 1, read: (view, at) => view.getUint8(at), write: (view, at, value) => view.setUint8(at, Math.round(value)) },
};

/**
 * A record that has been read. `values` are those of `which`, in the same order. `bits` are 0 or 1 each. An entry of
 * `world` has a node and its pose as in the description's Transform, its camera's field of view, or that it is gone.
 * @typedef {{node: number, translation?: number[], rotation?: number[], fieldOfView?: number, gone?: boolean}} WorldEntry
 * @typedef {{step: number, entries: WorldEntry[]}} WorldRecord
 * @typedef {{system: "bye"|"stop"|"release"|"changed"} | {system: "pong", token: number, stamp: number} | {system: "error", text: string}
 *   | {id: number, stamp: number, which: number[], values: number[]} | {id: number, stamp: number, text: string}
 *   | {id: number, stamp: number, bits: number[]} | {id: number, stamp: number, octets: Uint8Array}} LiveRecord
 */

/** @param {string} type */
function dataType(type) {
  return DATA_TYPES[type] || DATA_TYPES.float32;
}

/** Writes octets to a growing buffer. */
class OctetWriter {
  constructor() {
    /** @type {number[]} */
    this.octets = [];
  }
  /** @param {number} value */
  u8(value) {
    this.octets.push(value & 0xff);
    return this;
  }
  /** @param {number} value */
  u16(value) {
    return this.u8(value >>> 8).u8(value);
  }
  /** @param {number} value */
  u32(value) {
    return this.u16(value >>> 16).u16(value);
  }
  /**
   * @param {number} value
   * @param {string} type
   */
  value(value, type) {
    const how = dataType(type), view = new DataView(new ArrayBuffer(how.octets));
    how.write(view, 0, value);
    for (let i = 0; i < how.octets; ++i) this.u8(view.getUint8(i));
    return this;
  }
  done() {
    return new Uint8Array(this.octets);
  }
}

/**
 * @param {number} code one of `SYSTEM`
 * @param {number} [token] of a ping
 */
function systemRecord(code, token) {
  const writer = new OctetWriter().u8(0).u8(code);
  if (token !== undefined) writer.u32(token);
  return writer.done();
}

/**
 * @param {number} id
 * @param {RobotObject} object
 * @param {number} stamp ms since the session went live
 */
function recordHead(id, object, stamp) {
  const writer = new OctetWriter().u8(id);
  if (object.timeStamp) writer.u32(stamp);
  return writer;
}

/**
 * @param {number} id
 * @param {RobotObject} object
 * @param {number} stamp
 * @param {number[]} values of all parameters
 * @param {number[]} which the indices to send; an object without a mask sends all
 */
function controlRecord(id, object, stamp, values, which) {
  const writer = recordHead(id, object, stamp), count = object.parameters.length;
  const sent = object.dataMask ? which : values.map((_, i) => i);
  if (object.dataMask)
    for (let octet = Math.ceil(count / 8) - 1; octet >= 0; --octet)
      writer.u8(sent.reduce((mask, i) => (i >> 3 === octet ? mask | (1 << (i & 7)) : mask), 0));
  for (const i of [...sent].sort((a, b) => a - b)) writer.value(values[i], object.parameters[i].type);
  return writer.done();
}

/**
 * @param {number} id
 * @param {RobotObject} object
 * @param {number} stamp
 * @param {string} text
 */
function textRecord(id, object, stamp, text) {
  const octets = new TextEncoder().encode(text), writer = recordHead(id, object, stamp).u16(octets.length);
  for (const octet of octets) writer.u8(octet);
  return writer.done();
}

/**
 * @param {number} id
 * @param {RobotObject} object
 * @param {number} stamp
 * @param {number[]} bits 0 or 1; the first one is the least significant bit of the last octet
 */
function bitsRecord(id, object, stamp, bits) {
  const writer = recordHead(id, object, stamp);
  for (let octet = Math.ceil(object.bits / 8) - 1; octet >= 0; --octet) {
    let value = 0;
    for (let bit = 0; bit < 8; ++bit) if (bits[8 * octet + bit]) value |= 1 << bit;
    writer.u8(value);
  }
  return writer.done();
}

/** Reads octets in order; a DataView throws beyond their end. */
class OctetReader {
  /** @param {Uint8Array} octets */
  constructor(octets) {
    this.octets = octets;
    this.view = new DataView(octets.buffer, octets.byteOffset, octets.byteLength);
    this.at = 0;
  }
  get hasMore() {
    return this.at < this.octets.length;
  }
  u8() {
    return this.view.getUint8(this.at++);
  }
  u16() {
    this.at += 2;
    return this.view.getUint16(this.at - 2);
  }
  u32() {
    this.at += 4;
    return this.view.getUint32(this.at - 4);
  }
  /** @param {string} type */
  value(type) {
    const how = dataType(type);
    this.at += how.octets;
    return how.read(this.view, this.at - how.octets);
  }
  /** @param {number} count */
  floats(count) {
    return Array.from({ length: count }, () => this.value("float32"));
  }
  /** @param {number} count */
  take(count) {
    if (this.at + count > this.octets.length) throw new RangeError("a record does not end in its message");
    this.at += count;
    return this.octets.subarray(this.at - count, this.at);
  }
  text() {
    return new TextDecoder().decode(this.take(this.u16()));
  }
}

/**
 * All records of a message of the server. Throws if it cannot be read.
 * @param {ArrayBuffer} message
 * @param {(id: number) => RobotObject | undefined} objectOf
 * @returns {LiveRecord[]}
 */
function readRecords(message, objectOf) {
  const reader = new OctetReader(new Uint8Array(message)), records = [];
  while (reader.hasMore) records.push(readRecord(reader, objectOf));
  return records;
}

/**
 * @param {OctetReader} reader
 * @param {(id: number) => RobotObject | undefined} objectOf
 * @returns {LiveRecord}
 */
function readRecord(reader, objectOf) {
  const id = reader.u8();
  if (id === 0) return readSystemRecord(reader);
  const object = objectOf(id);
  if (!object) throw new Error(`there is no object with the number ${id}`);
  const stamp = object.timeStamp ? reader.u32() : 0;
  if (object.kind === "text") return { id, stamp, text: reader.text() };
  if (object.kind === "binary" && object.bits === 0) return { id, stamp, octets: reader.take(reader.u16()) };
  if (object.kind === "binary") {
    const octets = reader.take(Math.ceil(object.bits / 8));
    return { id, stamp, bits: Array.from({ length: object.bits }, (_, i) => (octets[octets.length - 1 - (i >> 3)] >> (i & 7)) & 1) };
  }
  if (object.kind !== "control") throw new Error(`${object.name} has no records`);
  const count = object.parameters.length, which = [];
  const mask = object.dataMask ? reader.take(Math.ceil(count / 8)) : null;
  for (let i = 0; i < count; ++i)
    if (!mask || (mask[mask.length - 1 - (i >> 3)] >> (i & 7)) & 1) which.push(i);
  return { id, stamp, which, values: which.map((i) => reader.value(object.parameters[i].type)) };
}

/**
 * @param {OctetReader} reader
 * @returns {LiveRecord}
 */
function readSystemRecord(reader) {
  const code = reader.u8();
  switch (code) {
    case SYSTEM.bye: return { system: "bye" };
    case SYSTEM.stop: return { system: "stop" };
    case SYSTEM.release: return { system: "release" };
    case SYSTEM.changed: return { system: "changed" };
    case SYSTEM.pong: return { system: "pong", token: reader.u32(), stamp: reader.u32() };
    case SYSTEM.error: return { system: "error", text: reader.text() };
  }
  throw new Error(`there is no record about the session with the code ${code}`);
}

/**
 * Reads the contents of `world`, which are the bodies that have moved. Throws if they are invalid.
 * @param {Uint8Array} octets
 * @returns {WorldRecord}
 */
function readWorld(octets) {
  const reader = new OctetReader(octets), step = reader.u32();
  /** @type {WorldEntry[]} */
  const entries = [];
  while (reader.hasMore) {
    const node = reader.u16(), kind = reader.u8();
    if (kind === 1) entries.push({ node, translation: reader.floats(3), rotation: reader.floats(4) });
    else if (kind === 2) entries.push({ node, fieldOfView: reader.floats(1)[0] });
    else if (kind === 3) entries.push({ node, gone: true });
    else throw new Error(`there is no entry of the kind ${kind}`);
  }
  return { step, entries };
}
