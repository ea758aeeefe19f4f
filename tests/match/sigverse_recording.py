#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks sigviewer's recordings of a world of SIGVerse, and its playing, with an independent reader and writer of the format.

    sigverse_recording.py SERVER SIGVIEWER SIGCTL [unittest's arguments]
"""

import os
import random
import re
import signal
import subprocess
import sys
import unittest

from sigverse_stage import TESTS, TIMEOUT, Client, Folder

import svd  # noqa: E402
from programs import Program, wait_until  # noqa: E402
from skipping import run_tests  # noqa: E402

SERVER, SIGVIEWER, SIGCTL = (os.path.abspath(path) for path in (sys.argv.pop(1) for _ in range(3)))
WORLDS = os.path.join(os.path.dirname(TESTS), "scenes", "sigverse")
NAMES = [b"ball", b"red", b"blue", b"toy 1", "テレビ".encode()]


def dump(file):
    """Returns (exit status, lines, lines on standard error)."""
    done = subprocess.run([SIGVIEWER, "--play", file, "--dump"], capture_output=True, timeout=TIMEOUT, check=False)
    return done.returncode, done.stdout.decode("utf-8", "replace").splitlines(), done.stderr.decode().splitlines()


def logged(poses):
    """The frames of a monitor log: {time: {object: place and attitude in SIGVerse's form}}."""
    frames = {}
    for line in poses.decode().splitlines():
        if time := re.search(r"\(time ([\d.]+)\)", line):
            frames[round(float(time[1]), 6)] = {
                name: (100 * x, 100 * z, -100 * y, qw, qx, qz, -qy)
                for name, *numbers in re.findall(r"\(body (\w+)/body/physics " + r"(\S+) " * 6 + r"([^\s)]+)\)", line)
                for x, y, z, qw, qx, qy, qz in [map(float, numbers)]}
    return frames


class Room:
    """Worlds that a foreign recorder could record: things move, appear and vanish, and the time goes back."""

    def __init__(self, seed):
        self.random, self.time, self.next = random.Random(seed), 0.0, 0
        self.objects = {}
        for name in NAMES:
            self.come(name)

    def come(self, name):
        self.next += 1
        part = svd.Part(svd.SPHERE, b"body", (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0), (11.0,))
        self.objects[self.next] = svd.Object(self.next, name, b"Toy", False, {
            b"x": (b"position", 0.0), b"name": (b"", name), b"dynamics": (b"physics", True), b"qw": (b"rotation", 1.0)}, {1: part})

    def step(self):
        """The changes of a step: (records for a later frame, ids that have vanished)."""
        self.time += 0.04
        records, gone = [], []
        for each in list(self.objects.values()):
            if self.random.random() < 0.02:
                gone.append(each.id)
                del self.objects[each.id]
            elif self.random.random() < 0.3:
                name = self.random.choice([b"x", b"z", b"qw"])
                before = each.record()
                each.attributes[name] = b"position", self.random.choice([-0.0, 5e-324, self.random.uniform(-1e5, 1e5)])
                if each.record() != before:
                    records.append(each.record({name}, set()))
        if self.random.random() < 0.05:
            self.come(b"new")
            records.append(self.objects[self.next].record())
        return records, gone

    def blocks(self, count):
        """Returns blocks, and the lines of their dump."""
        blocks, lines = [], []
        for _ in range(count):
            if self.random.random() < 0.2:
                self.time = 0.0
            frames = [(self.time, [each.record() for each in self.objects.values()], ())]
            lines += self.lines()
            for _ in range(self.random.randrange(24)):
                records, gone = self.step()
                frames.append((self.time, records, gone))
                lines += self.lines()
            self.time += 0.04
            blocks.append(svd.pack_block(frames))
        return blocks, lines

    def lines(self):
        return [" ".join(["%.17g" % self.time, each.name.decode(), *("%.17g" % each.number(name, float(name == b"qw"))
                                                                     for name in (b"x", b"y", b"z", b"qw", b"qx", b"qy", b"qz"))])
                for each in self.objects.values()]


class Recordings(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(Folder())

    def path(self, name):
        return os.path.join(self.folder.path, name)

    def record(self, server, *options):
        viewer = Program([SIGVIEWER, "--offscreen", "-p", str(server.port()), "--viewer_port", "off", "--record", "a.svd", *options],
                         self.folder.path)
        self.addCleanup(viewer.close)
        viewer.wait_for("sees for 127.0.0.1")
        return viewer

    def control(self, server, order):
        subprocess.run([SIGCTL, "--port", str(server.port()), order], check=True, timeout=TIMEOUT)

    def check_dump(self, recording, file):
        status, lines, errors = dump(file)
        self.assertEqual((status, errors), (0, []))
        self.assertEqual(lines, list(recording.dump()))

    def recorded_until(self, time):
        """Waits until the recording has reached this time. Returns it so far."""
        def so_far():
            with open(self.path("a.svd"), "rb") as file:
                octets = svd.whole_blocks(file.read())
            if not octets:
                return None
            with open(self.path("copy.svd"), "wb") as file:
                file.write(octets)
            recording = svd.Recording(self.path("copy.svd"), needs_index=False)
            return recording if time - 0.04 < recording.frames[-1][0] <= time else None  # the interval
        return wait_until(so_far, f"a frame of {time} s")

    def test_a_recording_agrees_with_the_log(self):
        # The speed is low, so that nearly every step is recorded.
        server = self.folder.server(SERVER, os.path.join(WORLDS, "demo.xml"), "--Sig.EndTime", "1.2", speed="0.2", start="false")
        viewer = self.record(server, "--interval", "0.01")
        self.control(server, "start")
        self.assertEqual((viewer.wait(), server.wait()), (0, 0))
        recording = svd.Recording(self.path("a.svd"))
        self.check_dump(recording, self.path("a.svd"))
        self.assertIn((b"referee", {b"HEAD_LINK"}), [
            (each.name, {part.name for part in each.parts.values()} & {b"HEAD_LINK"}) for each in recording.frames[0][1].values()])
        self.assertIn(b"referee", recording.places)
        log, compared = logged(server.poses()), 0
        for time, objects in recording.frames:
            if not (bodies := log.get(round(time, 6))):
                continue
            # Objects with several parts are logged part by part.
            for each in (each for each in objects.values() if len(each.parts) == 1):
                pose = [each.number(name.encode(), float(name == "qw")) for name in ("x", "y", "z", "qw", "qx", "qy", "qz")]
                for recorded, wanted in zip(pose, bodies[each.name.decode()]):
                    self.assertAlmostEqual(recorded, wanted, delta=1e-4, msg=f"{each.name} at {time}")
                compared += 1
        self.assertGreater(compared, 50)

    def test_a_killed_recorder_leaves_a_valid_recording(self):
        server = self.folder.server(SERVER, os.path.join(WORLDS, "demo.xml"), start="true")
        viewer = self.record(server)
        with Client(server) as client:
            client.begin_as_viewer()
            wait_until(lambda: client.time() > 1.5, "a time of 1.5 s")
            self.control(server, "stop")
            now = client.time()
        self.recorded_until(now)
        viewer.send(signal.SIGKILL)
        viewer.wait()
        recording = svd.Recording(self.path("a.svd"), needs_index=False)
        self.check_dump(recording, self.path("a.svd"))
        with self.assertRaises(AssertionError):
            svd.Recording(self.path("a.svd"))  # there is no index

    def test_a_reset_is_recorded(self):
        server = self.folder.server(SERVER, os.path.join(WORLDS, "demo.xml"), start="true")
        viewer = self.record(server)
        with Client(server) as client:
            client.begin_as_viewer()
            wait_until(lambda: client.time() > 0.5, "a time of 0.5 s")
            self.control(server, "stop")
            self.recorded_until(client.time())
            self.control(server, "reset")
            self.recorded_until(0.0)
            self.control(server, "start")
            wait_until(lambda: client.time() > 0.5, "a time of 0.5 s")
        self.assertEqual(viewer.stop(), 0)
        recording = svd.Recording(self.path("a.svd"))
        self.check_dump(recording, self.path("a.svd"))
        times = [time for time, _ in recording.frames]
        self.assertEqual(sum(later < earlier for earlier, later in zip(times, times[1:])), 1)

    def test_a_file_that_cannot_grow_is_reported_and_the_viewer_continues(self):
        server = self.folder.server(SERVER, os.path.join(WORLDS, "demo.xml"), start="true")
        viewer = Program(["sh", "-c", "ulimit -f 40; exec \"$@\"", "sh", SIGVIEWER, "--offscreen", "-p", str(server.port()),
                          "--viewer_port", "off", "--record", "a.svd"], self.folder.path)
        self.addCleanup(viewer.close)
        viewer.wait_for("the recording ends: cannot write a.svd: File too large")
        self.assertTrue(svd.Recording(self.path("a.svd"), needs_index=False).frames)
        services = subprocess.run([SIGCTL, "--port", str(server.port()), "services"], capture_output=True, text=True, check=True, timeout=TIMEOUT)
        self.assertIn("SIGViewer", services.stdout)
        self.assertEqual(viewer.stop(), 0)

    def test_other_files_are_not_overwritten(self):
        server = self.folder.server(SERVER, os.path.join(WORLDS, "demo.xml"), start="false")
        self.folder.write("a.svd", "something else")
        viewer = Program([SIGVIEWER, "--offscreen", "-p", str(server.port()), "--viewer_port", "off", "--record", "a.svd"], self.folder.path)
        self.addCleanup(viewer.close)
        self.assertEqual(viewer.wait(), 1)
        self.assertEqual(viewer.printed(), "sigviewer: cannot write a.svd: it exists and is not a recording")
        with open(self.path("a.svd"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "something else")


class Foreign(unittest.TestCase):
    """Files of another recorder."""

    def setUp(self):
        self.folder = self.enterContext(Folder())

    def write(self, octets):
        path = os.path.join(self.folder.path, "foreign.svd")
        with open(path, "wb") as file:
            file.write(octets)
        return path

    def test_recordings_of_another_program_are_read(self):
        for seed in range(20):
            blocks, lines = Room(seed).blocks(12)
            shapes, places = [(b"Toy:::", b"toy.wrl")], {b"ball": {1: ((1.0, 2.0, 3.0), (0.0, 1.0, 0.0, 0.0))}}
            path = self.write(svd.pack_file(blocks, shapes, places, with_index=seed % 2 == 0))
            recording = svd.Recording(path, needs_index=False)
            self.assertEqual((recording.shapes, recording.places), (shapes, places))
            self.assertEqual(list(recording.dump()), lines)
            with self.subTest(seed=seed):
                self.assertEqual(dump(path), (0, lines, []))

    def test_damage_loses_only_blocks_and_is_reported_in_one_line(self):
        blocks, _ = Room(3).blocks(10)
        whole = svd.pack_file(blocks)
        for number, _ in enumerate(blocks):
            damaged = bytearray(whole)
            damaged[whole.index(blocks[number]) + 40] ^= 0x5A
            status, lines, errors = dump(self.write(damaged))
            others = svd.Recording(self.write(svd.pack_file(blocks[:number] + blocks[number + 1:])))
            self.assertEqual((status, lines), (0, list(others.dump())))
            self.assertEqual(len(errors), 1, errors)
            self.assertIn("damaged", errors[0])

    def test_the_reader_of_a_dump_may_leave_and_unwritable_output_is_an_error(self):
        path = self.write(svd.pack_file(Room(5).blocks(40)[0]))
        def dump_into(command):
            done = subprocess.run(["bash", "-c", command, "bash", SIGVIEWER, "--play", path, "--dump"], capture_output=True, text=True,
                                  timeout=TIMEOUT, check=False)
            return done.returncode, done.stdout, done.stderr
        self.assertEqual(dump_into('"$@" | true; echo ${PIPESTATUS[0]}'), (0, "0\n", ""))
        self.assertEqual(dump_into('"$@" >&-'), (1, "", "sigviewer: cannot write the dump: Bad file descriptor\n"))
        self.assertEqual(dump_into('"$@" > /dev/full'), (1, "", "sigviewer: cannot write the dump: No space left on device\n"))

    def test_a_missing_folder_of_the_data_path_is_reported(self):
        path = self.write(svd.pack_file(Room(5).blocks(1)[0]))
        done = subprocess.run([SIGVIEWER, "--play", path, "--dump", "--data_path", self.folder.path + ":nosuch", "--data_path", path],
                              capture_output=True, text=True, timeout=TIMEOUT, check=False)
        self.assertEqual((done.returncode, done.stderr.splitlines()), (
            0, ["sigviewer: --data_path: there is no folder nosuch", f"sigviewer: --data_path: there is no folder {path}"]))

    def test_other_files_are_refused(self):
        for octets, why in [(b"", "it is empty"), (b"text", "it does not begin with SVD1"), (b"SVD1\1\0\0\0\xff\0\0\0", "it ends within its header")]:
            path = self.write(octets)
            self.assertEqual(dump(path), (1, [], [f"sigviewer: {path} is not a recording: {why}"]))
        self.assertEqual(dump(self.folder.path), (1, [], [f"sigviewer: cannot read {self.folder.path}: it is a folder"]))
        self.assertEqual(dump(self.write(svd.pack_file([]))), (0, [], []))


def has_opengl():
    """Whether this machine has OpenGL; otherwise only existing recordings can be played."""
    with Folder() as folder, folder.server(SERVER, os.path.join(WORLDS, "demo.xml"), start="false") as server:
        with Program([SIGVIEWER, "--offscreen", "-p", str(server.port()), "--viewer_port", "off"], folder.path) as viewer:
            try:
                viewer.wait_for("sees for")
            except AssertionError:
                if re.search("EGL|OpenGL", viewer.printed()):
                    return False
                raise
            return True


if __name__ == "__main__":
    if not has_opengl():
        Recordings = unittest.skip("there is no OpenGL on this machine")(Recordings)
    run_tests(sys.argv[1:])
