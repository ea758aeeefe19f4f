#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Uses of pictures in SIGVerse, with the installed sigviewer: a controller for another server captures pictures in its handlers and saves files that
other programs read, and a service of SIGVerse 2 requests pictures from the viewer on its own connection.

    sigverse_published_eyes.py BUILD_FOLDER [unittest's arguments]
"""

import os
import re
import shutil
import socket
import struct
import subprocess
import sys
import unittest

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
for folder in ("support", "support/sigverse"):
    sys.path.insert(0, os.path.join(TESTS, folder))

from guests import Guests, Runs, read  # noqa: E402
from programs import TIMEOUT, Program  # noqa: E402
from skipping import run_tests  # noqa: E402

BUILD = os.path.abspath(sys.argv.pop(1))
SIGVIEWER = os.path.join(BUILD, "bin/sigviewer")
GUESTS = Guests(BUILD, "seminar")
WIDTH, HEIGHT = 320, 240
PIXELS = 54  # octets before the pixels in a file


def setUpModule():
    unittest.addModuleCleanup(GUESTS.close)
    GUESTS.make()


class Eyes(unittest.TestCase):
    def setUp(self):
        self.assertEqual(GUESTS.complaints, [])
        self.runs = Runs(GUESTS, self)

    def watch(self, one, *options, folder=None):
        """A sigviewer that has started for this server; its port for services is `viewer.services`."""
        viewer = Program([SIGVIEWER, "--offscreen", "-p", str(one.port), "--viewer_port", "0", *options], folder or self.runs.path)
        self.addCleanup(viewer.close)
        try:
            viewer.services = int(viewer.wait_for(r"sees for .*, services on port (\d+)")[1])
        except AssertionError:
            if re.search("OpenGL|EGL", viewer.printed()):
                self.skipTest(viewer.printed())
            raise
        return viewer

    def play(self, world, seconds):
        """Plays a run of the seminar with a viewer."""
        one = self.runs.begin("seminar", world, "--Sig.EndTime", str(seconds), start="false")
        viewer = self.watch(one)
        self.runs.ctl(one, "start")
        one.end()
        self.assertEqual(viewer.wait(), 0, viewer.printed())
        return one, viewer

    def picture(self, one, number, name):
        """Checks that a file of the agent has the form that programs of 2013 wrote. Returns its path."""
        path = os.path.join(one.logs, f"agent{number}-files", name)
        octets = read(path, mode="rb")
        self.assertEqual(len(octets), PIXELS + 3 * WIDTH * HEIGHT)
        kind, size, _, _, begin, header, width, height, planes, depth, compression = struct.unpack("<2sIHHIIiiHHI", octets[:34])
        self.assertEqual((kind, size, begin, header, planes, depth, compression), (b"BM", len(octets), PIXELS, 40, 1, 24, 0))
        self.assertEqual((width, height), (WIDTH, -HEIGHT))  # rows from the top
        return path

    def tool(self, *words):
        if shutil.which(words[0]) is None:
            self.skipTest(f"there is no {words[0]}")
        done = subprocess.run(words, capture_output=True, text=True, timeout=TIMEOUT, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout


class PublishedController(Eyes):
    """A controller requests everything once, including a picture, which it saves."""

    def test_an_unchanged_controller_captures_in_a_handler(self):
        blind = self.runs.play("seminar", "sleep.xml", 9)
        one, viewer = self.play("sleep.xml", 9)
        # The room has no shape files.
        missing = re.findall(r"(?m)^sigviewer: there is no shape file '(\S+)'", viewer.printed())
        self.assertEqual(sorted(missing), ["Student.x3d", "TV_off.x3d", "TV_on.x3d"])
        self.assertEqual(one.log(), blind.log())
        for number in range(2):
            self.assertEqual(one.agent_lines(number), blind.agent_lines(number))
        expected = [line.replace("picture no", "picture yes") for line in blind.messages(2) if "captureView" not in line]
        self.assertEqual(len(expected), len(blind.messages(2)) - 1)
        self.assertEqual(one.messages(2), expected)
        # 180 cm ahead is a television, 60 cm wide and 40 cm high, in front of the sky.
        pixels = read(self.picture(one, 2, "image002.bmp"), mode="rb")[PIXELS:]
        sky = bytes((255, 204, 153))
        pixel = lambda column, row: pixels[3 * (WIDTH * row + column):][:3]  # noqa: E731
        for column, row in ((0, 0), (WIDTH - 1, 0), (WIDTH // 2, 20), (20, HEIGHT // 2)):
            self.assertEqual(pixel(column, row), sky)
        self.assertNotEqual(pixel(WIDTH // 2, HEIGHT // 2), sky)
        again, _ = self.play("sleep.xml", 9)
        self.assertEqual(again.record(), one.record())

    def test_other_programs_read_its_picture_files(self):
        one, _ = self.play("sleep.xml", 1)
        path = self.picture(one, 2, "image002.bmp")
        octets = read(path, mode="rb")
        with self.subTest("file"):
            self.assertRegex(self.tool("file", "--brief", path), r"^PC bitmap, Windows 3\.x format, 320 x -240 x 24")
        with self.subTest("ImageMagick"):
            self.assertEqual(self.tool("identify", "-format", "%m %wx%h %z", path), "BMP3 320x240 8")
            self.tool("identify", "-regard-warnings", path)
            copy = os.path.join(self.runs.path, "copy.ppm")
            self.tool("mogrify", "-format", "ppm", "-path", self.runs.path, path)
            os.rename(os.path.join(self.runs.path, "image002.ppm"), copy)
            head, rows = read(copy, mode="rb").split(b"\n255\n", 1)
            self.assertEqual(head.split(), [b"P6", b"320", b"240"])
            blue_first = octets[PIXELS:]
            self.assertEqual(rows, b"".join(blue_first[at:at + 3][::-1] for at in range(0, len(blue_first), 3)))


class Installed(Eyes):
    """sigviewer runs in a separate folder without sources and build."""

    WORLD = """<world name="installed"><gravity x="0" y="0" z="0"/>
<instanciate class="Player.xml"><set-attr-value name="name" value="robot"/><set-attr-value name="y" value="50"/></instanciate>
<instanciate class="Can.xml"><set-attr-value name="name" value="can"/><set-attr-value name="y" value="50"/><set-attr-value name="z" value="40"/>
</instanciate></world>
"""

    def look(self, one, viewer):
        """Requests a picture at the viewer's port for services, like services of SIGVerse 2."""
        with socket.create_connection(("127.0.0.1", viewer.services), TIMEOUT) as link, link.makefile("rb") as stream:
            for code, words in ((0, b"Looker,"), (1, b"robot,1,0,")):
                link.sendall(struct.pack(">HH", code, 4 + len(words)) + words)
            result, = struct.unpack(">H", stream.read(2))
            fov, aspect = struct.unpack("<2d", stream.read(16))
            self.assertEqual((result, fov, aspect), (0, 45, 1.5))
            return stream.read(3 * WIDTH * HEIGHT)

    def test_the_installed_viewer_finds_its_shapes(self):
        prefix = os.path.join(self.runs.path, "prefix")
        done = subprocess.run(["cmake", "--install", BUILD, "--prefix", prefix], capture_output=True, text=True, timeout=TIMEOUT, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        folder = os.path.join(self.runs.path, "empty")
        os.mkdir(folder)
        world = os.path.join(folder, "world.xml")
        with open(world, "w", encoding="utf-8") as file:
            file.write(self.WORLD)
        environment = {name: value for name, value in os.environ.items() if not name.startswith("SIGVERSE_")}
        pictures = []
        for programs in (os.path.join(BUILD, "bin"), os.path.join(prefix, "bin")):
            server = Program([os.path.join(programs, "rcssserver3D"), "--strict", "--home", "off", "--script", "sigverse.rb", "--Sig.World", world,
                              "--Sig.Port", "0", "--monitor_port", "off"], folder, env=environment)
            self.addCleanup(server.close)
            server.port = server.port(r"^sigverse port (\d+)")
            viewer = Program([os.path.join(programs, "sigviewer"), "--offscreen", "-p", str(server.port), "--viewer_port", "0"], folder,
                             env=environment)
            self.addCleanup(viewer.close)
            viewer.services = int(viewer.wait_for(r"sees for .*, services on port (\d+)")[1])
            pictures.append(self.look(server, viewer))
            self.assertEqual(viewer.printed().count("\n"), 0, viewer.printed())
            self.tool(os.path.join(programs, "sigctl"), "-p", str(server.port), "quit")
            self.assertEqual(server.wait(), 0, server.printed())
            self.assertEqual(viewer.wait(), 0, viewer.printed())
        self.assertEqual(*pictures)
        # The can is coloured; things without a shape file are grey.
        blue, green, red = pictures[0][3 * (WIDTH * HEIGHT // 2 + WIDTH // 2):][:3]
        self.assertGreater(max(blue, green, red) - min(blue, green, red), 20)


if __name__ == "__main__":
    run_tests(sys.argv[1:])
