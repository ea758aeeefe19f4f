// SPDX-License-Identifier: Apache-2.0
// The texts of the page for a person who plays soccer.

const SOCCER_TEXTS = {
  outOfReach: "The ball is out of reach: no kick.",
  missed: "The kick came too late: the ball was out of reach by then.",
  noBeam: "Beams work before the kick-off only.",
  noMark: "Click on a place in your own half first, then beam.",
  otherHalf: "That is the other half: beams reach your own half only.",
  noGoalkeeper: "Only the goalkeeper, number 1, can catch.",
  cannotCatch: "The ball is too far away to be caught.",
  cannotSay: "Players hear one word of letters, digits and signs, without brackets and quotes.",
  tooLong: (/** @type {number} */ most) => `That is too long: at most ${most} characters.`,
  cannotTalk: "No one hears you: you do not operate the player's voice.",
  half: (/** @type {number} */ number) => (number === 1 ? "1st half" : "2nd half"),
  teams: { left: "left team", right: "right team" },
  self: "you",
  heardFrom: (/** @type {number} */ degrees) =>
    Math.abs(degrees) < 0.5 ? "ahead" : `${Math.abs(Math.round(degrees))}° ${degrees > 0 ? "left" : "right"}`,
  angle: (/** @type {number} */ degrees) => `${Math.round(degrees)}°`,
  battery: (/** @type {number} */ percent) => `battery ${Math.round(percent)} %`,
  inReach: "in reach: let go to kick",
  say: "say a word …",
  sayLabel: "what your player says; Enter says it",
  heard: "what your player hears",
  contact: "kick when the ball comes into reach",
  contactTitle: "while Space is held, the kick goes off by itself when the ball comes into reach",
  map: "map of the field",
  pad: "Move, as seen",
  /** Keys of the page that belong to no device. */
  keys: {
    lookUp: "view up", lookDown: "view down", lookLeft: "view left", lookRight: "view right", lineUp: "line up", higher: "kick higher", lower: "kick lower",
    ball: "view follows the ball", clear: "no mark",
  },
  /** Buttons: function, label, key, description. */
  buttons: [
    ["kick", "Kick", "Space", "hold: the longer, the harder; let go to kick"],
    ["lineUp", "Line up", "F", "hold: runs behind the ball, seen from the mark, the mouse, or the goal"],
    ["higher", "Higher", "E", "the next kick goes up more steeply; also the wheel"],
    ["lower", "Lower", "Q", "the next kick stays lower; also the wheel"],
    ["ball", "Ball", "L", "the view turns to the ball by itself"],
    ["beam", "Beam", "B", "before the kick-off: puts the player where you have clicked"],
    ["catch", "Catch", "G", "the goalkeeper takes the ball"],
  ],
};
