#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Operates a robot of rcssserver3D: a library and a program in one file that needs only Python's standard library.

    from rctp import Robot
    with Robot("rctp://127.0.0.1:3300/foo_11") as robot:      # reads the robot's objects: robot.objects
        robot.assign("drive", "AgentState", "world")          # claims objects
        robot.go()                                            # begins the live session
        robot.send("drive", 100, 0, 0)                        # values in the order of the parameters, or some by name
        while robot.poll(0.1):                                # reads messages and keeps the connection alive
            print(robot.values["AgentState"], robot.world["foo_11"].position)

Everything runs on the caller's thread. `poll` has to be called a few times per second: a robot that receives nothing
for a second comes to rest. docs/systems/teleoperation-protocol.md describes the protocol.
"""

import argparse
import collections
import http.client
import json
import math
import re
import select
import socket
import struct
import sys
import time
import urllib.parse
import xml.etree.ElementTree

MAX_OCTETS = 16 * 1024 * 1024  # of a file
PING_EVERY = 0.3  # seconds
RELOAD_EVERY = 1.0  # minimum seconds between two loads of a changed model
TYPES = {"float32": ">f", "float64": ">d", "int32": ">i", "uint8": ">B"}
BYE, STOP, PING, PONG, ERROR, RELEASE, CHANGED = range(7)


class RctpError(Exception):
    """An error, described in one line."""


class Refused(RctpError):
    """The server has refused a request; `code` is as in HTTP."""

    def __init__(self, code, sentence):
        super().__init__(f"{code}: {sentence}")
        self.code, self.sentence = code, sentence


Parameter = collections.namedtuple("Parameter", "name unit least most neutral type")


class Pose(collections.namedtuple("Pose", "position axis angle field_of_view")):
    """A pose in the world's frame, z up: metres, a unit vector and radians. `field_of_view` of a camera in radians, otherwise None."""

    @property
    def heading(self):
        """The heading in degrees of the x axis in the plane: 0 along x, 90 along y."""
        (x, y, z), c, s = self.axis, math.cos(self.angle), math.sin(self.angle)
        return math.degrees(math.atan2(y * x * (1 - c) + z * s, x * x * (1 - c) + c))


class Object:
    """An object that can be claimed. `kind` is control, text, binary, video or audio; outputs go to the robot, inputs come from it."""

    def __init__(self, node_type, fields):
        kind = re.fullmatch(r"RCML_(Control|Text|Binary|Video|Audio)(Out|In)put(?:Data)?", node_type)
        self.kind, self.is_output = kind[1].lower(), kind[2] == "Out"
        self.name = fields.get("name", "")
        self.trigger = fields.get("trigger") == "true"
        self.time_stamp = fields.get("timeStamp", "true") == "true"
        self.data_mask = fields.get("dataMask", "true") == "true"
        self.bits = int(fields.get("bits", 1))
        self.max_length = int(fields.get("maxLength", 65535))
        self.rate = float(fields.get("rate", 100))
        self.standard = fields.get("standard", "")
        self.url = (strings(fields.get("url", "")) or [""])[0]
        self.node_names = strings(fields.get("nodeName", ""))
        self.parameters = self._parameters(fields) if self.kind == "control" else []

    def _parameters(self, fields):
        count = int(fields.get("parameters", 0))

        def column(field, default, read):
            given = read(fields.get(field, ""))
            given = given * count if len(given) == 1 else given
            return given if len(given) == count else [default] * count

        columns = (column("parameterName", "", strings), column("unit", "", strings), column("minValue", -math.inf, numbers),
                   column("maxValue", math.inf, numbers), column("neutralValue", 0.0, numbers),
                   column("dataType", "float32", strings))  # fmt: skip
        return [Parameter(*row) for row in zip(*columns)]

    def __str__(self):
        def shown(parameter):
            unit = f" {parameter.unit}" if parameter.unit else ""
            bounds = f" {parameter.least:g} … {parameter.most:g}" if parameter.least > -3e38 and parameter.most < 3e38 else ""
            return f"{parameter.name}{bounds}{unit}"

        way = "output" if self.is_output else "input"
        more = ", ".join(map(shown, self.parameters)) or self.url
        return f"{way:7}{self.kind:8}{self.name:16} {more}{' (trigger)' if self.trigger else ''}".rstrip()


def strings(text):
    return [re.sub(r"\\(.)", r"\1", one) for one in re.findall(r'"((?:[^"\\]|\\.)*)"', text, re.S)]


