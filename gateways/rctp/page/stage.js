// SPDX-License-Identifier: Apache-2.0
// The two pictures that the page draws: the model, and the view of the robot's camera if the server provides no picture
// of it.

/** ms between two drawings of the camera's view, which is the server's rate of pictures. */
const DRAWN_EVERY = 60;
/** Below this rate, in pictures per second, the number of pixels is reduced, down to this share of the full number. */
const FAST_ENOUGH = 24, FEWEST_PIXELS = 0.5;
/** m, the radius of the ring at the robot's destination. */
const GOAL_RADIUS = 0.12;

class ModelStage {
  /** @param {OperatorPage} page */
  constructor(page) {
    this.page = page;
    this.canvas = /** @type {HTMLCanvasElement} */ (byId("model"));
    this.signs = /** @type {HTMLCanvasElement} */ (byId("signs"));
    this.labels = new Labels(this.signs);
    this.showsNames = false;
    this.drawnCanvas = /** @type {HTMLCanvasElement} */ (byId("drawn"));
    this.view = new Viewpoint(page.model);
    /** @type {BodyPainter | null} */
    this.painter = null;
    /** @type {BodyPainter | null} */
    this.drawnPainter = null;
    try {
      this.painter = new BodyPainter(this.canvas);
    } catch {
      const note = byId("model-note");
      setText(note, SEAT_TEXTS.noWebGl);
      note.hidden = false;
    }
    this.canvas.setAttribute("aria-label", `model of the world around ${page.robot}`);
    /** @type {Stage | undefined} */
    this.grid = undefined;
    this.goal = "";
    /** Pixels of the canvas per pixel of the page, reduced on slow machines. */
    this.density = this.painter && this.painter.slow ? 1 : Math.min(2, devicePixelRatio || 1);
    /** Average time between pictures, s, while the model moves. */
    this.pace = 1 / 60;
    this.isDirty = true;
    this.shownAt = performance.now();
    this.drawnAt = 0;
    this.drawnDirty = true;
    this.bind();
    this.showViews();
    requestAnimationFrame((now) => this.tick(now));
  }

  get canDraw() {
    return !!this.painter;
  }

  bind() {
    const stage = this;
    const rig = {
      turn: (/** @type {number} */ right, /** @type {number} */ down) => stage.rig.turn(right, down),
      shift: (/** @type {number} */ right, /** @type {number} */ down) => stage.rig.shift(right, down),
      zoom: (/** @type {number} */ notches) => stage.rig.zoom(notches),
    };
    followPointers(this.canvas, /** @type {any} */ (rig), () => this.redraw(), new AbortController().signal);
    /** @type {{x: number, y: number} | null} */
    let pressed = null;
    this.canvas.addEventListener("pointerdown", (event) => (pressed = event.isPrimary ? { x: event.clientX, y: event.clientY } : null));
    this.canvas.addEventListener("pointerup", (event) => {
      if (pressed && event.button === 0 && !event.shiftKey && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < CLICK) this.click(event);
      pressed = null;
    });
    this.canvas.addEventListener("pointermove", (event) => this.page.world?.point?.(event.pointerType === "mouse" ? this.floorUnder(event) : null, false));
    this.canvas.addEventListener("pointerleave", () => this.page.world?.point?.(null, false));
    this.canvas.addEventListener("dblclick", () => {
      this.view.reset();
      this.redraw();
    });
    window.addEventListener("keydown", (event) => {
      if (keyOf(event) !== "c" || event.ctrlKey || event.altKey || event.metaKey || belongsToControl(event)) return;
      const names = this.viewNames();
      this.choose(names[(names.indexOf(this.view.name) + 1) % names.length]);
    });
    new ResizeObserver(() => this.redraw()).observe(this.canvas);
    new ResizeObserver(() => (this.drawnDirty = true)).observe(this.drawnCanvas);
  }

  redraw() {
    this.isDirty = this.drawnDirty = true;
  }

  /** Called when a new description is shown. */
  use() {
    this.grid = this.page.model.extent();
    this.showViews();
    this.redraw();
  }

