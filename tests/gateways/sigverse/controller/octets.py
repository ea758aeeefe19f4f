# SPDX-License-Identifier: Apache-2.0
"""Writes and reads the octets of a SIGVerse server, from docs/systems/sigverse-protocol.md alone."""

import struct

BEGIN, END = 0xABCD, 0xDCBA
FORWARD, REACH = 1, 4
(SIM_CTRL, ALL, ALL_RESULT, GET_ENTITY, ENTITY, UPDATE, CAPTURE, PICTURE, DETECT, DETECTED, ATTACH, ATTACHED) = range(12)
DATA_PORT, DATA_PORT_RESULT, JOINT_ANGLE, RECOGNISE, RECOGNISED = 14, 15, 21, 22, 23
CONNECT_JOINT, RELEASE_JOINT, JOINT_FORCE, JOINT_FORCE_RESULT = 24, 25, 26, 27
ON_INIT, ON_ACTION, ON_TEXT, ON_SOUND, ON_MESSAGE, LOG = 28, 29, 30, 31, 32, 33
CONTROLLER_COMMAND, NS_QUERY, NS_RESULT, NAMES, NAMES_RESULT, ON_COLLISION = 34, 35, 36, 41, 42, 43
JOINT_QUATERNION, JOINT_TORQUE, JOINT_VELOCITY, PART_VELOCITY, GET_JOINT_ANGLE, JOINT_ANGLE_RESULT = 44, 45, 46, 47, 48, 49
DISPLAY_TEXT, DISTANCE, DISTANCE_RESULT, ADD_FORCE, ADD_FORCE_AT, SET_MASS = 50, 51, 52, 53, 54, 56
GET_ANGULAR, ANGULAR, GET_LINEAR, LINEAR, FORCE_PART, SET_GRAVITY, GET_GRAVITY, GRAVITY, DYNAMICS = range(57, 66)
POINTED, POINTED_RESULT, SET_LINEAR, ADD_TORQUE = 66, 67, 68, 69
HELLO, DONE, WAIT, GO_ON, ENDS = 128, 129, 130, 131, 132


def u16(value):
    return struct.pack(">H", value & 0xFFFF)


def u32(value):
    return struct.pack(">I", value)


def real(*values):
    return struct.pack(f"<{len(values)}d", *values)


def text(value):
    data = value.encode() if isinstance(value, str) else value
    return u32(len(data)) + (data + bytes(4 - len(data) % 4) if data else b"")


def texts(*values):
    return b"".join(map(text, values))


def packet(kind, data=b"", count=1, number=0, flags=0, target="", reach=-1.0):
    body = u16(kind) + u16(count) + u16(number) + u16(flags) + text(target) + real(reach) + data + u16(END)
    return u16(BEGIN) + u16(len(body) + 4) + body


def raw(code, body=b""):
    return u16(code) + u16(len(body) + 4) + body


def large(kind, header, content, **head):
    pieces = [content[at:at + 10000] for at in range(0, len(content), 10000)]
    count = 1 + len(pieces)
    return packet(kind, header + u32(len(content)), count, 0, **head) + b"".join(
        packet(kind, u16(len(piece)) + piece, count, number, **head) for number, piece in enumerate(pieces, 1))


def attribute(name, group, value):
    if isinstance(value, bool):
        octets = u16(7) + u16(value)
    elif isinstance(value, str):
        octets = u16(0) + text(value)
    else:
        octets = u16(6) + real(value)
    body = text(name) + text(group) + u16(len(octets)) + octets
    return u16(len(body) + 2) + body


def part(number, shape, name, place, turn, size):
    sizes = real(*size)
    body = u32(number) + u16(shape) + text(name) + real(*place) + u16(0) + real(*turn) + u16(len(sizes)) + sizes
    return u16(len(body) + 2) + body


def record(number, name, kind, attached, attributes, parts, operations=0):
    """`attributes`: name -> (group, value)."""
    head = u32(number) + text(name) + text(kind) + u16(attached) + u32(operations)
    one = b"".join(attribute(key, *attributes[key]) for key in sorted(attributes))
    two = b"".join(part(*each) for each in parts)
    first = 2 + len(head) + 4
    second = first + 2 + len(one)
    body = head + u16(first) + u16(second) + u16(len(one) + 2) + one + u16(len(two) + 2) + two
    return u16(len(body) + 2) + body


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        assert self.at + count <= len(self.data), "truncated"
        self.at += count
        return self.data[self.at - count:self.at]

    def u8(self):
        return self.take(1)[0]

    def u16(self):
        return int.from_bytes(self.take(2), "big")

    def s16(self):
        return int.from_bytes(self.take(2), "big", signed=True)

    def u32(self):
        return int.from_bytes(self.take(4), "big")

    def real(self, count=1):
        values = struct.unpack(f"<{count}d", self.take(8 * count))
        return values[0] if count == 1 else values

    def text(self):
        length = self.u32()
        if not length:
            return ""
        data = self.take(length)
        self.take(4 - length % 4)
        return data.decode()

    def rest(self):
        return self.take(len(self.data) - self.at)

    def record(self):
        """(name, operations, {attribute: value}, number of parts)"""
        start = self.at
        length = self.u16()
        self.u32()
        name = self.text()
        self.text(), self.u16()
        operations, first, second = self.u32(), self.u16(), self.u16()
        assert self.at == start + first, "offset of the attributes"
        end = self.at + self.u16()
        attributes = {}
        while self.at < end:
            self.u16()
            key = self.text()
            self.text(), self.u16()
            kind = self.u16()
            attributes[key] = self.real() if kind == 6 else self.text() if kind == 0 else bool(self.u16())
        assert list(attributes) == sorted(attributes), "attributes are sorted"
        assert self.at == start + second, "offset of the parts"
        parts = self.u16() > 2
        assert self.at == start + length, "length of the record"
        return name, operations, attributes, parts


class Unit:
    """A packet or a raw request."""

    def __init__(self, stream):
        head = stream.read(4)
        if len(head) < 4:
            raise EOFError
        self.octets = head + stream.read(int.from_bytes(head[2:], "big") - 4)
        code = int.from_bytes(head[:2], "big")
        self.is_packet = code == BEGIN
        if not self.is_packet:
            self.kind, self.body = ("raw", code), Reader(self.octets[4:])
            return
        read = Reader(self.octets)
        read.take(4)
        self.kind, self.count, self.number, self.flags = read.u16(), read.u16(), read.u16(), read.u16()
        self.target, self.reach = read.text(), read.real()
        self.body = Reader(read.rest()[:-2])
        assert self.octets[-2:] == u16(END)
