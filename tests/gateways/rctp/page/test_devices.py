#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Devices and translators of the operator's page, in a browser, with a session that only records its input: test_devices.py ROOT [TEST …]"""

import http.server
import os
import sys
import threading
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(HERE))), "support"))

import webdriver  # noqa: E402
from pages import block  # noqa: E402
from skipping import run_tests  # noqa: E402
from webdriver import Browser  # noqa: E402

ROOT = SCRIPT = None
# The policy of the page, and that of translators, as the server sends them.
PAGE_POLICY = "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; connect-src 'self'"
TRANSLATOR_POLICY = "default-src 'none'; script-src 'self'"

SET_UP = """
window.pads = [];
Object.defineProperty(navigator, "getGamepads", {value: () => window.pads});
const parameter = (name, min, max, neutral = 0, type = "float32") => ({name, unit: "", min, max, neutral, type});
const object = (name, kind, more) => ({name, kind, direction: "output", parameters: [], timeStamp: true, dataMask: true, trigger: false, rate: 100,
  standard: "", translators: [], bits: 1, maxLength: 65535, url: "", nodeNames: [], ...more});
const drive = (more) => object("drive", "control", {standard: "forward-turn", parameters: [parameter("forward", -0.8, 0.8), parameter("turn", -2, 2)], ...more});
const head = (more) => object("head", "control", {standard: "pan-tilt-zoom",
  parameters: [parameter("pan", -100, 100), parameter("tilt", -25, 25), parameter("zoom", 1, 12, 1)], ...more});
const arm = (more) => object("arm", "control", {standard: "place", parameters: [parameter("x", -0.6, 0.6, 0.1), parameter("z", -0.6, 0.6, 0.2)], ...more});
const kick = () => object("kick", "control", {trigger: true, parameters: [parameter("angle", 0, 50), parameter("power", 1, 100, 1)]});
const caught = () => object("catch", "binary", {trigger: true});
const say = () => object("say", "text");
const touch = () => object("touch", "binary", {direction: "input"});
const poseInput = () => object("pose", "control", {direction: "input", parameters: [parameter("x", -Infinity, Infinity)]});
/** What a session is given. */
class FakeSession {
  constructor(objects) {
    this.state = "idle"; this.sent = []; this.fired = []; this.said = [];
    this.objects = new Map(objects.map((each, i) => [each.name, {object: each, id: i + 1, values: each.parameters.map((p) => p.neutral)}]));
  }
  set(name, values) { if (this.state === "live") { this.sent.push([name, values]); this.objects.get(name).values = values; } }
  fire(name, values) { if (this.state === "live") this.fired.push([name, values]); return true; }
  say(name, text) { this.said.push([name, text]); return ""; }
}
/** The page's rows for these objects; `choice`: devices by object. */
function open(objects, choice = {}, here = {x: 0, y: 0, heading: 0}) {
  if (window.controls) controls.close();
  localStorage.clear();
  window.place = here;
  window.controls = new Controls(objects, {robot: "robot", pose: () => window.place});
  window.session = new FakeSession(objects);
  const list = document.createElement("main");
  for (const each of objects) { const row = document.createElement("section"); row.id = "object-" + each.name; row.append(controls.element(each.name)); list.append(row); }
  document.body.replaceChildren(list);
  controls.use(session);
  for (const [name, device] of Object.entries(choice)) choose(name, device);
}
function choose(name, device) {
  const select = document.querySelector(`#object-${name} select.device`);
  select.value = device; select.dispatchEvent(new Event("change"));
  return select.value;
}
function press(id) { document.getElementById(id).click(); }
const last = (name) => { const all = session.sent.filter((each) => each[0] === name); return all.length ? all[all.length - 1][1] : null; };
const keys = (name) => { const line = document.querySelector(`#object-${name} .keys`); return line.hidden ? "" : line.textContent.trim(); };
const note = (name) => document.querySelector(`#object-${name} .problem`).textContent;
const options = (name) => [...document.querySelector(`#object-${name} select.device`).options].map((each) => each.value);
const pad = (axes, buttons = Array(17).fill(0)) => ({axes, buttons: buttons.map((value) => ({value})), connected: true, mapping: "standard",
  vibrationActuator: {playEffect: (kind, how) => { window.rumbled = (window.rumbled || 0) + 1; return Promise.resolve(); }}});
"""

# Malicious translators, and one that tries to use the network.
WRONG = {
    "throws": "input() { throw new Error('no idea') }",
    "hangs": "input() { for (;;); }",
    "hangs_later": "input(state) { if (state.axes[1]) for (;;); return [0.5, 0]; }",
    "nan": "input() { return [NaN, 0] }",
    "short": "input() { return [1] }",
    "talks": "input() { postMessage({values: [0.8, 0]}); postMessage({values: [0.8, 0]}); return [0.8, 0]; }",
    "markup": "input() { throw new Error('<img src=x onerror=window.bad=1>') }",
}
MODULES = {f"/translators/{name}.js": f"export const name = '{name}', standard = ['forward-turn']; export const create = () => ({{ {body} }});"
           for name, body in WRONG.items()}
