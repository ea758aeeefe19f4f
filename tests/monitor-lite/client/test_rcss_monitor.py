#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of monitor-lite/client/rcss_monitor.py, on the same streams as those of the C++ library.

    test_rcss_monitor.py SERVER MONITOR [unittest's arguments]

SERVER and MONITOR are the programs rcssserver3D and rcssmonitor3D-lite; the last tests play with the first and compare with the second.
"""

import bz2
import gzip
import hashlib
import hmac
import io
import json
import lzma
import math
import os
import random
import shutil
import socket
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
import unittest
import unittest.mock
import warnings
import zipfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "support"))

from frames import receive_frame  # noqa: E402
from programs import ROOT, STRICTLY, TIMEOUT, Program, TemporaryFolder, remove_folder  # noqa: E402
from skipping import run_tests  # noqa: E402

sys.path.insert(0, os.path.join(ROOT, "monitor-lite", "client"))

import rcss_monitor as monitor  # noqa: E402
from rcss_monitor import Client, Event, EventFinder, LineReader, LogError, LogFile, Point, Side  # noqa: E402

PROGRAMS = []

INIT = (
    "(Init (FieldLength 40)(FieldWidth 20)(GoalWidth 4)(GoalHeight 0.5)(BallMass 0.425878)(RuleHalfTime 300)"
    "(play_modes BeforeKickOff KickOff_Left KickOff_Right PlayOn KickIn_Left KickIn_Right corner_kick_left "
    "corner_kick_right goal_kick_left goal_kick_right offside_left offside_right GameOver Goal_Left Goal_Right "
    "free_kick_left free_kick_right))"
)
FIRST = (
    "(Info (time 0)(half 1)(score_left 0)(score_right 0)(play_mode 0)(P (pos 0 0 0))(P (s 2)(id 7)(pos 1 2 0.22))"
    "(F (id 1_l)(pos -20 -10 0))(G (id 1_r)(pos 20 -2 0))(B (pos 0 0 10)))"
)

LEFT, RIGHT = Side.LEFT, Side.RIGHT
# The cases of docs/play/report.md: the ball's places by time, its touches and kicks with player and time (NONE: it is moved
# otherwise), the time when it is in the goal, the player who walks with it and from when on, then kind, number and assist of the
# scorer, and the same for frames more than 0.2 s apart, if those cannot tell.
GOALS = {
    "a shot": dict(
        ball=[(5, 10, 0), (6, 20.2, 1)], touches=[(5, LEFT, 9)], kicks=[(5, LEFT, 9)], goal=6, side=LEFT, scorer=("seen", 9, 0)),
    "a shot from the right": dict(
        ball=[(5, -10, 0), (6, -20.2, 1)], touches=[(5, RIGHT, 7)], kicks=[(5, RIGHT, 7)], goal=6, side=RIGHT, scorer=("seen", 7, 0)),
    "a pass, and a shot": dict(
        ball=[(4, 0, 5), (5, 10, 0), (6, 20.2, 1)], touches=[(4, LEFT, 3), (5, LEFT, 9)],
        kicks=[(3, LEFT, 9), (4, LEFT, 3), (4.7, LEFT, 9), (5, LEFT, 9)], goal=6, side=LEFT, scorer=("seen", 9, 3)),
    "an opponent kicked between pass and shot": dict(
        ball=[(4, 0, 5), (5, 10, 0), (6, 20.2, 1)], touches=[(4, LEFT, 3), (4.6, RIGHT, 4), (5, LEFT, 9)],
        kicks=[(4, LEFT, 3), (4.6, RIGHT, 4), (5, LEFT, 9)], goal=6, side=LEFT, scorer=("seen", 9, 0)),
    "the keeper's body turns it, and it goes in": dict(
        ball=[(5, 10, 0), (5.8, 18, 4), (6.2, 20.2, 1)], touches=[(5, LEFT, 9), (5.8, RIGHT, 1)], kicks=[(5, LEFT, 9)], goal=6.2,
        side=LEFT, scorer=("seen", 9, 0)),
    "a mate's body turns it": dict(
        ball=[(5, 10, 0), (5.8, 18, 4), (6.2, 20.2, 1)], touches=[(5, LEFT, 9), (5.8, LEFT, 7)], kicks=[(5, LEFT, 9)], goal=6.2,
        side=LEFT, scorer=("seen", 9, 0)),
    "a defender kicks a shot on its way": dict(
        ball=[(5, 10, 0), (5.8, 18, 1), (6.2, 20.2, 0)], touches=[(5, LEFT, 9), (5.8, RIGHT, 4)],
        kicks=[(4, LEFT, 3), (5, LEFT, 9), (5.8, RIGHT, 4)], goal=6.2, side=LEFT, scorer=("seen", 9, 3)),
    "two defenders kick a shot on its way": dict(
        ball=[(5, 6, 0), (5.8, 14, 1), (6.3, 18, 1), (6.7, 20.2, 0)], touches=[(5, LEFT, 9), (5.8, RIGHT, 4), (6.3, RIGHT, 1)],
        kicks=[(5, LEFT, 9), (5.8, RIGHT, 4), (6.3, RIGHT, 1)], goal=6.7, side=LEFT, scorer=("seen", 9, 0)),
    "both kick at once": dict(
        ball=[(5, 15, 0), (5.9, 20.2, 0)], touches=[(5, LEFT, 9), (5.2, RIGHT, 4)], kicks=[(5, LEFT, 9), (5.2, RIGHT, 4)], goal=5.9,
        side=LEFT, scorer=("seen", 9, 0)),
    "a defender kicks it into his own goal": dict(
        ball=[(1, -10, 0), (3, 12, 0), (5, 12, 0), (6, 20.2, 0)], touches=[(1, LEFT, 9), (3, RIGHT, 4)],
        kicks=[(1, LEFT, 9), (5, RIGHT, 4)], goal=6, side=LEFT, scorer=("own goal", 4, 0)),
    "a defender kicks an opponent's back pass into his own goal": dict(
        ball=[(4, 15, 0), (5, 10, 0), (6.2, 20.2, 0)], touches=[(4, LEFT, 9), (5, RIGHT, 4)], kicks=[(4, LEFT, 9), (5, RIGHT, 4)],
        goal=6.2, side=LEFT, scorer=("own goal", 4, 0), sparse=("seen", 9, 0)),
    "saved, held, carried away, and carried into its own goal": dict(
        ball=[(5, 10, 0), (5.8, 18, 0), (10, 18, 0), (15, 10, 0), (26, 20.2, 0)], touches=[(5, LEFT, 9), (5.8, RIGHT, 1)],
        kicks=[(5, LEFT, 9)], goal=26, side=LEFT, scorer=("own goal", 1, 0), walks=(5.8, RIGHT, 1)),
    "carried into the goal": dict(
        ball=[(5, 0, 0), (7, 8, 0), (15, 20.2, 0)], touches=[(5, LEFT, 9), (7, LEFT, 7)], kicks=[(5, LEFT, 9)], goal=15, side=LEFT,
        scorer=("seen", 7, 9), walks=(7, LEFT, 7)),
    "the keeper clears it onto an opponent": dict(
        ball=[(5, 18, 0), (5.3, 15, 0), (5.9, 20.2, 0)], touches=[(5, RIGHT, 1), (5.3, LEFT, 7)], kicks=[(5, RIGHT, 1)], goal=5.9,
        side=LEFT, scorer=("seen", 7, 0)),
    "a trainer puts it elsewhere, and it rolls in": dict(
        ball=[(5, 10, 0), (5.9, 15, 3), (5.91, 14, 0), (7, 20.2, 0)], touches=[(5, LEFT, 9)], kicks=[(5, LEFT, 9), (5.9, Side.NONE, 0)],
        goal=7, side=LEFT, scorer=("unknown", 0, 0)),
    "a shot after a restart": dict(
        ball=[(5, 10, 0), (6, 20.2, 0)], touches=[(3, LEFT, 3), (5, LEFT, 9)],
        kicks=[(3, LEFT, 3), (4, Side.NONE, 0), (5, LEFT, 9)], goal=6, side=LEFT, scorer=("seen", 9, 0)),
}  # fmt: skip


def log_of_goal(play, steps):
    """A frame every `steps` steps of 0.01 s, until the ball has lain in the goal for two seconds."""
    lines = [INIT.replace("(play_modes", "(MonitorKicks 1)(play_modes")]
    ball, listed, has_scored = play["ball"], 0, False
    for step in range(0, int(100 * play["goal"]) + 200 + steps, steps):
        time_s = step / 100
        change = "(half 1)(score_left 0)(score_right 0)(team_left foo)(team_right bar)(play_mode 3)" if step == 0 else ""
        if not has_scored and time_s >= play["goal"]:
            has_scored = True
            change = "(score_left 1)(play_mode 13)" if play["side"] == Side.LEFT else "(score_right 1)(play_mode 14)"
        kicks = [kick for kick in play["kicks"][listed:] if kick[0] < time_s]
        listed += len(kicks)
        shown = "".join(f"({side:d} {number} {at:g})" for at, side, number in kicks)
        x, y = ball[0][1:] if time_s < ball[0][0] else ball[-1][1:]
        for (began, ax, ay), (ended, bx, by) in zip(ball, ball[1:]):
            if began <= time_s < ended:
                part = (time_s - began) / (ended - began)
                x, y = ax + part * (bx - ax), ay + part * (by - ay)
        last = ([None] + [touch[1:] for touch in play["touches"] if touch[0] < time_s])[-1]
        players = ""
        for side in (Side.LEFT, Side.RIGHT):
            for number in (1, 3, 4, 7, 9):
                walks = "walks" in play and play["walks"][1:] == (side, number) and time_s >= play["walks"][0]
                place = f"{x - 0.35:g} {y:g}" if walks else f"{-number if side == Side.LEFT else number} -9"
                players += f"(P (s {side:d})(id {number})(pos {place} 0.22){'(last)' if last == (side, number) else ''})"
        kicks = f"(kicks{shown})" if shown else ""
        lines.append(f"(Info (time {time_s:g}){change}{kicks}{players}(B (pos {x:g} {y:g} 0.111)))")
    return lines


def match(frames):
    """Kick-off, a goal in the middle, the other half, the end; the ball moves with the frame."""
    changes = {1: "(team_left foo)(team_right bar)", 2: "(play_mode 1)", 3: "(play_mode 3)"}
    changes[frames // 2] = "(score_left 1)(play_mode 13)"
    changes[frames // 2 + 2] = "(play_mode 2)"
    changes[frames // 2 + 3] = "(play_mode 3)"
    changes[frames * 3 // 4] = "(half 2)"
    changes[frames - 1] = "(play_mode 12)"
    lines = [INIT, FIRST]
    for i in range(1, frames):
        lines.append(
            f"(Info (time {i * 0.15:g}){changes.get(i, '')}(P (s 1)(id 1)(pos {-i * 0.01:g} 0 0.22)(last))"
            f"(P (s 2)(id 7)(pos 1 {i * 0.02:g} 0.22))(B (pos {i * 0.1:g} 1 0.111)))"
        )
    return lines + ["(Die)"]


def decided_match():
    """The teams change sides, foo draws level from the right, extra time has no goal, and bar wins the shoot-out: as in
    tests/monitor-lite/client/streams.h."""
    init = INIT.replace("(play_modes", "(ExtraHalfTime 60)(ShootOut 2)(play_modes")
    return [
        init[:-2] + " PenaltyShoot_Left PenaltyShoot_Right))",
        "(Info (time 1)(team_left foo)(team_right bar)(half 1)(sides_changed 0)(score_left 0)(score_right 1)(play_mode 3)"
        "(shoot_out_left 0)(shoot_out_right 0)(P (s 1)(id 9)(pos -5 3 0.22))(B (pos 0 0 0.1)))",
        "(Info (time 300)(team_left bar)(team_right foo)(half 2)(sides_changed 1)(score_left 1)(score_right 0)(play_mode 0)"
        "(P (s 2)(id 9)(pos 5 -3 0.22))(B (pos 0 0 0.1)))",
        "(Info (time 300.2)(play_mode 3)(P (s 2)(id 9)(pos 5 -3 0.22)(last))(B (pos 4.6 -3 0.1)))",
        "(Info (time 590)(score_right 1)(play_mode 14)(P (s 2)(id 9)(pos 5 -3 0.22)(last))(B (pos 4.4 -3 0.1)))",
        "(Info (time 600)(half 3)(play_mode 0)(B (pos 0 0 0.1)))",
        "(Info (time 660)(half 4)(play_mode 0)(B (pos 0 0 0.1)))",
        "(Info (time 720)(play_mode 17)(shooter 7)(B (pos 12 0 0.1)))",
        "(Info (time 725)(play_mode 18)(shooter 9)(shoot_out_left 1)(attempts (1 7 1 725))(B (pos -12 0 0.1)))",
        "(Info (time 730)(play_mode 17)(shooter 8)(attempts (1 7 1 725)(2 9 0 730))(B (pos 12 0 0.1)))",
        "(Info (time 735)(play_mode 12)(shooter 0)(shoot_out_left 2)(attempts (1 7 1 725)(2 9 0 730)(1 8 1 735))"
        "(B (pos 12 0 0.1)))",
    ]


class DecidedMatches(unittest.TestCase):
    """Matches that need a winner."""

    def test_parts_beyond_two_halves_and_attempts_are_read(self):
        reader = LineReader()
        for line in decided_match():
            reader.read(line)
            self.assertEqual(reader.problem, "")
        self.assertEqual((reader.game.extra_half_time, reader.game.shoot_out), (60, 2))
        now = reader.snapshot
        self.assertEqual((now.half, now.sides_changed, now.shooter), (4, True, 0))
        self.assertEqual(
            now.attempts, ((Side.LEFT, 7, True, 725.0), (Side.RIGHT, 9, False, 730.0), (Side.LEFT, 8, True, 735.0))
        )
        reader.read("(Info (lot 2))")
        self.assertEqual(monitor.score_words(reader.snapshot), "bar 1 : 1 foo, 2 : 0 in the shoot-out, foo by lot")

    def test_invalid_attempts_are_left_out_and_reported(self):
        reader = LineReader()
        reader.read(INIT)
        reader.read("(Info (attempts (3 1 1 5)(1 2 1)(1 x 1 5)(2 -1 1 5)(1 2 1 inf) word ((1) 2 3 4)(2 3 0 6.5)))")
        self.assertEqual(reader.problem, "impossible attempt")
        self.assertEqual(reader.snapshot.attempts, ((Side.RIGHT, 3, False, 6.5),))

    def test_kicks_belong_to_one_frame(self):
        reader = LineReader()
        reader.read("(Init (MonitorKicks 1))")
        self.assertTrue(reader.game.shows_kicks)
        reader.read("(Info (time 3)(kicks (1 7 2.86)(0 0 2.9)(2 11 3)(3 1 1)(1 x 1)(1 -1 1)(1 2 nan)(1 2)))")
        self.assertTrue(reader.problem.startswith("impossible kick"), reader.problem)
        self.assertEqual(reader.snapshot.kicks, ((Side.LEFT, 7, 2.86), (Side.NONE, 0, 2.9), (Side.RIGHT, 11, 3.0)))
        reader.read("(Info (time 3.1)(B (pos 1 2 3)))")
        self.assertEqual(reader.snapshot.kicks, ())
        cut = LineReader()
        cut.read("(Info (time 3)(B (pos 1 2 3)))")
        self.assertFalse(cut.game.shows_kicks)
        cut.read("(Info (time 3.1)(kicks (1 7 3.04)))")
        self.assertTrue(cut.game.shows_kicks)

    def test_a_log_shows_the_kicks_of_each_frame(self):
        with tempfile.NamedTemporaryFile(suffix=".log") as file:
            file.write(b"".join(line + b"\n" for line in (
                b"(Init (MonitorKicks 1))", b"(Info (time 1)(kicks (1 7 0.9))(P (s 1)(id 7)(pos 0 0 0.22))(B (pos 0 0 0.1)))",
                b"(Info (time 2)(P (s 1)(id 7)(pos 0 0 0.22))(B (pos 1 0 0.1)))", b"(Info (time 3)(kicks (2 4 2.5)(1 7 2.9))(B (pos 2 0 0.1)))")))
            file.flush()
            log = LogFile(file.name)
            self.assertEqual([[kick.number for kick in log[index].kicks] for index in (2, 1, 0, 2)], [[4, 7], [], [7], [4, 7]])
            self.assertTrue(log.game.shows_kicks)

    def test_events_follow_the_teams_and_name_each_attempt(self):
        reader, finder, found = LineReader(), EventFinder(), []
        for line in decided_match():
            if reader.read(line) == LineReader.Kind.INFO:
                found += finder.next(reader.game, reader.snapshot)
        self.assertEqual(
            [event.text for event in found],
            ["play on", "half time, bar 1 : 0 foo", "play on", "goal for foo by 9, 1 : 1",
             "end of normal time, bar 1 : 1 foo", "half time of extra time, bar 1 : 1 foo",
             "penalty for bar, number 7", "7 of bar scores in the shoot-out, 1 : 0",
             "penalty for foo, number 9", "9 of foo misses in the shoot-out, 1 : 0",
             "penalty for bar, number 8", "8 of bar scores in the shoot-out, 2 : 0",
             "full time, bar 1 : 1 foo, 2 : 0 in the shoot-out"],
        )  # fmt: skip
        self.assertEqual((found[3].kind, found[3].side, found[3].sides_changed), (Event.Kind.GOAL, Side.RIGHT, True))
        self.assertEqual(monitor.began_on(found[3].side, found[3].sides_changed), Side.LEFT)
        self.assertEqual((found[7].kind, found[7].shooter, found[7].scored), (Event.Kind.ATTEMPT, 7, True))
        self.assertEqual((found[7].shoot_out_left, found[7].score_left), (1, 1))


class Lines(unittest.TestCase):
    def setUp(self):
        self.reader = LineReader()
        self.reader.read(INIT)
        self.reader.read(FIRST)

    def test_init_has_the_settings_of_the_match(self):  # behaviour 8.3
        game = self.reader.game
        self.assertEqual((game.field_length, game.field_width, game.goal_height, game.half_time), (40, 20, 0.5, 300))
        self.assertEqual(game.goal_depth, 2.0)  # not sent
        self.assertEqual(game.values["BallMass"], 0.425878)
        self.assertEqual(monitor.play_mode_text(game, 12), "GameOver")
        self.assertEqual(monitor.play_mode_text(game, 17), "mode 17")
        self.assertEqual(monitor.play_mode_text(game, -1), "mode -1")

    def test_a_snapshot_is_complete_and_does_not_change(self):  # behaviour 8.4
        first = self.reader.snapshot
        line = (
            "(Info (ack best)(time 12.34)(team_left foo)(score_right 2)(play_mode 3)"
            "(P (s 1)(id 1)(pos -45.2 0.1 0.219966)(say hello)(last))(B (pos 0.5 -1.25 0.111)))"
        )
        self.assertEqual(self.reader.read(line), LineReader.Kind.INFO)
        self.assertEqual(self.reader.problem, "")
        now = self.reader.snapshot
        self.assertEqual((now.time, now.half, now.score_left, now.score_right, now.play_mode), (12.34, 1, 0, 2, 3))
        self.assertEqual((now.team_left, now.team_right, now.acknowledged), ("foo", "", True))
        self.assertEqual(
            now.players, (monitor.Player(Side.LEFT, 1, True, Point(-45.2, 0.1, 0.219966), True, "hello"),)
        )
        self.assertEqual([(m.name, m.id) for m in now.markers], [("Flag", "1_l"), ("Goal", "1_r")])
        self.assertEqual(now.ball, (0.5, -1.25, 0.111))
        self.assertIs(now.player(Side.LEFT, 1), now.players[0])
        self.assertIsNone(now.player(Side.LEFT, 2))
        self.reader.read("(Info (time 13)(B (pos 1 1 1)))")
        self.assertFalse(self.reader.snapshot.acknowledged)
        self.assertEqual(self.reader.snapshot.players, now.players)  # not in the line, so the last ones are kept
        self.assertEqual((first.time, len(first.players), now.time), (0, 2, 12.34))
        self.assertEqual(self.reader.read("(Die)"), LineReader.Kind.DIE)
        self.reader.read("(Init (FieldLength 77))")  # another match
        self.assertEqual(self.reader.snapshot.team_left, "")

    def test_reports_of_a_stopped_clock_are_not_frames(self):  # protocol 7.2
        reader, kind = monitor.LineReader(), monitor.LineReader.Kind
        self.assertEqual(reader.read("(Init (FieldLength 40)(play_modes PlayOn))"), kind.INIT)
        self.assertIsNone(reader.is_paused)
        self.assertEqual(reader.read("(Init (FieldLength 40)(play_modes PlayOn)(paused 1))"), kind.INIT)
        self.assertIs(reader.is_paused, True)
        self.assertNotIn("paused", reader.game.values)
        self.assertEqual(reader.read("(Info (time 1)(P (s 1)(id 3)(pos 1 2 3))(B (pos 4 5 6)))"), kind.INFO)
        before = reader.snapshot
        self.assertEqual(reader.read("(Info (time 9)(paused 0))"), kind.PAUSE)
        self.assertIs(reader.is_paused, False)
        self.assertIs(reader.snapshot, before)

    def test_velocities_and_batteries_belong_to_their_frame(self):
        reader = LineReader()
        reader.read("(Info (time 1)(P (s 1)(id 1)(pos 1 2 0.2)(vel 3 -4 0.5)(battery 62.5))(P (s 2)(id 1)(pos 0 0 0))(B (pos 5 6 0.1)(vel 1 1e1 0)))")
        now = reader.snapshot
        self.assertEqual([(p.velocity, p.battery) for p in now.players], [((3, -4, 0.5), 62.5), (None, None)])
        self.assertEqual(now.ball_velocity, (1, 10, 0))
        reader.read("(Info (time 2)(P (s 1)(id 1)(pos 1 2 0.2)(vel 3 nan 0))(B (pos 5 6 0.1)))")
        self.assertEqual(reader.problem, "impossible velocity of 'P'")
        self.assertEqual((reader.snapshot.players[0].velocity, reader.snapshot.ball_velocity), (None, None))
        reader.read("(Info (time 3)(body b 0 0 1 1 0 0 0 1 2 3 4 5 6)(body c 0 0 1 1 0 0 0)(body d 0 0 1 1 0 0 0 1))")
        self.assertEqual([(b.name, b.velocity, b.angular_velocity) for b in reader.snapshot.bodies],
                         [("b", (1, 2, 3), (4, 5, 6)), ("c", None, None)])  # fmt: skip

    def test_agents_without_a_body_and_lines_with_blanks_are_read(self):
        line = b" (Info (time 0) (half 1) (P (pos 0 0 0)) (P () (s 1) (id 3) (pos 1 2 3) (say )) (B (pos 0 0 10)) )\r"
        self.assertEqual(self.reader.read(line), LineReader.Kind.INFO)
        self.assertEqual(self.reader.problem, "")
        without, player = self.reader.snapshot.players
        self.assertEqual((without.created, player.created, player.number, player.said), (False, True, 3, ""))

    def test_shapes_scenery_and_joints_of_a_world_are_read(self):
        reader = LineReader()
        reader.read('(Init (bodies a b)(shape a (box 1 2 3 0 0 0.5 0.707107 0 0 0.707107)(colour 1 0.5 0)(cylinder 0.3 0.1 0 0 0)'
                    '(colour)(sphere 1 0 0 0))(scenery (plane 0 0 -1)(box 4 0.1 1 0 2 0.5))'
                    '(joints (hinge a b 0.5 0 0 0 0 1)(fixed b "" 0 0 0)(rope a b)))')  # fmt: skip
        self.assertEqual(reader.problem, "")
        box, cylinder, sphere = reader.snapshot.shapes["a"]
        self.assertAlmostEqual(box.rotation[3], math.sqrt(0.5))
        self.assertEqual((box.colour, cylinder.colour, sphere.colour), (None, (1.0, 0.5, 0.0), None))
        self.assertEqual((cylinder.kind, cylinder.lengths), ("cylinder", (0.3, 0.1)))
        self.assertEqual([(s.kind, s.middle.z) for s in reader.snapshot.scenery], [("plane", -1.0), ("box", 0.5)])
        hinge, fixed = reader.snapshot.joints
        self.assertEqual(hinge, monitor.BodyJoint("hinge", "a", "b", Point(0.5, 0.0, 0.0), (Point(0.0, 0.0, 1.0),)))
        self.assertEqual((fixed.second, fixed.axes), ("", ()))
        before = reader.snapshot
        reader.read("(Info (time 0)(body a 0 0 0 1 0 0 0))")
        self.assertIs(reader.snapshot.joints, before.joints)
        reader.read("(Info (time 1)(scenery)(joints (ball a b 0 0 0)))")
        self.assertEqual((reader.snapshot.scenery, len(reader.snapshot.joints)), ((), 1))
        for bad in ("(scenery (plane 0 0 0)(box 1 1 0 0 0))", "(scenery (plane 0 0 0)(plane 0 0 0 5 0 0 0))",
                    "(scenery (plane 0 0 0)(colour 2 0 0))", "(scenery (plane 0 0 0)(colour 1 1))"):  # fmt: skip
            reader.read(f"(Info (time 1){bad})")
            self.assertEqual((reader.problem, len(reader.snapshot.scenery)), ("impossible scenery", 1), bad)
        for bad in ("(hinge)", "(hinge a b)", "(hinge a b 1 2)", "(hinge a b 1 2 3 4)", '(hinge "" b 1 2 3)',
                    "(hinge a b nan 2 3)", "(ball a b 0 0 0 1 0 0 1 0 0 1 0 0)"):  # fmt: skip
            reader.read(f"(Info (time 1)(joints (ball a b 0 0 0){bad}(ball b a 0 0 0)))")
            self.assertEqual((reader.problem, len(reader.snapshot.joints)), ("impossible joint", 1), bad)

    def test_without_init_the_play_modes_are_the_standard_ones(self):  # behaviour 6.1
        reader = LineReader()
        self.assertEqual(reader.game.play_modes, self.reader.game.play_modes)
        reader.read("(Init (play_modes Before After))")
        self.assertEqual(reader.game.play_modes, ["Before", "After"])
        self.assertEqual(len(LineReader().game.play_modes), 17)
        reader.read("(Init (FieldLength 77))")  # an Init that lists none
        self.assertEqual(reader.game.play_modes, self.reader.game.play_modes)
        reader.read("(Info (time 1)(play_mode 12))")
        self.assertEqual(monitor.play_mode_text(reader.game, reader.snapshot.play_mode), "GameOver")
        reader.read("(Init (play_modes))")
        self.assertEqual(reader.game.play_modes, [])

    def test_items_with_a_place_are_recognised_by_their_first_letter(self):  # behaviour 8.4
        line = (
            "(Info (time 1)(Player (s 1)(id 4)(pos 1 2 3))(Pawn (pos 4 5 6)(s 2))(Flag (id f)(pos 1 1 0))"
            "(Goalpost (pos 2 2 0))(Ball (pos 7 8 9))(Camera (pos 3 3 3))(b (pos 1 1 1)))"
        )
        self.assertEqual(self.reader.read(line), LineReader.Kind.INFO)
        self.assertEqual(self.reader.problem, "")
        now = self.reader.snapshot
        self.assertEqual([(p.side, p.number) for p in now.players], [(Side.LEFT, 4), (Side.RIGHT, 0)])
        self.assertEqual([(m.name, m.id) for m in now.markers], [("Flag", "f"), ("Goal", "")])
        self.assertEqual(now.ball, (7, 8, 9))
        # Items without a place are unknown, which is not an error.
        self.reader.read("(Info (Pfoo 3)(Ball)(Goals (1 2))(F2 (position 1 2 3)))")
        self.assertEqual((self.reader.problem, self.reader.snapshot.players), ("", now.players))
        self.reader.read("(Info (Ball (pos nan 0 0)))")
        self.assertEqual(self.reader.problem, "impossible position of 'Ball'")

    def test_players_of_earlier_servers_are_read(self):
        self.reader.read(
            "(Info (time 1)(P (s 0)(id 0)(pos 1 2 3)(say )(last))"
            "(P (s 1)(id 2)(pos 4 5 6)(rot 1 0 0 0 0 1 0 0 0 0 1 0 4 5 6 1 )(say))(P (id 3)(pos 7 8 9)))"
        )
        self.assertEqual(self.reader.problem, "")
        self.assertEqual(self.reader.snapshot.players, (
            monitor.Player(Side.NONE, 0, True, Point(1, 2, 3), True),
            monitor.Player(Side.LEFT, 2, True, Point(4, 5, 6)),
            monitor.Player(Side.NONE, 3, False, Point(7, 8, 9)),
        ))  # fmt: skip

    def test_line_ends_of_other_systems_and_nul_are_accepted(self):
        for line in (FIRST + "\r", FIRST + "\0", FIRST + "\r\0", "\0" + FIRST, "\0" + FIRST + " \r"):
            self.assertEqual(LineReader().read(line), LineReader.Kind.INFO)

    def test_long_numbers_are_read_quickly(self):
        # With a pattern that can split digits in several ways each of these would take a day.
        for number in ("1" * 500000 + "x", "0" * 500000 + "x", "1." + "1" * 500000 + "e", "." + "1" * 500000 + "."):
            self.assertEqual(self.reader.read(f"(Info (time {number})(half {number}))"), LineReader.Kind.INFO)
            self.assertEqual(self.reader.problem, "no number in 'time'")
        for part in ("(", ")", "'(", '"', "\\(", "'", ";", "(a)", "'a ", "()", "\0", "\\", '\\"', "(P (pos 1 1 1))"):
            for begin in ("", "(Info ", "(Info (team_left ", '(Info (team_left "'):
                self.reader.read(begin + part * ((1 << 20) // len(part) - 50))

    def test_tokens_are_those_of_behaviour_5_4(self):
        for text, atom in (
            (r"fo\(o\)", "fo(o)"), (r'"a b\"c"', 'a b"c'), ("'(a (b) c)", "(a (b) c)"), ("'x", "x"), ("a;b", "a;b"),
            (r'"it\'s ; ("', "it's ; ("), (r"'(a \) b)", r"(a \) b)"), ("; not this )\n this", "this"),
            (b"caf\xc3\xa9", "caf??"), (b"bell\x07", "bell"), ("f\x1b[31m", "f"),
        ):  # fmt: skip
            with self.subTest(text=text):
                text = text.encode() if isinstance(text, str) else text
                self.assertEqual(self.reader.read(b"(Info (time 5)(team_left " + text + b"))"), LineReader.Kind.INFO)
                self.assertEqual(self.reader.snapshot.team_left, atom)
        # A surplus bracket hides what follows; a NUL ends the text.
        self.assertEqual(self.reader.read("(Info (time 6)))(Die"), LineReader.Kind.INFO)
        self.assertEqual(self.reader.read("(Info (time 7)\0)"), LineReader.Kind.UNREADABLE)
        self.assertEqual(self.reader.snapshot.time, 6)

    def test_invalid_parts_are_left_out_and_reported(self):
        for item, problem in (
            ("(P (s 1)(id 1)(pos nan 0 0))", "impossible position of 'P'"),
            ("(P (s 1)(id 1)(pos 0 inf 0))", "impossible position of 'P'"),
            ("(P (s 1)(id 1)(pos 0 1e300 0))", "impossible position of 'P'"),
            ("(P (s 1)(id 1)(pos 1000001 0 0))", "impossible position of 'P'"),
            ("(P (s 1)(id 1)(pos 0 0 -1000001))", "impossible position of 'P'"),
            ("(P (s 1)(id 1)(pos 0 1_0 0))", "impossible position of 'P'"),
            ("(P (s 1)(id 1)(pos 0 0))", "impossible position of 'P'"),
            ("(P (s 1)(id 1)(pos (1) 0 0))", "impossible position of 'P'"),
            ("(P (s 1)(id 1))", "impossible position of 'P'"),
            ("(F (id x))", "impossible position of 'F'"),
            ("(B)", "impossible position of 'B'"),
            ("(B (pos nan nan nan))", "impossible position of 'B'"),
            ("(score_left many)", "no number in 'score_left'"),
            ("(half)", "no number in 'half'"),
            ("(play_mode 99999999999)", "no number in 'play_mode'"),
            ("(time nan)", "no number in 'time'"),
        ):
            with self.subTest(item=item):
                self.setUp()
                line = f"(Info {item}(score_right 5)(P (s 2)(id 9)(pos 1 1 1)))"
                self.assertEqual(self.reader.read(line), LineReader.Kind.INFO)
                self.assertEqual(self.reader.problem, problem)
                now = self.reader.snapshot
                self.assertEqual((now.time, now.score_right, now.score_left, now.ball.z), (0, 5, 0, 10))
                self.assertEqual([player.number for player in now.players], [9])

    def test_lines_that_are_not_of_a_match_change_nothing(self):
        before = self.reader.snapshot
        for line in (b"", b"garbage", b"(Unknown 1)", b"(Info (time 3)", b"(" * 100, b"()", b"\x28\xb5\x2f\xfd\x00\x01",
                     b"(Info " + b"x" * (2 << 20) + b")", b"(Info " + b"(a)" * 70000 + b")", b"((Info))"):  # fmt: skip
            with self.subTest(line=line[:40]):
                self.assertEqual(self.reader.read(line), LineReader.Kind.UNREADABLE)
                self.assertNotEqual(self.reader.problem, "")
                self.assertIs(self.reader.snapshot, before)

    def test_the_number_of_players_is_limited(self):
        self.reader.read("(Info " + "".join(f"(P (s 1)(id {i})(pos 1 1 1))" for i in range(1200)) + ")")
        self.assertEqual(len(self.reader.snapshot.players), LineReader.MAX_PLAYERS)
        self.assertEqual(self.reader.problem, "too many players")

    def test_worlds_without_a_game_are_read(self):  # protocol 7.4
        reader = LineReader()
        reader.read('(Init (TimePerStep 0.01)(bodies crate/body "a (b)")(shape crate/body (sphere 7 0 0 0)))')
        self.assertEqual(reader.snapshot.shapes, {"crate/body": (monitor.BodyShape("sphere", (7,), Point()),)})
        self.assertEqual((reader.problem, reader.game.has_bodies, reader.game.values), ("", True, {"TimePerStep": 0.01}))
        reader.read(
            '(Info (time 0)(shape crate/body (box 0.3 0.2 0.1 0 0 0.5)(sphere 0.1 1 2 3)(cone 1))(shape "a (b)" (capsule 0.1 0.4 0 0 0))'
            '(body crate/body 2 0.5 -0.15 1 0 0 0)(body "a (b)" 0 0 1 0.707107 0 0 -0.707107))'
        )
        self.assertEqual(reader.problem, "")
        first = reader.snapshot
        self.assertEqual(first.bodies[0], monitor.Body("crate/body", Point(2, 0.5, -0.15), (1, 0, 0, 0)))
        self.assertEqual(first.bodies[1].name, "a (b)")
        self.assertAlmostEqual(first.bodies[1].rotation[3], -(0.5**0.5), 12)  # of length 1
        box, ball = first.shapes["crate/body"]
        self.assertEqual(box, monitor.BodyShape("box", (0.3, 0.2, 0.1), Point(0, 0, 0.5)))
        self.assertEqual(ball, monitor.BodyShape("sphere", (0.1,), Point(1, 2, 3)))
        self.assertEqual(first.shapes["a (b)"][0].lengths, (0.1, 0.4))
        reader.read("(Info (time 0.15)(body crate/body 2 0.5 0 1 0 0 0))")
        self.assertEqual(len(reader.snapshot.bodies), 1)
        self.assertIs(reader.snapshot.shapes, first.shapes)
        reader.read("(Info (time 0.3))")
        self.assertEqual((reader.snapshot.bodies, reader.problem), ((), ""))
        reader.read(INIT)
        self.assertFalse(reader.game.has_bodies)

    def test_invalid_bodies_are_left_out_and_reported(self):
        for bad in (
            "(body)", "(body b)", "(body () 0 0 0 1 0 0 0)", '(body "" 0 0 0 1 0 0 0)', "(body b 0 0 0 1 0 0)",
            "(body b 0 0 0 1 0 0 0 0)", "(body b nan 0 0 1 0 0 0)", "(body b 0 inf 0 1 0 0 0)", "(body b 0 0 1e7 1 0 0 0)",
            "(body b 0 0 0 0 0 0 0)", "(body b 0 0 0 2 0 0 0)", "(body b 0 0 0 nan 0 0 0)", "(body b (0) 0 0 1 0 0 0)",
            "(shape)", "(shape ())", "(shape s (sphere -1 0 0 0))", "(shape s (box 1 1 0 0 0))",
            "(shape s (sphere nan 0 0 0))", "(shape s (capsule 1 1 0 0))",
        ):  # fmt: skip
            self.reader.read(f"(Info (time 1){bad}(body good 1 2 3 1 0 0 0))")
            self.assertRegex(self.reader.problem, "^impossible ", bad)
            self.assertEqual([body.name for body in self.reader.snapshot.bodies], ["good"], bad)
        line = "".join(f"(body {i} 0 0 0 1 0 0 0)" for i in range(LineReader.MAX_BODIES + 1))
        self.reader.read(f"(Info (time 0){line})")
        self.assertEqual((self.reader.problem, len(self.reader.snapshot.bodies)), ("too many bodies", LineReader.MAX_BODIES))

    def test_bodies_that_appear_and_vanish_are_events(self):
        game, finder = monitor.Game(has_bodies=True), EventFinder()

        def words(*names):
            bodies = tuple(monitor.Body(name, Point(), (1, 0, 0, 0)) for name in names)
            return "; ".join(event.text for event in finder.next(game, monitor.Snapshot(bodies=bodies)))

        self.assertEqual(words("a", "b"), "2 bodies: a and b")
        self.assertEqual(words("b", "a"), "")
        self.assertEqual(words("a", "c"), "c has come; b has gone")
        self.assertEqual(words("a", "c", "d1", "d2", "d3", "d4", "d5"), "d1, d2, d3 and 2 more have come")
        self.assertEqual(words(), "a, c, d1 and 4 more have gone")
        finder.restart()
        self.assertEqual(words("only"), "1 body: only")
        finder.restart()
        self.assertEqual(words(), "a world without bodies")

    def test_any_bytes_are_survived(self):
        draw = random.Random(11)
        seed = (INIT + FIRST).encode()
        for _ in range(10000):
            begin = draw.randrange(len(seed))
            line = bytearray(seed[begin : begin + draw.randrange(300)])
            for _ in range(draw.randrange(4)):
                if line:
                    line[draw.randrange(len(line))] = draw.randrange(256)
            kind = self.reader.read(bytes(line))
            self.assertTrue(self.reader.problem or kind != LineReader.Kind.UNREADABLE)
            self.assertTrue(self.reader.problem.isprintable())


class Events(unittest.TestCase):
    def test_events_are_found_between_snapshots(self):
        reader, finder, found = LineReader(), EventFinder(), []
        for line in match(40):
            if reader.read(line) == LineReader.Kind.INFO:
                found += finder.next(reader.game, reader.snapshot)
        self.assertEqual(
            [f"{event.time:.2f} {event.text}" for event in found],
            ["0.00 before kick-off", "0.30 kick-off for foo", "0.45 play on", "3.00 goal for foo by 1, 1 : 0",
             "3.30 kick-off for bar", "3.45 play on", "4.50 half time, foo 1 : 0 bar", "5.85 full time, foo 1 : 0 bar"],
        )  # fmt: skip
        self.assertEqual((found[3].kind, found[-1].kind), (Event.Kind.GOAL, Event.Kind.GAME_OVER))
        reader.read("(Info (time 6)(play_mode 10)(score_right 1))")
        goal, offside = finder.next(reader.game, reader.snapshot)
        self.assertEqual((goal.kind, goal.side), (Event.Kind.GOAL, Side.RIGHT))
        self.assertEqual((offside.kind, offside.text), (Event.Kind.OFFSIDE, "offside by bar"))
        self.assertEqual(finder.next(reader.game, reader.snapshot), [])
        finder.restart()
        self.assertEqual(len(finder.next(reader.game, reader.snapshot)), 1)

    def goal(self, seconds, balls, touched=6):
        """The scorer in the text of the goal when 9 of foo shoots and 1 of bar touches the ball at this place."""
        game, finder = monitor.Game(field_length=40, field_width=20, goal_width=4), EventFinder()
        for i, (x, y) in enumerate(balls):
            players = tuple(
                monitor.Player(side, number, True, Point(-15, 8), number == (9 if i < touched else 1))
                for side, number in ((Side.LEFT, 9), (Side.RIGHT, 1))
            )
            now = monitor.Snapshot(
                time=i * seconds, play_mode=3, team_left="foo", team_right="bar", players=players, ball=Point(x, y),
                score_left=int(i == len(balls) - 1),
            )  # fmt: skip
            found = finder.next(game, now)
        self.assertEqual(found[-1].kind, Event.Kind.GOAL)
        return found[-1].text

    def test_the_scorer_does_not_depend_on_the_interval_of_frames(self):
        for seconds in (0.01, 0.05, 0.15, 0.2, 0.3, 2.0):
            for y in (0.5, 4.0):
                flight = [x * 8 * seconds for x in range(int(15 / (8 * seconds)) + 1)]
                balls = [(3 + x, y) for x in flight] + [(18.5, y), (19.9, 1.0), (20.1, 1.0)]
                expected = "goal for foo by 9, 1 : 0" if y == 0.5 else "goal for foo, own goal by 1 of bar, 1 : 0"
                with self.subTest(seconds=seconds, y=y):
                    text = self.goal(seconds, balls, len(flight) + 1)
                    self.assertEqual(text, expected if seconds < 0.25 else "goal for foo, 1 : 0")

    def test_a_held_ball_put_into_the_own_goal_is_not_a_shot(self):
        shot = [(10 + 1.5 * i, 0.0) for i in range(6)]
        held = [(17.5, 0.0)] * 400
        kicked = [(17.6 + 0.8 * i, 0.0) for i in range(4)]
        self.assertEqual(self.goal(0.15, shot + held + kicked), "goal for foo, own goal by 1 of bar, 1 : 0")
        self.assertEqual(self.goal(0.15, shot + [(17.5, 0.0), (18.5, 0.0), (20.1, 0.0)]), "goal for foo by 9, 1 : 0")


class Commands(unittest.TestCase):
    def test_commands_have_the_spellings_of_behaviour_9(self):
        self.assertEqual(monitor.kick_off(Side.LEFT), "(kickOff Left)")
        self.assertEqual(monitor.kick_off(Side.NONE), "(kickOff None)")
        self.assertEqual(monitor.play_mode("corner_kick_left"), "(playMode corner_kick_left)")
        self.assertEqual(monitor.drop_ball(), "(dropBall)")
        self.assertEqual(monitor.shoot_out(Side.NONE), "(shootOut None)")
        self.assertEqual(monitor.change_sides() + monitor.begin_half(3), "(changeSides)(half 3)")
        self.assertEqual(monitor.move_ball((10, 20.5, 1)), "(ball (pos 10.0 20.5 1.0))")
        self.assertEqual(monitor.move_ball(velocity=Point(1)), "(ball (vel 1.0 0.0 0.0))")
        self.assertEqual(
            monitor.move_player(Side.RIGHT, 11, [-52, 0, 0.3], Point(), 50),
            "(agent (team Right)(unum 11)(pos -52.0 0.0 0.3)(vel 0.0 0.0 0.0)(battery 50.0))",
        )
        with self.assertRaises(ValueError):
            monitor.move_ball((1, 2))


class Logs(unittest.TestCase):
    FRAMES = 200

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="test_rcss_monitor.")
        self.addCleanup(remove_folder, self.folder)
        self.file = os.path.join(self.folder, "-monitor.log")
        self.text = "".join(line + "\n" for line in match(self.FRAMES)).encode()

    def open(self, data):
        with open(self.file, "wb") as file:
            file.write(data)
        log = LogFile(self.file)
        self.addCleanup(log.close)
        return log

    def check_whole(self, log):
        self.assertEqual((log.problem, log.is_complete, len(log)), ("", True, self.FRAMES))
        reader, live = LineReader(), []
        for line in match(self.FRAMES):
            if reader.read(line) == LineReader.Kind.INFO:
                live.append(reader.snapshot)
        self.assertEqual(list(log), live)
        order = list(range(self.FRAMES))
        random.Random(3).shuffle(order)
        for i in order:
            self.assertEqual(log.at(i), live[i])
            self.assertEqual(log.time_of(i), live[i].time)
        self.assertEqual(log[-1], live[-1])
        self.assertEqual(log[5:20:5], live[5:20:5])
        with self.assertRaises(IndexError):
            log.at(self.FRAMES)
        self.assertEqual((len(log.marks), log.marks[3].frame), (8, self.FRAMES // 2))
        self.assertEqual(log.marks[3].event.kind, Event.Kind.GOAL)

    def test_plain_logs_are_read(self):
        for name, data in (("plain", self.text), ("without the last newline", self.text[:-1]),
                           ("of other systems", self.text.replace(b"\n", b"\r\n"))):  # fmt: skip
            with self.subTest(name):
                self.check_whole(self.open(data))

    @unittest.skipUnless(shutil.which("zstd"), "no program zstd")
    def test_compressed_logs_are_read(self):
        def packed(data):
            return subprocess.run(["zstd", "-cq"], input=data, stdout=subprocess.PIPE, check=True).stdout

        self.check_whole(self.open(packed(self.text)))
        third = len(self.text) // 3
        both = packed(self.text[:third]) + packed(self.text[third:])
        self.check_whole(self.open(both + b"\x5e\x2a\x4d\x18\x04\0\0\0abcd"))  # a frame to be skipped, like an index
        log = self.open(both[:-20])
        self.assertIn("damaged or cut", log.problem)
        self.assertGreaterEqual(len(log), self.FRAMES // 3 - 2)
        self.assertEqual(log[10].ball.x, 1.0)

    def test_logs_in_other_compressed_forms_are_read(self):
        for compress in (gzip.compress, bz2.compress, lzma.compress):
            with self.subTest(compress=compress):
                self.check_whole(self.open(compress(self.text)))
                noise = random.Random(1).randbytes(2_000_000).replace(b"\n", b"x")  # that cannot be made shorter
                packed = compress(self.text + noise)
                log = self.open(packed[: len(packed) // 2])
                self.assertEqual(len(log), self.FRAMES)
                self.assertRegex(log.problem, r"\Awhat is packed after byte \d+ of the log is left out: ")

    def pack(self, form, files):
        packed = io.BytesIO()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about names that occur twice
            if form == "zip":
                with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
                    for name, data in files:
                        archive.writestr(name, data)
            else:
                with tarfile.open(fileobj=packed, mode=form) as archive:
                    for name, data in files:
                        member = tarfile.TarInfo(name)
                        member.size = len(data)
                        archive.addfile(member, io.BytesIO(data))
        return packed.getvalue()

    def test_packed_matches_are_read(self):
        for form in ("zip", "w", "w:gz", "w:bz2", "w:xz"):
            with self.subTest(form=form):
                self.check_whole(self.open(self.pack(form, [("game 7.txt", self.text)])))
                more = [("m/parameters.xml", b"<x/>"), ("m/agent0-files/monitor.log", b"none"), ("m/monitor.log.gz", b"none")]
                self.check_whole(self.open(self.pack(form, [*more, ("m/monitor.log", self.text)])))
                self.check_whole(self.open(self.pack(form, [*more[:2], ("m/monitor.log.xz", lzma.compress(self.text))])))
                for files, why in (
                    ([("a", b""), ("b", b"")], "there is no monitor.log in it"),
                    ([("a/monitor.log", b""), ("b/monitor.log", b"")], "it has the logs of several matches, in a/ and b/: unpack it, and name one folder"),
                    ([("monitor.log", b""), ("monitor.log", b"")], "it has two files monitor.log"),
                    ([(str(i), b"") for i in range(10_001)], "it has more than 10000 files"),
                ):
                    with self.assertRaises(LogError) as refused:
                        self.open(self.pack(form, files))
                    self.assertEqual(str(refused.exception), f"cannot read {self.file}: {why}")
        whole = self.pack("zip", [("monitor.log", self.text)])
        for at in range(0, len(whole), 29):  # damaged and cut files fail at worst
            for data in (whole[:at] + bytes([whole[at] ^ 255]) + whole[at + 1 :], whole[:at]):
                try:
                    self.assertLessEqual(len(self.open(data)), self.FRAMES)
                except LogError as error:
                    self.assertRegex(str(error), rf"\Acannot read {self.file}: [ -~]+\Z")

    def test_the_size_of_unpacked_logs_is_limited(self):
        with unittest.mock.patch("rcss_monitor._MOST_TEXT", len(self.text) - 1):
            for data in (gzip.compress(self.text), self.pack("zip", [("a", self.text)]), self.pack("w:xz", [("a", self.text)])):
                with self.assertRaisesRegex(LogError, r"\Acannot read .*: it has more than 0 GiB of text\Z"):
                    self.open(data)

    @unittest.skipUnless(shutil.which("zstd"), "no program zstd")
    def test_only_the_damaged_parts_of_compressed_logs_are_lost(self):
        def packed(data):
            return subprocess.run(["zstd", "-cq"], input=data, stdout=subprocess.PIPE, check=True).stdout

        self.file += ".zst"  # recognises the file when its first bytes are damaged
        lines = self.text.splitlines(keepends=True)
        parts = [packed(b"".join(lines[i : i + 40])) for i in range(0, len(lines), 40)]
        begins = [sum(map(len, parts[:i])) for i in range(len(parts))]
        # The Init is the first of the 202 lines, the Die the last one.
        for which, lost in (([0], 39), ([2], 40), ([1, 4], 80)):
            with self.subTest(which=which):
                data = bytearray(b"".join(parts))
                for part in which:
                    data[begins[part]] ^= 1
                log = self.open(bytes(data))
                more = ", and 1 more" if len(which) > 1 else ""
                # A frame without a recognisable beginning counts as part of the one before.
                seen = begins[max(0, which[0] - 1)]
                self.assertEqual(log.problem, f"something at or after byte {seen} is damaged or cut{more}")
                self.assertEqual(len(log), self.FRAMES - lost)
                for now in log:
                    self.assertAlmostEqual(now.ball.x, now.time / 0.15 * 0.1, places=4)
        whole = b"".join(parts)
        for cut in range(0, len(whole), 97):
            log = self.open(whole[:cut])
            self.assertLessEqual(len(log), self.FRAMES)
            self.assertNotIn("\n", log.problem)
            for now in log:
                self.assertAlmostEqual(now.ball.x, now.time / 0.15 * 0.1, places=4)

    def test_a_frame_of_a_log_is_what_a_client_would_have_shown(self):
        draw = random.Random(31)
        others = ("(Init (FieldLength 60)(play_modes A B C))", "(Info (time nan)(score_left 4))", "(Info (Pfoo 3)(half 2))",
                  "( Info ( P (s 1)(id 3)(pos 1 1 1)) )", "(Info (F (id a)(pos 1 2 3)))", "(Info)", "(Die)",
                  "(Info (G (id b)(pos nan 2 3))(play_mode 2))", "(Info (P (pos inf 0 0))(B (pos 0 0 1e308)))",
                  "(Info (time -1e308)(B (pos 1 -1e6 1)))", '(Info (team_right "x y"))', "\xff\xfe)))")  # fmt: skip
        for round_ in range(50):
            lines = []
            for line in match(40):
                if draw.randrange(8) == 0:
                    lines.append(draw.choice(others))
                if draw.randrange(4) == 0:
                    at = draw.randrange(len(line))
                    line = line[:at] + chr(draw.choice((0, 9, 32, 34, 40, 41, 45, 46, 49, 92, 255))) + line[at + 1 :]
                if draw.randrange(10) == 0:
                    line = line[: draw.randrange(1, len(line))]
                if draw.randrange(10):
                    lines.append(line)
            lines = [line.encode("latin-1") for line in lines]
            reader, live = LineReader(), []
            for line in lines:
                if reader.read(line) == LineReader.Kind.INFO:
                    live.append(reader.snapshot)
            log = self.open(b"".join(line + b"\n" for line in lines))
            with self.subTest(round_=round_):
                self.assertEqual(list(log), live)
                for i in draw.choices(range(len(live)), k=40):
                    self.assertEqual(log.at(i), live[i])

    def test_invalid_numbers_leave_out_their_items(self):
        lines = [f"(Info (time {i})(P (s 1)(id 2)(pos {i} 1.5 -0.25)(last))(B (pos {i} -2 0.11)))" for i in range(200)]
        draw = random.Random(5)
        wrong = ("1-2", "--1", "1.2.3", "9999999", "", ".", "-")
        for round_ in range(20):
            damaged = [INIT, FIRST, *lines]
            for at in [*draw.choices(range(3, 200), k=30), *range(100, 110)]:
                old, new = f"pos {at - 2} ", f"pos {draw.choice(wrong)} "
                damaged[at] = damaged[at].replace(old, new) if draw.randrange(2) else new.join(damaged[at].rsplit(old, 1))
            reader, live = LineReader(), []
            for line in damaged:
                if reader.read(line) == LineReader.Kind.INFO:
                    live.append(reader.snapshot)
            log = self.open("".join(line + "\n" for line in damaged).encode())
            with self.subTest(round_=round_):
                for i in draw.choices(range(len(live)), k=60):
                    self.assertEqual(log.at(i), live[i])
                self.assertEqual(list(log), live)

    def test_frames_with_only_places_are_read_on_demand(self):
        with unittest.mock.patch.object(LineReader, "read", autospec=True, side_effect=LineReader.read) as read:
            log = self.open(self.text)
            self.assertLess(read.call_count, self.FRAMES // 8)
            self.assertEqual([mark.event.text for mark in log.marks][3], "goal for foo by 1, 1 : 0")
            self.assertLess(read.call_count, self.FRAMES // 4)
        self.check_whole(log)

    def test_a_log_without_its_beginning_has_play_modes_and_events(self):
        lines = self.text.splitlines(keepends=True)
        for cut in range(4):
            log = self.open(b"".join(lines[cut:]))
            texts = [mark.event.text for mark in log.marks]
            foo, bar = ("foo", "bar") if cut < 3 else ("left", "right")
            self.assertEqual(texts[-7:], [f"kick-off for {foo}", "play on", f"goal for {foo} by 1, 1 : 0", f"kick-off for {bar}",
                                          "play on", f"half time, {foo} 1 : 0 {bar}", f"full time, {foo} 1 : 0 {bar}"])  # fmt: skip

    def test_the_number_of_lines_of_a_log_is_limited(self):
        with unittest.mock.patch.object(LogFile, "MAX_LINES", 50):
            log = self.open(self.text)
        self.assertEqual(len(log), 49)

    def test_a_missing_zstd_is_reported(self):
        with unittest.mock.patch("shutil.which", return_value=None):
            with self.assertRaisesRegex(LogError, r"\Acannot read .*: the program zstd, .* is not installed\Z"):
                self.open(b"\x28\xb5\x2f\xfd and so on")

    def test_incomplete_frames_keep_earlier_values(self):
        log = self.open(
            (f"{INIT}\n{FIRST}\n(Info (time 1)(play_mode 3)(P (s 1)(id 4)(pos 1 1 1))(B (pos 1 0 0)))\n"
             "(Info (time 2)(score_left 3)(B (pos 2 0 0)))\n(Info (time 3)(B (pos nan 0 0)))\n"
             "(Info (time 4)(P (s 1)(id 5)(pos 1 1 1))(B (pos 4 0 0)))\n"
             "(Info (time 5)(P (s 1)(id 6)(pos 1 1 1))(B (pos 5 0 0)))\n"
             "(Info (P (s 1)(id 7)(pos 1 1 1))(B (pos 6 0 0)))\n"
             "(Info (time 7)(P (s 1)(id 8)(pos 1 1 1))(B (pos 7 0 0)))\n"
             "(Info (time 8)(P (s 1)(id 9)(pos 1 1 1)))\n").encode()
        )  # fmt: skip
        for frame in (3, 0, 2, 8, 1, 4, 6, 3, 7, 2, 5):
            now = log.at(frame)
            self.assertEqual(now.ball.x, (0, 1, 2, 2, 4, 5, 6, 7, 7)[frame])
            self.assertEqual(now.time, (0, 1, 2, 3, 4, 5, 5, 7, 8)[frame])
            self.assertEqual([player.number for player in now.players],
                             ([0, 7], [4], [4], [4], [5], [6], [7], [8], [9])[frame])  # fmt: skip
            self.assertEqual((now.play_mode, now.score_left), (0 if frame == 0 else 3, 3 if frame >= 2 else 0))
        self.assertEqual(log.problem, "1 line could not be read completely, first: impossible position of 'B'")

    def test_the_undamaged_frames_of_a_log_are_read(self):
        lines = self.text.splitlines(keepends=True)
        lines[50] = b"x" * (3 << 20) + b"\n"
        lines[60] = b"\0\xff\n"
        log = self.open(b"".join(lines[:100]) + lines[100][:40])
        self.assertEqual((len(log), log.is_complete), (97, False))
        self.assertTrue(log.problem.startswith("3 lines could not be read completely, first: not a line of a match"))
        self.assertEqual(log[-1].ball.x, 9.8)

    def test_other_files_are_refused(self):
        self.assertEqual(self.open(b"").problem, "there is no frame of a match in it")
        # Bytes that are not text are never printed.
        self.assertRegex(self.open(bytes(range(256)) * 100).problem, r"\Ait is not a log: expected a monitor.log, plain or compressed[^\n]*\Z")
        pipe = os.path.join(self.folder, "pipe")
        os.mkfifo(pipe)
        with self.assertRaisesRegex(LogError, rf"\Athere is no monitor.log in {self.folder}\Z"):
            LogFile(self.folder)
        for path in (pipe, "a\0b", os.path.join(self.folder, "nothing")):
            with self.assertRaisesRegex(LogError, r"\Acannot read [^\n]*\Z"):
                LogFile(path)


class FakeServer:
    """A server's monitor port that the test controls."""

    def __init__(self, port=0):
        self.listener = socket.create_server(("127.0.0.1", port))
        self.listener.settimeout(TIMEOUT)
        self.port = self.listener.getsockname()[1]
        self.peer = None

    def accept(self):
        if self.peer:
            self.peer.close()
        self.peer = self.listener.accept()[0]
        self.peer.settimeout(TIMEOUT)

    def say(self, *lines):
        self.peer.sendall("".join(line + "\n" for line in lines).encode())

    def hear(self, count):
        """The next messages."""
        return [receive_frame(self.peer) for _ in range(count)]

    def close(self):
        if self.peer:
            self.peer.close()
        self.listener.close()


class Live(unittest.TestCase):
    def setUp(self):
        self.server = FakeServer()
        self.addCleanup(lambda: self.server.close())
        self.client = Client("127.0.0.1", self.server.port)
        self.addCleanup(self.client.close)
        self.client.poll(0.0)  # the connection is begun; the kernel accepts it
        self.server.accept()

    def poll_until(self, done, on_frame=None):
        deadline = time.monotonic() + TIMEOUT
        while not done():
            self.assertLess(time.monotonic(), deadline)
            self.client.poll(0.02, on_frame)

    def watch(self):
        self.server.say(INIT, FIRST)
        self.poll_until(lambda: self.client.frames == 1)

    def test_a_stream_is_read_wherever_it_is_cut(self):
        for byte in f"{INIT}\n{FIRST}\n(Info (time 7)(B (pos 1 2 3)))\n".encode():
            self.server.peer.sendall(bytes([byte]))
            self.client.poll(0.02)
        self.poll_until(lambda: self.client.frames == 2)
        self.assertEqual((self.client.state, self.client.problem), (Client.State.WATCHING, ""))
        self.assertEqual((self.client.snapshot.time, len(self.client.snapshot.players)), (7, 2))

    def test_every_frame_is_shown_in_order(self):
        self.server.say(*match(100), "(Info (time 99))")
        frames = []
        self.poll_until(lambda: self.client.state == Client.State.OVER, frames.append)
        self.assertEqual([frame.time for frame in frames], [float(f"{i * 0.15:g}") for i in range(100)])
        self.assertFalse(self.client.send("(kickOff)"))
        self.assertFalse(self.client.command("(kickOff)", TIMEOUT))
        self.assertEqual(self.client.poll(TIMEOUT), Client.State.OVER)
        self.assertEqual(self.client.problem, "the match is over")

    def test_a_vanished_server_is_detected_by_keep_alive(self):
        made = self.client._socket
        self.assertEqual(made.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE), 1)
        for name, value in (("TCP_KEEPIDLE", 5), ("TCP_KEEPINTVL", 2), ("TCP_KEEPCNT", 3), ("TCP_USER_TIMEOUT", 10000)):
            if hasattr(socket, name):
                self.assertEqual(made.getsockopt(socket.IPPROTO_TCP, getattr(socket, name)), value)

    def test_messages_are_framed(self):
        self.watch()
        self.assertTrue(self.client.send(monitor.kick_off(Side.LEFT)))
        self.assertTrue(self.client.pause() and self.client.step(15) and self.client.run())
        self.assertEqual(self.server.hear(4), ["W(kickOff Left)", "P", "S15", "R"])
        self.assertTrue(self.client.send("x" * (Client.LONGEST_COMMAND - 1)))
        self.assertFalse(self.client.send("x" * Client.LONGEST_COMMAND))

    def test_a_command_waits_for_its_acknowledgement_up_to_the_timeout(self):
        self.watch()
        self.assertFalse(self.client.command("(dropBall)", 0.05))
        self.assertEqual(self.server.hear(1), ["W(dropBall)(getAck done)"])
        self.server.say("(Info (time 1)(B (pos 0 0 0)))", "(Info (ack best)(time 2)(B (pos 0 0 0)))")
        times = []
        self.assertTrue(self.client.command("(dropBall)", TIMEOUT, lambda now: times.append(now.time)))
        self.assertEqual(times, [1, 2])
        self.server.say("(Info (time 3)(B (pos 5 0 0)))")
        self.assertTrue(self.client.wait_until(lambda now: now.ball.x == 5, TIMEOUT))
        self.assertFalse(self.client.wait_until(lambda now: now.ball.x == 6, 0.05))
        self.server.hear(1)
        self.server.peer.close()  # the connection ends during the wait
        self.assertFalse(self.client.command("(dropBall)", TIMEOUT))

    def test_a_command_waits_for_the_connection(self):
        received = []

        def answer():
            self.server.accept()
            received.extend(self.server.hear(1))
            self.server.say(INIT, "(Info (ack best)(time 3))")

        answering = threading.Thread(target=answer)
        answering.start()
        with Client("127.0.0.1", self.server.port) as other:
            self.assertFalse(other.send("(dropBall)"))
            self.assertTrue(other.command("(dropBall)", TIMEOUT))
            self.assertEqual(other.snapshot.time, 3)
        answering.join()
        self.assertEqual(received, ["W(dropBall)(getAck done)"])

    def test_advance_counts_the_frames_from_its_answer_on(self):
        self.watch()
        self.server.say("(Info (time 1))", "(Info (time 2))", "(Info (ack best)(time 3))", "(Info (time 4))", "(Info (time 5))")
        self.assertTrue(self.client.advance("(dropBall)", 3, TIMEOUT))
        self.assertEqual(self.client.snapshot.time, 5)
        self.assertEqual(self.server.hear(3), ["S0", "W(dropBall)(getAck done)", "S45"])
        self.client.steps_per_frame = 5
        self.server.say("(Info (time 5.5))", "(Info (ack best)(time 6))")
        self.assertFalse(self.client.advance("", 2, 0.1))
        self.assertEqual(self.server.hear(3), ["S0", "W(getAck done)", "S10"])

    def test_the_client_reconnects_to_a_restarted_server(self):
        self.watch()
        port = self.server.port
        self.server.close()
        self.poll_until(lambda: self.client.problem.startswith("no server on 127.0.0.1 port"))
        self.assertEqual(self.client.state, Client.State.CONNECTING)
        self.assertEqual(len(self.client.snapshot.players), 2)
        self.assertFalse(self.client.send("(kickOff)"))
        self.server = FakeServer(port)
        self.poll_until(lambda: self.client.may_command)
        self.server.accept()
        self.server.say("(Init (FieldLength 77))", "(Info (time 1)(B (pos 0 0 0)))")
        self.poll_until(lambda: self.client.frames == 1)
        self.assertEqual((self.client.game.field_length, len(self.client.snapshot.players)), (77, 0))

    def test_a_server_without_a_match_is_reported_as_a_problem(self):
        where = f"on 127.0.0.1 port {self.server.port}"
        with unittest.mock.patch.object(Client, "PATIENCE_S", 0.1):
            self.assertFalse(self.client.command("(dropBall)", 0.3))
        self.assertEqual(self.client.problem, f"the server {where} accepted the connection but sends nothing")
        self.server.hear(1)
        self.server.peer.close()
        closed = "the server has closed the connection"
        self.poll_until(lambda: self.client.problem == f"{closed} ({where}, before the first line of a match)")
        self.poll_until(lambda: self.client.may_command)
        self.server.accept()
        self.server.say("(Refused 32 monitors are there)")
        self.server.peer.close()
        self.poll_until(lambda: not self.client.may_command)
        self.assertEqual(self.client.problem, "the server refuses this monitor: 32 monitors are there")
        self.poll_until(lambda: self.client.may_command)
        self.server.accept()
        self.watch()
        self.assertEqual(self.client.problem, "")

    def test_all_addresses_of_a_host_are_tried(self):
        closed = self.enterContext(socket.socket())
        closed.bind(("127.0.0.1", 0))
        unused = closed.getsockname()
        found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", place) for place in (unused, ("127.0.0.1", self.server.port))]
        # Without the pause between two rounds.
        with unittest.mock.patch("socket.getaddrinfo", return_value=found), Client("somewhere", 1) as self.client:
            self.client._BETWEEN_TRIES_S = 10 * TIMEOUT
            self.poll_until(lambda: self.client.send("(dropBall)"))
            self.server.accept()
            self.assertEqual(self.server.hear(1), ["W(dropBall)"])

    def test_garbage_and_lines_without_end_are_survived(self):
        self.server.say(INIT, "this is no match")
        self.poll_until(lambda: self.client.problem == "not a line of a match 'this is no match'")
        for _ in range(20):
            self.server.peer.sendall(b"x" * (64 << 10))
            self.client.poll(0.02)
            self.client.poll(0.0)
        self.poll_until(lambda: self.client.problem == "an endless line is left out")
        self.server.say("(Die)", FIRST)  # the end of that line, and another
        self.poll_until(lambda: self.client.frames == 1)

    def test_a_listener_may_call_the_client_or_fail(self):
        self.watch()
        times = []

        def listen(now):
            times.append(now.time)
            if now.time == 1:
                raise KeyError("mine")
            if now.time == 2:
                self.client.poll(0.0, listen)
                times.append("back")

        self.server.say(*(f"(Info (time {t}))" for t in (1, 2, 3, 4)))
        with self.assertRaises(KeyError):
            self.poll_until(lambda: False, listen)
        self.poll_until(lambda: len(times) == 5, listen)
        self.assertEqual(times, [1, 2, 3, 4, "back"])

    def test_an_unknown_host_is_a_problem_and_an_invalid_port_an_error(self):
        failure = socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        with unittest.mock.patch("socket.getaddrinfo", side_effect=failure), Client("no.such.host.invalid") as client:
            self.assertEqual(client.poll(0.01), Client.State.CONNECTING)
            self.assertEqual(client.problem, "cannot find no.such.host.invalid: Name or service not known")
        with self.assertRaises(ValueError):
            Client("127.0.0.1", 70000)


