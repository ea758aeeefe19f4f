// SPDX-License-Identifier: Apache-2.0
// The list of what can be controlled and sensed, with a card for each object of the robot.

/** A limit beyond this value is not shown. */
const UNLIMITED = 1e30;
/** If there are more objects than this, the cards of inputs are closed at first. */
const MANY_OBJECTS = 16;
/** The number of texts of an object that stay on the page. */
const TEXTS_SHOWN = 12;

/**
 * Formats a number for people, with at most three decimals and none where they would not be significant.
 * @param {number} value
 */
function numberText(value) {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size >= 1e6 || (size > 0 && size < 1e-4)) return value.toExponential(2);
  const text = value.toFixed(size < 10 ? 3 : size < 100 ? 2 : 1);
  return /^-0\.?0*$/.test(text) ? text.slice(1) : text;
}

/** @param {RobotParameter} parameter */
function rangeText(parameter) {
  const hasLeast = parameter.min > -UNLIMITED, hasMost = parameter.max < UNLIMITED, unit = parameter.unit ? ` ${parameter.unit}` : "";
  const text = (/** @type {number} */ value) => String(Number(value.toPrecision(6)));
  if (hasLeast && hasMost) return `${text(parameter.min)} … ${text(parameter.max)}${unit}`;
  if (hasLeast) return `from ${text(parameter.min)}${unit}`;
  if (hasMost) return `up to ${text(parameter.max)}${unit}`;
  return parameter.unit || SEAT_TEXTS.any;
}

class ObjectCard {
  /**
   * @param {RobotObject} object
   * @param {HTMLElement | null} controls its devices and their widgets
   * @param {boolean} isOpen
   */
  constructor(object, controls, isOpen) {
    this.object = object;
    /** @type {number[]} */
    this.values = [];
    /** @type {string[]} newest first */
    this.texts = [];
    this.isNew = true;
    /** @type {HTMLElement[]} */
    this.outputs = [];
    const card = /** @type {HTMLDetailsElement} */ (element("details", undefined, `card ${object.direction}`));
    card.id = `object-${object.name}`;
    card.open = isOpen;
    card.addEventListener("toggle", () => (this.isNew = true));
    this.summary = element("output", "", "brief");
    const head = element("summary");
    head.append(element("b", object.name), element("small", object.standard || (object.trigger ? SEAT_TEXTS.trigger : SEAT_TEXTS.kinds[object.kind])), this.summary);
    this.refusal = element("p", "", "refusal");
    this.refusal.setAttribute("role", "status");
    this.refusal.hidden = true;
    card.append(head, this.refusal);
    if (controls) card.append(controls);
    this.element = card;
    this.addValues();
  }

  addValues() {
    const { object } = this;
    if (object.kind === "text" && object.direction === "input") {
      this.log = element("ol", undefined, "texts");
      this.log.id = `text-${object.name}`;
      this.element.append(this.log);
    }
    const rows = object.kind === "control" ? object.parameters.map((parameter) => [parameter.name, rangeText(parameter)])
      : object.kind === "binary" && object.bits > 0 && object.direction === "input" ? Array.from({ length: Math.min(64, object.bits) }, (_, i) => [object.bits === 1 ? "" : String(i + 1), ""]) : [];
    if (!rows.length) return;
    const table = element("table", undefined, "values");
    for (const [name, range] of rows) {
      const row = element("tr"), head = element("th", name), value = element("td"), output = element("output", "–");
      head.setAttribute("scope", "row");
      output.id = name ? `value-${object.name}-${name}` : `value-${object.name}`;
      value.append(output);
      row.append(head, value, element("td", range, "range"));
      table.append(row);
      this.outputs.push(output);
    }
    this.element.append(table);
  }

  /** @param {number[]} values */
  setValues(values) {
    this.values = values;
    this.isNew = true;
  }
  /** @param {string} text */
  addText(text) {
    this.texts.unshift(text);
    this.texts.length = Math.min(this.texts.length, TEXTS_SHOWN);
    this.isNew = true;
  }
  /** @param {string} sentence "" if the object was granted or has not been requested */
  refuse(sentence) {
    setText(this.refusal, sentence);
    this.refusal.hidden = !sentence;
    if (sentence) this.element.open = true;
  }

  /** Shows what has changed. A closed card shows only its first line. */
  show() {
    if (!this.isNew) return;
    this.isNew = false;
    const isBits = this.object.kind === "binary";
    const text = (/** @type {number} */ value) => (isBits ? (value ? "yes" : "no") : numberText(value));
    if (!this.element.open) return setText(this.summary, this.texts[0] ?? this.values.slice(0, 4).map(text).join("  "));
    setText(this.summary, "");
    this.outputs.forEach((output, i) => this.values.length && setText(output, text(this.values[i])));
    if (this.log && this.texts.length) this.log.replaceChildren(...this.texts.map((line) => element("li", line)));
  }
}

class ObjectCards {
  /**
   * @param {HTMLElement} place
   * @param {RobotObject[]} objects
   * @param {(name: string) => HTMLElement | null} controlsOf
   */
  constructor(place, objects, controlsOf) {
    /** @type {Map<string, ObjectCard>} */
    this.cards = new Map();
    place.replaceChildren();
    for (const direction of ["output", "input"]) {
      const own = objects.filter((object) => object.direction === direction && !isContents(object));
      if (!own.length) continue;
      own.sort((a, b) => rankOf(a) - rankOf(b));
      place.append(element("h2", direction === "output" ? SEAT_TEXTS.controls : SEAT_TEXTS.senses));
      for (const object of own) {
        const card = new ObjectCard(object, controlsOf(object.name), direction === "output" ? own.length <= MANY_OBJECTS : objects.length <= MANY_OBJECTS);
        this.cards.set(object.name, card);
        place.append(card.element);
      }
    }
  }

  /** @param {string} name */
  get(name) {
    return this.cards.get(name);
  }
  show() {
    for (const card of this.cards.values()) card.show();
  }
}

/**
 * The rank of an object in the list: first what drives the robot, then what turns or reaches; other objects keep the
 * server's order.
 * @param {RobotObject} object
 */
function rankOf(object) {
  return /^(forward-turn|vector)$/.test(object.standard) ? 0 : object.standard && !object.trigger ? 1 : 2;
}

/**
 * Whether the page itself shows the object: picture, sound and the movements of the model.
 * @param {RobotObject} object
 */
function isContents(object) {
  return object.kind === "video" || object.kind === "audio" || (object.kind === "binary" && object.bits === 0);
}