MODULES["/translators/other.js"] = "export const name = 'other', standard = ['place']; export const create = () => ({ input: () => [0, 0] });"
MODULES["/translators/broken.js"] = "export const name = ;"
MODULES["/translators/half.js"] = ("export const name = 'half', standard = ['forward-turn'];"
                                   "export const create = (o) => ({ input: (state) => o.parameters.map((p, i) => p.max * (state.axes[1 - i] || 0) / 2) });")
MODULES["/translators/spy.js"] = """export const name = 'spy', standard = ['forward-turn'];
let reached = 0;
try { const socket = new WebSocket(`ws://${location.host}/got`); socket.onopen = () => { reached = 1; }; } catch (error) { }
fetch('/got').then(() => { reached = 1; }, () => { });
export const create = () => ({ input: (state) => [state.axes[1] ? reached + 0.25 : 0, 0] });"""
requested = []


def page_script():
    """The scripts of the page's devices with their dependencies; no scripts that draw or connect."""
    folder = os.path.join(ROOT, "gateways/rctp/page")
    with open(os.path.join(folder, "scripts.txt"), encoding="utf-8") as file:
        names = file.read().split()
    text = ""
    for name in ["pages/texts.js", "pages/elements.js", "pages/keys.js", "pages/slider.js", "pages/pad.js", "texts.js", *names[names.index("devices.js"):names.index("controls.js") + 1]]:
        with open(os.path.join(ROOT if name.startswith("pages/") else folder, name), encoding="utf-8") as file:
            text += file.read()
    return text


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):  # noqa: N802
        requested.append(self.path)
        name, policy = self.path.split("?")[0], PAGE_POLICY
        if name == "/":
            kind, body = "text/html", "<!DOCTYPE html><meta charset=utf-8><title>devices</title><body><script src=/script.js></script>"
        elif name == "/script.js":
            kind, body = "text/javascript", SCRIPT
        elif name in MODULES:
            kind, body, policy = "text/javascript", MODULES[name], TRANSLATOR_POLICY
        elif name.startswith("/translators/") and os.path.exists(path := os.path.join(ROOT, "gateways/rctp/page", name[1:])):
            kind, policy = "text/javascript", TRANSLATOR_POLICY
            with open(path, encoding="utf-8") as file:
                body = file.read()
        else:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Security-Policy", policy)
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *words):
        pass


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        global SCRIPT
        SCRIPT = page_script() + SET_UP
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        cls.addClassCleanup(server.server_close)
        cls.addClassCleanup(server.shutdown)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)
        cls.address = f"http://127.0.0.1:{server.server_address[1]}/"

    def setUp(self):
        self.browser.open(self.address)

    def run_in_page(self, body, *arguments):
        return self.browser.run(body, *arguments)

    def open(self, objects, **choice):
        """Makes rows for these objects, with these devices, before the session."""
        self.browser.run(f"open([{objects}], arguments[0])", choice)

    def go_live(self):
        self.browser.run("session.state = 'live'")
        self.browser.wait_for("return controls.isOperated")

    def live(self, objects, **choice):
        self.open(objects, **choice)
        self.go_live()

    def await_sent(self, name, values):
        """Waits until these numbers were the last to be set."""
        self.browser.wait_for("return JSON.stringify(last(arguments[0])) === JSON.stringify(arguments[1])", name, values,
                              what=f"{name} {values}, not {self.browser.run('return last(arguments[0])', name)},")

    def await_note(self, name, part):
        self.browser.wait_for("return note(arguments[0]).includes(arguments[1])", name, part, what=f"the line '{part}'")

    def ticks(self, count=4):
        """Waits for that many readings of the devices."""
        self.browser.run("window.looked = 0; clearInterval(window.counter); const tick = controls.tick.bind(controls);"
                         "if (!controls.counted) { controls.counted = true; clearInterval(controls.timer);"
                         "controls.timer = setInterval(() => { tick(); ++window.looked; }, 20); }")
        self.browser.wait_for("return window.looked >= arguments[0]", count)


