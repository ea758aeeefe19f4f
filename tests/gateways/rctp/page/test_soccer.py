#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The calculations of the page of a soccer player, in a browser and without a server: test_soccer.py PAGE_FOLDER [TEST …]"""

import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(HERE))))
sys.path.insert(0, os.path.join(ROOT, "tests/support"))

import webdriver  # noqa: E402
from skipping import run_tests  # noqa: E402
from webdriver import Browser  # noqa: E402

FOLDER = None
NOTES = ["step 200", "time 2", "unit metre", "FieldLength 105", "FieldWidth 68", "GoalWidth 7.32", "GoalDepth 2", "GoalHeight 1.6", "PenaltyAreaDepth 16.5",
         "PenaltyAreaMargin 16.5", "BorderSize 10", "FreeKickDistance 9.15", "AgentRadius 0.22", "BallRadius 0.111", "BallMass 0.43", "RuleHalfTime 300",
         "team left <b>foo</b>", "team right bar", "score 2 1", "half 2", "Ball: ball drag 0.3 gravity 9.81", "foo_11: player left 11",
         "foo_11: kick margin 0.07 force 0.7 torque 0.1 steps 10", "AgentAspect3: player right 1", "AgentAspect3: catch margin 0.8"]  # fmt: skip
FIELD = """const game = {agentRadius: 0.22, ballRadius: 0.111}, margin = 0.07;
const note = {name: "Ball", drag: 0.3, gravity: 9.81, mass: 0.43, radius: 0.111}, kick = {margin, force: 0.7, torque: 0.1, steps: 10};
"""


