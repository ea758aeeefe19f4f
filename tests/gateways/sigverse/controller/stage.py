# SPDX-License-Identifier: Apache-2.0
"""A controller under test: compiled by sigmake and run by runac; the test is its server."""

import contextlib
import os
import pathlib
import socket
import subprocess
import tempfile
import unittest

from octets import (ATTACH, ATTACHED, DATA_PORT, DATA_PORT_RESULT, DONE, ENDS, ENTITY, GET_ENTITY, HELLO, Reader, Unit, packet, real,
                    record, text, u16, u32)

TIMEOUT = 100.0


def ball(name="ball", parts=3, **attributes):
    """The record of an object: a sphere at (1, 2, 3) that also has a box and a cylinder; or the first of these parts."""
    values = {"name": ("", name), "class": ("", "Ball"), "superclass": ("", "Entity"), "agent": ("", False),
              "x": ("position", 1.0), "y": ("position", 2.0), "z": ("position", 3.0), "qw": ("rotation", 1.0),
              "qx": ("rotation", 0.0), "qy": ("rotation", 0.0), "qz": ("rotation", 0.0), "mass": ("physics", 2.5),
              "dynamics": ("physics", True), "collision": ("physics", True), "shapeFile": ("", "ball.x3d"),
              "switch": ("visState", "off"), "FOV": ("eye", 45.0), "aspectRatio": ("eye", 1.5), "elnk2": ("eye", "HEAD")}
    for prefix, group in (("v", "velocity"), ("av", "velocity"), ("f", "force"), ("tq", "torque")):
        values.update({prefix + axis: (group, 0.0) for axis in "xyz"})
    values.update(attributes)
    turn = (1.0, 0.0, 0.0, 0.0)
    all_parts = [(1, 2, "body", (1.0, 2.0, 3.0), turn, (10.0,)), (2, 0, "box", (4.0, 5.0, 6.0), turn, (7.0, 8.0, 9.0)),
                 (3, 1, "RARM_LINK7", (0.0, 0.0, 0.0), turn, (2.0, 30.0))]
    return record(7, name, "Ball", 0, values, all_parts[:parts])


class Built:
    """Libraries built by sigmake, each of them once."""

    def __init__(self, bin_folder):
        self.bin = pathlib.Path(bin_folder).resolve()
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)

    def make(self, source, *options, output=None):
        library = self.path / (output or pathlib.Path(source).stem + ".so")
        if not library.exists():
            done = subprocess.run([self.bin / "sigmake", source, "-o", library, "-O0", *options], capture_output=True, text=True)
            assert done.returncode == 0 and not done.stderr, done.stderr
        return library

    def write(self, name, lines):
        source = self.path / name
        source.write_text(lines)
        return source


class Link:
    """One connection to the controller, which is read unit by unit."""

    def __init__(self, reads, writes):
        self.reads, self.writes = reads, writes

    def read(self):
        return Unit(self.reads)

    def expect(self, kind):
        unit = self.read()
        assert unit.kind == kind, f"expected {kind}, got {unit.kind}: {unit.octets.hex()}"
        return unit

    def send(self, *octets):
        self.writes.write(b"".join(octets))
        self.writes.flush()

    def close(self):
        self.reads.close()
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            self.writes.close()


def connected(connection):
    """The link of a socket, which it owns."""
    connection.settimeout(TIMEOUT)
    with connection:
        return Link(connection.makefile("rb"), connection.makefile("wb"))


class Stage:
    """runac with a library, connected over two pipes, or with `connects` over TCP."""

    def __init__(self, built, library, agent="robot", answer="ext1", connects=False, options=(), seed=None, hello=True):
        self.number, self.listener = 0, None
        environment = dict(os.environ, SIGVERSE_SERVER="", **({"SIGVERSE_SEED": str(seed)} if seed is not None else {}))
        command = [built.bin / "runac", "-n", agent, "-l", library, *options]
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "cwd": built.path, "env": environment}
        if connects:
            self.listener = socket.create_server(("127.0.0.1", 0))
            self.listener.settimeout(TIMEOUT)
            self.program = subprocess.Popen([*command, "-p", str(self.listener.getsockname()[1])], **streams)
            self.link = self.accept()
        else:
            (theirs_in, ours_out), (ours_in, theirs_out) = os.pipe(), os.pipe()
            self.program = subprocess.Popen([*command, "--fds", f"{theirs_in},{theirs_out}"], pass_fds=(theirs_in, theirs_out), **streams)
            os.close(theirs_in), os.close(theirs_out)
            self.link = Link(os.fdopen(ours_in, "rb"), os.fdopen(ours_out, "wb"))
        self.data = self.link
        if answer is None:
            return
        assert self.link.expect(ATTACH).body.text() == agent
        self.link.send(packet(ATTACHED, u16(0) + text(answer)))
        if answer.startswith("ext1"):
            if hello:
                assert self.link.expect(HELLO).body.u16() == 1
        elif connects:
            self.data = self.accept()
            assert self.data.expect(DATA_PORT).body.text() == agent
            self.data.send(packet(DATA_PORT_RESULT, u16(0) + text("")))

    def accept(self):
        return connected(self.listener.accept()[0])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.program.poll() is None:
            self.program.kill()
        if self.program.stdout and not self.program.stdout.closed:
            self.program.communicate()
        self.link.close(), self.data.close()
        if self.listener:
            self.listener.close()

    def begin(self, time, *units):
        """Begins a turn."""
        self.number += 1
        self.link.send(*units, packet(ENDS, u32(self.number) + real(time)))

    def end(self):
        """Waits for the end of the turn. Returns the time of the next action."""
        body = self.link.expect(DONE).body
        assert body.u32() == self.number
        return body.real()

    def give(self, name="ball", **attributes):
        """Answers GET_ENTITY."""
        assert self.data.expect(GET_ENTITY).body.text() == name
        self.data.send(packet(ENTITY, u16(0) + real(0.0) + u16(1) + ball(name, **attributes)))

    def finish(self, code=0):
        """Ends the server, and returns the controller's output."""
        self.link.close()
        if self.data is not self.link:
            self.data.close()
        out, err = self.program.communicate(timeout=TIMEOUT)
        assert self.program.returncode == code, (self.program.returncode, err)
        return out, err


def changes(unit):
    """{object: (operations, {attribute: value})} of UPDATE_ENTITIES."""
    body = Reader(unit.body.rest())
    body.real()
    found = {}
    while body.at < len(body.data):
        name, operations, attributes, parts = body.record()
        assert not parts, "controllers must not send parts"
        found[name] = (operations, attributes)
    return found


class LibraryCase(unittest.TestCase):
    """Tests of one library, which is compiled once, without warnings. `NAME` is its file, with the text `SOURCE`, or the path of an existing file."""

    BIN = NAME = SOURCE = None
    STANDARD = "c++98"

    @classmethod
    def setUpClass(cls):
        cls.built = Built(cls.BIN)
        source = cls.built.write(cls.NAME, cls.SOURCE) if cls.SOURCE else cls.NAME
        cls.library = cls.built.make(source, f"-std={cls.STANDARD}", "-Wall", "-Wextra", "-Werror")

    @classmethod
    def tearDownClass(cls):
        cls.built.folder.cleanup()
