#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""An operator plays soccer together with agents, on the page of a player in a browser. The match and its log show the results.

    soccer_page.py SERVER [TEST ...]

The match runs at a third of real time, so that a busy machine still plays well.
"""

import math
import os
import re
import socket
import struct
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))

from programs import STRICTLY, TIMEOUT, Program, remove_folder, wait_for_answer, wait_until  # noqa: E402
from skipping import run_tests  # noqa: E402
from webdriver import Browser, missing  # noqa: E402

SERVER = os.path.abspath(sys.argv[1])
WORLD = "rctp.page.world"
SPACE, GRAB = " ", "g"
NO_NOISE = ["--Soccer.KickThetaSigma", "0", "--Soccer.KickPowerSigma", "0", "--Soccer.KickPhiSigmaEnd", "0", "--Soccer.KickPhiSigmaMid", "0"]


class Match(Program):
    """A match with operated players, in its own folder."""

    def __init__(self, *options, operated="foo:11", teams=("foo:1", "bar:2")):
        self.folder = tempfile.mkdtemp(prefix="soccer_page.")
        teams = [word for team in teams for word in ("--team", team)]
        super().__init__([SERVER, *STRICTLY, "--seed", "4", "--monitor_port", "0", "--rctp_port", "0", "--speed", "0.35", "--Rctp.Silence", "5",
                          "--Soccer.Operated", operated, "--Soccer.UseOffside", "false", *teams, *options], self.folder)  # fmt: skip
        self.rctp = self.port(r"rctp port (\d+)")
        self.trainer = socket.create_connection(("127.0.0.1", self.port(r"monitor port (\d+)")), timeout=TIMEOUT)
        self.trainer.setblocking(False)

    def close(self):
        self.trainer.close()
        super().close()
        remove_folder(self.folder)

    def train(self, *commands):
        text = b"W" + " ".join(commands).encode()
        try:  # No other client reads messages to this address.
            while self.trainer.recv(1 << 20):
                pass
        except BlockingIOError:
            pass
        self.trainer.sendall(struct.pack(">I", len(text)) + text)

    def file(self, name):
        with open(os.path.join(self.folder, "Logfiles", name), encoding="utf-8") as file:
            return file.read()


class Player(Browser):
    """The page of a player in session."""

    def __init__(self, match, robot="foo_11", sits=True):
        super().__init__(900, 640, draws=True)
        self.match, self.robot = match, robot
        address = f"http://127.0.0.1:{match.rctp}/{robot}"
        wait_for_answer(f"{address}.x3d")
        self.open(f"{address}/")
        self.wait_for("return window.rctp && rctp.page && !!rctp.page.world && !!rctp.page.world.side", what="a page that knows the game")
        if sits:
            self.sit()

    def sit(self):
        self.run("document.querySelector('#set').click()")
        self.wait_for("return document.querySelector('#state').textContent === 'live'", what="a session")

    def hold(self, *keys):
        self._act("keyDown", keys)

    def let_go(self, *keys):
        self._act("keyUp", keys)

    def _act(self, kind, keys):
        actions = [{"type": kind, "value": key} for key in keys]
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def place(self, name):
        return self.run("return rctp.page.model.latest(arguments[0]).place", name)

    def message(self):
        return self.run("const e = document.querySelector('.soccer-message'); return e.hidden ? '' : e.textContent")

    def put(self, me, ball, *more):
        """Places player and ball at rest, and waits until the page shows it."""
        number = self.robot.split("_")[1]
        at = f"(agent (team Left)(unum {number})(pos {me[0]} {me[1]} 0.22)(vel 0 0 0))(ball (pos {ball[0]} {ball[1]} 0.111)(vel 0 0 0))"
        self.match.train("(playMode PlayOn)", at, *more)
        # The page takes the move for a speed at first, with which it predicts that the ball is out of reach.
        self.wait_for(f"const p = {WORLD}.places(); if (!p) return false;"
                      "const [[x, y], [u, v]] = [p.ball, p.me], isAtRest = Math.hypot(...p.speed) < 0.05 && Math.hypot(...p.ballSpeed) < 0.05;"
                      "return isAtRest && Math.hypot(x - arguments[0][0], y - arguments[0][1]) < 0.05 && Math.hypot(u - arguments[1][0], v - arguments[1][1]) < 0.1",
                      ball, me, what="a player at rest at its place")  # fmt: skip


def kicks_of(match, robot):
    """Angle and power of the operator's kicks."""
    return [(float(a), float(p)) for a, p in re.findall(r"act kick (\S+) (\S+)", match.file(f"operator-{robot}.log"))]


