// SPDX-License-Identifier: Apache-2.0
// The page's data of a match, from a packed log or from the stream.

/**
 * @typedef {{frame: number, time: number, kind: string, side: string, text: string, left: number, right: number, changed?: boolean, scored?: boolean, shootOut?: number[]}} MatchEvent
 * @typedef {{frame: number, time: number, side: string, from: number, to: number, begin: number[], end: number[]}} Pass  a pass of the report: `frame` shows the arrival; m
 */

const FLAG = { paused: 1, gone: 2, over: 4 };
/** m between two frames. A greater distance than players run or the ball flies means that the object was placed elsewhere. */
const JUMP = { man: 1.5, ball: 6, body: 3 };
/** The maximum number of poses, over all frames, that are kept of a live world without a game. */
const MAX_POSES = 3e6;
/** The delay of live pictures: the number of gaps between frames to consider, without pauses; minimum and maximum in s; a safety factor. */
const LAG = { gaps: 10, least: 0.04, most: 0.5, reserve: 1.15 };
/** The possible error, in s, of a time in the stream, which is a number of 32 bits. */
const TIME_ERROR = 0.01;
/** The maximum number of trainers' drawings that are kept of a live match. */
const MAX_DRAWN = 2000;
/** How long words of a player are shown, s. */
const WORDS_SHOWN = 2.5;

/** @param {string} side */
function otherSide(side) {
  return side === "left" ? "right" : side === "right" ? "left" : "";
}

/**
 * The side on which the event's team began the match. The team keeps the colour of that side.
 * @param {{side: string, changed?: boolean}} event
 */
function beganOn({ side, changed }) {
  return changed ? otherSide(side) : side;
}

/**
 * Draws with the teams' colours on their present sides.
 * @param {boolean} changed
 * @param {() => void} draw
 */
function drawWithSides(changed, draw) {
  const { left, right } = COLOURS;
  if (changed) [COLOURS.left, COLOURS.right] = [right, left];
  try {
    draw();
  } finally {
    [COLOURS.left, COLOURS.right] = [left, right];
  }
}

class Match {
  /**
   * @param {Game} game
   * @param {boolean} live
   * @param {number} most the maximum number of frames to keep; the earliest ones are dropped
   */
  constructor(game, live, most = Infinity) {
    this.game = game;
    this.live = live;
    this.most = most;
    /** @type {Frame[]} */
    this.frames = [];
    /**
     * s of the timeline: in a log, derived from the number of preceding frames; in a live match, the time of arrival.
     * @type {number[]}
     */
    this.moments = [];
    /**
     * The teams by their present sides; `changed` if these are not the sides on which they began.
     * @type {{frame: number, left: string, right: string, changed?: boolean}[]}
     */
    this.teams = [];
    /** @type {MatchEvent[]} */
    this.events = [];
    /** @type {Words[]} */
    this.words = [];
    /** @type {Pass[]} */
    this.passes = [];
    /**
     * The appearance of a world without a game, from each of these frames on.
     * @type {{frame: number, look: any}[]}
     */
    this.looks = [];
    /**
     * The number of each frame of a live match, which gives its place however late it arrives.
     * @type {number[]}
     */
    this.numbers = [];
    /** Incremented whenever frames are added or removed before the last one. */
    this.placings = 0;
    /** @type {any} */
    this.report = null;
    /** @type {DrawnOfMatch | null} the drawings, if they came with the match or arrive with it */
    this.drawings = live ? { layers: [], drawn: [], version: 0 } : null;
    /** Whether this is only a part of a log; the report then covers that part. */
    this.isPart = false;
    /** Whether this is a log that was written to a moment ago. */
    this.grows = false;
  }

  /**
   * @param {Frame} frame
   * @param {number} moment
   * @param {number} number the frame's number in a live match
   */
  add(frame, moment, number = 0) {
    this.frames.push(frame);
    this.moments.push(moment);
    if (this.live) this.numbers.push(number);
    if (this.live && frame.bodies) this.most = Math.min(this.most, Math.max(300, Math.floor(MAX_POSES / Math.max(1, frame.bodies.numbers.length))));
    if (this.frames.length <= this.most) return;
    const surplus = Math.ceil(this.most / 10);
    for (const list of [this.frames, this.moments, this.numbers]) list.splice(0, surplus);
    this.words = this.words.filter((each) => each.frame >= surplus);
    this.passes = this.passes.filter((each) => each.frame >= surplus);
    if (this.drawings) this.drawings.drawn = this.drawings.drawn.filter((each) => Number(each.frame) >= surplus);
    // Goals stay in the list although their frames have been dropped.
    this.events = this.events.filter((each) => each.frame >= surplus || each.kind === "goal");
    this.place();
  }

