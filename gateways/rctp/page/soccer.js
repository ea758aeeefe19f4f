// SPDX-License-Identifier: Apache-2.0
// The view of a soccer player's operator: the match as the viewer draws it, moves relative to the view, and kicks that
// can be aimed. The notes of the description (soccer_game.js) describe the world and its objects.

/**
 * The part of the page that the soccer view needs.
 * @typedef {{rcml: Rcml | null, model: Model, session: Session, controls: Controls | null, overlay: HTMLElement,
 *   stage: {view: {name: string, last: Camera | null}}}} SoccerPage
 */

const LOADING = 1.0; // s until a kick has full power
/** The delay of an act, s: from the devices to the record, through the server's action latency, and into a step. */
const ACT_TAKES = 0.13;
const USUAL_POWER = 60; // the power for the line that is shown while no kick is being charged
const ANGLES = { step: 5, first: 15 }; // degrees
/** m from the ball: at a greater distance the line, or the place to stand, is not shown. */
const LINE_SHOWN = 3, STAND_SHOWN = 15;
const WORDS_STAY = 4; // s
/** After this time (s of the simulation), a kick that reached the ball has moved it at least this far (m). */
const KICK_SHOWS = { after: 0.5, by: 0.12 };
const HEARD_KEPT = 30;
const STICK_DEAD = 0.15;
const KEY_STEP = Math.PI / 180; // rad, the smallest turn of a head
/** Keys by function (`KeyboardEvent.code`). */
const SOCCER_KEYS = {
  KeyW: "up", KeyS: "down", KeyA: "left", KeyD: "right", ArrowUp: "lookUp", ArrowDown: "lookDown", ArrowLeft: "lookLeft", ArrowRight: "lookRight",
  Space: "kick", KeyF: "lineUp", KeyE: "higher", KeyQ: "lower", KeyB: "beam", KeyG: "catch", KeyL: "ball", KeyT: "talk", KeyX: "clear",
};
/**
 * Selects the keys for these functions.
 * @param {{[what: string]: string}} words
 * @returns {KeyUse}
 */
function soccerKeys(words) {
  return Object.fromEntries(Object.entries(SOCCER_KEYS).filter(([, what]) => Object.hasOwn(words, what)).map(([key, what]) => [key, words[what]]));
}
/** Buttons of a gamepad with the standard layout. */
const PAD_BUTTONS = { kick: 0, lineUp: 1, catch: 2, ball: 3, lower: 4, higher: 5, beam: 8 };

/** @type {WeakMap<object, SoccerView>} */
const SOCCER_VIEWS = new WeakMap();

/**
 * The view of a page whose robot plays soccer; null if it does not. The view is kept when the description changes.
 * @param {SoccerPage} page
 * @returns {SoccerView | null}
 */
function soccerViewOf(page) {
  const notes = page.rcml && readSoccerNotes(page.rcml.info), me = page.rcml ? page.rcml.robot : "";
  const known = SOCCER_VIEWS.get(page);
  if (!notes || !notes.kicks.has(me)) {
    SOCCER_VIEWS.delete(page);
    return null;
  }
  const soccer = known || new SoccerView(page);
  SOCCER_VIEWS.set(page, soccer);
  soccer.load(notes, me);
  return soccer;
}

