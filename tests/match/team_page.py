#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The changes described in docs/write/team.md are made: a role, a skill, a style, and a player in Python, in matches of twenty seconds.

    team_page.py SOURCE_FOLDER BUILD_FOLDER COMPILER FLAGS [unittest's arguments]
"""

import json
import os
import re
import shutil
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))

from programs import TIMEOUT, Folder  # noqa: E402

SOURCE, BUILD = (os.path.abspath(path) for path in (sys.argv.pop(1) for _ in range(2)))
COMPILER, FLAGS = sys.argv.pop(1), sys.argv.pop(1).split()
ROOMS = ("lib", "skills", "team")


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with open(os.path.join(SOURCE, "docs/write/team.md"), encoding="utf-8") as file:
            cls.page = file.read()
        cls.folder = cls.enterClassContext(Folder())
        cls.blocks = re.findall(r"^```(\w+) (.+)\n((?:.*\n)*?)```$", cls.page, re.MULTILINE)

    def block(self, name):
        return next(content for _, place, content in self.blocks if place == name)

    def match(self, database, *teams):
        """(match.json, its folder) of a match of the database's types."""
        logs = os.path.join(self.folder.path, "-".join(teams))
        arguments = [os.path.join(BUILD, "bin/rcssserver3D"), "--home", "off", "--script", "five_a_side.rb", "--agentdb", database, "--seed", "1",
                     "--Soccer.AutomaticKickOff", "true", "--Soccer.RuleHalfTime", "10", "--speed", "max", "--monitor_port", "off", "--logdir", logs]
        for team in teams:
            arguments += ["--team", f"{team}:5"]
        done = subprocess.run(arguments, cwd=self.folder.path, capture_output=True, text=True, timeout=TIMEOUT, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        for number in range(10):
            with open(os.path.join(logs, f"agent{number}-stderr.log"), encoding="utf-8") as file:
                self.assertEqual(file.read(), "", f"agent {number}")
        with open(os.path.join(logs, "match.json"), encoding="utf-8") as file:
            match = json.load(file)
        self.assertEqual([team["players_at_the_end"] for team in match["teams"]], [5, 5])
        return match, logs

    def database(self, name, agenttest=os.path.join(BUILD, "bin/agenttest"), **texts):
        """An agent database of the page, with the programs and folders of this build."""
        text = self.block(name).replace("<exec_line>agenttest ", f"<exec_line>{agenttest} ").replace("../build", BUILD)
        for old, new in texts.items():
            text = text.replace(old, new)
        return self.folder.write(name, text)

    def changed_tree(self):
        """A copy of the sample team with the page's changes."""
        tree = os.path.join(self.folder.path, "tree")
        for room in ROOMS:
            shutil.copytree(os.path.join(SOURCE, "agent-sample", room), os.path.join(tree, "agent-sample", room))
        for language, place, content in self.blocks:
            change = re.fullmatch(r'(before|instead of) "(.*)" in (\S+)', place)
            if language != "cpp":
                continue
            if not change:
                with open(os.path.join(tree, place), "w", encoding="utf-8") as file:
                    file.write(content)
                continue
            line, path = change[2].replace('\\"', '"') + "\n", os.path.join(tree, change[3])
            with open(path, encoding="utf-8") as file:
                text = file.read()
            self.assertIn(line, text)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text.replace(line, content + (line if change[1] == "before" else ""), 1))
        player = os.path.join(tree, "agent-sample/team/player.cpp")
        with open(player, encoding="utf-8") as file:
            text = file.read()
        include = '#include "agent-sample/skills/block.h"'
        self.assertIn(include, self.page)
        with open(player, "w", encoding="utf-8") as file:
            file.write(text.replace('#include "agent-sample/skills/run.h"', f'{include}\n#include "agent-sample/skills/run.h"', 1))
        return tree

    def built(self, tree):
        objects = []
        for room in ROOMS:
            sources = sorted(name for name in os.listdir(os.path.join(tree, "agent-sample", room)) if name.endswith(".cpp"))
            whole = self.folder.write(f"{room}.cpp", "".join(f'#include "agent-sample/{room}/{name}"\n' for name in sources))
            objects.append(whole.replace(".cpp", ".o"))
            command = [COMPILER, "-std=c++20", "-O1", *FLAGS, "-I", tree, "-c", whole, "-o", objects[-1],
                       f'-DRCSS_SOURCE_DIR="{tree}"', '-DRCSS_VERSION="changed"']
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr[-4000:])
        program = os.path.join(self.folder.path, "agenttest")
        subprocess.run([COMPILER, *FLAGS, *objects, "-o", program], check=True)
        return program

    def test_the_compiler_command_of_the_page_compiles_a_copy(self):
        """Compiles the copy, and checks that the copy has all included files of the sample team."""
        shutil.copytree(os.path.join(SOURCE, "agent-sample"), os.path.join(self.folder.path, "my_team/agent-sample"))
        line = re.search(r"^    c\+\+ (.*) -o my_team/my_team \\\n +(.*)$", self.page, re.MULTILINE)
        done = subprocess.run(f"{COMPILER} {line[1]} {line[2]} -M", shell=True, cwd=self.folder.path, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr[-4000:])
        included = {name for name in done.stdout.split() if "agent-sample/" in name}
        self.assertGreater(len(included), 50)
        self.assertEqual([name for name in included if not name.startswith("my_team/agent-sample/")], [])
        self.assertIn("mkdir my_team && cp -r agent-sample my_team/", self.page)

    def test_the_role_and_the_skill_of_the_page_are_played(self):
        program = self.built(self.changed_tree())
        _, logs = self.match(self.database("my_agents.xml", program), "mine", "wall")
        drawn = {}
        for number in range(5):
            with open(os.path.join(logs, f"agent{number}-draw.log"), encoding="utf-8") as file:
                text = file.read()
            drawn[int(re.search(r"\(by left (\d+)\)", text)[1])] = "(circle sweeper " in text
        self.assertEqual(drawn, {1: False, 2: True, 3: False, 4: False, 5: False})

    def test_the_style_of_the_page_is_read_and_an_invalid_one_refused(self):
        style = self.folder.write("careful.txt", self.block("careful.txt"))
        database = self.database("my_agents.xml", **{"--style wall": f"--style {style}"})
        self.match(database, "wall", "old")
        wrong = self.folder.write("wrong.txt", "# one\nno_such_name 3\n")
        done = subprocess.run([os.path.join(BUILD, "bin/agenttest"), "--style", wrong], capture_output=True, text=True, timeout=TIMEOUT, check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertRegex(done.stderr, r"^agenttest: .*2.*no_such_name[^\n]*\n$")

    def test_all_settings_are_on_the_page(self):
        with open(os.path.join(SOURCE, "agent-sample/team/settings.cpp"), encoding="utf-8") as file:
            names = re.findall(r'SettingRow\{"(\w+)"', file.read())
        self.assertGreater(len(names), 10)
        self.assertEqual([name for name in names if f"`{name}`" not in self.page], [])

    def test_the_python_player_of_the_page_touches_the_ball(self):
        self.folder.write("runner.py", self.block("runner.py"))
        match, _ = self.match(self.database("python_agents.xml"), "runners", "old")
        self.assertGreater(match["teams"][0]["touches"], 0)

    def test_the_sample_player_in_python_touches_the_ball(self):
        player = os.path.join(SOURCE, "agent-sample/python_player.py")
        database = self.database("python_agents.xml", **{"runner.py": player})
        match, _ = self.match(database, "runners", "old")
        self.assertGreater(match["teams"][0]["touches"], 0)


if __name__ == "__main__":
    unittest.main()