  /**
   * Inserts frames that precede others which have already arrived.
   * @param {Frame[]} frames
   * @param {number[]} moments
   * @param {number[]} numbers
   */
  insert(frames, moments, numbers) {
    if (!frames.length) return;
    const at = this.from(numbers[0]);
    this.frames = [...this.frames.slice(0, at), ...frames, ...this.frames.slice(at)];
    this.moments = [...this.moments.slice(0, at), ...moments, ...this.moments.slice(at)];
    this.numbers = [...this.numbers.slice(0, at), ...numbers, ...this.numbers.slice(at)];
    this.place();
  }

  /**
   * The index of the first frame with this number or a greater one.
   * @param {number} number
   */
  from(number) {
    let low = 0, high = this.numbers.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.numbers[middle] < number) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * The index of the frame that a message of a live match belongs to; -1 if it was dropped or has not arrived.
   * @param {number} number
   */
  frameOf(number) {
    return this.numbers.length && number < this.numbers[0] ? -1 : this.from(number);
  }

  /**
   * Whether a restarted program seems to watch the same match: the same game and teams, a later time, and no fewer
   * goals.
   * @param {any} about the program's description of the match
   */
  goesOnAs(about) {
    const last = this.frames[this.frames.length - 1], team = this.teams[this.teams.length - 1];
    if (!last || !team || !Array.isArray(about.score) || JSON.stringify(about.game) !== JSON.stringify(this.game)) return false;
    const began = (/** @type {boolean | undefined} */ changed, /** @type {any[]} */ [left, right]) => (changed ? [right, left] : [left, right]);
    const names = [began(team.changed, [team.left, team.right]), began(about.changed, [about.left, about.right])];
    const goals = [began(team.changed, [last.left, last.right]), began(about.changed, about.score)];
    return String(names[0]) === String(names[1]) && about.time >= last.time - TIME_ERROR && about.half >= last.half && goals[1].every((count, i) => count >= goals[0][i]);
  }

  /** Renumbers the frames so that the next one has the number 0 and the existing ones have numbers below. */
  countBack() {
    const shift = (this.numbers[this.numbers.length - 1] ?? -1) + 1;
    this.numbers = this.numbers.map((number) => number - shift);
    for (const list of [this.events, this.words, this.teams, this.passes, this.looks, this.drawings ? this.drawings.drawn : []])
      for (const each of /** @type {any[]} */ (list)) each.of -= shift;
    this.place();
  }

  /** Assigns messages to their frames again after frames were added or removed before them. */
  place() {
    ++this.placings;
    for (const list of [this.events, this.words, this.teams, this.passes, this.looks, this.drawings ? this.drawings.drawn : []])
      for (const each of /** @type {any[]} */ (list)) each.frame = this.frameOf(each.of);
    for (const list of [this.events, this.words, this.teams, this.passes, this.looks]) /** @type {any[]} */ (list).sort((a, b) => a.of - b.of);
    // The appearance of the first frame is the last one reported before it.
    const old = this.looks.filter((each) => each.frame < 0).length;
    if (old > 1) this.looks.splice(0, old - 1);
  }

  /**
   * Takes a message of the stream or of its past: an event, words of a player, a pass. Some arrive more than once.
   * @param {any} message
   */
  hear(message) {
    if (message.drawn) return this.hearDrawn({ ...message.drawn, of: message.frame, frame: this.frameOf(message.frame) });
    const item = message.event || message.said || message.pass, of = message.frame;
    if (!item) return;
    const list = /** @type {any[]} */ (message.event ? this.events : message.said ? this.words : this.passes);
    let low = 0, at = list.length;
    while (low < at) {
      const middle = (low + at) >> 1;
      if (list[middle].of <= of) low = middle + 1;
      else at = middle;
    }
    for (let i = at - 1; i >= 0 && list[i].of === of; --i)
      if (["text", "side", "number", "from"].every((name) => list[i][name] === item[name])) return;
    list.splice(at, 0, { ...item, of, frame: this.frameOf(of) });
  }

