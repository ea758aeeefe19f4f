#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Operated robots in whole matches (docs/systems/teleoperation.md), with octets on a socket instead of the client in Python.

    operators.py SERVER [TEST ...]
"""

import base64
import collections
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
import threading
import time
import urllib.error
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))

from programs import STRICTLY, TIMEOUT, Program, TemporaryFolder, remove_folder, wait_until  # noqa: E402
from skipping import run_side_by_side  # noqa: E402

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
    """A match in its own folder, with an open port."""

    def __init__(self, *options, folder=None, port="0"):
        self.folder = folder or tempfile.mkdtemp(prefix="operators.")
        super().__init__([SERVER, *STRICTLY, "--seed", "4", "--monitor_port", "off", "--rctp_port", port, *KICK_OFF, *options], self.folder)
        self.port = super().port(RCTP_PORT) if port == "0" else int(port)

    def close(self):
        super().close()
        remove_folder(self.folder)

    def file(self, name):
        with open(os.path.join(self.folder, "Logfiles", name), "rb") as file:
            return file.read()

    def get(self, path):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=TIMEOUT) as answer:
            return answer.read()

    def robots(self):
        return {robot["name"]: robot for robot in json.loads(self.get("/robots"))}

    def await_state(self, robot, state):
        def is_so():
            try:
                return self.robots()[robot]["state"] == state
            except urllib.error.HTTPError as error:  # the maximum number of connections from this address are still closing
                check(error.code == 503, error)
                return False

        wait_until(is_so, f"{robot} {state}")


class Peer:
    """One connection of an operator."""

    def __init__(self, server):
        self.link = socket.create_connection(("127.0.0.1", server.port), timeout=TIMEOUT)
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
        """The next record, if a player's objects are drive (1), AgentState (2), hear (3) and world (4); system records by their code."""
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
    """The contents of a world record: (step, {node: (x, y, z)})."""
    step, places, at = struct.unpack(">I", content[:4])[0], {}, 4
    while at < len(content):
        node, kind = struct.unpack(">HB", content[at : at + 3])
        if kind == 1:
            places[node] = struct.unpack(">3f", content[at + 3 : at + 15])
        at += 3 + {1: 28, 2: 4, 3: 0}[kind]
    return step, places


# ---- tests -----------------------------------------------------------------------------------------------------------


def a_session():
    """A session from ASSIGN to bye, as the dialogue is printed in the documentation; the player moves."""
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
        check(abs(place[2] - start[me][2]) < 0.2, f"{start[me]} to {place}: not straight ahead")
        check(min(peer.until("AgentState")[1].values()) < 100, "the battery is not drained")
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
            raise AssertionError("the connection was not closed")
        except EOFError:
            pass
        server.await_state("foo_11", "idle")
        words = [line.split()[1] for line in wait_until(lambda: b"leave" in server.file("operator-foo_11.log") and server.file("operator-foo_11.log")).decode().splitlines()]
        check(words[0] == "1" and words[1] == "connect" and words[-3:] == ["stop", "release", "leave"], words)


def dialogue_cut_at_every_octet():
    """A dialogue in two pieces, cut at every octet, by RCMP and by HTTP; data after GO in the same piece belong to the session."""
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


def requests_without_blank_lines():
    """Requests without blank lines are completed by the next request, or by a pause."""
    with Server(*OPERATED) as server, Peer(server) as peer:
        server.await_state("foo_11", "idle")
        peer.send(b"ASSIGN drive RCMP/1.0\nASSIGN kick RCMP/1.0\n")
        check(peer.reply()[1] == "ID: 1", "drive")
        check(peer.reply()[1] == "ID: 2", "kick")
        check(peer.ask("GO RCMP/1.0\n") == ["RCMP/1.0 201 OK"], "GO")
        peer.send(b"\r")
        time.sleep(0.01)
        peer.send(b"\n" + STOP)
        check(peer.record() == ("stop", None), "the blank line after GO was taken for a record")


