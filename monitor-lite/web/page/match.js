// SPDX-License-Identifier: Apache-2.0
// What the page knows of a match, from a packed log or from the stream.

/**
 * @typedef {{name: string, words: string, team: string, kind: string}} Mode
 * @typedef {{unit: number, length: number, width: number, border: number, goalWidth: number, goalDepth: number, goalHeight: number,
 *   agentRadius: number, ballRadius: number, halfTime: number, circle: number, penaltyDepth: number, penaltyHalfWidth: number,
 *   heat: {columns: number, rows: number, full: number}, modes: Mode[]}} Game  lengths in m, times in s
 * @typedef {{side: string, number: number, touched: boolean, x: number, y: number, z: number}} Man  m
 * @typedef {{time: number, half: number, left: number, right: number, mode: number, flags: number, ball: number[], men: Man[]}} Frame
 * @typedef {{frame: number, time: number, kind: string, side: string, text: string, left: number, right: number}} MatchEvent
 * @typedef {{frame: number, side: string, number: number, text: string}} Words
 */

const FLAG = { paused: 1, gone: 2, over: 4 };
/** m between two frames: farther than anybody runs or the ball flies; it was put there. */
const JUMP = { man: 1.5, ball: 6 };
/** Of the gaps between live frames those count that are no pause; s. */
const LAG = { gaps: 10, least: 0.04, most: 0.5, reserve: 1.15 };
/** s that words of a player are shown. */
const WORDS_SHOWN = 2.5;

class Match {
  /**
   * @param {Game} game
   * @param {boolean} live
   * @param {number} most frames that are kept; those at the beginning are dropped first
   */
  constructor(game, live, most = Infinity) {
    this.game = game;
    this.live = live;
    this.most = most;
    /** @type {Frame[]} */
    this.frames = [];
    /**
     * s of the timeline: of a log how many frames went before, of a live match when each came.
     * @type {number[]}
     */
    this.moments = [];
    /** @type {{frame: number, left: string, right: string}[]} */
    this.teams = [];
    /** @type {MatchEvent[]} */
    this.events = [];
    /** @type {Words[]} */
    this.words = [];
    /** @type {any} */
    this.report = null;
    /** A log to which more was written a moment ago. */
    this.grows = false;
    /** Frames that were dropped at the beginning. */
    this.dropped = 0;
  }

  /**
   * @param {Frame} frame
   * @param {number} moment
   */
  add(frame, moment) {
    this.frames.push(frame);
    this.moments.push(moment);
    if (this.frames.length <= this.most) return;
    const surplus = Math.ceil(this.most / 10);
    this.frames.splice(0, surplus);
    this.moments.splice(0, surplus);
    this.dropped += surplus;
    for (const list of [this.events, this.words, this.teams]) for (const each of list) each.frame = Math.max(0, each.frame - surplus);
  }

  get begin() {
    return this.moments.length ? this.moments[0] : 0;
  }
  get end() {
    return this.moments.length ? this.moments[this.moments.length - 1] : 0;
  }
  /** s that a live picture has to be behind, so that there is a frame to move to: the longest of the last gaps between frames, and a little. */
  get lag() {
    let longest = LAG.least;
    for (let i = Math.max(1, this.moments.length - LAG.gaps); i < this.moments.length; ++i) {
      const gap = this.moments[i] - this.moments[i - 1];
      if (gap < LAG.most) longest = Math.max(longest, gap);
    }
    return longest * LAG.reserve;
  }

  /**
   * The last frame at or before a moment.
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
   * The first moment at or after a time of the game.
   * @param {number} time
   */
  momentOf(time) {
    const found = this.frames.findIndex((frame) => frame.time >= time - 1e-6);
    return found < 0 ? this.end : this.moments[found];
  }

  /**
   * The match at a moment, moved evenly between two frames.
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
    const far = Math.hypot(next.ball[0] - now.ball[0], next.ball[1] - now.ball[1]) > JUMP.ball;
    const ball = far ? now.ball : now.ball.map((value, axis) => mix(value, next.ball[axis], share));
    return { ...now, time: mix(now.time, next.time, share), ball, men };
  }

  /**
   * @param {number} moment
   * @returns {{left: string, right: string}}
   */
  teamsAt(moment) {
    const index = this.index(moment);
    let now = { left: "", right: "" };
    for (const each of this.teams) if (each.frame <= index) now = each;
    return { left: now.left || TEXTS.left, right: now.right || TEXTS.right };
  }

  /**
   * What players have said a moment ago.
   * @param {number} moment
   * @returns {Words[]}
   */
  wordsAt(moment) {
    const from = this.index(moment - WORDS_SHOWN), to = this.index(moment);
    return this.words.filter((each) => each.frame > from - 1 && each.frame <= to);
  }

  /**
   * Where the ball was during the last seconds, oldest first.
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

  /** Goals in the order of time, with their moments. */
  goals() {
    return this.events.filter((event) => event.kind === "goal" && event.frame < this.moments.length)
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
 * @param {number} a
 * @param {number} b
 * @param {number} share
 */
function mix(a, b, share) {
  return a + (b - a) * share;
}

/**
 * Minutes and seconds of a game.
 * @param {number} time s
 */
function clockText(time) {
  const whole = Math.floor(time + 1e-6);
  return `${String(Math.floor(whole / 60)).padStart(2, "0")}:${String(whole % 60).padStart(2, "0")}`;
}