class Proof(unittest.TestCase):
    """The trainer's half of the proof, against the server's half as documented in docs/write/protocol.md."""

    LINE = b"a secret that only this test knows"

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="test_rcss_monitor.")
        self.addCleanup(remove_folder, self.folder)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(self.listener.close)
        self.path = os.path.join(self.folder, "secret")
        with open(os.open(self.path, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as file:
            file.write(self.LINE + b" \r\nanother line\n")

    def start(self):
        """A client that has sent its nonce, the server's end, and that nonce."""
        client = Client(*self.listener.getsockname(), trainer_secret_file=self.path)
        self.addCleanup(client.close)
        client.poll(1.0)
        peer, _ = self.listener.accept()
        self.addCleanup(peer.close)
        peer.settimeout(TIMEOUT)
        while not client._connected:
            client.poll(0.01)
        first = peer.recv(1000)
        self.assertEqual(first[:5], b"\x00\x00\x00\x21T")
        self.assertEqual(len(first), 5 + 32)
        self.assertFalse(client.may_command)
        self.assertFalse(client.send("(early)"))
        return client, peer, first[5:]

    def tell(self, client, peer, line):
        """Returns once the client has read the line, when an item after it has come."""
        peer.sendall(line + b"\n(Init)\n")
        client.state = Client.State.CONNECTING
        while client.state != Client.State.WATCHING:
            self.assertNotEqual(client.poll(TIMEOUT), Client.State.OVER)

    def test_both_halves_of_the_proof_are_those_of_the_page(self):
        client, peer, nonce = self.start()
        key = hashlib.blake2b(self.LINE, digest_size=32).digest()
        own = bytes(range(32))
        self.tell(client, peer, b"(TrainerChallenge " + own.hex().encode() + b")")
        proof = hmac.new(key, b"trainer " + own + nonce, "sha512").digest()[:32]
        self.assertEqual(peer.recv(1000), b"\x00\x00\x00\x21T" + proof)
        self.assertFalse(client.may_command)
        welcome = hmac.new(key, b"match " + own + nonce, "sha512").digest()[:32]
        self.tell(client, peer, b"(TrainerWelcome " + welcome.hex().encode() + b")")
        self.assertTrue(client.may_command)
        self.assertEqual(client.problem, "")
        self.assertTrue(client.send("(now)"))
        self.assertEqual(peer.recv(1000), b"\x00\x00\x00\x06W(now)")

    def test_a_server_without_the_secret_gets_no_commands(self):
        challenge, welcome = b"(TrainerChallenge " + b"0" * 64 + b")", b"(TrainerWelcome " + b"0" * 64 + b")"
        for lines in ([welcome], [challenge, welcome], [challenge, challenge], [challenge[:-2] + b"g)"]):
            with self.subTest(lines):
                client, peer, _ = self.start()
                for line in lines:
                    self.tell(client, peer, line)
                self.assertFalse(client.may_command)
                self.assertFalse(client.pause())
                self.assertRegex(client.problem, "it gets no commands$")

    def test_a_refused_proof_is_reported_and_commands_are_still_sent(self):
        client, peer, _ = self.start()
        self.tell(client, peer, b"(TrainerRefused no \x1b secret)")
        self.assertEqual(client.problem, "the server refuses the trainer's secret: no ? secret")
        self.assertTrue(client.run())
        self.assertEqual(peer.recv(1000), b"\x00\x00\x00\x01R")


class RealServer(unittest.TestCase):
    def setUp(self):
        if not PROGRAMS:
            self.skipTest("no server was given")
        self.folder = tempfile.mkdtemp(prefix="test_rcss_monitor.")
        self.addCleanup(remove_folder, self.folder)

    def start(self, *options):
        """A match; the port for monitors."""
        database = os.path.join(ROOT, "scripts", "agentdb-0.1.xml")
        self.server = Program(
            [PROGRAMS[0], "--agent_db_fn", database, "--team", "foo:3", "--team", "bar:3", "--random_seed", "1"]
            + ["--logfile_dir", os.path.join(self.folder, "Logfiles"), "--monitor_port", "0", *options],
            self.folder,
        )
        self.addCleanup(self.server.close)
        return self.server.port(r"monitor port (\d+)")

    def test_a_trainer_controls_a_match_and_the_log_agrees_with_its_frames(self):
        frames = []
        with Client("127.0.0.1", self.start("--speed", "1")) as trainer:
            self.assertTrue(trainer.command(monitor.kick_off(Side.LEFT), TIMEOUT, frames.append))
            self.assertEqual(monitor.play_mode_text(trainer.game, trainer.snapshot.play_mode), "KickOff_Left")
            # Without a player nearby the ball stays where it is put, at the height at which it rests (behaviour 1.8).
            set_up = monitor.play_mode("PlayOn") + monitor.move_ball((45, 30, 0.111), (0, 0, 0))
            self.assertTrue(trainer.advance(set_up, 2, TIMEOUT, frames.append))
            for seen, wanted in zip(trainer.snapshot.ball, (45, 30, 0.111)):
                self.assertAlmostEqual(seen, wanted, delta=0.001)
            # 4 frames of 15 steps of 0.01 s; game time is a sum of floats, printed with six digits (behaviour 5.5).
            before = len(frames), trainer.snapshot.time
            self.assertTrue(trainer.advance(monitor.move_player(Side.RIGHT, 2, (20, 5, 0.22)), 4, TIMEOUT, frames.append))
            self.assertEqual(len(frames), before[0] + 4)
            self.assertAlmostEqual(trainer.snapshot.time - before[1], 0.6, delta=1e-3)
            self.assertFalse(trainer.command(monitor.drop_ball(), 0.2, frames.append))  # the clock stands
            self.assertEqual(len(frames), before[0] + 4)
            self.assertTrue(trainer.run())
            self.assertTrue(trainer.wait_until(lambda now: now.time > before[1] + 0.9, TIMEOUT, frames.append))
            self.assertTrue(trainer.advance("", 1, TIMEOUT, frames.append))
        self.server.stop()
        log = LogFile(os.path.join(self.folder, "Logfiles"))
        self.addCleanup(log.close)
        self.assertEqual(log.problem, "")
        logged = list(log)
        self.assertEqual(logged[-len(frames) :], frames)

    def test_python_and_cpp_report_a_world_without_a_game_alike(self):
        server, program = PROGRAMS
        with TemporaryFolder() as folder:
            more = ["--script", "two_robots.rb", "--monitor_port", "off", "--Spades.EndTime", "1", "--monitor_log", "zst", "--quiet"]
            subprocess.run([server, *STRICTLY, *more], cwd=folder, check=True, timeout=TIMEOUT, stdin=subprocess.DEVNULL)
            path = os.path.join(folder, "Logfiles", "monitor.log.zst")
            with LogFile(path) as log:
                self.assertEqual((log.problem, log.is_complete, log.game.has_bodies), ("", True, True))
                self.assertEqual([round(snapshot.time, 9) for snapshot in log], [0, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9, 1])
                self.assertEqual({body.name for snapshot in log for body in snapshot.bodies}, {"crate/body"})
                self.assertTrue(all(snapshot.shapes["crate/body"][0].kind == "box" for snapshot in log))
                reported = [f"{mark.event.time:9.2f} s  {mark.event.text}" for mark in log.marks]
            printed_by_cpp = subprocess.run(
                [program, "--logfile", path, "--text"], capture_output=True, text=True, check=True, timeout=TIMEOUT
            )
            self.assertEqual(printed_by_cpp.stdout.splitlines(), reported)
            self.assertEqual(printed_by_cpp.stderr, "")
            wrong = subprocess.run([program, "--logfile", path, "--heatmap", "h.png"], cwd=folder, capture_output=True, text=True, timeout=TIMEOUT)
            self.assertEqual((wrong.returncode, os.path.exists(os.path.join(folder, "h.png"))), (1, False))
            self.assertRegex(wrong.stderr, r"^rcssmonitor3D-lite: --heatmap: .* is the log of a world without a game\n$")

    def test_logs_and_options_of_old_monitors_are_accepted(self):
        with TemporaryFolder() as folder:
            path = os.path.join(folder, "old.log")
            with open(path, "w") as file:  # an Init without play modes
                file.write("(Init (FieldLength 104)(FieldWidth 68))\n(Info (time 0)(half 1)(play_mode 0)(B (pos 0 0 0)))\n"
                           "(Info (time 1)(play_mode 3)(B (pos 0 0 0)))\n(Info (time 2)(play_mode 4)(B (pos 0 0 0)))\n")  # fmt: skip
            with LogFile(path) as log:
                reported = [f"{mark.event.time:9.2f} s  {mark.event.text}" for mark in log.marks]
            self.assertIn("kick-in for left", " ".join(reported))
            shown = subprocess.run([PROGRAMS[1], "--logfile", path, "--text", "--msgskip", "3", "--texture"],
                                   capture_output=True, text=True, timeout=TIMEOUT)  # fmt: skip
            self.assertEqual((shown.returncode, shown.stdout.splitlines()), (0, reported))
            self.assertEqual(shown.stderr, "rcssmonitor3D-lite: --msgskip and --texture: accepted for old scripts, without effect\n")
            shown = subprocess.run([PROGRAMS[1], "--logfile", path, "--text", "--msgskip", "0"],
                                   capture_output=True, text=True, timeout=TIMEOUT)  # fmt: skip
            self.assertEqual((shown.returncode, shown.stderr), (0, ""))

    def test_goals_from_listed_kicks_agree_at_any_interval_in_all_programs(self):
        for name, play in GOALS.items():
            for steps in (1, 15, 20, 60, 100, 200):
                with self.subTest(name, steps=steps), TemporaryFolder() as folder:
                    path, report = os.path.join(folder, "monitor.log"), os.path.join(folder, "report.json")
                    with open(path, "w") as file:
                        file.write("\n".join(log_of_goal(play, steps)) + "\n")
                    expected = play["sparse"] if "sparse" in play and steps > 20 else play["scorer"]
                    with LogFile(path) as log:
                        (goal,) = (mark.event for mark in log.marks if mark.event.kind == Event.Kind.GOAL)
                        found = [f"{mark.event.time:9.2f} s  {mark.event.text}" for mark in log.marks]
                    scorer = goal.scorer
                    self.assertEqual((scorer.kind.value.replace("_", " "), scorer.number, scorer.assist), expected)
                    self.assertEqual(goal.side, play["side"])
                    subprocess.run([PROGRAMS[0], "--report", path, "--json", report], check=True, timeout=TIMEOUT, stdout=subprocess.DEVNULL)
                    with open(report) as file:
                        made = json.load(file)
                    (goal,) = made["goals"]
                    self.assertEqual((goal["scorer"], goal["number"] or 0, goal["assist"] or 0), expected)
                    counted = {(each["side"], each["number"]): each for each in made["players"]}
                    side, other = ("left", "right") if play["side"] == Side.LEFT else ("right", "left")
                    self.assertEqual(sum(each["goals"] for each in counted.values()), expected[0] == "seen")
                    self.assertEqual(sum(each["own_goals"] for each in counted.values()), expected[0] == "own goal")
                    self.assertEqual(sum(each["assists"] for each in counted.values()), expected[2] > 0)
                    if expected[0] != "unknown":
                        by = counted[other if expected[0] == "own goal" else side, expected[1]]
                        self.assertEqual((by["goals"], by["own_goals"]), (expected[0] == "seen", expected[0] == "own goal"))
                        if steps <= 20:
                            self.assertGreaterEqual(by["shots_on_target"], expected[0] == "seen")
                    shown = subprocess.run([PROGRAMS[1], "--logfile", path, "--text"], capture_output=True, text=True, timeout=TIMEOUT)
                    self.assertEqual((shown.stdout.splitlines(), shown.stderr), (found, ""))

    def test_python_and_cpp_find_the_same_events(self):
        self.start("--speed", "max", "--Soccer.AutomaticKickOff", "true", "--Soccer.RuleHalfTime", "60",
                   "--monitor_log", "zst" if shutil.which("zstd") else "plain")  # fmt: skip
        self.server.wait()
        logs = os.path.join(self.folder, "Logfiles")
        (file,) = (os.path.join(logs, name) for name in os.listdir(logs) if name.startswith("monitor.log"))
        with LogFile(file) as log:
            found = [f"{mark.event.time:9.2f} s  {mark.event.text}" for mark in log.marks]
            # 2 x 60 s of play are 800 frames, plus those before and after.
            self.assertGreater(len(log), 800)
        reported = subprocess.run([PROGRAMS[1], "--logfile", file, "--text"], capture_output=True, text=True, timeout=TIMEOUT)
        self.assertEqual(reported.stderr, "")
        self.assertEqual(reported.stdout.splitlines(), found)
        self.assertIn("full time, foo ", found[-1])


if __name__ == "__main__":
    if len(sys.argv) > 2 and os.access(sys.argv[1], os.X_OK):
        PROGRAMS = [os.path.abspath(program) for program in sys.argv[1:3]]
        del sys.argv[1:3]
    run_tests(sys.argv[1:])
