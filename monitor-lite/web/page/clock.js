// SPDX-License-Identifier: Apache-2.0
// The moment of a match that is shown: it plays, pauses, seeks, or follows the live match.

const SPEEDS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50];

class MatchClock {
  /** @param {Match} match */
  constructor(match) {
    this.match = match;
    this.moment = match.begin;
    this.playing = true;
    this.speed = 1;
    /** Whether it follows the newest frame. */
    this.live = match.live;
    /**
     * The part that is repeated.
     * @type {{from: number, to: number | null} | null}
     */
    this.part = null;
  }

  /** @param {number} seconds of real time */
  advance(seconds) {
    const { begin, end } = this.match;
    if (this.live) {
      // The moment never goes back when frames arrive less often.
      this.moment = Math.max(begin, Math.min(end, Math.max(this.moment, performance.now() / 1000 - this.match.lag)));
      return;
    }
    if (!this.playing) return;
    this.moment += seconds * this.speed;
    if (this.part && this.part.to !== null && this.moment >= this.part.to) this.moment = this.part.from;
    if (this.moment >= end) {
      this.moment = end;
      if (this.match.live && !this.part) this.live = this.speed >= 1;
      else if (!this.match.live && !this.match.grows) this.playing = false;
    }
    this.moment = Math.max(begin, this.moment);
  }

  /** @param {number} moment */
  seek(moment) {
    this.live = false;
    this.moment = Math.min(this.match.end, Math.max(this.match.begin, moment));
  }
  toggle() {
    if (this.live) {
      this.live = false;
      this.playing = false;
      return;
    }
    this.playing = !this.playing;
    if (this.playing && !this.match.live && this.moment >= this.match.end) this.moment = this.match.begin;
  }
  toLive() {
    if (!this.match.live) return;
    this.live = this.playing = true;
    this.speed = 1;
    this.part = null;
  }
  /** @param {number} frames */
  step(frames) {
    const index = this.match.index(this.moment + 1e-9) + frames;
    this.playing = false;
    this.seek(this.match.moments[Math.min(this.match.moments.length - 1, Math.max(0, index))]);
  }
  /** @param {number} steps */
  faster(steps) {
    const at = SPEEDS.indexOf(this.speed);
    this.speed = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, at + steps))];
    if (this.live && this.speed < 1) this.live = false;
  }
  /**
   * Seeks a moment shortly before a goal.
   * @param {number} direction 1 or -1
   * @returns {boolean} whether there is one
   */
  toGoal(direction) {
    const moments = this.match.goals().map((goal) => Math.max(this.match.begin, goal.moment - BEFORE_GOAL));
    const found = direction > 0 ? moments.find((moment) => moment > this.moment + 0.5) : moments.reverse().find((moment) => moment < this.moment - 0.5);
    if (found === undefined) return false;
    this.seek(found);
    return true;
  }
  beginPart() {
    this.part = { from: this.moment, to: null };
  }
  endPart() {
    if (this.part && this.moment > this.part.from) this.part.to = this.moment;
  }
  /** The first call sets the beginning of the part, the second its end, the third removes it. */
  nextPart() {
    if (!this.part) this.beginPart();
    else if (this.part.to === null && this.moment > this.part.from) this.endPart();
    else this.part = null;
  }
}
