// SPDX-License-Identifier: Apache-2.0
// Reads a robot's description, RCML in its XML form as the server writes it. The file has y up, as VRML97 has; the
// result is in the frames of the simulation: metres, z up.

/**
 * One number of a control object. `min` and `max` are infinite if the object has no limits.
 * @typedef {{name: string, unit: string, min: number, max: number, neutral: number, type: string}} RobotParameter
 */

/**
 * Something of the robot that can be controlled (`output`: it leaves this computer) or sensed (`input`). `trigger`:
 * each record acts once; otherwise its values hold until the next one. `rate`: records per second. `standard`: the
 * meaning of the values, such as "forward-turn"; empty if unknown. `bits` of binary objects; 0: contents of any length.
 * `maxLength`: octets of a text. `nodeNames`: the body of each number in the contents of `world`; "" has left.
 * @typedef {{name: string, kind: "control"|"text"|"binary"|"video"|"audio", direction: "output"|"input",
 *   parameters: RobotParameter[], timeStamp: boolean, dataMask: boolean, trigger: boolean, rate: number, standard: string,
 *   translators: string[], bits: number, maxLength: number, url: string, nodeNames: string[]}} RobotObject
 */

/**
 * A body as pages/bodies.js draws it: places in m, turns as rows of a matrix, colours 0 to 1 (glass if the fourth is
 * below 1). Sizes are the edges of a box, the radius of a sphere, or the radius and the length along z of a cylinder or
 * cone. `translation` and `rotation` (axis, angle in radians) are the numbers of its Transform in the file, which has y
 * up.
 * @typedef {{kind: "box"|"sphere"|"cylinder"|"cone", place: number[], turn: number[], size: number[], colour: number[]}} FileShape
 * @typedef {{name: string, place: number[], turn: number[], shapes: FileShape[], translation: number[], rotation: number[]}} FileBody
 */

/**
 * `bodies` are keyed by DEF name; unnamed ones are called "#1", "#2", …. `cameras` are keyed by the DEF name of the
 * body that carries them; their `fieldOfView` is the smaller angle of the picture, in radians.
 * @typedef {{robot: string, objects: RobotObject[], bodies: Map<string, FileBody>, cameras: Map<string, {fieldOfView: number}>,
 *   info: string[]}} Rcml
 */

const NO_TURN = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const DEFAULT_COLOUR = [0.8, 0.8, 0.8];
/** The maximum depth of nested nodes; the server's own reader has the same limit. */
const MAX_DEPTH = 64;
/** The maximum number of nodes that are read, including those that are reached through USE several times. */
const MAX_NODES = 200000;
const OBJECT_NODE = /^RCML_(Video|Audio|Control|Text|Binary)(Input|Output)(Data)?$/;

/**
 * Converts a point of the file to the world's frame.
 * @param {number[]} p
 */
function worldPoint(p) {
  return [p[0], -p[2], p[1]];
}

/**
 * The rows of the matrix, in the world's frame, of a rotation about an axis of the file.
 * @param {number[]} rotation axis and angle, radians
 */
function worldTurn(rotation) {
  const axis = worldPoint(rotation), length = Math.hypot(axis[0], axis[1], axis[2]), angle = rotation[3];
  if (!(length > 0) || !Number.isFinite(angle)) return [...NO_TURN];
  const [x, y, z] = axis.map((part) => part / length), c = Math.cos(angle), s = Math.sin(angle), d = 1 - c;
  return [c + x * x * d, x * y * d - z * s, x * z * d + y * s, y * x * d + z * s, c + y * y * d, y * z * d - x * s,
    z * x * d - y * s, z * y * d + x * s, c + z * z * d];
}

/** Reads one file. The constructor throws an Error with a sentence if the text is not a description. */
class RcmlReader {
  /** @param {string} text */
  constructor(text) {
    const document = new DOMParser().parseFromString(text, "application/xml");
    if (document.querySelector("parsererror")) throw new Error("the description of the robot is not XML");
    const root = document.documentElement;
    const scene = root.localName === "X3D" && [...root.children].find((node) => node.localName === "Scene");
    if (!scene) throw new Error("the description of the robot is not X3D");
    this.scene = scene;
    /** @type {Map<string, Element>} */
    this.defined = new Map();
    for (const node of document.querySelectorAll("[DEF]")) this.defined.set(String(node.getAttribute("DEF")), node);
    this.nodesLeft = MAX_NODES;
    /** @type {Rcml} */
    this.made = { robot: "", objects: [], bodies: new Map(), cameras: new Map(), info: [] };
  }

