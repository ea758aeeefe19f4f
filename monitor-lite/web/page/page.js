// SPDX-License-Identifier: Apache-2.0
// The page: selection of the match, pictures, keys, pointers, bar.

const PANELS = ["numbers", "events"];
/** The maximum number of objects of a world without a game in the list of those that the camera can follow. */
const MAX_FOLLOWED = 200;
/** The maximum movement of a pointer during a click, pixels. */
const CLICK = 5;
const VIEWS = ["both", "view", "board"];
/** ms between two checks whether a log has grown. */
const FOLLOW = { first: 3000, last: 60000 };
/** Canvas pixels per screen pixel: the maximum, and the minimum where drawing is slow. s per picture that count as slow and as fast. */
const MAX_DENSITY = 2, MIN_DENSITY = 0.6, SLOW = 1 / 28, FAST = 1 / 50;

class MatchPage {
  /**
   * @param {Match} match
   * @param {(() => void) | null} leave returns to the page of all matches
   */
  constructor(match, leave) {
    this.match = match;
    this.leave = leave;
    /** @type {string | null} */
    this.id = null;
    /** The link to the match, after the # of an address; it stays valid if the program renames the match. */
    this.link = "";
    /** The game time to show as soon as that part of the past has arrived, s. */
    this.wanted = NaN;
    this.marked = "";
    /** @type {Record<string, HTMLElement>} */
    this.buttons = {};
    this.clock = new MatchClock(match);
    this.rig = new CameraRig();
    this.view = "both";
    this.replay = new GoalReplay(this.clock, this.rig);
    this.player = new ChosenPlayer(byId("player"), {
      choose: (camera) => {
        this.rig.choose(camera);
        if (this.view === "board") this.setView("both");
        this.drawn = "";
      },
      changed: () => (this.drawn = ""),
    });
    this.drawings = new Drawings(byId("drawings"), () => (this.drawn = ""));
    /** @type {TrainerBar | null} */
    this.trainer = null;
    /** @type {((order: object) => void) | null} */
    this.give = null;
    this.problem = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.again = undefined;
    this.told = "";
    this.toldUntil = 0;
    this.density = Math.min(MAX_DENSITY, window.devicePixelRatio || 1);
    this.mean = 1 / 60;
    this.last = performance.now();
    this.drawn = "";
    this.pictures = 0;
    /**
     * The data of the last picture, for use in a console and in tests.
     * @type {{frame: Frame, view: Float32Array | null} | null}
     */
    this.picture = null;
    this.board = new Board(byId("board"));
    this.labels = new Labels(byId("labels"));
    this.display = new EventDisplay(byId("goal"), byId("others"));
    this.list = new EventList(byId("events"), (moment) => {
      this.clock.seek(moment);
      this.drawn = "";
    });
    /**
     * The held keys that move the camera, by position: the character of a key may change before it goes up.
     * @type {Map<string, string>}
     */
    this.held = new Map();
    /** @type {WorldPicture | null} for a world without a game */
    this.world = null;
    const isWorld = Boolean(match.game.bodies);
    try {
      this.painter = new Painter(byId("scene"));
      this.scene = new Scene(this.painter);
      if (isWorld) this.world = new WorldPicture(this.painter, this.labels);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.scene = null;
      this.view = "board";
      if (isWorld) this.problem = TEXTS.noWorld(why);
      else this.showMessage(TEXTS.noScene(why), 6);
    }
    byId("match").classList.toggle("world", isWorld);
    if (isWorld) this.view = "view";
    // A phone in landscape orientation has no room for both.
    if (this.scene && matchMedia("(max-height: 480px) and (orientation: landscape)").matches) this.view = "view";
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
   * Enables the page to control the match.
   * @param {(order: object) => void} give
   */
  lead(give) {
    this.give = give;
    this.trainer = new TrainerBar(byId("trainer"), give, this.match.game);
  }

  close() {
    clearTimeout(this.again);
    if (this.trainer) this.trainer.close();
    this.player.choose(null);
    this.drawings.show(false);
    this.abort.abort();
    cancelAnimationFrame(this.request);
    this.showPanel("");
    for (const id of PANELS) byId(id).replaceChildren();
    byId("match").hidden = true;
  }

  /** @param {Match} match the same log after it has grown */
  renew(match) {
    const atEnd = this.clock.playing && this.clock.moment >= this.match.end;
    this.match = this.clock.match = match;
    this.clock.playing = this.clock.playing || atEnd;
    this.marked = this.drawn = "";
    if (this.drawings.known) this.fetchDrawings();
  }

  /** @param {Match} match a new match of the same server */
  setMatch(match) {
    this.match = match;
    this.clock = new MatchClock(match);
    this.replay = new GoalReplay(this.clock, this.rig);
    this.player.choose(null);
    this.marked = "";
    if (this.drawings.known && match.drawings) this.drawings.set(match.drawings);
  }

  /**
   * @param {string} words
   * @param {number} seconds
   */
  showMessage(words, seconds = 2.5) {
    this.told = words;
    this.toldUntil = performance.now() + seconds * 1000;
  }

  /** @param {string} view */
  setView(view) {
    this.view = this.match.game.bodies ? "view" : this.scene ? view : "board";
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
    const isWorld = Boolean(this.match.game.bodies);
    if (!isWorld) {
      add("previousGoal", "|◂", TEXTS.previousGoal, () => this.goal(-1));
      add("nextGoal", "▸|", TEXTS.nextGoal, () => this.goal(1));
      if (this.scene) add("replay", TEXTS.replayButton, TEXTS.replay, () => this.replayGoal());
    }
    add("slower", "−", TEXTS.slower, () => this.clock.faster(-1));
    add("speed", "1×", TEXTS.faster, () => this.clock.faster(1));
    add("loop", "⟲", TEXTS.loop, () => this.clock.nextPart());
    if (this.match.live) add("live", TEXTS.live, TEXTS.toLive, () => this.clock.toLive());
    bar.append(element("span", undefined, "gap"));
    add("camera", isWorld ? TEXTS.cameras.all : TEXTS.cameras.side, TEXTS.camera, () => this.rig.next());
    if (isWorld) bar.append(this.makeFollowed());
    else add("view", TEXTS.both, TEXTS.board, () => this.nextView());
    if (!isWorld && (location.protocol !== "file:" || this.match.drawings)) add("drawings", TEXTS.drawingsButton, TEXTS.drawings, () => this.toggleDrawings());
    add("events", TEXTS.eventsButton, TEXTS.events, () => this.togglePanel("events"));
    if (!isWorld) add("numbers", TEXTS.numbers, TEXTS.numbers, () => this.togglePanel("numbers"));
    if (location.protocol !== "file:") add("link", TEXTS.linkButton, TEXTS.link, () => this.copyLink());
    add("full", TEXTS.fullScreenButton, TEXTS.fullScreen, () => this.fullScreen());
    add("help", "?", TEXTS.help, () => this.showHelp());
  }

  /** Creates the list of bodies that the camera can follow in a world without a game; `showFollowed` fills it. */
  makeFollowed() {
    const list = /** @type {HTMLSelectElement} */ (element("select"));
    list.id = "followed";
    list.setAttribute("aria-label", TEXTS.followed);
    list.addEventListener("change", () => this.followGroup(list.value));
    return list;
  }
  /** @param {string} group "" for the middle of all bodies */
  followGroup(group) {
    if (!this.world) return;
    this.world.followed = group;
    this.rig.choose("follow");
    this.drawn = "";
  }
  showFollowed() {
    const list = byId("followed");
    if (!this.world || !list || document.activeElement === list) return;
    const groups = this.world.groups().slice(0, MAX_FOLLOWED);
    if (list.dataset.groups !== groups.join("\n")) {
      list.dataset.groups = groups.join("\n");
      list.replaceChildren(new Option(TEXTS.followAll, " "), new Option(TEXTS.middleOfAll, ""), ...groups.map((group) => new Option(readableText(group, 40), group)));
      list.options[0].disabled = true;
    }
    list.value = this.rig.follows ? this.world.followed : " ";
  }

  nextView() {
    this.setView(VIEWS[(VIEWS.indexOf(this.view) + 1) % VIEWS.length]);
  }
  /** @param {number} direction */
  goal(direction) {
    if (!this.clock.toGoal(direction)) this.showMessage(direction > 0 ? TEXTS.noGoalBehind : TEXTS.noGoalBefore);
  }
  replayGoal() {
    if (this.view === "board") this.setView("both");
    if (!this.replay.startLast()) this.showMessage(TEXTS.noGoalBefore);
  }
  toggleReplays() {
    this.replay.isAutomatic = !this.replay.isAutomatic;
    this.showMessage(this.replay.isAutomatic ? TEXTS.replaysOn : TEXTS.replaysOff);
  }
  async toggleDrawings() {
    if (!this.buttons.drawings) return;
    this.drawings.show(!this.drawings.isOn);
    if (this.drawings.isOn && !this.drawings.known) await this.fetchDrawings();
    else this.showMessage(this.drawings.isOn ? TEXTS.drawingsShown(this.drawings.who) : TEXTS.drawingsHidden);
    this.buttons.drawings.setAttribute("aria-pressed", String(this.drawings.isOn));
  }
  /** @param {number} direction */
  async nextDrawer(direction) {
    if (!this.buttons.drawings) return;
    if (!this.drawings.isOn) return this.toggleDrawings();
    this.drawings.nextPlayer(direction);
    this.showMessage(TEXTS.drawingsShown(this.drawings.who));
  }
  /** Drawings are large, so they are loaded only on demand. */
  async fetchDrawings() {
    const isNew = !this.drawings.known;
    if (isNew) this.showMessage(TEXTS.drawingsLoading, 60);
    const known = this.match.drawings ?? (this.id ? await fetchDrawings(this.id, this.abort.signal).catch(() => null) : null);
    if (this.abort.signal.aborted) return;
    if (known) this.drawings.set(known);
    else if (isNew) this.drawings.show(false);
    this.drawn = "";
    if (!isNew) return;
    const end = known && Number.isFinite(known.end) ? this.match.frames[Math.floor(Number(known.end))] : null;
    if (end) this.showMessage(TEXTS.drawingsEnd(clockText(end.time)), 6);
    else this.showMessage(known ? TEXTS.drawingsShown(this.drawings.who) : TEXTS.noDrawings);
  }
  async fullScreen() {
    const page = document.documentElement;
    if (document.fullscreenElement) return document.exitFullscreen();
    await (page.requestFullscreen ? page.requestFullscreen() : Promise.reject()).catch(() => this.showMessage(TEXTS.noFullScreen));
  }
  /** @param {string} id of the panel to show beside the match; empty for none */
  showPanel(id) {
    for (const each of PANELS) {
      byId(each).hidden = each !== id;
      if (this.buttons[each]) this.buttons[each].setAttribute("aria-pressed", String(each === id));
    }
    byId("match").classList.toggle("panel", id !== "");
    this.drawn = "";
  }
  /** @param {string} id */
  togglePanel(id) {
    const place = byId(id);
    this.showPanel(place.hidden ? id : "");
    if (place.hidden) return;
    if (id === "events") {
      this.list.show(this.match, this.clock);
      return this.addClose(place);
    }
    this.refreshNumbers(place);
    if (this.match.live) this.fetchReport().then(() => !place.hidden && this.refreshNumbers(place));
  }
  /** @param {HTMLElement} place */
  refreshNumbers(place) {
    showNumbers(place, this.match, this.clock);
    this.addClose(place);
  }
  /** @param {HTMLElement} place the panel */
  addClose(place) {
    if (place.querySelector("button.close")) return;
    const close = element("button", "×", "close");
    close.setAttribute("aria-label", TEXTS.close);
    close.addEventListener("click", () => this.showPanel(""));
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
    address.hash = `${this.link}${this.link && "&"}t=${(frame ? frame.time : 0).toFixed(1)}`;
    history.replaceState(null, "", address);
    try {
      await navigator.clipboard.writeText(address.href);
      this.showMessage(TEXTS.copied);
    } catch {
      this.showMessage(address.href, 6);
    }
  }
  showHelp() {
    const help = byId("help");
    const close = element("button", TEXTS.close);
    close.addEventListener("click", () => help.close());
    help.replaceChildren(tableOf(this.match.game.bodies ? TEXTS.worldKeys : TEXTS.keys, [TEXTS.help, ""], "keys"), close);
    if (!help.open) help.showModal();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || byId("help").open || belongsToControl(event, byId("position"))) return;
    const clock = this.clock, key = keyOf(event);
    if (["w", "a", "s", "d"].includes(key)) {
      event.preventDefault();
      this.held.set(event.code, key);
      return;
    }
    const beginPart = () => clock.beginPart(), endPart = () => clock.endPart();
    /** @type {Record<string, () => void>} */
    const keys = {
      " ": () => clock.toggle(),
      ArrowLeft: () => clock.seek(clock.moment - (event.shiftKey ? 30 : 5)),
      ArrowRight: () => clock.seek(clock.moment + (event.shiftKey ? 30 : 5)),
      ArrowUp: () => clock.faster(1),
      ArrowDown: () => clock.faster(-1),
      Home: () => clock.seek(this.match.begin),
      End: () => (this.match.live ? clock.toLive() : clock.seek(this.match.end)),
      ",": () => clock.step(-1),
      ".": () => clock.step(1),
      n: () => this.goal(1),
      p: () => this.goal(-1),
      "[": beginPart,
      i: beginPart,
      "]": endPart,
      o: endPart,
      x: () => (clock.part = null),
      r: () => this.scene && !this.match.game.bodies && (event.shiftKey ? this.toggleReplays() : this.replayGoal()),
      c: () => this.rig.next(),
      "+": () => this.rig.zoom(1),
      "-": () => this.rig.zoom(-1),
      b: () => this.nextView(),
      f: () => this.fullScreen(),
      F11: () => this.fullScreen(),
      v: () => this.toggleDrawings(),
      u: () => this.nextDrawer(event.shiftKey ? -1 : 1),
      g: () => this.togglePanel("events"),
      m: () => this.buttons.numbers && this.togglePanel("numbers"),
      l: () => clock.toLive(),
      "?": () => this.showHelp(),
      h: () => this.showHelp(),
      F1: () => this.showHelp(),
      Escape: () => this.leaveOne(),
    };
    this.rig.names.forEach((name, i) => (keys[String(i + 1)] = () => this.rig.choose(name)));
    const act = keys[key];
    if (!act) return;
    event.preventDefault();
    act();
    this.drawn = "";
  }

