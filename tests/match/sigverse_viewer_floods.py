#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Servers that send invalid data to sigviewer, invalid shape files, and clients with invalid requests: sigviewer omits or refuses such data with
a line, and its pictures are correct again as soon as the server's data are.

    sigverse_viewer_floods.py SIGVIEWER [unittest's arguments]
"""

import contextlib
import os
import random
import shutil
import socket
import struct
import subprocess
import sys
import time
import unittest
import zlib

from sigverse_stage import TIMEOUT, Folder

from octets import ALL, ALL_RESULT, CAPTURE, DISPLAY_TEXT, DISTANCE, DISTANCE_RESULT, LOG, PICTURE, Unit, packet, raw, real, record, text, u16, u32  # noqa: E402
from programs import Program, wait_until  # noqa: E402
from scripted_server import (ATTACH_VIEW, BOX, CYLINDER, PART_SHAPES, PART_SHAPES_RESULT, PING, PONG, SHAPES, SHAPES_RESULT, SPHERE,
                             VIEW_ATTACHED, ScriptedServer, attributes_of, box)  # noqa: E402
from skipping import run_tests  # noqa: E402

SIGVIEWER = os.path.abspath(sys.argv.pop(1))
WIDTH, HEIGHT = 320, 240
NAN, INFINITE = float("nan"), float("inf")
SHADOW = 10 if os.environ.get("RCSS_SANITIZED") else 1  # factor of memory with the shadow of a sanitizer
MAX_MEMORY = 300 * SHADOW  # MiB, of sigviewer in all tests except those with large files


def robot(**more):
    """A robot that looks along z from a height of 50 cm."""
    return box(1, "robot", "Robot", (0.0, 50.0, 0.0), (10.0, 10.0, 10.0), **more)


def thing(number=2, name="thing", kind="Thing", place=(0.0, 50.0, 200.0), **more):
    return box(number, name, kind, place, (60.0, 60.0, 60.0), **more)


WORLD = [robot(), thing()]


def invalid_worlds():
    """Invalid descriptions of a world."""
    whole = packet(ALL_RESULT, real(1) + robot(), 2, 0) + packet(ALL_RESULT, real(1) + thing(), 2, 1)
    return {
        "nothing": b"",
        "half a packet": whole[:40],
        "half a world": whole[:len(whole) // 2 + 40],
        "one packet of two": packet(ALL_RESULT, real(1) + robot(), 2, 0),
        "letters": b"HTTP/1.1 400 Bad Request\r\n\r\n" * 20,
        "zeros": bytes(1000),
        "another token": b"\xab\xce" + whole[2:],
        "another end": whole[:-2] + b"\xdc\xbb",
        "size 25": b"\xab\xcd\x00\x19" + bytes(60),
        "no time": packet(ALL_RESULT),
        "half a time": packet(ALL_RESULT, bytes(5)),
        "number 7 of 2": packet(ALL_RESULT, real(1) + robot(), 2, 7),
        "number 0 of 0": packet(ALL_RESULT, real(1) + robot(), 0, 0),
        "the second one first": packet(ALL_RESULT, real(1) + thing(), 2, 1) + packet(ALL_RESULT, real(1) + robot(), 2, 0),
        "a record cut": packet(ALL_RESULT, real(1) + robot()[:-9]),
        "a record of no size": packet(ALL_RESULT, real(1) + u16(0) + robot()[2:]),
        "a record that says it is longer": packet(ALL_RESULT, real(1) + u16(0xFFFF) + robot()[2:]),
        "offsets outside": packet(ALL_RESULT, real(1) + robot()[:31] + b"\xff\xf0\xff\xf8" + robot()[35:]),
        "noise": b"".join(packet(ALL_RESULT, random.Random(seed).randbytes(300), 20, seed) for seed in range(20)),
        "another type": packet(200, bytes(100)) * 50,
    }


# The answers after which a viewer waits for more.
SILENT = ("nothing", "half a packet", "half a world", "one packet of two", "number 7 of 2", "number 0 of 0", "another type")


class Viewer:
    """sigviewer --offscreen with a scripted server."""

    def __init__(self, test, server, *options, folder=None, viewer_port="off"):
        self.server = server
        self.folder = folder or test.enterContext(Folder())
        self.program = test.enterContext(
            Program([SIGVIEWER, "--offscreen", "--port", str(server.port), "--viewer_port", str(viewer_port), *options], self.folder.path))
        wait_until(lambda: self.program.ended() or (3 in server.provided and 5 in server.provided), "the registration")
        if self.program.ended():
            if self.program.lines_of("there is no"):
                test.skipTest(self.program.printed())
            test.fail(self.program.printed())

    def picture(self, width=WIDTH, height=HEIGHT, agent="robot", camera=1, colour=1):
        """(width, height, pixels); pixels are empty if there is no picture."""
        return self.ask(3, packet(CAPTURE, text(agent) + u16(0) + u16(colour) + u16(width) + u16(height) + struct.pack(">h", camera)), PICTURE)

    def distances(self, start=0.0, end=255.0, agent="robot", camera=1):
        return self.ask(5, packet(DISTANCE, text(agent) + real(start, end) + struct.pack(">hh", camera, 2)), DISTANCE_RESULT)[2]

    def ask(self, kind, request, answer):
        with socket.create_connection(("127.0.0.1", self.server.provided[kind]), TIMEOUT) as link:
            link.settimeout(TIMEOUT)
            link.sendall(request)
            stream = link.makefile("rb")
            unit = Unit(stream)
            assert unit.kind == answer, unit.kind
            _, _, width, height = (unit.body.u16() for _ in range(4))
            length = unit.body.u32()
            pixels = b"".join(Unit(stream).body.rest()[2:] for _ in range(1, unit.count))
            assert len(pixels) == length, (len(pixels), length)
            return width, height, pixels

    def colour_in_the_middle(self):
        """Red, green and blue; None if there is no picture."""
        width, height, pixels = self.picture()
        at = 3 * (width * (height // 2) + width // 2)
        return tuple(reversed(pixels[at:at + 3])) if pixels else None


class Servers(unittest.TestCase):
    """Each case has a server whose answers are invalid for a while."""

    def check_recovers(self, viewer, what, max_lines=6, max_memory=MAX_MEMORY):
        """Checks that the viewer shows the world again when the server's answers are valid, without a restart."""
        viewer.server.answers.clear()
        viewer.server.records = WORLD
        wait_until(lambda: len(viewer.picture()[2]) == 3 * WIDTH * HEIGHT, f"a picture after {what}")
        self.assertFalse(viewer.program.ended(), what)
        self.assertLess(viewer.program.memory(), max_memory, what)
        lines = len(viewer.program.lines)
        self.assertLessEqual(lines - self.lines, max_lines, f"{what}: " + viewer.program.printed())
        self.lines = lines

    def begin(self, viewer):
        self.assertEqual(len(viewer.picture()[2]), 3 * WIDTH * HEIGHT, viewer.program.printed())
        self.lines = len(viewer.program.lines)

    def check_invalid_worlds(self, is_end):
        with ScriptedServer(WORLD) as server:
            viewer = Viewer(self, server)
            self.begin(viewer)
            for what, octets in invalid_worlds().items():

                def answer(connection, _, octets=octets):
                    connection.sendall(octets)
                    if is_end:
                        raise EOFError

                server.answers[ALL] = answer
                self.assertIn(len(viewer.picture()[2]), (0, 3 * WIDTH * HEIGHT), what)
                self.check_recovers(viewer, what)
            self.assert_ends_with(viewer)

    def test_the_viewer_recovers_from_invalid_worlds(self):
        self.check_invalid_worlds(is_end=True)

    def test_the_viewer_recovers_from_invalid_worlds_followed_by_silence(self):
        self.check_invalid_worlds(is_end=False)

    def assert_ends_with(self, viewer):
        viewer.server.close()
        self.assertEqual(viewer.program.wait(), 0, viewer.program.printed())

    def test_the_viewer_recovers_from_an_endless_world(self):
        with ScriptedServer(WORLD) as server:
            viewer = Viewer(self, server)
            self.begin(viewer)
            sent = [0]

            def endless(connection, _):
                large = thing(shapeFile="x" * 30_000)
                while True:
                    for number in range(65535):
                        octets = packet(ALL_RESULT, real(1) + large, 65535, number)
                        connection.sendall(octets)
                        sent[0] += len(octets)

            server.answers[ALL] = endless
            self.assertEqual(viewer.picture()[2], b"")
            self.assertGreater(sent[0], 10 << 20)
            self.assertLess(sent[0], 600 << 20)
            self.check_recovers(viewer, "an endless world", max_memory=800 * SHADOW)

    def test_a_slow_world_gives_no_picture(self):
        """A world that arrives too slowly gives no picture."""
        with ScriptedServer(WORLD) as server:
            viewer = Viewer(self, server)
            self.begin(viewer)

            def slow(connection, _):
                for octet in server.world():
                    connection.sendall(bytes([octet]))
                    time.sleep(0.5)

            server.answers[ALL] = slow
            self.assertEqual(viewer.picture()[2], b"")
            self.check_recovers(viewer, "a slow world")

    def test_worlds_with_invalid_numbers_are_drawn(self):
        """A world with invalid numbers still gives a picture."""
        wrong = [NAN, INFINITE, -INFINITE, 1e300, -1e300, 1e18, 1e-300]
        with ScriptedServer(WORLD) as server:
            viewer = Viewer(self, server)
            self.begin(viewer)
            for value in wrong:
                place, turn = (value, value, 200.0), (value, 0.0, value, 0.0)
                for what, each in {
                    "place": thing(place=place),
                    "place of attributes": record(2, "thing", "Thing", 0, attributes_of(place), [(1, BOX, "body", (0, 50, 200), (1, 0, 0, 0), (9, 9, 9))]),
                    "turn": box(2, "thing", "Thing", (0.0, 50.0, 200.0), turn=turn),
                    "size": box(2, "thing", "Thing", (0.0, 50.0, 200.0), (value, value, value)),
                    "radius": record(2, "thing", "Thing", 0, attributes_of(), [(1, SPHERE, "body", (0, 50, 200), (1, 0, 0, 0), (value,))]),
                    "length": record(2, "thing", "Thing", 0, attributes_of(), [(1, CYLINDER, "body", (0, 50, 200), (1, 0, 0, 0), (5.0, value))]),
                    "scale": thing(scalex=value, scaley=value, scalez=value),
                    "negative size": box(2, "thing", "Thing", (0.0, 50.0, 200.0), (-5.0, 5.0, 0.0)),
                    "no turn": box(2, "thing", "Thing", (0.0, 50.0, 200.0), turn=(0.0, 0.0, 0.0, 0.0)),
                }.items():  # fmt: skip
                    server.records = [robot(), each, thing(3, "good", place=(0.0, 50.0, 500.0))]
                    self.assertEqual(len(viewer.picture()[2]), 3 * WIDTH * HEIGHT, f"{what} {value}: {viewer.program.printed()}")
                server.time = value
                self.assertIn(len(viewer.picture()[2]), (0, 3 * WIDTH * HEIGHT), f"time {value}")
                server.time = 1.5
                for name in ("vpx", "vvx", "FOV", "aspectRatio", "epx1", "evx1", "quw1"):
                    server.records = [robot(elnk1="body" if name.endswith("1") else "", **{name: value}), thing()]
                    self.assertIn(len(viewer.picture()[2]), (0, 3 * WIDTH * HEIGHT), f"{name} {value}")
            self.check_recovers(viewer, "bad numbers", 300)
            self.assert_ends_with(viewer)

    def test_worlds_with_any_names_are_drawn(self):
        """Names with any octets still give a picture, and their control characters are not printed."""
        names = ["", "n" * 60000, "\n\n\x1b[31mred", "a,b", "../../../etc/passwd", "\x00", "robot", "äöü", "%s%n", "body"]
        with ScriptedServer(WORLD) as server:
            viewer = Viewer(self, server)
            self.begin(viewer)
            for name in names:
                short = name[:20000]
                for each in (box(2, short, "Thing", (0.0, 50.0, 200.0)), box(2, "thing", short, (0.0, 50.0, 200.0)),
                             thing(visStateAttrName=short, **{short or "visual": short}), thing(shapeFile=short),
                             record(2, "thing", "Thing", 0, attributes_of((0.0, 50.0, 200.0)),
                                    [(number, BOX, short, (0, 50, 200), (1, 0, 0, 0), (9, 9, 9)) for number in (1, 1, 2)])):  # fmt: skip
                    server.records = [robot(), each]
                    self.assertEqual(len(viewer.picture()[2]), 3 * WIDTH * HEIGHT, f"{name[:30]!r}: {viewer.program.printed()}")
            self.check_recovers(viewer, "bad names", 60)
            self.assertNotIn("\x1b", viewer.program.printed())

    def test_many_parts_and_objects_are_drawn(self):
        """A record of 500 parts, and 5,000 objects, give pictures."""
        parts = [(number, number % 3, f"p{number}", (number % 100 - 50.0, number // 100 * 10.0, 300.0), (1.0, 0.0, 0.0, 0.0),
                  ((8.0, 8.0, 8.0), (4.0, 8.0), (4.0,))[number % 3]) for number in range(500)]  # fmt: skip
        with ScriptedServer(WORLD) as server:
            viewer = Viewer(self, server)
            self.begin(viewer)
            server.records = [robot(), record(2, "many", "Many", 0, attributes_of(), parts)]
            self.assertEqual(len(viewer.picture()[2]), 3 * WIDTH * HEIGHT)
            server.records = [robot(), *(box(number, f"o{number}", f"C{number % 700}", (number % 70 * 20.0 - 700, 10.0, 300.0 + number // 70 * 20))
                                         for number in range(2, 5000))]  # fmt: skip
            self.assertEqual(len(viewer.picture()[2]), 3 * WIDTH * HEIGHT)
            self.check_recovers(viewer, "many")

    def test_the_viewer_recovers_from_invalid_shape_lists(self):
        """The viewer recovers from invalid lists of shapes and invalid places of shapes."""
        lists = [b"", u16(1), u16(0xFFFF) + text("a:::") + text("a.wrl"), u16(-1), u16(1) + u32(1 << 31) + bytes(20),
                 u16(3) + (text("Thing:::") + text("")) * 3, u16(1) + text(":" * 500) + text("x.wrl"), u16(1) + text("no colon") + text("x.wrl")]  # fmt: skip
        for entries in lists:
            answers = {ATTACH_VIEW: lambda connection, _, entries=entries: connection.sendall(packet(VIEW_ATTACHED, u16(0) + text("") + entries)),
                       SHAPES: lambda connection, _, entries=entries: connection.sendall(packet(SHAPES_RESULT, entries))}  # fmt: skip
            with ScriptedServer(WORLD, answers=answers) as server:
                viewer = Viewer(self, server)
                self.assertIn(len(viewer.picture()[2]), (0, 3 * WIDTH * HEIGHT), entries[:20])
                self.lines = 0
                self.check_recovers(viewer, "a list of shapes")
        places = [b"", u16(0xFFFF), u16(1) + u32(1) + real(*[NAN] * 7), u16(1) + u32(1) + real(*[1e300] * 7), u16(1) + u32(77) + real(*[0.0] * 7)]
        for data in places:
            answers = {PART_SHAPES: lambda connection, unit, data=data: connection.sendall(
                packet(PART_SHAPES_RESULT, text(unit.body.text()) + data))}  # fmt: skip
            with ScriptedServer(WORLD, answers=answers) as server:
                viewer = Viewer(self, server)
                self.assertIn(len(viewer.picture()[2]), (0, 3 * WIDTH * HEIGHT), data[:20])
                self.lines = 0
                self.check_recovers(viewer, "places of shapes")


def png(width, height, octets=b"", kind=2):
    """A picture file that states this size; `octets` are the pixels that it has."""

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(octets)) + chunk(b"IEND", b""))


def shape(geometry, appearance="material Material { diffuseColor 0 0 0 emissiveColor 1 0 0 }"):
    return "Shape { appearance Appearance { %s } geometry %s }\n" % (appearance, geometry)


RED = (255, 0, 0)
BOX_OF_60 = "Box { size 60 60 60 }"
PLATE = """IndexedFaceSet { solid FALSE coord Coordinate { point [ -30 -30 30, 30 -30 30, 30 30 30, -30 30 30 ] } coordIndex [ 0 1 2 3 -1 ]
  texCoord TextureCoordinate { point [ 0 0, 1 0, 1 1, 0 1 ] } }"""


class Files(unittest.TestCase):
    """The shape files of the viewer may have any contents."""

    def viewer(self, name, *options):
        """A viewer, with its server, that draws `Thing` with the file of this name."""
        server = self.enterContext(ScriptedServer(WORLD, {"Thing:::": name}))
        return Viewer(self, server, "--data_path", self.folder.path, *options, folder=self.folder)

    def setUp(self):
        self.folder = self.enterContext(Folder())

    def write(self, name, content):
        path = os.path.join(self.folder.path, name)
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else ("#VRML V2.0 utf8\n" + content).encode())
        return path

    def check_fallback(self, name, most=MAX_MEMORY):
        """The collision shape is drawn instead, in grey, with one line about it for any number of pictures. Before it there may be lines with the
        places of errors, each once."""
        viewer = self.viewer(name)
        for _ in range(3):
            colour = viewer.colour_in_the_middle()
            self.assertIsNotNone(colour, f"{name}: {viewer.program.printed()}")
            self.assertLess(max(colour) - min(colour), 12, f"{name}: {colour} is not grey")
        self.check_one_line(viewer, "; objects have their collision shapes")
        about = viewer.program.lines_of(os.path.basename(name))
        self.assertIn("; objects have their collision shapes", about[-1])
        self.assertLessEqual(len(about), 3, viewer.program.printed())
        self.assertEqual(len(set(about)), len(about), viewer.program.printed())
        self.assertLess(viewer.program.memory(), most, name)

    def check_one_line(self, viewer, words):
        wait_until(lambda: viewer.program.lines_of(words), f"a line about {words}")
        self.assertEqual(len(viewer.program.lines_of(words)), 1, viewer.program.printed())

    def test_valid_shape_files_are_drawn(self):
        self.write("good.wrl", shape(BOX_OF_60))
        for name in ("good.wrl", "shapes/good.wrl", "C:\\models\\good.wrl", "../good.wrl"):
            self.assertEqual(self.viewer(name).colour_in_the_middle(), RED, name)

    def test_unreadable_shape_files_are_replaced_by_collision_shapes(self):
        good = "#VRML V2.0 utf8\n" + shape(BOX_OF_60)
        files = {"empty.wrl": b"", "cut.wrl": good[:-20].encode(), "noise.wrl": random.Random(1).randbytes(100_000),
                 "zeros.wrl": bytes(1_000_000), "letters.x3d": b"<X3D><Scene>",
                 "deep.wrl": "Group { children [" * 5000, "nothing.wrl": "Group { }",
                 "index.wrl": shape("IndexedFaceSet { coord Coordinate { point [ 0 0 0 ] } coordIndex [ 0 7 8 -1 ] }"),
                 "nan.wrl": shape("IndexedFaceSet { coord Coordinate { point [ nan 0 0, 1 0 0, 0 1 0 ] } coordIndex [ 0 1 2 -1 ] }"),
                 "bomb.x3d": b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "' + b"a" * 1000 + b'">]><X3D>' + b"&a;" * 1000 + b"</X3D>"}  # fmt: skip
        for name, content in files.items():
            with self.subTest(name):
                self.write(name, content)
                self.check_fallback(name)
        os.mkfifo(os.path.join(self.folder.path, "pipe.wrl"))
        os.mkdir(os.path.join(self.folder.path, "folder.wrl"))
        os.symlink("/dev/zero", os.path.join(self.folder.path, "device.wrl"))
        for name in ("missing.wrl", "pipe.wrl", "folder.wrl", "device.wrl", "loop.wrl"):
            with self.subTest(name):
                self.check_fallback(name)

    def test_names_of_files_cannot_leave_the_folders(self):
        """A name may only be that of a file, not a path."""
        inside = os.path.join(self.folder.path, "inside")
        os.mkdir(inside)
        path = self.write("outside.wrl", shape(BOX_OF_60))
        for name in ("../outside.wrl", path, "..\\outside.wrl"):
            server = self.enterContext(ScriptedServer(WORLD, {"Thing:::": name}))
            folder = self.enterContext(Folder())
            viewer = Viewer(self, server, "--data_path", inside, folder=folder)
            colour = viewer.colour_in_the_middle()
            self.assertLess(max(colour) - min(colour), 12, f"{name}: {colour}")

    def test_five_million_triangles_are_replaced_by_the_collision_shape(self):
        self.write("huge.wrl", shape("IndexedFaceSet { coord Coordinate { point [ 0 0 0, 30 0 0, 0 30 0 ] } coordIndex [ " + "0 1 2 -1 " * 5_000_000 + "] }"))
        self.check_fallback("huge.wrl", most=1000 * SHADOW)

    def test_half_a_million_triangles_are_drawn(self):
        """Half a million triangles are drawn."""
        count = 500
        points = " ".join(f"{60 * x / count - 30:.3g} {60 * y / count - 30:.3g} 30" for y in range(count + 1) for x in range(count + 1))
        faces = " ".join(f"{y * (count + 1) + x} {y * (count + 1) + x + 1} {(y + 1) * (count + 1) + x + 1} {(y + 1) * (count + 1) + x} -1"
                         for y in range(count) for x in range(count))  # fmt: skip
        self.write("large.wrl", shape(f"IndexedFaceSet {{ solid FALSE coord Coordinate {{ point [ {points} ] }} coordIndex [ {faces} ] }}"))
        viewer = self.viewer("large.wrl")
        self.assertEqual(viewer.colour_in_the_middle(), RED, viewer.program.printed())

    def test_shapes_with_invalid_textures_are_drawn_without(self):
        """A shape is drawn without an invalid texture, and a line reports it."""
        good = png(2, 2, b"\0" + bytes([0, 255, 0] * 2) + b"\0" + bytes([0, 255, 0] * 2))
        textures = {"huge.png": png(60_000, 60_000), "wide.png": png(60_000, 1, bytes(180_001)), "cut.png": good[:-20], "headless.png": good[8:],
                    "nothing.png": b"", "noise.png": random.Random(2).randbytes(10_000), "no_size.png": png(0, 0), "negative.png": png(1 << 31, 4),
                    "bomb.png": png(8192, 8192), "letters.jpg": b"no picture", "cut.jpg": b"\xff\xd8\xff\xe0\x00\x10JFIF\0" + bytes(30),
                    "large.jpg": b"\xff\xd8\xff\xc0\x00\x11\x08\xea\x60\xea\x60\x03\x01\x22\x00\x02\x11\x01\x03\x11\x01\xff\xd9"}  # fmt: skip
        for name, content in textures.items():
            self.write(name, content)
        os.mkfifo(os.path.join(self.folder.path, "pipe.png"))
        for name in (*textures, "missing.png", "pipe.png", "http://127.0.0.1:9/x.png", "file:///etc/passwd"):
            with self.subTest(name):
                self.write("plate.wrl", shape(PLATE, 'material Material { diffuseColor 0 0 0 emissiveColor 1 0 0 } texture ImageTexture { url "%s" }' % name))
                viewer = self.viewer("plate.wrl")
                for _ in range(2):
                    self.assertEqual(viewer.colour_in_the_middle(), RED, f"{name}: {viewer.program.printed()}")
                words = "not a file on this machine" if name.startswith("http:") else name.rpartition("/")[2]
                self.check_one_line(viewer, words)
                self.assertLess(viewer.program.memory(), MAX_MEMORY, name)


class Clients(unittest.TestCase):
    """Programs that request pictures."""

    def setUp(self):
        self.server = self.enterContext(ScriptedServer(WORLD))
        self.viewer = Viewer(self, self.server)

    def test_pictures_of_invalid_sizes_are_refused(self):
        for width, height, is_good in ((0, 0, False), (65535, 65535, False), (0, 240, False), (320, 0, False), (65535, 1, False), (1, 65535, False),
                                       (9000, 9000, False), (1, 1, True), (33, 7, True), (1024, 768, True), (320, 240, True)):  # fmt: skip
            width_, height_, pixels = self.viewer.picture(width, height)
            self.assertEqual(len(pixels), (3 * width + 3) // 4 * 4 * height if is_good else 0, (width, height))
            if is_good:
                self.assertEqual((width_, height_), (width, height))
        self.assertLess(self.viewer.program.memory(), MAX_MEMORY)

    def test_invalid_packets_are_survived(self):
        """The viewer still works after invalid data at its port."""
        good = packet(CAPTURE, text("robot") + u16(0) + u16(1) + u16(WIDTH) + u16(HEIGHT) + u16(1))
        for octets in (b"GET / HTTP/1.0\r\n\r\n", bytes(1000), good[:30], good[:-2] + b"\xdc\xbb", packet(CAPTURE), packet(CAPTURE, text("robot")),
                       packet(CAPTURE, u32(1 << 31) + bytes(40)), packet(99), b"\xff" * 70000, b""):  # fmt: skip
            with socket.create_connection(("127.0.0.1", self.server.provided[3]), TIMEOUT) as link, contextlib.suppress(ConnectionError):
                link.sendall(octets)
                with contextlib.suppress(OSError):  # it has closed already
                    link.shutdown(socket.SHUT_WR)
                while link.recv(65536):
                    pass
        self.assertEqual(len(self.viewer.picture()[2]), 3 * WIDTH * HEIGHT, self.viewer.program.printed())
        with socket.create_connection(("127.0.0.1", self.server.provided[3]), TIMEOUT) as link:
            link.sendall(packet(PING, u32(3)))
            self.assertEqual(Unit(link.makefile("rb")).kind, PONG)

    def test_unknown_agents_and_cameras_get_no_picture(self):
        for agent, camera in (("", 1), ("no one", 1), ("robot", 0), ("robot", 10), ("robot", -32768), ("robot", 32767), ("n" * 255, 1), ("\x1b[31m", 1)):
            self.assertEqual(self.viewer.picture(agent=agent, camera=camera)[2], b"", agent)
        self.assertNotIn("\x1b", self.viewer.program.printed())

    def test_invalid_ranges_of_distances_are_refused(self):
        for start, end, is_good in ((0, 255, True), (-100, 1e6, True), (255, 0, False), (NAN, 255, False), (0, INFINITE, False), (5, 5, False)):
            self.assertEqual(len(self.viewer.distances(start, end)), 76_800 if is_good else 0, (start, end))

    def test_clients_that_do_not_read_do_not_block_others(self):
        """The viewer serves others while 100 clients request pictures and do not read them."""
        with contextlib.ExitStack() as ends:
            for _ in range(100):
                link = ends.enter_context(socket.socket())
                link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                link.connect(("127.0.0.1", self.server.provided[3]))
                link.sendall(packet(CAPTURE, text("robot") + u16(0) + u16(1) + u16(1600) + u16(1200) + u16(1)))
            self.assertEqual(len(self.viewer.picture()[2]), 3 * WIDTH * HEIGHT, self.viewer.program.printed())
            self.assertLess(self.viewer.program.memory(), MAX_MEMORY)


class Direct:
    """A service that requests pictures from the viewer on its own connection."""

    def __init__(self, port, name="asker"):
        self.link = socket.create_connection(("127.0.0.1", port), TIMEOUT)
        self.stream = self.link.makefile("rb")
        if name:
            self.link.sendall(raw(0, name.encode()))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stream.close()
        self.link.close()

    def picture(self, agent="robot", camera=1):
        """Returns (result, fov, aspect ratio, pixels)."""
        self.link.sendall(raw(1, f"{agent},{camera},1,".encode()))
        result, fov, ratio = struct.unpack(">H", self.read(2)) + struct.unpack("<2d", self.read(16))
        return result, fov, ratio, self.read(3 * WIDTH * HEIGHT) if result == 0 else b""

    def read(self, count):
        octets = self.stream.read(count)
        if len(octets) < count:
            raise EOFError
        return octets

    def is_closed(self):
        with contextlib.suppress(ConnectionError):
            while self.link.recv(65536):
                pass
        return True


class Askers(unittest.TestCase):
    """Services that request pictures directly from the viewer."""

    def setUp(self):
        self.server = self.enterContext(ScriptedServer(WORLD))
        self.viewer = Viewer(self, self.server, viewer_port=0)
        self.port = self.viewer.program.port(r"services on port (\d+)")

    def check_serves(self):
        with Direct(self.port) as asker:
            result, fov, ratio, pixels = asker.picture()
            self.assertEqual((result, fov, ratio, len(pixels)), (0, 45, 1.5, 3 * WIDTH * HEIGHT), self.viewer.program.printed())
        self.assertFalse(self.viewer.program.ended())
        self.assertLess(self.viewer.program.memory(), MAX_MEMORY)

    def test_services_get_errors_for_unknown_agents_and_cameras(self):
        self.check_serves()
        with Direct(self.port) as asker:
            self.assertEqual(asker.picture("no_one")[0], 2)
            self.assertEqual(asker.picture("robot", 7)[0], 3)
            for camera in ("", "x", "-1", "99999999999999999999", "nan"):
                with contextlib.suppress(EOFError), Direct(self.port) as other:
                    other.link.settimeout(3)
                    with contextlib.suppress(TimeoutError):
                        self.assertNotEqual(other.picture("robot", camera)[0], 0, camera)
            self.assertEqual(asker.picture()[0], 0)

    def test_invalid_requests_of_services_do_not_disturb_others(self):
        """Invalid requests are refused or end the connection, and others are served."""
        for octets in (b"GET / HTTP/1.0\r\n\r\n", bytes(3), u16(1) + u16(3), u16(1) + u16(0), raw(0, b""), raw(0, b"n" * 60000), raw(1, b"robot"),
                       raw(1, b",,,,,,,,"), raw(1, b"robot,1,"), raw(2, real(NAN, NAN) + b"robot,1,"), raw(4, real(0, INFINITE) + b"robot,2,1,1,"),
                       raw(4, real(0, 255) + b"robot,7,1,1,"), raw(5, real(255, 0) + b"robot,1,1,"), raw(5, b"robot"), raw(9), raw(255, bytes(60000)),
                       packet(ALL), b"\xab\xcd\xff\xff", raw(3), random.Random(3).randbytes(5000)):  # fmt: skip
            for name in ("asker", None):
                with contextlib.suppress(ConnectionError), Direct(self.port, name) as asker:
                    asker.link.sendall(octets)
                    with contextlib.suppress(OSError):
                        asker.link.shutdown(socket.SHUT_WR)
                    self.assertTrue(asker.is_closed(), octets[:20])
        self.check_serves()
        self.assertLess(len(self.viewer.program.lines), 200, self.viewer.program.printed())

    def test_crowds_and_floods_do_not_block_others(self):
        with contextlib.ExitStack() as ends:
            for number in range(150):  # each with a half of a greeting
                with contextlib.suppress(ConnectionError):
                    ends.enter_context(Direct(self.port, None)).link.sendall(raw(0, b"half")[:1 + number % 6])
            self.assertEqual(len(self.viewer.picture()[2]), 3 * WIDTH * HEIGHT, self.viewer.program.printed())
        wait_until(self.serves, "a place for another one")
        with Direct(self.port) as asker, contextlib.suppress(ConnectionError, TimeoutError):
            asker.link.settimeout(0.5)
            while True:  # it sends many requests and reads nothing
                asker.link.sendall(raw(1, b"robot,1,1,") * 100)
        self.check_serves()
        with Direct(self.port) as asker, contextlib.suppress(ConnectionError):
            asker.link.sendall(raw(77) * 100_000)
            self.assertTrue(asker.is_closed())
        self.check_serves()

    def serves(self):
        with contextlib.suppress(ConnectionError, EOFError), Direct(self.port) as asker:
            return asker.picture()[0] == 0
        return False

    def test_a_second_viewer_reports_the_used_port(self):
        """The second viewer reports the used port in a line, and does everything else."""
        other = self.enterContext(ScriptedServer(WORLD))
        second = Viewer(self, other, viewer_port=self.port)
        self.assertEqual(len(second.picture()[2]), 3 * WIDTH * HEIGHT)
        wait_until(lambda: second.program.lines_of(str(self.port)), "a line about the port")
        self.check_serves()


class Screenshots(unittest.TestCase):
    def take(self, **server):
        """(status, lines, whether there is a picture)."""
        folder = self.enterContext(Folder())
        with ScriptedServer(**server) as scripted:
            program = self.enterContext(Program([SIGVIEWER, "--port", str(scripted.port), "--screenshot", "world.png"], folder.path))
            return program.wait(), program.printed().splitlines(), os.path.exists(os.path.join(folder.path, "world.png"))

    def test_invalid_worlds_give_no_screenshot(self):
        for what, octets in invalid_worlds().items():
            # Offsets are not needed to read a record.
            if what not in (*SILENT, "offsets outside") or what == "half a world":
                status, lines, is_there = self.take(records=WORLD, answers={ALL: lambda connection, _, octets=octets: connection.sendall(octets)})
                self.assertEqual((status, len(lines), is_there), (1, 1, False), f"{what}: {lines}")

    def test_one_valid_object_is_enough_for_a_picture(self):
        status, lines, is_there = self.take(records=[thing()[:-9], thing()])
        if any("there is no" in line for line in lines):
            self.skipTest(lines[0])
        self.assertEqual((status, is_there), (0, True))
        self.assertIn("sigviewer: the server sends an object that cannot be read", lines)

    def test_empty_worlds_and_refusing_servers_still_give_a_picture(self):
        self.assertEqual(self.take()[::2], (0, True))
        refused = packet(VIEW_ATTACHED, u16(1) + text("there is one \x1b[31m"))
        status, lines, is_there = self.take(records=WORLD, answers={ATTACH_VIEW: lambda connection, _: connection.sendall(refused)})
        self.assertEqual((status, is_there), (0, True))
        self.assertTrue(any("the server refuses this viewer: there is one" in line for line in lines), lines)
        self.assertNotIn("\x1b", "".join(lines))


class Windows(unittest.TestCase):
    """A window for the same servers stays usable, and carries out the user's commands."""

    @classmethod
    def setUpClass(cls):
        for program in ("Xvfb", "xdotool"):
            if not shutil.which(program):
                raise unittest.SkipTest(f"there is no {program}")
        reading, writing = os.pipe()
        screen = subprocess.Popen(["Xvfb", "-displayfd", str(writing), "-screen", "0", "800x600x24", "-noreset", "-nolisten", "tcp"],
                                  pass_fds=[writing], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip
        cls.addClassCleanup(screen.wait)
        cls.addClassCleanup(screen.terminate)
        os.close(writing)
        with open(reading, encoding="ascii") as pipe:
            display = pipe.readline().strip()
        if not display:
            raise unittest.SkipTest("Xvfb does not start")
        cls.environment = {**{name: value for name, value in os.environ.items() if name not in ("WAYLAND_DISPLAY", "SDL_VIDEODRIVER")},
                           "DISPLAY": ":" + display}  # fmt: skip

    def press_q(self, program):
        """Presses q in a new window, or again after some time, because a key may be lost while a window is replaced."""
        search = ["xdotool", "search", "--onlyvisible", "--pid", str(program.pid)]
        found = subprocess.run(search, env=self.environment, capture_output=True, text=True, check=False).stdout.split()
        if found and (found[0] != self.asked or time.monotonic() > self.asked_at + 10):
            self.asked, self.asked_at = found[0], time.monotonic()
            subprocess.run(["xdotool", "windowfocus", found[0], "key", "q"], env=self.environment, stderr=subprocess.DEVNULL, check=False)
        return program.ended()

    def check_lives(self, what, answer):
        """A window with such answers still requests the world, or has reported the end of the connection, and a key ends it."""
        folder = self.enterContext(Folder())
        self.asked = None
        with ScriptedServer(WORLD, answers={ALL: answer}) as server:
            program = self.enterContext(Program([SIGVIEWER, "--port", str(server.port), "--size", "640x480"], folder.path, env=self.environment))
            wait_until(lambda: program.ended() or server.requests.count(ALL) > 0, f"a question ({what})")
            wait_until(lambda: program.ended() or not server.connections or server.requests.count(ALL) > 5 or what in SILENT, what)
            self.assertFalse(program.ended(), f"{what}: {program.printed()}")
            self.assertLess(program.memory(), MAX_MEMORY, what)
            self.assertLess(len(program.lines), 100, what)
            wait_until(lambda: program.ended() or self.press_q(program), f"the end by a key ({what})")
            self.assertEqual(program.wait(), 0, f"{what}: {program.printed()}")
            self.assertNotIn("\x1b", program.printed())

    def test_invalid_worlds_do_not_block_the_window(self):
        for what, octets in invalid_worlds().items():
            self.check_lives(what, lambda connection, _, octets=octets: connection.sendall(octets))

    def test_floods_of_answers_do_not_block_the_window(self):
        """Endless worlds, lines of the log, and texts on screens arrive with each answer."""

        def endless(connection, _):
            while True:
                for number in range(65535):
                    connection.sendall(packet(ALL_RESULT, real(1) + thing(shapeFile="x" * 30_000), 65535, number))

        def logs(connection, _):
            connection.sendall(packet(LOG, u16(2) + text("\x1b[31m" + "x" * 60_000)) * 30)
            connection.sendall(packet(DISPLAY_TEXT, u16(1) + u16(1) + text("\x1b[31m\n\0 y" * 500)) * 30)
            connection.sendall(b"".join(packet(ALL_RESULT, real(1) + each, 2, number) for number, each in enumerate(WORLD)))

        def nowhere(connection, _):
            records = [robot(), thing(place=(NAN, 1e300, 5.0)), box(3, "\x1b[31m" * 100, "x", (0.0, 0.0, 1e18), (1e-300, 1e300, NAN)),
                       thing(4, "far", place=(9e8, -9e8, 9e8)), thing(5, "thing"), thing(6, "")]  # fmt: skip
            connection.sendall(b"".join(packet(ALL_RESULT, real(NAN) + each, len(records), number) for number, each in enumerate(records)))

        for answer in (endless, logs, nowhere):
            self.check_lives(answer.__name__, answer)


if __name__ == "__main__":
    run_tests(sys.argv[1:], side_by_side=4)
