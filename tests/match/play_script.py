#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""./play without a screen: play_script.py ROOT. All programs it calls are stand-ins that write down how they were called."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = []
PATIENCE = 60.0  # seconds; only reached when something is wrong
# What a script may use without installing anything.
USUAL = "sh awk cat date dirname env grep head mkdir mktemp rm sed setsid sleep tail tee touch".split()
UP_TO_DATE = "echo '[1/2] Re-checking globbed directories...'; echo 'ninja: no work to do.'"
APT = """
case "$*" in
*--download-only*) echo 'dlstatus:1:20.5:Retrieving file 3 of 40' >&3 ;;
*--no-download*) echo 'pmstatus:libfoo:45.0:Unpacking libfoo' >&3 ;;
esac
"""
BROKEN_APT = """
case "$*" in
*--download-only*)
  echo 'Reading package lists...'
  echo 'E: Failed to fetch libfoo.deb  404  Not Found'
  exit 100 ;;
esac
"""
SLOW_APT = """
case "$*" in
*--no-download*)
  touch "$LOGS/dpkg-runs"
  read -r go <"$LOGS/go"
  touch "$LOGS/dpkg-done" ;;
esac
"""


class PlayScript(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="play script.")
        self.addCleanup(shutil.rmtree, self.folder)
        self.project, self.tools, self.here = (os.path.join(self.folder, name) for name in ("project", "tools", "here"))
        for folder in (".ci", "build/bin"):
            os.makedirs(os.path.join(self.project, folder))
        os.mkdir(self.tools)
        os.mkdir(self.here)
        for file in ("play", ".ci/setup.sh"):
            shutil.copy(os.path.join(ROOT[0], file), os.path.join(self.project, file))
        with open(os.path.join(self.project, "build", "build.ninja"), "w", encoding="ascii"):
            pass
        for name in USUAL:
            os.symlink(shutil.which(name), os.path.join(self.tools, name))
        self.stand_in("dpkg-query", "echo installed")
        self.stand_in("id", "echo 0")
        self.stand_in("ninja", UP_TO_DATE)
        self.stand_in("cmake", 'mkdir -p "$LOGS/../project/build"')
        self.stand_in("apt-get", APT)
        self.stand_in("../project/build/bin/rcssserver3D", 'pwd >"$LOGS/server-folder"')

    def stand_in(self, name, script):
        file = os.path.join(self.tools, name)
        with open(file, "w", encoding="utf-8") as out:
            out.write(f'#!/bin/sh\nprintf "%s\\n" "$*" >>"$LOGS/{os.path.basename(name)}"\n{script}\n')
        os.chmod(file, 0o755)

    def called(self, name):
        """How a stand-in was called, a line each."""
        try:
            with open(os.path.join(self.folder, name), encoding="utf-8") as file:
                return file.read().splitlines()
        except FileNotFoundError:
            return []

    def start(self, *arguments):
        # A session of its own is what a terminal gives it.
        return subprocess.Popen(
            ["../project/play", *arguments], cwd=self.here, text=True, start_new_session=True,
            env={"PATH": self.tools, "LOGS": self.folder, "RCSS_SILENCE": "0", "TMPDIR": self.folder},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip

    def play(self, *arguments, status=0):
        play = self.start(*arguments)
        out, err = play.communicate(timeout=PATIENCE)
        self.assertEqual(play.returncode, status, out + err)
        return out, err

    def without_packages(self, *missing):
        self.stand_in("dpkg-query", f'case "$*" in {"|".join("*" + name for name in missing)}) exit 1 ;; esac; echo installed')

    # ---- arguments --------------------------------------------------------------------------------------------------

    def test_files_count_from_where_it_was_called(self):
        self.play("--agentdb", "my agents.xml", "--script=s.rb")
        self.assertEqual(self.called("server-folder"), [os.path.realpath(self.here)])
        self.assertEqual(self.called("rcssserver3D"), ["--Soccer.AutomaticKickOff true --agentdb my agents.xml --script=s.rb"])

    # ---- building ---------------------------------------------------------------------------------------------------

    def test_the_monitor_is_built_too(self):
        self.play()
        (call,) = self.called("ninja")
        for target in ("rcssserver3D", "soccer", "agenttest", "rcssmonitor3D-lite"):
            self.assertIn(target, call.split())

    def test_with_nothing_to_build_nothing_is_said_of_it(self):
        out, err = self.play()
        self.assertNotIn("build", out.replace(self.project, "") + err)
        self.assertEqual(out.count("\n"), 1, out)

    def test_what_is_built_shows_how_far_it_is(self):
        self.stand_in("ninja", "echo '[1/4] Building CXX object a.o'; echo '[3/4] Linking CXX executable b'")
        out, _ = self.play()
        self.assertEqual(out.count("==> building in"), 1, out)
        self.assertIn("building 75 %: Linking CXX executable b", out)

    def test_a_build_that_fails_shows_the_error(self):
        self.stand_in("ninja", "echo '[1/4] Building CXX object a.o'; echo 'FAILED: a.o'; echo 'a.cpp:1: error: no such thing'; exit 1")
        out, err = self.play(status=1)
        self.assertIn("a.cpp:1: error: no such thing", err)
        self.assertIn("build.log", err)
        self.assertEqual(self.called("rcssserver3D"), [])

    def test_playing_configures_no_tests(self):
        os.remove(os.path.join(self.project, "build", "build.ninja"))
        self.play()
        (call,) = self.called("cmake")
        self.assertIn("-DRCSS_TESTS=OFF", call.split())
        asked = " ".join(self.called("dpkg-query"))
        for package in ("catch2", "librapidcheck-dev", "xvfb"):
            self.assertNotIn(package, asked)

    # ---- packages ---------------------------------------------------------------------------------------------------

    def test_installing_shows_how_far_it_is(self):
        self.without_packages("libode-dev", "libsdl2-dev")
        out, _ = self.play()
        self.assertIn("==> installing Debian packages: libode-dev libsdl2-dev", out)
        self.assertIn("downloading 20 %: Retrieving file 3 of 40", out)
        self.assertIn("installing 45 %: Unpacking libfoo", out)
        self.assertEqual(len(self.called("apt-get")), 3)
        self.assertEqual([name for name in os.listdir(self.folder) if "apt." in name], [], "left behind")

    def test_when_it_fails_the_cause_is_shown(self):
        self.without_packages("libode-dev")
        self.stand_in("apt-get", BROKEN_APT)
        _, err = self.play(status=1)
        self.assertTrue(err.startswith("E: Failed to fetch libfoo.deb  404  Not Found\nerror: apt-get could not install"), err)
        self.assertEqual(self.called("rcssserver3D"), [])

    def test_without_sudo_there_is_a_command_to_paste(self):
        self.without_packages("libode-dev", "libsdl2-dev")
        self.stand_in("id", "echo 1000")
        _, err = self.play(status=1)
        self.assertIn('su -c "apt-get update && apt-get install -y --no-install-recommends libode-dev libsdl2-dev"\n', err)
        self.assertEqual(self.called("apt-get"), [])

    def test_sudo_installs_where_it_is(self):
        self.without_packages("libode-dev")
        self.stand_in("id", "echo 1000")
        self.stand_in("sudo", '[ "$1" = -v ] || exec "$@"')
        self.play()
        self.assertEqual(len(self.called("apt-get")), 3)

    def test_ctrl_c_leaves_no_half_installed_package(self):
        self.without_packages("libode-dev")
        self.stand_in("apt-get", SLOW_APT)
        os.mkfifo(os.path.join(self.folder, "go"))
        play = self.start()
        deadline = time.monotonic() + PATIENCE
        while not os.path.exists(os.path.join(self.folder, "dpkg-runs")):
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)
        os.killpg(play.pid, signal.SIGINT)
        for line in play.stdout:
            if "stopping as soon as no package is half installed" in line:
                break
        else:
            self.fail("it says nothing to Ctrl-C")
        self.assertIsNone(play.poll())
        with open(os.path.join(self.folder, "go"), "w", encoding="ascii") as go:
            go.write("on\n")
        play.communicate(timeout=PATIENCE)
        self.assertEqual(play.returncode, 130)
        self.assertTrue(os.path.exists(os.path.join(self.folder, "dpkg-done")), "it was cut short")
        self.assertEqual(self.called("rcssserver3D"), [])


if __name__ == "__main__":
    ROOT.append(os.path.abspath(sys.argv.pop(1)))
    unittest.main()