class Soccer(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)
        cls.browser.open("about:blank")
        cls.scripts = ""
        for path in [os.path.join(ROOT, "pages/geometry.js")] + [os.path.join(FOLDER, f"{name}.js") for name in ("soccer_game", "kick_flight", "line_up")]:
            with open(path, encoding="utf-8") as file:
                cls.scripts += file.read()

    def run_page(self, script, *arguments):
        return self.browser.run(self.scripts + FIELD + script, *arguments)

    def notes(self, lines):
        return self.run_page("const n = readSoccerNotes(arguments[0]); return n && {...n, players: [...n.players], kicks: [...n.kicks], catches: [...n.catches]}", lines)

    def changed(self, line):
        """The notes, with one of them changed."""
        return [line if old.split()[0] == line.split()[0] else old for old in NOTES]

    def test_notes_of_a_game_are_read(self):
        notes = self.notes(NOTES)
        self.assertEqual([notes["game"][name] for name in ("length", "width", "goalWidth", "border", "circle", "penaltyDepth", "agentRadius")],
                         [105, 68, 7.32, 10, 9.15, 16.5, 0.22])  # fmt: skip
        self.assertAlmostEqual(notes["game"]["penaltyHalfWidth"], 20.16)
        self.assertEqual((notes["teams"], notes["score"], notes["half"], notes["stepSeconds"]), ({"left": "<b>foo</b>", "right": "bar"}, [2, 1], 2, 0.01))
        self.assertEqual(notes["players"], [["foo_11", {"side": "left", "number": 11}], ["AgentAspect3", {"side": "right", "number": 1}]])
        self.assertEqual(notes["kicks"], [["foo_11", {"margin": 0.07, "force": 0.7, "torque": 0.1, "steps": 10}]])
        self.assertEqual((notes["catches"], notes["ball"]["mass"], notes["ball"]["name"]), ([["AgentAspect3", 0.8]], 0.43, "Ball"))

    def test_invalid_notes_are_no_game(self):
        self.assertIsNone(self.notes([]))
        self.assertIsNone(self.notes(["step 1", "time 0.01", "unit metre", "temperature 12"]))
        for line in ("FieldLength -5", "FieldLength 1e300", "FieldWidth NaN", "AgentRadius 0", "BallMass 0", "GoalWidth", "Ball: nothing"):
            self.assertIsNone(self.notes(self.changed(line)), line)
        # A wrong note does not affect others.
        for line in ("foo_11: kick margin 0.07 force x torque 0.1 steps 10", "foo_11: kick margin 0.07 force 0.7 torque 0.1 steps 1e9"):
            notes = self.notes([line if " kick " in old else old for old in NOTES])
            self.assertEqual((notes["kicks"], len(notes["players"])), ([], 2), line)
        self.assertEqual(len(self.notes([*NOTES, "x: player middle 3", "y: player left -1", "z: player left 1e9"])["players"]), 2)

    def test_game_states_are_read(self):
        state = "return readGameState(arguments[0])"
        self.assertEqual(self.run_page(state, "(GameState (time 12.34) (playmode KickIn_Left))"), {"time": 12.34, "phase": "kickin", "side": "left", "words": "kick-in"})
        self.assertEqual(self.run_page(state, "(GameState (unum 3) (team left) (time 0) (playmode BeforeKickOff))")["words"], "before kick-off")
        self.assertEqual(self.run_page(state, "(GameState (time 1) (playmode goal_kick_right))")["phase"], "goalkick")
        self.assertEqual(self.run_page(state, "(GameState (time 1) (playmode Siesta))")["words"], "Siesta")
        for text in ("", "(GameState (time x) (playmode PlayOn))", "(GameState (time 1))"):
            self.assertIsNone(self.run_page(state, text))
        heard = "return readHeard(arguments[0])"
        self.assertEqual(self.run_page(heard, "(hear 3.2 self hello)"), {"time": 3.2, "direction": None, "words": "hello"})
        self.assertEqual(self.run_page(heard, "(hear 3.2 -34.5 <i>pass</i>)")["words"], "<i>pass</i>")
        for text in ("(hear 3.2 left hello)", "(hear x self hello)", "hello"):
            self.assertIsNone(self.run_page(heard, text))

    def test_flights_of_kicks_are_calculated(self):
        fly = "return kickFlight(note, kick, [1, 2, 0.111], arguments[0], arguments[1], arguments[2])"
        flat = self.run_page(fly, 0, 0, 100)
        self.assertEqual(flat["landing"], -1)
        self.assertTrue(all(abs(y - 2) < 1e-9 and abs(z - 0.111) < 1e-9 for _, y, z in flat["points"]))
        # It rolls: the kick's force and torque give 1 + 0.1 / (2 pi r) of the force to 1.4 times the mass, for 0.1 s; then v = v0 exp(-k t).
        speed = (flat["points"][10][0] - flat["points"][9][0]) / flat["every"]
        self.assertAlmostEqual(speed, 12.39, delta=0.05)
        far = [self.run_page(fly, 0.6, 25, power) for power in (40, 70, 100)]
        lengths = [((at := each["points"][each["landing"]])[0] - 1, at[1] - 2) for each in far]
        self.assertTrue(all(abs(y / x - 0.6841) < 1e-3 for x, y in lengths), "the kick does not go in its direction")
        self.assertEqual(sorted(lengths), lengths)
        self.assertGreater(lengths[2][0], 8)

    def test_speeds_are_calculated_from_reports(self):
        speed = """const motion = new Motion(), [reports, now] = arguments;
            for (const [step, x, at] of reports) motion.note(step ?? NaN, [x, 0, 0], 0.01, at);
            return motion.speed(0.01, now)[0];"""
        rolls = [[100, 1.0, 0], [104, 1.2, 40], [108, 1.4, 80]]
        self.assertAlmostEqual(self.run_page(speed, rolls, 90), 5)
        self.assertAlmostEqual(self.run_page(speed, [*rolls, [108, 1.4, 500]], 570), 5)
        self.assertEqual(self.run_page(speed, rolls, 581), 0, "no report for half a second: it is at rest")
        self.assertEqual(self.run_page(speed, [*rolls, [112, 9.0, 120]], 130), 0, "the ball was moved")
        self.assertAlmostEqual(self.run_page(speed, [[None, 1.0, 0], [None, 1.0, 20], *rolls], 90), 5, msg="the step is unknown at first")
        # Placed elsewhere at a time of few reports, it could have moved there.
        self.assertAlmostEqual(self.run_page(speed, [[100, 0, 0], [130, 9, 300]], 310), 30)
        self.assertEqual(self.run_page(speed, [[100, 0, 0], [130, 9, 300]], 801), 0)

    def test_the_path_behind_the_ball_reaches_its_end(self):
        # Realistic players: they are pushed, stop slowly, and an act takes 0.13 s.
        least, left, speed = self.run_page("""
            const ball = [0, 0, 0.111], target = [10, 0, 0], stand = standPlace(game, margin, ball, target), out = [[], [], []];
            for (let start = 0; start < 24; ++start) {
              const turn = (start * Math.PI) / 12, late = [];
              let at = [2.5 * Math.cos(turn), 2.5 * Math.sin(turn), 0.22], v = [0, 0], least = 9;
              for (let i = 0; i < 700; ++i) {
                late.push(powerTo(at, v, wayAround(game, at, ball, stand)));
                const u = late.length > 13 ? late.shift() : [0, 0];
                v = v.map((each, axis) => each + (4 * u[axis] - 2.476 * each) * 0.01);
                at = [at[0] + v[0] * 0.01, at[1] + v[1] * 0.01, 0.22];
                least = Math.min(least, Math.hypot(at[0], at[1]));
              }
              out[0].push(least); out[1].push(Math.hypot(at[0] - stand[0], at[1] - stand[1])); out[2].push(Math.hypot(...v));
            }
            return out;""")
        self.assertGreater(min(least), 0.331 - 0.02, "a player ran through the ball")
        self.assertLess(max(left), 0.05)
        self.assertLess(max(speed), 0.05)

    def test_rolling_balls_are_intercepted(self):
        self.assertEqual(self.run_page("return meetingPlace(note, [3, 0, 0.22], [1, 1, 0.111], [0, 0, 0])"), [1, 1, 0.111])
        x, y, _ = self.run_page("return meetingPlace(note, [3, 0, 0.22], [0, 0, 0.111], [0, 2, 0])")
        self.assertTrue(x == 0 and 1.5 < y < 3.8, y)


if __name__ == "__main__":
    FOLDER = os.path.abspath(sys.argv[1])
    if missing := webdriver.missing():
        print(f"skipped: there is no {missing}")
        sys.exit(77)
    run_tests(sys.argv[2:])
