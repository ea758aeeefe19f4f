#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Hostile peers on the port of operated robots are answered and named in the log, their robots rest and become free, and the match continues in
time, without an effect on other clients.

    operator_floods.py SERVER [paced] [TEST ...]      paced: tests/support/pace.py
"""

import concurrent.futures
import http.client
import math
import os
import queue
import random
import re
import resource
import select
import socket
import struct
import sys
import threading
import time

import operators
from operators import BYE, DRIVE, TIMEOUT, RELEASE, STOP, Peer, Program, WebSocket, check, wait_until
from pace import Pace, asserts_pace, check_pace, chosen
from programs import Flood, TemporaryFolder

PING = b"\0\2abcd"
HONEST = "127.0.0.2"  # the address of well-behaved clients, because others may use all places of their own address
NAN, INFINITE = float("nan"), float("inf")


class Server(operators.Server):
    def __init__(self, *options):
        super().__init__("--team", "foo:2", "--team", "bar:2", "--Soccer.Operated", "foo:11 bar:0", "--speed", "1", *options)
        self.await_state("bar_next", "idle")

    def lines_of(self, peer):
        return [line for line in self.printed().splitlines() if f"operator {peer}: " in line]


class Honest(Peer):
    """The connection of a well-behaved client, from a separate address."""

    def __init__(self, server):
        self.link = socket.create_connection(("127.0.0.1", server.port), timeout=TIMEOUT, source_address=(HONEST, 0))
        self.link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.got = b""


def another_address():
    """A new address of this machine, because the log counts messages from one address together."""
    global _addresses
    _addresses += 1
    return f"127.0.{1 + _addresses // 200}.{1 + _addresses % 200}"


_addresses = 0


class UntrustedPeer(Peer):
    """A peer from an address that no other peer has used."""

    def __init__(self, server):
        self.link = socket.create_connection(("127.0.0.1", server.port), timeout=TIMEOUT, source_address=(another_address(), 0))
        self.link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.got = b""


class UntrustedWebSocket(WebSocket, UntrustedPeer):
    """A WebSocket from an address that no other peer has used."""


def name_of(peer):
    return "%s:%d" % peer.link.getsockname()


def rest_of(peer):
    """The data until the connection ends, in whatever way it ends."""
    try:
        while True:
            peer.more()
    except (EOFError, ConnectionError):
        return peer.got


def request(first_line, *headers, version="HTTP/1.1", host="Host: localhost"):
    return "\r\n".join([f"{first_line} {version}", *([host] if host else []), *headers, "", ""]).encode()


def is_free(server, robot="foo_11"):
    """Checks that the robot is not assigned and nothing drives it, as seen in the answer to a peer that assigns it."""
    def is_at_rest():
        with Honest(server) as peer:
            return peer.ask(f"ASSIGN {robot}/drive RCMP/1.0\r\n\r\n")[2:3] == ["Current Value: 0.0 0.0 0.0"]

    server.await_state(robot, "idle")
    wait_until(is_at_rest, f"{robot} at rest")
    server.await_state(robot, "idle")


# ---- one peer at a time ----------------------------------------------------------------------------------------------

# The sent data, the beginning or a part of the answer, and whether the log has a line about its sender, which it does not have if only the
# requested object is wrong.
REQUESTS = {
    "letters": (b"hello\r\n\r\n", b" 400 ", True),
    "zeros": (bytes(5000) + b"\n", b" 400 ", True),
    "the hello of TLS": (bytes.fromhex("16030100c8010000c40303") + b"\n" + bytes(190) + b"\n", b" 400 ", True),
    "a line without an end": (b"GET /" + b"a" * 9000, b" 431 ", True),
    "a line of RCMP without an end": (b"ASSIGN " + b"a" * 9000, b" 431 ", True),
    "lines of RCMP without an end": (b"ASSIGN a RCMP/1.0\r\n" + b"x: y\r\n" * 2000, b" 431 ", True),
    "headers without an end": (b"GET / HTTP/1.1\r\n" + b"x: y\r\n" * 2000, b" 431 ", True),
    "one large header": (request("GET /", "X: " + "a" * 9000), b" 431 ", True),
    "a length": (request("GET /", "Content-Length: 10") + b"0123456789", b" 413 ", True),
    "a length beyond all": (request("GET /", "Content-Length: 99999999999999999999999"), b" 4", True),
    "a negative length": (request("GET /", "Content-Length: -1"), b" 400 ", True),
    "two lengths": (request("GET /", "Content-Length: 0", "Content-Length: 5"), b" 4", True),
    "pieces": (request("GET /", "Transfer-Encoding: chunked") + b"5\r\nhello\r\n", b" 4", True),
    "HTTP of another time": (request("GET /", version="HTTP/9.9"), b" 4", True),
    "another method": (request("BREW /"), b" 405 ", True),
    "another method of RCMP": (b"BREW RCMP/1.0\r\n\r\n", b"RCMP/1.0 405 ", True),
    "no version of RCMP": (b"ASSIGN drive RCMP/7.0\r\n\r\n", b" 400 ", True),
    "many words": (b"ASSIGN drive kick RCMP/1.0\r\n\r\n", b" 400 ", True),
    "a name with zeros": (request("GET /%00%00.wrl"), b" 40", None),
    "no percentage": (request("ASSIGN /foo_11/%zz"), b" 400 ", True),
    "the disk": (request("GET /../../etc/passwd"), b" 40", None),
    "GO alone": (request("GO /foo_11"), b" 409 ", False),
    "no such object": (b"ASSIGN haed RCMP/1.0\r\n\r\n", b"RCMP/1.0 404 ", False),
    "no such robot": (b"ASSIGN x/y RCMP/1.0\r\n\r\n", b"RCMP/1.0 404 ", False),
    "another page": (request("ASSIGN /foo_11/drive", "Origin: http://example.org"), b" 403 ", True),
    "a page in a file": (request("GET /robots", "Origin: null"), b" 403 ", True),
    "another name for this machine": (request("GET /foo_11.wrl", host="Host: example.org"), b" 403 ", True),
    "no name of this machine": (request("GET /robots", host=""), b" 40", True),
}


def invalid_requests():
    """Data in place of a request get an answer, and a line in the log if they are faulty."""
    with Server() as server:
        for what, (octets, answer, has_line) in REQUESTS.items():
            with UntrustedPeer(server) as peer:
                me = name_of(peer)
                peer.send(octets)
                peer.link.shutdown(socket.SHUT_WR)
                got = rest_of(peer)
                check(answer in got[:40], f"{what}: {got[:300]}")
            if has_line:
                wait_until(lambda me=me: server.lines_of(me), f"{what}: a line about {me}")
            elif has_line is False:
                check(not server.lines_of(me), f"{what}: {server.lines_of(me)}")
        noise = random.Random(7)
        for _ in range(100):
            with Peer(server) as peer:
                peer.link.settimeout(0.5)
                try:
                    peer.send(noise.randbytes(noise.randrange(1, 3000)))
                    peer.link.shutdown(socket.SHUT_WR)
                    rest_of(peer)
                except (TimeoutError, ConnectionError):
                    pass
        is_free(server)


def drive(values, mask=7):
    return struct.pack(">BIB", 1, 0, mask) + b"".join(struct.pack(">f", value) for value in values)


def say_record(text, length=None):
    return struct.pack(">BIH", 4, 0, len(text) if length is None else length) + text


# Objects: 1 drive, 2 AgentState, 3 kick, 4 say. The sent data, the text of the error, and whether it ends the session.
RECORDS = {
    "an unassigned object": (b"\x09" + bytes(20), "object 9 is not assigned", True),
    "an input": (b"\2" + bytes(22), "object 2 (AgentState) is an input", True),
    "a bit too many": (struct.pack(">BIB", 1, 0, 8) + bytes(16), "has bits above them", True),
    "all bits": (struct.pack(">BIB", 1, 0, 255) + bytes(64), "has bits above them", True),
    "a code of the server": (b"\0\3" + bytes(8), "no system record 3", True),
    "an unknown code": (b"\0\xff", "no system record 255", True),
    "no number": (drive((NAN, 0, 0)), "finite", False),
    "beyond all numbers": (drive((0, -INFINITE, 0)), "finite", False),
    "a long text": (say_record(b"a" * 60000), "", False),
    "the longest text": (say_record(b"a" * 65535), "", False),
    "no text": (say_record(b"\xff\xfe"), "UTF-8", False),
    "kicks": ((struct.pack(">BIBff", 3, 0, 3, 0, 1)) * 3000, "more than 16 in one step", False),
    "another request": (b"ASSIGN head RCMP/1.0\r\n\r\n", "object 65 is not assigned", True),
}


def invalid_records():
    """An invalid record is reported to its sender and in the log; if the rest of the stream cannot be read, the robot rests."""
    with Server() as server:
        for what, (octets, words, is_end) in RECORDS.items():
            with UntrustedPeer(server) as peer:
                me = name_of(peer)
                peer.go("drive", "AgentState", "kick", "say")
                peer.send(DRIVE + octets)
                sentence = peer.until("error")
                check(words in sentence, f"{what}: {sentence}")
                if is_end:
                    peer.until("bye")
                    rest_of(peer)
                else:
                    peer.send(PING)  # the session continues, after any other messages
                    peer.until("pong")
                    wait_until(lambda: b"act drive 100 0 0" in server.file("operator-foo_11.log"), "the drive in front of it")
                    peer.send(BYE)
                    peer.until("bye")
                    rest_of(peer)
                lines = wait_until(lambda me=me: server.lines_of(me), f"{what}: a line about {me}")
                check(len(lines) < 15 and sentence.split(" (")[0] in "\n".join(lines), f"{what}: {lines}")
            is_free(server)
        with UntrustedPeer(server) as peer:
            me = name_of(peer)
            peer.go("drive")
            peer.send(drive((1e30, 0, 0)) * 1000 + PING)
            peer.until("pong")
            check("1e+30 is limited to 100" in wait_until(lambda: server.lines_of(me))[0], server.lines_of(me))
            check(len(server.lines_of(me)) < 10, "a line is logged for each record")
        is_free(server)
        with Peer(server) as peer:  # half a record without continuation
            peer.go("drive")
            peer.send(DRIVE + DRIVE[:-1])
            wait_until(lambda: server.file("operator-foo_11.log").endswith(b" rest\n"), "rest")
            for octet in DRIVE[-1:] + DRIVE * 3:
                peer.send(bytes([octet]))
                time.sleep(0.001)
            peer.send(PING)
            peer.until("pong")
        is_free(server)
        noise = random.Random(8)
        for _ in range(40):
            with Peer(server) as peer:
                peer.go("drive")
                try:
                    peer.send(DRIVE + bytes([noise.randrange(2)]) + noise.randbytes(noise.randrange(1, 3000)))
                    peer.link.shutdown(socket.SHUT_WR)
                    rest_of(peer)
                except ConnectionError:
                    pass
            server.await_state("foo_11", "idle")
        is_free(server)


# Frames as they are sent, with a mask of zeros, and the code of the close frame that answers them; None for valid frames.
def frame(first, payload=b"", length=None, mask=b"\0\0\0\0"):
    size = len(payload) if length is None else length
    head = bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack(">H", size) if size < 65536 else b"\xff" + struct.pack(">Q", size)
    return bytes([first]) + (head if mask is not None else bytes([head[0] & 0x7F]) + head[1:]) + (mask or b"") + payload


FRAMES = {
    "no mask": (frame(0x81, b"GO RCMP/1.0", mask=None), 1002),
    "an unknown kind": (frame(0x83, b"x"), 1002),
    "another one": (frame(0x8F, b"x"), 1002),
    "reserved bits": (frame(0xF1, b"GO RCMP/1.0"), 1002),
    "a piece of nothing": (frame(0x80, b"x"), 1002),
    "a message within another": (frame(0x01, b"GO ") + frame(0x81, b"GO RCMP/1.0"), 1002),
    "a ping in pieces": (frame(0x09, b"x"), 1002),
    "a long ping": (frame(0x89, b"x" * 126), 1002),
    "no text": (frame(0x81, b"\xff\xfe"), 1007),
    "a large message": (frame(0x82, b"x" * 65537), 1009),
    "a message beyond all": (frame(0x82, b"x", length=1 << 62), 1009),
    "many pieces": (frame(0x02, b"x" * 60000) + frame(0x00, b"x" * 6000), 1009),
    "records too early": (frame(0x82, DRIVE), 1002),
    "half a code at the end": (frame(0x88, b"x"), 1002),
    "a code that is none": (frame(0x88, struct.pack(">H", 1005)), 1002),
    "an end": (frame(0x88, struct.pack(">H", 1000)), None),
    "a request in pieces": (frame(0x01, b"GO RC") + frame(0x89, b"ping") + frame(0x80, b"MP/1.0") + frame(0x88), None),
    "pings": (frame(0x89, b"x" * 125) * 5000 + frame(0x88), None),
}


def close_code(peer):
    """The code of the close frame, or None if there is no frame or no code in it."""
    try:
        while True:
            kind, payload = peer.hear()
            if kind == 8:
                return struct.unpack(">H", payload[:2])[0] if payload else None
    except (EOFError, ConnectionError):
        return None


def invalid_frames():
    """Invalid WebSockets are closed with the code that states the reason."""
    with Server() as server:
        for what, (octets, code) in FRAMES.items():
            with UntrustedWebSocket(server) as peer:
                me = name_of(peer)
                peer.say(b"ASSIGN drive RCMP/1.0", 1)
                peer.hear()
                try:
                    peer.send(octets)
                except ConnectionError:
                    pass
                found = close_code(peer)
                check(found == code or (code is None and found == 1000), f"{what}: {found}, not {code}")
            if code:
                wait_until(lambda me=me: server.lines_of(me), f"{what}: a line about {me}")
            server.await_state("foo_11", "idle")
        is_free(server)


# ---- many at once ----------------------------------------------------------------------------------------------------


def ready(port, hello=b""):
    """A connection that reads almost nothing."""
    peer = socket.socket()
    peer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    peer.settimeout(1)
    peer.connect(("127.0.0.1", port))
    if hello:
        peer.sendall(hello)
    return peer


GO = b"ASSIGN foo_11/%s RCMP/1.0\r\n\r\nASSIGN foo_11/AgentState RCMP/1.0\r\n\r\nASSIGN foo_11/world RCMP/1.0\r\n\r\nGO RCMP/1.0\r\n\r\n"
UPGRADE = request("GET /foo_11/live", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==")

# The data that a peer sends first, those that it sends repeatedly, and whether it reads the answers.
FLOODS = {
    "letters": (b"", b"hello\r\n" * 4000, True),
    "files": (b"", request("GET /foo_11.wrl") * 500, True),
    "unread files": (b"", request("GET /foo_11.x3d") * 500, False),
    "requests": (b"", b"ASSIGN haed RCMP/1.0\r\n" * 3000, True),
    "unread requests": (b"", b"ASSIGN haed RCMP/1.0\r\n" * 3000, False),
    "records": (GO % b"drive", DRIVE * 3000, True),
    "pings": (GO % b"drive", PING * 10000, True),
    "unread pings": (GO % b"drive", PING * 10000, False),
    "no numbers": (GO % b"drive", drive((NAN, 0, 0)) * 3000, True),
    "stops": (GO % b"drive", (DRIVE + STOP + RELEASE) * 3000, True),
    "kicks": (GO % b"kick", struct.pack(">BIBff", 1, 0, 3, 0, 50) * 4000, True),
    "frames": (UPGRADE, frame(0x89, b"x" * 100) * 1000, True),
    "messages": (UPGRADE, frame(0x81, b"ASSIGN haed RCMP/1.0") * 1000, False),
    "slow": (b"GET / HTTP/1.1\r\nX: ", b"", False),
    "nothing": (b"", b"", False),
}
NO_MOVEMENT = [name for name in FLOODS if name not in ("records", "kicks", "stops")]
CROWD = 24  # more than have a place


def flood(port, kinds, stop):
    """Runs peers that connect again when they are disconnected."""
    peers, turn = {}, 0
    while not stop():
        while len(peers) < CROWD:
            hello, again, reads = FLOODS[kinds[turn % len(kinds)]]
            turn += 1
            try:
                peer = ready(port, hello)
            except OSError:
                break
            peer.setblocking(False)
            peers[peer] = [again, 0, reads, time.monotonic() + 2]
        readable, writable, _ = select.select([p for p in peers if peers[p][2]], [p for p in peers if peers[p][0]], [], 0.05)
        gone = {peer for peer in peers if time.monotonic() > peers[peer][3]}  # so that every kind is used
        for peer in readable:
            try:
                if not peer.recv(1 << 20):
                    gone.add(peer)
            except BlockingIOError:
                pass
            except OSError:
                gone.add(peer)
        for peer in writable:
            again, sent, _, _ = peers[peer]
            try:
                peers[peer][1] = (sent + peer.send(memoryview(again)[sent:])) % len(again)
            except BlockingIOError:
                pass
            except OSError:
                gone.add(peer)
        for peer in gone:
            peer.close()
            del peers[peer]


class Watcher:
    """Reads the progress of the match on one connection from a separate address."""

    def __init__(self, server):
        self.http = http.client.HTTPConnection("127.0.0.1", server.port, timeout=TIMEOUT, source_address=(HONEST, 0))

    def step(self):
        self.http.request("GET", "/world.wrl")
        return int(re.search(rb'"step (\d+)"', self.http.getresponse().read())[1])

    def pace(self, seconds):
        """Simulated time per real time."""
        begun, first = time.monotonic(), self.step()
        time.sleep(seconds)
        last = self.step()
        return 0.01 * (last - first) / (time.monotonic() - begun)


def round_trips(server, seconds):
    """The longest round trip, in seconds, of a well-behaved client that drives another robot."""
    trips = []
    with Honest(server) as peer:
        peer.go("drive", "AgentState", robot="bar_next")
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            begun = time.monotonic()
            peer.send(DRIVE + PING)
            peer.until("pong")
            trips.append(time.monotonic() - begun)
            time.sleep(0.01)
        peer.send(BYE)
        peer.until("bye")
    return max(trips)


@asserts_pace
def floods():
    """All floods at the same time: the match is in time, well-behaved peers are served, and neither memory nor log grow."""
    with Server() as server:
        pace = Pace(server.pid, Watcher(server).pace)
        pace.attack()
        attack = Flood(flood, server.port, list(FLOODS))
        try:
            time.sleep(1)
            memory, lines = server.memory(), server.printed().count("\n")
            with concurrent.futures.ThreadPoolExecutor(1) as aside:
                trips = aside.submit(round_trips, server, 4)
                pace.check(0.9)
                longest = trips.result()
            growth, lines = server.memory() - memory, server.printed().count("\n") - lines
        finally:
            attack.close()
        print(f"  {1000 * longest:.0f} ms for the longest round trip, {growth:+.1f} MiB, {lines} lines", flush=True)
        check_pace(longest < 1, f"somebody who behaves waited for {longest:.2f} s")
        check(growth < 40, f"{growth:.1f} MiB more")
        check(lines < 3000, f"{lines} lines")
        is_free(server)


def operator_that_never_reads():
    """The data that wait for a peer that does not read are bounded, even if nothing in the world changes; then the robot is free."""
    with Server("--Soccer.AutomaticKickOff", "false") as server:
        before = server.memory()
        for flood_of in (PING, drive((NAN, 0, 0))):
            with ready(server.port, b"ASSIGN foo_11/drive RCMP/1.0\r\n\r\nGO RCMP/1.0\r\n\r\n") as peer:
                me = "%s:%d" % peer.getsockname()
                peer.settimeout(TIMEOUT)
                sent = 0
                try:
                    while sent < 100 << 20:
                        peer.sendall(flood_of * 5000)
                        sent += len(flood_of) * 5000
                    raise AssertionError(f"the server accepted {sent >> 20} MiB from a peer that does not read")
                except ConnectionError:
                    pass
                lines = wait_until(lambda me=me: server.lines_of(me), f"a line about {me}")
                check(flood_of is not PING or "does not read" in lines[0], lines)
            is_free(server)
        growth = server.memory() - before
        # The address sanitizer keeps freed memory for a while.
        check(growth < (300 if "RCSS_SANITIZED" in os.environ else 10), f"{growth:.1f} MiB more")


def silent_peers_do_not_exclude_others():
    """Peers that send nothing, or request no robot, do not exclude others, and repeated connections cause no further lines."""
    with Server() as server:
        crowd = [ready(server.port, hello) for hello in (b"", b"GET / HT", UPGRADE, b"ASSIGN x/y RCMP/1.0\r\n\r\n") for _ in range(4)]
        with Peer(server) as driver:
            driver.go("drive", robot="foo_11")
            for _ in range(200):
                with Peer(server) as peer:
                    peer.send(b"hello\r\n\r\n")
                    peer.link.shutdown(socket.SHUT_WR)
                    rest_of(peer)
            driver.send(DRIVE + PING)
            driver.until("pong")
        for peer in crowd:
            peer.close()
        lines = [line for line in server.printed().splitlines() if "operator 127.0.0.1:" in line]
        check(5 <= len(lines) < 30, "\n".join(lines))
        is_free(server)


@asserts_pace
def a_thousand_connections():
    """Silent peers are replaced by others; the places of one address do not count for others."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    with Server() as server:
        watcher = Watcher(server)
        watcher.step()
        with Honest(server) as driver:
            driver.go("drive", "AgentState", robot="bar_next")
            pace = Pace(server.pid, watcher.pace)
            crowd = [ready(server.port) for _ in range(1000)]
            driver.send(DRIVE + PING)
            driver.until("pong")
            pace.check(0.9)
            closed = 0
            for peer in crowd:
                peer.settimeout(0)
                try:
                    closed += peer.recv(1000) == b""
                except BlockingIOError:
                    pass
                except ConnectionError:
                    closed += 1
            check(closed >= 980, f"only {closed} connections were closed to make room")
            for peer in crowd:
                peer.close()
        lines = [line for line in server.printed().splitlines() if "rctp port: closes operator 127.0.0.1:" in line]
        check(5 <= len(lines) < 15, f"{len(lines)} lines about connections closed to make room")
        is_free(server, "bar_next")
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