def second_operator_is_refused():
    """A second operator gets 503 until the first has left, in whatever way it leaves."""
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
    """The minimum of RFC 6455 that a client needs."""

    def __init__(self, server, path="/foo_11/live", origin=None, headers=None):
        super().__init__(server)
        key = base64.b64encode(b"0123456789abcdef")
        host = f"127.0.0.1:{server.port}"
        headers = headers or (f"Host: {host}", f"Origin: {origin or 'http://' + host}")
        upgrade = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key.decode()}")
        self.send("\r\n".join([f"GET {path} HTTP/1.1", *headers, *upgrade, "", ""]).encode())
        self.opened = self.reply()
        accept = base64.b64encode(hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest()).decode()
        if origin is None:
            check(self.opened[0].startswith("HTTP/1.1 101") and any(accept in line for line in self.opened), self.opened)

    def say(self, payload, kind):
        mask = b"\1\2\3\4"
        size = bytes([0x80 | len(payload)]) if len(payload) < 126 else b"\xfe" + struct.pack(">H", len(payload))
        self.send(bytes([0x80 | kind]) + size + mask + bytes(c ^ mask[i % 4] for i, c in enumerate(payload)))

    def hear(self):
        """Returns (kind, payload) of the next message."""
        kind, size = self.take(2)
        if size >= 126:
            size = struct.unpack(">H" if size == 126 else ">Q", self.take(2 if size == 126 else 8))[0]
        return kind & 15, self.take(size)


def by_websocket():
    """Requests are text messages and records are binary messages; pages of other origins are refused."""
    with Server(*OPERATED) as server:
        server.await_state("foo_11", "idle")
        with WebSocket(server) as peer:
            peer.say(b"ASSIGN drive RCMP/1.0", 1)
            check(peer.hear() == (1, b"RCMP/1.0 201 OK\r\nID: 1\r\nCurrent Value: 0.0 0.0 0.0\r\n\r\n"), "drive")
            peer.say(b"ASSIGN bar_next/drive RCMP/1.0", 1)
            check(peer.hear()[1].startswith(b"RCMP/1.0 409 "), "a claim for another robot was not refused with 409")
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


def robot_of_a_silent_operator_rests():
    """The robot of a silent operator rests, and the operator may resume; an operator that has lost its robot is notified."""
    with Server(*OPERATED, "--Rctp.Silence", "0.2") as server, Peer(server) as peer:
        server.await_state("foo_11", "idle")
        peer.go("drive")
        peer.send(DRIVE)
        wait_until(lambda: server.file("operator-foo_11.log").endswith(b" rest\n"), "rest")
        peer.send(DRIVE)
        wait_until(lambda: server.file("operator-foo_11.log").count(b"act drive 100 0 0") == 2, "a second drive")
        server.send(2)
        peer.link.settimeout(TIMEOUT)
        while (found := peer.record())[0] != "bye":
            check(found == ("error", "the match is over"), found)
        check(server.wait() == 130, server.printed())


def silent_operator_loses_the_robot():
    """An operator that sends nothing for long loses the robot and is informed, and the next operator gets it."""
    with Server(*OPERATED, "--Rctp.Silence", "0.2", "--Rctp.Patience", "3") as server, Peer(server) as frozen, WebSocket(server, "/bar_next/live") as page:
        server.await_state("bar_next", "idle")
        server.await_state("foo_11", "idle")
        frozen.go("drive")
        frozen.send(DRIVE)
        page.say(b"ASSIGN drive RCMP/1.0", 1)
        page.say(b"GO RCMP/1.0", 1)
        check(frozen.record() == ("error", "nothing has come for 3 s, so the robot is free for others"), "the reason for the end is wrong")
        check(frozen.record() == ("bye", None), "bye")
        server.await_state("foo_11", "idle")
        with Peer(server) as next_one:
            next_one.go("drive")
            for _ in range(35):  # pings are sufficient
                next_one.send(b"\0\2abcd")
                check(next_one.record()[0] == "pong", "pong")
                time.sleep(0.1)
        server.await_state("bar_next", "idle")
        page.hear(), page.hear()
        kind, payload = page.hear()
        check(kind == 2 and b"the robot is free for others" in payload and payload.endswith(BYE), payload)
        check(page.hear()[0] == 8, "closed")
        words = [line.split()[1] for line in wait_until(lambda: server.file("operator-foo_11.log").count(b"leave") == 2 and server.file("operator-foo_11.log")).decode().splitlines()[1:]]
        check(words == ["connect", "act", "rest", "leave", "connect", "leave"], words)


