#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Controllers and worlds in the style of SIGVerse's users, with other functions of the server: a repeated run, resets, control, and a set-up by a
script.

    sigverse_guest_runs.py BUILD_FOLDER [unittest's arguments]
"""

import os
import re
import subprocess
import sys
import unittest

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
for folder in ("support", "support/sigverse"):
    sys.path.insert(0, os.path.join(TESTS, folder))

from guests import Guests, Runs, read, run  # noqa: E402
from programs import TIMEOUT, wait_until  # noqa: E402

GUESTS = Guests(sys.argv.pop(1), "lab", "seminar")


def setUpModule():
    unittest.addModuleCleanup(GUESTS.close)
    GUESTS.make()


class RunTest(unittest.TestCase):
    def setUp(self):
        self.assertEqual(GUESTS.complaints, [])
        self.runs = Runs(GUESTS, self)
        self.begin, self.play, self.ctl = self.runs.begin, self.runs.play, self.runs.ctl

    def time(self, one):
        return float(self.ctl(one, "time"))

    def wait_until_time(self, one, seconds):
        wait_until(lambda: self.time(one) >= seconds, f"{seconds} s")

    def reset(self, one, order="reset"):
        """Returns when the world has been reset, which the server does when its handlers have returned."""
        self.ctl(one, order)
        one.program.wait_for("sigverse: reset by sigctl")


class Repeatability(RunTest):
    SECONDS = 6

    def setUp(self):
        super().setUp()
        self.wanted = self.billiards()

    def billiards(self, *options, **how):
        return self.play("lab", "billiards.xml", self.SECONDS, *options, **how)

    def test_a_run_depends_only_on_the_seed(self):
        self.assertEqual(self.billiards().record(), self.wanted.record())
        other = self.billiards("--seed", "6")
        for name, column in (("ball_1", 1), ("ball_2", 3)):
            self.assertNotEqual(other.way(name)[0][column], self.wanted.way(name)[0][column])
        self.assertTrue(-10 <= other.way("ball_1")[0][1] <= 10)
        self.assertTrue(-20.5 <= other.way("ball_2")[0][3] <= 40.5)
        for column in (1, 2):
            throws = [[row.split(",")[column] for row in one.file(2, "dice.csv")[1:] if not row.startswith("#")] for one in (self.wanted, other)]
            self.assertNotEqual(*throws)

    def test_neither_sandbox_nor_speed_changes_a_run(self):
        for one in (self.billiards("--sandbox", "off"), self.billiards(speed="20")):
            self.assertEqual(one.log(), self.wanted.log())
            for number in range(3):
                self.assertEqual(one.agent_lines(number), self.wanted.agent_lines(number))
            self.assertEqual(one.file(2, "dice.csv"), self.wanted.file(2, "dice.csv"))

    def test_a_compressed_run_is_replayed_from_its_parameters(self):
        packed = self.billiards("--monitor_log", "zst")
        unpacked = subprocess.run(["zstd", "-dcq", os.path.join(packed.logs, "monitor.log.zst")], capture_output=True, check=True, timeout=TIMEOUT)
        self.assertEqual(unpacked.stdout, self.wanted.log())
        logs = os.path.join(self.runs.path, "again")
        parameters = os.path.join(self.wanted.logs, "parameters.xml")
        done = run(GUESTS.server, "--home", "off", "--parameters", parameters, "--trust_scripts", "--logdir", logs, "--Sig.Port", "0", "--monitor_port", "off",
                   cwd=self.runs.path)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(read(logs, "monitor.log", mode="rb"), self.wanted.log())

    def test_the_run_after_a_reset_is_the_same(self):
        one = self.begin("lab", "billiards.xml", "--Sig.EndTime", str(self.SECONDS), "--Spades.MonitorInterval", "1", start="false", speed="1")
        one.program.wait_for("ready")
        self.ctl(one, "start")
        self.wait_until_time(one, 1)
        self.reset(one)
        self.assertEqual(self.time(one), 0)
        self.assertIn("-60", self.ctl(one, "print", "cue"))
        self.ctl(one, "start")
        again, wanted = one.end().frames(), self.wanted.frames()
        self.assertGreater(len(again), len(wanted))
        # Only from the start on, because the monitor shows the world at 0 before that.
        begin = max(number for number, (time, _) in enumerate(again) if time == 0)
        self.assertEqual(again[begin][1], wanted[0][1])
        steps = {round(time / 0.01): objects for time, objects in again[begin:]}
        for time, objects in wanted:
            self.assertEqual(steps.get(round(time / 0.01)), objects, time)
        self.assertEqual(one.file(2, "dice.csv"), self.wanted.file(2, "dice.csv"))
        for number in range(3):
            self.assertEqual(one.agent_lines(number)[-len(self.wanted.agent_lines(number)):], self.wanted.agent_lines(number))

    def test_messages_are_the_same_without_lock_step(self):
        one = self.billiards("--Sig.LockStep", "false", speed="1")
        self.assertEqual(one.messages(1), self.wanted.messages(1))
        self.assertEqual(one.agent_lines(2), self.wanted.agent_lines(2))

    def test_profiles_of_other_scripts_are_refused(self):
        one = self.begin("lab", "billiards.xml", "--profile", "manual")
        self.assertEqual(one.program.wait(), 2)
        self.assertRegex(one.program.printed(), "--profile manual: the script .*sigverse.rb offers no profiles")


class Control(RunTest):
    def test_every_command_of_sigctl_has_its_effect(self):
        one = self.begin("seminar", "open.xml", start="false", speed="10")
        one.program.wait_for("ready")
        self.assertEqual(self.ctl(one, "names").split(), ["cup", "guest", "runner", "switcher", "tv_0", "visitor"])
        self.assertEqual(self.time(one), 0)
        self.ctl(one, "start")
        one.program.wait_for("running")
        self.ctl(one, "send", "switcher", "on")
        one.program.wait_for("1. change, by sigctl")
        self.wait_until_time(one, 1)
        self.ctl(one, "stop")
        self.assertRegex(self.ctl(one, "print", "tv_0"), r"switch\b.*\bon\b")
        stopped = self.time(one)
        place = self.ctl(one, "print", "runner")
        self.assertEqual((self.time(one), self.ctl(one, "print", "runner")), (stopped, place))
        self.ctl(one, "start")
        self.wait_until_time(one, stopped + 0.5)
        self.reset(one, "restart")
        self.assertRegex(self.ctl(one, "print", "tv_0"), r"switch\b.*\boff\b")
        self.wait_until_time(one, 0.2)  # the controllers have started again
        self.ctl(one, "quit")
        times = [time for time, _ in one.end().frames()]
        self.assertEqual(sum(later < earlier for earlier, later in zip(times, times[1:])), 1)
        self.assertEqual(one.agent_lines(1).count("[SYS]  tv_0 is a TV, states by switch"), 2)

    def test_a_script_sets_up_the_world(self):
        script = os.path.join(self.runs.path, "mine.rb")
        with open(script, "w", encoding="utf-8") as file:
            file.write(f"defaultVariable('Sig.World', '{GUESTS.path}/lab/billiards.xml')\ndefaultVariable('Sig.AutoStart', true)\n"
                       "defaultVariable('Sig.EndTime', 1.0)\ndefaultVariable('Sig.Port', 0)\nrun 'sigverse.rb'\n"
                       "get('/sig/ball_1').setPosition(0, 150, 0)\nget('/sig/ball_1').setMass(0.5)\nget('/sig/lamp').setPosition(10, 210, 20)\n")
        logs = os.path.join(self.runs.path, "mine")
        done = run(GUESTS.server, "--strict", "--home", "off", "--script", script, "--monitor_port", "off", "--speed", "max", "--logdir", logs,
                   cwd=self.runs.path)
        self.assertEqual(done.returncode, 0, done.stderr)
        first = re.search(r"\(obj ball_1 (\S+) (\S+) (\S+)", read(logs, "monitor.log"))
        self.assertEqual([float(number) for number in first.groups()], [0, 150, 0])
        self.assertEqual(len(re.findall(r"\(obj lamp 10 210 20 1 0 0 0\)", read(logs, "monitor.log"))), 26)


if __name__ == "__main__":
    unittest.main()