class Line:
    """One direction of a slow line that several connections share, with a limited rate in octets per second and a delay."""

    def __init__(self, rate, delay):
        self.rate, self.delay, self.free, self.lock = rate, delay, 0.0, threading.Lock()

    def take(self, size):
        """The time at which these octets have been sent, after those before them."""
        with self.lock:
            self.free = max(self.free, time.monotonic()) + size / self.rate
            return self.free


class Relay:
    """A port that leads to a server over a slow line with very small buffers."""

    PIECE, MEMORY = 1400, 4096  # octets

    def __init__(self, port, rate, delay):
        self.target, self.there, self.back = port, Line(rate, delay), Line(rate, delay)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port, self.links = self.listener.getsockname()[1], []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            far = socket.socket()
            far.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, self.MEMORY)
            far.connect(("127.0.0.1", self.target))
            self.links += [near, far]
            for link in (near, far):
                link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for source, sink, line in ((near, far, self.there), (far, near, self.back)):
                on_its_way = queue.Queue()
                threading.Thread(target=self._read, args=(source, line, on_its_way), daemon=True).start()
                threading.Thread(target=self._write, args=(sink, on_its_way), daemon=True).start()

    def _read(self, source, line, on_its_way):
        try:
            while octets := source.recv(self.PIECE):
                left = line.take(len(octets))
                on_its_way.put((left + line.delay, octets))
                time.sleep(max(0.0, left - time.monotonic()))
        except OSError:
            pass
        on_its_way.put((0, b""))

    def _write(self, sink, on_its_way):
        try:
            while (item := on_its_way.get())[1]:
                time.sleep(max(0.0, item[0] - time.monotonic()))
                sink.sendall(item[1])
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for link in [self.listener, *self.links]:
            link.close()


