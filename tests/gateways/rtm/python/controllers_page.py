#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/systems/controllers.md works: the controllers of the page, built and run by its commands, on the simulated arm and on hardware.

    controllers_page.py RTM PAGE COMPILER LIBRARY_FOLDER
"""

import glob
import os
import re
import signal
import subprocess
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), *[os.pardir] * 4))
PAGE, COMPILER, LIBRARIES = os.path.abspath(sys.argv.pop(2)), sys.argv.pop(2), os.path.abspath(sys.argv.pop(2))

from stage import RTM, TIMEOUT, Stage, wait_until  # noqa: E402
import omg_idl  # noqa: E402
import omg_peer  # noqa: E402
from pages import block, commands, read_page, write_files  # noqa: E402
from skipping import run_tests  # noqa: E402

PROGRAMS = os.path.dirname(RTM)
ELBOW = 3
# Paths on the page, and where they are in this tree.
PLACES = (("~/rcss/include/rcssserver3d", ROOT), ("~/rcss/lib/rcssserver3d", LIBRARIES))


def here(word):
    for on_the_page, in_this_tree in PLACES:
        word = word.replace(on_the_page, in_this_tree)
    return word


def only(program, *words):
    """The only command of that program on the page with these words."""
    (found,) = [line for line in commands(PAGE, program) if set(words) <= set(line)]
    return found


class SamplePD(omg_peer.Component):
    """A controller of other middleware, which lets the arm sink slowly."""

    def on_execute(self, handle):
        self.passes += 1
        self.torque.write([0.0, -5.0, *[0.0] * 7])
        return omg_peer.OK


class Page(Stage):
    def setUp(self):
        super().setUp()
        self.environment["HOME"] = self.folder
        write_files(PAGE, self.folder)

    def program(self, name, *arguments):
        return self.start(*arguments, program=os.path.join(PROGRAMS, name))

    def server_program(self, *arguments):
        return self.program("rcssserver3D", *arguments, "--strict", "--home", "off")

    def host(self, words, *more):
        """rtm-host as the page starts it; waits until it is ready."""
        host = self.program("rtm-host", *words, "-o", f"corba.nameservers={self.server}", *more)
        while not self.line(host).startswith("ready"):
            pass
        return host

    def build(self):
        subprocess.run([COMPILER, *map(here, only("g++", "Nod.cpp"))], cwd=self.folder, check=True, timeout=300)

    def angles(self, component):
        return [float(word) for word in self.run_rtm("get", f"{component}.angle").split()]

    def wait_for_nod(self, component):
        """Waits until the elbow has swung from one end to the other and back, while no other joint has."""
        wait_until(lambda: self.component(component), component)
        wait_until(lambda: len(self.angles(component)) == 9, "the first angles")
        for low, high in ((0.6, 9), (-9, 0.3), (0.6, 9)):
            seen = wait_until(lambda: low < self.angles(component)[ELBOW] < high and self.angles(component), f"the elbow between {low} and {high}")
            others = [angle for i, angle in enumerate(seen) if i not in (ELBOW, 7, 8)]
            self.assertLess(max(map(abs, others)), 0.2, seen)

    def watch(self, component):
        (words,) = [words for words in commands(PAGE, "rtm") if words[0] == "watch" and words[1] == f"{component}.angle"]
        lines = self.run_rtm(*words).splitlines()
        self.assertTrue(lines)
        self.assertRegex(lines[0], rf"^\S+ {component}\.angle( \S+){{9}}$")

    def test_controllers_can_be_exchanged_in_the_simulation(self):
        self.build()
        world = self.server_program(*only("rcssserver3D", "Nod0"), "--Rtm.NameServer", self.server, "--monitor_port", "off")
        self.assertEqual(commands(PAGE, "rtm")[0], ["names"])
        controller = self.host(only("rtm-host", "exec_cxt.periodic.type=SynchExtTriggerEC"))
        self.wait_for_nod("Arm0")
        self.watch("Arm0")
        # As the page says of a controller that is gone: the world continues, and another one with its name is used. The arm has sunk by then.
        self.assertEqual(self.end(controller), -signal.SIGKILL)
        (words,) = [words for words in commands(PAGE, "rtm") if words[:2] == ["run", "nod.py"]]
        self.assertEqual(self.line(self.start(*words)), "Nod0 is off")
        wait_until(lambda: self.component("Nod0")["state"] == "on", "the second controller")
        # How far the elbow moves depends on how the arm lies on the floor; the robot gets commands that swing, and is not at fault any more.
        seen = []
        wait_until(lambda: seen.append(float((self.run_rtm("get", "Arm0.torque").split() or [0] * 9)[ELBOW])) or max(seen) - min(seen) > 10,
                   "commands for the elbow")
        wait_until(lambda: self.component("Arm0")["state"] == "on", "the robot is no longer at fault")
        self.assertEqual(self.end(world, signal.SIGINT), 128 + signal.SIGINT)
        self.assertRegex(self.printed(world), r"Nod0")

    def test_the_controller_of_the_page_runs_in_the_server(self):
        self.build()
        ended = subprocess.run([os.path.join(PROGRAMS, "rcssserver3D"), *only("rcssserver3D", "nod.rb"), "--strict", "--home", "off", "--monitor_port", "off"],
                               cwd=self.folder, env=self.environment, capture_output=True, text=True, timeout=TIMEOUT * 4)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        with open(os.path.join(self.folder, "Logfiles/ports.log"), encoding="utf-8") as log:
            rows = [line.rstrip("\n").split(",") for line in log]
        angles = [[float(word) for word in row[3:]] for row in rows if row[1:3] == ["Arm0", "angle"]]
        self.assertGreater(len(angles), 4900)  # 10 s at 500 Hz
        elbow = [one[ELBOW] for one in angles]
        self.assertGreater(max(elbow), 0.7)
        self.assertLess(max(elbow), 0.9)
        for joint in (0, 1, 2, 4, 5, 6):
            self.assertLess(max(abs(one[joint]) for one in angles), 0.2, joint)

    def test_the_controller_of_the_page_runs_beside_a_match(self):
        self.build()
        ended = subprocess.run([os.path.join(PROGRAMS, "rcssserver3D"), *only("rcssserver3D", "match.rb"), "--strict", "--home", "off", "--monitor_port", "off",
                                "--agent_port", "off", "--Rtm.PortLog", "true", "--Spades.EndTime", "2"],
                               cwd=self.folder, env=self.environment, capture_output=True, text=True, timeout=TIMEOUT * 4)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertNotRegex(ended.stdout + ended.stderr, "(error|warning):")
        self.assertRegex(ended.stdout, r"arm +Nod0 +\d+ +\d+ +0 +0 +0")
        with open(os.path.join(self.folder, "Logfiles/ports.log"), encoding="utf-8") as log:
            rows = [line.split(",") for line in log]
        self.assertGreater(len([row for row in rows if row[1:3] == ["Arm0", "torque"]]), 90)  # 2 s at 50 Hz

    def test_the_controller_of_the_page_runs_on_hardware(self):
        self.build()
        words = only("rcssserver3D", "rtm/arm_hardware.rb")
        words[words.index("--agent_port") + 1] = "0"
        self.server_program(*words, "--monitor_port", "off")
        port = wait_until(self.agent_port, "the agent port")
        self.host(only("rtm-host", "ArmIo"), "--set", f"ArmIo.port={port}")
        self.host(only("rtm-host", "exec_cxt.periodic.type=RealTimeEC"))
        said = [words for words in commands(PAGE, "rtm") if any(word.startswith(("ArmIo0", "Nod0")) for word in words)]
        self.assertEqual([words[0] for words in said], ["connect", "connect", "connect", "on", "on", "watch", "off"])
        for words in said[:-1]:
            self.run_rtm(*words)
        self.wait_for_nod("ArmIo0")
        self.run_rtm(*said[-1])
        # No controller carries the arm now, and ArmIo reports that.
        wait_until(lambda: abs(self.angles("ArmIo0")[1]) + abs(self.angles("ArmIo0")[ELBOW]) > 1.0, "the arm sinks")

    def agent_port(self):
        for name in glob.glob(os.path.join(self.folder, "Logfiles*/server.log")):
            with open(name, encoding="utf-8") as log:
                if found := re.search(r"agent port (\d+)", log.read()):
                    return found[1]
        return None

    def test_a_controller_of_other_middleware_is_used(self):
        orb = omg_peer.Orb()
        self.addCleanup(orb.close)
        naming = omg_peer.Naming(self.server)
        self.addCleanup(naming.close)
        sample = SamplePD(orb, "SamplePD0")
        sample.passes = 0
        angle, _ = (sample.add(omg_peer.InPort(orb, f"SamplePD0.{name}", "TimedDoubleSeq")) for name in ("angle", "velocity"))
        sample.torque = sample.add(omg_peer.OutPort(orb, "SamplePD0.torque", "TimedDoubleSeq"))
        # A context of its own, which the server ticks.
        context = omg_peer.Context(orb, sample.reference)
        context.participants[sample.reference] = omg_idl.Struct(proxy=omg_idl.Proxy(sample.reference, "RTComponent"), handle=0,
                                                                state=omg_peer.INACTIVE, wanted=None)
        sample.owned.append(context.reference)
        naming.rebind("SamplePD0.rtc", sample.reference)
        self.assertIn("`--Rtm.Instance SamplePD0`", read_page(PAGE))
        world = self.server_program("--script", "rtm/arm.rb", "--Rtm.Instance", "SamplePD0", "--Rtm.NameServer", self.server, "--monitor_port", "off",
                                    "--Spades.EndTime", "1")
        self.assertEqual(world.wait(TIMEOUT), 0, self.printed(world))
        self.assertGreater(sample.passes, 450)  # 1 s at 500 Hz
        numbers = [value.data for end in list(angle.ends) for value in angle.values(end)]
        if numbers:  # the ends of finished connections may be gone
            self.assertEqual({len(one) for one in numbers}, {9})
        self.assertRegex(world.stdout.read(), r"SamplePD0 +\d+ +\d+ +0 +0 +0")

    def test_the_properties_of_the_page_are_read(self):
        """The rtc.conf of the page, with one of our modules in the place of a foreign one."""
        text = block(PAGE, "text rtc.conf").replace("SamplePD", "Logic")
        self.write("rtc.conf", text + "manager.modules.preload: Logic\n")
        host = self.host(["-f", "rtc.conf"])
        self.assertEqual(self.end(host, signal.SIGTERM), 0)
        self.assertEqual(self.printed(host), "")


if __name__ == "__main__":
    run_tests(sys.argv[1:], side_by_side=2)
