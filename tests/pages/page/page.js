// SPDX-License-Identifier: Apache-2.0
// A page with one of each thing that pages share, for tests/pages/test_toolkit.py.

const SCENE_CAMERA = { eye: [0, -6, 4], target: [0, 0, 0.3], up: [0, 0, 1], view: 40, flat: false, near: 0.1 };

class ToolkitPage {
  constructor() {
    /** @type {any[]} what hands have moved */
    this.moves = [];
    this.slider = new Slider({ id: "speed", label: "<b>speed</b>", unit: "m/s", min: -2, max: 2, neutral: 0, least: -5, most: 5,
      moved: (value) => this.moves.push(value) });
    this.springy = new Pad({ id: "springy", label: "drive", moved: (x, y) => this.moves.push([x, y]) });
    this.staying = new Pad({ id: "staying", label: "look", springs: false, moved: (x, y) => this.moves.push([x, y]) });
    byId("controls").append(this.slider.element, this.springy.element, this.staying.element);
    leaveWhatIsClicked();
    this.painter = new Painter(byId("scene"));
    this.bodies = new Bodies(this.painter);
    this.labels = new Labels(byId("labels"));
  }

  /**
   * Draws bodies, without a grid; returns the colours at places of the world.
   * @param {WorldBody[]} bodies
   * @param {number[][]} places
   * @param {Camera} camera
   */
  colours(bodies, places, camera = SCENE_CAMERA) {
    const { gl, canvas } = this.painter, view = this.bodies.draw(bodies, camera);
    return places.map((place) => {
      const at = projected(view, place), pixel = new Uint8Array(4);
      if (at) gl.readPixels(Math.round(((at[0] + 1) / 2) * canvas.width), Math.round(((at[1] + 1) / 2) * canvas.height), 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
      return [...pixel.slice(0, 3)];
    });
  }

  /**
   * How many pixels of the labels are painted.
   * @param {{text: string, place: number[]}[]} names
   */
  inkOf(names) {
    this.labels.drawNames(names, matrixOf(SCENE_CAMERA, 1.6));
    const { context, canvas } = this.labels;
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    return data.filter((value, i) => i % 4 === 3 && value > 128).length;
  }
}

/** @type {any} */ (window).toolkit = new ToolkitPage();
/** @type {any} */ (window).tools = { stageOf, worldSubject, CameraRig, matrixOf, projected, keyOf };
