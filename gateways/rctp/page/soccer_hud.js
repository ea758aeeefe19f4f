// SPDX-License-Identifier: Apache-2.0
// The score board, map, buttons and texts over the picture of a match.

/** The margin of the map around the lines, m. */
const MAP_AROUND = 4;
const CONTACT_KEY = "rcss-kick-at-contact";

class SoccerHud {
  /**
   * @param {HTMLElement} overlay
   * @param {SoccerView} soccer
   */
  constructor(overlay, soccer) {
    this.soccer = soccer;
    this.root = element("div", undefined, "soccer");
    /** The panel beside the picture. */
    this.panel = element("div", undefined, "soccer-panel");
    this.board = element("div", undefined, "soccer-board");
    this.names = { left: element("span", undefined, "team left"), right: element("span", undefined, "team right") };
    this.score = element("output", undefined, "score");
    this.clock = element("span", undefined, "clock");
    this.mode = element("span", undefined, "mode");
    this.board.append(this.names.left, this.score, this.names.right, this.clock, this.mode);
    this.map = /** @type {HTMLCanvasElement} */ (element("canvas", undefined, "soccer-map"));
    this.map.setAttribute("role", "img");
    this.map.setAttribute("aria-label", SOCCER_TEXTS.map);
    this.message = element("p", "", "soccer-message");
    this.message.setAttribute("role", "status");
    this.messageUntil = 0;
    this.makeKick();
    this.makeButtons();
    this.makeTalk();
    /** The pad with which a thumb moves the player, relative to the view. */
    this.pad = new Pad({ label: SOCCER_TEXTS.pad, springs: true });
    this.pad.element.hidden = !matchMedia("(any-pointer: coarse)").matches;
    this.root.append(this.board, this.map, this.message, this.gauge);
    this.panel.append(this.pad.element, this.buttons, this.talk);
    overlay.append(this.root);
    /** @type {Game | null} the game whose field is drawn on the map */
    this.mapOf = null;
    this.ground = document.createElement("canvas");
  }

  makeKick() {
    this.gauge = element("div", undefined, "soccer-gauge");
    this.bar = element("div", undefined, "bar");
    this.fill = element("div", undefined, "fill");
    this.bar.append(this.fill);
    this.aim = element("output", "", "aim");
    this.battery = element("span", "", "battery");
    this.gauge.append(this.aim, this.bar, this.battery);
  }

  makeButtons() {
    const { soccer } = this;
    this.buttons = element("div", undefined, "soccer-buttons");
    /** @type {Map<string, HTMLButtonElement>} */
    this.button = new Map();
    for (const [what, label, key, about] of SOCCER_TEXTS.buttons) {
      const button = /** @type {HTMLButtonElement} */ (element("button", label));
      button.type = "button";
      button.title = about;
      button.append(" ", element("kbd", key));
      // The button counts as held while it is pressed. It never takes the focus, because the key of kicks would then
      // press it.
      button.addEventListener("pointerdown", (event) => {
        event.preventDefault();
        button.setPointerCapture(event.pointerId);
        soccer.hold("page", what, true);
      });
      for (const kind of ["pointerup", "pointercancel", "lostpointercapture"]) button.addEventListener(kind, () => soccer.hold("page", what, false));
      button.addEventListener("contextmenu", (event) => event.preventDefault());
      this.button.set(what, button);
      this.buttons.append(button);
    }
    const label = element("label"), box = /** @type {HTMLInputElement} */ (element("input"));
    box.type = "checkbox";
    label.title = SOCCER_TEXTS.contactTitle;
    try {
      box.checked = localStorage.getItem(CONTACT_KEY) === "1";
    } catch {
      // Without storage the option is initially off.
    }
    box.addEventListener("change", () => {
      try {
        localStorage.setItem(CONTACT_KEY, box.checked ? "1" : "0");
      } catch {
        // The choice lasts until the page is left.
      }
      box.blur();
    });
    label.append(box, " ", SOCCER_TEXTS.contact);
    this.contact = box;
    this.buttons.append(label);
  }

  /** Whether a charged kick is released automatically when the ball comes into reach. */
  get kicksAtContact() {
    return this.contact.checked;
  }

