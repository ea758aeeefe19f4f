#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the sample team's knowledge of the world with the truth: knowledge.py SERVER OBSERVER PAGE [unittest's arguments].

Two teams of OBSERVER play five a side, each writing what it knows at each sensation for the moment at which its answer takes effect; a frame of
the monitor log per step says what was true then. The errors are about those of the table in PAGE, docs/write/agents.md, or smaller: another
match, with a team that plays otherwise, has other kicks and collisions. With --table two long matches are played and the table is printed."""

import math
import os
import re
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))

from programs import TIMEOUT, Folder  # noqa: E402
from skipping import run_tests  # noqa: E402

PROGRAMS = []
SHARES = (0.5, 0.9)
TOLERANCES = (2, 3)  # of the median, and of the error that 9 of 10 do not exceed
# These errors depend on the kicks and pushes in the match.
UNFORESEEN = ("itself, in contact", "ball, just kicked")
STEP = 0.01  # s
PLAY_ON = 3
CALM = 60  # steps without a touch of the ball
KICKED = 0.2  # m/s: a greater change of the ball's velocity in a step is a touch
NEAR = 1.0  # m
FEW = 200  # with fewer sensations of a kind, a share is not reliable
TOUCHING = 0.6  # m between the centres of two players who may push each other
FLYING = 0.2  # m, of its centre
MATCH = ("--script", "five_a_side.rb", "--home", "off", "--strict", "--Soccer.AutomaticKickOff", "true", "--Soccer.SingleHalfTime", "true",
         "--speed", "max", "--monitor_port", "off", "--random_seed", "3", "--Spades.MonitorInterval", "1")
VISIONS = {"all around": "true", "restricted": "false"}
AGENTS = """<agentdb xmlns="http://spades-sim.sourceforge.net/agentdbxml.html">
{}</agentdb>
"""
AGENT = '<agent_type_external name="{0}"><exec_line>"{1}" {0}</exec_line></agent_type_external>\n'
ROW = re.compile(r"^\| ([a-z, ]+) \| ([a-z ]+) \| ([0-9.]+); ([0-9.]+) \| ([0-9.]+); ([0-9.]+) \|$", re.MULTILINE)
PLAYER = re.compile(r"\(P \(s ([12])\)\(id (\d+)\)\(pos ([^ ]+) ([^ ]+) ([^ )]+)\)")
BALL = re.compile(r"\(B \(pos ([^ ]+) ([^ ]+) ([^ )]+)\)")


class Truth:
    """The positions of players and ball at every step, in the world frame."""

    def __init__(self, log):
        self.frames, self.modes = [], []
        mode = 0
        with open(os.path.join(log, "monitor.log"), encoding="utf-8") as file:
            for line in file:
                if not line.startswith("(Info"):
                    continue
                if changed := re.search(r"\(play_mode (\d+)\)", line):
                    mode = int(changed[1])
                self.modes.append(mode)
                frame = {(int(side), int(number)): tuple(map(float, place)) for side, number, *place in PLAYER.findall(line)}
                if ball := BALL.search(line):
                    frame["ball"] = tuple(map(float, ball.groups()))
                self.frames.append(frame)

    def in_play(self, step):
        """Whether the referee has moved no one in the last steps."""
        return CALM < step < len(self.modes) and all(mode == PLAY_ON for mode in self.modes[step - CALM : step + 1])

    def place(self, what, step):
        return self.frames[step].get(what)

    def velocity(self, what, step):
        before, now = self.place(what, step - 1), self.place(what, step)
        return before and now and tuple((b - a) / STEP for a, b in zip(before, now))

    def pushed(self, what, step):
        """Whether another player may have pushed this one in the last steps."""
        for frame in self.frames[step - CALM : step + 1 : 5]:
            mine = frame.get(what)
            if mine and any(math.dist(mine, place) < TOUCHING for other, place in frame.items() if other not in (what, "ball")):
                return True
        return False

    def calm(self, step):
        """Whether no one has touched the ball in the last steps."""
        velocities = [self.velocity("ball", each) for each in range(step - CALM, step + 1)]
        return None not in velocities and all(math.dist(a[:2], b[:2]) < KICKED for a, b in zip(velocities, velocities[1:]))


class Errors:
    """The errors of positions and velocities by kind of object, compared with the errors that the agent claims."""

    def __init__(self):
        self.of = {}

    def add(self, what, place, velocity, claimed=None):
        self.of.setdefault(what, []).append((place, velocity, claimed))

    def percentile(self, what, which, share):
        values = sorted(each[which] for each in self.of[what])
        return values[int(share * (len(values) - 1))]

    def as_claimed(self, what):
        """The share of errors that are within three standard deviations claimed by the agent."""
        return sum(place < 3 * math.sqrt(2) * claimed for place, _, claimed in self.of[what]) / len(self.of[what])


def read_line(line):
    """Returns step, side, the agent's own numbers, and a list of (what, place, velocity, error) of the objects in the last picture."""
    head, *parts = (part.split() for part in line.split(" | "))
    others = []
    for name, number, *values in parts:
        x, y, vx, vy, _, error, _, age = map(float, values)
        if age == 0:
            others.append((name, int(number), (x, y), (vx, vy), error))
    return int(head[0]), head[1], int(head[2]), tuple(map(float, head[3:])), others


