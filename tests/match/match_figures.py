#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of bench/match_statistics.py and bench/rule_matches.py: match_figures.py SERVER [unittest's arguments]."""

import contextlib
import io
import os
import shutil
import sys
import unittest
import unittest.mock

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))

from programs import ROOT, Folder  # noqa: E402
from skipping import run_tests  # noqa: E402

sys.path.insert(0, os.path.join(ROOT, "bench"))

import match_statistics  # noqa: E402
import rule_matches  # noqa: E402

PROGRAMS = []
INIT = "(Init (FieldLength 40)(FieldWidth 20)(play_modes BeforeKickOff KickOff_Left KickOff_Right PlayOn KickIn_Left KickIn_Right GameOver))"
PLAY_ON, KICK_IN, OVER = 3, 4, 6


def written_match(goals=0):
    """Ten frames. Number 1 runs 9 m in steps of 1 m and is moved elsewhere once; the ball is touched by 1, 2, again 2 for a long time, and 1."""
    lines = [INIT]
    for i in range(10):
        mode = {0: f"(play_mode {PLAY_ON})", 4: f"(play_mode {KICK_IN})", 6: f"(play_mode {PLAY_ON})", 9: f"(play_mode {OVER})"}.get(i, "")
        score = f"(score_left {goals})(score_right 1)" if i == 5 else ""
        touches = {1: ("(last)", ""), 3: ("", "(last)"), 4: ("", "(last)"), 7: ("(last)", "")}.get(i, ("", ""))
        y = 8 if i == 8 else 0  # the place to which the referee moves it for one frame
        lines.append(
            f"(Info (time {i * 0.15:g}){mode}{score}(P (s 1)(id 1)(pos {i} {y} 0.22){touches[0]})(P (s 2)(id 2)(pos 5 5 0.22){touches[1]})(B (pos 0 0 0.1)))"
        )
    return "\n".join([*lines, "(Die)", ""])


def call(*arguments):
    """The program's output and its exit status."""
    out = io.StringIO()
    with unittest.mock.patch.object(sys, "argv", ["match_statistics.py", *arguments]), contextlib.redirect_stdout(out):
        try:
            match_statistics.main()
        except SystemExit as end:
            return out.getvalue(), end.code
    return out.getvalue(), 0


class Written(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(Folder())

    def matches(self, name, goals):
        os.mkdir(os.path.join(self.folder.path, name))
        for seed, number in enumerate(goals, 1):
            self.folder.write(f"{name}/{seed}.log", written_match(number))
        return os.path.join(self.folder.path, name)

    def test_the_figures_of_a_match_are_correct(self):
        out, status = call("show", self.matches("one", [3]))
        self.assertEqual(status, 0)
        # 7 m: the referee has caused the two motions to and from the other place.
        self.assertEqual(out.splitlines(), ["match,goals,goals ahead,touches,km run,restarts,in play", "1,4,2,3,0.007,1,0.7"])

    def test_matches_are_listed_by_number(self):
        out, _ = call("show", self.matches("many", range(11)))
        self.assertEqual([line.split(",")[0] for line in out.splitlines()[1:]], [str(seed) for seed in range(1, 12)])

    def test_equal_sets_are_reported_as_the_same_bytes(self):
        out, status = call("compare", self.matches("a", [1, 2]), self.matches("b", [1, 2]))
        self.assertEqual((out, status), ("the same bytes: 2 of 2 matches that both have (2 and 2)\n", 0))

    def test_different_sets_are_distinguished(self):
        out, status = call("compare", self.matches("a", [0, 1, 2, 3, 4]), self.matches("b", [5, 6, 7, 8, 9]))
        self.assertEqual(status, 1)
        lines = out.splitlines()
        self.assertEqual(lines[0], "the same bytes: 0 of 5 matches that both have (5 and 5)")
        # Means, deviations, and two probabilities, calculated by hand from Stephens' formula and the sum of ranks 15 of 27.5.
        self.assertEqual(lines[2], "goals,3,1.581,8,1.581,0.003781,0.009023")
        self.assertEqual(lines[4], "touches,3,0,3,0,1,1")
        self.assertEqual(lines[-1], "they differ significantly")

    def test_sets_of_one_kind_are_not_distinguished(self):
        out, status = call("compare", self.matches("a", [0, 2, 4, 6, 8]), self.matches("b", [1, 3, 5, 7, 9]))
        self.assertEqual((out.splitlines()[-1], status), ("they do not differ significantly", 0))

    def test_a_folder_without_matches_is_refused(self):
        _, status = call("show", self.folder.path)
        self.assertEqual(status, f"{self.folder.path}: no logs")


class Played(unittest.TestCase):
    def test_matches_with_different_seeds_are_played_and_differ(self):
        with Folder() as folder:
            first, second = (os.path.join(folder.path, name) for name in ("first", "second"))
            out, status = call("play", PROGRAMS[0], first, "--seeds", "2", "--half", "10", "--", "--timers", "fixed", "0")
            self.assertEqual(status, 0)
            self.assertEqual([line.split(",")[0] for line in out.splitlines()], ["match", "1", "2"])
            for line in out.splitlines()[1:]:
                km, _, in_play = map(float, line.split(",")[-3:])
                self.assertGreater(km, 0.1)  # 22 players who run for 20 s
                self.assertGreater(in_play, 0.1)
            os.mkdir(second)
            for log in ("1.log", "2.log"):
                shutil.copy(os.path.join(first, "2.log"), os.path.join(second, log))
            out, _ = call("compare", first, second)
            self.assertTrue(out.startswith("the same bytes: 1 of 2 matches that both have (2 and 2)\n"), out)


class RuleMatches(unittest.TestCase):
    """Plays short matches with all rules switched on."""

    def test_matches_and_modes_without_an_end_are_errors(self):
        good = [["BeforeKickOff", 0.3], ["KickOff_Left", 1.05], ["PlayOn", 8.0], ["PenaltyShoot_Left", 5.0], ["GameOver", 0.3]]
        self.assertIsNone(rule_matches.wrong_with(good))
        self.assertEqual(rule_matches.wrong_with(good[:-1]), "ends with PenaltyShoot_Left")
        self.assertEqual(rule_matches.wrong_with([]), "ends with nothing")
        for mode in ("free_kick_left", "KickIn_Right", "PenaltyShoot_Right", "PlayOn", "Goal_Left"):
            self.assertRegex(rule_matches.wrong_with([*good[:-1], [mode, 200.0], good[-1]]), f"{mode} lasts 200.00 s")

    def test_modes_last_as_long_as_their_frames(self):
        with Folder() as folder:
            folder.write("monitor.log", written_match())
            modes = rule_matches.modes_of(os.path.join(folder.path, "monitor.log"))
        self.assertEqual([(mode, round(seconds, 2)) for mode, seconds in modes],
                         [("PlayOn", 0.6), ("KickIn_Left", 0.3), ("PlayOn", 0.45), ("GameOver", 0.15)])  # fmt: skip

    def test_matches_with_all_rules_end_and_are_repeatable_and_verified(self):
        seen = set()
        for seed in (1, 6):
            with Folder() as folder:
                modes, wrong = rule_matches.play(PROGRAMS[0], seed, folder.path)
                self.assertIsNone(wrong)
                self.assertEqual(os.listdir(folder.path), [])
                seen.update(mode for mode, _ in modes)
        self.assertLessEqual({"KickOff_Left", "KickOff_Right", "PlayOn", "GameOver"}, seen)


if __name__ == "__main__":
    PROGRAMS += sys.argv[1:2]
    del sys.argv[1:2]
    run_tests(sys.argv[1:])