  /** All present views by name. */
  viewNames() {
    const added = (this.page.world?.cameras || []).map((each) => each.name);
    if (this.page.world?.hasOnlyOwnCameras && added.length) return added;
    return [...added, ...SEAT_TEXTS.views.map(([name]) => name).filter((name) => name !== "camera" || this.page.model.robotCamera)];
  }

  showViews() {
    const names = this.viewNames(), place = byId("views"), buttons = /** @type {HTMLButtonElement[]} */ ([...place.querySelectorAll("button[value]")]);
    if (!names.includes(this.view.name)) this.view.choose(names[0]);
    if (buttons.map((button) => button.value).join() !== names.join())
      place.replaceChildren(...names.map((name) => {
        const made = /** @type {HTMLButtonElement} */ (element("button")), added = this.page.world?.cameras?.find((each) => each.name === name);
        const [, label, title] = SEAT_TEXTS.views.find((each) => each[0] === name) || [name, added?.label || name, ""];
        made.type = "button";
        made.value = name;
        made.textContent = label;
        made.title = title;
        made.addEventListener("click", () => this.choose(name));
        return made;
      }), this.namesButton(), ...this.handButtons());
    for (const button of place.querySelectorAll("button[value]")) button.setAttribute("aria-pressed", String(/** @type {HTMLButtonElement} */ (button).value === this.view.name));
  }

  namesButton() {
    const made = /** @type {HTMLButtonElement} */ (element("button", SEAT_TEXTS.names[0]));
    made.type = "button";
    made.title = SEAT_TEXTS.names[1];
    made.setAttribute("aria-pressed", String(this.showsNames));
    made.addEventListener("click", () => {
      this.showsNames = !this.showsNames;
      made.setAttribute("aria-pressed", String(this.showsNames));
      this.redraw();
    });
    return made;
  }

  /** Buttons for the functions of a drag and the wheel, for keyboard and touch. */
  handButtons() {
    return SEAT_TEXTS.hands.map(([text, label, right, notches]) => {
      const made = /** @type {HTMLButtonElement} */ (element("button", String(text), "hand"));
      made.type = "button";
      made.title = String(label);
      made.setAttribute("aria-label", String(label));
      made.addEventListener("click", () => {
        if (right) this.rig.turn(Number(right), 0);
        if (notches) this.rig.zoom(Number(notches));
        this.redraw();
      });
      return made;
    });
  }

  /** The handler of pointer input of the chosen view. */
  get rig() {
    return this.page.world?.cameras?.find((each) => each.name === this.view.name)?.hand || this.view;
  }

  /** @param {string} name */
  choose(name) {
    this.view.choose(name);
    this.showViews();
    this.redraw();
  }

  /**
   * @param {number} aspect
   * @param {number} seconds
   */
  camera(aspect, seconds) {
    const added = this.page.world?.cameras?.find((each) => each.name === this.view.name);
    return added ? (this.view.last = added.camera(aspect, seconds)) : this.view.camera(aspect, seconds);
  }

  /**
   * The place on the floor that is under the pointer, m.
   * @param {MouseEvent} event on the model
   */
  floorUnder(event) {
    const box = this.canvas.getBoundingClientRect(), camera = this.view.last;
    if (!camera || !box.width || !box.height) return null;
    const x = (2 * (event.clientX - box.left)) / box.width - 1, y = 1 - (2 * (event.clientY - box.top)) / box.height;
    return floorAt(camera, box.width / box.height, x, y);
  }

  /** @param {MouseEvent} event on the model */
  click(event) {
    const place = this.floorUnder(event);
    if (place && (this.page.world?.point?.(place, true) || this.page.controls?.goTo(place))) this.redraw();
  }

  /** @param {number} now */
  tick(now) {
    requestAnimationFrame((next) => this.tick(next));
    const seconds = Math.min(0.25, Math.max(0, (now - this.shownAt) / 1000)), { page } = this;
    this.shownAt = now;
    if (!page.rcml) return;
    const differs = page.model.advance(seconds) || !!page.world?.moves;
    if (differs) this.keepPace(seconds);
    const goal = JSON.stringify(page.controls?.destination || null);
    if (differs || this.isDirty || goal !== this.goal) {
      this.goal = goal;
      this.isDirty = false;
      this.draw(seconds);
    }
    this.drawnDirty = this.drawnDirty || differs;
    if (page.picture.isDrawn && this.drawnDirty && now - this.drawnAt >= DRAWN_EVERY) {
      this.drawnAt = now;
      this.drawnDirty = false;
      this.drawCamera();
    }
  }