class Choosing(Case):
    def test_objects_have_default_devices_and_lists(self):
        self.open("drive(), head(), arm(), kick(), caught(), say(), touch(), poseInput()")
        chosen = self.browser.run("return Object.fromEntries(controls.rows.map((row) => [row.object.name, row.device && row.device.name]))")
        self.assertEqual(chosen, {"drive": "keys W A S D", "head": "keys arrows", "arm": "pad", "kick": "push button", "catch": "push button",
                                  "say": "text box", "touch": "display", "pose": "display"})
        self.assertEqual(self.browser.run("return controls.chosen()"), ["drive", "head", "arm", "kick", "catch", "say", "touch", "pose"])
        screen = {"pad", "sliders", "step buttons"}
        keys = {"keys W A S D", "keys arrows", "keys I J K L", "keys + −"}
        for name, more in (("drive", {"go there"}), ("head", set()), ("arm", {"measuring arm"})):
            self.assertLessEqual(screen | keys | more | {"script"}, set(self.browser.run("return options(arguments[0])", name)))
        self.assertNotIn("go there", self.browser.run("return options('head')"))

    def test_one_device_serves_one_object(self):
        self.open("drive(), head()")
        self.assertEqual(self.browser.run("return choose('head', 'keys W A S D')"), "keys arrows")
        self.assertIn("keys W A S D is already used for drive", self.browser.run("return note('head')"))
        # Each object has sliders of its own.
        self.assertEqual(self.browser.run("return [choose('head', 'sliders'), choose('drive', 'sliders')]"), ["sliders", "sliders"])
        self.assertEqual(self.browser.run("return note('head')"), "")
        self.assertEqual(self.browser.run("return choose('head', 'keys W A S D')"), "keys W A S D")
        self.assertEqual(self.browser.run("choose('head', 'not used'); return controls.chosen()"), ["drive"])

    def test_keys_of_devices_are_shown(self):
        self.open("drive(), head(), arm(), kick(), caught(), object('lamp', 'control', {parameters: [parameter('light', 0, 1)]})", catch="key G")
        shown = [self.browser.run("return keys(arguments[0])", name) for name in ("drive", "head", "arm", "kick", "catch")]
        self.assertEqual(shown, ["D right A left W up S down", "→ right ← left ↑ up ↓ down Page Up more Page Down less", "", "", "G"])
        for device, line in (("keys I J K L", "I up K down"), ("keys + −", "+ up − down"), ("sliders", "")):
            self.assertEqual(self.browser.run("choose('lamp', arguments[0]); return keys('lamp')", device), line)
        # A translator of the server may use all of them.
        self.open("drive({translators: ['/translators/half.js', '/translators/stick.js']})")
        self.assertEqual(self.browser.run("return keys('drive')"), "D right A left W up S down E more Q less")

    def test_one_key_serves_one_object(self):
        self.open("drive(), head(), kick()", drive="pad")
        foreign = "({name: 'W and E', kind: 'keys', read: () => stateAtRest(), uses: () => ({KeyW: 'kick', KeyE: 'harder'})})"
        self.assertEqual(self.browser.run(f"controls.offer('kick', [{foreign}]); return controls.row('kick').device.name"), "W and E")
        refusal = " is already used for kick, by W and E. A key serves one object at a time: choose another device there first."
        self.assertEqual(self.browser.run("return [choose('drive', 'keys W A S D'), note('drive')]"), ["pad", f"W{refusal}"])
        self.assertEqual(self.browser.run("return [choose('drive', 'keys I J K L'), note('drive')]"), ["keys I J K L", ""])
        # The other object's device releases its keys.
        self.assertEqual(self.browser.run("choose('kick', 'key F'); return [choose('drive', 'keys W A S D'), choose('kick', 'W and E'), note('kick')]"),
                         ["keys W A S D", "key F", "W is already used for drive, by keys W A S D. A key serves one object at a time: choose another device there first."])
        # A device whose keys are in use is offered, but not chosen.
        self.assertEqual(self.browser.run(f"open([drive(), kick()]); controls.offer('kick', [{foreign}]); return controls.row('kick').device.name"), "push button")
        # The third axis of a vehicle does not exist, so its keys are free.
        self.assertEqual(self.browser.run("return controls.clash({uses: () => ({KeyE: ''})}, controls.row('kick'))"), "")

    def test_one_stick_serves_one_object(self):
        self.browser.run("window.pads = [pad([0, 0, 0, 0])]")
        self.open("drive(), kick()", drive="gamepad 1 left stick")
        self.browser.run("controls.offer('kick', [{name: 'flick', kind: 'hardware', read: () => stateAtRest(), uses: () => ({'gamepad 1 left stick': ''})}])")
        self.assertIn("gamepad 1 left stick is already used for drive", self.browser.run("choose('kick', 'flick'); return note('kick')"))

    def test_no_key_has_two_meanings(self):
        """No key is used twice, whatever the objects, and Esc stays the emergency stop."""
        self.open("drive(), head(), arm(), kick()")
        used = self.browser.run("const {axes, triggers} = controls.keys, all = controls.row('head').object;"
                                "return [...axes, ...triggers].flatMap((device) => Object.keys(device.uses(all))).concat(Object.keys(PAGE_KEYS))")
        self.assertEqual(len(used), len(set(used)), used)
        self.assertIn("Escape", used)

    def test_chosen_devices_take_keys_of_the_page(self):
        """A chosen device takes keys from the page while the robot is operated, and announces it before."""
        self.open("drive(), head()")
        self.browser.run("window.heard = []; document.addEventListener('keydown', (event) => heard.push(event.code));"
                         "controls.addPageKeys({KeyL: 'view to the ball', KeyE: 'higher'})")
        self.assertEqual(self.browser.run("return [choose('drive', 'keys I J K L'), keys('drive'), note('drive')]"),
                         ["keys I J K L", "L right J left I up K down While you operate, the page itself does not use L (view to the ball).", ""])
        pressed = []
        for device in ("keys I J K L", "keys W A S D"):
            self.browser.run("session.state = 'idle'")
            self.browser.wait_for("return controls.state === 'idle'")
            self.browser.run("choose('drive', arguments[0])", device)
            for live in (False, True):
                if live:
                    self.go_live()
                self.browser.run("window.heard.length = 0")
                for key in "lce":
                    self.browser.hold(key)
                    self.browser.let_go()
                pressed.append(self.browser.run("return [...heard]"))
        everything = ["KeyL", "KeyC", "KeyE"]
        self.assertEqual(pressed, [everything, ["KeyC", "KeyE"], everything, everything])

    def test_devices_cannot_be_changed_while_connected(self):
        self.open("drive()")
        locked = []
        for state in ("negotiation", "live", "stopped", "gone", "idle"):
            self.browser.run("session.state = arguments[0]", state)
            self.browser.wait_for("return controls.state === arguments[0]", state)
            locked.append(self.browser.run("return document.querySelector('select.device').disabled"))
        self.assertEqual(locked, [True, True, True, False, False])

    def test_connected_gamepads_are_separate_devices(self):
        self.open("drive(), kick(), touch()")
        self.browser.run("window.pads = [null, pad([0, 0, 0, 0])]")
        self.browser.wait_for("return options('drive').includes('gamepad 2 left stick')")
        self.assertLessEqual({"gamepad 2 left stick", "gamepad 2 right stick", "gamepad 2 triggers"}, set(self.browser.run("return options('drive')")))
        self.assertLessEqual({"gamepad 2 button A", "gamepad 2 triggers", "key Space"}, set(self.browser.run("return options('kick')")))
        self.assertIn("gamepad 2 rumble", self.browser.run("return options('touch')"))

    def test_offered_devices_are_listed_first(self):
        """Devices that the soccer page offers are first in the list, and chosen unless the user has chosen."""
        self.open("drive(), head()")
        device = "({name: arguments[1], kind: 'virtual', read: () => ({axes: [], buttons: [], place: null, values: [0.5, 1]})})"
        self.assertEqual(self.browser.run(f"controls.offer(arguments[0], [{device}]); return [options('drive')[1], controls.row('drive').device.name]",
                                          "drive", "view"), ["view", "view"])
        self.assertEqual(self.browser.run(f"choose('head', 'pad'); controls.offer(arguments[0], [{device}]); return controls.row('head').device.name",
                                          "head", "look"), "pad")
        self.go_live()
        self.await_sent("drive", [0.5, 1])