def numbers(text):
    return [float(word) for word in text.replace(",", " ").split()]


def to_world(translation, rotation, field_of_view=None):
    """Converts a pose of the file, which has y up, to the world, which has z up."""
    (x, y, z), (a, b, c, angle) = translation, rotation
    return Pose((x, -z, y), (a, -c, b), angle, field_of_view)


def get(host, port, path, timeout):
    """Reads a file that the server generates; returns its text."""
    connection = http.client.HTTPConnection(host, port, timeout=timeout)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        octets = response.read(MAX_OCTETS + 1)
    except (OSError, http.client.HTTPException) as error:
        raise RctpError(f"cannot load http://{host}:{port}{path}: {error or type(error).__name__}") from error
    finally:
        connection.close()
    text = octets.decode("utf-8", "replace")
    if response.status != 200:
        raise Refused(response.status, text.strip())
    if len(octets) > MAX_OCTETS:
        raise RctpError(f"http://{host}:{port}{path} is too large")
    return text


def load_secret(path):
    """The secret in the file of a server's --rctp_secret_file: its first line."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.readline().rstrip("\r\n ")
    except (OSError, UnicodeDecodeError) as error:
        raise RctpError(f"cannot read a secret from {path}: {error}") from error


def split_address(address):
    """Splits rctp://HOST:PORT/NAME into host, port and name; the name may be empty."""
    parts = urllib.parse.urlsplit(address if "://" in address else f"rctp://{address}")
    try:
        port = parts.port or 3300
    except ValueError as error:
        raise RctpError(f"{address}: {error}") from error
    if not parts.hostname:
        raise RctpError(f"{address} has no host; rctp://HOST:PORT/NAME has")
    return parts.hostname, port, urllib.parse.unquote(parts.path.strip("/"))


def robots(address, timeout=5.0):
    """The robots of a server: a list of dictionaries with name, state, operator and rcml."""
    host, port, _ = split_address(address)
    try:
        return json.loads(get(host, port, "/robots", timeout))
    except ValueError as error:
        raise RctpError(f"http://{host}:{port}/robots is not a list of robots: {error}") from error