  /** @param {Drawn} drawn a drawing of a live match, shown until the author's next one or for its duration */
  hearDrawn(drawn) {
    const known = this.drawings;
    if (!known) return;
    known.version = (known.version || 0) + 1;
    known.drawn.push(drawn);
    if (known.drawn.length > MAX_DRAWN) known.drawn.splice(0, MAX_DRAWN / 10);
    known.layers = [...new Set([...known.layers, ...drawn.shapes.map((shape) => String(shape[1]))])].slice(0, MAX_LAYERS).sort();
  }

  get begin() {
    return this.moments.length ? this.moments[0] : 0;
  }
  get end() {
    return this.moments.length ? this.moments[this.moments.length - 1] : 0;
  }
  /**
   * The delay of a live picture, s, which provides a next frame to interpolate to: the longest of the recent gaps
   * between frames, plus a reserve.
   */
  get lag() {
    let longest = LAG.least;
    for (let i = Math.max(1, this.moments.length - LAG.gaps); i < this.moments.length; ++i) {
      const gap = this.moments[i] - this.moments[i - 1];
      if (gap < LAG.most) longest = Math.max(longest, gap);
    }
    return longest * LAG.reserve;
  }

  /**
   * The index of the last frame at or before a moment.
   * @param {number} moment
   */
  index(moment) {
    let low = 0, high = this.moments.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.moments[middle] <= moment) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /**
   * The position of a moment among the frames; a fraction is between two frames.
   * @param {number} moment
   */
  placeOf(moment) {
    const index = this.index(moment), length = index + 1 < this.moments.length ? this.moments[index + 1] - this.moments[index] : 0;
    return index + (length > 0 ? Math.min(1, Math.max(0, (moment - this.moments[index]) / length)) : 0);
  }

  /**
   * The first moment at or after a time of the game.
   * @param {number} time
   */
  momentOf(time) {
    const found = this.frames.findIndex((frame) => frame.time >= time - 1e-6);
    return found < 0 ? this.end : this.moments[found];
  }

  /**
   * The match at a moment, interpolated linearly between two frames.
   * @param {number} moment
   * @returns {Frame | null}
   */
  at(moment) {
    if (!this.frames.length) return null;
    const index = this.index(moment), now = this.frames[index];
    if (index + 1 >= this.frames.length) return now;
    const next = this.frames[index + 1];
    const length = this.moments[index + 1] - this.moments[index];
    const share = length > 0 ? Math.min(1, Math.max(0, (moment - this.moments[index]) / length)) : 0;
    if (share === 0 || next.time < now.time) return now;
    const men = now.men.map((man) => {
      const other = next.men.find((each) => each.side === man.side && each.number === man.number);
      if (!other || Math.hypot(other.x - man.x, other.y - man.y) > JUMP.man) return man;
      return { ...man, x: mix(man.x, other.x, share), y: mix(man.y, other.y, share), z: mix(man.z, other.z, share) };
    });
    if (now.bodies && next.bodies) return { ...now, time: mix(now.time, next.time, share), bodies: posesBetween(now.bodies, next.bodies, share) };
    const far = Math.hypot(next.ball[0] - now.ball[0], next.ball[1] - now.ball[1]) > JUMP.ball;
    const ball = far ? now.ball : now.ball.map((value, axis) => mix(value, next.ball[axis], share));
    return { ...now, time: mix(now.time, next.time, share), ball, men };
  }

  /**
   * @param {number} moment
   * @returns {{left: string, right: string, changed: boolean}}
   */
  teamsAt(moment) {
    const index = this.index(moment);
    /** @type {{left: string, right: string, changed?: boolean}} */
    let now = { left: "", right: "" };
    for (const each of this.teams) if (each.frame <= index) now = each;
    return { left: now.left || TEXTS.left, right: now.right || TEXTS.right, changed: Boolean(now.changed) };
  }

  /** The teams by the sides on which they began, as in the report. */
  teamsOfReport() {
    const { left, right, changed } = this.teamsAt(this.end);
    return changed ? { left: right, right: left } : { left, right };
  }

  /**
   * The attempts of the shoot-out up to a moment.
   * @param {number} moment
   */
  attemptsAt(moment) {
    const index = this.index(moment);
    return this.events.filter((event) => event.kind === "attempt" && event.frame <= index);
  }

  /**
   * The appearance of a world without a game at a moment; null if it has not arrived.
   * @param {number} moment
   */
  lookAt(moment) {
    const index = this.index(moment);
    let now = this.looks[0];
    for (const each of this.looks) if (each.frame <= index) now = each;
    return now ? now.look : null;
  }

