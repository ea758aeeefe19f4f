#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The program rctp-camera with a server in this file: test_rctp_camera.py RCTP-CAMERA FOLDER; FOLDER has VRML97 files."""

import base64
import glob
import hashlib
import os
import re
import socket
import struct
import subprocess
import sys
import threading
import time
import unittest
import zlib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../support"))

from programs import TemporaryFolder, lasting_port, wait_until  # noqa: E402
from skipping import run_tests  # noqa: E402

CAMERA, FOLDER = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
TIMEOUT = 100.0  # seconds; only reached in case of an error
WORLD = b"""#VRML V2.0 utf8
Background { skyColor 0 0 1 }
DEF rover_camera Transform { children Viewpoint { description "rover camera" position 0 0 0 } }
DEF ball Transform { translation 0 0 -3 children Shape { appearance Appearance { material Material { } } geometry Sphere { } } }
"""


class Server:
    """Serves /world.wrl and one WebSocket, /camera; counts the requests."""

    def __init__(self, port=0, refusal=None):
        self.listening = socket.create_server(("127.0.0.1", port))
        self.port, self.refusal = self.listening.getsockname()[1], refusal
        self.loads, self.link, self.input, self.ready = 0, None, b"", threading.Event()
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                peer, _ = self.listening.accept()
            except OSError:
                return
            head = b""
            while b"\r\n\r\n" not in head:
                head += peer.recv(4096)
            if head.startswith(b"GET /world.wrl "):
                self.loads += 1
                peer.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: model/vrml\r\nContent-Length: %d\r\n\r\n" % len(WORLD) + WORLD)
                peer.close()
            elif self.refusal:
                peer.sendall(b"HTTP/1.1 403 Forbidden\r\nContent-Length: %d\r\n\r\n" % len(self.refusal) + self.refusal)
                peer.close()
            else:
                assert head.startswith(b"GET /camera "), head
                key = next(line for line in head.split(b"\r\n") if line.lower().startswith(b"sec-websocket-key:"))
                seal = hashlib.sha1(key.split(b":")[1].strip() + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest()
                peer.sendall(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                             b"Sec-WebSocket-Accept: " + base64.b64encode(seal) + b"\r\n\r\n")
                peer.settimeout(TIMEOUT)
                self.link = peer
                self.ready.set()

    def send(self, payload):
        text = isinstance(payload, str)
        payload = payload.encode() if text else payload
        head = bytes([0x81 if text else 0x82])
        head += bytes([len(payload)]) if len(payload) < 126 else b"\x7e" + struct.pack(">H", len(payload))
        self.link.sendall(head + payload)

    def take(self, count):
        while len(self.input) < count:
            more = self.link.recv(65536)
            if not more:
                raise EOFError
            self.input += more
        taken, self.input = self.input[:count], self.input[count:]
        return taken

    def picture(self):
        """The name of the robot and the JPEG of the next message."""
        first, second = self.take(2)
        assert first == 0x82 and second & 0x80, "frames of clients must be masked"
        length = second & 0x7F
        if length >= 126:
            length = struct.unpack(">H" if length == 126 else ">Q", self.take(2 if length == 126 else 8))[0]
        mask, payload = self.take(4), self.take(length)
        payload = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))
        return payload[1 : 1 + payload[0]].decode(), payload[1 + payload[0] :]

    def close(self):
        self.listening.close()
        if self.link:
            self.link.close()


def size_of(jpeg):
    """Width and height by the frame header of a JPEG."""
    at = 2
    while at < len(jpeg):
        marker, length = jpeg[at + 1], struct.unpack(">H", jpeg[at + 2 : at + 4])[0]
        if 0xC0 <= marker <= 0xC2:
            height, width = struct.unpack(">HH", jpeg[at + 5 : at + 9])
            return width, height
        at += 2 + length
    raise AssertionError("no frame in this JPEG")


def world(step, *poses):
    """Contents of a world record: poses are (number, x, y, z)."""
    return struct.pack(">I", step) + b"".join(struct.pack(">HB7f", n, 1, x, y, z, 0, 0, 1, 0) for n, x, y, z in poses)


