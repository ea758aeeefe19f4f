#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The user's controllers, the demo, pictures and recordings of docs/systems/sigverse.md, as described on the page.

    sigverse_page.py SERVER SIGMAKE SIGCTL SIGVIEWER PAGE [unittest's arguments]
"""

import json
import os
import re
import shlex
import shutil
import struct
import subprocess
import sys
import unittest
import wave

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))

from pages import block, commands, read_page, write_files  # noqa: E402
from programs import ROOT, STRICTLY, TIMEOUT, Program, TemporaryFolder, check  # noqa: E402
from skipping import run_tests  # noqa: E402

SERVER, SIGMAKE, SIGCTL, SIGVIEWER, PAGE = (os.path.abspath(path) for path in (sys.argv.pop(1) for _ in range(5)))
QUIETLY = (*STRICTLY, "--monitor_port", "off", "--Sig.Port", "0")


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.made = cls.enterClassContext(TemporaryFolder(prefix="sigverse_page."))
        check(sorted(write_files(PAGE, cls.made)) ==
              ["Cart.xml", "Hello.cpp", "Photo.cpp", "Robot.xml", "first.xml", "photo.xml", "robot_body.xml", "robots.xml", "startup.cfg"])
        for words in commands(PAGE, "sigmake"):
            made = subprocess.run([SIGMAKE, *words], cwd=cls.made, capture_output=True, text=True, timeout=TIMEOUT)
            check(made.returncode == 0, made.stderr)

    def setUp(self):
        self.folder = os.path.join(self.enterContext(TemporaryFolder(prefix="sigverse_page.")), "empty")
        shutil.copytree(self.made, self.folder)
        self.play, self.photo, self.tidy = commands(PAGE, "rcssserver3D")
        self.viewer = commands(PAGE, "sigviewer")
        self.waiting = [word for word in self.play if word not in ("--Sig.AutoStart", "true", "--Sig.EndTime", "5", "--speed", "max")]

    def call(self, *words, folder=None):
        return subprocess.run(words, cwd=folder or self.folder, capture_output=True, text=True, timeout=TIMEOUT)

    def start(self, *words):
        server = Program([SERVER, *words, *QUIETLY], self.folder)
        self.addCleanup(server.close)
        return server

    def look(self, server, *words, **how):
        """Runs sigviewer as described on the page, with this server, until it ends; without OpenGL the test is skipped."""
        self.assertIn(list(words), self.viewer)
        where = [] if "--play" in words else ["-p", str(server.port(r"^sigverse port (\d+)"))]
        done = subprocess.run([SIGVIEWER, *words, *where], cwd=self.folder, capture_output=True, timeout=TIMEOUT, check=False, **how)
        if done.returncode != 0 and re.search(b"OpenGL|EGL", done.stderr):
            self.skipTest(done.stderr.decode())
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        return done.stdout.decode()

    def watch(self, server, *words):
        """A sigviewer that has started as a service."""
        self.assertIn(list(words), self.viewer)
        viewer = Program([SIGVIEWER, *words, "-p", str(server.port(r"^sigverse port (\d+)")), "--viewer_port", "0"], self.folder)
        self.addCleanup(viewer.close)
        try:
            viewer.wait_for("sees for")
        except AssertionError:
            if re.search("OpenGL|EGL", viewer.printed()):
                self.skipTest(viewer.printed())
            raise
        return viewer

    def control(self, server, *words):
        done = self.call(SIGCTL, "-p", str(server.port(r"^sigverse port (\d+)")), *words)
        self.assertEqual(done.returncode, 0, (words, done.stderr))
        return done.stdout

    def write_sound(self, name):
        with wave.open(os.path.join(self.folder, name), "wb") as file:
            file.setparams((1, 2, 22_050, 0, "NONE", ""))
            file.writeframes(bytes(44_100))

    def is_picture(self, name, width, height):
        with open(os.path.join(self.folder, name), "rb") as file:
            head = file.read(24)
        self.assertEqual((head[:8], head[16:]), (b"\x89PNG\r\n\x1a\n", struct.pack(">II", width, height)))

    def test_the_first_controller_prints_the_output_of_the_page(self):
        played = self.call(SERVER, *STRICTLY, "--monitor_port", "off", "--Sig.Port", "0", *self.play)
        self.assertEqual(played.returncode, 0, played.stderr)
        self.assertNotRegex(played.stderr, "error|warning")
        with open(os.path.join(self.folder, "Logfiles/agent0-stdout.log"), encoding="utf-8") as log:
            log_text = log.read()
        self.assertEqual(log_text, block(PAGE, "text said"))
        self.assertEqual(log_text.count("\n"), 5)
        with open(os.path.join(self.folder, "Logfiles/monitor.log"), encoding="utf-8") as log:
            self.assertGreater(len(re.findall(r"\(obj cart ", log.read())), 100)

    def test_the_robot_of_the_page_tidies_up(self):
        logs = os.path.join(self.folder, "tidy")
        played = self.call(SERVER, *STRICTLY, "--monitor_port", "off", "--Sig.Port", "0", "--logdir", logs, *self.tidy, folder=ROOT)
        self.assertEqual(played.returncode, 0, played.stderr)
        self.assertNotRegex(played.stderr, "error|warning")
        with open(os.path.join(logs, "agent1-stdout.log"), encoding="utf-8") as log:
            self.assertEqual(log.read(), block(PAGE, "text counted"))

    def test_a_run_is_controlled_from_another_terminal(self):
        with self.start(*self.waiting) as server:
            port = str(server.port(r"^sigverse port (\d+)"))
            server.wait_for("ready")
            orders = commands(PAGE, "sigctl")
            self.assertEqual(orders[0], ["start"])
            for words in orders[:orders.index(["quit"]) + 1]:
                done = self.call(SIGCTL, "-p", port, *words)
                self.assertEqual(done.returncode, 0, (words, done.stderr))
                if words[0] == "print":
                    self.assertRegex(done.stdout, r"\bcart\b")
                    self.assertRegex(done.stdout, r"mass\b.*\b2\b")
            self.assertEqual(server.wait(), 0, server.printed())

    def test_commands_take_effect_during_a_run(self):
        orders = commands(PAGE, "sigctl")
        rest = orders[orders.index(["quit"]) + 1:]
        rest.remove(["start"])  # of another world
        for name in ("go.wav", "hello.wav"):
            self.assertIn(["say", name, "--to", "cart"], rest)
            self.write_sound(name)
        words = ["--script", "sigverse.rb", "--Sig.World", "first.xml", "--Sig.AutoStart", "true", *STRICTLY, "--monitor_port", "off", "--Sig.Port", "0"]
        with Program([SERVER, *words], self.folder) as server:
            port = str(server.port(r"^sigverse port (\d+)"))
            server.wait_for("running")
            for words in [*rest, ["quit"]]:
                done = self.call(SIGCTL, "-p", port, *words)
                self.assertEqual(done.returncode, 0, (words, done.stderr))
            self.assertEqual(server.wait(), 0, server.printed())
            self.assertNotRegex(server.printed(), "error|warning")

    def test_the_controller_of_the_page_saves_a_picture(self):
        server = self.start(*self.photo)
        server.wait_for("ready")
        viewer = self.watch(server, "--offscreen")
        self.control(server, "start")
        self.assertEqual((server.wait(), viewer.wait()), (0, 0))
        self.assertNotRegex(server.printed(), "error|warning")
        self.assertEqual(len(viewer.lines), 2, viewer.printed())
        with open(os.path.join(self.folder, "Logfiles/agent0-stdout.log"), encoding="utf-8") as log:
            self.assertRegex(log.read(), r"^\[MSG\]  saved at 0\.\d s\n$")
        with open(os.path.join(self.folder, "Logfiles/agent0-files/view.bmp"), "rb") as file:
            picture = file.read()
        self.assertEqual(len(picture), 230_454)
        colours = {picture[at:at + 3] for at in range(54, len(picture), 3)}
        self.assertIn(bytes((255, 204, 153)), colours)  # the background of the page: RGB (0.6, 0.8, 1)
        # The can is red.
        self.assertTrue(any(red > 2 * green and red > 2 * blue and red > 60 for blue, green, red in colours))

    def test_a_second_viewer_provides_pictures(self):
        (words,) = re.findall(r"`sigviewer (--offscreen --name \w+)`", read_page(PAGE))
        self.viewer.append(words.split())
        server = self.start(*self.photo)
        server.wait_for("ready")
        self.watch(server, "--offscreen")
        self.watch(server, *words.split())
        self.assertRegex(self.control(server, "services"), r"(?s)SIGViewer +pictures.*second +pictures")

    def test_the_viewer_works_without_a_window(self):
        server = self.start(*self.waiting)
        server.wait_for("ready")
        self.assertRegex(self.look(server, "--print", "cart"), r"(?s)\bcart\b.*mass\b.*\b2\b")
        self.look(server, "--screenshot", "room.png", "--size", "1280x720")
        self.is_picture("room.png", 1280, 720)
        self.control(server, "start")
        self.write_sound("hello.wav")
        self.assertEqual(self.look(server, "--say", "hello.wav", "--to", "cart"), "")

    def test_a_recording_is_made_and_played(self):
        server = self.start(*self.waiting, "--Sig.EndTime", "2")
        server.wait_for("ready")
        viewer = self.watch(server, "--offscreen", "--record", "run.svd")
        self.control(server, "start")
        self.assertEqual((server.wait(), viewer.wait()), (0, 0))
        lines = self.look(None, "--play", "run.svd", "--dump").splitlines()
        self.assertGreater(len(lines), 10)
        self.assertEqual({len(line.split()) for line in lines}, {9})
        self.look(None, "--play", "run.svd", "--screenshot", "first.png")
        (height,) = re.findall(r"^    sigviewer (--play run\.svd --dump \| awk .*)$", read_page(PAGE), re.M)
        shown = subprocess.run(f"{shlex.quote(SIGVIEWER)} {height}", shell=True, cwd=self.folder, capture_output=True, text=True, timeout=TIMEOUT)
        self.assertEqual((shown.returncode, shown.stderr), (0, ""))
        self.assertEqual(shown.stdout.splitlines(), [f"{line.split()[0]} {line.split()[3]}" for line in lines if line.split()[1] == "cart"])

    def test_every_command_of_the_viewer_is_tested(self):
        """The tests above use all commands, except those that need a screen (tests/gateways/sigverse/window)."""
        windows = [["--play", "run.svd"]]
        piped = [words for words in self.viewer if "|" in words]
        run = [["--offscreen"], ["--screenshot", "room.png", "--size", "1280x720"], ["--print", "cart"], ["--say", "hello.wav", "--to", "cart"],
               ["--offscreen", "--record", "run.svd"], ["--play", "run.svd", "--dump"], ["--play", "run.svd", "--screenshot", "first.png"]]
        self.assertEqual(sorted(self.viewer), sorted(run + windows + piped))
        self.assertEqual(len(piped), 1)

    def test_the_body_of_the_page_has_its_parts(self):
        words = ["--script", "sigverse.rb", "--Sig.World", "robots.xml", *STRICTLY, "--monitor_port", "off", "--Sig.Port", "0"]
        with Program([SERVER, *words], self.folder) as server:
            port = str(server.port(r"^sigverse port (\d+)"))
            server.wait_for("ready")
            shown = self.call(SIGCTL, "-p", port, "--json", "print", "robot")
            self.assertEqual(shown.returncode, 0, shown.stderr)
            parts = {part["name"]: part for part in json.loads(shown.stdout)["parts"]}
            for name, height in (("BASE", 5), ("ARM", 10)):
                for axis, expected in enumerate((0, height, 0)):
                    self.assertAlmostEqual(parts[name]["position"][axis], expected, 9)
            self.assertEqual(self.call(SIGCTL, "-p", port, "quit").returncode, 0)
            self.assertEqual(server.wait(), 0, server.printed())
            self.assertNotRegex(server.printed(), "error|warning")


if __name__ == "__main__":
    run_tests(sys.argv[1:], side_by_side=2)
