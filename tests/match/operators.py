#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Robots that people operate, in whole matches (docs/teleoperation.md): octets on a socket, without the client in Python.

    operators.py SERVER [TEST ...]
"""

import base64
import hashlib
import json
import os
import re
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))

from programs import PATIENCE, STRICTLY, Program, wait_until  # noqa: E402

SERVER = os.path.abspath(sys.argv[1])
KICK_OFF = ["--Soccer.AutomaticKickOff", "true"]
OPERATED = ["--team", "none", "--Soccer.Operated", "foo:11 bar:0"]
DRIVE = bytes.fromhex("01 00000064 07 42c80000 00000000 00000000")  # object 1: 100 0 0
RCTP_PORT = r"rctp port (\d+)"
BYE, STOP, RELEASE = b"\0\0", b"\0\1", b"\0\5"


def check(condition, what):
    if not condition:
        raise AssertionError(what)


class Server(Program):
    """A match in a folder of its own, with an open port."""

    def __init__(self, *options, folder=None, port="0"):
        self.folder = folder or tempfile.mkdtemp(prefix="operators.")
        super().__init__([SERVER, *STRICTLY, "--seed", "4", "--monitor_port", "off", "--rctp_port", port, *KICK_OFF, *options], self.folder)
        self.port = super().port(RCTP_PORT) if port == "0" else int(port)

    def close(self):
        super().close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def file(self, name):
        with open(os.path.join(self.folder, "Logfiles", name), "rb") as file:
            return file.read()

    def get(self, path):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=PATIENCE) as answer:
            return answer.read()

    def robots(self):
        return {robot["name"]: robot for robot in json.loads(self.get("/robots"))}

    def await_state(self, robot, state):
        def is_so():
            try:
                return self.robots()[robot]["state"] == state
            except urllib.error.HTTPError as error:  # as many of this address as there may be are still on their way out
                check(error.code == 503, error)
                return False

        wait_until(is_so, f"{robot} {state}")


class Peer:
    """One connection."""

    def __init__(self, server):
        self.link = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
        self.got = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.link.close()

    def send(self, octets):
        self.link.sendall(octets)

    def more(self):
        octets = self.link.recv(65536)
        if not octets:
            raise EOFError(self.got)
        self.got += octets

    def take(self, count):
        while len(self.got) < count:
            self.more()
        head, self.got = self.got[:count], self.got[count:]
        return head

    def reply(self):
        """One reply without a body, as a list of lines."""
        while b"\r\n\r\n" not in self.got:
            self.more()
        head, self.got = self.got.split(b"\r\n\r\n", 1)
        return head.decode().split("\r\n")

    def ask(self, text):
        self.send(text.encode())
        return self.reply()

    def go(self, *objects, robot="foo_11"):
        for number, name in enumerate(objects, 1):
            reply = self.ask(f"ASSIGN {robot}/{name} RCMP/1.0\r\n\r\n")
            check(reply[:2] == ["RCMP/1.0 201 OK", f"ID: {number}"], reply)
        check(self.ask("GO RCMP/1.0\r\n\r\n") == ["RCMP/1.0 201 OK"], "GO")

    def record(self):
        """The next one for a player's drive (1), AgentState (2), hear (3) and world (4); system records by their code."""
        number = self.take(1)[0]
        if number == 0:
            code = self.take(1)[0]
            if code == 3:
                return "pong", self.take(8)
            if code == 4:
                return "error", self.take(struct.unpack(">H", self.take(2))[0]).decode()
            return {0: "bye", 1: "stop", 5: "release", 6: "changed"}[code], None
        stamp = struct.unpack(">I", self.take(4))[0]
        if number == 2:
            mask = self.take(1)[0]
            values = {bit: struct.unpack(">f", self.take(4))[0] for bit in range(4) if mask >> bit & 1}
            return "AgentState", (stamp, values)
        content = self.take(struct.unpack(">H", self.take(2))[0])
        return {3: "hear", 4: "world"}[number], (stamp, content)

    def until(self, wanted):
        while (found := self.record())[0] != wanted:
            pass
        return found[1]


def poses(content):
    """Of the contents of a world record: (step, {node: (x, y, z)})."""
    step, places, at = struct.unpack(">I", content[:4])[0], {}, 4
    while at < len(content):
        node, kind = struct.unpack(">HB", content[at : at + 3])
        if kind == 1:
            places[node] = struct.unpack(">3f", content[at + 3 : at + 15])
        at += 3 + {1: 28, 2: 4, 3: 0}[kind]
    return step, places


