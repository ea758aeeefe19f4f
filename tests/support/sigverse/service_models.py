# SPDX-License-Identifier: Apache-2.0
"""Providers and 2.x services of SIGVerse with many kinds of `behaviour`: correct, dying, silent, endless, lying. Their data are packed by
octets.py, not by the code under test.

As programs they can be killed in the middle of a run; they print a line when the server has answered:

    service_models.py PORT provider NAME KINDS [BEHAVIOUR]         KINDS: 3,5
    service_models.py PORT service NAME [BEHAVIOUR]
"""

import contextlib
import os
import random
import socket
import struct
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(HERE)), "gateways/sigverse/controller"))

from octets import (CAPTURE, DETECT, DETECTED, DISTANCE, DISTANCE_RESULT, ENTITY, PICTURE, RECOGNISE, RECOGNISED, Unit, large, packet,  # noqa: E402
                    raw, real, text, texts, u16, u32)

PROVIDE, PROVIDED, PING, PONG = 16, 17, 37, 38
TIMEOUT = 100.0  # s; only reached in case of an error
LOOPBACK = "127.0.0.1"


def pattern(agent, camera, count):
    """Octets that depend on the agent and the camera of the request."""
    seed = agent.encode() + bytes([camera & 0xFF])
    return (seed * (count // len(seed) + 1))[:count]


def answer(unit, sound=b""):
    """The correct answer, which depends on the request alone; `sound`: the samples of the request."""
    body = unit.body
    if unit.kind == CAPTURE:
        agent = body.text()
        _, _, width, height, camera = (body.u16() for _ in range(5))
        return large(PICTURE, u16(1) + u16(1) + u16(width) + u16(height), pattern(agent, camera, (3 * width + 3) // 4 * 4 * height))
    if unit.kind == DETECT:
        agent, camera = body.text(), body.s16()
        return packet(DETECTED, u16(3) + texts("cup", f"of {agent}", f"by camera {camera}"))
    if unit.kind == DISTANCE:
        agent, (start, end), camera, dimensions = body.text(), body.real(2), body.s16(), body.u16()
        if dimensions == 0:
            return packet(DISTANCE_RESULT, u16(int(end - start) % 250))
        height = 1 if dimensions == 1 else 240
        return large(DISTANCE_RESULT, u16(1) + u16(2) + u16(320) + u16(height), pattern(agent, camera, 320 * height))
    channels, rate, bits = body.u16(), body.u16(), body.u16()
    return packet(RECOGNISED, u16(0) + text(f"{len(sound)} octets {channels} {rate} {bits}"))


OTHER_KIND = {CAPTURE: DETECT, DETECT: RECOGNISE, DISTANCE: DETECT, RECOGNISE: DISTANCE}
RESULT = {CAPTURE: PICTURE, DETECT: DETECTED, DISTANCE: DISTANCE_RESULT, RECOGNISE: RECOGNISED}


def image(kind, length, count):
    """The first packet of a picture that states this length."""
    return packet(kind, u16(1) + u16(1) + u16(320) + u16(240) + u32(length), count)


class Peer:
    """Connections, and the threads that serve them until it is closed."""

    def __init__(self):
        self.lock, self.links, self.is_closed, self.listener = threading.Lock(), [], threading.Event(), None

    def listen_for_requests(self):
        self.listener = socket.create_server((LOOPBACK, 0))
        self.port = self.listener.getsockname()[1]
        self.start(self.accept)

    def start(self, what, *arguments):
        def run():
            # The other end may disconnect at any time, and this one may be closed.
            with contextlib.suppress(EOFError, OSError, AssertionError, ValueError):
                what(*arguments)

        threading.Thread(target=run, daemon=True).start()

    def accept(self):
        while True:
            self.start(self.serve, self.own(self.listener.accept()[0]))

    def own(self, link):
        link.settimeout(TIMEOUT)
        with self.lock:
            self.links.append(link)
        return link

    def close_listener(self):
        if self.listener:
            # Wakes a thread that waits in accept.
            with contextlib.suppress(OSError):
                self.listener.shutdown(socket.SHUT_RDWR)
            self.listener.close()

    def close(self):
        """Ends everything at once, like a killed process."""
        self.is_closed.set()
        self.close_listener()
        with self.lock:
            for link in self.links:
                # Wakes threads that read.
                with contextlib.suppress(OSError):
                    link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    link.shutdown(socket.SHUT_RDWR)
                link.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Provider(Peer):
    """A provider that is registered when its constructor returns; `registered` has the results. `behaviour` is a name in BEHAVIOURS or
    PING_BEHAVIOURS."""

    def __init__(self, server, name, kinds=(3,), behaviour="right", host="", port=None):
        super().__init__()
        self.listen_for_requests()
        self.behaviour, self.pings, self.requests = behaviour, [], []
        self.clerk = self.own(socket.create_connection((LOOPBACK, server), TIMEOUT))
        self.stream = self.clerk.makefile("rb")
        self.registered = [self.register(name, kind, host, self.port if port is None else port) for kind in kinds]

    def register(self, name, kind, host, port):
        """(result, text)"""
        self.clerk.sendall(packet(PROVIDE, text(name) + u32(kind) + text(host) + u32(port)))
        unit = Unit(self.stream)
        assert unit.kind == PROVIDED, unit.octets.hex()
        return unit.body.u16(), unit.body.text()

    def leave(self):
        """Closes the registration; requests of others are still served."""
        self.clerk.shutdown(socket.SHUT_RDWR)

    def serve(self, link):
        stream = link.makefile("rb")
        if self.behaviour == "hangs up":
            link.close()
            return
        unit = Unit(stream)
        if unit.kind == PING:
            self.pings.append(unit.body.u32())
            if self.behaviour in PING_BEHAVIOURS:
                PING_BEHAVIOURS[self.behaviour](self, link)
            else:
                link.sendall(packet(PONG, u16(1)))
                link.recv(1)
            link.close()
            return
        if self.behaviour == "dies before":
            self.close()
            return
        octets, sound = unit.octets, b""
        for _ in range(unit.count - 1):
            if self.behaviour == "dies in":
                self.close()
                return
            piece = Unit(stream)
            octets += piece.octets
            sound += piece.body.take(piece.body.u16())
        self.requests.append(octets)
        BEHAVIOURS.get(self.behaviour, right)(self, link, unit, answer(unit, sound))
        link.close()


def right(provider, link, unit, octets):
    link.sendall(octets)


def waits(provider, link, unit, octets):
    """A behaviour that keeps its connections open."""
    provider.is_closed.wait(TIMEOUT)


def for_ever(link, *octets):
    with contextlib.suppress(OSError):
        while True:
            for each in octets:
                link.sendall(each)


def numbered(unit, octets, numbers):
    """A behaviour that sends the packets of the answer in another order."""
    pieces, at = [], 0
    while at < len(octets):
        size = int.from_bytes(octets[at + 2:at + 4], "big")
        pieces.append(octets[at:at + size])
        at += size
    return b"".join(pieces[number % len(pieces)] for number in numbers)


def endless(provider, link, unit, octets):
    """A behaviour that sends octets without end; the first packet is valid."""
    kind = RESULT[unit.kind]
    link.sendall(image(kind, 10_000_000, 1001))
    for number in range(1, 1 << 30):
        link.sendall(packet(kind, u16(10000) + bytes(10000), 1001, number % 1001))


# Called for each request with (provider, its connection, the request, the right answer).
BEHAVIOURS = {
    "right": right,
    "lingers": lambda provider, link, unit, octets: (link.sendall(octets), waits(provider, link, unit, octets)),
    "in pieces": lambda provider, link, unit, octets: [link.sendall(octets[at:at + step]) for step in [max(1, len(octets) // 50)]
                                                      for at in range(0, len(octets), step)],
    "dies after": lambda provider, link, unit, octets: (link.sendall(octets), link.shutdown(socket.SHUT_WR), link.recv(1), provider.close()),
    "dies before": right, "dies in": lambda provider, link, unit, octets: provider.close(), "hangs up": right,  # see serve()
    "leaves": lambda provider, link, unit, octets: None,
    "half": lambda provider, link, unit, octets: link.sendall(octets[:len(octets) // 2]),
    "stalls": lambda provider, link, unit, octets: (link.sendall(octets[:len(octets) // 2]), waits(provider, link, unit, octets)),
    "silent": waits,
    "garbage": lambda provider, link, unit, octets: (link.sendall(random.Random(7).randbytes(3000)), waits(provider, link, unit, octets)),
    "zeros": lambda provider, link, unit, octets: (link.sendall(bytes(3000)), waits(provider, link, unit, octets)),
    "another type": lambda provider, link, unit, octets: link.sendall(packet(ENTITY, u16(1) + real(0) + u16(0))),
    "another kind": lambda provider, link, unit, octets: link.sendall(packet(RESULT[OTHER_KIND[unit.kind]], u16(0) + text("") + bytes(8))),
    "the request": lambda provider, link, unit, octets: link.sendall(unit.octets),
    "too short": lambda provider, link, unit, octets: link.sendall(packet(RESULT[unit.kind], b"\7")),
    "2 GB": lambda provider, link, unit, octets: (link.sendall(image(RESULT[unit.kind], 0x7FFFFFFF, 1100)), waits(provider, link, unit, octets)),
    "no octets": lambda provider, link, unit, octets: link.sendall(image(RESULT[unit.kind], 230400, 1)),
    "out of order": lambda provider, link, unit, octets: link.sendall(numbered(unit, octets, (0, 2, 1, 3, 4))),
    "begins late": lambda provider, link, unit, octets: link.sendall(numbered(unit, octets, (1, 2, 3)) if len(octets) > 20000 else octets[2:]),
    "endless": endless,
    "floods": lambda provider, link, unit, octets: for_ever(link, packet(ENTITY, bytes(60000))),
    "many names": lambda provider, link, unit, octets: link.sendall(packet(RESULT[unit.kind], u16(32767) + text("a"))),
    "a text of 4 GB": lambda provider, link, unit, octets: link.sendall(packet(RESULT[unit.kind], u16(1) + u32(0xFFFFFFFF) + bytes(40))),
    "reset": lambda provider, link, unit, octets: link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0)),
}
# Called for each ping with (provider, its connection).
PING_BEHAVIOURS = {
    "mute": lambda provider, link: provider.is_closed.wait(TIMEOUT),
    "says no": lambda provider, link: link.sendall(packet(PONG, u16(0))),
    "closes at pings": lambda provider, link: None,
    "babbles at pings": lambda provider, link: link.sendall(random.Random(3).randbytes(500)),
    "half a pong": lambda provider, link: (link.sendall(packet(PONG, u16(1))[:20]), provider.is_closed.wait(TIMEOUT)),
    "another pong": lambda provider, link: link.sendall(packet(DETECTED, u16(0))),
    "pongs for ever": lambda provider, link: for_ever(link, packet(PONG, u16(1))),
    "hangs at pings for a moment": lambda provider, link: (time.sleep(0.1), link.sendall(packet(PONG, u16(1)))),
}


class Service(Peer):
    """A 2.x service. `greeting`: SUCC or FAIL. `heard` lists the received messages in order, as ("message", from, text) and ("came", name)."""

    def __init__(self, server, name, behaviour="right", greet=True, here=4):
        super().__init__()
        self.name, self.behaviour, self.here, self.heard, self.controllers = name, behaviour, here, [], {}
        self.updated = threading.Condition()
        self.link = self.own(socket.create_connection((LOOPBACK, server), TIMEOUT))
        if greet:
            self.greet(f"SIGMESSAGE,{name},".encode())

    def greet(self, *pieces):
        for piece in pieces:
            self.link.sendall(piece)
            time.sleep(0.01)
        self.stream = self.link.makefile("rb")
        self.greeting = self.stream.read(4).decode()
        if self.greeting == "SUCC" and self.behaviour != "does not read":
            self.start(self.listen)

    def keep(self, *what):
        with self.updated:
            self.heard.append(what)
            self.updated.notify_all()

    def wait_for(self, *what):
        """Waits until this has been received."""
        with self.updated:
            assert self.updated.wait_for(lambda: what in self.heard, TIMEOUT), f"{self.name} did not receive {what}, only {self.heard}"

    def listen(self):
        while True:
            unit = Unit(self.stream)
            code, body = unit.kind[1], unit.body.rest()
            if code == 1:
                self.keep("message", *self.message(body.decode()))
            elif code == 3:
                port, agent = int.from_bytes(body[:2], "big"), body[2:].decode().removesuffix(",")
                self.keep("wanted", agent)
                if self.behaviour != "does not come":
                    self.start(self.visit, port, agent)
            else:
                self.keep({2: "came", 8: "left"}.get(code, code), body.decode())

    def message(self, body):
        """(from, text) of "from,LLLLL,text,distance,…"."""
        sender, length, rest = body.split(",", 2)
        if self.behaviour == "echoes":
            self.send(f"echo {rest[:int(length)]}", sender)
        return sender, rest[:int(length)]

    def send(self, words, *names, to=None, distance="-1.0"):
        """Sends a message in text form. `to`: names, or -1 for all, -2 for services, -3 for controllers."""
        octets = words.encode() if isinstance(words, str) else words
        names_of = "".join(f"{name}," for name in names).encode()
        body = b"%05d,%s,%s,%d,%s" % (len(octets), octets, distance.encode(), len(names) if to is None else to, names_of)
        self.link.sendall(b"%05d" % (len(body) + 5) + body)

    def disconnect(self):
        self.link.sendall(b"00004")

    # The connection with a controller, which listens for it.

    def visit(self, port, agent):
        link = self.own(socket.create_connection((LOOPBACK, port), TIMEOUT))
        if self.behaviour == "comes and leaves":
            link.close()
            return
        if self.behaviour == "comes and is silent":
            self.is_closed.wait(TIMEOUT)
        if self.behaviour == "comes with garbage":
            link.sendall(random.Random(5).randbytes(4000))
            self.is_closed.wait(TIMEOUT)
        link.sendall(u16(1) + u16(self.here))
        self.controllers[agent] = link
        stream = link.makefile("rb")
        while True:
            unit = Unit(stream)
            code, body = unit.kind[1], unit.body.rest().decode()
            if code == 4:
                self.keep("ended", agent)
                link.close()
                return
            self.keep("request", code, body)
            self.react(link, code, body)

    def react(self, link, code, body):
        if code == 1:
            agent, length, words = body.split(",", 2)
            if self.behaviour == "echoes":
                self.tell(agent, f"echo {words[:int(length)]}")
            return
        octets = self.seen(code, *body.split(",")[:-1])
        if self.behaviour == "half":
            link.sendall(octets[:len(octets) // 2])
            link.close()
        elif self.behaviour == "stalls":
            link.sendall(octets[:len(octets) // 2])
        elif self.behaviour == "garbage":
            link.sendall(random.Random(9).randbytes(5000))
        elif self.behaviour == "dies":
            self.close()
        elif self.behaviour == "endless":
            for_ever(link, raw(2, f"{self.name},5,again".encode()))
        elif self.behaviour != "silent":
            link.sendall(octets)

    def seen(self, code, agent, *how):
        """Its answers to 5 (picture), 6 (distance) and 7 (names)."""
        if code == 5:
            return u16(3) + u16(1) + pattern(agent, int(how[0]), 230400)
        if code == 6:
            kind, camera, start, end = int(how[0]), int(how[1]), float(how[2]), float(how[3])
            return u16(3) + u16(1) + (bytes([int(end - start) % 250]) if kind == 0 else pattern(agent, camera, 320 * (1 if kind == 1 else 240)))
        return raw(8, f"3,cup,of {agent},by camera {how[0]},".encode())

    def tell(self, agent, words):
        """Sends over its own connection with the controller."""
        self.controllers[agent].sendall(raw(2, f"{self.name},{len(words.encode())},{words}".encode()))


def main():
    port, what, name, *more = sys.argv[1:]
    if what == "provider":
        kinds, behaviour = more[0], (more[1:] or ["right"])[0]
        peer = Provider(int(port), name, [int(kind) for kind in kinds.split(",")], behaviour)
        print("registered:", *peer.registered, flush=True)
    else:
        peer = Service(int(port), name, (more or ["right"])[0])
        print(peer.greeting, flush=True)
    # An end caused by the server is not an error.
    with contextlib.suppress(OSError):
        while not peer.is_closed.wait(0.05):
            if what == "provider" and not peer.clerk.recv(1):
                return


if __name__ == "__main__":
    main()
