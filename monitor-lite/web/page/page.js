// SPDX-License-Identifier: Apache-2.0
// The page: which match is shown, pictures, keys, pointers, bar.

/**
 * @param {string} id
 * @returns {any}
 */
function byId(id) {
  return document.getElementById(id);
}

const VIEWS = ["both", "view", "board"];
/** ms between two looks at whether a log has grown. */
const FOLLOW = { first: 3000, last: 60000 };
/** Pixels of the picture of each one of the screen, at most; fewer where drawing is slow. */
const MOST_DENSITY = 2, LEAST_DENSITY = 0.6, SLOW = 1 / 28, FAST = 1 / 50;

class MatchPage {
  /**
   * @param {Match} match
   * @param {(() => void) | null} leave to the page of all matches
   */
  constructor(match, leave) {
    this.match = match;
    this.leave = leave;
    /** @type {string | null} */
    this.id = null;
    this.marked = "";
    /** @type {Record<string, HTMLElement>} */
    this.buttons = {};
    this.clock = new MatchClock(match);
    this.rig = new CameraRig();
    this.view = "both";
    /** @type {TrainerBar | null} */
    this.trainer = null;
    /** @type {((order: object) => void) | null} */
    this.give = null;
    this.problem = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.again = undefined;
    this.told = "";
    this.toldUntil = 0;
    this.density = Math.min(MOST_DENSITY, window.devicePixelRatio || 1);
    this.mean = 1 / 60;
    this.last = performance.now();
    this.drawn = "";
    this.pictures = 0;
    /**
     * What the last picture was drawn from, for people with a console, and for tests.
     * @type {{frame: Frame, view: Float32Array | null} | null}
     */
    this.picture = null;
    this.board = new Board(byId("board"));
    this.labels = new Labels(byId("labels"));
    try {
      this.scene = new Scene(byId("scene"));
    } catch (error) {
      this.scene = null;
      this.view = "board";
      this.tell(error instanceof Error ? error.message : String(error), 6);
    }
    this.abort = new AbortController();
    this.makeBar();
    this.listen();
    byId("match").hidden = false;
    byId("position").setAttribute("aria-label", TEXTS.position);
    byId("scene").setAttribute("aria-label", TEXTS.camera);
    byId("board").setAttribute("aria-label", TEXTS.board);
    this.setView(this.view);
    this.request = requestAnimationFrame((now) => this.tick(now));
  }

  /**
   * The page may lead the match.
   * @param {(order: object) => void} give
   */
  lead(give) {
    this.give = give;
    this.trainer = new TrainerBar(byId("trainer"), give, this.match.game);
  }

  close() {
    clearTimeout(this.again);
    if (this.trainer) this.trainer.close();
    this.abort.abort();
    cancelAnimationFrame(this.request);
    byId("match").hidden = true;
    byId("numbers").hidden = true;
  }

  /** @param {Match} match the same log, which has grown */
  renew(match) {
    const atEnd = this.clock.playing && this.clock.moment >= this.match.end;
    this.match = this.clock.match = match;
    this.clock.playing = this.clock.playing || atEnd;
    this.marked = this.drawn = "";
  }

  /** @param {Match} match another match of the same server has begun */
  setMatch(match) {
    this.match = match;
    this.clock = new MatchClock(match);
    this.marked = "";
  }

  /**
   * @param {string} words
   * @param {number} seconds
   */
  tell(words, seconds = 2.5) {
    this.told = words;
    this.toldUntil = performance.now() + seconds * 1000;
  }

  /** @param {string} view */
  setView(view) {
    this.view = this.scene ? view : "board";
    byId("stage").dataset.view = this.view;
    this.drawn = "";
  }

