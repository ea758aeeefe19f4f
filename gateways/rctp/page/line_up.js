// SPDX-License-Identifier: Apache-2.0
// Moves a player to a place behind the ball. A kick goes from the player's centre through the ball's, so the player has
// to stand on the side of the ball opposite to the target.

/** The motor of a player: dv/dt = PUSH·power − DRAG·v, power from 0 to 1 (docs/write/behaviour.md, 2.6). */
const PUSH = 4.0, DRAG = 2.476; // m/s²; 1/s
const APPROACH = { perMetre: 2.2, settle: 0.25 }; // m/s for each remaining m; s in which the speed has to be reached
const AROUND = 0.45; // m between the surfaces of player and ball on the way around it

/**
 * Where a player can meet a rolling ball, m: about where the ball will be after the time that a player at full speed
 * needs for the distance.
 * @param {BallNote} note
 * @param {number[]} player m
 * @param {number[]} ball m
 * @param {number[]} speed of the ball, m/s
 */
function meetingPlace(note, player, ball, speed) {
  const seconds = Math.min(4, (Math.hypot(ball[0] - player[0], ball[1] - player[1]) * DRAG) / PUSH), slowing = note.drag / (1.4 * note.mass);
  const share = slowing > 1e-6 ? (1 - Math.exp(-slowing * seconds)) / slowing : seconds;
  return [ball[0] + speed[0] * share, ball[1] + speed[1] * share, ball[2]];
}

/**
 * Where to stand for a kick to `target`, m: within reach of the kick, without touching the ball.
 * @param {Game} game
 * @param {number} margin of the kick, m
 * @param {number[]} ball
 * @param {number[]} target
 */
function standPlace(game, margin, ball, target) {
  const way = vec.unit([target[0] - ball[0], target[1] - ball[1], 0]);
  const at = vec.add(ball, way, -(game.agentRadius + game.ballRadius + margin / 2));
  return [at[0], at[1], game.agentRadius];
}

/**
 * The next waypoint on a path to `stand` that does not lead through the ball.
 * @param {Game} game
 * @param {number[]} player
 * @param {number[]} ball
 * @param {number[]} stand
 */
function wayAround(game, player, ball, stand) {
  const flat = (/** @type {number[]} */ a, /** @type {number[]} */ b) => [a[0] - b[0], a[1] - b[1], 0];
  const way = flat(stand, player), length = Math.hypot(way[0], way[1]), clear = game.agentRadius + game.ballRadius + AROUND;
  if (length < 0.05) return stand;
  const ahead = way.map((part) => part / length), toBall = flat(ball, player);
  const along = vec.dot(toBall, ahead), aside = ahead[0] * toBall[1] - ahead[1] * toBall[0];
  const isFree = along <= 0 || along >= length + 0.05 || Math.abs(aside) > game.agentRadius + game.ballRadius + 0.05;
  if (isFree) return stand;
  // Pass the ball on the side on which the player already is.
  const side = aside > 0 ? 1 : -1, across = [ahead[1] * side, -ahead[0] * side, 0];
  return vec.add([ball[0], ball[1], stand[2]], across, clear);
}

/**
 * The power, -1 to 1 along x and y of the world, that brings a player to a place and stops it there.
 * @param {number[]} player m
 * @param {number[]} speed of the player, m/s
 * @param {number[]} place m
 */
function powerTo(player, speed, place) {
  const fastest = PUSH / DRAG, left = [place[0] - player[0], place[1] - player[1]], distance = Math.hypot(left[0], left[1]);
  const wanted = Math.min(fastest, APPROACH.perMetre * distance);
  const power = [0, 1].map((axis) => {
    const goal = distance > 1e-6 ? (left[axis] / distance) * wanted : 0;
    return ((goal - speed[axis]) / APPROACH.settle + DRAG * goal) / PUSH;
  });
  const size = Math.hypot(power[0], power[1]);
  return size > 1 ? power.map((part) => part / size) : power;
}

/** ms: the server reports only what has changed, so an object is at rest if there has been no report for this long. */
const AT_REST_AFTER = 500;

/** The places of an object at the last reported steps of the simulation, from which its speed is computed. */
class Motion {
  constructor() {
    /** @type {{step: number, place: number[]}[]} */
    this.seen = [];
    this.reportedAt = 0; // ms
  }
  /**
   * @param {number} step NaN while the server has not reported one
   * @param {number[]} place m
   * @param {number} stepSeconds
   * @param {number} now ms
   */
  note(step, place, stepSeconds, now) {
    const last = this.seen[this.seen.length - 1];
    if (Number.isNaN(step) || (last && step === last.step)) return;
    if (last && step < last.step) this.seen = [];
    // An object that was placed elsewhere has not moved there.
    if (last && Math.hypot(...vec.sub(place, last.place)) > 0.5 + 40 * (step - last.step) * stepSeconds) this.seen = [];
    this.seen.push({ step, place: [...place] });
    this.reportedAt = now;
    while (this.seen.length > 2 && step - this.seen[0].step > 0.1 / stepSeconds) this.seen.shift();
  }
  /**
   * m/s
   * @param {number} stepSeconds
   * @param {number} now ms
   */
  speed(stepSeconds, now) {
    const first = this.seen[0], last = this.seen[this.seen.length - 1];
    if (!first || first === last || (last.step - first.step) * stepSeconds > 0.5 || now - this.reportedAt > AT_REST_AFTER) return [0, 0, 0];
    return vec.sub(last.place, first.place).map((part) => part / ((last.step - first.step) * stepSeconds));
  }
}