# ---- tests -----------------------------------------------------------------------------------------------------------


def a_session():
    """From ASSIGN to bye, as the dialogue is printed, and the player moves."""
    with Server(*OPERATED) as server, Peer(server) as peer:
        server.await_state("foo_11", "idle")
        check(set(server.robots()) == {"foo_11", "bar_next"}, server.robots())
        check(
            peer.ask("ASSIGN drive RCMP/1.0\r\n\r\n") == ["RCMP/1.0 201 OK", "ID: 1", "Current Value: 0.0 0.0 0.0"], "drive"
        )
        state = peer.ask("ASSIGN AgentState RCMP/1.0\r\n\r\n")
        check(state == ["RCMP/1.0 201 OK", "ID: 2", "Current Value: 0.0 0.0 100.0 23.0"], state)
        refused = peer.ask("ASSIGN haed RCMP/1.0\r\n\r\n")
        check(refused[0] == "RCMP/1.0 404 Not Found" and "foo_11 has no object 'haed'" in refused[1], refused)
        check(peer.ask("ASSIGN hear RCMP/1.0\r\n\r\n")[1] == "ID: 3", "hear")
        check(peer.ask("ASSIGN world RCMP/1.0\r\n\r\n")[1] == "ID: 4", "world")
        robot = server.robots()["foo_11"]
        check(robot["state"] == "negotiation" and robot["operator"].startswith("127.0.0.1:"), robot)
        check(peer.ask("GO RCMP/1.0\r\n\r\n") == ["RCMP/1.0 201 OK"], "GO")
        first = peer.take(22)
        check(first[0] == 2 and first[5:] == bytes.fromhex("0f 00000000 00000000 42c80000 41b80000"), first.hex(" "))
        names = re.search(r"nodeName \[ (.*?) \]", server.get("/foo_11.wrl").decode())[1].split()
        me = names.index('"foo_11"')
        _, start = poses(peer.until("world")[1])
        check(set(start) == set(range(len(names))), start)
        peer.send(DRIVE)
        place = start[me]
        while place[0] < start[me][0] + 1:
            _, moved = poses(peer.until("world")[1])
            place = moved.get(me, place)
            peer.send(DRIVE)
        check(abs(place[2] - start[me][2]) < 0.2, f"{start[me]} to {place}: not straight on")
        check(min(peer.until("AgentState")[1].values()) < 100, "the battery is not used")
        peer.send(STOP)
        peer.until("stop")
        check(server.robots()["foo_11"]["state"] == "stopped", "stopped")
        wait_until(lambda: server.file("operator-foo_11.log").endswith(b" stop\n"), "the stop in the log")
        peer.send(RELEASE)
        peer.until("release")
        wait_until(lambda: server.file("operator-foo_11.log").endswith(b" release\n"), "the release in the log")
        peer.send(BYE)
        peer.until("bye")
        try:
            peer.record()
            raise AssertionError("the connection goes on")
        except EOFError:
            pass
        server.await_state("foo_11", "idle")
        words = [line.split()[1] for line in wait_until(lambda: b"leave" in server.file("operator-foo_11.log") and server.file("operator-foo_11.log")).decode().splitlines()]
        check(words[0] == "1" and words[1] == "connect" and words[-3:] == ["stop", "release", "leave"], words)


def cut_anywhere():
    """A dialogue in two pieces, cut at every octet, by RCMP and by HTTP; what follows GO in one piece belongs to the session."""
    rcmp = b"ASSIGN drive RCMP/1.0\r\n\r\nASSIGN /foo_11/drive RCTP/1.0\nX: y\n\nGO RCMP/1.0\r\n\r\n" + DRIVE + STOP + BYE
    http = (
        b"ASSIGN /foo_11/drive HTTP/1.1\r\nHost: localhost\r\n\r\nGET /robots HTTP/1.1\r\nHost: localhost\r\n\r\n"
        b"GO /foo_11 HTTP/1.0\r\n\r\n" + DRIVE + STOP + BYE
    )
    with Server(*OPERATED) as server:
        server.await_state("foo_11", "idle")
        for dialogue in (rcmp, http):
            answers = set()
            for cut in range(len(dialogue)):
                with Peer(server) as peer:
                    peer.send(dialogue[:cut])
                    if cut % 7 == 0:
                        time.sleep(0.001)
                    peer.send(dialogue[cut:])
                    try:
                        while True:
                            peer.more()
                    except EOFError:
                        pass
                    answers.add(re.sub(rb'"operator":"[^"]*"', b"", peer.got))
            check(len(answers) == 1, f"{len(answers)} answers: {answers}")
            answer = answers.pop()
            check(answer.count(b" 201 OK\r\n") == dialogue.count(b"ASSIGN") + 1 and answer.endswith(STOP + BYE), answer)