def pixel_of(png, x, y):
    """Red, green and blue of a PNG that libpng has written: 8 bits, without interlace."""
    width, data, at = struct.unpack(">I", png[16:20])[0], b"", 8
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        if kind == b"IDAT":
            data += png[at + 8 : at + 8 + length]
        at += 12 + length
    raw, row = zlib.decompress(data), bytearray(3 * width)
    for line in range(y + 1):
        start = line * (3 * width + 1)
        method, now = raw[start], bytearray(raw[start + 1 : start + 1 + 3 * width])
        for i in range(3 * width):
            a, b, c = (now[i - 3] if i >= 3 else 0), row[i], (row[i - 3] if i >= 3 else 0)
            p = a + b - c
            paeth = min((a, b, c), key=lambda v: (abs(p - v), [a, b, c].index(v)))
            now[i] = (now[i] + [0, a, b, (a + b) // 2, paeth][method]) & 255
        row = now
    return tuple(row[3 * x : 3 * x + 3])


def png_of(*rows):
    """A PNG of these rows of colours."""
    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    raw = b"".join(b"\0" + b"".join(bytes(colour) for colour in row) for row in rows)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(raw)) + chunk(b"IEND", b""))


RED, GREEN, BLUE, WHITE, BLACK = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255), (0, 0, 0)
IMAGE = png_of([RED, GREEN], [BLUE, WHITE])


