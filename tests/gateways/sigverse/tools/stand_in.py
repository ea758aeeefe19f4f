# SPDX-License-Identifier: Apache-2.0
"""A scripted server of SIGVerse; its octets are packed here, not by the code under test."""

import contextlib
import socket
import struct
import threading

TIMEOUT = 100.0  # seconds; only reached in case of an error


def text(string):
    octets = string if isinstance(string, bytes) else string.encode()
    return struct.pack(">I", len(octets)) + octets + bytes(4 * (1 + len(octets) // 4) - len(octets) if octets else 0)


def packet(kind, *data, count=1, number=0, flags=0, target=""):
    inside = struct.pack(">HHHH", kind, count, number, flags) + text(target) + struct.pack("<d", -1.0) + b"".join(data)
    return struct.pack(">HH", 0xABCD, len(inside) + 6) + inside + struct.pack(">H", 0xDCBA)


def raw(code, body=b""):
    return struct.pack(">HH", code, len(body) + 4) + body


def block(*parts):
    body = b"".join(parts)
    return struct.pack(">H", len(body) + 2) + body


def attribute(name, group, value):
    if isinstance(value, bool):
        octets = struct.pack(">HH", 7, value)
    elif isinstance(value, float):
        octets = struct.pack(">H", 6) + struct.pack("<d", value)
    else:
        octets = struct.pack(">H", 0) + text(value)
    return block(text(name), text(group), struct.pack(">H", len(octets)), octets)


def part(number, shape, name, place, turn, size):
    return block(struct.pack(">IH", number, shape), text(name), struct.pack("<3d", *place), b"\0\0", struct.pack("<4d", *turn),
                 struct.pack(">H", 8 * len(size)), struct.pack(f"<{len(size)}d", *size))


def record(number, name, class_name, attached, attributes, parts):
    head = struct.pack(">I", number) + text(name) + text(class_name) + struct.pack(">HI", attached, 0)
    first = 2 + len(head) + 4
    attributes = block(*attributes)
    return block(head, struct.pack(">HH", first, first + len(attributes)), attributes, block(*parts))


def names(*all_names):
    """Returns as many packets as the names need."""
    count = len(all_names) // 50 + 1
    for number in range(count):
        some = all_names[50 * number:50 * number + 50]
        yield packet(42, struct.pack(">H", len(some)), *map(text, some), count=count, number=number)


def services(*entries):
    """Returns as many packets as needed, with entries (name, kinds, host, port, uses, alive)."""
    count = len(entries) // 50 + 1
    for number in range(count):
        some = entries[50 * number:50 * number + 50]
        data = b"".join(text(name) + struct.pack(">I", kinds) + text(host) + struct.pack(">IIH", *rest) for name, kinds, host, *rest in some)
        yield packet(134, struct.pack(">H", len(some)), data, count=count, number=number)


def entity(time, octets=None):
    return packet(4, struct.pack(">H", octets is None), struct.pack("<d", time), struct.pack(">H", octets is not None), octets or b"")


class Server:
    """Answers one connection. `answers` maps the octets of complete packets and raw requests to answers; None ends the connection.
    `requests` lists the received packets and requests."""

    def __init__(self, answers, greeting=b""):
        self.answers, self.greeting, self.requests, self.greeted = answers, greeting, [], None
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.thread = threading.Thread(target=self.serve)
        self.thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.thread.join(TIMEOUT)
        self.listener.close()

    def serve(self):
        self.listener.settimeout(TIMEOUT)
        connection, _ = self.listener.accept()
        connection.settimeout(TIMEOUT)
        # A client that needs no more data may close the connection with unread octets.
        with contextlib.suppress(ConnectionError), connection, connection.makefile("rb") as stream:
            self.greeted = stream.read(len(self.greeting))
            while head := stream.read(4):
                unit = head + stream.read(struct.unpack(">H", head[2:])[0] - 4)
                self.requests.append(unit)
                answer = self.answers.get(unit, b"")
                if answer is None:
                    return
                connection.sendall(answer)
