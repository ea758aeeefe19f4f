// SPDX-License-Identifier: Apache-2.0
// The page of one robot, /NAME/. It shows the robot's world and lets a person operate it.

/** ms */
const STATUS_EVERY = 200, CARDS_EVERY = 100, LOAD_AGAIN = 2000, CHANGED_WAIT = 300;
/** s without a message from the server, after which the page reports that. */
const SILENT_AFTER = 1.2;
/** The maximum movement of a click, px. */
const CLICK = 5;
const SECRET = "rcss-operator-secret";

/** The robot's name, which is the first part of the address. */
function robotOfAddress() {
  try {
    return decodeURIComponent(location.pathname.split("/")[1] || "");
  } catch {
    return "";
  }
}

/** The secret from the fragment of the address. It is removed from the address and kept for this tab. */
function secretOfAddress() {
  // The fragment is not form-encoded: a plus in a secret is a plus.
  const parts = location.hash.slice(1).split("&"), isSecret = (/** @type {string} */ part) => part.startsWith("secret=");
  const given = parts.find(isSecret), others = parts.filter((part) => !isSecret(part)).join("&");
  let secret = given === undefined ? null : given.slice("secret=".length);
  try {
    if (secret !== null) secret = decodeURIComponent(secret);
  } catch {
    // A percent sign that does not begin an escape belongs to the secret.
  }
  try {
    if (secret !== null) sessionStorage.setItem(SECRET, secret);
  } catch {
    // Without storage the secret is known until the page is left.
  }
  if (secret !== null) {
    history.replaceState(null, "", location.pathname + location.search + (others ? `#${others}` : ""));
    return secret;
  }
  try {
    return sessionStorage.getItem(SECRET) || "";
  } catch {
    return "";
  }
}

class OperatorPage {
  /** @param {string} robot */
  constructor(robot) {
    this.robot = robot;
    this.secret = secretOfAddress();
    /** @type {Rcml | null} */
    this.rcml = null;
    /** The description that the cards and the list of devices were made for. */
    this.signature = "";
    /** @type {Controls | null} */
    this.controls = null;
    /** @type {ObjectCards | null} */
    this.cards = null;
    /** @type {WorldView | null} the additions for this kind of world, such as soccer */
    this.world = null;
    this.overlay = byId("overlay");
    this.model = new Model();
    this.stage = new ModelStage(this);
    this.status = new StatusLine(robot);
    this.picture = new RobotPicture({ frame: byId("camera-view"), img: byId("camera"), canvas: byId("drawn"), note: byId("camera-note") }, this.stage.canDraw);
    this.sound = new RobotSound(byId("sound"));
    this.session = this.makeSession();
    this.watch = this.makeWatch();
    /** @type {string[]} */
    this.watchedNames = [];
    /** @type {RobotState | null} as the server reports it to all watchers */
    this.robotState = null;
    this.isServerLost = false;
    /** Why the session is idle or gone, or why the description is not available. */
    this.reason = "";
    this.reasonKind = /** @type {"info"|"warn"|"bad"} */ ("info");
    this.isSetting = false;
    this.loadTimer = 0;
    this.bind();
    setInterval(() => this.showStatus(), STATUS_EVERY);
    setInterval(() => this.cards && this.cards.show(), CARDS_EVERY);
    this.showStatus();
    void this.begin();
  }

  get isOperated() {
    return this.session.state === "live" || this.session.state === "stopped";
  }

  makeSession() {
    const session = new Session(this.robot);
    session.on("state", (state, reason) => this.sessionIs(state, reason));
    session.on("values", (name, values) => this.hasValues(name, values));
    session.on("bits", (name, bits) => this.hasValues(name, bits));
    session.on("text", (name, text) => this.hasText(name, text));
    session.on("refused", (name, sentence) => this.cards?.get(name)?.refuse(sentence));
    session.on("complaint", (sentence) => this.status.happened(`The server says: ${sentence}`));
    session.on("changed", () => this.loadSoon());
    session.on("world", (record) => this.worldMoves(record, this.nodeNames()));
    return session;
  }

