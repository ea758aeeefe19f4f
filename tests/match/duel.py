#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of bench/duel.sh and bench/duel_table.py: duel.py BUILD [unittest's arguments]."""

import json
import os
import re
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))

from programs import ROOT, TIMEOUT, Folder  # noqa: E402
from skipping import run_tests  # noqa: E402

sys.path.insert(0, os.path.join(ROOT, "bench"))

import duel_table  # noqa: E402

BUILD = []


def kick(time, speed, length=5.0):
    return {"time": time, "length": length, "speed": speed, "direction": 0.0}


def report(score, left, right, time=600.0, goals=()):
    """The report of a match of two teams of one player each, with these kicks."""
    team = {"shots": 3, "shots_on_target": 2, "touches": 50, "passes": 10, "interceptions": 5, "kicks": 2, "restarts": 4, "offsides": 0,
            "possession": 0.5, "ball_in_own_half": 0.25, "forward_kicks": 0.75, "foremost": [6.0, 2.0]}  # fmt: skip
    return {
        "time": time, "score": score, "teams": [{**team, "side": "left"}, {**team, "side": "right", "shots": 1, "foremost": []}],
        "players": [{"side": "left", "number": 4, "kicks": left}, {"side": "right", "number": 4, "kicks": right}],
        "goals": [{"time": time, "side": side, "scorer": "seen", "number": 4} for time, side in goals],
    }  # fmt: skip


class Table(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(Folder())

    def league(self, **reports):
        matches = []
        for name, one in reports.items():
            matches.append({"match": name.replace("_", "-"), "how": "played" if one else "walk-over"})
            if one:
                os.makedirs(os.path.join(self.folder.path, "matches", matches[-1]["match"]))
                self.folder.write(f"matches/{matches[-1]['match']}/match.json", json.dumps(one))
        self.folder.write("results.json", json.dumps({"league": {"types": ["A", "B"]}, "matches": matches}))

    def print(self, *names):
        done = subprocess.run([sys.executable, os.path.join(ROOT, "bench", "duel_table.py"), self.folder.path, *names],
                              capture_output=True, text=True, timeout=TIMEOUT, check=False)  # fmt: skip
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        cells = [re.split(" {2,}", line.strip()) for line in done.stdout.splitlines()]
        return done.stdout.splitlines(), {name: values for name, *values in cells}

    def test_sides_are_changed_back_and_counts_are_per_600_s(self):
        self.league(r01_A_B_1=report([3, 0], [kick(100, 8.0), kick(110, 12.0, 9.5)], [], goals=[(111, "left")]),
                    r01_B_A_2=report([1, 2], [kick(10, 6.0)], [kick(290, 10.0)], time=300.0))  # fmt: skip
        lines, rows = self.print("new", "old")
        # A lead of 3 goals, and one of 1 goal in half of the time; the interval of two values is 12.706 times half of their difference.
        self.assertEqual(lines[0], "new against old: 2 matches; 2 won, 0 drawn, 0 lost; goals ahead per 600 s 2.50 ± 6.35")
        self.assertEqual(rows["goals"], ["3.50 ± 6.35", "1.00 ± 12.71"])
        self.assertEqual(rows["shots"], ["2.5 ± 6.4", "3.5 ± 31.8"])
        self.assertEqual(rows["kick speed, m/s: median, 1 in 10 above"], ["10.0, 12.0", "6.0, 6.0"])
        self.assertEqual(rows["kicks within 45° of forward, %"], ["75.0 ± 0.0", "75.0 ± 0.0"])
        self.assertEqual(rows["mean x of the foremost player, m"], ["6.0", "6.0"])
        self.assertEqual(rows["last kick before a goal, m: median, 1 in 10 above"], ["9.5, 9.5", "–, –"])
        self.assertEqual(rows["its speed, m/s: median, 1 in 10 above"], ["12.0, 12.0", "–, –"])
        self.assertEqual(lines[-1], "longest time without a kick: 385.0 ± 1334.1 s, 490.0 s in the worst match")

    def test_matches_that_were_not_played_are_counted(self):
        self.league(r01_A_B_1=report([1, 1], [], []), r01_B_A_2=None)
        lines, rows = self.print()
        self.assertEqual(lines[0], "A against B: 1 matches, 1 more were not played to their end; 0 won, 1 drawn, 0 lost; goals ahead per 600 s 0.00")
        self.assertEqual(rows["goals"], ["1.00", "1.00"])

    def test_quantiles_of_students_t_are_those_of_published_tables(self):
        """The values are those of published tables."""
        for freedom, t in ((1, 12.706), (7, 2.365), (9, 2.262), (39, 2.023), (1000, 1.962)):
            self.assertAlmostEqual(duel_table.student(freedom), t, delta=0.005)


class Duel(unittest.TestCase):
    def duel(self, *words, status=0):
        with Folder() as folder:
            done = subprocess.run([os.path.join(ROOT, "bench", "duel.sh"), *words], capture_output=True, text=True, timeout=TIMEOUT, check=False,
                                  cwd=folder.path)  # fmt: skip
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout if status == 0 else done.stderr

    def test_a_duel_of_a_team_with_itself_is_repeatable(self):
        short = ("--build", BUILD[0], "--Soccer.RuleHalfTime", "5")
        out = self.duel("agenttest-0.1", "agenttest-0.1", "2", *short)
        self.assertRegex(out, r"\Aagenttest-0\.1 against agenttest-0\.1 again: 2 matches; \d won, \d drawn, \d lost; goals ahead per 600 s ")
        self.assertRegex(out, r"\ntouches  .* ± ")
        self.assertEqual(self.duel("agenttest-0.1", "agenttest-0.1", "2", *short), out)

    def test_wrong_usage_and_missing_programs_are_reported(self):
        for words in ((), ("agenttest", "agenttest"), ("agenttest", "agenttest", "none"), ("agenttest", "agenttest", "2", "--players")):
            self.assertIn("usage: bench/duel.sh A B N", self.duel(*words, status=2))
        self.assertIn("no_such_program", self.duel("/x/no_such_program", "agenttest-0.1", "1", "--build", BUILD[0], "--Soccer.RuleHalfTime", "1", status=1))


if __name__ == "__main__":
    BUILD.append(os.path.abspath(sys.argv[1]))
    del sys.argv[1:2]
    run_tests(sys.argv[1:])