  /**
   * Sets the appearance from a frame on, which may not have arrived yet.
   * @param {number} of number of the frame
   * @param {any} look
   */
  setLook(of, look) {
    this.looks.push(/** @type {any} */ ({ of, frame: this.frameOf(of), look }));
    this.place();
  }

  /**
   * The recent words of players at a moment.
   * @param {number} moment
   * @returns {Words[]}
   */
  wordsAt(moment) {
    return this.during(this.words, moment, WORDS_SHOWN);
  }

  /**
   * The entries of the list that belong to the last seconds before a moment.
   * @template {{frame: number}} T
   * @param {T[]} list
   * @param {number} moment
   * @param {number} seconds
   * @returns {T[]}
   */
  during(list, moment, seconds) {
    const from = this.index(moment - seconds), to = this.index(moment);
    return list.filter((each) => each.frame >= from && each.frame <= to);
  }

  /**
   * The ball's places during the last seconds, oldest first.
   * @param {number} moment
   * @param {number} seconds
   */
  trail(moment, seconds) {
    const points = [], last = this.index(moment);
    for (let i = last; i > 0 && this.moments[i] >= moment - seconds; --i) {
      const [a, b] = [this.frames[i], this.frames[i - 1]];
      points.unshift(a.ball);
      if (Math.hypot(a.ball[0] - b.ball[0], a.ball[1] - b.ball[1]) > JUMP.ball) break;
    }
    return points;
  }

  /**
   * A player's speed at a moment, m/s, derived from his recent places; null if the clock of the game is stopped, so that
   * the speed is unknown.
   * @param {Man} man the player at that moment
   * @param {number} moment
   */
  speedOf(man, moment) {
    const now = this.at(moment);
    if (!now) return null;
    let way = 0, to = man, time = now.time;
    for (let i = this.index(moment), least = Math.max(0, i - MAX_SPEED_FRAMES); i >= least && now.time - time < SPEED_OVER; --i) {
      const frame = this.frames[i], before = frame.men.find((each) => each.side === man.side && each.number === man.number);
      const step = before ? Math.hypot(to.x - before.x, to.y - before.y) : Infinity;
      if (frame.time === time && step === 0) continue;
      // The player was placed elsewhere, or the clock is stopped or was set back.
      if (!before || frame.time >= time || step > Math.max(JUMP.man, JUMP.man * 10 * (time - frame.time))) break;
      [way, to, time] = [way + step, before, frame.time];
    }
    return now.time > time ? way / (now.time - time) : null;
  }

  /** Goals in order of time, with their moments. */
  goals() {
    return this.shown().filter(({ event }) => event.kind === "goal");
  }

  /** Events whose frames are present, with their moments. */
  shown() {
    return this.events.filter((event) => event.frame >= 0 && event.frame < this.moments.length)
      .map((event) => ({ event, moment: this.moments[event.frame] }));
  }

  /**
   * @param {Frame} frame
   * @param {{left: string, right: string}} teams
   */
  modeText(frame, teams) {
    const mode = this.game.modes[frame.mode];
    if (!mode) return "";
    return mode.team ? `${mode.words} ${mode.team === "left" ? teams.left : teams.right}` : mode.words;
  }
}

/**
 * The poses of bodies between two frames. They are interpolated linearly, except for bodies that are in only one of the
 * frames or were placed elsewhere.
 * @param {Poses} now
 * @param {Poses} next
 * @param {number} share
 * @returns {Poses}
 */
function posesBetween(now, next, share) {
  const places = now.places.slice(), parts = now.turns.slice();
  let same = 0;
  now.numbers.forEach((number, i) => {
    while (same < next.numbers.length && next.numbers[same] < number) ++same;
    if (next.numbers[same] !== number) return;
    const [a, b] = [now.places.subarray(3 * i, 3 * i + 3), next.places.subarray(3 * same, 3 * same + 3)];
    if (Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]) > JUMP.body) return;
    for (let axis = 0; axis < 3; ++axis) places[3 * i + axis] = mix(a[axis], b[axis], share);
    const [q, r] = [now.turns.subarray(4 * i, 4 * i + 4), next.turns.subarray(4 * same, 4 * same + 4)];
    const sign = q[0] * r[0] + q[1] * r[1] + q[2] * r[2] + q[3] * r[3] < 0 ? -1 : 1;
    const turned = [0, 1, 2, 3].map((part) => mix(q[part], sign * r[part], share)), length = Math.hypot(...turned) || 1;
    parts.set(turned.map((part) => part / length), 4 * i);
  });
  return { numbers: now.numbers, places, turns: parts };
}