  makeBar() {
    const bar = byId("buttons");
    bar.replaceChildren();
    this.buttons = {};
    const add = (/** @type {string} */ id, /** @type {string} */ text, /** @type {string} */ label, /** @type {() => void} */ act) => {
      const button = element("button", text);
      button.setAttribute("aria-label", label);
      button.title = label;
      button.addEventListener("click", act);
      this.buttons[id] = button;
      bar.append(button);
    };
    if (this.leave) add("all", "☰", TEXTS.allMatches, this.leave);
    add("play", "❚❚", TEXTS.pause, () => this.clock.toggle());
    add("back", "«5", TEXTS.back, () => this.clock.seek(this.clock.moment - 5));
    add("forward", "5»", TEXTS.forward, () => this.clock.seek(this.clock.moment + 5));
    add("previousGoal", "|◂", TEXTS.previousGoal, () => this.goal(-1));
    add("nextGoal", "▸|", TEXTS.nextGoal, () => this.goal(1));
    add("slower", "−", TEXTS.slower, () => this.clock.faster(-1));
    add("speed", "1×", TEXTS.faster, () => this.clock.faster(1));
    add("loop", "⟲", TEXTS.loop, () => this.clock.nextPart());
    if (this.match.live) add("live", TEXTS.live, TEXTS.toLive, () => this.clock.toLive());
    bar.append(element("span", undefined, "gap"));
    add("camera", TEXTS.cameras.side, TEXTS.camera, () => this.rig.next());
    add("view", TEXTS.both, TEXTS.board, () => this.nextView());
    add("numbers", TEXTS.numbers, TEXTS.numbers, () => this.toggleNumbers());
    if (location.protocol !== "file:") add("link", TEXTS.linkButton, TEXTS.link, () => this.copyLink());
    add("help", "?", TEXTS.help, () => this.showHelp());
  }

