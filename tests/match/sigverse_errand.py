#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The errand of SIGVerse in whole runs: the robot brings the requested thing from any place, and the referee scores.

    sigverse_errand.py SERVER SIGJSP SIGVIEWER SOURCE_FOLDER [unittest's arguments]

A stand-in for sigjsp answers every sound with the words that a test defines; one test uses real speech recognition, if sigjsp has it.
"""

import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import unittest

from sigverse_stage import TIMEOUT, Folder, packet, text

from octets import RECOGNISED, Unit, u16, u32  # noqa: E402
from pages import block  # noqa: E402
from programs import Program  # noqa: E402
from skipping import run_tests  # noqa: E402

SERVER, SIGJSP, SIGVIEWER, SOURCES = (os.path.abspath(path) for path in (sys.argv.pop(1) for _ in range(4)))
REFEREE = os.path.join(SOURCES, "agent-sample/sigverse/errand_referee.py")
SCENES = os.path.join(SOURCES, "scenes/sigverse")
PAGE = os.path.join(SOURCES, "docs/systems/sigverse.md")
PROVIDE, PING, PONG, HEARS = 16, 37, 38, 4


class Recogniser:
    """A provider that recognises the same words in every sound."""

    def __init__(self, port, words):
        self.words, self.octets = words, 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.registration = socket.create_connection(("127.0.0.1", port), TIMEOUT)
        self.registration.sendall(packet(PROVIDE, text("stand_in") + u32(HEARS) + text("") + u32(self.listener.getsockname()[1])))
        with self.registration.makefile("rb") as stream:
            assert Unit(stream).body.u16() == 0
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        with contextlib.suppress(OSError):
            while True:
                connection = self.listener.accept()[0]
                with connection, contextlib.suppress(EOFError, ConnectionError), connection.makefile("rb") as stream:
                    unit = Unit(stream)
                    if unit.kind == PING:
                        connection.sendall(packet(PONG, u16(1)))
                        continue
                    self.octets = sum(len(Unit(stream).body.rest()) - 2 for _ in range(1, unit.count))
                    connection.sendall(packet(RECOGNISED, u16(0) + text(self.words)))

    def close(self):
        self.registration.close()
        self.listener.close()


class Errand(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.folder = Folder().__enter__()
        self.addCleanup(self.folder.__exit__)

    def world(self, **moved):
        """The flat with changed attributes of objects: {object: {attribute: value}}, or without an object: {object: None}."""
        with open(os.path.join(SCENES, "errand.xml"), encoding="utf-8") as file:
            flat = file.read()
        for name, values in moved.items():
            begin = flat.index(f'<set-attr-value name="name" value="{name}"/>')
            end = flat.index("</instanciate>", begin)
            lines = flat[begin:end]
            if values is None:
                flat = flat[:flat.rindex("<instanciate", 0, begin)] + flat[end + len("</instanciate>"):]
                continue
            for attribute, value in values.items():
                lines = re.sub(f' *<set-attr-value name="{attribute}" value="[^"]*"/>\n', "", lines)
                lines += f'<set-attr-value name="{attribute}" value="{value}"/>\n'
            flat = flat[:begin] + lines + flat[end:]
        shutil.copy(os.path.join(SCENES, "errand.wav"), self.folder.path)
        return self.folder.write("errand.xml", flat)

    def start(self, world, *options):
        server = self.folder.server(SERVER, world, "--Sig.EndTime", "200", *options, speed="max", start="false")
        server.wait_for("^sigverse: ready")
        return server

    def judge(self, server, *options):
        """The referee's output and its exit status."""
        done = subprocess.run([sys.executable, REFEREE, *options], capture_output=True, text=True, timeout=5 * TIMEOUT, check=False,
                              env=dict(os.environ, SIGVERSE_SERVER=f"127.0.0.1:{server.port()}"))
        self.assertEqual(done.stderr, "")
        return done.stdout, done.returncode

    def run_errand(self, heard, asked=None, begun=lambda server: None, options=(), **moved):
        """Returns (the referee's output, its status, the server). `begun` is called before the world is started."""
        server = self.start(self.world(**moved), *options)
        begun(server)
        recogniser = Recogniser(server.port(), heard)
        self.addCleanup(recogniser.close)
        printed, status = self.judge(server, "--asked", heard if asked is None else asked)
        self.assertEqual(server.wait(), 0, server.printed())
        with open(os.path.join(SCENES, "errand.wav"), "rb") as wave:
            self.assertEqual(recogniser.octets, len(wave.read()) - 44)
        return printed, status, server

    def check_brought(self, printed, thing):
        events = re.findall(r"^referee: +\S+ s  (\w+ (?:sees|holds|gives|has|is)\b.*)$", printed, re.M)
        self.assertEqual([event for event in events if "heard" not in event],
                         [f"robot sees the {thing}", f"robot holds the {thing}", f"robot gives the {thing}", f"person has the {thing}", "robot is done"], printed)
        self.assertRegex(printed, rf"100 of 100 points after \S+ s: the person has got the {thing}\n$")

    def test_the_can_is_brought_twice_in_the_same_way(self):
        runs = []
        for _ in range(2):
            printed, status, server = self.run_errand("bring me the can")
            self.check_brought(printed, "can")
            self.assertEqual(status, 0)
            self.assertRegex(server.printed(), r"(?m)^referee \S+: 100 of 100 points after")
            runs.append((printed, server.poses()))
        self.assertEqual(runs[0], runs[1])

    def record(self, server):
        """sigviewer as the robot's service for pictures during the block."""
        viewer = Program([SIGVIEWER, "--offscreen", "--port", str(server.port()), "--viewer_port", "off", "--record", "errand.svd", "--interval",
                          "0.01"], self.folder.path)
        self.addCleanup(viewer.close)
        try:
            viewer.wait_for("sees for")
        except AssertionError:
            if re.search("OpenGL|EGL", viewer.printed()):
                self.skipTest(viewer.printed())
            raise
        self.viewer = viewer

    def test_a_recording_changes_nothing_and_agrees_with_the_log(self):
        each_step = ("--Spades.MonitorInterval", "1")
        printed, _, without = self.run_errand("bring me the can", options=each_step)
        again, status, server = self.run_errand("bring me the can", begun=self.record, options=each_step)
        self.check_brought(again, "can")
        self.assertEqual((again, status), (printed, 0))
        self.assertEqual(self.viewer.wait(), 0, self.viewer.printed())
        poses = server.poses()
        self.assertTrue(poses == without.poses(), "the viewer has changed the run")
        logged = {}  # (time, name): place in cm and attitude
        for time, objects in re.findall(r"\(sig \(time (\S+)\)(.*)", poses.decode()):
            for name, pose in re.findall(r"\(obj (\S+) ([^()]*)", objects):
                logged[round(float(time), 6), name] = [float(number) for number in pose.split()]
        dumped = subprocess.run([SIGVIEWER, "--play", "errand.svd", "--dump"], cwd=self.folder.path, capture_output=True, text=True, timeout=TIMEOUT,
                                check=False)
        self.assertEqual((dumped.returncode, dumped.stderr), (0, ""))
        times, can = [], []
        for line in dumped.stdout.splitlines():
            time, name, *pose = line.split(" ")
            times.append(float(time))
            pose = [float(number) for number in pose]
            for recorded, wanted in zip(pose, logged[round(float(time), 6), name], strict=True):
                self.assertAlmostEqual(recorded, wanted, delta=1e-5 + 1e-5 * abs(wanted), msg=line)
            if name == "can":
                can.append(pose[:3])
        # From the table in the kitchen into the person's hand.
        self.assertGreater(len(can), 100)
        self.assertLess(times[0], 5)
        self.assertGreater(times[-1], 55)
        self.assertGreater(max(abs(a - b) for a, b in zip(can[0], can[-1])), 200)

    def test_other_things_are_brought_from_other_places(self):
        for heard, thing, moved in (
            ("please fetch the mug", "cup", {"cup": {"x": 150, "y": 4.6, "z": 60}}),  # on the floor
            ("give me a bottle", "bottle", {"bottle": {"x": -120, "y": 91.1, "z": -222}, "person": {"x": -150, "z": 60, "qw": 0, "qy": 1}}),  # on a shelf
            ("get me the tin", "can", {"can": {"x": -365, "y": 6.1, "z": -140}}),  # on the floor behind the person, held by a hand that hangs down
        ):
            with self.subTest(heard):
                printed, status, _ = self.run_errand(heard, **moved)
                self.check_brought(printed, thing)
                self.assertEqual(status, 0)

    def test_the_robot_comes_when_it_is_called(self):
        printed, status, _ = self.run_errand("come here")
        self.assertEqual(status, 0, printed)
        self.assertIn("100 of 100 points", printed)

    def test_a_missing_thing_is_not_found(self):
        printed, status, server = self.run_errand("bring me the cup", cup=None)
        self.assertEqual(status, 1)
        self.assertRegex(printed, "robot cannot do it: it has looked everywhere and found no cup")
        self.assertRegex(printed, " 20 of  20 points for understanding\n.*  0 of  20 points for finding and grasping it\n")
        self.assertRegex(printed, r" 20 of 100 points after \S+ s: failed: it has looked everywhere and found no cup\n$")
        self.assertRegex(server.printed(), r"(?m)^referee \S+: +\d+ of 100 points after")

    def test_a_misunderstood_request_is_a_failure(self):
        for heard, reason in (("bring me the cup", 'failed: asked: "bring me the can", heard: "bring me the cup"'),
                              ("sing a song", 'failed: asked: "bring me the can", heard: "sing a song"'),
                              ("", "failed: it could not make out a word")):
            with self.subTest(heard):
                printed, status, _ = self.run_errand(heard, asked="bring me the can")
                self.assertEqual(status, 1)
                self.assertRegex(printed, rf"  0 of 100 points after \S+ s: {re.escape(reason)}\n$")

    def test_an_unknown_thing_is_not_fetched(self):
        printed, status, _ = self.run_errand("bring me a cup", asked="bring me the banana", cup=None)
        self.assertEqual(status, 1)
        self.assertRegex(printed, r"  0 of  20 points for understanding\n")
        self.assertRegex(printed, r'  0 of 100 points after \S+ s: failed: asked: "bring me the banana", heard: "bring me a cup"\n$')

    def test_any_thing_with_the_requested_name_is_accepted(self):
        printed, status, _ = self.run_errand("bring me the can", can=None, bottle={"name": "can_2"}, cup={"name": "can_3"})
        self.assertEqual(status, 0, printed)
        self.assertRegex(printed, r"robot gives the can [23]\n")
        self.assertRegex(printed, r"100 of 100 points after \S+ s: the person has got the can [23]\n$")

    def test_a_world_without_a_person_is_a_failure(self):
        server = self.start(self.world(person=None))
        printed, status = self.judge(server)
        self.assertEqual((printed, status), ("referee: failed: this world has no person\n", 1))
        self.assertEqual(server.wait(), 0, server.printed())

    def test_a_sound_that_cannot_be_loaded_is_a_failure(self):
        world = self.world()
        self.folder.write("errand.wav", "no wave")
        server = self.start(world)
        printed, status = self.judge(server)
        self.assertEqual(status, 1)
        self.assertRegex(printed, "failed: errand.wav cannot be loaded\n$")
        self.assertEqual(server.wait(), 0, server.printed())
        with open(os.path.join(server.logs, "agent1-stdout.log"), encoding="utf-8") as log:
            self.assertRegex(log.read(), "loadWaveFile: errand.wav: ")

    def test_ctrl_c_ends_the_referee(self):
        """This also holds if SIGINT is ignored, as in a program that a shell has started in the background."""
        server = self.start(self.world(robot={"implementation": "Hello.so"}), "--speed", "1")
        with subprocess.Popen([sys.executable, "-u", REFEREE, "--port", str(server.port())], stdout=subprocess.PIPE, text=True,
                              preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN)) as referee:
            try:
                self.assertIn("speaks", referee.stdout.readline())
                referee.send_signal(signal.SIGINT)
                self.assertEqual(referee.wait(TIMEOUT), 1)
            finally:
                referee.kill()

    def test_without_a_recogniser_the_errand_fails(self):
        server = self.start(self.world())
        printed, status = self.judge(server)
        self.assertEqual(status, 1)
        self.assertIn("robot cannot do it: no service recognises speech", printed)
        self.assertEqual(server.wait(), 0, server.printed())

    def test_a_server_that_ends_early_is_a_failure(self):
        server = self.start(self.world(), "--Sig.EndTime", "10")
        recogniser = Recogniser(server.port(), "bring me the can")
        self.addCleanup(recogniser.close)
        printed, status = self.judge(server)
        self.assertEqual(status, 1)
        self.assertRegex(printed, "referee: failed: the simulation has ended before the errand was over\n$")

    def test_the_errand_succeeds_with_real_speech_recognition(self):
        if "without pocketsphinx" in subprocess.run([SIGJSP, "--help"], capture_output=True, text=True, check=True).stdout:
            self.skipTest("sigjsp has no pocketsphinx")
        runs = []
        for _ in range(2):
            server = self.start(self.world())
            with Program([SIGJSP, "--backend", "pocketsphinx", "--grammar", os.path.join(SCENES, "errand.jsgf"),
                          "--dictionary", os.path.join(SCENES, "errand.dict"), "--port", str(server.port())], self.folder.path) as speech:
                speech.wait_for("recognises speech")
                printed, status = self.judge(server, "--asked", "bring me the can")
            self.check_brought(printed, "can")
            self.assertIn('robot has heard "bring me the can"', printed)
            self.assertEqual(printed.replace("referee: ", "    "), block(PAGE, "text errand"))
            self.assertEqual(status, 0)
            self.assertEqual(server.wait(), 0, server.printed())
            runs.append(server.poses())
        self.assertEqual(runs[0], runs[1])


if __name__ == "__main__":
    run_tests(sys.argv[1:], side_by_side=2)