FULL = [0.8, 0]  # forward
UP = [0, 25, 1]  # tilt


class Moving(Case):
    def move_forward(self, name, device):
        """Moves full forward, or up, with each device, and then releases it."""
        if device.startswith("keys"):
            key = {"keys W A S D": "w", "keys arrows": "Up", "keys I J K L": "i", "keys + −": "+"}[device]
            self.browser.hold(key)
            yield
            self.browser.let_go()
        elif device.startswith("gamepad"):
            axes = [0, -1, 0, 0] if "left" in device else [0, 0, 0, -1]
            self.browser.run("pads[0] = arguments[0] ? pad(arguments[1]) : pad([0, 0, 0, 0], [...Array(7).fill(0), 1])", "stick" in device, axes)
            yield
            self.browser.run("pads[0] = pad([0, 0, 0, 0])")
        elif device == "pad":
            self.browser.run("controls.row(arguments[0]).device.pad.move(0, 1)", name)
            yield
            self.browser.run("controls.row(arguments[0]).device.pad.release()", name)
        elif device == "sliders":
            slide = """const name = arguments[0], at = controls.row(name).object.parameters[name === 'head' ? 1 : 0], slider = document.getElementById(`slider-${name}-${at.name}`);
              slider.value = arguments[1] ? slider.max : at.neutral; slider.dispatchEvent(new Event('input', {bubbles: true}));"""
            self.browser.run(slide, name, True)
            yield
            self.browser.run(slide, name, False)
        elif device == "step buttons":
            step = "for (let i = 0; i < 10; ++i) document.querySelector(`#object-${arguments[0]} .steps:nth-of-type(${arguments[0] === 'head' ? 2 : 1}) button:%s-of-type`).click()"
            self.browser.run(step % "last", name)
            yield
            self.browser.run(step % "first", name)
        else:
            self.browser.run("rctp.device(arguments[0], arguments[0] === 'head' ? [0, 25, 1] : [0.8, 0])", name)
            yield
            self.browser.run("rctp.device(arguments[0], null)", name)

    def test_all_devices_give_the_same_numbers(self):
        devices = ["keys W A S D", "keys arrows", "keys I J K L", "keys + −", "gamepad 1 left stick", "gamepad 1 right stick", "gamepad 1 triggers", "pad",
                   "sliders", "step buttons", "script"]
        for name, full in (("drive", FULL), ("head", UP)):
            for device in devices:
                with self.subTest(object=name, device=device):
                    self.browser.run("window.pads = [pad([0, 0, 0, 0])]")
                    self.live(f"{name}()", **{name: device})
                    self.ticks()
                    self.assertEqual(self.browser.run("return session.sent"), [], "a device at rest sends commands")
                    for _ in self.move_forward(name, device):
                        self.await_sent(name, full)
                    if name == "drive":
                        self.await_sent(name, [0, 0])

    def test_left_is_positive(self):
        """Left is positive in turns and pans, as for the robot."""
        self.browser.run("window.pads = [pad([-1, 0, -1, 1], [...Array(4).fill(0), 0, 1])]")
        self.live("drive(), head()", drive="gamepad 1 left stick", head="gamepad 1 right stick")
        self.await_sent("drive", [0, 2])
        self.await_sent("head", [100, -25, 12])
        self.browser.run("pads[0] = pad([0.6, 0.5, 0, 0])")
        self.browser.wait_for("const [forward, turn] = last('drive'); return forward < -0.1 && forward > -0.4 && turn < -0.3 && turn > -1.2")
        self.browser.run("pads[0] = pad([0.08, -0.09, 0, 0])")
        self.await_sent("drive", [0, 0])

    def test_values_of_keys_are_ramps(self):
        self.live("drive()")
        self.browser.hold("w")
        self.await_sent("drive", FULL)
        forward = [values[0] for _, values in self.browser.run("return session.sent")]
        self.assertEqual(forward, sorted(forward))
        steps = self.browser.run("""return import("/translators/keys.js").then(({create}) => {
          const part = (min, max) => ({name: "", unit: "", type: "float32", min, max, neutral: 0});
          const one = create({name: "drive", standard: "forward-turn", trigger: false, parameters: [part(-0.8, 0.8), part(-2, 2)]});
          const held = {axes: [0, 1], buttons: [], place: null, values: null}, latest = {values: [0, 0], pose: null, inputs: {}};
          return Array.from({length: 20}, () => one.input(held, 0.02, latest)[0]);
        });""")
        for i, forward in enumerate(steps, 1):
            self.assertAlmostEqual(forward, 0.8 * min(1, i * 0.02 / 0.3))
        self.browser.hold("a")
        self.await_sent("drive", [0.8, 2])
        self.browser.let_go()
        self.await_sent("drive", [0, 0])

    def test_a_head_keeps_its_position_after_keys(self):
        self.open("head()")
        self.browser.run("session.objects.get('head').values = [40, -5, 3]")
        self.go_live()
        self.ticks()
        self.assertEqual(self.browser.run("return session.sent"), [])
        self.browser.hold("Left")
        self.browser.wait_for("return last('head') && last('head')[0] > 45")
        self.browser.let_go()
        self.ticks(8)
        pan, tilt, zoom = self.browser.run("return last('head')")
        self.ticks()
        self.assertEqual(self.browser.run("return last('head')"), [pan, tilt, zoom])
        self.assertAlmostEqual(tilt, -5)
        self.assertAlmostEqual(zoom, 3)

    def test_short_presses_count_and_repeats_do_not(self):
        self.live("drive(), caught()", catch="key Space")
        self.browser.keys("w")
        self.browser.wait_for("return session.sent.length > 0")
        self.browser.run("for (let i = 0; i < 5; ++i) document.body.dispatchEvent(new KeyboardEvent('keydown', {code: 'Space', key: ' ', repeat: true, bubbles: true}))")
        self.ticks()
        self.assertEqual(self.browser.run("return session.fired"), [])
        self.browser.hold(" ")
        self.browser.wait_for("return session.fired.length")
        self.ticks()
        self.assertEqual(self.browser.run("return session.fired.length"), 1)
        self.browser.let_go()

    def test_keys_in_texts_do_not_drive(self):
        self.live("drive(), say()")
        self.browser.run("document.getElementById('text-say').focus()")
        self.browser.keys("w", "a")
        self.browser.keys("Enter")
        self.browser.wait_for("return session.said.length")
        self.assertEqual(self.browser.run("return [session.said, session.sent]"), [[["say", "wa"]], []])

    def test_devices_rest_when_the_page_loses_focus_or_is_hidden(self):
        self.live("drive()")
        for leave in ("window.dispatchEvent(new Event('blur'))",
                      # As the page does when it is hidden.
                      "Object.defineProperty(document, 'hidden', {value: true, configurable: true}); controls.rest(); document.dispatchEvent(new Event('visibilitychange'));"
                      "Object.defineProperty(document, 'hidden', {value: false, configurable: true})"):
            self.browser.hold("w")
            self.await_sent("drive", FULL)
            self.browser.run(leave)
            self.await_sent("drive", [0, 0])
            self.ticks()
            self.await_sent("drive", [0, 0])
            self.browser.let_go()

    def test_a_stop_resets_devices(self):
        """A device that holds a value forgets it at a stop; a stick that is still held acts again after the release."""
        self.browser.run("window.pads = [pad([0, -1, 0, 0])]")
        stop = "session.state = 'stopped'; session.sent = []; session.objects.get('drive').values = [0, 0]"
        for device, begin, after in (("sliders", "document.getElementById('slider-drive-forward').value = 0.8; document.getElementById('slider-drive-forward').dispatchEvent(new Event('input', {bubbles: true}))", [0, 0]),
                                     ("step buttons", "for (let i = 0; i < 10; ++i) document.querySelector('.steps button:last-of-type').click()", [0, 0]),
                                     ("script", "rctp.device('drive', [0.8, 0])", [0, 0]),
                                     ("pad", "controls.row('drive').device.pad.move(0, 1)", [0, 0]),
                                     ("gamepad 1 left stick", "", FULL)):
            with self.subTest(device=device):
                self.live("drive()", drive=device)
                self.browser.run(begin)
                self.await_sent("drive", FULL)
                self.browser.run(stop)
                self.browser.wait_for("return controls.state === 'stopped'")
                self.ticks()
                self.browser.run("session.state = 'live'")
                self.ticks(8)
                sent = [values for _, values in self.browser.run("return session.sent")]
                self.assertEqual(sent[-1] if sent else [0, 0], after)

    def test_invalid_values_of_gamepads_are_ignored(self):
        self.browser.run("window.pads = [pad([0, -1, 0, 0])]")
        self.live("drive()", drive="gamepad 1 left stick")
        self.await_sent("drive", FULL)
        self.browser.run("pads[0] = pad([NaN, Infinity, undefined, 'x'])")
        self.await_sent("drive", [0, 0])
        self.browser.run("pads[0] = pad([0, -1e308, 0, 0])")
        self.await_sent("drive", FULL)
        self.browser.run("pads[0] = null")
        self.await_sent("drive", [0, 0])
        self.await_note("drive", "Gamepad 1 is unplugged")
        self.browser.run("pads[0] = pad([0, -1, 0, 0])")
        self.await_sent("drive", FULL)
        self.assertEqual(self.browser.run("return note('drive')"), "")

    def test_a_gamepad_rumbles_on_contact(self):
        self.browser.run("window.pads = [pad([0, 0, 0, 0])]")
        self.live("touch()", touch="gamepad 1 rumble")
        self.browser.run("window.rumbled = 0; controls.show('touch', [0])")
        self.ticks()
        self.assertEqual(self.browser.run("return window.rumbled"), 0)
        self.browser.run("controls.show('touch', [1])")
        # While the robot is touched.
        self.browser.wait_for("return window.rumbled >= 2")
        self.browser.run("controls.show('touch', [0])")

    def test_a_phone_drives_only_while_it_is_touched(self):
        """A phone drives only while a finger holds the button, relative to its attitude at the first touch."""
        self.browser.run("Object.defineProperty(TiltDevice, 'isPhone', {get: () => true}); window.tilt = (beta, gamma) => "
                         "window.dispatchEvent(new DeviceOrientationEvent('deviceorientation', {beta, gamma, alpha: 0}))")
        self.open("drive()", drive="tilt")
        self.assertEqual(self.browser.run("open([drive()]); return controls.row('drive').device.name"), "pad")
        self.live("drive()", drive="tilt")
        hold = "document.querySelector('button.hold').dispatchEvent(new PointerEvent('%s', {pointerId: 1, bubbles: true}))"
        self.browser.run("HTMLElement.prototype.setPointerCapture = () => {}; tilt(40, 0); tilt(10, 20)")
        self.ticks()
        self.assertEqual(self.browser.run("return session.sent"), [])
        self.browser.run(hold % "pointerdown" + "; tilt(-30, 20)")
        self.await_sent("drive", FULL)
        self.browser.run("tilt(10, -25); tilt(null, null)")
        self.await_sent("drive", [0, 2])
        self.browser.run(hold % "pointerup")
        self.await_sent("drive", [0, 0])

    def test_sliders_have_finite_limits(self):
        """The limits of a beam reach to 3.4e38: a slider with them would be useless."""
        self.live("object('beam', 'control', {trigger: true, parameters: [parameter('x', -52.5, 52.5), parameter('z', -3.4e38, 3.4e38)]}), "
                  "object('six', 'control', {parameters: Array.from({length: 6}, (_, i) => parameter('p' + i, -Infinity, Infinity))})")
        ranges = self.browser.run("return ['beam-x', 'beam-z', 'six-p5'].map((id) => { const s = document.getElementById('slider-' + id); return [Number(s.min), Number(s.max)]; })")
        self.assertEqual(ranges, [[-52.5, 52.5], [-100, 100], [-100, 100]])
        self.browser.run("press('trigger-beam')")
        self.browser.wait_for("return session.fired.length")
        self.assertEqual(self.browser.run("return session.fired"), [["beam", [0, 0]]])

    def test_triggers_send_one_act_each(self):
        self.browser.run("window.pads = [pad([0, 0, 0, 0])]")
        self.live("kick(), caught()", kick="gamepad 1 button A", catch="script")
        self.browser.run("const power = document.getElementById('slider-kick-power'); power.value = 80; power.dispatchEvent(new Event('input', {bubbles: true}));"
                         "pads[0] = pad([0, 0, 0, 0], [1])")
        self.browser.wait_for("return session.fired.length")
        self.browser.run("rctp.device('catch', []); rctp.device('catch', [])")
        self.browser.wait_for("return session.fired.length > 2")
        self.assertEqual(self.browser.run("return session.fired"), [["kick", [0, 80]], ["catch", []], ["catch", []]])


    def test_arrow_keys_work_while_a_pad_is_dragged(self):
        """Arrow keys move the head, although the pad has the focus."""
        self.live("drive(), head()", drive="pad", head="keys arrows")
        x, y, width, height = self.browser.run("const pad = document.querySelector('.pad'); pad.style.width = pad.style.height = '150px';"
                                               "const b = pad.getBoundingClientRect(); return [b.x, b.y, b.width, b.height]")
        self.browser.pointer(("move", x + width / 2, y + height / 2), ("down",), ("move", x + width / 2, y))
        self.await_sent("drive", FULL)
        self.browser.hold("Left")
        self.browser.wait_for("return last('head')?.[0] > 20")
        self.await_sent("drive", FULL)
        self.browser.let_go()
        self.await_sent("drive", [0, 0])


