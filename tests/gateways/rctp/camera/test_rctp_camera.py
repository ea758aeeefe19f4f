#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The program rctp-camera at a server that is made here: test_rctp_camera.py RCTP-CAMERA FOLDER; FOLDER has VRML97 files."""

import base64
import hashlib
import os
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import zlib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../support"))

from programs import lasting_port  # noqa: E402
from skipping import run_tests  # noqa: E402

CAMERA, FOLDER = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
TIMEOUT = 100.0  # seconds; only reached when something is wrong
WORLD = b"""#VRML V2.0 utf8
Background { skyColor 0 0 1 }
DEF rover_camera Transform { children Viewpoint { description "rover camera" position 0 0 0 } }
DEF ball Transform { translation 0 0 -3 children Shape { appearance Appearance { material Material { } } geometry Sphere { } } }
"""


class Server:
    """Serves /world.wrl and one WebSocket, /camera; counts what it was asked for."""

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
        assert first == 0x82 and second & 0x80, "clients mask what they send"
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


class Pipes:
    """The program, started as a server starts it that wants pictures as numbers."""

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
    with tempfile.TemporaryDirectory() as folder:
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
        # It reports once what it does not know, and continues.
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

    def test_pictures_as_numbers_over_pipes(self):
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

    def test_what_a_server_says_wrongly_ends_the_program(self):
        for message in [b"dance", b""]:
            pipes = Pipes()
            self.assertEqual(pipes.take(), b"R")
            pipes.send(message)
            self.assertEqual(pipes.take(), b"F\0\0\0\0the server sent something that this version does not know")
            self.assertIsNone(pipes.take())
            self.assertEqual(pipes.end(), (1, "rctp-camera: the server sent something that this version does not know\n"))

    def test_that_there_is_no_egl_is_said_to_the_server_too(self):
        # As if no driver were installed.
        pipes = Pipes(__EGL_VENDOR_LIBRARY_FILENAMES="/dev/null")
        line = "there is no EGL to draw with on this machine"
        self.assertEqual(pipes.take(), b"F\0\0\0\0" + line.encode())
        self.assertEqual(pipes.end(), (1, f"rctp-camera: {line}\n"))

    def test_a_server_may_come_later_and_go_again(self):
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

    def test_a_refusal_is_shown(self):
        server = Server(refusal=b"the camera program has to run on this machine\n")
        self.addCleanup(server.close)
        status, _, err = Program("--server", f"127.0.0.1:{server.port}").end()
        self.assertEqual(status, 1)
        self.assertEqual(err, f"rctp-camera: the server at 127.0.0.1:{server.port} refuses: 403 Forbidden: "
                              "the camera program has to run on this machine\n")

    def test_no_one_watches_and_nothing_is_done(self):
        server = Server()
        program = self.start(server)
        time.sleep(0.5)
        before = program.cpu()
        for step in range(60):  # 2 s of states as they come in real time
            server.send(world(3 * step, (1, 0, 0, -3 - step / 100)))
            time.sleep(1 / 30)
        self.assertLess(program.cpu() - before, 0.1)  # 5 % on a machine under load and with clock ticks of 10 ms
        self.assertEqual(server.loads, 0)
        with open(f"/proc/{program.process.pid}/status") as status:
            resident = next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
        self.assertLess(resident, 120 * 1024)

    def test_pictures_of_files(self):
        with tempfile.TemporaryDirectory() as folder:
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
            with tempfile.TemporaryDirectory() as folder:
                picture = os.path.join(folder, "a.png")
                status, _, err = Program("--model", os.path.join(FOLDER, name), "--screenshot", picture).end()
                self.assertEqual(status, 0, (name, err))
                self.assertTrue(os.path.getsize(picture) > 100)

    def test_wrong_usage(self):
        for arguments, problem in [
            (["--server", "nowhere"], "--server nowhere: expected HOST:PORT"),
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