def watchers_get_states_and_texts():
    """A client that operates nothing gets the movements of the world, the states of robots, and the requested texts."""
    with Server(*OPERATED) as server, Peer(server) as driver:
        server.await_state("foo_11", "idle")
        driver.go("drive")
        with WebSocket(server, "/world/live?texts=foo_11/GameState,bar_next/hear") as one, WebSocket(server, "/world/live") as other:
            heads = [json.loads(peer.hear()[1]) for peer in (one, other)]
            check(heads[0] == heads[1] and heads[0]["step_seconds"] == 0.01, heads)
            states = {robot["name"]: robot for robot in heads[0]["robots"]}
            check(set(states) == {"foo_11", "bar_next"} and states["foo_11"]["state"] == "live", states)
            check(states["foo_11"]["operator"] == "%s:%d" % driver.link.getsockname(), states)
            names = heads[0]["names"]
            check({"Ball", "foo_11", "bar_next"} <= set(names), names)
            places, texts, begun, step = {}, [], None, 0
            while not texts or places["foo_11"][0] < begun + 0.5:
                driver.send(DRIVE)
                kind, payload = one.hear()
                if kind == 2:
                    before, (step, moved) = step, poses(payload)
                    places.update({names[node]: place for node, place in moved.items()})
                    check(step > before, "time runs backwards")
                    begun = places["foo_11"][0] if begun is None else begun
                elif "text" in json.loads(payload):
                    texts.append(json.loads(payload))
            check(texts[0]["robot"] == "foo_11" and texts[0]["object"] == "GameState" and texts[0]["text"].startswith("(GameState"), texts[0])
            file = server.get("/world.x3d").decode()
            check(all(re.search(rf"DEF=.{name}\W", file) for name in names if name), "the names do not match the file")
            driver.send(BYE)
            while not (kind == 1 and b'"robots"' in payload and json.loads(payload)["robots"][0]["state"] == "idle"):
                kind, payload = one.hear()
            one.say(b"hello", 1)
            while kind != 8:
                kind, payload = one.hear()
            check(payload[:2] == struct.pack(">H", 1003), payload)
        for path, words in (("/world/live?texts=foo_11/drive", b"foo_11/drive"), ("/world/live?texts=x/y", b"x/y"), ("/world/live?texts=%00", b" 40")):
            with Peer(server) as peer:
                peer.send(f"GET {path} HTTP/1.0\r\n\r\n".encode())
                while b"expected ?texts" not in peer.got and b"WebSocket" not in peer.got:
                    peer.more()
                check(words in peer.got or path.endswith("%00"), peer.got)
    for world in ("own", "none"):
        with Server(*OPERATED, "--Rctp.World", world) as server, Peer(server) as peer:
            peer.send(b"GET /world/live HTTP/1.0\r\n\r\n")
            while b"(Rctp.World)" not in peer.got:
                peer.more()
            check(peer.got.startswith(b"HTTP/1.0 403 "), peer.got)


def response_to(server, path, *headers, method="GET"):
    """The complete answer to one request, after which the connection ends."""
    with Peer(server) as peer:
        peer.send("\r\n".join([f"{method} {path} HTTP/1.1", "Connection: close", *(headers or ["Host: localhost"]), "", ""]).encode())
        peer.link.shutdown(socket.SHUT_WR)  # after ASSIGN a connection stays open, even with "Connection: close"
        try:
            while True:
                peer.more()
        except EOFError:
            return peer.got