  /** @param {number} seconds since the last picture */
  keepPace(seconds) {
    this.pace += (seconds - this.pace) * 0.05;
    if (this.pace < 1 / FAST_ENOUGH || this.density <= FEWEST_PIXELS) return;
    this.density = Math.max(FEWEST_PIXELS, this.density * 0.8);
    this.pace = 1 / 60;
  }

  /** @param {number} seconds */
  draw(seconds) {
    const { page, painter } = this;
    if (!painter || !this.canvas.clientWidth) return;
    const { density } = this;
    fit(this.canvas, density);
    const { width, height } = this.canvas, camera = this.camera(width / height, seconds);
    const view = painter.draw(camera, page.model.drawn((name) => page.world?.hides?.(name) || false, this.view.name === "camera" ? camera.eye : null), this.grid, page.world);
    fit(this.signs, density);
    const context = this.labels.context;
    if (!context) return;
    this.labels.drawNames(this.showsNames ? page.model.names() : [], view);
    const goal = page.controls?.destination;
    if (goal) drawRing(context, view, goal, GOAL_RADIUS, width, height, density);
    page.world?.signs?.(context, view, width, height);
  }

  /** Draws the view of the robot's camera in place of its picture. */
  drawCamera() {
    const { page } = this, canvas = this.drawnCanvas;
    if (!canvas.clientWidth) return;
    try {
      this.drawnPainter = this.drawnPainter || new BodyPainter(canvas);
    } catch {
      page.picture.canDraw = false;
      return page.picture.show();
    }
    fit(canvas, 1);
    const camera = page.model.through(page.model.robotCamera, canvas.width / canvas.height);
    if (camera) this.drawnPainter.draw(camera, page.model.drawn((name) => page.world?.hides?.(name) || false, camera.eye), this.grid, page.world);
  }
}

/**
 * Draws a ring that lies on the floor.
 * @param {CanvasRenderingContext2D} context
 * @param {Float32Array} view
 * @param {number[]} middle m
 * @param {number} radius m
 * @param {number} width of the canvas
 * @param {number} height
 * @param {number} density pixels of the canvas per pixel of the page
 */
function drawRing(context, view, middle, radius, width, height, density) {
  const corners = Array.from({ length: 33 }, (_, i) => projected(view, vec.add(middle, [Math.cos((i * Math.PI) / 16), Math.sin((i * Math.PI) / 16), 0], radius)));
  context.beginPath();
  corners.forEach((at, i) => {
    if (!at) return;
    const x = ((at[0] + 1) / 2) * width, y = ((1 - at[1]) / 2) * height;
    if (i && corners[i - 1]) context.lineTo(x, y);
    else context.moveTo(x, y);
  });
  for (const [colour, line] of /** @type {[string, number][]} */ ([["rgba(8, 16, 10, 0.85)", 5], [cssColour(COLOURS.halo), 3]])) {
    context.strokeStyle = colour;
    context.lineWidth = line * density;
    context.stroke();
  }
}

/** Draws bodies and the additions of a kind of world on one canvas. The constructor throws if there is no WebGL2. */
class BodyPainter {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.painter = new Painter(canvas);
    this.bodies = new Bodies(this.painter);
  }
  get slow() {
    return this.painter.slow;
  }

  /**
   * Returns the matrix from the world to the picture.
   * @param {Camera} camera
   * @param {WorldBody[]} bodies
   * @param {Stage | undefined} grid the stage whose grid lines are drawn
   * @param {WorldView | null} world
   */
  draw(camera, bodies, grid, world) {
    const more = world?.bodies?.() || [];
    if (!world?.ground) return this.bodies.draw([...bodies, ...more], camera, grid);
    const view = this.painter.begin(camera);
    world.ground(this.painter, camera);
    this.bodies.add([...bodies, ...more]);
    return view;
  }
}