@unittest.skipIf(missing(), f"there is no {missing()}")
class Page(unittest.TestCase):
    def test_a_run_to_the_ball_a_kick_and_a_goal(self):
        with Match(*NO_NOISE) as match, Player(match) as player:
            length = player.run(f"return {WORLD}.notes.game.length")
            goal = length / 2
            ball = (goal - 9.5, 0)
            others = [f"(agent (team Right)(unum {number})(pos 0 {10 + 3 * number} 0.22))" for number in (1, 2)]
            player.put((goal - 12.5, 0.4), ball, *others)
            distance = "const p = %s.places(); return Math.hypot(...vec.sub(p.ball, p.me)) < arguments[0]" % WORLD
            # The view is turned to the ball, so W drives there.
            player.hold("w")
            player.wait_for(distance, 1.6, what="a player near the ball")
            player.let_go("w")
            # A busy machine steers late, so the trainer places both at rest: the kick does not depend on the end of the run.
            player.put(player.run(f"return standPlace({WORLD}.notes.game, {WORLD}.kick.margin, [...arguments[0], 0], {WORLD}.target())", ball), ball)
            player.wait_for(f"const w = {WORLD}; return w.isInReach(w.places())", what="a player behind the ball")
            player.hold(SPACE)
            player.wait_for(f"return {WORLD}.power > 70", what="the kick power to build up")
            player.let_go(SPACE)
            wait_until(lambda: kicks_of(match, "foo_11"), "a kick")
            player.wait_for(f"return {WORLD}.notes.score[0] === 1", what="the score on the page")
            self.assertEqual(player.run("return document.querySelector('.soccer-board .score').textContent"), "1 : 0")
            self.assertGreater(kicks_of(match, "foo_11")[0][1], 50, "a key that was held long did not kick hard")
            wait_until(lambda: "(score_left 1)" in match.file("monitor.log"), "the score in the log")
            self.assertEqual(player.complaints(), [])

    def test_the_drawn_line_is_the_path_of_the_ball(self):
        with Match(*NO_NOISE, "--Spades.MonitorInterval", "1", teams=("none",)) as match, Player(match) as player:
            for presses, hold in [("", 0.35), ("eee", 0.8), ("eee", 1.5)]:
                for key in presses:
                    player.keys(key)
                player.put((-20, 3), (-19.67, 3.1))
                before = len(kicks_of(match, "foo_11"))
                player.hold(SPACE)
                time.sleep(hold)
                player.let_go(SPACE)
                wait_until(lambda: len(kicks_of(match, "foo_11")) > before, "a kick")  # noqa: B023
                angle, power = kicks_of(match, "foo_11")[-1]
                self.assertEqual(angle, player.run(f"return {WORLD}.angle"))
                flight = player.run(f"const n = {WORLD}.notes, f = kickFlight(n.ball, {WORLD}.kick, [-19.67, 3.1, 0.111], Math.atan2(0.1, 0.33), "
                                    "arguments[0], arguments[1]); return [f.points[f.landing], Math.max(...f.points.map((p) => p[2]))]", angle, power)  # fmt: skip
                landing, top = wait_until(lambda: last_flight(match, (-19.67, 3.1)), "a landing")
                self.assertLess(math.dist(landing[:2], flight[0][:2]), 0.25, f"{landing} is not where {angle} {power} was shown to land: {flight}")
                self.assertAlmostEqual(top, flight[1], delta=0.1)

    def test_texts_and_beams_are_sent_and_impossible_actions_reported(self):
        with Match(operated="foo:1 bar:2", teams=("none",)) as match, Player(match, "bar_2") as player:
            self.assertEqual(player.run(f"return {WORLD}.side"), "right")
            player.keys("b")
            self.assertIn("Click", wait_until(player.message))
            player.run("document.querySelector('#cameras button[value=map], #views button[value=map]').click()")
            player.wait_for(f"return rctp.page.stage.view.last && rctp.page.stage.view.last.flat")
            spot = player.run("const v = rctp.page.stage, m = matrixOf(v.view.last, v.canvas.width / v.canvas.height), p = projected(m, [12, 6, 0]),"
                              "b = v.canvas.getBoundingClientRect(); return [b.left + (p[0] + 1) / 2 * b.width, b.top + (1 - p[1]) / 2 * b.height]")  # fmt: skip
            player.pointer(("move", *spot), ("down",), ("up",))
            player.wait_for(f"return !!{WORLD}.mark", what="a mark")
            player.keys("b")
            wait_until(lambda: re.search(r"act beam -1[12]\.\S* -[56]\.", match.file("operator-bar_2.log")), "a beam in the player's own frame")
            player.wait_for("const [x, y] = rctp.page.model.latest('bar_2').place; return Math.hypot(x - 12, y - 6) < 0.4", what="the beamed player")

            player.keys(SPACE)
            wait_until(lambda: "out of reach" in player.message(), "the message about the kick")
            self.assertEqual(kicks_of(match, "bar_2"), [])
            player.keys("g")
            wait_until(lambda: "number 1" in player.message(), "the message about the catch")

            player.keys("t", *"pass (me", "Enter")
            wait_until(lambda: "without brackets" in player.message(), "the message about the text")
            player.run("document.activeElement.value = ''")
            player.keys(*"pass to me", "Enter")
            player.wait_for("return document.querySelector('.soccer-talk ol').textContent.includes('you pass_to_me')", what="its own words")
            wait_until(lambda: 'act say "pass_to_me"' in match.file("operator-bar_2.log"), "the words in the log")

    def test_a_key_has_one_meaning(self):
        """The devices of the page, those of the game, and keys that belong to no device."""
        with Match(teams=("none",)) as match, Player(match, sits=False) as player:
            def choose(name, device):
                player.run("const s = document.querySelector(`#object-${arguments[0]} select.device`); s.value = arguments[1]; s.dispatchEvent(new Event('change'))", name, device)
                return player.run("const row = rctp.page.controls.row(arguments[0]); return [row.device.name, row.line.textContent]", name)

            line = "return rctp.page.controls.row(arguments[0]).keyLine.textContent"
            self.assertEqual(player.run(line, "drive").split(), "W up S down A left D right".split())
            refusal = "A key serves one object at a time: choose another device there first."
            self.assertEqual(choose("beam", "key Space"), ["key B, to the mark", f"Space is already used for kick, by key Space, held: harder. {refusal}"])
            device, why = choose("head", "keys W A S D")
            self.assertEqual((device, why), ("the view", f"D is already used for drive, by W A S D as seen. {refusal}"))
            self.assertEqual(choose("head", "keys I J K L"), ["keys I J K L", ""])
            self.assertIn("While you operate, the page itself does not use L (view follows the ball).", player.run(line, "head"))
            player.sit()
            pan = "return rctp.page.session.objects.get('head').values[0]"
            self.assertEqual(player.run(pan), 0)
            follows = f"return {WORLD}.camera.followsBall"
            self.assertTrue(player.run(follows))
            player.hold("l")
            player.wait_for(f"{pan} < -10", what="a head that is turned to the right")
            player.let_go("l")
            self.assertTrue(player.run(follows), "the key also moves something other than the head")
            player.keys("x", "c")
            player.wait_for("return rctp.page.stage.view.name !== 'player'", what="the next view")
            self.assertEqual(player.complaints(), [])

    def test_a_gamepad_drives_and_kicks(self):
        with Match(teams=("none",)) as match, Player(match, sits=False) as player:
            player.run("""
                const pad = window.pad = {index: 0, id: "pad", connected: true, mapping: "standard", axes: [0, 0, 0, 0], timestamp: 1,
                                          buttons: Array.from({length: 17}, () => ({pressed: false, value: 0}))};
                navigator.getGamepads = () => [pad, null, null, null];
                for (const [object, device] of [["drive", "left stick as seen"], ["kick", "gamepad A, held: harder"]]) {
                  const list = document.querySelector(`#object-${object} select.device`);
                  list.value = device;
                  list.dispatchEvent(new Event("change"));
                }""")
            player.sit()
            player.put((10, 0), (10.35, 0))
            # The view turns to the ball, so up is along x.
            player.run("pad.buttons[0].pressed = true")
            time.sleep(0.5)
            player.run("pad.buttons[0].pressed = false")
            wait_until(lambda: kicks_of(match, "foo_11"), "a kick")
            # A view turned by the user stays: it looks to the right of the ball's path, and the stick drives in its direction.
            player.run(f"{WORLD}.camera.turn(-Math.PI / 2 - {WORLD}.camera.yaw, 0); pad.axes[1] = -1")
            wait_until(lambda: re.search(r"act drive -?[01] -(100|99) 0", match.file("operator-foo_11.log")), "a player that goes where the stick points")
            player.run("pad.axes[1] = 0")
            wait_until(lambda: re.search(r"act drive -?0 -?0 0\s*$", match.file("operator-foo_11.log")), "a player at rest")

    def test_the_player_goes_behind_the_ball_and_the_goalkeeper_catches(self):
        with Match(operated="foo:1", teams=("none",)) as match, Player(match, "foo_1") as player:
            goal = player.run(f"return {WORLD}.notes.game.length") / 2
            # The player goes from the wrong side of the ball around it, to a place from which a kick goes to the opponents' goal.
            player.put((2.5, 0.3), (1, 0))
            player.hold("f")
            stand = f"standPlace({WORLD}.notes.game, {WORLD}.kick.margin, rctp.page.model.latest('Ball').place, {WORLD}.target())"
            player.wait_for(f"return Math.hypot(...vec.sub(rctp.page.model.latest('foo_1').place, {stand})) < 0.12", what="a player behind the ball")
            player.let_go("f")
            self.assertLess(math.dist(player.place("Ball")[:2], (1, 0)), 0.3)

            player.put((-goal + 3, 0), (-goal + 3.6, 0.5))
            player.keys(GRAB)
            player.wait_for("const [x, y] = rctp.page.model.latest('Ball').place, [u, v] = rctp.page.model.latest('foo_1').place;"
                            "return Math.abs(x - u - 0.401) < 0.02 && Math.abs(y - v) < 0.02", what="the ball in front of the goalkeeper")  # fmt: skip
            wait_until(lambda: "act catch" in match.file("operator-foo_1.log"), "the catch in the log")


def last_flight(match, start):
    """The place at which the ball first touched the ground after its flight from `start`, and its greatest height; a false value before that."""
    flew, top, lay, landing = False, 0.0, False, None
    for found in re.finditer(r"\(B \(pos (\S+) (\S+) ([^ )]+)\)", match.file("monitor.log")):
        place = [float(word) for word in found.groups()]
        if math.dist(place[:2], start) < 0.005:
            flew, top, lay, landing = False, 0.0, True, None
        top = max(top, place[2])
        flew = flew or place[2] > 0.15
        if lay and flew and not landing and place[2] < 0.125:
            landing = place
    return lay and landing and (landing, top)


if __name__ == "__main__":
    run_tests(sys.argv[2:], side_by_side=1)