  nextView() {
    this.setView(VIEWS[(VIEWS.indexOf(this.view) + 1) % VIEWS.length]);
  }
  /** @param {number} direction */
  goal(direction) {
    if (!this.clock.toGoal(direction)) this.tell(direction > 0 ? TEXTS.noGoalBehind : TEXTS.noGoalBefore);
  }
  toggleNumbers() {
    const place = byId("numbers");
    place.hidden = !place.hidden;
    if (place.hidden) return;
    this.refreshNumbers(place);
    if (this.match.live) this.fetchReport().then(() => !place.hidden && this.refreshNumbers(place));
  }
  /** @param {HTMLElement} place */
  refreshNumbers(place) {
    showNumbers(place, this.match, this.clock);
    const close = element("button", "×");
    close.setAttribute("aria-label", TEXTS.close);
    close.addEventListener("click", () => (place.hidden = true));
    place.prepend(close);
  }
  async fetchReport() {
    if (!this.id) return;
    const answer = await fetch(`api/match/${encodeURIComponent(this.id)}.json`);
    if (answer.ok) this.match.report = await answer.json();
  }
  async copyLink() {
    const frame = this.match.at(this.clock.moment);
    const address = new URL(location.href);
    address.hash = `${this.id ? `match=${encodeURIComponent(this.id)}&` : ""}t=${(frame ? frame.time : 0).toFixed(1)}`;
    history.replaceState(null, "", address);
    try {
      await navigator.clipboard.writeText(address.href);
      this.tell(TEXTS.copied);
    } catch {
      this.tell(address.href, 6);
    }
  }
  showHelp() {
    const help = byId("help");
    const close = element("button", TEXTS.close);
    close.addEventListener("click", () => help.close());
    help.replaceChildren(tableOf(TEXTS.keys, [TEXTS.help, ""], "keys"), close);
    if (!help.open) help.showModal();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || byId("help").open) return;
    const clock = this.clock, at = /** @type {HTMLElement} */ (event.target);
    if (event.key === " " && at.tagName === "BUTTON") return;
    /** @type {Record<string, () => void>} */
    const keys = {
      " ": () => clock.toggle(),
      ArrowLeft: () => clock.seek(clock.moment - (event.shiftKey ? 30 : 5)),
      ArrowRight: () => clock.seek(clock.moment + (event.shiftKey ? 30 : 5)),
      ArrowUp: () => clock.faster(1),
      ArrowDown: () => clock.faster(-1),
      ",": () => clock.step(-1),
      ".": () => clock.step(1),
      n: () => this.goal(1),
      p: () => this.goal(-1),
      "[": () => (clock.part = { from: clock.moment, to: null }),
      "]": () => clock.part && clock.moment > clock.part.from && (clock.part.to = clock.moment),
      x: () => (clock.part = null),
      c: () => this.rig.next(),
      "+": () => this.rig.zoom(1),
      "-": () => this.rig.zoom(-1),
      b: () => this.nextView(),
      m: () => this.toggleNumbers(),
      l: () => clock.toLive(),
      "?": () => this.showHelp(),
      h: () => this.showHelp(),
      Escape: () => (byId("numbers").hidden = true),
    };
    CAMERAS.forEach((name, i) => (keys[String(i + 1)] = () => this.rig.choose(name)));
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
    this.drawn = "";
  }

  listen() {
    const signal = this.abort.signal, scene = byId("scene"), board = byId("board");
    window.addEventListener("keydown", (event) => this.key(event), { signal });
    byId("position").addEventListener("input", () => this.clock.seek(Number(byId("position").value)), { signal });
    scene.addEventListener("wheel", (/** @type {WheelEvent} */ event) => {
      event.preventDefault();
      this.rig.zoom(-Math.sign(event.deltaY));
      this.drawn = "";
    }, { signal, passive: false });
    scene.addEventListener("contextmenu", (/** @type {Event} */ event) => event.preventDefault(), { signal });
    this.followPointers(scene, signal);
    let measuring = false;
    /** @type {object | null} */
    let dragged = null;
    const place = (/** @type {PointerEvent} */ event) => {
      const box = board.getBoundingClientRect(), density = this.board.density;
      return this.board.place((event.clientX - box.left) * density, (event.clientY - box.top) * density);
    };
    board.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      measuring = true;
      board.setPointerCapture(event.pointerId);
      dragged = this.trainer && this.clock.live && this.picture ? gripped(this.board, this.picture.frame, place(event)) : null;
      this.board.ruler = { from: place(event), to: place(event) };
    }, { signal });
    board.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
      if (measuring && this.board.ruler) this.board.ruler.to = place(event);
      this.drawn = "";
    }, { signal });
    const done = (/** @type {PointerEvent} */ event) => {
      if (dragged && this.give && event.type === "pointerup") {
        const [x, y] = place(event);
        this.give({ ...dragged, x, y });
      }
      dragged = null;
      measuring = false;
      this.board.ruler = null;
      this.drawn = "";
    };
    board.addEventListener("pointerup", done, { signal });
    board.addEventListener("pointercancel", done, { signal });
  }

  /**
   * One finger or the left button turns, two fingers, Shift or another button move, two fingers zoom.
   * @param {HTMLElement} scene
   * @param {AbortSignal} signal
   */
  followPointers(scene, signal) {
    /** @type {Map<number, {x: number, y: number}>} */
    const fingers = new Map();
    const spread = () => {
      const [a, b] = [...fingers.values()];
      return Math.hypot(a.x - b.x, a.y - b.y) || 1;
    };
    scene.addEventListener("pointerdown", (event) => {
      scene.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    }, { signal });
    scene.addEventListener("pointermove", (event) => {
      const last = fingers.get(event.pointerId);
      if (!last) return;
      const height = scene.clientHeight || 1, before = fingers.size === 2 ? spread() : 0;
      const right = (event.clientX - last.x) / height, down = (event.clientY - last.y) / height;
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (fingers.size >= 2) {
        this.rig.shift(right / 2, down / 2);
        if (before) this.rig.zoom(Math.log(spread() / before) / -Math.log(PER_NOTCH));
      } else if (event.shiftKey || event.buttons > 1) {
        this.rig.shift(right, down);
      } else {
        this.rig.turn(right, down);
      }
      this.drawn = "";
    }, { signal });
    for (const kind of ["pointerup", "pointercancel"]) scene.addEventListener(kind, (event) => fingers.delete(/** @type {PointerEvent} */ (event).pointerId), { signal });
  }

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {number} density
   */
  fit(canvas, density) {
    const width = Math.max(1, Math.round(canvas.clientWidth * density)), height = Math.max(1, Math.round(canvas.clientHeight * density));
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
  }

  /** @param {number} now ms */
  tick(now) {
    this.request = requestAnimationFrame((next) => this.tick(next));
    const seconds = Math.min(1, Math.max(0, (now - this.last) / 1000));
    this.last = now;
    this.clock.advance(seconds);
    const frame = this.match.at(this.clock.moment);
    this.showStatus(frame);
    if (!frame) return;
    this.showScore(frame);
    this.showBar();
    // What would look the same is not drawn again.
    const looks = `${this.clock.moment} ${this.match.frames.length} ${this.density} ${byId("stage").clientWidth} ${byId("stage").clientHeight} ${this.rig.name} ${this.view}`;
    if (looks === this.drawn && this.rig.name !== "ball") return;
    this.drawn = looks;
    this.draw(frame, seconds);
    ++this.pictures;
    this.adapt(seconds);
  }

  /**
   * @param {Frame} frame
   * @param {number} seconds
   */
  draw(frame, seconds) {
    let view = null;
    if (this.scene && this.view !== "board") {
      const canvas = this.scene.canvas;
      this.fit(canvas, this.density);
      this.fit(this.labels.canvas, window.devicePixelRatio || 1);
      const camera = this.rig.camera(this.match.game, frame.ball, canvas.width / canvas.height, seconds);
      view = this.scene.draw(this.match, frame, camera, this.match.trail(this.clock.moment, 0.8));
      this.labels.draw(this.match, frame, this.match.wordsAt(this.clock.moment), view, camera, window.devicePixelRatio || 1);
    }
    if (this.view !== "view") {
      this.fit(this.board.canvas, window.devicePixelRatio || 1);
      this.board.draw(this.match, frame, this.clock.moment);
    }
    this.picture = { frame, view };
  }

  /**
   * A machine that draws slowly gets fewer pixels.
   * @param {number} seconds of the last picture
   */
  adapt(seconds) {
    if (seconds > 0.5) return;
    this.mean += (seconds - this.mean) * 0.05;
    const most = Math.min(MOST_DENSITY, window.devicePixelRatio || 1);
    if (this.mean > SLOW && this.density > LEAST_DENSITY && this.pictures % 30 === 0) this.density = Math.max(LEAST_DENSITY, this.density * 0.85);
    else if (this.mean < FAST && this.density < most && this.pictures % 240 === 0) this.density = Math.min(most, this.density * 1.1);
  }

  /** @param {Frame | null} frame */
  showStatus(frame) {
    let words = "";
    if (performance.now() < this.toldUntil) words = this.told;
    else if (this.problem) words = this.problem;
    else if (!frame) words = TEXTS.waiting;
    else if (frame.flags & FLAG.gone) words = TEXTS.gone;
    else if (frame.flags & FLAG.over && this.clock.moment >= this.match.end - 0.2) words = TEXTS.over;
    else if (frame.flags & FLAG.paused && this.match.live) words = TEXTS.paused;
    setText(byId("status"), words);
  }

  /** @param {Frame} frame */
  showScore(frame) {
    const teams = this.match.teamsAt(this.clock.moment);
    setText(byId("left-name"), teams.left);
    setText(byId("right-name"), teams.right);
    setText(byId("goals"), `${frame.left} : ${frame.right}`);
    setText(byId("clock"), `${clockText(frame.time)} · ${TEXTS.half(frame.half)} · ${this.match.modeText(frame, teams)}`);
    const title = `${teams.left} ${frame.left} : ${frame.right} ${teams.right}`;
    if (document.title !== title) document.title = title;
  }

  showBar() {
    const { clock, match } = this, position = byId("position"), buttons = this.buttons;
    const begin = String(match.begin), end = String(match.end);
    if (position.min !== begin) position.min = begin;
    if (position.max !== end) position.max = end;
    if (document.activeElement !== position || clock.playing || clock.live) position.value = String(clock.moment);
    const frame = match.frames[match.index(clock.moment)];
    if (frame) position.setAttribute("aria-valuetext", clockText(frame.time));
    const runs = clock.playing || clock.live;
    setText(buttons.play, runs ? "❚❚" : "▶");
    buttons.play.setAttribute("aria-label", runs ? TEXTS.pause : TEXTS.play);
    setText(buttons.speed, `${clock.speed}×`);
    setText(buttons.camera, /** @type {Record<string, string>} */ (TEXTS.cameras)[this.rig.shownName]);
    setText(buttons.view, this.view === "both" ? TEXTS.both : this.view === "view" ? TEXTS.camera : TEXTS.board);
    if (buttons.live) buttons.live.setAttribute("aria-pressed", String(clock.live));
    this.showMarks();
  }

  showMarks() {
    const { clock, match } = this;
    const length = match.end - match.begin || 1, shown = ["goal", "restart", "half", "offside"];
    const part = clock.part ? `${clock.part.from} ${clock.part.to}` : "";
    const key = match.live ? `${match.events.length} ${Math.floor(match.end / 2)} ${part}` : `${match.events.length} ${part}`;
    if (key === this.marked) return;
    this.marked = key;
    const marks = byId("marks");
    marks.replaceChildren();
    for (const event of match.events) {
      if (!shown.includes(event.kind) || event.frame >= match.moments.length) continue;
      const mark = element("i", undefined, event.kind === "goal" ? event.side : event.kind);
      mark.style.left = `${(100 * (match.moments[event.frame] - match.begin)) / length}%`;
      marks.append(mark);
    }
    if (!clock.part) return;
    const mark = element("i", undefined, "part"), to = clock.part.to === null ? clock.part.from : clock.part.to;
    mark.style.left = `${(100 * (clock.part.from - match.begin)) / length}%`;
    mark.style.width = `${Math.max(0.5, (100 * (to - clock.part.from)) / length)}%`;
    marks.append(mark);
  }
}