class Drawn:
    """A camera program that sends pictures of one size at one rate, and a viewer of them behind a relay, on threads."""

    def __init__(self, server, relay, size, rate):
        self.sent, self.got, self.over = 0, 0, False
        self.camera = operators.Camera(server)
        self.viewer = Peer(relay)
        self.viewer.send(b"GET /foo_11/camera.mjpg HTTP/1.1\r\nHost: localhost\r\n\r\n")
        check("Content-Type: multipart/x-mixed-replace; boundary=picture" in self.viewer.reply(), "a stream")
        self.picture, self.rate = b"\xff\xd8" + bytes(size - 4) + b"\xff\xd9", rate
        self.threads = [threading.Thread(target=work, daemon=True) for work in (self._drain, self._draw, self._look)]
        for thread in self.threads:
            thread.start()

    def _drain(self):
        try:
            while self.camera.link.recv(65536):
                pass
        except OSError:
            pass

    def _draw(self):
        due = time.monotonic()
        while not self.over:
            self.camera.draw(self.picture)
            self.sent += 1
            due += 1 / self.rate
            time.sleep(max(0.0, due - time.monotonic()))

    def _look(self):
        try:
            while True:
                self.viewer.reply()
                self.viewer.take(len(self.picture) + 2)
                self.got += 1
        except (EOFError, OSError):
            pass

    def close(self):
        self.over = True
        self.threads[1].join()
        self.camera.link.close()
        self.viewer.link.close()