  makeTalk() {
    const { soccer } = this;
    this.talk = element("div", undefined, "soccer-talk");
    this.heard = element("ol");
    this.heard.setAttribute("aria-label", SOCCER_TEXTS.heard);
    this.entry = /** @type {HTMLInputElement} */ (element("input"));
    this.entry.type = "text";
    this.entry.placeholder = SOCCER_TEXTS.say;
    this.entry.setAttribute("aria-label", SOCCER_TEXTS.sayLabel);
    this.entry.autocomplete = "off";
    this.entry.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.isComposing) return;
      const why = soccer.talk(this.entry.value);
      if (why) return this.say(why);
      this.entry.value = "";
      this.entry.blur();
    });
    this.talk.append(this.heard, this.entry);
  }

  /** Called after a new description. */
  load() {
    const { teams, score } = this.soccer.notes;
    for (const side of /** @type {Side[]} */ (["left", "right"])) setText(this.names[side], teams[side] || SOCCER_TEXTS.teams[side]);
    setText(this.score, `${score[0]} : ${score[1]}`);
    this.button.get("catch")?.toggleAttribute("hidden", !this.soccer.isGoalkeeper);
  }

  /**
   * Shows a short text for some seconds.
   * @param {string} text
   */
  say(text) {
    setText(this.message, text);
    this.message.hidden = false;
    this.messageUntil = performance.now() + WORDS_STAY * 1000;
  }

  /**
   * @param {number | null} direction degrees to the left of the view; null: the player's own words
   * @param {string} words
   */
  hear(direction, words) {
    const line = element("li");
    line.append(element("b", direction === null ? SOCCER_TEXTS.self : SOCCER_TEXTS.heardFrom(direction)), " ", words);
    this.heard.append(line);
    while (this.heard.children.length > HEARD_KEPT) this.heard.firstElementChild?.remove();
    this.heard.scrollTop = this.heard.scrollHeight;
  }

  focusTalk() {
    this.entry.focus();
  }

  rest() {
    this.pad.release();
  }

  /** Updates what has changed since the last picture. */
  show() {
    const { soccer } = this, { state, notes } = soccer, now = performance.now();
    setText(this.clock, clockText(state.time));
    const of = state.side ? ` ${notes.teams[state.side] || SOCCER_TEXTS.teams[state.side]}` : "";
    setText(this.mode, state.words ? `${state.words}${of} · ${SOCCER_TEXTS.half(notes.half)}` : SOCCER_TEXTS.half(notes.half));
    this.mode.dataset.side = state.side;
    if (now > this.messageUntil && !this.message.hidden) this.message.hidden = true;
    const isLive = soccer.isLive, canKick = isLive && soccer.has("kick");
    // Views of the whole field need no map.
    this.map.hidden = /^(side|map)$/.test(soccer.page.stage.view.name);
    this.gauge.hidden = !canKick;
    this.entry.disabled = !soccer.canTalk;
    if (canKick) {
      const isInReach = soccer.isInReach(soccer.places()), { power } = soccer;
      this.fill.style.clipPath = `inset(0 ${100 - power}% 0 0)`;
      this.gauge.dataset.reach = String(isInReach);
      setText(this.aim, SOCCER_TEXTS.angle(soccer.angle));
      const battery = this.batteryOf();
      setText(this.battery, Number.isNaN(battery) ? "" : SOCCER_TEXTS.battery(battery));
    }
    this.button.get("beam")?.toggleAttribute("hidden", state.phase !== "beforekickoff");
    for (const [what, button] of this.button) button.setAttribute("aria-pressed", String(what === "ball" ? soccer.camera.followsBall : soccer.isHeld(what)));
    this.drawMap();
  }

  batteryOf() {
    const known = this.soccer.page.session.objects.get("AgentState");
    const place = known ? known.object.parameters.findIndex((parameter) => parameter.name === "battery") : -1;
    return known && known.id && place >= 0 ? known.values[place] : NaN;
  }

  drawMap() {
    const { map, ground, soccer } = this, { game } = soccer.notes;
    if (!map.clientWidth) return;
    const density = Math.min(2, devicePixelRatio || 1), before = map.width;
    map.style.aspectRatio = `${game.length + 2 * MAP_AROUND} / ${game.width + 2 * MAP_AROUND}`;
    fit(map, density);
    const context = map.getContext("2d");
    if (!context) return;
    if (this.mapOf !== game || before !== map.width || ground.width !== map.width || ground.height !== map.height) {
      this.mapOf = game;
      [ground.width, ground.height] = [map.width, map.height];
      const paint = ground.getContext("2d");
      if (paint) paintField(paint, game, ground.width, ground.height, MAP_AROUND);
    }
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.drawImage(ground, 0, 0);
    const scale = map.width / (game.length + 2 * MAP_AROUND), frame = soccer.frame();
    const dot = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size, /** @type {string} */ colour, /** @type {string} */ rim) => {
      context.beginPath();
      context.arc(map.width / 2 + x * scale, map.height / 2 - y * scale, size * density, 0, 2 * Math.PI);
      context.fillStyle = colour;
      context.fill();
      if (!rim) return;
      context.strokeStyle = rim;
      context.lineWidth = 1.5 * density;
      context.stroke();
    };
    for (const man of frame.men) dot(man.x, man.y, 2.6, cssColour(COLOURS[man.side]), "");
    const own = soccer.player;
    if (own) dot(own.place[0], own.place[1], 4, cssColour(COLOURS[own.side]), "#ffffff");
    dot(frame.ball[0], frame.ball[1], 2.4, "#ffffff", cssColour(COLOURS.halo));
    if (soccer.mark) dot(soccer.mark[0], soccer.mark[1], 2, "transparent", cssColour(COLOURS.halo));
  }

  remove() {
    this.root.remove();
    this.panel.remove();
  }
}
