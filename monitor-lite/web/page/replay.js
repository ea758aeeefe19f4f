// SPDX-License-Identifier: Apache-2.0
// Replays goals as in broadcasts: from behind the goal and from near the ball, in slow motion. The page then resumes
// where it was.

/**
 * s from a goal to its replay; for each angle, s before and after the goal and the speed relative to real time.
 * `camera` "goal" is the camera behind the goal in question.
 */
const GOAL_REPLAY = { wait: 2.8, angles: [{ before: 3, after: 0.7, speed: 0.6, camera: "goal" }, { before: 1.7, after: 0.7, speed: 0.4, camera: "ball" }] };

class GoalReplay {
  /**
   * @param {MatchClock} clock
   * @param {CameraRig} rig
   */
  constructor(clock, rig) {
    this.clock = clock;
    this.rig = rig;
    /** Whether goals of a live match are replayed automatically. */
    this.isAutomatic = true;
    /**
     * The running replay, and the state of the page before it.
     * @type {{goal: number, camera: string, angle: number, live: boolean, moment: number, playing: boolean, speed: number, name: string, pose: CameraRig["pose"]} | null}
     */
    this.running = null;
    /** The moment up to which goals have been searched. */
    this.seen = clock.moment;
  }

  /** @returns {boolean} whether there is a goal to replay */
  startLast() {
    const goal = this.clock.match.goals().filter(({ moment }) => moment <= this.clock.moment).pop();
    if (goal) this.start(goal.moment);
    return goal !== undefined;
  }

  /** @param {number} goal the moment of the goal */
  start(goal) {
    this.stop();
    const { clock, rig } = this, frame = clock.match.at(goal);
    const camera = frame && frame.ball[0] < 0 ? "left" : "right";
    this.running = { goal, camera, angle: -1, live: clock.live, moment: clock.moment, playing: clock.playing, speed: clock.speed, name: rig.name, pose: rig.pose };
    this.nextAngle();
  }

  nextAngle() {
    const { running, clock, rig } = this, angle = running && GOAL_REPLAY.angles[++running.angle];
    if (!running || !angle) return this.stop();
    clock.seek(running.goal - angle.before);
    clock.playing = true;
    clock.speed = angle.speed;
    rig.choose(angle.camera === "goal" ? running.camera : angle.camera);
  }

  /** Returns to the previous state of the page. */
  stop() {
    const { running, clock, rig } = this;
    this.running = null;
    if (!running) return;
    clock.speed = running.speed;
    if (running.live) clock.toLive();
    else clock.seek(running.moment);
    clock.playing = running.playing;
    rig.choose(running.name);
    rig.pose = running.pose;
    this.seen = clock.live ? clock.match.end : clock.moment;
  }

  /** Called before each picture. If the user moves the clock meanwhile, the replay ends there. */
  advance() {
    const { running, clock } = this;
    if (running) {
      const { before, after, speed } = GOAL_REPLAY.angles[running.angle], { goal } = running;
      const isDone = clock.moment >= Math.min(goal + after, clock.match.end), isNear = clock.moment > goal - before - 0.01 && clock.moment < goal + after + 1;
      if (clock.live || clock.speed !== speed || !isNear || (!clock.playing && !isDone)) {
        if (clock.speed === speed) clock.speed = running.speed;
        this.running = null;
        this.rig.choose(running.name);
        this.rig.pose = running.pose;
      } else if (isDone) {
        this.nextAngle();
      }
      return;
    }
    const due = clock.moment - GOAL_REPLAY.wait, from = this.seen;
    this.seen = due;
    if (!this.isAutomatic || !clock.live) return;
    const goal = clock.match.goals().find(({ moment }) => moment > from && moment <= due);
    if (goal) this.start(goal.moment);
  }
}