  read() {
    for (const node of this.scene.children) {
      if (node.localName === "WorldInfo") this.made.info = strings(node.getAttribute("info"));
      else if (node.localName === "Transform") this.readBody(node);
      else if (node.localName === "ProtoInstance" && node.getAttribute("name") === "RCML_Robot") this.readRobot(node, 0);
    }
    return this.made;
  }

  /** @param {Element} node */
  resolved(node) {
    const name = node.getAttribute("USE");
    return (name !== null && this.defined.get(name)) || node;
  }

  /** @param {Element} node */
  readBody(node) {
    const name = node.getAttribute("DEF") || `#${this.made.bodies.size + 1}`;
    const translation = numbers(node.getAttribute("translation"), [0, 0, 0]);
    const rotation = numbers(node.getAttribute("rotation"), [0, 0, 1, 0]);
    /** @type {FileBody} */
    const body = { name, translation, rotation, place: worldPoint(translation), turn: worldTurn(rotation), shapes: [] };
    for (const child of node.children) this.readShapes(child, [0, 0, 0], NO_TURN, body, 0);
    this.made.bodies.set(name, body);
  }

  /**
   * @param {Element} given
   * @param {number[]} place of the enclosing frame, in the body's frame
   * @param {number[]} turn of the enclosing frame, in the body's frame
   * @param {FileBody} body
   * @param {number} depth
   */
  readShapes(given, place, turn, body, depth) {
    if (depth > MAX_DEPTH || --this.nodesLeft < 0) return;
    const node = this.resolved(given);
    if (node.localName === "Transform" || node.localName === "Group") {
      const at = worldPoint(numbers(node.getAttribute("translation"), [0, 0, 0]));
      const inner = turns.product(turn, worldTurn(numbers(node.getAttribute("rotation"), [0, 0, 1, 0])));
      const there = turns.apply(turn, at).map((part, i) => part + place[i]);
      for (const child of node.children) this.readShapes(child, there, inner, body, depth + 1);
    } else if (node.localName === "Viewpoint") {
      const angle = number(node.getAttribute("fieldOfView"), Math.PI / 4);
      if (angle > 0 && angle < Math.PI) this.made.cameras.set(body.name, { fieldOfView: angle });
    } else if (node.localName === "Shape") {
      const shape = this.readGeometry(node);
      if (shape) body.shapes.push({ ...shape, place, turn, colour: this.colourOf(node) });
    }
  }

  /**
   * @param {Element} shape
   * @returns {{kind: "box"|"sphere"|"cylinder"|"cone", size: number[]} | null}
   */
  readGeometry(shape) {
    for (const given of shape.children) {
      const node = this.resolved(given), length = (/** @type {string} */ name, /** @type {number} */ otherwise) => number(node.getAttribute(name), otherwise);
      switch (node.localName) {
        case "Box": {
          const [x, y, z] = numbers(node.getAttribute("size"), [2, 2, 2]);
          return { kind: "box", size: [x, z, y] };
        }
        case "Sphere": return { kind: "sphere", size: [length("radius", 1)] };
        case "Cylinder": return { kind: "cylinder", size: [length("radius", 1), length("height", 2)] };
        case "Cone": return { kind: "cone", size: [length("bottomRadius", 1), length("height", 2)] };
      }
    }
    return null;
  }

  /** @param {Element} shape */
  colourOf(shape) {
    const child = (/** @type {Element | undefined} */ node, /** @type {string} */ name) => {
      const found = node && [...node.children].find((each) => each.localName === name);
      return found && this.resolved(found);
    };
    const material = child(child(shape, "Appearance"), "Material");
    const colour = numbers(material ? material.getAttribute("diffuseColor") : null, DEFAULT_COLOUR);
    return [...colour, 1 - number(material ? material.getAttribute("transparency") : null, 0)].map((part) => Math.min(1, Math.max(0, part)));
  }

