# SPDX-License-Identifier: Apache-2.0
"""A SIGVerse server, as far as viewers need one, whose answers a test chooses: a world at rest, or any other data."""

import contextlib
import os
import socket
import struct
import sys
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "gateways/sigverse/controller"))

from octets import (ALL, ALL_RESULT, ATTACH, ATTACHED, ENTITY, GET_ENTITY, NAMES, NAMES_RESULT, NS_QUERY, NS_RESULT, Unit, packet, real, record,
                    text, texts, u16, u32)  # noqa: E402

ATTACH_VIEW, VIEW_ATTACHED, PROVIDE, PROVIDED, SHAPES, SHAPES_RESULT, PART_SHAPES, PART_SHAPES_RESULT = 12, 13, 16, 17, 39, 40, 135, 136
PING, PONG = 37, 38
BOX, CYLINDER, SPHERE = range(3)


def attributes_of(place=(0.0, 0.0, 0.0), turn=(1.0, 0.0, 0.0, 0.0), **more):
    """The attributes that every object has, and `more`, in the form that `record` of octets.py takes."""
    values = {**dict(zip("xyz", place)), **dict(zip(("qw", "qx", "qy", "qz"), turn)), "scalex": 1.0, "scaley": 1.0, "scalez": 1.0,
              "visStateAttrName": "visual", "visual": "", **more}
    return {name: ("", value) for name, value in values.items()}


def box(number, name, kind, place, size=(20.0, 20.0, 20.0), turn=(1.0, 0.0, 0.0, 0.0), **more):
    """The record of an object that consists of one box."""
    return record(number, name, kind, 0, attributes_of(place, turn, **more), [(1, BOX, "body", place, turn, size)])


class ScriptedServer:
    """Accepts clients until it is closed. `records` and `entries` ({key: file}) are the world and its shapes. `answers` maps a kind of request to
    a function of (connection, unit) that replaces the usual answer; an exception in it ends the connection. `requests` lists the kinds of received
    requests."""

    def __init__(self, records=(), entries=None, answers=None, greet=None):
        self.records, self.entries, self.answers, self.greet = list(records), dict(entries or {}), dict(answers or {}), greet
        self.time, self.requests, self.connections, self.lock = 1.5, [], [], threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=100)
        self.port = self.listener.getsockname()[1]
        self.provided = {}  # kind -> port
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends like a server."""
        with contextlib.suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        with self.lock:
            connections, self.connections = self.connections, []
        for connection in connections:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
            connection.close()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                connection = self.listener.accept()[0]
                with self.lock:
                    self.connections.append(connection)
                threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection):
        with contextlib.suppress(OSError, EOFError, AssertionError, struct.error), connection:
            stream = connection.makefile("rb")
            first = stream.peek(1)[:1]
            if self.greet:
                self.greet(connection)
            if first == b"S":
                self._greeted(connection, stream)
            while True:
                unit = Unit(stream)
                with self.lock:
                    self.requests.append(unit.kind)
                self.answers.get(unit.kind, self.usual)(connection, unit)
        with self.lock, contextlib.suppress(ValueError):
            self.connections.remove(connection)

    @staticmethod
    def _greeted(connection, stream):
        """`SIGViewer,NAME,` or `SIGMESSAGE,NAME,`."""
        word = b""
        while word.count(b",") < 2:
            octet = stream.read(1)
            if not octet:
                raise EOFError
            word += octet
        if word.startswith(b"SIGMESSAGE,"):
            connection.sendall(b"SUCC")

    def world(self):
        """All objects, as in the answer to GET_ALL_ENTITIES."""
        if not self.records:
            return packet(ALL_RESULT, real(self.time))
        return b"".join(packet(ALL_RESULT, real(self.time) + each, len(self.records), number) for number, each in enumerate(self.records))

    def shape_list(self):
        return u16(len(self.entries)) + b"".join(texts(*entry) for entry in self.entries.items())

    def usual(self, connection, unit):
        if unit.kind == ALL:
            connection.sendall(self.world())
        elif unit.kind == ATTACH_VIEW:
            connection.sendall(packet(VIEW_ATTACHED, u16(0) + text("") + self.shape_list()))
        elif unit.kind == SHAPES:
            connection.sendall(packet(SHAPES_RESULT, self.shape_list()))
        elif unit.kind == PART_SHAPES:
            connection.sendall(packet(PART_SHAPES_RESULT, text(unit.body.text()) + u16(0)))
        elif unit.kind == GET_ENTITY:
            connection.sendall(self.entity(unit.body.text()))
        elif unit.kind == PROVIDE:
            unit.body.text()
            kind, _, port = unit.body.u32(), unit.body.text(), unit.body.u32()
            self.provided[kind] = port
            connection.sendall(packet(PROVIDED, u16(0) + text("")))
        elif unit.kind == NAMES:
            connection.sendall(packet(NAMES_RESULT, u16(0)))
        elif unit.kind == NS_QUERY:
            connection.sendall(packet(NS_RESULT, u16(0)))
        elif unit.kind == ATTACH:
            connection.sendall(packet(ATTACHED, u16(2) + text("none")))
        elif unit.kind == ("raw", 38):
            connection.sendall(real(self.time))
        elif unit.kind == ("raw", 16):
            connection.sendall(u16(0) + u16(4))

    def entity(self, name):
        for each in self.records:
            length = int.from_bytes(each[6:10], "big")
            if each[10:10 + length] == name.encode():
                return packet(ENTITY, u16(0) + real(self.time) + u16(1) + each)
        return packet(ENTITY, u16(1) + real(self.time) + u16(0))


__all__ = ["ALL", "BOX", "CYLINDER", "PART_SHAPES", "PART_SHAPES_RESULT", "PING", "PONG", "PROVIDE", "SHAPES", "SHAPES_RESULT", "SPHERE",
           "ATTACH_VIEW", "VIEW_ATTACHED", "ScriptedServer", "attributes_of", "box", "u32"]
