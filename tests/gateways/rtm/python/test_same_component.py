#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/rtm/same_component.sh: one module on the simulated arm and on hardware.  test_same_component.py RTM SCRIPTS [paced]"""

import hashlib
import os
import re
import subprocess
import sys
import unittest

SCRIPTS = os.path.abspath(sys.argv.pop(2))

from stage import RTM, TIMEOUT, Stage  # noqa: E402
from pace import PACED  # noqa: E402
from skipping import run_tests  # noqa: E402

LIMIT = 240 + TIMEOUT  # s; the script gives its hardware two minutes
MODULE = os.path.join(os.path.dirname(RTM), "..", "lib", "rcssserver3d", "components", "ArmPD.so")


def lines_of(name):
    """The properties of a file, without comments."""
    with open(os.path.join(SCRIPTS, name), encoding="utf-8") as file:
        return dict(re.match(r"([^:=\s]+)\s*[:=]\s*(.*)", line).groups() for line in file if not line.startswith("#"))


class SameComponent(Stage):
    needs_names = False

    def test_the_configurations_differ_only_in_the_context(self):
        simulated, real = lines_of("arm_controller_sim.conf"), lines_of("arm_controller_real.conf")
        differing = {key for key in {*simulated, *real} if simulated.get(key) != real.get(key)}
        self.assertEqual(differing, {"exec_cxt.periodic.type", "exec_cxt.periodic.rate"})

    def test_the_script_runs_both(self):
        self.environment["RCSS_PROGRAMS"] = os.path.dirname(RTM)
        kept = os.path.join(self.folder, "kept")
        done = subprocess.run(["sh", os.path.join(SCRIPTS, "same_component.sh"), kept], cwd=self.folder, env=self.environment, text=True,
                              capture_output=True, timeout=LIMIT)
        if done.returncode == 77:
            raise unittest.SkipTest(re.search(r"skipped: (.*)", done.stdout)[1])
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        with open(MODULE, "rb") as file:
            md5 = hashlib.md5(file.read()).hexdigest()
        self.assertEqual(re.findall(r"(simulation|hardware) +([0-9a-f]{32}) ArmPD\.so", done.stdout), [("simulation", md5), ("hardware", md5)])
        rows = re.findall(r"^(\w+) +([\d.]+) (?:rad|m) +([\d.]+) (?:rad|m) +([\d.]+) %$", done.stdout, re.M)
        self.assertEqual([row[0] for row in rows], [*(f"J{i}" for i in range(1, 8)), "HAND_L", "HAND_R"])
        for name, motion, rms, share in rows:
            self.assertGreater(float(motion), 0.02 if name.startswith("HAND") else 0.5)
            self.assertLess(float(share), 5)
            self.assertLess(float(rms), 0.05 * float(motion))
        self.assertRegex(done.stdout, r"context +\d+ passes of RealTimeEC began late by \d+ us \(50 %\)")


class SameRun(Stage):
    """arm.rb in lock-step: the values of its ports depend neither on the controller's process nor on the pace."""

    def run_arm(self, name, *arguments):
        done = subprocess.run([os.path.join(os.path.dirname(RTM), "rcssserver3D"), "--script", "rtm/arm.rb", "--strict", "--home", "off",
                               "--monitor_port", "off", "--logdir", name, "--Rtm.PortLog", "true", "--Spades.EndTime", "2", *arguments],
                              cwd=self.folder, env=self.environment, text=True, capture_output=True, timeout=LIMIT)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(os.path.join(self.folder, name, "ports.log"), "rb") as log:
            return log.read()

    def test_the_port_log_is_the_same_in_every_run(self):
        loaded = self.run_arm("loaded", "--Rtm.Controller", "loaded", "--Rtm.NameServer", "none")
        self.assertGreater(loaded.count(b",Arm0,torque,"), 900)  # 2 s at 500 Hz
        for pace in ("max", "1"):
            controller = self.start("-f", os.path.join(SCRIPTS, "arm_controller_sim.conf"), "-o", f"corba.nameservers={self.server}",
                                    program=os.path.join(os.path.dirname(RTM), "rtm-host"))
            remote = self.run_arm("remote" + pace, "--Rtm.NameServer", self.server, "--speed", pace)
            self.end(controller)
            self.assertTrue(loaded == remote, f"ports.log differs at --speed {pace}")


if __name__ == "__main__":
    paced, others = ["SameComponent.test_the_script_runs_both"], ["SameComponent.test_the_configurations_differ_only_in_the_context", "SameRun"]
    run_tests([word for word in sys.argv[1:] if word != "paced"] or (paced if PACED else others))