class SoccerView {
  /** @param {SoccerPage} page */
  constructor(page) {
    this.page = page;
    /** @type {SoccerNotes} */
    this.notes = /** @type {any} */ (null);
    /** The name of the operated player's body. */
    this.me = "";
    this.camera = new PlayerCamera();
    this.hud = new SoccerHud(page.overlay, this);
    this.panel = this.hud.panel;
    this.motions = { me: new Motion(), ball: new Motion() };
    this.state = { time: 0, phase: "", side: /** @type {Side | ""} */ (""), words: "" };
    /**
     * The functions whose keys, page buttons or gamepad buttons are held.
     * @type {Record<"keys"|"page"|"gamepad", Set<string>>}
     */
    this.held = { keys: new Set(), page: new Set(), gamepad: new Set() };
    /**
     * The objects with a chosen device of this page.
     * @type {Set<string>}
     */
    this.attached = new Set();
    /** The axes of a gamepad's sticks: x to the right, y up. */
    this.sticks = [0, 0, 0, 0];
    this.angle = ANGLES.first;
    /** When the charging of a kick began, ms; NaN if no kick is being charged. */
    this.loadingSince = NaN;
    this.beganInReach = false;
    /**
     * Kicks, beams and catches that their devices have not yet passed on.
     * @type {Map<string, number[][]>}
     */
    this.due = new Map([["kick", []], ["beam", []], ["catch", []]]);
    /** @type {string[]} */
    this.words = [];
    /** The last kick and the ball's place then, until it is known whether the kick reached the ball. @type {{step: number, ball: number[]} | null} */
    this.kicked = null;
    /**
     * The clicked target of a kick or a beam, m.
     * @type {number[] | null}
     */
    this.mark = null;
    /**
     * The place under the mouse.
     * @type {number[] | null}
     */
    this.pointed = null;
    /** @type {Controls | null} the controls whose lists have the devices of this page */
    this.offeredTo = null;
    /** @type {WeakMap<Painter, Scene>} */
    this.scenes = new WeakMap();
    /**
     * The places at which the last pictures showed the ball.
     * @type {number[][]}
     */
    this.trail = [];
    this.abort = new AbortController();
    this.listen();
    page.session.on("state", (state) => state !== "live" && this.rest());
  }

  // The interface of a world's view (WorldView).

  /** @param {string} name */
  hides(name) {
    return this.drawnByScene.has(name);
  }
  /** The view is always redrawn, because it shows the next kick. */
  get moves() {
    return this.isLive;
  }
  watched = ["GameState", "hear"];
  /** Dragging turns the player's view and with it the head; the wheel changes the angle of kicks, or moves the camera nearer. */
  hand = {
    turn: (/** @type {number} */ right, /** @type {number} */ down) => this.camera.turn(-right * PER_TURN, down * PER_TURN),
    shift: () => {},
    zoom: (/** @type {number} */ notches) => {
      // The wheel zooms by whole notches, fingers by fractions of one.
      if (this.isLive && this.has("kick") && Math.abs(notches) === 1) this.aim(notches * ANGLES.step);
      else this.camera.zoom(notches);
    },
  };
  cameras = [
    { name: "player", label: "Player", hand: this.hand, camera: () => this.behind() },
    { name: "eye", label: "Eye", hand: this.hand, camera: (/** @type {number} */ aspect) => this.page.model.through(this.page.model.robotCamera, aspect) || this.behind() },
    { name: "side", label: "Side", hand: this.hand, camera: (/** @type {number} */ aspect) => cameraNamed("side", this.notes.game, [0, 0, 0], aspect) },
    { name: "map", label: "Map", hand: this.hand, camera: (/** @type {number} */ aspect) => cameraNamed("top", this.notes.game, [0, 0, 0], aspect) },
  ];
  /** These cameras replace the views of other worlds. */
  hasOnlyOwnCameras = true;

  behind() {
    return this.camera.camera(this.notes.game, this.placeOf(this.me));
  }

  /**
   * The displayed place of a body.
   * @param {string} name
   */
  placeOf(name) {
    return this.page.model.pose(name)?.place || [0, 0, this.notes.game.ballRadius];
  }

  /**
   * Takes a new description.
   * @param {SoccerNotes} notes
   * @param {string} me
   */
  load(notes, me) {
    this.notes = notes;
    this.me = me;
    if (!this.hasSide && notes.players.has(me)) {
      this.hasSide = true;
      this.camera.yaw = this.own(0);
    }
    /**
     * Bodies that the match's own drawing shows: field, ball, and players that are balls.
     * @type {Set<string>}
     */
    this.drawnByScene = new Set([notes.ball.name]);
    for (const [name, body] of this.page.model.bodies) {
      const shapes = body.body.shapes, isBall = shapes.length === 1 && shapes[0].kind === "sphere";
      if (notes.players.has(name) ? isBall : !this.page.model.movers.has(name)) this.drawnByScene.add(name);
    }
    this.offer();
    this.hud.load();
  }

