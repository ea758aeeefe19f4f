#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The examples of docs/systems/teleoperation.md, and the octets of the page about its protocol, as they are printed there.

    teleoperation_page.py SERVER PAGE [TEST ...]
"""

import contextlib
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))

from pages import block, read_page, write_files  # noqa: E402
from programs import ROOT, STRICTLY, TIMEOUT, Program, TemporaryFolder, wait_until  # noqa: E402
from skipping import run_tests  # noqa: E402

SERVER, PAGE = os.path.abspath(sys.argv[1]), sys.argv[2]
PROTOCOL = os.path.join(os.path.dirname(os.path.abspath(PAGE)), "teleoperation-protocol.md")
CLIENT = os.path.join(ROOT, "gateways", "rctp", "client", "rctp.py")
sys.path.insert(0, os.path.dirname(CLIENT))

import rctp  # noqa: E402

RCTP_PORT = r"rctp port (\d+)"
MAX_LINES = 62  # of the client "in fifty lines", with its heading


def lines_with(word):
    """The commands of the page that contain the word, as lists of words."""
    return [shlex.split(line) for line in re.findall(r"^    (\S.*)$", read_page(PAGE), re.M) if word in line]


class PageTest(unittest.TestCase):
    def setUp(self):
        stack = contextlib.ExitStack()
        self.addCleanup(stack.close)
        self.folder = stack.enter_context(TemporaryFolder(prefix="teleoperation_page."))
        # The match of the page with two players beside the operated one, because the test is not about other programs.
        options = lines_with("--Soccer.Operated")[0][1:]
        options = [{"3300": "0", "foo:10": "foo:1", "bar:11": "bar:1"}.get(option, option) for option in options]
        self.match = stack.enter_context(Program([SERVER, *STRICTLY, "--monitor_port", "off", *options], self.folder))
        self.port = self.match.port(RCTP_PORT)
        self.address = f"rctp://127.0.0.1:{self.port}/foo_11"
        # It is created with the match, and joins its team half a second later.
        wait_until(lambda: rctp.robots(self.address)[0]["state"] == "idle", "the robot")

    def run_program(self, *command, status=0):
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, cwd=self.folder, check=False)
        self.assertEqual((done.returncode, done.stderr), (status, ""), done.stdout)
        return done.stdout

    def operators_log(self):
        """The log of the operator, who leaves in a step after the connection has ended."""

        def log():
            with open(os.path.join(self.folder, "Logfiles", "operator-foo_11.log"), encoding="utf-8") as file:
                return file.read()

        found = wait_until(lambda: (text := log()).endswith(" leave\n") and text, "the end of the operator's session")
        self.assertEqual(self.match.stop(), 128 + signal.SIGTERM, self.match.printed())
        self.assertEqual(log(), found)
        return found

    def test_commands_of_the_client_work(self):
        commands = lines_with("client/rctp.py")
        self.assertEqual(len(commands), 3)
        printed = []
        for command in commands:
            at_port = [word.replace(":3300", f":{self.port}") for word in command[2:]]
            printed.append(self.run_program(sys.executable, CLIENT, *at_port))
        self.assertRegex(printed[0], r"^foo_11 +idle\n$")
        self.assertRegex(printed[1], r"(?m)^output control drive +x -100 … 100")
        self.assertRegex(self.operators_log(), r"(?m)^\d+ act drive 100 0 0$")

    def test_the_client_in_fifty_lines_works(self):
        text = block(PAGE, "python driver.py")
        self.assertLessEqual(text.count("\n"), MAX_LINES)
        write_files(PAGE, self.folder)
        driver = [sys.executable, "-W", "error::SyntaxWarning", "driver.py", "127.0.0.1", str(self.port), "foo_11", "2"]
        self.assertRegex(self.run_program(*driver), r"^battery \d+\.\d percent\n$")
        log = self.operators_log()
        # Ten times per second, x and y on a circle with constant z.
        acts = [tuple(map(float, act)) for act in re.findall(r"(?m)^\d+ act drive (\S+) (\S+) (\S+)$", log)]
        self.assertGreaterEqual(len(acts), 10)
        for x, y, z in acts:
            self.assertAlmostEqual(x * x + y * y, 10000, 0)
            self.assertEqual(z, 0)
        self.assertRegex(log, r"(?m)^\d+ leave$")

    def test_the_library_example_works(self):
        write_files(PAGE, self.folder)
        shutil.copy(CLIENT, self.folder)
        printed = self.run_program(sys.executable, "with_the_library.py", self.address)
        self.assertRegex(printed, r"(?m)^battery \d+\.\d+ step \d+$")
        self.assertRegex(printed, r"(?m)^foo_11 -?\d+\.\d\d -?\d+\.\d\d \d\.\d\d$")
        words = re.findall(r"(?m)^\d+ (connect|act drive .*|stop|release|leave)", self.operators_log())
        self.assertEqual(words, ["connect", "act drive 100 0 0", "act drive 100 50 0", "stop", "leave"])

    def test_commands_of_curl_work(self):
        if not shutil.which("curl"):
            self.skipTest("there is no curl")
        commands = [[word.replace(":3300", f":{self.port}") for word in command] for command in lines_with("curl ")]
        self.assertEqual(len(commands), 3)
        self.assertIn('"name":"foo_11"', self.run_program(commands[0][0], "-s", *commands[0][1:]))
        self.run_program(commands[1][0], "-s", *commands[1][1:])
        with open(os.path.join(self.folder, "foo_11.wrl"), encoding="utf-8") as file:
            self.assertTrue(file.read().startswith("#VRML V2.0 utf8"))
        # After GO the connection is no longer HTTP: curl has its answer, and disconnects.
        granted = self.run_program(commands[2][0], "-s", "--max-time", "5", *commands[2][1:])
        self.assertEqual(granted.count("201 OK"), 2, granted)
        self.assertIn("Current Value: 0.0 0.0 0.0", granted)

    def test_the_client_sends_the_octets_of_the_page(self):
        """The client sends the octets of an object as described on the page."""
        rows = dict(re.findall(r"^\| (.*?) \| `([0-9a-f ]+)` \|$", read_page(PROTOCOL), re.M))
        with rctp.Robot(self.address) as robot:
            robot.assign("drive", "kick", "say")
            robot.go()
            sent = []
            robot._write, robot._stamp = sent.append, lambda: b"tttt"
            robot.send("drive", 100, 0, 0)
            robot.send("drive", y=-50)
            robot.send("kick", 20, 80)
            robot.say("hello")
            del robot._write, robot._stamp
        for row, octets in zip(("drive (object 1)", "only y", "kick", "say"), sent):
            expected = next(text for what, text in rows.items() if what.startswith(row))
            self.assertEqual((octets[:1] + octets[5:]).hex(" "), expected[:3] + expected[15:], row)


class ObstacleRun(unittest.TestCase):
    """The operators of the vehicle get the objects described on the page."""

    def test_objects_ranges_and_names_are_those_of_the_page(self):
        page = read_page(PAGE)
        section = page[page.index("## The obstacle run") : page.index("## With Python")]
        rows = dict(re.findall(r"(?m)^\| `(\w+)` \| \w* ?\| (.*?) \|$", section))
        (command,) = lines_with("obstacle_run.rb")
        options = [*command[1 : command.index("--rctp_port")], "--rctp_port", "0", "--Course.Arm", "true"]
        with TemporaryFolder(prefix="teleoperation_page.") as folder:
            with Program([SERVER, *STRICTLY, "--monitor_port", "off", *options], folder) as server:
                address = f"rctp://127.0.0.1:{server.port(RCTP_PORT)}/rover"
                wait_until(lambda: rctp.robots(address)[0]["state"] == "idle", "the robot")
                with rctp.Robot(address) as robot:
                    self.assertLessEqual(set(rows), set(robot.objects))
                    self.assertEqual({"drive", "head", "arm", "again"}, {name for name, thing in robot.objects.items() if thing.is_output})
                    for name in ("drive", "head"):
                        limits = [float(number) for number in re.findall(r"[±] ?([0-9.]+)", rows[name])]
                        most = [parameter.most for parameter in robot.objects[name].parameters][: len(limits)]
                        for one, other in zip(limits, most, strict=True):
                            self.assertAlmostEqual(one, other, 5)
                    self.assertAlmostEqual(robot.objects["head"].parameters[2].most, 12, 5)
                    robot.assign("judge", "world")
                    robot.go()
                    robot.poll(0.5)
                    movers = set(robot.world)
                self.assertEqual(server.stop(), 128 + signal.SIGTERM, server.printed())
        moving = re.search(r"The moving parts of the vehicle\s+are (.*?)\.", section, re.S)[1]
        self.assertLessEqual({*re.findall(r"`(\w+)`", moving), "rover", "rover_camera", "obstacle_1", "obstacle_3", "wall_4"}, movers)


if __name__ == "__main__":
    run_tests(sys.argv[3:])