def permission_to_operate():
    """Programs on this machine and those with the secret may operate; requests through a proxy count as those of another machine."""
    with TemporaryFolder() as folder:
        secret = os.path.join(folder, "secret")
        with open(os.open(secret, os.O_WRONLY | os.O_CREAT, 0o600), "w", encoding="utf-8") as file:
            file.write("a secret of operators\n")
        with Server(*OPERATED, "--rctp_secret_file", secret, "--trusted_origin", "https://cup.example") as server:
            server.await_state("foo_11", "idle")
            page = ("Host: cup.example", "Origin: https://cup.example")
            answer = response_to(server, "/foo_11/drive", *page, method="ASSIGN")
            check(answer.startswith(b"HTTP/1.1 401 Unauthorized\r\n") and b"Authorization: Bearer SECRET" in answer, answer)
            answer = response_to(server, "/foo_11/drive", "Host: localhost", "X-Forwarded-For: 192.0.2.1", method="ASSIGN")
            check(answer.startswith(b"HTTP/1.1 401 "), answer)
            answer = response_to(server, "/camera", *page)
            check(b" 403 " in answer[:20] and b"runs on the machine of the server" in answer, answer)
            check(response_to(server, "/robots", *page).startswith(b"HTTP/1.1 200 "), "the public list of robots is not readable")
            server.await_state("foo_11", "idle")
            with Peer(server) as peer:
                peer.send(("\r\n".join(["ASSIGN /foo_11/drive HTTP/1.1", *page, "Authorization: Bearer a secret of operators", "", ""])).encode())
                check(peer.reply()[0] == "HTTP/1.1 201 OK", "refused with the right secret")
            server.await_state("foo_11", "idle")
            with WebSocket(server, headers=page) as peer:
                peer.say(b"ASSIGN drive RCMP/1.0", 1)
                check(peer.hear()[1].startswith(b"RCMP/1.0 401 Unauthorized\r\n"), "not refused without the secret")
                peer.say(b"ASSIGN drive RCMP/1.0\r\nAuthorization: Bearer a secret of operator", 1)
                check(peer.hear()[1].startswith(b"RCMP/1.0 401 "), "not refused with a wrong secret")
                peer.say(b"ASSIGN drive RCMP/1.0\r\nAuthorization: Bearer a secret of operators\r\n\r\n", 1)
                check(peer.hear()[1].startswith(b"RCMP/1.0 201 OK\r\n"), "a page with the secret was refused")
                peer.say(b"ASSIGN kick RCMP/1.0", 1)
                check(peer.hear()[1].startswith(b"RCMP/1.0 201 OK\r\n"), "the secret was required again")
            server.await_state("foo_11", "idle")
            with Peer(server) as peer:
                peer.go("drive")  # from this machine
            check("it does not know the operators' secret" in server.printed(), "there is no line about the wrong secret")
        os.chmod(secret, 0o644)
        for options, words in (
            (["--rctp_secret_file", secret], "is open to others: chmod 600"),
            (["--rctp_secret_file", secret + "s"], "cannot read a secret from"),
            (["--trusted_origin", "http://cup.example"], "'http://cup.example' is not an origin"),
        ):
            done = subprocess.run([SERVER, *STRICTLY, "--monitor_port", "off", "--rctp_port", "0", *OPERATED, *options], cwd=folder, capture_output=True, text=True, timeout=TIMEOUT)
            check(done.returncode > 0 and len(done.stderr.strip().splitlines()) == 1 and words in done.stderr, done.stderr)
    with Server(*OPERATED, "--rctp_address", "0.0.0.0") as server:
        server.await_state("foo_11", "idle")
        check(server.printed().count("may operate the robots; with --rctp_secret_file") == 1, server.printed())