  get kick() {
    return /** @type {KickNote} */ (this.notes.kicks.get(this.me));
  }
  /** @returns {Side} */
  get side() {
    return this.notes.players.get(this.me)?.side || "left";
  }
  get isLive() {
    return this.page.session.state === "live";
  }
  /**
   * Converts a heading of the player's own frame, whose x points to the opponents' goal, to the world's frame, and
   * back.
   * @param {number} heading rad
   */
  own(heading) {
    return wrapped(heading + (this.side === "right" ? Math.PI : 0));
  }

  // Places.

  /**
   * The last reported places of player and ball, and those predicted for the moment at which an act takes effect; null
   * if they are unknown.
   */
  places() {
    const { model, session } = this.page, me = model.latest(this.me), ball = model.latest(this.notes.ball.name), seconds = this.notes.stepSeconds;
    if (!me || !ball) return null;
    const now = performance.now();
    this.motions.me.note(model.step, me.place, seconds, now);
    this.motions.ball.note(model.step, ball.place, seconds, now);
    const ahead = ACT_TAKES + (session.trip || 0) / 1000, speeds = [this.motions.me.speed(seconds, now), this.motions.ball.speed(seconds, now)];
    const then = [vec.add(me.place, speeds[0], ahead), vec.add(ball.place, speeds[1], ahead)];
    // Player and ball cannot pass through each other: at the smallest distance they touch.
    const { game } = this.notes, apart = vec.sub(then[1], then[0]), distance = Math.hypot(...apart), least = game.agentRadius + game.ballRadius;
    if (distance < least) then[1] = vec.add(then[0], distance > 1e-6 ? apart : vec.sub(ball.place, me.place), least / Math.max(distance, 1e-6));
    then[1][2] = Math.max(then[1][2], game.ballRadius);
    then[0][2] = me.place[2];
    return { me: me.place, ball: ball.place, speed: speeds[0], ballSpeed: speeds[1], then: { me: then[0], ball: then[1] } };
  }

  /**
   * Whether a kick that is sent now reaches the ball.
   * @param {ReturnType<SoccerView["places"]>} places
   */
  isInReach(places) {
    return !!places && reaches(this.notes.game, this.kick.margin, places.then.me, places.then.ball);
  }

  /** The target of a kick: the mark, otherwise the place under the mouse, otherwise the opponents' goal. */
  target() {
    return this.mark || this.pointed || [(this.side === "right" ? -1 : 1) * this.notes.game.length / 2, 0, 0];
  }

  /**
   * Where to stand for a kick to the target; null if the ball is too far away for a useful answer.
   * @param {NonNullable<ReturnType<SoccerView["places"]>>} places
   */
  stand(places) {
    if (Math.hypot(...vec.sub(places.ball, places.me)) > STAND_SHOWN) return null;
    return standPlace(this.notes.game, this.kick.margin, places.ball, this.target());
  }

  /** 0 to 100 */
  get power() {
    if (Number.isNaN(this.loadingSince)) return 0;
    return 1 + 99 * Math.min(1, (performance.now() - this.loadingSince) / 1000 / LOADING);
  }

  /** The predicted flight of a kick; null if the ball is far away. */
  flight() {
    const places = this.places();
    if (!places || Math.hypot(...vec.sub(places.ball, places.me)) > LINE_SHOWN) return null;
    const { me, ball } = places.then, heading = Math.atan2(ball[1] - me[1], ball[0] - me[0]);
    const flight = kickFlight(this.notes.ball, this.kick, ball, heading, this.angle, this.power || USUAL_POWER, this.notes.stepSeconds);
    return { ...flight, isInReach: this.isInReach(places) };
  }

  hasSide = false;

  // Devices.

  /** Adds the devices of this page to the lists of the objects, once for each list. */
  offer() {
    const { controls, rcml } = this.page;
    if (!controls || !rcml || controls === this.offeredTo) return;
    this.offeredTo = controls;
    controls.addPageKeys(soccerKeys(SOCCER_TEXTS.keys));
    for (const object of rcml.objects) {
      const devices = this.devices(object);
      if (devices.length) controls.offer(object.name, devices);
    }
  }