  /** Ends one thing for Escape: the panel, otherwise the replay, otherwise the selection of a player. */
  leaveOne() {
    if (PANELS.some((id) => !byId(id).hidden)) this.showPanel("");
    else if (this.replay.running) this.replay.stop();
    else this.player.choose(null);
  }

  listen() {
    const signal = this.abort.signal, scene = byId("scene"), board = byId("board");
    window.addEventListener("keydown", (event) => this.key(event), { signal });
    window.addEventListener("keyup", (event) => this.held.delete(event.code), { signal });
    window.addEventListener("blur", () => this.held.clear(), { signal });
    const position = byId("position");
    position.addEventListener("input", () => this.clock.seek(Number(position.value)), { signal });
    // After a drag the page's keys apply again; with Tab focus, the slider's keys apply.
    position.addEventListener("pointerup", () => position.blur(), { signal });
    leaveWhatIsClicked(signal);
    followPointers(scene, this.rig, () => (this.drawn = ""), signal);
    this.followClicks(scene, signal);
    let measuring = false, down = [0, 0];
    /** @type {object | null} */
    let dragged = null;
    const place = (/** @type {PointerEvent} */ event) => {
      const box = board.getBoundingClientRect(), density = this.board.density;
      return this.board.place((event.clientX - box.left) * density, (event.clientY - box.top) * density);
    };
    board.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      measuring = true;
      board.setPointerCapture(event.pointerId);
      down = [event.clientX, event.clientY];
      dragged = this.trainer && this.clock.live && this.picture ? gripped(this.board, this.picture.frame, place(event)) : null;
      this.board.ruler = { from: place(event), to: place(event) };
    }, { signal });
    board.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
      if (measuring && this.board.ruler) this.board.ruler.to = place(event);
      this.drawn = "";
    }, { signal });
    const done = (/** @type {PointerEvent} */ event) => {
      const isClick = event.type === "pointerup" && Math.hypot(event.clientX - down[0], event.clientY - down[1]) <= CLICK;
      if (isClick) this.chooseOnBoard(event);
      if (dragged && !isClick && this.give && event.type === "pointerup") {
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
   * Handles clicks: one on a player selects him; in a world without a game the camera follows the clicked body.
   * @param {HTMLElement} scene
   * @param {AbortSignal} signal
   */
  followClicks(scene, signal) {
    let down = [0, 0];
    scene.addEventListener("pointerdown", (event) => (down = [event.clientX, event.clientY]), { signal });
    scene.addEventListener("click", (event) => {
      if (Math.hypot(event.clientX - down[0], event.clientY - down[1]) > CLICK) return;
      const box = scene.getBoundingClientRect(), x = event.clientX - box.left, y = event.clientY - box.top;
      if (this.world) {
        const group = this.world.groupAt((2 * x) / box.width - 1, 1 - (2 * y) / box.height, box.height);
        if (group) this.followGroup(group);
        return;
      }
      const view = this.picture && this.picture.view;
      if (!this.picture || !view) return;
      this.choosePlayer(manAt(this.picture.frame, (man) => {
        const at = projected(view, [man.x, man.y, man.z]);
        return at && [((at[0] + 1) / 2) * box.width, ((1 - at[1]) / 2) * box.height];
      }, x, y));
    }, { signal });
  }

  /** @param {PointerEvent} event */
  chooseOnBoard(event) {
    const box = this.board.canvas.getBoundingClientRect(), density = this.board.density;
    if (!this.picture) return;
    this.choosePlayer(manAt(this.picture.frame, (man) => this.board.pixel(man.x, man.y).map((value) => value / density), event.clientX - box.left, event.clientY - box.top));
  }

  /** @param {Man | null} man null if the click hits no player; the selection then stays */
  choosePlayer(man) {
    if (man) this.player.choose({ side: man.side, number: man.number, changed: this.match.teamsAt(this.clock.moment).changed });
  }

  /** @param {number} now ms */
  tick(now) {
    this.request = requestAnimationFrame((next) => this.tick(next));
    const seconds = Math.min(1, Math.max(0, (now - this.last) / 1000));
    this.last = now;
    this.seekWanted();
    this.clock.advance(seconds);
    if (!this.trainer || this.replay.running) this.replay.advance();
    const frame = this.match.at(this.clock.moment);
    this.showStatus(frame);
    if (!frame) return;
    this.showScore(frame);
    this.showBar();
    const man = this.player.manIn(this.match, frame, this.clock.moment);
    this.player.show(this.match, man, this.clock.moment);
    this.display.show(this.match, this.clock);
    if (!byId("events").hidden) this.list.show(this.match, this.clock);
    if (this.held.size) this.walk(seconds);
    // Skip drawing if the picture would be the same.
    const looks = `${this.clock.moment} ${this.match.frames.length} ${this.match.looks.length} ${this.density} ${byId("stage").clientWidth} ${byId("stage").clientHeight} ${this.rig.name} ${this.view} ${this.match.drawings ? this.match.drawings.version : 0}`;
    if (looks === this.drawn && !this.rig.follows) return;
    this.drawn = looks;
    drawWithSides(this.match.teamsAt(this.clock.moment).changed, () => this.draw(frame, man, seconds));
    ++this.pictures;
    this.adapt(seconds);
  }

  /** @param {boolean} isWhole whether the past has arrived completely */
  seekWanted(isWhole = false) {
    const { frames } = this.match;
    if (Number.isNaN(this.wanted) || !frames.length) return;
    const isHere = frames[0].time <= this.wanted && this.wanted <= frames[frames.length - 1].time;
    if (!isHere && !isWhole) return;
    if (isHere) {
      this.clock.seek(this.match.momentOf(this.wanted));
      this.clock.playing = false;
    } else {
      this.showMessage(TEXTS.notHere(clockText(this.wanted)), 6);
    }
    this.wanted = NaN;
  }

  /** @param {number} seconds */
  walk(seconds) {
    const held = [...this.held.values()];
    const way = (/** @type {string} */ there, /** @type {string} */ back) => Number(held.includes(there)) - Number(held.includes(back));
    this.rig.walk(way("w", "s"), way("d", "a"), seconds);
    this.drawn = "";
  }

  /**
   * @param {Frame} frame
   * @param {Man | null} man the selected player in this frame
   * @param {number} seconds
   */
  draw(frame, man, seconds) {
    let view = null;
    if (this.world) {
      fit(this.world.painter.canvas, this.density);
      fit(this.labels.canvas, window.devicePixelRatio || 1);
      view = this.world.draw(this.match, frame, this.clock.moment, this.rig, seconds);
    } else if (this.scene && this.view !== "board") {
      const canvas = this.scene.painter.canvas;
      fit(canvas, this.density);
      fit(this.labels.canvas, window.devicePixelRatio || 1);
      const subject = man ? playerSubject(this.match.game, frame.ball, { name: this.rig.name, man, ahead: this.player.ahead }) : matchSubject(this.match.game, frame.ball);
      const camera = this.rig.camera(subject, canvas.width / canvas.height, seconds);
      // From a player's view distances differ greatly, so players are drawn at their true size.
      view = this.scene.draw(this.match.game, frame, camera, this.match.trail(this.clock.moment, 0.8), man, this.rig.name !== "own");
      this.labels.draw(this.match.game, frame, this.match.wordsAt(this.clock.moment), view, man && { man, name: nameOf(this.match, man, this.clock.moment) });
    }
    if (this.view !== "view" && !this.match.game.bodies) {
      fit(this.board.canvas, window.devicePixelRatio || 1);
      this.board.draw(this.match, frame, this.clock.moment, false, man);
    }
    this.drawDrawings(frame, view);
    this.picture = { frame, view };
  }

  /**
   * @param {Frame} frame
   * @param {Float32Array | null} view
   */
  drawDrawings(frame, view) {
    const drawn = this.drawings.shownAt(this.match, this.clock.moment);
    if (!drawn.length) return;
    if (view) {
      const { canvas } = this.labels, { width, height } = canvas;
      this.drawings.draw(canvas, (x, y) => {
        const at = projected(view, [x, y, 0.02]);
        return at && [((at[0] + 1) / 2) * width, ((1 - at[1]) / 2) * height];
      }, drawn, frame.men);
    }
    if (this.view !== "view") this.drawings.draw(this.board.canvas, (x, y) => this.board.pixel(x, y), drawn, frame.men);
    if (this.drawings.leftOut) this.showMessage(TEXTS.drawingsLeftOut(this.drawings.leftOut), 1);
  }

  /**
   * Reduces the number of pixels on a machine that draws slowly.
   * @param {number} seconds duration of the last picture
   */
  adapt(seconds) {
    if (seconds > 0.5) return;
    this.mean += (seconds - this.mean) * 0.05;
    const most = Math.min(MAX_DENSITY, window.devicePixelRatio || 1);
    if (this.mean > SLOW && this.density > MIN_DENSITY && this.pictures % 30 === 0) this.density = Math.max(MIN_DENSITY, this.density * 0.85);
    else if (this.mean < FAST && this.density < most && this.pictures % 240 === 0) this.density = Math.min(most, this.density * 1.1);
  }

  /**
   * The unusual state to show, in the colours of the window: amber for a paused match, red for no match, light for a finished one.
   * @param {Frame | null} frame
   */
  state(frame) {
    const { state } = TEXTS;
    if (performance.now() < this.toldUntil) return { kind: "told", heading: "", words: this.told };
    if (this.problem) return { kind: "none", heading: state.none, words: this.problem };
    if (!frame) return { kind: "none", heading: state.none, words: TEXTS.waiting };
    if (this.replay.running) return { kind: "replay", heading: TEXTS.replayed, words: "" };
    const isOver = frame.flags & FLAG.over || this.match.game.modes[frame.mode]?.kind === "gameOver";
    if (isOver) {
      if (this.match.game.bodies) return { kind: "over", heading: state.end, words: "" };
      const teams = this.match.teamsAt(this.clock.moment);
      const last = this.match.attemptsAt(this.clock.moment).pop(), shootOut = last && last.shootOut ? `, ${TEXTS.shootOut(last.shootOut)}` : "";
      return { kind: "over", heading: state.over, words: `${teams.left} ${frame.left} : ${frame.right} ${teams.right}${shootOut}` };
    }
    if (frame.flags & FLAG.gone) return { kind: "none", heading: state.none, words: TEXTS.gone };
    if (frame.flags & FLAG.paused && this.match.live && this.clock.moment >= this.match.end - 0.5) return { kind: "paused", heading: state.paused, words: TEXTS.paused };
    return { kind: "", heading: "", words: "" };
  }

  /** @param {Frame | null} frame */
  showStatus(frame) {
    const { kind, heading, words } = this.state(frame), place = byId("status");
    if (place.dataset.shown === `${kind} ${words}`) return;
    place.dataset.shown = `${kind} ${words}`;
    place.dataset.kind = kind;
    place.replaceChildren(...(heading ? [element("strong", heading)] : []), ...(words ? [element("span", words)] : []));
  }

  /** @param {Frame} frame */
  showScore(frame) {
    if (frame.bodies) return setText(byId("clock"), `${clockText(frame.time)} · ${TEXTS.bodies(frame.bodies.numbers.length)}`);
    const teams = this.match.teamsAt(this.clock.moment), mode = this.match.game.modes[frame.mode];
    setText(byId("left-name"), teams.left);
    setText(byId("right-name"), teams.right);
    setText(byId("goals"), `${frame.left} : ${frame.right}`);
    // A mode that concerns one team is shown on that team's side.
    for (const side of ["left", "right"]) setText(byId(`${side}-mode`), mode && mode.team === side ? this.match.modeText(frame, teams) : "");
    document.documentElement.toggleAttribute("data-changed", teams.changed);
    const what = mode && !mode.team ? ` · ${mode.words}` : "", last = this.match.attemptsAt(this.clock.moment).pop();
    const shootOut = last && last.shootOut ? ` · ${TEXTS.shootOut(last.shootOut)}` : "";
    setText(byId("clock"), `${clockText(frame.time)} · ${TEXTS.half(frame.half)}${what}${shootOut}`);
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
    if (this.world) this.showFollowed();
    else setText(buttons.view, this.view === "both" ? TEXTS.both : this.view === "view" ? TEXTS.camera : TEXTS.board);
    if (buttons.live) buttons.live.setAttribute("aria-pressed", String(clock.live));
    this.showMarks();
  }

  showMarks() {
    const { clock, match } = this;
    const length = match.end - match.begin || 1, shown = ["goal", "restart", "half", "offside", "attempt"];
    const part = clock.part ? `${clock.part.from} ${clock.part.to}` : "";
    const key = match.live ? `${match.events.length} ${match.placings} ${Math.floor(match.end / 2)} ${part}` : `${match.events.length} ${part}`;
    if (key === this.marked) return;
    this.marked = key;
    const marks = byId("marks");
    marks.replaceChildren();
    for (const { event, moment } of match.shown()) {
      if (!shown.includes(event.kind)) continue;
      const mark = element("i", undefined, event.kind === "goal" ? beganOn(event) : event.kind);
      mark.style.left = `${(100 * (moment - match.begin)) / length}%`;
      marks.append(mark);
    }
    if (!clock.part) return;
    const mark = element("i", undefined, "part"), to = clock.part.to === null ? clock.part.from : clock.part.to;
    mark.style.left = `${(100 * (clock.part.from - match.begin)) / length}%`;
    mark.style.width = `${Math.max(0.5, (100 * (to - clock.part.from)) / length)}%`;
    marks.append(mark);
  }
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
    /** Aborts pending requests for the page's present content when that changes. */
    this.abort = new AbortController();
    this.token = "";
    this.leads = false;
    /** The link to the match that is shown. */
    this.link = "";
    /** The game time in the address, s. */
    this.time = NaN;
  }

  async begin() {
    document.title = TEXTS.title;
    const packed = document.getElementById("log");
    if (packed instanceof HTMLTemplateElement) this.time = Number(new URLSearchParams(location.hash.slice(1)).get("t") ?? NaN);
    if (packed instanceof HTMLTemplateElement) return this.showPacked(octetsOf(packed.content.textContent || ""), null, this.abort.signal);
    this.token = trainersToken();
    window.addEventListener("hashchange", () => this.route());
    await this.route();
  }

  async route() {
    const wanted = new URLSearchParams(location.hash.slice(1)), id = wanted.get("match"), log = wanted.get("log");
    this.time = wanted.has("t") ? Number(wanted.get("t")) : NaN;
    if (id) return this.open(id, `match=${encodeURIComponent(id)}`);
    this.leave();
    const signal = this.abort.signal;
    const answer = await fetch("api/matches", { signal }).catch(() => null);
    /** @type {any[]} */
    const list = answer && answer.ok ? await answer.json().catch(/** @returns {any[]} */ () => []) : [];
    if (signal.aborted) return;
    this.alone = list.length === 1;
    const chosen = log === null ? (this.alone ? list[0] : null) : list.find((each) => !each.live && each.name === log);
    if (chosen) return this.open(chosen.id, linkTo(chosen));
    if (log !== null) {
      this.alone = false;
      return this.fail(TEXTS.noLog(log));
    }
    this.showTiles();
  }

  /** Leaves the present page and aborts its requests. */
  leave() {
    this.abort.abort();
    this.abort = new AbortController();
    if (this.shown) this.shown.close();
    if (this.stream) this.stream.close();
    if (this.tiles) this.tiles.close();
    this.shown = this.stream = this.tiles = null;
    this.hideTiles();
  }

  hideTiles() {
    byId("tiles").replaceChildren();
    byId("tiles").hidden = true;
  }

  showTiles() {
    this.leave();
    byId("tiles").hidden = false;
    document.title = TEXTS.title;
    this.tiles = new Tiles(byId("tiles"), (link) => (location.hash = link));
    this.tiles.look();
  }

  /**
   * @param {string} id
   * @param {string} link the link to it
   */
  async open(id, link = `match=${encodeURIComponent(id)}`) {
    this.leave();
    this.link = link;
    if (id.startsWith("live-")) return this.watch(id);
    const signal = this.abort.signal;
    try {
      this.showLoading(null);
      const answer = await fetch(packedAt(id), { signal }).catch(() => null);
      if (signal.aborted) return;
      if (!answer || !answer.ok) return this.fail(answer ? await answer.text() : TEXTS.lost);
      const packed = await octetsWithProgress(answer, (share) => !signal.aborted && this.showLoading(share));
      await this.showPacked(packed, id, signal);
      if (!signal.aborted) this.follow(id, answer.headers.get("ETag"), FOLLOW.first);
    } catch (error) {
      if (!signal.aborted) this.fail(TEXTS.cannotRead(error instanceof Error ? error.message : String(error)));
    }
  }

  /** @param {number | null} share of the log that has been received; null: nothing yet */
  showLoading(share) {
    const place = byId("tiles");
    place.hidden = false;
    let words = place.querySelector(".loading");
    if (!words) {
      words = element("p", undefined, "none loading");
      words.append(element("span"), element("progress"));
      place.replaceChildren(words);
    }
    setText(/** @type {HTMLElement} */ (words.firstElementChild), TEXTS.loading(share));
    if (share !== null) /** @type {HTMLProgressElement} */ (words.lastElementChild).value = share;
  }

  /**
   * Polls a log, at growing intervals while nothing is written to it.
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
      if (this.shown && this.shown.match.game.bodies !== match.game.bodies) {
        this.shown.close();
        this.shown = null;
      }
      if (this.shown) this.shown.setMatch(match);
      else {
        this.hideTiles();
        this.shown = new MatchPage(match, this.alone ? null : () => (location.hash = ""));
        this.shown.id = id;
        this.shown.link = this.link;
        this.shown.wanted = this.time;
        this.lead(id);
      }
    };
    const signal = this.abort.signal;
    this.stream = new Stream([id], false, {
      match: (number, match) => begin(match),
      look: (match, number) => fetchLook(id, match, number, signal).catch(() => {}),
      missed: (match, number, stop) => fetchPast(id, match, number, stop, signal).catch(() => {}).then(() => this.shown && this.shown.match === match && this.shown.seekWanted(true)),
      frame: () => this.shown && (this.shown.problem = ""),
      status: (number, status) => {
        if (this.shown) this.shown.problem = status.paused || status.over ? "" : status.words;
        else this.fail(status.words || TEXTS.waiting);
      },
      trainer: (may) => {
        this.leads = may;
        if (may) this.lead(id);
        else if (this.shown) this.shown.showMessage(TEXTS.trainer.refused, 6);
      },
      notice: (words) => this.shown && this.shown.showMessage(words, 4),
      lost: () => (this.shown ? (this.shown.problem = TEXTS.lost) : this.fail(TEXTS.lost)),
    }, this.token);
  }

  /**
   * Enables control of the match if the page may do so and the match can be controlled.
   * @param {string} id
   */
  lead(id) {
    if (this.leads && this.shown && !this.shown.trainer && !this.shown.match.game.bodies) this.shown.lead((order) => this.stream && this.stream.say({ match: id, ...order }));
  }

  /**
   * @param {ArrayBuffer} packed
   * @param {string | null} id
   * @param {AbortSignal} signal
   */
  async showPacked(packed, id, signal) {
    try {
      const match = await readPackedLog(packed);
      if (signal.aborted) return;
      this.hideTiles();
      this.shown = new MatchPage(match, id && !this.alone ? () => (location.hash = "") : null);
      this.shown.id = id;
      this.shown.link = this.link;
      if (Number.isFinite(this.time)) {
        this.shown.clock.seek(match.momentOf(this.time));
        this.shown.clock.playing = false;
      } else if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
        this.shown.clock.playing = false;
      }
    } catch (error) {
      if (!signal.aborted) this.fail(TEXTS.cannotRead(error instanceof Error ? error.message : String(error)));
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
 * Reads the body of a response and reports the progress.
 * @param {Response} answer
 * @param {(share: number) => void} tell
 * @returns {Promise<ArrayBuffer>}
 */
async function octetsWithProgress(answer, tell) {
  const size = Number(answer.headers.get("Content-Length"));
  if (!answer.body || !size) return answer.arrayBuffer();
  const parts = [], reader = answer.body.getReader();
  let come = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts).arrayBuffer();
    parts.push(value);
    come += value.length;
    tell(Math.min(1, come / size));
  }
}

/**
 * @param {string} text base64 text
 * @returns {ArrayBuffer}
 */
function octetsOf(text) {
  const characters = atob(text.trim()), octets = new Uint8Array(characters.length);
  for (let i = 0; i < characters.length; ++i) octets[i] = characters.charCodeAt(i);
  return octets.buffer;
}

const PAGE = new Page();
PAGE.begin();
// For use in a console, and for tests.
/** @type {any} */ (window).rcss = PAGE;