  makeWatch() {
    return new WorldWatch(this.robot, {
      names: (names) => (this.watchedNames = names),
      world: (record) => this.worldMoves(record, this.watchedNames),
      changed: () => this.loadSoon(),
      text: (name, text) => this.hasText(name, text),
      robots: (robots) => {
        const was = this.isServerLost;
        this.isServerLost = false;
        this.robotState = robots.find((each) => each.name === this.robot) || null;
        if (was || !this.rcml || this.watch.isRefused) this.loadSoon();
      },
      closed: () => {
        this.isServerLost = true;
        this.robotState = null;
      },
    });
  }

  bind() {
    const { session } = this;
    byId("set").addEventListener("click", () => this.set());
    byId("leave").addEventListener("click", () => session.leave());
    addEventListener("hashchange", () => (this.secret = secretOfAddress()));
    byId("release").addEventListener("click", () => session.release());
    byId("stop").addEventListener("pointerdown", () => this.stop());
    byId("stop").addEventListener("click", () => this.stop());
    byId("swap").addEventListener("click", () => {
      const page = byId("page");
      page.dataset.large = page.dataset.large === "model" ? "camera" : "model";
      this.picture.enlarge(page.dataset.large === "camera");
      this.stage.redraw();
    });
    leaveWhatIsClicked();
    // Capture runs before any other handler: Esc stops the robot whatever has the focus.
    window.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      this.stop();
    }, { capture: true });
    window.addEventListener("pagehide", () => session.leave());
    document.addEventListener("visibilitychange", () => {
      // First the neutral values: the session of a hidden page sends none.
      if (document.hidden) this.controls?.rest();
      session.isHidden = document.hidden;
      if (document.hidden) return;
      session.resendLevels();
      if (session.state === "live") this.status.happened(SEAT_TEXTS.hidden(this.robot));
    });
    const rctp = /** @type {any} */ (window).rctp = /** @type {any} */ (window).rctp || {};
    rctp.page = this;
    Object.defineProperty(rctp, "model", { get: () => this.model.reported(), configurable: true });
  }

  async begin() {
    this.explain(SEAT_TEXTS.loading, "info");
    while (!await this.load()) await new Promise((resolve) => setTimeout(resolve, LOAD_AGAIN));
    this.explain("", "info");
    this.watchOthers();
  }

  /** Requests the texts of this robot that watchers may read: the judge's, and those that the view of this kind of world needs. */
  watchOthers() {
    if (this.session.isConnected || !this.rcml) return;
    const wanted = new Set(["judge", ...this.world?.watched || []]);
    this.watch.open(this.rcml.objects.filter((object) => object.kind === "text" && object.direction === "input" && wanted.has(object.name)).map((object) => object.name));
  }

  /** Returns whether a description is now available. If not, the message says why. */
  async load() {
    try {
      const answer = await fetch(`/${encodeURIComponent(this.robot)}.x3d`, { cache: "no-store" });
      const text = await answer.text();
      if (!answer.ok) throw new Error(text.trim().slice(0, 500));
      this.use(readRcml(text));
      return true;
    } catch (error) {
      this.explain(error instanceof TypeError ? (this.rcml ? SEAT_TEXTS.lost : SEAT_TEXTS.never) : SEAT_TEXTS.noRobot(error instanceof Error ? error.message : String(error)), "bad");
      return false;
    }
  }

  /** Loads after a short delay, because the server reports one change several times. */
  loadSoon() {
    clearTimeout(this.loadTimer);
    this.loadTimer = setTimeout(() => this.load(), CHANGED_WAIT);
  }

  /** @param {Rcml} rcml */
  use(rcml) {
    this.rcml = rcml;
    this.model.load(rcml);
    this.session.load(rcml.objects);
    const of = (/** @type {string} */ kind) => rcml.objects.find((object) => object.kind === kind && object.direction === "input");
    this.picture.use(of("video"), !!this.model.robotCamera);
    this.sound.use(of("audio"));
    this.stage.view.hasForward = rcml.objects.some((object) => object.standard === "forward-turn");
    const signature = JSON.stringify(rcml.objects.filter((object) => !isContents(object)));
    if (signature !== this.signature && !this.session.isConnected) {
      this.signature = signature;
      this.makeCards(rcml.objects);
    }
    const world = soccerViewOf(this);
    if (this.world && this.world !== world) this.world.close?.();
    this.world = world;
    const panel = world?.panel || null;
    // Something in the panel may have the focus, so it is not inserted again.
    if (byId("extra").firstElementChild !== panel) byId("extra").replaceChildren(...(panel ? [panel] : []));
    this.stage.use();
  }

  /** @param {RobotObject[]} objects */
  makeCards(objects) {
    this.controls?.close();
    const pose = () => {
      const at = this.model.latest(this.robot);
      return at && { x: at.place[0], y: at.place[1], heading: Math.atan2(at.turn[3], at.turn[0]) };
    };
    const controls = this.controls = new Controls(objects, { robot: this.robot, pose });
    controls.use(this.session);
    this.cards = new ObjectCards(byId("objects"), objects, (name) => controls.element(name));
    for (const [name, each] of this.session.objects) this.cards.get(name)?.setValues(each.values);
  }

  nodeNames() {
    for (const { object, id } of this.session.objects.values()) if (id && object.kind === "binary" && object.bits === 0) return object.nodeNames;
    return [];
  }

  /**
   * @param {WorldRecord} record
   * @param {string[]} names
   */
  worldMoves(record, names) {
    if (this.model.update(record, names)) this.loadSoon();
  }

  /**
   * @param {string} name
   * @param {number[]} values
   */
  hasValues(name, values) {
    this.cards?.get(name)?.setValues(values);
    if (this.session.objects.get(name)?.object.direction === "input") this.controls?.show(name, values);
  }
  /**
   * @param {string} name
   * @param {string} text
   */
  hasText(name, text) {
    this.cards?.get(name)?.addText(text);
    this.controls?.show(name, text);
    if (name === "judge") this.status.judge(text);
    this.world?.text?.(name, text);
  }

  /** Claims every object that has a device, and all inputs of the robot. */
  async set() {
    if (this.session.isConnected || this.isSetting) return;
    this.isSetting = true;
    try {
      for (const card of this.cards?.cards.values() || []) card.refuse("");
      const before = this.signature;
      // The robot's place and its objects may have changed since.
      if (!await this.load()) return;
      if (before !== this.signature) return this.explain(SEAT_TEXTS.changed, "warn");
      const chosen = new Set(this.controls ? this.controls.chosen() : []), objects = this.rcml ? this.rcml.objects : [];
      const outputs = objects.filter((object) => object.direction === "output" && chosen.has(object.name));
      const inputs = objects.filter((object) => object.direction === "input" && object.kind !== "video" && object.kind !== "audio");
      if (!outputs.length) return this.explain(SEAT_TEXTS.nothingChosen, "warn");
      await this.session.start([...outputs, ...inputs].map((object) => object.name), this.secret);
    } finally {
      this.isSetting = false;
      this.showStatus();
    }
  }

  /**
   * Explains why this page does not operate the robot now.
   * @param {string} reason
   * @param {"info"|"warn"|"bad"} kind
   */
  explain(reason, kind) {
    [this.reason, this.reasonKind] = [reason, kind];
  }

  stop() {
    if (!this.session.isConnected) return this.status.happened(SEAT_TEXTS.nothingToStop(this.robot), "info");
    this.session.stop();
    this.showStatus();
  }

  /**
   * @param {SessionState} state
   * @param {string} reason
   */
  sessionIs(state, reason) {
    const { robot } = this;
    if (state === "live" || state === "stopped") {
      this.watch.close();
      this.watch.heardAt = 0;
    }
    if (state === "live") this.status.happened("", "info");
    if (state === "gone") this.explain(SEAT_TEXTS.gone(robot, reason), "bad");
    if (state === "idle") this.explain(reason ? reason : SEAT_TEXTS.left(robot), reason ? "bad" : "info");
    if (state === "idle" || state === "gone") this.watchOthers();
    const isConnected = this.session.isConnected;
    byId("set").disabled = isConnected;
    byId("leave").disabled = !isConnected;
    byId("release").disabled = state !== "stopped";
    this.showStatus();
  }

  showStatus() {
    const { session, robot, status } = this, state = session.state, other = this.robotState, operator = other ? other.operator : "";
    const age = this.isOperated ? session.age() : this.watch.heardAt ? (performance.now() - this.watch.heardAt) / 1000 : NaN;
    const who = this.isOperated ? "you operate it" : operator ? `operated by ${operator}` : other && other.state === "idle" ? "free" : other ? other.state : "";
    status.show(state, who, session.trip, this.isOperated || !this.watch.isOpen ? age : Math.max(0, age));
    if (state === "stopped" && !session.isStopConfirmed) return status.say(SEAT_TEXTS.stopSent, "bad");
    if (this.isOperated && age > SILENT_AFTER) return status.say(SEAT_TEXTS.silent(robot, age), "bad");
    if (state === "stopped") return status.say(SEAT_TEXTS.stopped(robot), "bad");
    if (state === "live") return status.say("", "info");
    if (state === "negotiation") return status.say(SEAT_TEXTS.asking, "info");
    if (state === "gone" || this.reasonKind === "bad") return status.say(this.reason, "bad");
    if (this.isServerLost) return status.say(SEAT_TEXTS.lost, "bad");
    if (operator) return status.say(SEAT_TEXTS.busy(robot, operator), "warn");
    if (other && other.state === "replayed") return status.say(SEAT_TEXTS.replayed(robot), "warn");
    if (other && other.state === "absent") return status.say(SEAT_TEXTS.absent(robot), "warn");
    status.say(this.reason || SEAT_TEXTS.choose, this.reason ? this.reasonKind : "info");
  }
}