  /**
   * The devices of this page for an object. The first one is chosen unless the user chooses another.
   * @param {RobotObject} object
   * @returns {Device[]}
   */
  devices(object) {
    if (object.direction !== "output") return [];
    const { name, standard } = object;
    if (name === "drive" && standard === "vector")
      return [this.device(name, "W A S D as seen", "keys", () => ({ values: this.driven(false) }), { right: "right", left: "left", up: "up", down: "down" }),
        this.device(name, "left stick as seen", "hardware", () => ({ values: this.driven(true) }), {}, "left stick")];
    if (standard.startsWith("pan-tilt") && object.parameters.length === 2) return [this.device(name, "the view", "virtual", () => ({ values: this.head() }))];
    if (name === "kick") return [this.device(name, "key Space, held: harder", "keys", () => this.pulse("kick"), { kick: "" }),
      this.device(name, "gamepad A, held: harder", "hardware", () => this.pulse("kick"), {}, "button A")];
    if (name === "beam") return [this.device(name, "key B, to the mark", "keys", () => this.pulse("beam"), { beam: "" })];
    if (name === "catch") return [this.device(name, "key G, in reach", "keys", () => this.pulse("catch"), { catch: "" })];
    if (object.kind === "text") return [this.device(name, "key T", "screen", () => ({ texts: this.words.splice(0) }), { talk: "" })];
    return [];
  }

  /**
   * @param {string} object
   * @param {string} name
   * @param {Device["kind"]} kind
   * @param {() => Partial<DeviceState>} read
   * @param {{[what: string]: string}} words the functions of its keys, from SOCCER_KEYS
   * @param {string} part the part of a gamepad that moves it; "": none
   * @returns {Device}
   */
  device(object, name, kind, read, words = {}, part = "") {
    const soccer = this, isGamepad = part !== "", key = isGamepad ? `${object} gamepad` : object;
    return {
      name, kind,
      read: (seconds) => {
        soccer.tick(seconds);
        return { axes: [], buttons: [], place: null, values: null, ...read() };
      },
      attach: () => void soccer.attached.add(key),
      detach: () => void soccer.attached.delete(key),
      rest: () => soccer.rest(),
      uses: () => (isGamepad ? { [`gamepad ${(soccer.gamepad()?.index ?? 0) + 1} ${part}`]: "" } : soccerKeys(words)),
      get problem() {
        return isGamepad && !soccer.gamepad() ? "No gamepad is connected: press one of its buttons." : "";
      },
    };
  }

  /**
   * Whether one of this page's devices moves an object.
   * @param {string} object
   */
  has(object) {
    return this.attached.has(object) || this.attached.has(`${object} gamepad`);
  }

  /** @returns {Gamepad | null} */
  gamepad() {
    const all = navigator.getGamepads ? [...navigator.getGamepads()] : [];
    return all.find((each) => each && each.connected && each.mapping === "standard") || null;
  }

  /**
   * Runs 50 times a second while the robot is operated. Every device's reading calls it; only the first call counts.
   * @param {number} seconds
   */
  tick(seconds) {
    const now = performance.now();
    if (now - this.tickedAt < 5) return;
    this.tickedAt = now;
    this.readGamepad();
    const look = (/** @type {string} */ more, /** @type {string} */ less) => Number(this.isHeld(more)) - Number(this.isHeld(less));
    const left = look("lookLeft", "lookRight") - this.sticks[2], down = look("lookDown", "lookUp") + this.sticks[3];
    if (left || down) this.camera.turn(left * TURN_PER_SECOND * seconds, down * TURN_PER_SECOND * 0.6 * seconds);
    if (!this.isLive) return;
    const places = this.places();
    if (this.hud.kicksAtContact && !Number.isNaN(this.loadingSince) && !this.beganInReach && this.isInReach(places)) this.shoot(places);
    const { trip } = this.page.session, { stepSeconds } = this.notes;
    if (this.kicked && (this.page.model.step - this.kicked.step) * stepSeconds > KICK_SHOWS.after + (trip || 0) / 1000) {
      const missed = places && Math.hypot(...vec.sub(places.ball, this.kicked.ball)) < KICK_SHOWS.by;
      this.kicked = null;
      if (missed) this.hud.say(SOCCER_TEXTS.missed);
    }
  }
  tickedAt = 0;