def typed_by_hand():
    """Without blank lines: the next request completes one, or a pause."""
    with Server(*OPERATED) as server, Peer(server) as peer:
        server.await_state("foo_11", "idle")
        peer.send(b"ASSIGN drive RCMP/1.0\nASSIGN kick RCMP/1.0\n")
        check(peer.reply()[1] == "ID: 1", "drive")
        check(peer.reply()[1] == "ID: 2", "kick")
        check(peer.ask("GO RCMP/1.0\n") == ["RCMP/1.0 201 OK"], "GO")
        peer.send(b"\r")
        time.sleep(0.01)
        peer.send(b"\n" + STOP)
        check(peer.record() == ("stop", None), "the blank line behind GO was taken for a record")


def one_operator():
    """A second one gets 503 until the first is gone, however it goes."""
    with Server(*OPERATED) as server:
        server.await_state("foo_11", "idle")
        for how in ("bye", "close", "reset", "during negotiation"):
            with Peer(server) as first, Peer(server) as second, Peer(server) as other:
                if how == "during negotiation":
                    first.ask("ASSIGN drive RCMP/1.0\r\n\r\n")
                else:
                    first.go("drive")
                    first.send(DRIVE)
                refused = second.ask("ASSIGN drive RCMP/1.0\r\n\r\n")
                check(refused[0] == "RCMP/1.0 503 Service Unavailable" and any(line.startswith("Retry-After:") for line in refused), refused)
                other.go("drive", robot="bar_next")
                if how == "bye":
                    first.send(BYE)
                elif how == "reset":
                    first.link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    first.link.close()
                else:
                    first.link.close()
                server.await_state("foo_11", "idle")
                second.go("drive")
            server.await_state("foo_11", "idle")
            server.await_state("bar_next", "idle")


class WebSocket(Peer):
    """The least of RFC 6455 that a client needs."""

    def __init__(self, server, path="/foo_11/live", origin=None):
        super().__init__(server)
        key = base64.b64encode(b"0123456789abcdef")
        host = f"127.0.0.1:{server.port}"
        self.send(
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key.decode()}\r\nOrigin: {origin or 'http://' + host}\r\n\r\n".encode()
        )
        self.opened = self.reply()
        accept = base64.b64encode(hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest()).decode()
        if origin is None:
            check(self.opened[0].startswith("HTTP/1.1 101") and any(accept in line for line in self.opened), self.opened)

    def say(self, payload, kind):
        mask = b"\1\2\3\4"
        size = bytes([0x80 | len(payload)]) if len(payload) < 126 else b"\xfe" + struct.pack(">H", len(payload))
        self.send(bytes([0x80 | kind]) + size + mask + bytes(c ^ mask[i % 4] for i, c in enumerate(payload)))

    def hear(self):
        """(kind, payload)."""
        kind, size = self.take(2)
        if size >= 126:
            size = struct.unpack(">H" if size == 126 else ">Q", self.take(2 if size == 126 else 8))[0]
        return kind & 15, self.take(size)