@asserts_pace
def control_before_pictures():
    """On a line of 2 Mbit/s and 40 ms, with pictures of twice this rate, commands take effect almost as fast as without pictures, because pictures
    are dropped."""
    rate, delay, count = 250_000, 0.02, 7  # octets per second; s, in both directions together
    with operators.Server(*operators.OPERATED, "--speed", "1") as server, Relay(server.port, rate, delay) as relay, Peer(relay) as driver:
        server.await_state("foo_11", "idle")
        driver.go("drive", "AgentState", "hear", "world")
        names = re.search(r"nodeName \[ (.*?) \]", server.get("/foo_11.wrl").decode())[1].split()
        me = names.index('"foo_11"')

        place = [(0.0, 0.0, 0.0)]

        def has_moved(kind, found, distance):
            """Whether the record shows a movement; the robot may still creep by less."""
            there = operators.poses(found[1])[1].get(me) if kind == "world" else None
            if there is None or math.dist(there, place[0]) < distance:
                return False
            place[0] = there
            return True

        def still():
            """Waits until the robot stands still."""
            driver.send(STOP + RELEASE)
            quiet = time.monotonic()
            while time.monotonic() < quiet + 0.3:
                driver.send(PING)
                if has_moved(*driver.record(), 0.002):
                    quiet = time.monotonic()

        def response_times():
            """Seconds from a command to the pose that it changes, each measured from rest."""
            delays = []
            for turn in range(count):
                still()
                begun = time.monotonic()
                driver.send(drive((100 if turn % 2 else -100, 0, 0)))
                while not has_moved(*driver.record(), 0.005):
                    pass
                delays.append(time.monotonic() - begun)
            return sorted(delays)[count // 2]

        without = response_times()
        drawn = Drawn(server, relay, 20_000, 25)
        wait_until(lambda: drawn.got >= 3, "pictures")
        with_pictures = response_times()
        drawn.close()
        print(f"  from a command to its pose {1000 * without:.0f} ms, with pictures {1000 * with_pictures:.0f} ms; {drawn.got} of {drawn.sent} pictures came")
        check(drawn.got < 0.8 * drawn.sent, f"{drawn.got} of {drawn.sent} pictures arrived: the connection was not saturated")
        check(drawn.got > 5, f"only {drawn.got} pictures arrived")
        check_pace(with_pictures < without + 0.1, f"{with_pictures} s with pictures, {without} s without")


def match_without_movement_is_unchanged():
    """A match whose robots are not moved is the same to the byte, regardless of messages to its port."""
    match = ["--team", "foo:2", "--team", "bar:2", "--Soccer.Operated", "foo:11 bar:0", "--timers", "fixed 0", "--Soccer.RuleHalfTime", "2"]
    logs = []
    for port, speed in (("off", "max"), ("0", "4")):
        with TemporaryFolder(prefix="operators.") as folder:
            command = [operators.SERVER, *operators.STRICTLY, "--seed", "4", "--monitor_port", "off", "--rctp_port", port, "--speed", speed]
            with Program([*command, *operators.KICK_OFF, *match], folder) as server:
                attack = Flood(flood, server.port(operators.RCTP_PORT), NO_MOVEMENT) if port == "0" else None
                try:
                    check(server.wait() == 0, server.printed())
                finally:
                    if attack:
                        attack.close()
            if attack:
                with open(os.path.join(folder, "Logfiles", "operator-foo_11.log"), encoding="utf-8") as file:
                    check("connect" in file.read(), "no peer has operated the robot")
            with open(os.path.join(folder, "Logfiles", "monitor.log"), "rb") as file:
                logs.append(file.read())
    check(logs[0] == logs[1], "the match differs")


TESTS = [a_thousand_connections, floods, control_before_pictures, invalid_requests, invalid_records, invalid_frames, operator_that_never_reads,
         silent_peers_do_not_exclude_others, match_without_movement_is_unchanged]

if __name__ == "__main__":
    for test in chosen(TESTS, sys.argv[2:]):
        begun = time.monotonic()
        test()
        print(f"{test.__name__}: {time.monotonic() - begun:.1f} s", flush=True)