  readGamepad() {
    const usesGamepad = [...this.attached].some((key) => key.endsWith("gamepad")), gamepad = usesGamepad ? this.gamepad() : null;
    const axis = (/** @type {number} */ i) => {
      const value = gamepad ? gamepad.axes[i] || 0 : 0, size = Math.min(1, Math.abs(value));
      return size > STICK_DEAD ? (Math.sign(value) * (size - STICK_DEAD)) / (1 - STICK_DEAD) : 0;
    };
    this.sticks = [axis(0), -axis(1), axis(2), axis(3)];
    for (const [what, i] of Object.entries(PAD_BUTTONS)) this.hold("gamepad", what, !!gamepad && gamepad.buttons[i]?.pressed === true);
  }

  /**
   * The reading of a trigger's device: the next pending values. Each set of values has a reading of its own.
   * @param {string} object
   */
  pulse(object) {
    const due = this.due.get(object) || [], next = this.wasDue === object ? undefined : due.shift();
    this.wasDue = next ? object : this.wasDue === object ? "" : this.wasDue;
    return next ? { buttons: [1], values: next.length ? next : null } : { buttons: [0] };
  }
  wasDue = "";

  /**
   * Power along x, y and z of the player's own frame, percent.
   * @param {boolean} byStick
   */
  driven(byStick) {
    const places = this.isHeld("lineUp") ? this.places() : null;
    let world;
    if (places) {
      const { game } = this.notes, ball = meetingPlace(this.notes.ball, places.me, places.ball, places.ballSpeed);
      const stand = standPlace(game, this.kick.margin, ball, this.target());
      world = powerTo(places.me, places.speed, wayAround(game, places.me, ball, stand));
    } else {
      const key = (/** @type {string} */ more, /** @type {string} */ less) => Number(this.isHeld(more)) - Number(this.isHeld(less));
      let [right, up] = byStick ? this.sticks : [key("right", "left") + this.hud.pad.x, key("up", "down") + this.hud.pad.y];
      const size = Math.max(1, Math.hypot(right, up)), heading = headingAway(this.page.stage.view.last || this.behind());
      [right, up] = [right / size, up / size];
      world = [up * Math.cos(heading) + right * Math.sin(heading), up * Math.sin(heading) - right * Math.cos(heading)];
    }
    const sign = this.side === "right" ? -100 : 100;
    return [...world.map((part) => Math.round(part * sign) + 0), 0];
  }

  /** The direction of the head, degrees: it follows the view. */
  head() {
    const degrees = (/** @type {number} */ angle) => Math.round(angle / KEY_STEP);
    return [degrees(this.own(this.camera.yaw)), Math.max(-10, Math.min(10, -degrees(this.camera.pitch)))];
  }

  // Keys, buttons and pointers.

  listen() {
    const { signal } = this.abort;
    document.addEventListener("keydown", (event) => {
      const what = /** @type {Record<string, string>} */ (SOCCER_KEYS)[event.code];
      if (!what || event.ctrlKey || event.altKey || event.metaKey || event.isComposing || !this.isLive || this.isTyped(event)) return;
      event.preventDefault();
      if (!event.repeat) this.hold("keys", what, true);
    }, { signal });
    document.addEventListener("keyup", (event) => {
      const what = /** @type {Record<string, string>} */ (SOCCER_KEYS)[event.code];
      if (!what) return;
      // Otherwise the key would press the button that was clicked last.
      if (this.held.keys.has(what)) event.preventDefault();
      this.hold("keys", what, false);
    }, { signal });
    window.addEventListener("blur", () => this.rest(), { signal });
    document.addEventListener("visibilitychange", () => document.hidden && this.rest(), { signal });
  }

  /**
   * Whether a key is typed into a field, or moves a control that has the focus.
   * @param {KeyboardEvent} event
   */
  isTyped(event) {
    const at = event.target;
    // A button that was reached with the keyboard is pressed with the keyboard.
    if (at instanceof HTMLButtonElement && event.code === "Space") return at.matches(":focus-visible");
    if (at instanceof HTMLInputElement) return !/^(button|checkbox)$/.test(at.type) || event.key === " ";
    return at instanceof HTMLSelectElement || at instanceof HTMLTextAreaElement || (at instanceof HTMLElement && at.isContentEditable);
  }

