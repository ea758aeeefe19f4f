// SPDX-License-Identifier: Apache-2.0
// Reads the notes about a game of soccer from the description of a world, which has them in its `info`. A note about
// the world is "FieldLength 105"; one about an object begins with its name: "foo_11: player left 11".

/**
 * @typedef {"left"|"right"} Side
 * The reach and the push of a player's kicks: `margin` m between the surfaces; `force` N and `torque` N·m per unit of power,
 * in each of `steps` steps.
 * @typedef {{margin: number, force: number, torque: number, steps: number}} KickNote
 * The ball: the name of its body; `drag` N·s/m, `gravity` m/s², `mass` kg.
 * @typedef {{name: string, drag: number, gravity: number, mass: number, radius: number}} BallNote
 * `players`, `kicks` and `catches` (m between the surfaces) by the names of the bodies; `stepSeconds` of the simulation.
 * @typedef {{game: Game, teams: Record<Side, string>, score: number[], half: number, players: Map<string, {side: Side, number: number}>,
 *   kicks: Map<string, KickNote>, catches: Map<string, number>, ball: BallNote, stepSeconds: number}} SoccerNotes
 */

const DEFAULT_STEP = 0.01; // s
/** A length beyond this does not belong to a field, m. */
const LONGEST = 10000;

/**
 * The soccer notes of a description; null if there are none.
 * @param {string[]} info
 * @returns {SoccerNotes | null}
 */
function readSoccerNotes(info) {
  /** @type {Map<string, string[]>} */
  const world = new Map();
  /** @type {{name: string, words: string[]}[]} */
  const things = [];
  /** @type {Record<Side, string>} */
  const teams = { left: "", right: "" };
  for (const line of info) {
    const words = line.split(" "), first = words[0];
    if (first.endsWith(":")) things.push({ name: first.slice(0, -1), words: words.slice(1) });
    else if (first === "team" && isSide(words[1])) teams[words[1]] = words[2] || "";
    else world.set(first, words.slice(1));
  }
  const length = (/** @type {string} */ name) => {
    const value = Number((world.get(name) || [])[0]);
    return value >= 0 && value <= LONGEST ? value : NaN;
  };
  const penalty = length("PenaltyAreaDepth"), width = length("FieldWidth"), goal = length("GoalWidth");
  /** @type {Game} */
  const game = { unit: 1, length: length("FieldLength"), width, border: length("BorderSize"), goalWidth: goal,
    goalDepth: length("GoalDepth"), goalHeight: length("GoalHeight"), agentRadius: length("AgentRadius"), ballRadius: length("BallRadius"),
    halfTime: Number((world.get("RuleHalfTime") || [])[0]) || 0, circle: length("FreeKickDistance"),
    penaltyDepth: Math.min(penalty, length("FieldLength") / 2), penaltyHalfWidth: Math.min(goal / 2 + length("PenaltyAreaMargin"), width / 2),
    heat: { columns: 0, rows: 0, full: 0 }, modes: [] };
  if (Object.values(game).some((value) => typeof value === "number" && !Number.isFinite(value))) return null;
  if (!game.length || !game.width || !game.agentRadius || !game.ballRadius) return null;
  const [steps, time] = [Number((world.get("step") || [])[0]), Number((world.get("time") || [])[0])];
  /** @type {SoccerNotes} */
  const notes = { game, teams, score: [0, 1].map((i) => Number((world.get("score") || [])[i]) || 0), half: Number((world.get("half") || [])[0]) || 1,
    players: new Map(), kicks: new Map(), catches: new Map(),
    ball: { name: "", drag: 0, gravity: 9.81, mass: length("BallMass"), radius: game.ballRadius },
    stepSeconds: steps > 0 && time > 0 ? time / steps : DEFAULT_STEP };
  for (const { name, words } of things) readThing(notes, name, words);
  return notes.ball.name && notes.ball.mass > 0 ? notes : null;
}

/**
 * @param {SoccerNotes} notes
 * @param {string} name
 * @param {string[]} words
 */
function readThing(notes, name, words) {
  const value = (/** @type {string} */ word) => Number(words[words.indexOf(word) + 1]);
  const number = Number(words[2]);
  if (words[0] === "player" && isSide(words[1]) && number >= 1 && number <= 99) {
    notes.players.set(name, { side: words[1], number });
  } else if (words[0] === "kick") {
    const kick = { margin: value("margin"), force: value("force"), torque: value("torque"), steps: value("steps") };
    if (Object.values(kick).every(Number.isFinite) && kick.steps >= 1 && kick.steps <= 1000) notes.kicks.set(name, kick);
  } else if (words[0] === "catch" && Number.isFinite(value("margin"))) {
    notes.catches.set(name, value("margin"));
  } else if (words[0] === "ball" && Number.isFinite(value("drag")) && Number.isFinite(value("gravity"))) {
    notes.ball = { ...notes.ball, name, drag: value("drag"), gravity: value("gravity") };
  }
}

/**
 * @param {unknown} word
 * @returns {word is Side}
 */
function isSide(word) {
  return word === "left" || word === "right";
}

/** @type {Record<string, string>} */
const PHASES = {
  beforekickoff: "before kick-off", kickoff: "kick-off", playon: "play on", kickin: "kick-in", cornerkick: "corner kick",
  goalkick: "goal kick", offside: "offside", gameover: "full time", goal: "goal", freekick: "free kick",
};

/**
 * Parses a percept of the game's state: (GameState … (time 12.3) (playmode KickIn_Left)). `phase` is one lower-case
 * word such as "kickin"; `words` are for people. Null if the text is not such a percept.
 * @param {string} text
 * @returns {{time: number, phase: string, side: Side | "", words: string} | null}
 */
function readGameState(text) {
  const time = Number((/\(time ([^()\s]+)\)/.exec(text) || [])[1]), mode = (/\(playmode ([^()\s]+)\)/.exec(text) || [])[1];
  if (!Number.isFinite(time) || !mode) return null;
  const found = /^(.*?)_(left|right)$/i.exec(mode), side = found ? found[2].toLowerCase() : "";
  const phase = (found ? found[1] : mode).toLowerCase().replaceAll("_", "");
  return { time, phase, side: isSide(side) ? side : "", words: PHASES[phase] || mode };
}

/**
 * Parses a percept of hearing: (hear 12.3 self hello), (hear 12.3 -34.2 hello). `direction` is in degrees to the left
 * of the direction to the opponents' goal; null for the player's own words.
 * @param {string} text
 * @returns {{time: number, direction: number | null, words: string} | null}
 */
function readHeard(text) {
  const found = /^\(hear ([^()\s]+) ([^()\s]+) ([^()]*)\)$/.exec(text.trim());
  if (!found) return null;
  const direction = found[2] === "self" ? null : Number(found[2]);
  if (!Number.isFinite(Number(found[1])) || Number.isNaN(direction)) return null;
  return { time: Number(found[1]), direction, words: found[3] };
}