def by_websocket():
    """Requests as text, records as binary messages; pages of others are kept out."""
    with Server(*OPERATED) as server:
        server.await_state("foo_11", "idle")
        with WebSocket(server) as peer:
            peer.say(b"ASSIGN drive RCMP/1.0", 1)
            check(peer.hear() == (1, b"RCMP/1.0 201 OK\r\nID: 1\r\nCurrent Value: 0.0 0.0 0.0\r\n\r\n"), "drive")
            peer.say(b"ASSIGN bar_next/drive RCMP/1.0", 1)
            check(peer.hear()[1].startswith(b"RCMP/1.0 409 "), "another robot")
            peer.say(b"GO RCMP/1.0", 1)
            check(peer.hear() == (1, b"RCMP/1.0 201 OK\r\n\r\n"), "GO")
            peer.say(DRIVE + STOP, 2)
            check(peer.hear() == (2, STOP), "stop")
            peer.say(RELEASE + BYE, 2)
            check(peer.hear() == (2, RELEASE + BYE), "bye")
            kind, payload = peer.hear()
            check(kind == 8 and payload[:2] == struct.pack(">H", 1000), payload)
        server.await_state("foo_11", "idle")
        with WebSocket(server) as peer:
            peer.say(b"ASSIGN drive RCMP/1.0", 1)
            peer.say(b"GO RCMP/1.0", 1)
            peer.hear(), peer.hear()
            peer.say(DRIVE[:-1], 2)
            kind, payload = peer.hear()
            check(kind == 2 and payload[:2] == b"\0\4" and payload.endswith(BYE), payload)
        server.await_state("foo_11", "idle")
        with WebSocket(server) as peer:
            peer.say(b"ASSIGN drive RCMP/1.0", 1)
            peer.say(b"GO RCMP/1.0", 1)
            peer.hear(), peer.hear()
            peer.say(b"ASSIGN kick RCMP/1.0", 1)
            kind, payload = peer.hear()
            check(kind == 8 and payload[:2] == struct.pack(">H", 1003), payload)
        with WebSocket(server, origin="http://example.org") as peer:
            check(peer.opened[0].startswith("HTTP/1.1 403"), peer.opened)
        server.await_state("foo_11", "idle")


def silence():
    """Whoever says nothing more leaves a robot at rest, and may go on; the operator of a robot that is nobody's any more is told."""
    with Server(*OPERATED, "--Rctp.Silence", "0.2") as server, Peer(server) as peer:
        server.await_state("foo_11", "idle")
        peer.go("drive")
        peer.send(DRIVE)
        wait_until(lambda: server.file("operator-foo_11.log").endswith(b" rest\n"), "rest")
        peer.send(DRIVE)
        wait_until(lambda: server.file("operator-foo_11.log").count(b"act drive 100 0 0") == 2, "a second drive")
        server.send(2)
        peer.link.settimeout(PATIENCE)
        while (found := peer.record())[0] != "bye":
            check(found == ("error", "the match is over"), found)
        check(server.wait() == 130, server.told())


def the_same_match_again():
    """An operated match plays again from parameters.xml and the operators' logs, at full speed, byte for byte."""
    match = ["--team", "foo:2", "--team", "bar:2", "--Soccer.Operated", "foo:11 bar:0", "--timers", "fixed 0", "--Soccer.RuleHalfTime", "4"]
    with tempfile.TemporaryDirectory(prefix="operators.again.") as again, Server(*match, "--speed", "2") as server:
        server.await_state("bar_next", "idle")
        with Peer(server) as peer, Peer(server) as other:
            peer.go("drive", "AgentState", "say", "head")
            other.go("drive", "kick", robot="bar_next")
            turn = 0
            while not server.ended():
                turn += 1
                try:
                    x, y = (100, 0) if turn % 20 < 10 else (0, 33.3)
                    peer.send(struct.pack(">BIBff", 1, turn, 3, x, y))
                    if turn % 30 == 0:
                        peer.send(struct.pack(">BIBff", 4, turn, 3, turn % 90, 5))
                        peer.send(struct.pack(">BIH", 3, turn, 5) + b"hello")
                    if turn % 50 == 0:
                        peer.send(STOP + RELEASE)
                    other.send(struct.pack(">BIBfff", 1, turn, 7, 70, 7 * (turn % 3), 0) + struct.pack(">BIBff", 2, turn, 3, 20, 80))
                    if turn == 100:
                        other.send(BYE)
                except OSError:
                    break
                time.sleep(0.01)
        check(server.wait() == 0, server.told())
        log = server.file("operator-foo_11.log")
        check(log.count(b" act ") > 50 and b" stop\n" in log and b'act say "hello"' in log and b"act head" in log, log[-500:])
        logs = os.path.join(server.folder, "Logfiles")
        replay = ["--parameters", f"{logs}/parameters.xml", "--replay_operators", logs, "--rctp_port", "off", "--speed", "max"]
        for options in ([], ["--monitor_log", "zst"], ["--sandbox", "off"]):
            shutil.rmtree(os.path.join(again, "Logfiles"), ignore_errors=True)
            done = subprocess.run([SERVER, *STRICTLY, *replay, *options, "--logdir", "Logfiles"], cwd=again, capture_output=True, text=True, timeout=PATIENCE)
            check(done.returncode == 0, done.stderr)
            monitor_log = os.path.join(again, "Logfiles", "monitor.log")
            if os.path.exists(monitor_log + ".zst"):
                subprocess.run(["zstd", "-dq", monitor_log + ".zst"], check=True)
            with open(monitor_log, "rb") as file:
                check(file.read() == server.file("monitor.log"), f"another match with {options}")
            with open(os.path.join(again, "Logfiles", "operator-foo_11.log"), "rb") as file:
                check(file.read() == log, "another operators' log")