class Program:
    def __init__(self, *arguments):
        self.process = subprocess.Popen([CAMERA, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def end(self):
        out, err = self.process.communicate(timeout=TIMEOUT)
        return self.process.returncode, out, err

    def stop(self):
        self.process.kill()
        self.process.communicate()

    def cpu(self):
        """Seconds of CPU time so far."""
        with open(f"/proc/{self.process.pid}/stat") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def is_idle(self):
        """Whether all of its threads have been blocked for a moment, none waiting for a core."""
        before = self.cpu()
        time.sleep(0.2)
        states = set()
        for task in glob.glob(f"/proc/{self.process.pid}/task/*/stat"):
            with open(task) as stat:
                states.add(stat.read().rsplit(")", 1)[1].split()[0])
        return states == {"S"} and self.cpu() == before


class Pipes:
    """The program, started as by a server that wants pictures as numbers."""

    def __init__(self, **environment):
        down, up = os.pipe(), os.pipe()
        self.process = subprocess.Popen([CAMERA, "--pictures", f"{down[0]},{up[1]}"], pass_fds=[down[0], up[1]],
                                        stderr=subprocess.PIPE, text=True, env={**os.environ, **environment})
        os.close(down[0])
        os.close(up[1])
        self.to_program, self.from_program = os.fdopen(down[1], "wb", 0), os.fdopen(up[0], "rb")

    def send(self, message):
        self.to_program.write(struct.pack(">I", len(message)) + message)

    def order(self, number, camera, width, height, with_depth):
        self.send(b"O" + struct.pack("=IIIIff?", number, camera, width, height, 0.1, 100, with_depth))

    def take(self):
        """The next message, or None at the end."""
        head = self.from_program.read(4)
        return self.from_program.read(struct.unpack(">I", head)[0]) if len(head) == 4 else None

    def end(self):
        self.to_program.close()
        _, err = self.process.communicate(timeout=TIMEOUT)
        self.from_program.close()
        return self.process.returncode, err


def has_opengl():
    with TemporaryFolder() as folder:
        done = subprocess.run([CAMERA, "--model", "-", "--screenshot", os.path.join(folder, "a.png")], input="#VRML V2.0 utf8\n",
                              capture_output=True, text=True, timeout=TIMEOUT)
    return "there is no" not in done.stderr


class Camera(unittest.TestCase):
    def start(self, server, *arguments):
        program = Program("--server", f"127.0.0.1:{server.port}", *arguments)
        self.addCleanup(program.stop)
        self.addCleanup(server.close)
        self.assertTrue(server.ready.wait(TIMEOUT))
        server.send('{"names": ["rover_camera", "ball"], "step_seconds": 0.01, "robots": []}')
        server.send(world(0, (0, 0, 0, 0), (1, 0, 0, -3)))
        return program

    def test_pictures_are_sent_while_someone_watches(self):
        server = Server()
        program = self.start(server)
        server.send("watch rover 320 240 25")
        name, first = server.picture()
        self.assertEqual((name, size_of(first)), ("rover", (320, 240)))
        self.assertEqual(server.loads, 1)
        server.send(world(3, (1, 0, 1, -3)))
        moved = first
        while moved == first:
            _, moved = server.picture()
        server.send("watch rover 64 48 25")
        while size_of(moved) != (64, 48):
            _, moved = server.picture()
        # It reports an unknown order once, and continues.
        server.send("dance")
        server.send(b"\x00")
        server.send("scene")
        while server.loads < 2:
            server.picture()
        server.send("unwatch rover")
        server.close()
        status, out, err = program.end()
        self.assertEqual(status, 0, err)
        self.assertEqual(out, f"connected to the server at 127.0.0.1:{server.port}\nthe server at 127.0.0.1:{server.port} has ended\n")
        self.assertEqual(err, "rctp-camera: the server sent something that this version does not know: dance\n")

    def test_pictures_are_sent_as_numbers_over_pipes(self):
        pipes = Pipes()
        self.assertEqual(pipes.take(), b"R")
        names = [b"ball", b"rover_camera"]
        pipes.send(b"S" + struct.pack("=I", len(names)) + b"".join(struct.pack("=I", len(name)) + name for name in names) + WORLD)
        pipes.order(7, 1, 40, 30, True)
        picture = pipes.take()
        self.assertEqual((picture[:1], struct.unpack("=III", picture[1:13])), (b"P", (7, 40, 30)))
        rgb, depths = picture[13 : 13 + 3600], struct.unpack("=1200f", picture[13 + 3600 :])
        self.assertEqual(rgb[:3], b"\x00\x00\xff")
        # The ball has a radius of 1 and is 3 m away; the four pixels in the middle are 1/36 of that aside.
        self.assertAlmostEqual(depths[15 * 40 + 20], 2, delta=1e-3)
        self.assertEqual(depths[0], 0)
        pipes.order(8, 0, 40, 30, False)
        self.assertEqual(pipes.take(), b"F" + struct.pack("=I", 8) + b"the camera is not in the world")
        self.assertEqual(pipes.end(), (0, ""))

    def test_invalid_messages_of_the_server_end_the_program(self):
        for message in [b"dance", b""]:
            pipes = Pipes()
            self.assertEqual(pipes.take(), b"R")
            pipes.send(message)
            self.assertEqual(pipes.take(), b"F\0\0\0\0the server sent something that this version does not know")
            self.assertIsNone(pipes.take())
            self.assertEqual(pipes.end(), (1, "rctp-camera: the server sent something that this version does not know\n"))

    def test_a_missing_egl_is_also_reported_to_the_server(self):
        # As if no driver were installed.
        pipes = Pipes(__EGL_VENDOR_LIBRARY_FILENAMES="/dev/null")
        line = "there is no EGL to draw with on this machine"
        self.assertEqual(pipes.take(), b"F\0\0\0\0" + line.encode())
        self.assertEqual(pipes.end(), (1, f"rctp-camera: {line}\n"))

    def test_the_program_waits_for_the_server_and_ends_with_it(self):
        port = lasting_port()
        program = Program("--server", f"127.0.0.1:{port}")
        self.addCleanup(program.stop)
        with self.assertRaises(subprocess.TimeoutExpired):
            program.process.wait(0.5)
        server = Server(port)
        self.assertTrue(server.ready.wait(TIMEOUT))
        # With a close frame that has a reason.
        server.link.sendall(b"\x88\x12" + struct.pack(">H", 1001) + b"someone came in.")
        status, out, err = program.end()
        self.assertEqual((status, err), (0, ""))
        self.assertEqual(out.splitlines()[-1], f"the server at 127.0.0.1:{port} has ended the connection: someone came in.")
        server.close()

    def test_a_refusal_of_the_server_is_printed(self):
        server = Server(refusal=b"the camera program has to run on this machine\n")
        self.addCleanup(server.close)
        status, _, err = Program("--server", f"127.0.0.1:{server.port}").end()
        self.assertEqual(status, 1)
        self.assertEqual(err, f"rctp-camera: the server at 127.0.0.1:{server.port} refuses: 403 Forbidden: "
                              "the camera program has to run on this machine\n")

    def test_without_viewers_the_program_is_idle(self):
        server = Server()
        program = self.start(server)
        wait_until(program.is_idle, "the end of its start")
        before = program.cpu()
        for step in range(60):  # 2 s of states as they come in real time
            server.send(world(3 * step, (1, 0, 0, -3 - step / 100)))
            time.sleep(1 / 30)
        self.assertLess(program.cpu() - before, 0.1)  # 5 % on a machine under load and with clock ticks of 10 ms
        self.assertEqual(server.loads, 0)
        with open(f"/proc/{program.process.pid}/status") as status:
            resident = next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
        self.assertLess(resident, 120 * 1024)

    def test_files_are_drawn(self):
        with TemporaryFolder() as folder:
            model, picture = os.path.join(folder, "a.wrl"), os.path.join(folder, "a.png")
            with open(model, "wb") as file:
                file.write(WORLD)
            for arguments in [[], ["--camera", "rover_camera"], ["--camera", "rover camera"]]:
                status, _, err = Program("--model", model, "--screenshot", picture, "--size", "200x100", *arguments).end()
                self.assertEqual((status, err), (0, ""))
                with open(picture, "rb") as file:
                    png = file.read()
                self.assertEqual(struct.unpack(">II", png[16:24]), (200, 100))
                grey, sky = pixel_of(png, 100, 50), pixel_of(png, 5, 5)
                self.assertTrue(max(grey) - min(grey) < 10 and min(grey) > 60, grey)
                self.assertEqual(sky, (0, 0, 255))
            status, _, err = Program("--model", model, "--screenshot", picture, "--camera", "door").end()
            self.assertEqual((status, err), (1, f"rctp-camera: {model}: there is no viewpoint 'door'; it has rover_camera\n"))
            status, _, err = Program("--model", os.path.join(folder, "b.wrl"), "--screenshot", picture).end()
            self.assertEqual(status, 1)
            self.assertIn("b.wrl: No such file or directory", err)
            with open(model, "w") as file:
                file.write("#VRML V2.0 utf8\nShape { geometry Extrusion { } }\nSphere {")
            status, _, err = Program("--model", model, "--screenshot", picture).end()
            self.assertEqual((status, err), (1, f"rctp-camera: {model}:3:9: expected a field of Sphere or '}}', not the end of the text\n"))
        for name in sorted(os.listdir(FOLDER)):
            with TemporaryFolder() as folder:
                picture = os.path.join(folder, "a.png")
                status, _, err = Program("--model", os.path.join(FOLDER, name), "--screenshot", picture).end()
                self.assertEqual(status, 0, (name, err))
                self.assertTrue(os.path.getsize(picture) > 100)

    def picture(self, model, text):
        """A picture of 64 x 64 pixels of this file, and the program's output about it."""
        with open(model, "w") as file:
            file.write("#VRML V2.0 utf8\n" + text)
        picture = f"{model}.png"
        status, _, err = Program("--model", model, "--screenshot", picture, "--size", "64x64").end()
        self.assertEqual(status, 0, err)
        with open(picture, "rb") as file:
            return file.read(), err

    def square(self, model, texture, more=""):
        """A square with an image and without a material, which fills the picture."""
        return self.picture(model, f"""Viewpoint {{ position 0 0 10 fieldOfView 0.1993373 }}
          Shape {{ appearance Appearance {{ {texture and f'texture {texture}'} {more} }}
            geometry IndexedFaceSet {{ coord Coordinate {{ point [ -1 -1 0, 1 -1 0, 1 1 0, -1 1 0 ] }} coordIndex [ 0 1 2 3 ]
              texCoord TextureCoordinate {{ point [ 0 0, 1 0, 1 1, 0 1 ] }} }} }}""")

    def assert_colours(self, png, colours):
        """The picture has these in the middles of its squares, row by row from the top."""
        side = 64 // len(colours)
        seen = [[pixel_of(png, side * column + side // 2, side * row + side // 2) for column in range(len(colours))] for row in range(len(colours))]
        for row, expected in zip(seen, colours, strict=True):
            for colour, each in zip(row, expected, strict=True):
                self.assertLess(max(abs(a - b) for a, b in zip(colour, each, strict=True)), 20, seen)

    def test_textures_of_files_are_drawn(self):
        with TemporaryFolder() as folder:
            model = os.path.join(folder, "a.wrl")
            os.makedirs(os.path.join(folder, "textures"))
            for name in ("a.png", "textures/b.png"):
                with open(os.path.join(folder, name), "wb") as file:
                    file.write(IMAGE)
            os.symlink("a.png", os.path.join(folder, "inner.png"))
            whole = [[RED, GREEN], [BLUE, WHITE]]
            plain, err = self.square(model, 'ImageTexture { url "a.png" }')
            self.assertEqual(err, "")
            self.assert_colours(plain, whole)
            # A PixelTexture begins at the bottom row.
            for texture in ("PixelTexture { image 2 2 3 0x0000FF 0xFFFFFF 0xFF0000 0x00FF00 }", 'ImageTexture { url [ "gone.png" "textures/b.png" ] }',
                            'ImageTexture { url "textures/../a.png" }', 'ImageTexture { url "inner.png" }', f'ImageTexture {{ url "{folder}/a.png" }}'):
                self.assertEqual(self.square(model, texture), (plain, ""), texture)
            # The image repeats twice along both sides; without repeating, its edge is stretched.
            transform = "textureTransform TextureTransform { scale 2 2 }"
            repeated, _ = self.square(model, 'ImageTexture { url "a.png" }', transform)
            self.assert_colours(repeated, [row * 2 for row in whole] * 2)
            clamped, _ = self.square(model, 'ImageTexture { url "a.png" repeatS FALSE repeatT FALSE }', transform)
            self.assert_colours(clamped, [[RED, GREEN, GREEN, GREEN]] * 3 + [[BLUE, WHITE, WHITE, WHITE]])
            # Colours replace those of the material, a grey image darkens them; both are lit.
            lit = [self.square(model, f"PixelTexture {{ image 1 1 {image} }}", "material Material { diffuseColor 0 0 1 }")[0]
                   for image in ("3 0xFF0000", "1 0xFF", "1 0x80")]
            red, blue, dark = (pixel_of(png, 32, 32) for png in lit)
            self.assertTrue(red[0] > 90 and red[1] == red[2] == 0, red)
            self.assertTrue(blue[2] > 90 and blue[0] == blue[1] == 0, blue)
            self.assertTrue(blue[2] / 3 < dark[2] < 2 * blue[2] / 3, (blue, dark))

    def test_refused_textures_are_reported_and_left_out(self):
        """A refused texture causes one line with its name, and everything else is drawn without it."""
        with TemporaryFolder() as above:
            folder = os.path.join(above, "models")
            os.makedirs(os.path.join(folder, "folder.png"))
            model = os.path.join(folder, "a.wrl")
            for path in (f"{above}/outside.png", f"{above}/models_too.png"):
                with open(path, "wb") as file:
                    file.write(IMAGE)
            os.symlink("../outside.png", f"{folder}/link.png")
            os.symlink("..", f"{folder}/up")
            os.mkfifo(f"{folder}/pipe.png")
            with open(f"{folder}/text.png", "w") as file:
                file.write("no picture")
            with open(f"{folder}/cut.png", "wb") as file:
                file.write(IMAGE[:60])
            with open(f"{folder}/large.png", "wb") as file:
                file.truncate(32 * 1024 * 1024 + 1)
            without, err = self.square(model, "")
            self.assertEqual(err, "")
            outside = "it is outside the folder of the model"
            for name, why in (("gone.png", "there is no such file"), ("../outside.png", outside), (f"{above}/outside.png", outside), ("../models_too.png", outside),
                              ("link.png", outside), ("up/outside.png", outside), ("pipe.png", "it is not a regular file"), ("folder.png", "it is a folder"),
                              ("text.png", "it is neither PNG nor JPEG"), ("cut.png", ""), ("large.png", "it is larger than 33554432 bytes")):
                picture, err = self.square(model, f'ImageTexture {{ url "{name}" }}')
                self.assertEqual(picture, without, name)
                shown = name if len(name) <= 40 else name[:40] + "…"
                self.assertRegex(err, rf"\A{re.escape(model)}:\d+:\d+: the texture {re.escape(shown)} is left out: .*{why}[^\n]*\n\Z")

    def test_wrong_usage_is_reported(self):
        for arguments, problem in [
            (["--server", "h:0"], "--server h:0: expected HOST or HOST:PORT, with a port from 1 to 65535"),
            (["--model", "a.wrl"], "--model: expected --screenshot FILE.png, too"),
            (["--model", "a.wrl", "--screenshot", "a.jpg"], "--screenshot a.jpg: expected FILE.png: pictures are written as PNG"),
            (["--size", "9x9"], "--size 9x9: expected WxH, each from 16 to 8192"),
            (["--rate", "0"], "--rate 0: expected"),
            (["--camera", "a"], "--camera: expected --model with it"),
        ]:
            status, _, err = Program(*arguments).end()
            self.assertEqual(status, 2)
            self.assertIn(problem, err)


if not has_opengl():
    print("skipped: there is no OpenGL on this machine")
    sys.exit(77)
run_tests(sys.argv[3:], side_by_side=2)
