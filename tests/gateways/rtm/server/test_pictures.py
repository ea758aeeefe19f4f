#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whole runs of robots whose cameras are ports.  test_pictures.py RCSSSERVER3D RCTP_CAMERA"""

import os
import signal
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "host"))

from host_stage import TIMEOUT  # noqa: E402
from programs import TemporaryFolder, wait_until  # noqa: E402
from server_stage import Server  # noqa: E402
from skipping import run_tests  # noqa: E402

SERVER, CAMERA = (os.path.abspath(argument) for argument in sys.argv[1:3])
# A camera 0.13 m above the floor that looks upwards, at a plate 10 m above the floor that begins to fall.
FILES = {
    "eye.rsg": """(RubySceneGraph 0 1)
        ((node Transform (setLocalPos 0 0 0.1) (setLocalRotation 90 0 0)
           (node Camera (setName up) (setFOV 60) (setViewport 0 0 8 6) (setZNear 0.1) (setZFar 50))))""",
    "plate.rsg": """(RubySceneGraph 0 1)
        ((node Body (setName body) (setBoxTotal 1.0 6 6 0.2)) (node Box (setExtents 6 6 0.2) (setMaterial matRed)))""",
    "eye.conf": "out-port = depth:0:DEPTH_IMAGE\nout-port = colour:0:COLOR_IMAGE\nout-port = grey:0:GRAYSCALE_IMAGE:0.05\n",
    "world.rb": """
        run 'rtm/base.rb'
        get('/sys/server/file').mount('FileSystemSTD', __dir__)
        addThing('plate', 'plate.rsg', 0.0, 0.0, 10.0)
        rtm = get('/sys/server/rtm')
        rtm.addRobot('eye', 'eye.rsg')
        rtm.bridge('eye', 'eye.conf', '', 0.01)
        """,
}
STEP, GRAVITY = 0.01, 9.81
MIDDLE = (19, 20, 27, 28)  # the four pixels in the middle of 8 x 6


class Seen(Server):
    def __init__(self, *options, **files):
        files = {**FILES, **files}
        super().__init__(SERVER, files.pop("world.rb"), files, "--Rtm.NameServer", "none", "--Rtm.PortLog", "true", *options)

    def values(self, port):
        """The values of a port by their steps."""
        rows = (line.split(",") for line in self.log().splitlines())
        return {int(row[0]): [float(field) for field in row[3:]] for row in rows if row[1:3] == ["Eye0", port]}

    def camera(self):
        """The process of the camera program below this server, or None."""
        lines = subprocess.run(["ps", "-eo", "pid,ppid,args"], capture_output=True, text=True, check=True).stdout.splitlines()[1:]
        processes = {int(line.split(None, 2)[0]): line.split(None, 2)[1:] for line in lines}
        for process, (parent, arguments) in processes.items():
            if "--pictures" not in arguments.split() or not arguments.split()[0].endswith("rctp-camera"):
                continue
            while parent != "0" and int(parent) != self.process.pid:
                parent = processes.get(int(parent), ("0", ""))[0]
            if parent != "0":
                return process
        return None


class Pictures(unittest.TestCase):
    def server(self, *options, **files):
        return self.enterContext(Seen(*options, **files))

    def test_each_picture_in_lock_step_is_that_of_its_step(self):
        logs = []
        for options in ((), ("--speed", "2")):
            server = self.server("--Rtm.Sync", "true", "--Spades.EndTime", "1", *options)
            server.end()
            self.assertEqual(1, server.count(" pictures of cameras drawn, 0 missed"), server.lines)
            depths = server.values("depth")
            self.assertGreater(len(depths), 90)
            for step, depth in depths.items():
                height = 10 - 0.1 - GRAVITY * STEP**2 * step * (step + 1) / 2
                for pixel in MIDDLE:
                    self.assertAlmostEqual(depth[pixel], height - 0.13, delta=1e-3, msg=str(step))
                self.assertEqual((len(depth), depth[0], depth[47]), (48, 0, 0))
            logs.append(server.log())
        self.assertEqual(*logs)

    def test_colours_and_greys_are_of_one_picture(self):
        server = self.server("--Rtm.Sync", "true", "--Spades.EndTime", "0.5")
        server.end()
        colours, greys = server.values("colour"), server.values("grey")
        self.assertGreater(len(greys), 8)
        self.assertLess(len(greys), 12)
        for step, grey in greys.items():
            for value, pixel in zip(grey, colours[step]):
                argb = int(pixel) & 0xFFFFFFFF
                red, green, blue = argb >> 16 & 255, argb >> 8 & 255, argb & 255
                self.assertEqual(argb >> 24, 255)
                self.assertEqual(value, (299 * red + 587 * green + 114 * blue + 500) // 1000)
            argb = int(colours[step][MIDDLE[0]])
            self.assertGreater(argb >> 16 & 255, 2 * (argb >> 8 & 255))

    def test_pictures_of_the_usual_sizes_arrive_whole(self):
        for width, height in ((320, 240), (640, 480)):
            eye = FILES["eye.rsg"].replace("(setViewport 0 0 8 6)", f"(setViewport 0 0 {width} {height})")
            server = self.server("--Rtm.Sync", "true", "--Spades.EndTime", "0.08", **{"eye.rsg": eye})
            server.end()
            for port in ("depth", "colour"):
                self.assertTrue(server.values(port), server.lines)
                self.assertEqual({width * height}, {len(values) for values in server.values(port).values()})
            self.assertEqual(0, server.count("is not sent"), server.lines)

    def test_the_run_continues_when_the_camera_program_is_killed(self):
        server = self.server("--speed", "1", "--Spades.EndTime", "600")
        wait_until(lambda: len(server.values("depth")) > 20)
        first = server.camera()
        self.assertIsNotNone(first)
        os.kill(first, signal.SIGKILL)
        wait_until(lambda: server.count("it is started again") == 1)
        wait_until(lambda: server.camera() not in (None, first))
        before = len(server.values("depth"))
        wait_until(lambda: len(server.values("depth")) > before + 20)
        server.send(signal.SIGTERM)
        server.end(128 + signal.SIGTERM)
        self.assertIsNone(server.camera())

    def test_a_start_without_a_driver_ends_with_one_line(self):
        os.environ["__EGL_VENDOR_LIBRARY_FILENAMES"] = "/dev/null"
        self.addCleanup(os.environ.pop, "__EGL_VENDOR_LIBRARY_FILENAMES")
        server = self.server("--sandbox", "off")
        server.end(1)
        line = "rcssserver3D: no pictures of robots' cameras: rctp-camera: there is no EGL to draw with on this machine"
        self.assertEqual(1, server.count(line), server.lines)

    def test_a_missing_camera_ends_the_start(self):
        server = self.server("--Rtm.Sync", "true", **{"eye.conf": "out-port = depth:1:DEPTH_IMAGE\n"})
        server.end(1)
        self.assertEqual(1, server.count("eye.conf:1: "), server.lines)


def has_opengl():
    with TemporaryFolder() as folder:
        done = subprocess.run([CAMERA, "--model", "-", "--screenshot", os.path.join(folder, "a.png")], input="#VRML V2.0 utf8\n",
                              capture_output=True, text=True, timeout=TIMEOUT)
    return "there is no" not in done.stderr


if not has_opengl():
    print("skipped: there is no OpenGL on this machine")
    sys.exit(77)
run_tests(sys.argv[3:])