def nobody_operates():
    """A match whose robots nobody operates is the same with the port closed, open, and read all the time; a plain one has no such module."""
    match = ["--team", "foo:1", "--Soccer.Operated", "bar:3", "--timers", "fixed 0", "--Soccer.RuleHalfTime", "5", "--speed", "20"]
    logs = []
    for port in ("off", "0"):
        folder = tempfile.mkdtemp(prefix="operators.")
        with Program([SERVER, *STRICTLY, "--seed", "4", "--monitor_port", "off", "--rctp_port", port, *KICK_OFF, *match], folder) as server:
            if port == "0":
                address = f"http://127.0.0.1:{server.port(RCTP_PORT)}"
                while not server.ended():
                    try:
                        for path in ("/", "/robots", "/world.wrl", "/bar_3.x3d"):
                            urllib.request.urlopen(address + path, timeout=PATIENCE).read()
                    except OSError:
                        pass
            check(server.wait() == 0, server.told())
        with open(os.path.join(folder, "Logfiles", "monitor.log"), "rb") as file:
            logs.append(file.read())
        shutil.rmtree(folder)
    check(logs[0] == logs[1], "whoever reads changes the match")
    with tempfile.TemporaryDirectory() as folder, Program([SERVER, *STRICTLY, "--monitor_port", "0", "--team", "none"], folder) as server:
        server.port(r"monitor port (\d+)")
        with open(f"/proc/{server.pid}/maps", encoding="utf-8") as maps:
            text = maps.read()
        check("soccer.so" in text and "rctp.so" not in text, "a plain match has the module in its process")


def refused():
    """What cannot be is one line and a status, and nothing has been written or started."""
    with tempfile.TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        empty = os.path.join(folder, "empty")
        os.mkdir(empty)
        damaged = os.path.join(folder, "damaged")
        os.mkdir(damaged)
        with open(os.path.join(damaged, "operator-foo_11.log"), "w", encoding="utf-8") as file:
            file.write("rctp-operator 1\n5 connect a\n7 act drive 1 2 3\n6 stop\n")
        for options, words in (
            (["--rctp_port", "0"], "there is no robot to operate"),
            (["--rctp_port", port, *OPERATED], f"cannot open rctp port {port}"),
            (["--rctp_port", "70000", *OPERATED], "70000"),
            (["--rctp_port", "0", "--rctp_address", "nowhere.invalid", *OPERATED], "nowhere.invalid"),
            (["--Soccer.Operated", "foo"], "'foo' is no player"),
            (["--Soccer.Operated", "foo:12"], "'foo:12' is no player"),
            (["--Rctp.World", "some", *OPERATED], "expected all, own or none"),
            (["--replay_operators", os.path.join(folder, "none"), *OPERATED], "there is no such folder"),
            (["--replay_operators", empty, *OPERATED], "it has no operators' log"),
            (["--replay_operators", damaged, *OPERATED], "operator-foo_11.log:4"),
            (["--script", "two_robots.rb", "--rctp_port", "0"], "Rctp.Port"),
        ):
            done = subprocess.run([SERVER, *STRICTLY, "--monitor_port", "off", *options], cwd=folder, capture_output=True, text=True, timeout=PATIENCE)
            lines = done.stderr.strip().splitlines()
            check(done.returncode not in (0, None) and done.returncode > 0, f"{options}: status {done.returncode}")
            check(len(lines) == 1 and words in lines[0], f"{options}: {done.stderr}")
            check(not os.path.exists(os.path.join(folder, "Logfiles")), f"{options}: wrote logs")


TESTS = [a_session, cut_anywhere, typed_by_hand, one_operator, by_websocket, silence, the_same_match_again, nobody_operates, refused]

if __name__ == "__main__":
    for test in TESTS:
        if not sys.argv[2:] or test.__name__ in sys.argv[2:]:
            begun = time.monotonic()
            test()
            print(f"{test.__name__}: {time.monotonic() - begun:.1f} s", flush=True)
