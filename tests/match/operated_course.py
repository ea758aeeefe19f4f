#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The obstacle run from the operator's page: a device for the drive and one for the head move at the same time, and the rover touches nothing.

    operated_course.py SERVER                 three runs, in which each device is used
    operated_course.py SERVER all             nine runs: three devices for the drive times three for the head
    operated_course.py SERVER DRIVE HEAD      one run
"""

import heapq
import itertools
import math
import os
import re
import sys
import time
import urllib.request
import xml.etree.ElementTree

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))

import webdriver  # noqa: E402
from programs import STRICTLY, TIMEOUT, Program, TemporaryFolder, check, wait_for_answer  # noqa: E402
from webdriver import NO_CAMERA_PICTURE, Browser  # noqa: E402

SERVER = os.path.abspath(sys.argv[1])
DRIVES = ("gamepad 1 left stick", "keys W A S D", "pad")
HEADS = ("gamepad 1 right stick", "keys arrows", "sliders")
START, TARGET = (-2.0, -2.0), (2.0, 2.0)
RUN_LIMIT = 250.0  # seconds for one course, on a busy machine
BLIND_WAY, FULL_SPEED, REACTION = 0.1, 0.8, 0.1  # metres that it may drive until its position is known; m/s; seconds until the rover obeys

# Metres. The path is planned on a grid for the centre of the rover, whose parts are within 0.25 m of it.
CELL, ROVER, SLACK, FLOOR = 0.05, 0.25, 0.1, 2.5
NEAR = 0.4  # distance below which a path past an obstacle or a wall counts as longer than it is
AHEAD = 0.25  # distance to the point on the path that it heads for
TAP = 0.25  # maximum seconds for which a key is pressed: about 0.1 m, or 0.3 rad
SWEEP = 0.9  # minimum seconds for which the head turns to one side

GAMEPAD = """const pad = window.pad = {axes: [0, 0, 0, 0], buttons: Array.from({length: 17}, () => ({value: 0})), connected: true, mapping: "standard"};
Object.defineProperty(navigator, "getGamepads", {value: () => [pad]});
// A finger on the pad, which no browser knows of: chromedriver loses the capture of its own mouse between two calls.
const FINGER = 99, capture = Element.prototype.setPointerCapture;
Element.prototype.setPointerCapture = function (id) { if (id !== FINGER) capture.call(this, id); };
window.touchPad = (kind, x, y) => {
  const element = document.querySelector("#object-drive .pad"), box = element.getBoundingClientRect();
  const way = (at, from, length) => from + length / 2 + at * (length / 2 - 24);
  element.dispatchEvent(new PointerEvent("pointer" + kind, {pointerId: FINGER, pointerType: "touch", isPrimary: true, bubbles: true, cancelable: true,
    clientX: way(x, box.x, box.width), clientY: way(-y, box.y, box.height)}));
};"""
CHOOSE = """const select = document.querySelector(`#object-${arguments[0]} select.device`);
select.value = arguments[1]; select.dispatchEvent(new Event("change")); return select.value;"""
# The pose of the rover in the world (m, radians), and the places of the obstacles.
SEEN = """const model = window.rctp && rctp.model, at = model && model.rover, judge = document.querySelector("#text-judge li");
if (!at) return null;
const shown = ["state", "message", "value-drive-forward", "value-drive-turn"].map((id) => (document.getElementById(id) || {}).textContent);
const [x, y, z, angle] = at.rotation, c = Math.cos(angle), s = Math.sin(angle);
const place = ({translation}) => [translation[0], -translation[2]];
const head = rctp.page.session.objects.get("head");
return {head: head ? head.values[0] : 0, rover: [...place(at), Math.atan2(-(z * x * (1 - c) - y * s), x * x * (1 - c) + c)], shown, judge: judge ? judge.textContent : "",
  obstacles: Object.fromEntries(Object.keys(model).filter((name) => name.startsWith("obstacle_")).map((name) => [name, place(model[name])]))};"""
# Moves everything that needs no pointer, and then reads the state.
MOVED = """const [axes, pan, touch] = arguments;
if (touch) touchPad(...touch);
axes.forEach((axis, i) => { pad.axes[i] = axis; });
const slider = document.getElementById("slider-head-pan");
if (slider && pan !== null) { slider.value = pan < 0 ? slider.min : slider.max; slider.dispatchEvent(new Event("input", {bubbles: true})); }
""" + SEEN


def angle_between(one, other):
    return math.remainder(one - other, 2 * math.pi)


def radii_of(server):
    """name → radius of the circle around it, from the description."""
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port_number}/rover.x3d", timeout=TIMEOUT) as answer:
        tree = xml.etree.ElementTree.fromstring(answer.read())
    found = {}
    for node in tree.iter("Transform"):
        if (node.get("DEF") or "").startswith("obstacle_"):
            box, cylinder = next(node.iter("Box"), None), next(node.iter("Cylinder"), None)
            if box is not None:
                size = [float(word) for word in box.get("size").split()]
                found[node.get("DEF")] = math.hypot(size[0], size[2]) / 2
            else:
                found[node.get("DEF")] = float(cylinder.get("radius"))
    check(len(found) == 3, f"obstacles with a shape: {found}")
    return found


def plan(obstacles):
    """A path from start to target that has a distance to the circles (x, y, radius) and the walls."""
    count = round(2 * FLOOR / CELL)

    def cell(place):
        return tuple(round((part + FLOOR) / CELL) for part in place)

    def place(cell):
        return tuple(part * CELL - FLOOR for part in cell)

    def room(cell):
        """The distance between the rover and the nearest thing."""
        x, y = place(cell)
        return min(FLOOR - max(abs(x), abs(y)), *(math.hypot(x - a, y - b) - radius for a, b, radius in obstacles)) - ROVER

    goal, begin = cell(TARGET), cell(START)
    costs, came, open_cells = {begin: 0.0}, {}, [(0.0, begin)]
    while open_cells:
        _, here = heapq.heappop(open_cells)
        if here == goal:
            way = [here]
            while way[-1] != begin:
                way.append(came[way[-1]])
            return [place(each) for each in reversed(way)]
        for step in itertools.product((-1, 0, 1), repeat=2):
            there = (here[0] + step[0], here[1] + step[1])
            if not all(0 <= part <= count for part in there) or (free := room(there)) < SLACK:
                continue
            cost = costs[here] + math.hypot(*step) * (1 + 4 * max(0.0, 1 - free / NEAR))
            if cost < costs.get(there, math.inf):
                costs[there], came[there] = cost, here
                heapq.heappush(open_cells, (cost + math.dist(there, goal), there))
    raise AssertionError(f"no path around {obstacles}")


class Course:
    """The page in a browser, with methods that move its devices."""

    def __init__(self, server, browser):
        self.server, self.browser, self.radii = server, browser, radii_of(server)
        self.held, self.is_down = set(), False

    def seen(self):
        return self.browser.run(SEEN)

    def click(self, name):
        self.browser.run("document.getElementById(arguments[0]).click()", name)

    def await_state(self, state):
        self.browser.wait_for("return document.getElementById('state').textContent === arguments[0]", state, what=f"state {state}")

    def await_judge(self, pattern):
        deadline = time.monotonic() + TIMEOUT
        while not ((seen := self.seen()) and re.search(pattern, seen["judge"])):
            check(time.monotonic() < deadline, f"no {pattern!r} of the judge; its last line is {seen and seen['judge']!r}")
            time.sleep(0.05)
        return seen

    def press_keys(self, held, taps):
        """Holds some keys from now on, and presses others for this number of seconds."""
        actions = [{"type": "keyUp", "value": webdriver.KEYS[key]} for key in self.held - held]
        actions += [{"type": "keyDown", "value": webdriver.KEYS[key]} for key in held - self.held]
        actions += [{"type": "keyDown", "value": key} for key in taps]
        passed = 0.0
        for key, seconds in sorted(taps.items(), key=lambda tap: tap[1]):
            actions += [{"type": "pause", "duration": round(1000 * (seconds - passed))}, {"type": "keyUp", "value": key}]
            passed = seconds
        self.held = held
        if actions:
            self.browser.call("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def move(self, drive, forward, turn, head, pan):
        """Moves both devices at the same time; all values are from -1 to 1, left positive. Returns the state after that."""
        held, taps, axes, touch = set(), {}, [0, 0, 0, 0], None
        if drive.startswith("gamepad"):
            axes[:2] = -turn, -forward
        elif drive.startswith("keys"):
            # A tap moves the rover by a fixed distance, regardless of the delay of the next state; a key that is held longer drives faster.
            taps = {key: TAP * math.sqrt(part) for key, part in (("w", forward), ("a", turn), ("d", -turn)) if part > 0.02}
        else:
            touch = ("move" if self.is_down else "down", -turn, forward)
            self.is_down = True
        if head.startswith("gamepad"):
            axes[2] = -pan
        elif head.startswith("keys"):
            held = {"Left" if pan > 0 else "Right"}
        self.press_keys(held, taps)
        return self.browser.run(MOVED, axes, pan if head == "sliders" else None, touch)

    def let_go(self):
        self.browser.run("pad.axes.fill(0); if (arguments[0]) touchPad('up', 0, 0)", self.is_down)
        self.browser.let_go()
        self.held, self.is_down = set(), False

    def choose(self, drive, head):
        for name, device in (("drive", "not used"), ("head", "not used"), ("drive", drive), ("head", head)):
            self.browser.wait_for(CHOOSE.replace("return select.value", "return select.value === arguments[1]"), name, device, what=f"device {device} for {name}")

    def run(self, drive, head):
        """Drives from start to target with these devices."""
        self.choose(drive, head)
        self.click("set")
        self.await_state("live")
        seen = self.await_judge(r"state ready")
        way = plan([(*seen["obstacles"][name], radius) for name, radius in self.radii.items()])
        began = looked = turned = time.monotonic()
        at, side = 0, 1
        while "state reached" not in seen["judge"]:
            x, y, heading = seen["rover"]
            at = max(at, min(range(at, min(len(way), at + 20)), key=lambda i: math.dist(way[i], (x, y))))
            goal = next((place for place in way[at:] if math.dist(place, (x, y)) >= AHEAD), way[-1])
            aside = angle_between(math.atan2(goal[1] - y, goal[0] - x), heading)
            now = time.monotonic()
            check(now - began < RUN_LIMIT, f"{drive}, {head}: did not arrive within {now - began:.0f} s: {seen}")
            check("collisions 0" in seen["judge"] and seen["shown"][0] == "live", f"{drive}, {head}: {seen}")
            # A driver with late pictures drives slowly: on a busy machine the run takes longer, but still touches nothing.
            slowly = 1.0 if drive.startswith("keys") else min(1.0, BLIND_WAY / (FULL_SPEED * (now - looked + REACTION)))
            looked = now
            # How far held keys turn the head depends on the delay of the next state, so the time alone does not decide.
            if now - turned >= SWEEP and seen["head"] * side > 0:
                side, turned = -side, now
            seen = self.move(drive, slowly * max(0.0, 1 - abs(aside) / 0.4), max(-slowly, min(slowly, 1.2 * aside)), head, side)
        self.let_go()
        check("collisions 0" in seen["judge"], f"{drive}, {head}: {seen}")
        return time.monotonic() - began

    def another(self):
        """Waits for the next course, in which the rover stands at the start and is free."""
        self.click("trigger-again")
        self.await_judge(r"state ready")
        self.click("leave")
        self.await_state("idle")


def steps_of(log):
    """The acts (object, numbers) of each session, in order."""
    sessions = []
    for line in log.splitlines()[1:]:
        _, word, *rest = line.split()
        if word == "connect":
            sessions.append([])
        elif word == "act" and rest[0] in ("drive", "head"):
            sessions[-1].append((rest[0], tuple(map(float, rest[1:]))))
    return sessions


def main():
    if lack := webdriver.missing():
        print(f"skipped: there is no {lack}")
        return 77
    if len(sys.argv) == 4:
        pairs = [tuple(sys.argv[2:])]
    else:
        pairs = list(itertools.product(DRIVES, HEADS)) if sys.argv[2:] == ["all"] else list(zip(DRIVES, HEADS))
    with TemporaryFolder(prefix="operated_course.") as folder:
        options = ("--script", "obstacle_run.rb", "--rctp_port", "0", "--monitor_port", "off", "--logdir", "logs", "--seed", "5")
        with Program([SERVER, *STRICTLY, *options], folder) as server, Browser(1280, 900) as browser:
            server.port_number = server.port(r"rctp port (\d+)")
            browser.run_first(GAMEPAD)
            address = f"http://127.0.0.1:{server.port_number}/rover"
            wait_for_answer(f"{address}.x3d")
            browser.open(f"{address}/")
            browser.wait_for("return document.querySelector('#object-drive select.device')", what="the page")
            course = Course(server, browser)
            for i, (drive, head) in enumerate(pairs):
                print(f"{drive}, {head}: {course.run(drive, head):.1f} s", flush=True)
                course.another()
            complaints = browser.complaints(NO_CAMERA_PICTURE)
            check(not complaints, complaints)
        with open(os.path.join(folder, "logs", "operator-rover.log"), encoding="utf-8") as file:
            sessions = steps_of(file.read())
        check(len(sessions) == len(pairs), f"{len(sessions)} sessions")
        for (drive, head), acts in zip(pairs, sessions):
            speed, looked = (0.0, 0.0), 0
            for name, values in acts:
                if name == "drive":
                    speed = values
                elif any(speed):
                    looked += 1
            check(looked >= 2, f"{drive}, {head}: the head moved {looked} times while the rover drove")
            check(max(values[0] for name, values in acts if name == "drive") > 0.1, f"{drive}: the rover was never driven forward")
            check({math.copysign(1, values[0]) for name, values in acts if name == "head"} == {-1, 1}, f"{head}: the head was not turned to both sides")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except AssertionError as failure:
        print(f"FAILED: {failure}")
        sys.exit(1)