/**
 * @param {HTMLElement} place
 * @param {string} text
 */
function setText(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

/** @param {string} id */
function packedAt(id) {
  return `api/match/${encodeURIComponent(id)}.packed`;
}

class Page {
  constructor() {
    /** @type {MatchPage | null} */
    this.shown = null;
    /** @type {Stream | null} */
    this.stream = null;
    /** @type {Tiles | null} */
    this.tiles = null;
    this.alone = false;
    this.token = "";
    this.leads = false;
  }

  async begin() {
    document.title = TEXTS.title;
    const packed = document.getElementById("log");
    if (packed instanceof HTMLTemplateElement) return this.showPacked(octetsOf(packed.content.textContent || ""), null);
    this.token = trainersToken();
    window.addEventListener("hashchange", () => this.route());
    await this.route();
  }

  async route() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    this.time = wanted.get("t");
    const id = wanted.get("match");
    if (id) return this.open(id);
    const answer = await fetch("api/matches").catch(() => null);
    const list = answer && answer.ok ? await answer.json() : [];
    this.alone = list.length === 1;
    if (this.alone) return this.open(list[0].id);
    this.showTiles();
  }

  leave() {
    if (this.shown) this.shown.close();
    if (this.stream) this.stream.close();
    if (this.tiles) this.tiles.close();
    this.shown = this.stream = this.tiles = null;
    byId("tiles").hidden = true;
  }

  showTiles() {
    this.leave();
    byId("tiles").hidden = false;
    document.title = TEXTS.title;
    this.tiles = new Tiles(byId("tiles"), (id) => (location.hash = `match=${encodeURIComponent(id)}`));
    this.tiles.look();
  }

  /** @param {string} id */
  async open(id) {
    this.leave();
    if (!id.startsWith("live-")) {
      const answer = await fetch(packedAt(id)).catch(() => null);
      if (!answer || !answer.ok) return this.fail(answer ? await answer.text() : TEXTS.lost);
      await this.showPacked(await answer.arrayBuffer(), id);
      return this.follow(id, answer.headers.get("ETag"), FOLLOW.first);
    }
    this.watch(id);
  }

  /**
   * Asks again for a log, the more rarely the longer nothing was written to it.
   * @param {string} id
   * @param {string | null} version
   * @param {number} pause ms
   */
  follow(id, version, pause) {
    const page = this.shown;
    if (!page) return;
    page.again = setTimeout(async () => {
      const answer = document.hidden ? null : await fetch(packedAt(id)).catch(() => null);
      if (page !== this.shown) return;
      const now = answer && answer.ok ? answer.headers.get("ETag") : version;
      const hasGrown = now !== version;
      if (answer && hasGrown) {
        const match = await readPackedLog(await answer.arrayBuffer()).catch(() => null);
        if (page !== this.shown) return;
        if (match) page.renew(match);
      }
      page.match.grows = hasGrown;
      this.follow(id, now, hasGrown ? FOLLOW.first : Math.min(FOLLOW.last, 2 * pause));
    }, pause);
  }

  /** @param {string} id */
  watch(id) {
    const begin = (/** @type {Match} */ match) => {
      if (this.shown) this.shown.setMatch(match);
      else {
        byId("tiles").hidden = true;
        this.shown = new MatchPage(match, this.alone ? null : () => (location.hash = ""));
        this.shown.id = id;
        this.lead(id);
      }
    };
    this.stream = new Stream([id], false, {
      match: (number, match) => begin(match),
      news: () => this.shown && (this.shown.problem = ""),
      status: (number, status) => {
        if (this.shown) this.shown.problem = status.paused || status.over ? "" : status.words;
        else this.fail(status.words || TEXTS.waiting);
      },
      trainer: (may) => {
        this.leads = may;
        if (may) this.lead(id);
        else if (this.shown) this.shown.tell(TEXTS.trainer.refused, 6);
      },
      notice: (words) => this.shown && this.shown.tell(words, 4),
      lost: () => (this.shown ? (this.shown.problem = TEXTS.lost) : this.fail(TEXTS.lost)),
    }, this.token);
  }

  /**
   * If it may, and there is something to lead.
   * @param {string} id
   */
  lead(id) {
    if (this.leads && this.shown && !this.shown.trainer) this.shown.lead((order) => this.stream && this.stream.say({ match: id, ...order }));
  }

  /**
   * @param {ArrayBuffer} packed
   * @param {string | null} id
   */
  async showPacked(packed, id) {
    try {
      const match = await readPackedLog(packed);
      byId("tiles").hidden = true;
      this.shown = new MatchPage(match, id && !this.alone ? () => (location.hash = "") : null);
      this.shown.id = id;
      const wanted = this.time || new URLSearchParams(location.hash.slice(1)).get("t");
      if (wanted !== null && Number.isFinite(Number(wanted))) {
        this.shown.clock.seek(match.momentOf(Number(wanted)));
        this.shown.clock.playing = false;
      } else if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
        this.shown.clock.playing = false;
      }
    } catch (error) {
      this.fail(TEXTS.cannotRead(error instanceof Error ? error.message : String(error)));
    }
  }

  /** @param {string} why */
  fail(why) {
    const place = byId("tiles");
    place.hidden = false;
    place.replaceChildren(element("p", why, "none"));
    const all = element("a", TEXTS.allMatches, "button");
    all.setAttribute("href", "#");
    if (!this.alone && location.protocol !== "file:") place.append(all);
  }
}

/**
 * @param {string} text in base64
 * @returns {ArrayBuffer}
 */
function octetsOf(text) {
  const characters = atob(text.trim()), octets = new Uint8Array(characters.length);
  for (let i = 0; i < characters.length; ++i) octets[i] = characters.charCodeAt(i);
  return octets.buffer;
}

const PAGE = new Page();
PAGE.begin();
// For who looks at it with a console, and for tests.
/** @type {any} */ (window).rcss = PAGE;
