#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""./play --watch: test_play.py SERVER MONITOR (stage.py). In a folder of its own, where everything is installed and built already."""

import contextlib
import os
import shutil
import signal
import subprocess

import stage
from programs import lasting_port
from stage import BELOW_THE_BOARD, TIMEOUT, ROOT, Process, Stage, Window, find_window, is_bright, main, wait_for
from stand_ins import installed_except


class Play(Window):
    def __init__(self, folder, *arguments):
        # A new session, as a terminal would give it.
        Process.__init__(self, "play", ["./play", *arguments], folder, start_new_session=True)
        self.folder = folder

    def press_ctrl_c(self):
        os.killpg(self.pid, signal.SIGINT)


class Plays(Stage):
    def setUp(self):
        super().setUp()
        tools = os.path.join(self.folder, "tools")
        for folder in (".ci", "build", "tools"):
            os.mkdir(os.path.join(self.folder, folder))
        for file in ("play", ".ci/setup.sh", "scripts/agentdb.xml"):
            shutil.copy(os.path.join(ROOT, file), os.path.join(self.folder, os.path.dirname(file.replace("scripts/", ""))))
        os.symlink(os.path.dirname(stage.PROGRAMS[0]), os.path.join(self.folder, "build", "bin"))
        with open(os.path.join(self.folder, "build", "build.ninja"), "w", encoding="ascii"):
            pass
        for name, script in (("ninja", "echo ninja: no work to do."), ("dpkg-query", installed_except())):
            with open(os.path.join(tools, name), "w", encoding="ascii") as file:
                file.write(f"#!/bin/sh\necho {name} >>{self.folder}/asked\n{script}\n")
            os.chmod(os.path.join(tools, name), 0o755)
        path = os.environ["PATH"]
        os.environ["PATH"] = f"{tools}:{path}"
        self.addCleanup(os.environ.__setitem__, "PATH", path)

    def play(self, *arguments, shown_by="--watch"):
        play = Play(self.folder, "--agentdb", "agentdb.xml", shown_by, "--monitor_port", str(lasting_port()), *arguments)
        self.addCleanup(play.end)
        return play

    def check_end(self, play, status):
        self.assertEqual(play.status(), status, play.words())
        self.assertEqual(self.names_here(), [], "a process was left running")
        self.assertIsNone(find_window())

    def forget(self, play):
        shutil.rmtree(os.path.join(self.folder, "Logfiles"))
        for picture in play.pictures():
            os.remove(picture)

    def names_here(self):
        """The programs that run in this test's folder."""
        names = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            with contextlib.suppress(OSError):
                if os.readlink(f"/proc/{pid}/cwd") == os.path.realpath(self.folder):
                    with open(f"/proc/{pid}/comm", encoding="utf-8") as file:
                        names.append(file.read().strip())
        return names

    def refuse(self, *arguments, status):
        """The message for arguments that the script rejects before it does anything."""
        done = subprocess.run(["./play", *arguments], cwd=self.folder, capture_output=True, text=True, timeout=TIMEOUT)
        self.assertEqual((done.returncode, done.stdout), (status, ""))
        self.assertEqual(done.stderr.count("\n"), 1)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "asked")), "the build began")
        return done.stderr

    def test_a_missing_screen_or_port_is_reported(self):
        for arguments in (("--monitor_port", "0"), ("--monitor_port=off",)):
            self.assertIn("not --monitor_port", self.refuse("--seed", "1", "--watch", *arguments, status=2))
        display = os.environ.pop("DISPLAY")
        self.addCleanup(os.environ.__setitem__, "DISPLAY", display)
        for shown_by in ("--watch", "--broadcast"):
            error = self.refuse("--seed", "1", shown_by, status=1)
            self.assertIn(f"{shown_by} needs a screen", error)
            self.assertIn("play without it", error)

    def test_help_lists_the_option(self):
        done = subprocess.run(["./play", "--help"], cwd=self.folder, capture_output=True, text=True, timeout=TIMEOUT)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("--watch", done.stdout)

    def test_closing_the_window_ends_the_match(self):
        play = self.play()
        play.wait_until_open()
        wait_for(lambda: os.path.exists(os.path.join(self.folder, "Logfiles", "monitor.log")), "a match")
        with open(os.path.join(self.folder, "Logfiles", "parameters.xml"), encoding="utf-8") as file:
            parameters = file.read()
        self.assertIn('name="speed" value="1"', parameters)
        self.assertIn('name="Soccer.MonitorSay" value="true"', parameters)
        play.press("q")
        self.check_end(play, 0)
        self.assertIn("stopped by SIGINT", play.words())

    def test_a_broadcast_opens_a_window(self):
        play = self.play(shown_by="--broadcast")
        play.wait_until_open()
        wait_for(lambda: os.path.exists(os.path.join(self.folder, "Logfiles", "monitor.log")), "a match")
        play.press("q")
        self.check_end(play, 0)

    def test_the_last_picture_stays_until_the_user_ends_it(self):
        for end in (lambda play: play.press("q"), Play.press_ctrl_c):
            play = self.play("--speed", "50", "--Soccer.RuleHalfTime", "2", "--Soccer.MonitorSay", "false")
            play.wait_until_open()
            wait_for(lambda: "rcssserver3D" not in self.names_here(), "the end of the server")
            for _ in range(5):  # a picture takes longer than 0.1 s; the script looks for ended programs every 0.2 s
                seen = play.look()
                self.assertGreater(len(seen.find(is_bright, BELOW_THE_BOARD)), 200, "no white panel at the end")
            with open(os.path.join(self.folder, "Logfiles", "parameters.xml"), encoding="utf-8") as file:
                self.assertIn('name="Soccer.MonitorSay" value="false"', file.read())
            end(play)
            self.check_end(play, 0)
            self.forget(play)

    def test_ctrl_c_and_sigterm_end_both(self):
        for end, name in ((Play.press_ctrl_c, "SIGINT"), (lambda play: os.kill(play.pid, signal.SIGTERM), "SIGTERM")):
            play = self.play()
            play.wait_until_open()
            wait_for(lambda: os.path.exists(os.path.join(self.folder, "Logfiles", "monitor.log")), "a match")
            end(play)
            self.check_end(play, 128 + signal.Signals[name])
            self.assertIn(f"stopped by {name}", play.words())
            self.forget(play)

    def test_a_match_that_does_not_begin_leaves_no_window(self):
        play = self.play("--no_such_option", "1")
        self.check_end(play, 2)


if __name__ == "__main__":
    main()
