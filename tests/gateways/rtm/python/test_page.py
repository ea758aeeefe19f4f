#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The chapters of docs/systems/components.md about the program rtm and components in Python, carried out as written. Usage: test_page.py RTM"""

import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from stage import PACKAGE, TIMEOUT, Stage, wait_until  # noqa: E402
from pages import read_page, write_block  # noqa: E402
from programs import ROOT  # noqa: E402

PAGE = os.path.join(ROOT, "docs", "systems", "components.md")
STAY = ("names", "run", "slider", "browse")


def chapter(title):
    return re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", read_page(PAGE), re.M | re.S)[1]


class Chapters(Stage):
    def commands(self, title):
        """Carries out the commands of a chapter in order; returns their output by command. Programs that stay keep running."""
        reported = {}
        for line in re.findall(r"^    rtm (.*)$", chapter(title), re.M):
            words = line.split()
            if words[0] == "names":
                reported[line] = f"name server {self.server}"  # that of the test, on a free port
            elif words[0] in STAY:
                reported[line] = self.line(self.start(*words, *(["--port", "0"] if words[0] == "browse" else [])))
            else:
                reported[line] = self.run_rtm(*words)
        return reported

    def test_the_chapter_about_commands_works(self):
        reported = self.commands("Show, switch and wire components")
        self.assertEqual(sorted({line.split()[0] for line in reported}),
                         ["browse", "connect", "disconnect", "get", "list", "names", "off", "on", "put", "run", "slider", "watch"])
        self.assertEqual((reported["run logic.py"], reported["slider"]), ("Logic0 is off", "Slider0 is on"))
        self.assertRegex(reported["browse"], r"^http://127\.0\.0\.1:\d+/\?token=")
        self.assertEqual(reported["get Slider0.out1"], "0\n")
        self.assertRegex(reported["watch Slider0.out1 --for 1"], r"^0\.\d+ Slider0\.out1 0\n$")
        views = {one["name"]: one for one in json.loads(reported["list --json"])}
        self.assertEqual(views["Slider0"]["links"], [{"from": "Slider0.out1", "to": "Logic0.in1", "kind": "repeated"}])
        self.assertEqual((views["Logic0"]["state"], self.component("Logic0")["state"]), ("on", "off"))

    def test_the_chapter_about_components_works(self):
        write_block(PAGE, "python smooth.py", os.path.join(self.folder, "smooth.py"))
        reported = {}
        for line in re.findall(r"^    rtm (.*)$", chapter("A component of your own in Python"), re.M):
            words = line.split()
            reported[line] = self.line(self.start(*words)) if words[0] == "run" else self.run_rtm(*words)
            if words[0] == "put":  # a user is slower than the component
                wait_until(lambda: self.run_rtm("get", "Smooth0.out") != "0\n")
            if line == "put Smooth0.in 4":
                self.wait_value("Smooth0.out", "2.5")
        self.assertEqual(reported["get Smooth0.out"], "2.5\n")
        self.assertIn("The last prints `2.5`", read_page(PAGE))

    def test_the_chapter_about_programs_works(self):
        write_block(PAGE, "python double.py", os.path.join(self.folder, "double.py"))
        environment = {**self.environment, "PYTHONPATH": PACKAGE}
        done = subprocess.run([sys.executable, "double.py"], cwd=self.folder, env=environment, capture_output=True, text=True,
                              timeout=TIMEOUT)
        self.assertEqual((done.returncode, done.stdout), (0, "21.0\n"), done.stderr)


if __name__ == "__main__":
    from skipping import run_tests

    run_tests(sys.argv[1:])