  /** @param {string} what */
  isHeld(what) {
    return this.held.keys.has(what) || this.held.page.has(what) || this.held.gamepad.has(what);
  }

  /**
   * @param {"keys"|"page"|"gamepad"} by
   * @param {string} what
   * @param {boolean} isDown
   */
  hold(by, what, isDown) {
    const was = this.isHeld(what);
    if (isDown) this.held[by].add(what);
    else this.held[by].delete(what);
    const is = this.isHeld(what);
    if (is === was) return;
    if (what === "kick") this.loadKick(is);
    else if (is) this.press(what);
  }

  /**
   * Called when a key goes down; carries out its function.
   * @param {string} what
   */
  press(what) {
    if (what === "higher" || what === "lower") this.aim(what === "higher" ? ANGLES.step : -ANGLES.step);
    else if (what === "beam") this.beam();
    else if (what === "catch") this.catch();
    else if (what === "ball") this.camera.followsBall = !this.camera.followsBall;
    else if (what === "talk") this.hud.focusTalk();
    else if (what === "clear") this.mark = null;
  }

  /** @param {number} degrees the change of the angle */
  aim(degrees) {
    const range = this.page.rcml?.objects.find((object) => object.name === "kick")?.parameters[0];
    this.angle = Math.max(range ? range.min : 0, Math.min(range ? range.max : 50, this.angle + degrees));
  }

  /** Releases all held keys and buttons. */
  rest() {
    for (const held of Object.values(this.held)) held.clear();
    this.loadingSince = NaN;
    this.sticks = [0, 0, 0, 0];
    for (const due of this.due.values()) due.length = 0;
    this.hud.rest();
  }

  /**
   * The key of kicks goes down or up.
   * @param {boolean} begins
   */
  loadKick(begins) {
    if (!this.isLive || !this.has("kick")) return;
    const places = this.places();
    if (begins) {
      this.loadingSince = performance.now();
      this.beganInReach = this.isInReach(places);
      return;
    }
    if (Number.isNaN(this.loadingSince)) return;
    if (this.isInReach(places)) return this.shoot(places);
    this.loadingSince = NaN;
    this.hud.say(SOCCER_TEXTS.outOfReach);
  }

  /** @param {ReturnType<SoccerView["places"]>} places */
  shoot(places) {
    this.due.get("kick")?.push([this.angle, Math.round(this.power)]);
    this.loadingSince = NaN;
    this.kicked = places && { step: this.page.model.step, ball: places.ball };
  }

  beam() {
    if (!this.isLive || !this.has("beam")) return;
    if (this.state.phase && this.state.phase !== "beforekickoff") return this.hud.say(SOCCER_TEXTS.noBeam);
    if (!this.mark) return this.hud.say(SOCCER_TEXTS.noMark);
    const sign = this.side === "right" ? -1 : 1, x = sign * this.mark[0];
    if (x > 0) return this.hud.say(SOCCER_TEXTS.otherHalf);
    // A player on the halfway line counts as in the other half.
    this.due.get("beam")?.push([Math.min(-this.notes.game.agentRadius, x), sign * this.mark[1], 0]);
    this.mark = null;
  }

  get isGoalkeeper() {
    return this.notes.players.get(this.me)?.number === 1 && this.notes.catches.has(this.me);
  }

  catch() {
    if (!this.isLive || !this.has("catch")) return;
    if (!this.isGoalkeeper) return this.hud.say(SOCCER_TEXTS.noGoalkeeper);
    const places = this.places();
    if (!places || !reaches(this.notes.game, this.notes.catches.get(this.me) || 0, places.then.me, places.then.ball)) return this.hud.say(SOCCER_TEXTS.cannotCatch);
    this.due.get("catch")?.push([]);
  }

  /** The object that the player speaks with. */
  get speech() {
    return this.page.rcml?.objects.find((object) => object.kind === "text" && object.direction === "output");
  }
  get canTalk() {
    return this.isLive && !!this.speech && this.has(this.speech.name);
  }