def compare(log):
    truth, errors = Truth(log), Errors()
    for name in sorted(os.listdir(log)):
        if not re.fullmatch(r"agent\d+-stderr\.log", name):
            continue
        with open(os.path.join(log, name), encoding="utf-8") as file:
            for line in file:
                step, side, number, own, others = read_line(line)
                if truth.in_play(step):
                    judge(truth, errors, step, 1 if side == "left" else 2, number, own, others)
    return errors


def judge(truth, errors, step, side, number, own, others):
    sign = 1 if side == 1 else -1

    def off(what, place, velocity):
        true_place, true_velocity = truth.place(what, step), truth.velocity(what, step)
        if not true_place or not true_velocity:
            return None
        return (math.dist([sign * each for each in place], true_place[:2]), math.dist([sign * each for each in velocity], true_velocity[:2]))

    me = (side, number)
    if error := off(me, own[:2], own[2:4]):
        errors.add("itself, in contact" if truth.pushed(me, step) else "itself", *error, own[4])
    for name, other, place, velocity, claimed in others:
        what = "ball" if name == "ball" else (side if name == "mate" else 3 - side, other)
        if not (error := off(what, place, velocity)):
            continue
        if name != "ball":
            errors.add("other players", *error, claimed)
            continue
        ball, mine = truth.place("ball", step), truth.place(me, step)
        if not truth.calm(step):
            errors.add("ball, just kicked", *error, claimed)
        elif ball[2] > FLYING:
            errors.add("ball in the air", *error, claimed)
        else:
            errors.add("ball on the ground", *error, claimed)
        if truth.calm(step) and math.dist(ball[:2], mine[:2]) < NEAR:
            seen = [sign * (a - b) for a, b in zip(place, own[:2])]
            errors.add("near ball, from itself", math.dist(seen, [a - b for a, b in zip(ball[:2], mine)]), error[1])


def measure(folder, omni, seconds):
    server, observer = PROGRAMS[:2]
    agents = folder.write("agents.xml", AGENTS.format("".join(AGENT.format(name, observer) for name in ("foo", "bar"))))
    log = os.path.join(folder.path, "log-" + omni)
    run = subprocess.run(
        [server, *MATCH, "--agentdb", agents, "--team", "foo:5", "--team", "bar:5", "--logfile_dir", log, "--Soccer.OmniVision", omni,
         "--Soccer.RuleHalfTime", str(seconds)], cwd=folder.path, capture_output=True, text=True, timeout=TIMEOUT, check=False)
    if run.returncode != 0:
        raise AssertionError(run.stdout + run.stderr)
    return compare(log)


class Knowledge(unittest.TestCase):
    def test_errors_are_those_of_the_page(self):
        with open(PROGRAMS[2], encoding="utf-8") as file:
            rows = ROW.findall(file.read())
        self.assertGreaterEqual(len(rows), 10, "rows of the table")
        with Folder() as folder:
            found = {vision: measure(folder, omni, 100) for vision, omni in VISIONS.items()}
        judged = sum(len(of.of.get(what, ())) >= FEW for of in found.values() for what in ("itself", "ball on the ground", "other players"))
        self.assertEqual(judged, 3 * len(VISIONS), "some quantity has too few samples")
        for what, vision, *figures in rows:
            with self.subTest(what=what, vision=vision):
                of = found[vision]
                if len(of.of.get(what, ())) < FEW:
                    continue
                shown = [of.percentile(what, which, share) for which in (0, 1) for share in SHARES]
                for measured, written, tolerance in zip(shown, map(float, figures), 2 * ((4, 4) if what in UNFORESEEN else TOLERANCES)):
                    self.assertLessEqual(measured, tolerance * written + 0.005, f"{shown} instead of {figures}")

    def test_an_agent_knows_how_exact_its_knowledge_is(self):
        with Folder() as folder:
            errors = measure(folder, "true", 20)
        for what in ("itself", "ball on the ground", "other players"):
            with self.subTest(what=what):
                self.assertGreater(errors.as_claimed(what), 0.9)


def print_table():
    with Folder() as folder:
        for vision, omni in VISIONS.items():
            errors = measure(folder, omni, 300)
            for what in errors.of:
                shown = [f"{errors.percentile(what, which, share):.3f}" for which in (0, 1) for share in SHARES]
                claimed = f"{errors.as_claimed(what):.3f}" if what != "near ball, from itself" else ""
                print(f"| {what} | {vision} | {shown[0]}; {shown[1]} | {shown[2]}; {shown[3]} |", len(errors.of[what]), claimed, file=sys.stderr)


if __name__ == "__main__":
    PROGRAMS += [os.path.abspath(sys.argv.pop(1)) for _ in range(3)]
    if sys.argv[1:] == ["--table"]:
        print_table()
    else:
        run_tests()
