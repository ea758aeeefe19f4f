#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The window of sigviewer in whole runs of SIGVerse: it changes neither the run nor the server, and plays recordings.

    sigverse_window.py SERVER SIGVIEWER SIGCTL [unittest's arguments]
"""

import os
import signal
import subprocess
import sys
import unittest.mock

from sigverse_stage import TESTS, TIMEOUT, Folder

sys.path.insert(0, os.path.join(TESTS, "monitor-lite/window"))

import octets  # noqa: E402
import stage  # noqa: E402
import svd  # noqa: E402
from programs import Program  # noqa: E402
from scripted_server import BOX, ScriptedServer, attributes_of  # noqa: E402
from stage import Process, Stage, Window, find_window, wait_for  # noqa: E402

DEMO = os.path.join(os.path.dirname(TESTS), "scenes/sigverse/demo.xml")
SIGCTL = os.path.abspath(sys.argv.pop(3))


def is_sky(r, g, b):
    """The colour of the background."""
    return (r, g, b) == (153, 204, 255)


def is_grey(r, g, b):
    """The colour of things without a shape file; the floor is lighter."""
    return 40 < r < 150 and max(r, g, b) - min(r, g, b) < 4


def is_wall(r, g, b):
    """The colour of walls, which are greenish; the floor is grey."""
    return r + 5 < g > b + 2 and g - r < 40 and g > 70


class Viewer(Window):
    TITLE = "sigviewer"

    def __init__(self, folder, *options):
        self.folder = folder
        self.pictures_before = len(self.pictures())
        Process.__init__(self, "viewer", [stage.PROGRAMS[1], "--size", "640x360", *options], folder)


class Rooms(Stage):
    def setUp(self):
        super().setUp()
        self.room = self.enterContext(Folder())

    def server(self, *options, **more):
        return self.room.server(stage.PROGRAMS[0], DEMO, *options, **more)

    def control(self, server, *order):
        return subprocess.run([SIGCTL, "-p", str(server.port()), *order], check=True, capture_output=True, text=True, timeout=TIMEOUT).stdout

    def watch(self, *options, title=Viewer.TITLE):
        viewer = Viewer(self.folder, *options)
        viewer.TITLE = title
        self.addCleanup(viewer.end)
        viewer.wait_until_open()
        return viewer

    def record(self):
        """A recording of a second of the demo."""
        server = self.server("--Sig.EndTime", "1", start="false")
        recorder = Program([stage.PROGRAMS[1], "--offscreen", "-p", str(server.port()), "--viewer_port", "off", "--record", "run.svd"], self.folder)
        self.addCleanup(recorder.close)
        recorder.wait_for("sees for")
        self.control(server, "start")
        self.assertEqual((server.wait(), recorder.wait()), (0, 0))
        return "run.svd"

    def test_the_window_does_not_change_the_run(self):
        alone = self.server("--Sig.EndTime", "4", speed="max")
        self.assertEqual(alone.wait(), 0, alone.printed())
        watched = self.server("--Sig.EndTime", "4", start="false", speed="max")
        viewer = self.watch("-p", str(watched.port()))
        viewer.look_for(lambda seen: len(seen.find(is_wall)) > 500, "the walls of the room")
        self.control(watched, "start")
        self.assertEqual(watched.wait(), 0, watched.printed())
        self.assertTrue(watched.poses() == alone.poses(), "the window has changed the run")
        # The window remains after the end of the server.
        viewer.look()
        self.assertEqual(viewer.quit(), 0)
        self.assertEqual(viewer.words(), "")

    def test_the_window_does_not_change_the_server(self):
        server = self.server(start="false")
        before = [self.control(server, *order) for order in (["time"], ["print", "ball"], ["services"])]
        for end in (Viewer.quit, lambda viewer: viewer.end(signal.SIGTERM), lambda viewer: viewer.end(signal.SIGKILL)):
            viewer = self.watch("-p", str(server.port()))
            viewer.press("Tab", "c", "m")
            viewer.look()
            end(viewer)
            wait_for(lambda: find_window(Viewer.TITLE) is None, "the end of the window")
        self.assertEqual([self.control(server, *order) for order in (["time"], ["print", "ball"], ["services"])], before)
        server.quit()

    def test_signals_end_the_window_cleanly(self):
        """The recording is complete, with its index; a signal that is sent twice counts as one."""
        server = self.server(start="true")
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            viewer = self.watch("-p", str(server.port()), "--record", f"{number}.svd")
            viewer.look_for(lambda seen: len(seen.find(is_wall)) > 500, "the walls of the room")
            for _ in range(2):
                viewer.process.send_signal(number)
            self.assertEqual((viewer.status(), viewer.words()), (0, ""))
            self.assertGreater(len(svd.Recording(os.path.join(self.folder, f"{number}.svd")).frames), 0)
        server.quit()

    def test_the_controller_gets_the_users_voice(self):
        """SDL plays a file as the microphone; the server gets its contents."""
        spoken = bytes(range(1, 251)) * 100
        with open(os.path.join(self.folder, "spoken.raw"), "wb") as file:
            file.write(spoken)
        heard = []
        place = (0.0, 50.0, 0.0)
        robot = octets.record(1, "robot", "Robot", 1, attributes_of(place), [(1, BOX, "body", place, (1.0, 0.0, 0.0, 0.0), (20.0, 20.0, 20.0))])
        with ScriptedServer([robot], answers={octets.ON_SOUND: lambda _, unit: heard.append(unit)}) as server:
            sound = {"SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILEIN": "spoken.raw", "SDL_DISKAUDIODELAY": "1"}
            with unittest.mock.patch.dict(os.environ, sound):
                viewer = self.watch("-p", str(server.port))
            viewer.look_for(lambda seen: len(seen.find(is_grey)) > 500, "the robot")
            viewer.press("Tab")
            viewer.look_for(lambda seen: max(seen.pixel(630, 250)) < 60, "its panel")
            for hold in (0.3, 1, 3, 9):  # on a busy machine the microphone may hear little
                viewer.move_mouse(640 - 31, 27)
                stage.xdotool("mousedown", 1, "sleep", hold, "mouseup", 1)
                viewer.look()
                if heard:
                    break
            self.assertTrue(heard, viewer.words())
            wait_for(lambda: len(heard) == heard[0].count, "all of the sound")
            self.assertEqual((heard[0].target, viewer.quit(), viewer.words()), ("robot", 0, ""))
        recorded = b"".join(unit.body.rest()[2:] for unit in heard[1:])
        self.assertGreater(len(recorded), 3200)
        self.assertEqual(recorded[:len(spoken)], spoken[:len(recorded)])

    def test_a_recording_is_played_without_a_server(self):
        viewer = self.watch("--play", self.record(), title="run.svd")
        viewer.look_for(lambda seen: len(seen.find(is_wall)) > 500, "the walls of the room")
        viewer.press("space", "period", "comma", "End", "Home")
        viewer.look()
        self.assertEqual(viewer.quit(), 0)
        self.assertEqual(viewer.words(), "")


if __name__ == "__main__":
    stage.main()