def server_delivers_pages_of_robots():
    """The server delivers the page of a robot with its files, and translators for its objects, including those of a script."""
    with TemporaryFolder() as folder:
        script = os.path.join(folder, "wheels.rb")
        with open(script, "w", encoding="utf-8") as file:
            file.write("run 'rcssserver3D.rb'\nget($serverPath + 'rctp').offer('foo_11', 'drive', 'wheel.js')\n")
        with open(os.path.join(folder, "wheel.js"), "w", encoding="utf-8") as file:
            file.write("export const name = 'wheel';\n")
        with Server(*OPERATED, "--script", script) as server:
            server.await_state("foo_11", "idle")
            check(b'href="/foo_11/">foo_11</a>' in response_to(server, "/"), "the list has no link to the robot")
            page = response_to(server, "/foo_11/")
            check(b"Content-Security-Policy: default-src 'none'" in page and b"frame-ancestors 'none'" in page, page)
            files = re.findall(rb'(?:src|href)="(/page/[^"]*)"', page)
            check(len(files) >= 3, page)
            for name in files:
                answer = response_to(server, name.decode())
                tag = re.search(rb"ETag: (\S+)", answer)
                check(answer.startswith(b"HTTP/1.1 200 ") and tag, answer[:300])
                again = response_to(server, name.decode(), "Host: localhost", f"If-None-Match: {tag[1].decode()}")
                check(again.startswith(b"HTTP/1.1 304 ") and again.endswith(b"\r\n\r\n"), again[:300])
            check(response_to(server, "/translators/wheel.js").endswith(b"export const name = 'wheel';\n"), "the script's translator is not served")
            drive = re.search(r'name "drive".*?translator \[([^\]]*)\]|name "drive".*?translator ("[^"]*")', server.get("/foo_11.wrl").decode(), re.S)
            offered = re.findall(r'"([^"]*)"', drive[1] or drive[2])
            check(offered[-1] == "/translators/wheel.js" and "/translators/go-there.js" not in offered[-1:], offered)
            for address in offered:
                check(response_to(server, address).startswith(b"HTTP/1.1 200 OK\r\nContent-Type: text/javascript"), address)
            for path in ("/visitor/", "/page/", "/page/rcml.js", "/translators/", "/translators/../page/page.js", "/page/../../etc/passwd", "/visitor"):
                check(response_to(server, path).startswith(b"HTTP/1.1 404 "), path)
            check(b"\r\nLocation: /foo_11/\r\n" in response_to(server, "/foo_11"), "an address without the final slash is not redirected")
        for file, words in (("no_such.js", "does not exist"), ("wheels.rb", "is not a name of a module")):
            with open(script, "w", encoding="utf-8") as out:
                out.write(f"run 'rcssserver3D.rb'\nget($serverPath + 'rctp').offer('foo_11', 'drive', '{file}')\n")
            done = subprocess.run([SERVER, *STRICTLY, "--monitor_port", "off", "--script", script, "--rctp_port", "0", *OPERATED], cwd=folder, capture_output=True, text=True, timeout=TIMEOUT)
            check(done.returncode > 0 and words in done.stderr, done.stderr)


class Camera(WebSocket):
    """A camera program that always draws the same picture."""

    def __init__(self, server):
        super().__init__(server, "/camera", headers=("Host: localhost",))

    def until(self, words):
        while True:
            kind, payload = self.hear()
            if kind == 1 and payload.startswith(words):
                return payload.decode()

    def draw(self, picture, robot=b"foo_11"):
        self.say(bytes([len(robot)]) + robot + picture, 2)