class Virtual(Case):
    def test_scripts_set_values_within_limits(self):
        self.live("drive()", drive="script")
        self.browser.run("rctp.device('drive', [0.3, -1])")
        self.await_sent("drive", [0.3, -1])
        self.browser.run("rctp.device('drive', [5, -9])")
        self.await_sent("drive", [0.8, -2])
        self.browser.run("rctp.device('drive', null)")
        self.await_sent("drive", [0, 0])
        for wrong in ("[NaN, 1]", "['a']", "[[1]]", "{axes: 'x'}"):
            self.assertIn("finite", self.browser.run(f"try {{ rctp.device('drive', {wrong}); return ''; }} catch (error) {{ return error.message; }}"))
        self.browser.run("rctp.device('drive', [1])")
        self.await_note("drive", "gives 1 values; drive has 2")

    def test_scripts_may_define_devices(self):
        self.open("drive(), head()")
        self.browser.run("rctp.device('glove', {axes: [0, 1]})")
        self.assertIn("glove", self.browser.run("return options('head')"))
        self.browser.run("choose('drive', 'glove')")
        self.assertIn("drive", self.browser.run("choose('head', 'glove'); return note('head')"))

    def test_a_vehicle_drives_to_a_place(self):
        """A vehicle drives to the place, and does not return when it is pushed away afterwards."""
        self.live("drive()", drive="go there")
        self.assertFalse(self.browser.run("controls.state = 'x'; return controls.goTo([1, 1, 0])"))
        self.browser.wait_for("return controls.state === 'live'")
        self.browser.run("""window.model = setInterval(() => {
          const [forward, turn] = last('drive') || [0, 0];
          place.heading += turn * 0.02; place.x += forward * Math.cos(place.heading) * 0.02; place.y += forward * Math.sin(place.heading) * 0.02;
        }, 5); controls.goTo([-1, 1, 0]);""")
        self.browser.wait_for("return Math.hypot(place.x + 1, place.y - 1) < 0.07 && last('drive').every((value) => value === 0)")
        self.browser.run("window.count = session.sent.length; place.x += 1")
        self.ticks(8)
        self.await_sent("drive", [0, 0])
        self.browser.run("controls.goTo([0, 0, 0])")
        self.browser.wait_for("return Math.hypot(place.x, place.y) < 0.07")
        self.browser.run("controls.goTo([2, 2, 0]); session.state = 'stopped'")
        self.browser.wait_for("return controls.state === 'stopped' && controls.destination === null")
        self.browser.run("clearInterval(model)")

    def test_the_measuring_arm_sets_joint_angles(self):
        self.live("arm()", arm="measuring arm")
        self.ticks()
        self.assertEqual(self.browser.run("return session.sent"), [])
        box = self.browser.run("const b = document.querySelector('svg.measuring-arm').getBoundingClientRect(); return [b.x, b.y, b.width, b.height]")
        x, y, width, height = box
        # Straight up at full length, then half of it forwards.
        reach = 72 / 160 * min(width, height)
        self.browser.pointer(("move", x + width / 2, y + height / 2 - reach - 5), ("down",), ("up",))
        self.browser.wait_for("const at = last('arm'); return at && Math.abs(at[0]) < 0.02 && Math.abs(at[1] - 0.6) < 0.02")
        self.browser.pointer(("move", x + width / 2 + reach / 2, y + height / 2), ("down",), ("up",))
        self.browser.wait_for("const at = last('arm'); return Math.abs(at[0] - 0.3) < 0.02 && Math.abs(at[1]) < 0.02")
        self.assertLess(self.browser.run("return controls.row('arm').device.angles[1]"), -90)

    def test_recordings_are_played(self):
        self.open("drive(), kick()", drive="recording")
        self.await_note("drive", "No movement of drive has been recorded")
        self.live("drive(), kick()", drive="script", kick="script")
        for values in ([0.5, 0], [0.5, 1], [0, 0]):
            self.browser.run("rctp.device('drive', arguments[0])", values)
            self.await_sent("drive", values)
            # Longer than the interval of readings: otherwise two values may become one when they are played.
            self.ticks(10)
        self.browser.run("rctp.device('kick', [10, 90]); rctp.device('kick', [20, 80])")
        self.browser.wait_for("return session.fired.length === 2")
        self.browser.run("session.state = 'idle'")
        self.browser.wait_for("return controls.state === 'idle'")
        self.browser.run("session.sent = []; session.fired = []; choose('drive', 'recording'); choose('kick', 'recording')")
        self.go_live()
        self.browser.wait_for("return session.fired.length === 2")
        self.assertEqual(self.browser.run("return session.fired"), [["kick", [10, 90]], ["kick", [20, 80]]])
        played = [values for _, values in self.browser.run("return session.sent")]
        self.assertEqual([values for i, values in enumerate(played) if not i or values != played[i - 1]], [[0.5, 0], [0.5, 1], [0, 0]])
        # The browser keeps the recording for the next visit; stored data may have been changed by others.
        self.browser.run("session.state = 'idle'")
        self.browser.wait_for("return controls.state === 'idle'")
        for kept, offered in (("kept", True), ("'{\"seconds\": 1, \"objects\": {\"drive\": [{\"at\": 0}]}}'", False), ("'{'", False), ("'[]'", False)):
            self.browser.run("const key = 'rctp recording of robot', kept = window.keptBefore ||= localStorage.getItem(key); controls.close();"
                             f"localStorage.setItem(key, {kept}); window.controls = new Controls([drive()], {{robot: 'robot', pose: () => null}})")
            self.assertEqual(self.browser.run("return !controls.row('drive').devices.find((device) => device.name === 'recording').problem"), offered, kept)