  /**
   * Returns a sentence with the reason if the text cannot be said.
   * @param {string} text
   */
  talk(text) {
    const said = text.trim().replace(/\s+/g, "_");
    if (!said) return "";
    if (!/^[!-~]+$/.test(said) || /[()"']/.test(said) || said.startsWith(";") || said.endsWith("\\")) return SOCCER_TEXTS.cannotSay;
    const object = this.speech;
    if (!object || !this.canTalk) return SOCCER_TEXTS.cannotTalk;
    if (said.length > object.maxLength) return SOCCER_TEXTS.tooLong(object.maxLength);
    this.words.push(said);
    return "";
  }

  /**
   * Takes the pointer's place over the model.
   * @param {number[] | null} place m, on the floor
   * @param {boolean} isClick
   */
  point(place, isClick) {
    this.pointed = place;
    if (!isClick || !place) return false;
    const isSame = this.mark && Math.hypot(this.mark[0] - place[0], this.mark[1] - place[1]) < 0.5;
    this.mark = isSame ? null : [place[0], place[1], 0];
    // Another device of the drive may use the place.
    return this.has("drive");
  }

  // Messages from the server.

  /**
   * @param {string} name
   * @param {string} text
   */
  text(name, text) {
    if (name === "GameState") {
      const state = readGameState(text);
      if (state) this.state = state;
    } else if (name === "hear") {
      const heard = readHeard(text);
      if (!heard) return;
      // Convert to the direction as seen: the player hears the direction of a voice in its own frame.
      const view = this.page.stage.view.last, away = view ? headingAway(view) : this.own(0);
      const from = heard.direction === null ? null : (wrapped(this.own((heard.direction * Math.PI) / 180) - away) * 180) / Math.PI;
      this.hud.hear(from, heard.words);
    }
  }

  // Pictures.

  /** The operated player; null if it is not in the world. */
  get player() {
    const player = this.notes.players.get(this.me), pose = this.page.model.pose(this.me);
    return player && pose ? { ...player, place: pose.place } : null;
  }

  /**
   * The part of the match to draw. A camera does not see the player that carries it.
   * @param {Camera | null} camera
   * @returns {Frame}
   */
  frame(camera = null) {
    const { score, half, game } = this.notes;
    /** @type {Man[]} */
    const men = [];
    for (const [name, { side, number }] of this.notes.players) {
      const pose = this.page.model.pose(name);
      if (!pose || (name === this.me && camera && !camera.flat && Math.hypot(...vec.sub(camera.eye, pose.place)) < 2.5 * game.agentRadius)) continue;
      men.push({ side, number, touched: false, x: pose.place[0], y: pose.place[1], z: pose.place[2] });
    }
    return { time: this.state.time, half, left: score[0], right: score[1], mode: 0, flags: 0, ball: this.placeOf(this.notes.ball.name), men };
  }

  /**
   * Draws sky, field, goals, players and ball.
   * @param {Painter} painter
   * @param {Camera} camera
   */
  ground(painter, camera) {
    let scene = this.scenes.get(painter);
    if (!scene) this.scenes.set(painter, (scene = new Scene(painter)));
    const isFromAfar = camera.flat || this.page.stage.view.name === "side";
    scene.draw(this.notes.game, this.frame(camera), camera, this.trail, null, isFromAfar && painter.canvas.id === "model");
    // The robot's camera does not see rings.
    if (painter.canvas.id === "model") drawSoccerRings(this, painter);
  }

  /**
   * Draws numbers, and what the player is about to do.
   * @param {CanvasRenderingContext2D} context
   * @param {Float32Array} view
   * @param {number} width
   * @param {number} height
   */
  signs(context, view, width, height) {
    this.trail = [...this.trail.slice(-20), this.placeOf(this.notes.ball.name)];
    this.camera.follow(this.placeOf(this.me), this.placeOf(this.notes.ball.name));
    drawSoccerSigns(this, context, view, width, height);
    this.hud.show();
  }

  /** Called when the page changes to another world. */
  close() {
    this.rest();
    this.abort.abort();
    this.hud.remove();
  }
}