/**
 * The additions of a kind of world to the page; every member is optional.
 *   hides: whether a body of the description is not drawn
 *   ground: draws sky and ground instead of the default ones, before the bodies
 *   bodies: additional bodies to draw
 *   signs: draws on a canvas over the model, `width` × `height` pixels
 *   cameras: additional views, each with the handler of its pointer input
 *   hasOnlyOwnCameras: these cameras replace those of all worlds
 *   text: takes a text of an input
 *   watched: names of the texts that watchers request
 *   panel: an element above the list of objects
 *   moves: whether the view has to be redrawn continuously
 *   point: takes the place on the floor that the mouse points to or that was clicked; returns whether the click has
 *     been used
 * @typedef {{turn: (right: number, down: number) => void, shift: (right: number, down: number) => void, zoom: (notches: number) => void}} ViewHand
 * @typedef {{name: string, label: string, camera: (aspect: number, seconds: number) => Camera, hand: ViewHand}} WorldCamera
 * @typedef {{hides?: (name: string) => boolean, ground?: (painter: Painter, camera: Camera) => void, bodies?: () => WorldBody[],
 *   signs?: (context: CanvasRenderingContext2D, view: Float32Array, width: number, height: number) => void,
 *   cameras?: WorldCamera[], hasOnlyOwnCameras?: boolean, text?: (name: string, text: string) => void,
 *   watched?: string[], panel?: HTMLElement, moves?: boolean, point?: (place: number[] | null, isClick: boolean) => boolean, close?: () => void}} WorldView
 */

document.addEventListener("DOMContentLoaded", () => {
  const list = document.getElementById("robot-list");
  if (list instanceof HTMLTableElement) new RobotList(list, byId("message"));
  else new OperatorPage(robotOfAddress());
});
