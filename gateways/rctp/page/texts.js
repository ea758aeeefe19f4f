// SPDX-License-Identifier: Apache-2.0
// The page's own texts; the server's texts are not among them.

const SEAT_TEXTS = {
  /** The views of the model: name, label, description. */
  views: [
    ["overview", "Overview", "the whole world; drag to turn it"],
    ["follow", "Follow", "follows the robot, always from the same direction"],
    ["behind", "Behind", "with the robot, from behind it"],
    ["camera", "Camera", "what the robot's camera sees"],
  ],
  names: ["Names", "shows the names of objects"],
  /** The functions of pointer input: text, label, shares of the picture's height to the right, notches nearer. */
  hands: [
    ["⟲", "turn the view to the left", 0.1, 0],
    ["⟳", "turn the view to the right", -0.1, 0],
    ["+", "nearer", 0, 2],
    ["−", "farther", 0, -2],
  ],
  loading: "Loading the description of the robot …",
  choose: "Press Set to operate this robot. The cards show the keys and other devices that move it.",
  nothingChosen: "No device is chosen: choose a device for at least one object, then press Set.",
  deviceUsed: (/** @type {string} */ device, /** @type {string} */ object) =>
    `${device} is already used for ${object}. A device serves one object at a time: choose another one there first.`,
  keyUsed: (/** @type {string} */ key, /** @type {string} */ device, /** @type {string} */ object) =>
    `${key} is already used for ${object}, by ${device}. A key serves one object at a time: choose another device there first.`,
  takenKeys: (/** @type {string} */ keys) => `While you operate, the page itself does not use ${keys}.`,
  asking: "Asking the server for the robot …",
  stopped: (/** @type {string} */ robot) => `Stopped. ${robot} is at rest, and nothing moves it until you press Release.`,
  left: (/** @type {string} */ robot) => `You have left. ${robot} is at rest and free for others.`,
  stopSent: "Stop has been sent; the server has not confirmed it yet.",
  gone: (/** @type {string} */ robot, /** @type {string} */ why) =>
    (/match is over/.test(why) ? why : `${why} ${robot} comes to rest by itself. Press Set to connect again.`),
  silent: (/** @type {string} */ robot, /** @type {number} */ seconds) =>
    `No answer for ${seconds.toFixed(0)} s. If the server no longer receives anything from this page, it has stopped ${robot}.`,
  hidden: (/** @type {string} */ robot) => `${robot} was at rest while this page was hidden.`,
  busy: (/** @type {string} */ robot, /** @type {string} */ who) => `${robot} is operated by ${who}. You watch; Set works again when they have left.`,
  replayed: (/** @type {string} */ robot) => `${robot} is controlled by a recording. You can only watch.`,
  absent: (/** @type {string} */ robot) => `${robot} is not in the world now. It can be operated as soon as it is.`,
  lost: "The server cannot be reached. The page shows the last data that it received.",
  never: "The server cannot be reached.",
  noRobot: (/** @type {string} */ why) => `This robot cannot be shown: ${why}`,
  changed: "The robot's objects have changed: check the devices, then press Set again.",
  nothingToStop: (/** @type {string} */ robot) => `You do not operate ${robot}, so there is nothing to stop.`,
  noWebGl: "This browser cannot draw the model: it has no WebGL 2. Everything else works.",
  noCamera: "This page draws what the camera sees: the server has no camera program.",
  noPicture: "There is no picture: the server has no camera program, and this browser has no WebGL 2.",
  hear: "Sound on",
  mute: "Sound off",
  kinds: { control: "values", text: "text", binary: "bits", video: "picture", audio: "sound" },
  trigger: "acts once",
  controls: "Controls",
  senses: "Senses",
  any: "any value",
};
