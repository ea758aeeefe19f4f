#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Files in ~/.rcssserver3d have priority over the server's own: home_folder.py SERVER [TEST ...]."""

import hashlib
import os
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))

from programs import ROOT, TIMEOUT, TemporaryFolder  # noqa: E402
from skipping import run_tests  # noqa: E402

SERVER = None
OWN = os.path.join(ROOT, "scripts")
QUICK = ["--Soccer.AutomaticKickOff", "true", "--Soccer.RuleHalfTime", "2", "--seed", "4", "--timers", "fixed", "0", "--monitor_port", "off"]


class HomeFolderTest(unittest.TestCase):
    def setUp(self):
        folder = TemporaryFolder(prefix="home-folder-")
        self.addCleanup(folder.cleanup)
        self.home = os.path.join(folder.name, "home")
        self.folder = os.path.join(self.home, ".rcssserver3d")
        self.here = os.path.join(folder.name, "here")
        os.makedirs(self.folder)
        os.makedirs(self.here)

    def write(self, name, text, folder=None):
        path = os.path.join(folder or self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def own(self, *names):
        with open(os.path.join(ROOT, *names), encoding="utf-8") as file:
            return file.read()

    def start(self, *options, home=True):
        environment = {name: value for name, value in os.environ.items() if name != "HOME"}
        if home:
            environment["HOME"] = self.home if home is True else home
        return subprocess.run([SERVER, *options], cwd=self.here, env=environment, capture_output=True, text=True, timeout=TIMEOUT, check=False)

    def listed(self, *options, **more):
        done = self.start("--list_files", *options, **more)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return dict(line.split(": ", 1) for line in done.stdout.splitlines())

    def variable(self, name, *options, **more):
        done = self.start("--variables", *options, **more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return next(line.split()[1] for line in done.stdout.splitlines() if line.startswith(f"--{name} "))

    def test_script_agents_and_scenes_of_the_home_folder_are_used(self):
        self.write("rcssserver3D.rb", "createVariable('Soccer.FieldLength', 90.0)\nrun 'rcssserver3D.rb'\n")
        self.write("agentdb.xml", self.own("scripts", "agentdb.xml"))
        self.write("player.rsg", self.own("scenes", "player.rsg"))
        done = self.start(*QUICK, "--logdir", "logs")
        self.assertEqual(done.returncode, 0, done.stderr)
        for kind, name in (("script", "rcssserver3D.rb"), ("agent database", "agentdb.xml"), ("scene", "player.rsg")):
            self.assertEqual(done.stderr.count(f"{kind}: {self.folder}/{name} (home folder)"), 1, done.stderr)
        log = self.own(self.here, "logs", "server.log")
        for file in (f"script: {self.folder}/rcssserver3D.rb", f"script: {OWN}/rcssserver3D.rb", f"scene: {ROOT}/scenes/ball.rsg"):
            self.assertIn(f"{file}\n", log)
        parameters = self.own(self.here, "logs", "parameters.xml")
        self.assertIn(f'<parameter name="home" value="{self.folder}" />', parameters)
        self.assertIn('<parameters server="rcssserver3D 0.1.0" files="all">', parameters)
        for kind, name in (("script", "rcssserver3D.rb"), ("agent database", "agentdb.xml"), ("scene", "player.rsg")):
            path = f"{self.folder}/{name}"
            with open(path, "rb") as file:
                checksum = hashlib.sha256(file.read()).hexdigest()
            self.assertIn(f'<file kind="{kind}" path="{path}" name="{name}" sha256="{checksum}" />', parameters)
        # Another user, whose home folder has other files, plays the match again, and must trust the files that it took from this home folder.
        again = self.start("--parameters", "logs/parameters.xml", "--logdir", "again", home="/nowhere")
        self.assertEqual(again.returncode, 2)
        self.assertIn(f"--script {self.folder}/rcssserver3D.rb is not one of this server's own files: if you trust it", again.stderr)
        again = self.start("--parameters", "logs/parameters.xml", "--logdir", "again", "--trust_scripts", home="/nowhere")
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertEqual(self.own(self.here, "logs", "monitor.log"), self.own(self.here, "again", "monitor.log"))

    def test_a_match_without_a_home_folder_is_replayed_without_one(self):
        os.rmdir(self.folder)
        self.assertEqual(self.start(*QUICK, "--logdir", "logs").returncode, 0)
        self.assertIn('<parameter name="home" value="off" />', self.own(self.here, "logs", "parameters.xml"))
        self.write("rcssserver3D.rb", "raise 'not meant'\n")
        again = self.start("--parameters", "logs/parameters.xml", "--logdir", "again", "--monitor_port", "off")
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertEqual(self.own(self.here, "logs", "monitor.log"), self.own(self.here, "again", "monitor.log"))

    def test_the_home_folder_is_searched_first(self):
        self.write("league.rb", "createVariable('League.Where', 'home')\n")
        self.write("league.rb", "createVariable('League.Where', 'here')\n", self.here)
        self.write("world.rb", "createVariable('League.Where', 'my world')\n")
        self.assertEqual(self.variable("League.Where", "--script", "league.rb"), "home")
        for script in ("./league.rb", os.path.join(self.here, "league.rb")):
            self.assertEqual(self.variable("League.Where", "--script", script), "here")
        self.assertEqual(self.variable("League.Where", "--script", "league.rb", "--home", "off"), "here")
        self.assertEqual(self.variable("League.Where", "--script", "world.rb"), "my")
        done = self.start("--script", "nowhere.rb")
        self.assertEqual((done.returncode, done.stderr), (1, f"rcssserver3D: --script nowhere.rb: there is no such file, neither here nor in {self.folder}, {OWN}\n"))

    def test_the_list_of_files_shows_where_each_file_comes_from(self):
        self.write("ball.rsg", self.own("scenes", "ball.rsg"))
        self.write("rsg/robot.rsg", "(RubySceneGraph 0 1)\n")
        self.write("mine.rb", "\n")
        files = self.listed()
        self.assertEqual(files["home folder"], self.folder)
        self.assertEqual(files["set-up script rcssserver3D.rb"], f"{OWN}/rcssserver3D.rb (server's own)")
        self.assertEqual(files["scene ball.rsg"], f"{self.folder}/ball.rsg (home folder; before server's own {ROOT}/scenes/ball.rsg)")
        self.assertEqual(files["scene rsg/robot.rsg"], f"{self.folder}/rsg/robot.rsg (home folder)")
        self.assertEqual(files["script mine.rb"], f"{self.folder}/mine.rb (home folder)")
        self.assertEqual(files["scene field.rsg"], f"{ROOT}/scenes/field.rsg (server's own)")
        self.assertEqual(self.listed("--script", "mine.rb")["set-up script mine.rb"], f"{self.folder}/mine.rb (home folder)")
        self.assertEqual(os.listdir(self.here), [])

    def test_invalid_home_folders_are_not_used(self):
        self.write("rcssserver3D.rb", "raise 'not meant'\n")
        self.assertEqual(self.listed(home=False)["home folder"], "none (HOME is not set)")
        self.assertEqual(self.listed(home="not/absolute")["home folder"], "none (HOME is not an absolute path)")
        self.assertEqual(self.listed(home="/nowhere")["home folder"], "none (/nowhere/.rcssserver3d: there is no such folder)")
        self.assertEqual(self.listed("--home", "off")["home folder"], "none (--home off)")
        os.chmod(self.folder, 0o777)
        self.assertEqual(self.listed()["home folder"], f"none ({self.folder}: anyone may write to it)")
        self.assertNotEqual(self.variable("Soccer.FieldLength"), "")
        os.chmod(self.folder, 0o755)
        if os.geteuid() == 0:
            os.chown(self.folder, 65534, 65534)
            self.assertEqual(self.listed()["home folder"], f"none ({self.folder}: it belongs to another user)")
            self.assertNotEqual(self.variable("Soccer.FieldLength"), "")
        else:
            os.chmod(self.folder, 0)
            self.assertIn("cannot read it", self.listed()["home folder"])
        done = self.start("--home", "/nowhere", "--variables")
        self.assertEqual((done.returncode, done.stderr), (1, "rcssserver3D: --home /nowhere: there is no such folder\n"))

    def test_nothing_is_written_to_the_home_folder(self):
        self.assertEqual(self.start(*QUICK, "--logdir", "logs").returncode, 0)
        self.assertEqual(os.listdir(self.folder), [])


if __name__ == "__main__":
    SERVER = os.path.abspath(sys.argv.pop(1))
    run_tests(sys.argv[1:])