  /**
   * Reads the robot's node and the control objects in it, which have children of their own.
   * @param {Element} node
   * @param {number} depth
   */
  readRobot(node, depth) {
    if (depth > MAX_DEPTH) return;
    const kind = String(node.getAttribute("name")), field = fieldsOf(node);
    if (kind === "RCML_Robot") this.made.robot = field("name") || "";
    const found = OBJECT_NODE.exec(kind);
    if (found && (found[1] !== "Control" || found[3])) this.readObject(found[1], found[2], field);
    for (const fieldValue of node.children)
      if (fieldValue.localName === "fieldValue" && fieldValue.getAttribute("name") === "children")
        for (const child of fieldValue.children)
          if (child.localName === "ProtoInstance") this.readRobot(child, depth + 1);
  }

  /**
   * @param {string} kind
   * @param {string} direction
   * @param {(name: string) => string | null} field
   */
  readObject(kind, direction, field) {
    const name = field("name");
    if (!name || this.made.objects.some((other) => other.name === name)) return;
    const truth = (/** @type {string} */ of, /** @type {boolean} */ otherwise) => (field(of) === null ? otherwise : field(of) === "true");
    this.made.objects.push({
      name, kind: /** @type {any} */ (kind.toLowerCase()), direction: direction === "Input" ? "input" : "output",
      parameters: kind === "Control" ? readParameters(field) : [],
      timeStamp: truth("timeStamp", true), dataMask: truth("dataMask", true), trigger: truth("trigger", false),
      rate: number(field("rate"), 100), standard: field("standard") || "", translators: strings(field("translator")),
      bits: number(field("bits"), 1), maxLength: number(field("maxLength"), 65535), url: strings(field("url"))[0] || "",
      nodeNames: strings(field("nodeName")),
    });
  }
}

/**
 * The fields of an instance by name; null for a name that it does not have.
 * @param {Element} instance
 */
function fieldsOf(instance) {
  /** @type {Map<string, string>} */
  const fields = new Map();
  for (const child of instance.children)
    if (child.localName === "fieldValue" && child.hasAttribute("value"))
      fields.set(String(child.getAttribute("name")), String(child.getAttribute("value")));
  return (/** @type {string} */ name) => fields.get(name) ?? null;
}

/**
 * @param {(name: string) => string | null} field
 * @returns {RobotParameter[]}
 */
function readParameters(field) {
  const names = strings(field("parameterName")), units = strings(field("unit")), types = strings(field("dataType"));
  const list = (/** @type {string} */ name) => (field(name) || "").split(/[\s,]+/).filter(Boolean).map(Number);
  const least = list("minValue"), most = list("maxValue"), neutral = list("neutralValue");
  const count = Math.min(64, Math.max(0, number(field("parameters"), names.length)));
  return Array.from({ length: count }, (_, i) => ({
    name: names[i] || `parameter ${i + 1}`, unit: units[i] || "", min: Number.isFinite(least[i]) ? least[i] : -Infinity,
    max: Number.isFinite(most[i]) ? most[i] : Infinity, neutral: Number.isFinite(neutral[i]) ? neutral[i] : 0,
    type: types[i] || types[0] || "float32",
  }));
}

/**
 * The strings of a list: "a" "b".
 * @param {string | null} text
 */
function strings(text) {
  return [...(text || "").matchAll(/"((?:[^"\\]|\\.)*)"/gs)].map((found) => found[1].replace(/\\(.)/gs, "$1"));
}

/**
 * @param {string | null} text
 * @param {number} otherwise the result if the text is not a number
 */
function number(text, otherwise) {
  const read = text === null || text.trim() === "" ? NaN : Number(text);
  return Number.isFinite(read) ? read : otherwise;
}

/**
 * @param {string | null} text
 * @param {number[]} otherwise the result unless the text has the same number of numbers
 */
function numbers(text, otherwise) {
  const read = (text || "").split(/[\s,]+/).filter(Boolean).map(Number);
  return read.length === otherwise.length && read.every(Number.isFinite) ? read : [...otherwise];
}

/**
 * @param {string} text
 * @returns {Rcml}
 */
function readRcml(text) {
  return new RcmlReader(text).read();
}