def pictures():
    """A camera program connects and leaves; descriptions, operators and viewers know it while it is connected."""
    jpeg = b"\xff\xd8" + b"x" * 3000 + b"\xff\xd9"
    with Server(*OPERATED, "--Rctp.Patience", "0") as server, Peer(server) as driver:
        server.await_state("foo_11", "idle")
        driver.go("drive")
        check(b'"camera"' not in server.get("/foo_11.wrl"), "a camera is described without a camera program")
        answer = response_to(server, "/foo_11/camera.mjpg")
        check(answer.startswith(b"HTTP/1.1 503 ") and b"start rctp-camera" in answer, answer)
        for _ in range(3):
            with Camera(server) as camera:
                names = json.loads(camera.until(b"{"))["names"]
                check("foo_11_camera" in names, names)
                driver.until("changed")
                wait_until(lambda: b'RCML_VideoInput' in server.get("/foo_11.wrl").split(b"RCML_Robot {")[-1], "the camera in the description")
                described = server.get("/foo_11.wrl").decode().split("RCML_Robot {")[-1]
                check(f"http://127.0.0.1:{server.port}/foo_11/camera.mjpg" in described, described)
                with Peer(server) as other:
                    reply = other.ask("ASSIGN bar_next/camera RCMP/1.0\r\n\r\n")
                    check(reply[:2] == ["RCMP/1.0 201 OK", "ID: 1"] and reply[2].endswith("/bar_next/camera.mjpg"), reply)
                with Peer(server) as viewer:
                    viewer.send(b"GET /foo_11/camera.mjpg?width=160&height=120 HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    check("Content-Type: multipart/x-mixed-replace; boundary=picture" in viewer.reply(), "the reply is not a stream")
                    check(camera.until(b"watch") == "watch foo_11 160 120 30", "watch")
                    for _ in range(3):
                        camera.draw(jpeg)
                        head = viewer.reply()
                        check(head[0] == "--picture" and "Content-Length: 3004" in head and any(line.startswith("X-Step: ") for line in head), head)
                        check(viewer.take(3006) == jpeg + b"\r\n", "the picture is wrong")
                check(camera.until(b"unwatch") == "unwatch foo_11", "unwatch")
            driver.until("changed")
            wait_until(lambda: b'RCML_VideoInput' not in server.get("/foo_11.wrl").split(b"RCML_Robot {")[-1], "no camera in the description")
    with Server(*OPERATED, "--Rctp.World", "own") as server:
        check(b"(Rctp.World)" in response_to(server, "/camera"), "a camera program was not refused with Rctp.World own")
        check(response_to(server, "/foo_11/camera.jpg").startswith(b"HTTP/1.1 403 "), "a picture was not refused with Rctp.World own")


def operated_match_is_replayed():
    """An operated match can be replayed from parameters.xml and the operators' logs at full speed, and is the same to the byte."""
    match = ["--team", "foo:2", "--team", "bar:2", "--Soccer.Operated", "foo:11 bar:0", "--timers", "fixed 0", "--Soccer.RuleHalfTime", "4"]
    with TemporaryFolder(prefix="operators.again.") as again, Server(*match, "--speed", "1") as server:
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
        check(server.wait() == 0, server.printed())
        log = server.file("operator-foo_11.log")
        check(log.count(b" act ") > 50 and b" stop\n" in log and b'act say "hello"' in log and b"act head" in log, log[-500:])
        logs = os.path.join(server.folder, "Logfiles")
        replay = ["--parameters", f"{logs}/parameters.xml", "--replay_operators", logs, "--rctp_port", "off", "--monitor_port", "off", "--speed", "max"]
        for options in ([], ["--monitor_log", "zst"], ["--sandbox", "off"]):
            shutil.rmtree(os.path.join(again, "Logfiles"), ignore_errors=True)
            done = subprocess.run([SERVER, *STRICTLY, *replay, *options, "--logdir", "Logfiles"], cwd=again, capture_output=True, text=True, timeout=TIMEOUT)
            check(done.returncode == 0, done.stderr)
            monitor_log = os.path.join(again, "Logfiles", "monitor.log")
            if os.path.exists(monitor_log + ".zst"):
                subprocess.run(["zstd", "-dq", monitor_log + ".zst"], check=True)
            with open(monitor_log, "rb") as file:
                check(file.read() == server.file("monitor.log"), f"the match differs with {options}")
            with open(os.path.join(again, "Logfiles", "operator-foo_11.log"), "rb") as file:
                check(file.read() == log, "the operators' log differs")


Open = collections.namedtuple("Open", "port")  # the server's limit for peers


def read_all(peer):
    try:
        while True:
            peer.more()
    except (EOFError, OSError):
        pass


def match_without_operators():
    """A match without operators is the same with the port closed, open, read all the time, and with ten viewers; without operated robots the module is
    not loaded."""
    match = ["--team", "foo:1", "--Soccer.Operated", "bar:3", "--timers", "fixed 0", "--Soccer.RuleHalfTime", "5", "--speed", "20"]
    logs = []
    for port in ("off", "0"):
        folder = tempfile.mkdtemp(prefix="operators.")
        with Program([SERVER, *STRICTLY, "--seed", "4", "--monitor_port", "off", "--rctp_port", port, *KICK_OFF, *match], folder) as server:
            if port == "0":
                address = f"http://127.0.0.1:{server.port(RCTP_PORT)}"
                watchers = [WebSocket(Open(server.port(RCTP_PORT)), "/world/live?texts=bar_3/GameState") for _ in range(10)]
                readers = [threading.Thread(target=read_all, args=(watcher,), daemon=True) for watcher in watchers[1:]]  # one never reads
                for reader in readers:
                    reader.start()
                while not server.ended():
                    try:
                        for path in ("/", "/robots", "/world.wrl", "/bar_3.x3d"):
                            urllib.request.urlopen(address + path, timeout=TIMEOUT).read()
                    except OSError:
                        pass
            check(server.wait() == 0, server.printed())
        if port == "0":
            for reader in readers:
                reader.join()
            check(all(len(watcher.got) > 1000 for watcher in watchers[1:]), "a watcher received too little")
        with open(os.path.join(folder, "Logfiles", "monitor.log"), "rb") as file:
            logs.append(file.read())
        shutil.rmtree(folder)
    check(logs[0] == logs[1], "reading and watching change the match")
    with TemporaryFolder() as folder, Program([SERVER, *STRICTLY, "--monitor_port", "0", "--team", "none"], folder) as server:
        server.port(r"monitor port (\d+)")
        with open(f"/proc/{server.pid}/maps", encoding="utf-8") as maps:
            text = maps.read()
        check("soccer.so" in text and "rctp.so" not in text, "the module is loaded in a plain match")


def invalid_options_are_refused():
    """Invalid options cause one line and a status, and nothing is written or started."""
    with TemporaryFolder() as folder, socket.create_server(("127.0.0.1", 0)) as taken:
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
            (["--Soccer.Operated", "foo"], "'foo' is not a player"),
            (["--Soccer.Operated", "foo:12"], "'foo:12' is not a player"),
            (["--Rctp.Port", "99999", *OPERATED], "--Rctp.Port 99999: expected 'off' or 0 to 65535"),
            (["--Rctp.World", "some", *OPERATED], "--Rctp.World some: expected all, own or none"),
            (["--Rctp.TrustedOrigins", "nowhere", *OPERATED], "--Rctp.TrustedOrigins: "),
            (["--replay_operators", os.path.join(folder, "none"), *OPERATED], "there is no such folder"),
            (["--replay_operators", empty, *OPERATED], "it has no operators' log"),
            (["--replay_operators", damaged, *OPERATED], "operator-foo_11.log:4"),
            (["--script", "two_robots.rb", "--rctp_port", "0"], "Rctp.Port"),
        ):
            done = subprocess.run([SERVER, *STRICTLY, "--monitor_port", "off", *options], cwd=folder, capture_output=True, text=True, timeout=TIMEOUT)
            lines = done.stderr.strip().splitlines()
            check(done.returncode not in (0, None) and done.returncode > 0, f"{options}: status {done.returncode}")
            check(len(lines) == 1 and words in lines[0], f"{options}: {done.stderr}")
            check(done.returncode == 2 or not options[0].startswith("--Rctp."), f"{options}: status {done.returncode}")
            check(not os.path.exists(os.path.join(folder, "Logfiles")), f"{options}: wrote logs")


TESTS = [a_session, dialogue_cut_at_every_octet, requests_without_blank_lines, second_operator_is_refused, by_websocket,
         robot_of_a_silent_operator_rests, silent_operator_loses_the_robot, watchers_get_states_and_texts, permission_to_operate,
         server_delivers_pages_of_robots, pictures, operated_match_is_replayed, match_without_operators, invalid_options_are_refused]

if __name__ == "__main__":
    if not sys.argv[2:]:
        sys.exit(run_side_by_side([test.__name__ for test in TESTS], 3))
    for test in TESTS:
        if not sys.argv[2:] or test.__name__ in sys.argv[2:]:
            begun = time.monotonic()
            test()
            print(f"{test.__name__}: {time.monotonic() - begun:.1f} s", flush=True)
