// SPDX-License-Identifier: Apache-2.0
// The picture of the robot's camera and the sound of its microphone: the server's streams, or the page's own drawing of
// the model.

/** ms between two requests for a stream that was not available. */
const ASK_AGAIN = 5000;
/** ms between two checks of an available stream: an img element does not report that no more pictures arrive. */
const LOOK_AGAIN = 4000;
/** ms within which a picture has to arrive. */
const PICTURE_WITHIN = 3000;

/** The parameters of the request, by where the picture is shown. */
const PICTURE_SIZES = { small: "width=320&height=240&rate=30", large: "width=640&height=480&rate=15" };

class RobotPicture {
  /**
   * @param {{frame: HTMLElement, img: HTMLImageElement, canvas: HTMLCanvasElement, note: HTMLElement}} elements
   * @param {boolean} canDraw
   */
  constructor(elements, canDraw) {
    this.elements = elements;
    this.canDraw = canDraw;
    /** The path of the stream; "" if there is none. */
    this.path = "";
    this.hasCamera = false;
    /** Whether the server's picture is shown. */
    this.streams = false;
    this.timer = 0;
    this.size = PICTURE_SIZES.small;
    elements.img.addEventListener("error", () => this.streams && this.end());
    document.addEventListener("visibilitychange", () => (document.hidden ? this.end(false) : this.ask()));
  }

  /**
   * @param {RobotObject | undefined} video
   * @param {boolean} hasCamera whether the robot has a camera in the model
   */
  use(video, hasCamera) {
    const path = video ? pathOf(video.url) : "";
    this.hasCamera = hasCamera || !!video;
    this.elements.frame.hidden = !this.hasCamera;
    if (path !== this.path || !path) {
      this.path = path;
      this.end(false);
      this.ask();
    }
    this.show();
  }

  /** Whether the page has to draw the camera's view. */
  get isDrawn() {
    return this.hasCamera && this.canDraw && !this.streams;
  }

  async ask() {
    clearTimeout(this.timer);
    if (!this.path || document.hidden) return this.show();
    const path = this.path;
    let isThere = false, sentence = "";
    const late = new AbortController(), timer = setTimeout(() => late.abort(), PICTURE_WITHIN);
    try {
      const answer = await fetch(path.replace(/\.mjpg$/, ".jpg"), { cache: "no-store", signal: late.signal });
      isThere = answer.ok;
      if (!isThere) sentence = (await answer.text()).slice(0, 300);
      else await answer.arrayBuffer();
    } catch {
      // Either the server is unreachable, which the page reports elsewhere, or no picture arrives.
    }
    clearTimeout(timer);
    if (path !== this.path || document.hidden) return;
    this.sentence = sentence;
    if (isThere && !this.streams) {
      this.streams = true;
      this.open();
    } else if (!isThere && this.streams) {
      this.end(false);
    }
    this.show();
    this.timer = setTimeout(() => this.ask(), isThere ? LOOK_AGAIN : ASK_AGAIN);
  }

  open() {
    this.elements.img.src = `${this.path}?${this.size}&at=${Date.now()}`;
  }

  /** @param {boolean} isLarge whether this is the large one of the page's two pictures */
  enlarge(isLarge) {
    this.size = isLarge ? PICTURE_SIZES.large : PICTURE_SIZES.small;
    if (this.streams) this.open();
  }

  /** @param {boolean} [asksAgain] */
  end(asksAgain = true) {
    clearTimeout(this.timer);
    if (this.streams) this.elements.img.removeAttribute("src");
    this.streams = false;
    this.show();
    if (asksAgain) this.timer = setTimeout(() => this.ask(), ASK_AGAIN);
  }

  show() {
    const { img, canvas, note } = this.elements;
    img.hidden = !this.streams;
    canvas.hidden = !this.isDrawn;
    const text = this.streams || !this.hasCamera ? "" : this.canDraw ? SEAT_TEXTS.noCamera : SEAT_TEXTS.noPicture;
    setText(note, text);
    note.title = this.sentence || "";
    note.hidden = !text;
  }
}

/**
 * Rewrites a server's address to the one by which the page reaches it, because behind a proxy the server may use
 * another one.
 * @param {string} url
 */
function pathOf(url) {
  try {
    const path = new URL(url, location.href).pathname;
    return path.startsWith("//") ? "" : path;
  } catch {
    return "";
  }
}

/** s between the arrival of sound and its playback, so that there is always some to play; sound beyond the second limit is dropped. */
const SOUND_DELAY = 0.12, MAX_SOUND_DELAY = 0.5;
const WAV_HEAD = 44; // octets

/** Plays a microphone's endless WAV stream as it arrives. An audio element would first buffer seconds of it and keep that delay. */
class RobotSound {
  /** @param {HTMLButtonElement} button */
  constructor(button) {
    this.button = button;
    this.path = "";
    /** @type {AbortController | null} for the stream that is being played */
    this.stream = null;
    button.addEventListener("click", () => (this.stream ? this.stop() : void this.play()));
    this.show();
  }

  /** @param {RobotObject | undefined} object */
  use(object) {
    const path = object ? pathOf(object.url) : "";
    this.button.hidden = !path;
    if (path === this.path) return;
    this.stop();
    this.path = path;
  }

  stop() {
    this.stream?.abort();
    this.stream = null;
    this.show();
  }

  /** Plays until it is stopped or the stream ends. */
  async play() {
    const stream = this.stream = new AbortController(), context = new AudioContext();
    this.show();
    try {
      const answer = await fetch(this.path, { cache: "no-store", signal: stream.signal });
      const reader = answer.ok && answer.body ? answer.body.getReader() : null;
      let octets = new Uint8Array(0), head = /** @type {DataView | null} */ (null), next = 0;
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
        const joined = new Uint8Array(octets.length + part.value.length);
        joined.set(octets);
        joined.set(part.value, octets.length);
        octets = joined;
        if (!head && octets.length < WAV_HEAD) continue;
        if (!head) {
          head = new DataView(octets.buffer, 0, WAV_HEAD);
          if (head.getUint16(22, true) !== 1 || head.getUint16(34, true) !== 16) throw new Error("only sound of one channel with 16 bits can be played");
          octets = octets.slice(WAV_HEAD);
        }
        const samples = octets.length >> 1;
        if (!samples) continue;
        const view = new DataView(octets.buffer, octets.byteOffset), buffer = context.createBuffer(1, samples, head.getUint32(24, true));
        const channel = buffer.getChannelData(0);
        for (let i = 0; i < samples; ++i) channel[i] = view.getInt16(2 * i, true) / 32768;
        octets = octets.slice(2 * samples);
        if (next - context.currentTime > MAX_SOUND_DELAY) continue;
        if (next < context.currentTime) next = context.currentTime + SOUND_DELAY;
        const source = context.createBufferSource();
        source.buffer = buffer;
        source.connect(context.destination);
        source.start(next);
        next += buffer.duration;
      }
    } catch (error) {
      if (!stream.signal.aborted) console.warn("the sound of the robot cannot be played:", error);
    }
    void context.close();
    if (this.stream === stream) this.stop();
  }

  show() {
    this.button.setAttribute("aria-pressed", String(!!this.stream));
    setText(this.button, this.stream ? SEAT_TEXTS.hear : SEAT_TEXTS.mute);
  }
}