class Robot:
    """One robot and the connection to it.

    `objects`: by name. `values`: for each assigned control object, the last known values by parameter. `world`: for
    each name in the model, the pose as of `step`; it follows the match once "world" is assigned. `poll` calls these
    functions if they are set: on_values(name, values), on_text(name, text), on_binary(name, octets), on_world(step),
    on_stopped(), on_released(), on_error(text), on_changed().
    """

    def __init__(self, address, timeout=5.0, secret=None):
        """`secret`: for servers that require one from operators on other machines."""
        self.host, self.port, self.name = split_address(address)
        self.secret = secret
        self.timeout = timeout
        if not self.name:
            offered = robots(address, timeout)
            if not offered:
                raise RctpError(f"{address} offers no robots")
            self.name = offered[0]["name"]
        self.objects, self.values, self.world, self.step = {}, {}, {}, None
        self.is_live = self.is_stopped = False
        self.round_trip = None  # seconds, of the last ping
        self.on_values = self.on_text = self.on_binary = self.on_world = lambda *_: None
        self.on_stopped = self.on_released = self.on_error = self.on_changed = lambda *_: None
        self._by_id, self._ids = {}, {}
        self._socket, self._received = None, b""
        self._pinged = self._reloaded = -math.inf
        self._pings, self._has_changed = {}, False
        self.load()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def load(self, timeout=None):
        """Reloads the description: the objects and their present poses."""
        path = f"/{urllib.parse.quote(self.name, safe='')}.x3d"
        try:
            document = xml.etree.ElementTree.fromstring(get(self.host, self.port, path, timeout or self.timeout))
        except xml.etree.ElementTree.ParseError as error:
            raise RctpError(f"http://{self.host}:{self.port}{path} is not XML: {error}") from error
        robot = next((node for node in document.iter("ProtoInstance") if node.get("name") == "RCML_Robot"), None)
        if robot is None:
            raise RctpError(f"http://{self.host}:{self.port}{path} describes no robot")
        self.objects = {}
        for node in robot.iter("ProtoInstance"):
            fields = {field.get("name"): field.get("value", "") for field in node.findall("fieldValue")}
            if re.fullmatch(r"RCML_(Control(Out|In)putData|(Text|Binary|Video|Audio)(Out|In)put)", node.get("name", "")):
                described = Object(node.get("name"), fields)
                self.objects[described.name] = described
        for number, name in self._by_id.items():  # a claimed object that has been removed keeps its layout
            self._by_id[number] = self.objects.get(name.name, name)
        nodes = self.objects["world"].node_names if "world" in self.objects else []
        fresh = {node.get("DEF"): to_world(numbers(node.get("translation", "0 0 0")), numbers(node.get("rotation", "0 0 1 0")))
                 for node in document.iter("Transform") if node.get("DEF")}  # fmt: skip
        self.world = {name: self.world.get(name, fresh[name]) if self.is_live else fresh[name] for name in nodes if name in fresh}

    # Negotiation.

    def assign(self, *names):
        """Claims objects; `Refused` if one is not available."""
        for name in names:
            target = f"/{urllib.parse.quote(self.name, safe='')}/{urllib.parse.quote(name, safe='')}"
            secret = f"\r\nAuthorization: Bearer {self.secret}" if self.secret else ""
            reply = self._ask(f"ASSIGN {target} RCMP/1.0{secret}")
            number = int(reply.get("ID", 0))
            if not 1 <= number <= 255 or name not in self.objects:
                raise RctpError(f"{name} was granted without an ID, or is not described")
            self._by_id[number], self._ids[name] = self.objects[name], number
            if self.objects[name].kind == "control":
                values = numbers(reply.get("Current Value", ""))
                neutral = [parameter.neutral for parameter in self.objects[name].parameters]
                self.values[name] = values if len(values) == len(neutral) else neutral
            if "Location" in reply:
                self.objects[name].url = reply["Location"]

    def go(self):
        """Begins the live session."""
        self._ask("GO RCMP/1.0")
        self._began = time.monotonic()
        self.is_live = True

    def _ask(self, line):
        if self.is_live:
            raise RctpError("the session is live: nothing can be asked for any more")
        if not self._socket:
            try:
                self._socket = socket.create_connection((self.host, self.port), self.timeout)
            except OSError as error:
                raise RctpError(f"cannot connect to {self.host}:{self.port}: {error}") from error
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._write(line.encode() + b"\r\n\r\n")
        status = self._line()
        fields = {}
        while line := self._line():
            name, _, value = line.partition(":")
            fields[name] = value.strip()
        code = re.match(r"RCMP/1\.0 (\d+) ?(.*)", status)
        if not code:
            raise RctpError(f"'{status[:60]}' is not an answer of an RCTP server")
        if code[1] != "201":
            raise Refused(int(code[1]), fields.get("Reason", code[2]))
        return fields

    def _line(self):
        while b"\n" not in self._received:
            if len(self._received) > 8192 or not self._read():
                raise RctpError("the server does not answer, or not in lines")
        line, self._received = self._received.split(b"\n", 1)
        return line.rstrip(b"\r").decode("utf-8", "replace")

    # Live session.

    def send(self, name, *values, **named):
        """Sends to an object. Control: values in the order of the parameters, or some by name; only those are sent. Text: one text. Binary:
        no argument, or octets."""
        described = self.objects[name]
        number = self._number(name)
        head = bytes([number]) + (self._stamp() if described.time_stamp else b"")
        if described.kind == "text":
            text = str(values[0]).encode()
            self._write(head + struct.pack(">H", len(text)) + text)
        elif described.kind == "binary":
            octets = values[0] if values else (1).to_bytes((described.bits + 7) // 8, "big")
            self._write(head + (struct.pack(">H", len(octets)) if described.bits == 0 else b"") + octets)
        else:
            self._write(head + self._control(described, values, named))

    def _control(self, described, values, named):
        names = [parameter.name for parameter in described.parameters]
        unknown = set(named) - set(names)
        if unknown or len(values) > len(names):
            raise RctpError(f"{described.name} has {', '.join(names)}; not {', '.join(sorted(unknown)) or len(values)}")
        given = {**dict(zip(names, values)), **named}
        known = self.values[described.name]
        known = self.values[described.name] = [float(given.get(name, old)) for name, old in zip(names, known)]
        is_sent = [not described.data_mask or name in given for name in names]
        octets = b""
        if described.data_mask:
            octets = sum(1 << i for i, one in enumerate(is_sent) if one).to_bytes((len(names) + 7) // 8, "big")
        for parameter, value, one in zip(described.parameters, known, is_sent):
            if one:
                octets += struct.pack(TYPES[parameter.type], round(value) if parameter.type in ("int32", "uint8") else value)
        return octets

    def say(self, text, name="say"):
        self.send(name, text)

    def stop(self):
        """Emergency stop: the robot comes to rest and obeys no one until `release`."""
        self._write(bytes([0, STOP]))

    def release(self):
        self._write(bytes([0, RELEASE]))

    def poll(self, seconds=0.0):
        """Reads messages for that time and keeps the connection alive. Returns False when the connection has ended."""
        until = time.monotonic() + seconds
        while self._socket:
            now = time.monotonic()
            if self.is_live and now - self._pinged >= PING_EVERY:
                self._ping(now)
            wait = max(0.0, min(until, self._pinged + PING_EVERY if self.is_live else until) - now)
            if select.select([self._socket], [], [], wait)[0] and not self._read():
                self._drop()
            while self.is_live and self._take_record():
                pass
            self._reload_if_due()
            if time.monotonic() >= until:
                break
        return self._socket is not None

    def close(self):
        """Ends the session: the robot comes to rest and is free."""
        if self.is_live and self._socket:
            try:
                self._socket.settimeout(1.0)
                self._socket.sendall(bytes([0, BYE]))
                self._socket.shutdown(socket.SHUT_WR)
                while self._socket.recv(65536):
                    pass
            except OSError:
                pass
        self._drop()

    def _number(self, name):
        if not self.is_live or name not in self._ids:
            raise RctpError(f"'{name}' has not been assigned in a live session")
        return self._ids[name]

    def _stamp(self):
        return struct.pack(">I", int((time.monotonic() - self._began) * 1000) & 0xFFFFFFFF)

    def _write(self, octets):
        if not self._socket:
            raise RctpError("there is no connection")
        try:
            self._socket.sendall(octets)
        except OSError as error:
            self._drop()
            raise RctpError(f"the connection broke: {error}") from error

    def _read(self):
        try:
            octets = self._socket.recv(65536)
        except OSError:
            octets = b""
        self._received += octets
        return bool(octets)

    def _drop(self):
        if self._socket:
            self._socket.close()
        self._socket, self.is_live = None, False

    def _ping(self, now):
        self._pinged = now
        token = struct.pack(">I", int(now * 1000) & 0xFFFFFFFF)
        self._pings = {token: now, **dict(list(self._pings.items())[:9])}
        self._write(bytes([0, PING]) + token)

    def _reload_if_due(self):
        now = time.monotonic()
        if not self._has_changed or now - self._reloaded < RELOAD_EVERY:
            return
        self._has_changed, self._reloaded = False, now
        try:
            self.load(timeout=0.5)  # with a longer timeout the robot would come to rest
        except RctpError:
            self._has_changed = True

    # Records from the server.

    def _take_record(self):
        """Removes the first record from the received octets and handles it; returns False if it is incomplete."""
        cursor = Cursor(self._received)
        try:
            number = cursor.number("B")
            act = self._system(cursor) if number == 0 else self._input(number, cursor)
        except IndexError:
            return False
        self._received = self._received[cursor.at :]
        act()
        return True

    def _system(self, cursor):
        code = cursor.number("B")
        if code == PONG:
            token, _ = cursor.take(4), cursor.take(4)
            return lambda: self._pong(token)
        if code == ERROR:
            text = cursor.take(cursor.number("H")).decode("utf-8", "replace")
            return lambda: self.on_error(text)
        if code not in (BYE, STOP, RELEASE, CHANGED):
            raise RctpError(f"the server has sent a system record {code}, which does not exist")
        return {BYE: self._answer_bye, STOP: self._stopped, RELEASE: self._released, CHANGED: self._changed}[code]

    def _pong(self, token):
        if token in self._pings:
            self.round_trip = time.monotonic() - self._pings.pop(token)

    def _answer_bye(self):
        self._write(bytes([0, BYE]))
        self._drop()

    def _stopped(self):
        self.is_stopped = True
        self.on_stopped()

    def _released(self):
        self.is_stopped = False
        self.on_released()

    def _changed(self):
        self._has_changed = True
        self.on_changed()

    def _input(self, number, cursor):
        described = self._by_id.get(number)
        if not described or described.is_output or described.kind in ("video", "audio"):
            raise RctpError(f"the server has sent a record of object {number}, which is not an input that was assigned")
        name = described.name
        if described.time_stamp:
            cursor.take(4)
        if described.kind == "control":
            values = self._values(described, cursor)
            return lambda: (self.values.__setitem__(name, values), self.on_values(name, values))
        octets = cursor.take((described.bits + 7) // 8 if described.kind == "binary" and described.bits else cursor.number("H"))
        if described.kind == "text":
            return lambda: self.on_text(name, octets.decode("utf-8", "replace"))
        if name == "world":
            return lambda: self._follow(described, octets)
        return lambda: self.on_binary(name, octets)

    def _values(self, described, cursor):
        count = len(described.parameters)
        mask = int.from_bytes(cursor.take((count + 7) // 8), "big") if described.data_mask else (1 << count) - 1
        values = list(self.values[described.name])
        for i, parameter in enumerate(described.parameters):
            if mask >> i & 1:
                values[i] = cursor.number(TYPES[parameter.type][1:])
        return values

    def _follow(self, described, octets):
        cursor = Cursor(octets)
        try:
            self.step = cursor.number("I")
            while cursor.at < len(octets):
                node, kind = cursor.number("H"), cursor.number("B")
                name = described.node_names[node] if node < len(described.node_names) else ""
                if kind == 1:
                    pose = to_world(cursor.floats(3), cursor.floats(4))
                    if name:
                        self.world[name] = pose._replace(field_of_view=getattr(self.world.get(name), "field_of_view", None))
                elif kind == 2:
                    angle = cursor.floats(1)[0]
                    if name in self.world:
                        self.world[name] = self.world[name]._replace(field_of_view=angle)
                elif kind == 3:
                    self.world.pop(name, None)
                else:
                    raise RctpError(f"the server has sent an entry of the kind {kind} in 'world', which does not exist")
        except IndexError:
            raise RctpError("the server has sent a record of 'world' that ends in the middle") from None
        self.on_world(self.step)


class Cursor:
    """Reads octets in order; IndexError beyond their end."""

    def __init__(self, octets):
        self.octets, self.at = octets, 0

    def take(self, count):
        if self.at + count > len(self.octets):
            raise IndexError
        self.at += count
        return self.octets[self.at - count : self.at]

    def number(self, code):
        return struct.unpack(">" + code, self.take(struct.calcsize(">" + code)))[0]

    def floats(self, count):
        return struct.unpack(f">{count}f", self.take(4 * count))


def print_robots(address):
    for robot in robots(address):
        by = f" by {robot['operator']}" if robot.get("operator") else ""
        print(f"{robot['name']:24} {robot['state']}{by}")


def operate(robot, orders, seconds):
    """Sends each command once, and stays connected so that the robot carries it out."""
    robot.on_error = lambda text: print(f"the server: {text}", file=sys.stderr)
    robot.on_text = lambda name, text: print(f"{name}: {text}")
    robot.assign(*dict.fromkeys(order[0] for order in orders))
    robot.go()
    for name, *values in orders:
        described = robot.objects[name]
        if described.kind == "control":
            values = [float(value) for value in values]
        robot.send(name, *([" ".join(values)] if described.kind == "text" else values if described.kind == "control" else []))
    if not robot.poll(seconds) and seconds > 0:
        raise RctpError("the server has ended the session")


def main():
    parser = argparse.ArgumentParser(description="Operates a robot of rcssserver3D. Without options: what it can do.")
    parser.add_argument("address", help="rctp://HOST:PORT/NAME; without a name the first robot there")
    parser.add_argument("--list", action="store_true", help="print the robots that the server offers")
    parser.add_argument("--send", nargs="+", action="append", default=[], metavar=("OBJECT", "VALUE"),
                        help="claim an object and send it these values, or this text; may be given several times")  # fmt: skip
    parser.add_argument("--for", type=float, default=1.0, dest="seconds", metavar="SECONDS",
                        help="stay connected so long; then the robot comes to rest (1)")  # fmt: skip
    parser.add_argument("--secret_file", metavar="FILE", help="the secret of the server's --rctp_secret_file, for operators on other machines")
    arguments = parser.parse_args()
    try:
        if arguments.list:
            return print_robots(arguments.address)
        secret = load_secret(arguments.secret_file) if arguments.secret_file else None
        with Robot(arguments.address, secret=secret) as robot:
            if arguments.send:
                return operate(robot, arguments.send, arguments.seconds)
            print(f"rctp://{robot.host}:{robot.port}/{robot.name}")
            for described in robot.objects.values():
                print(described)
    except (RctpError, ValueError) as error:
        sys.exit(f"rctp.py: {error}")
    except KeyboardInterrupt:
        sys.exit(130)  # the session has been closed, so the robot is free


if __name__ == "__main__":
    main()