class Translators(Case):
    def offered(self, name, device="gamepad 1 left stick"):
        self.browser.run("window.pads = [pad([0, 0, 0, 0])]")
        self.open(f"drive({{translators: ['/translators/{name}.js', '/translators/stick.js']}}), head()", drive=device)
        self.browser.run("const select = document.querySelector('#object-drive select.translator'); select.value = '/translators/' + arguments[0] + '.js'", name)
        self.go_live()

    def test_an_offered_translator_is_used(self):
        self.offered("half")
        self.browser.run("pads[0] = pad([0, -1, 0, 0])")
        self.await_sent("drive", [0.4, 0])

    def test_translators_are_loaded_only_when_chosen(self):
        requested.clear()
        self.browser.run("open([drive({translators: ['/translators/half.js']})])")
        self.go_live()
        self.browser.hold("w")
        self.await_sent("drive", FULL)
        self.browser.let_go()
        self.assertIn("/translators/keys.js", requested)
        self.assertNotIn("/translators/half.js", requested)

    def test_malicious_translators_are_ended(self):
        """Malicious translators are ended with a line each; their object rests, and the page and other objects work."""
        for name, line in (("throws", "no idea"), ("hangs", "did not answer"), ("nan", "has not given 2 numbers"), ("short", "has not given 2 numbers"),
                           ("other", "is for place, not for forward-turn"), ("broken", "has failed"), ("missing", "has failed"), ("markup", "<img src=x"),
                           ("talks", "an answer without a question")):
            with self.subTest(translator=name):
                self.offered(name)
                self.await_note("drive", line)
                self.browser.run("pads[0] = pad([0, -1, 0, 0])")
                self.browser.hold("Up")
                self.browser.wait_for("return last('head')")
                self.browser.let_go()
                self.assertIn(self.browser.run("return last('drive')"), (None, [0, 0]))
                self.assertFalse(self.browser.run("return window.bad || document.querySelector('#object-drive img')"))

    def test_a_translator_that_hangs_is_ended(self):
        self.offered("hangs_later")
        self.await_sent("drive", [0.5, 0])
        self.browser.run("pads[0] = pad([0, -1, 0, 0])")
        self.await_note("drive", "did not answer within 2 s")
        self.await_sent("drive", [0, 0])

    def test_translators_cannot_use_the_network(self):
        requested.clear()
        self.offered("spy")
        self.ticks(20)
        self.browser.run("pads[0] = pad([0, -1, 0, 0])")
        self.await_sent("drive", [0.25, 0])
        self.assertNotIn("/got", requested)

    def test_translators_of_other_servers_are_refused(self):
        self.browser.run("open([drive({translators: ['http://127.0.0.2:1/x.js']})]); document.querySelector('select.translator').value = 'http://127.0.0.2:1/x.js'")
        self.go_live()
        self.await_note("drive", "is on another server")

    def test_the_translator_of_the_guide_works(self):
        """The translator of docs/systems/teleoperation.md, in twenty lines."""
        MODULES["/translators/guide.js"] = block(os.path.join(ROOT, "docs/systems/teleoperation.md"), "js one_hand.js")
        self.assertLessEqual(MODULES["/translators/guide.js"].count("\n"), 20)
        self.offered("guide")
        self.browser.run("pads[0] = pad([0, -1, 0, 0])")
        self.await_sent("drive", FULL)
        self.browser.run("pads[0] = pad([-1, -1, 0, 0])")
        self.browser.wait_for("const [forward, turn] = last('drive'); return forward > 0.3 && forward < 0.5 && turn === 2")
        self.browser.run("pads[0] = pad([0, 0, 0, 0])")
        self.await_sent("drive", [0, 0])


if __name__ == "__main__":
    if lack := webdriver.missing():
        print(f"skipped: there is no {lack}")
        sys.exit(77)
    ROOT = os.path.abspath(sys.argv[1])
    run_tests(sys.argv[2:])
