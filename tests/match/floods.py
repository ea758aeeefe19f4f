#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sixty peers on the monitor port send as fast as possible: game time advances, memory does not grow, and a trainer's commands are carried out.

    floods.py SERVER [paced]                the tests (tests/support/pace.py)
    floods.py SERVER --measure [OPTIONS]    prints the speed of a match with each kind of flood (--seconds N; other options go to the server)
"""

import argparse
import itertools
import os
import re
import select
import socket
import struct
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))

from frames import frame  # noqa: E402
from pace import Pace, check_pace  # noqa: E402
from programs import STRICTLY, TIMEOUT, Flood, Program, TemporaryFolder, check, wait_until  # noqa: E402

PEERS = 60


def many(text, size=64 * 1024):
    """One message that repeats this text up to the size."""
    return frame(b"W" + text * ((size - 1) // len(text)))


# The data that each peer sends repeatedly.
FLOODS = {
    "none": [],
    "nonsense": [many(b"(a)", 16200)],
    "large": [many(b"(a)")],
    "places": [many(b"(agent (team Left)(unum 1)(pos -20 3 0.22)(vel 0 0 0))")],
    "balls": [many(b"(ball (pos 0 0 0.111)(vel 0 0 0))")],
    "modes": [many(b"(playMode PlayOn)")],
    "drops": [many(b"(dropBall)")],
    "states": [many(b"(fullState)", 5000 * 11 + 1)],
    "acks": [frame(b"W(getAck x)") * 4000],
    "nesting": [frame(b"W" + b"(" * 30 + b"a" + b")" * 30) * 500, frame(b"W" + b"(" * 65000)],
    "too_long": [struct.pack(">I", 16 << 20) + b"x" * (16 << 20)],
    "partial": [struct.pack(">I", 60000) + b"W(a)"],
    "letters": [frame(b"Q") * 10000, frame(b"") * 10000],
}
MIXED = [name for name in FLOODS if name != "none"]


def flood(port, kinds, stop):
    """Runs in its own process. Disconnected peers connect again at once; no peer reads."""
    peers = {}
    turn = 0
    while not stop():
        while len(peers) < PEERS:
            peer = socket.socket()
            peer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            try:
                peer.connect(("127.0.0.1", port))
            except OSError:
                peer.close()
                break
            peer.setblocking(False)
            kind = kinds[turn % len(kinds)]
            turn += 1
            peers[peer] = [b"".join(FLOODS[kind]), 0, kind == "partial"]
        writable = select.select([], list(peers), [], 0.1)[1]
        for peer in writable:
            data, sent, once = peers[peer]
            try:
                sent += peer.send(memoryview(data)[sent : sent + (1 << 18)])
            except BlockingIOError:
                continue
            except OSError:
                peer.close()
                del peers[peer]
                continue
            peers[peer][1] = min(sent, len(data) - 1) if once else sent % len(data)
        if not writable:
            time.sleep(0.01)


class Match(Program):
    def __init__(self, program, *options):
        self.folder = TemporaryFolder(prefix="floods.")
        super().__init__(
            [program, *STRICTLY, "--monitor_port", "0", "--Soccer.AutomaticKickOff", "true", "--sandbox", "off", "--seed", "3", *options],
            self.folder.name,
        )  # fmt: skip
        self.port = super().port(r"monitor port (\d+)")
        wait_until(lambda: self.frames() > 10, "a match")

    def frames(self):
        """The number of lines in monitor.log. The file is written only once per second."""
        try:
            with open(os.path.join(self.folder.name, "Logfiles", "monitor.log"), "rb") as file:
                return file.read().count(b"\n")
        except FileNotFoundError:
            return 0

    def memory(self):
        with open(f"/proc/{self.pid}/status", encoding="ascii") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1]) / 1024

    def close(self):
        self.stop()
        super().close()
        self.folder.cleanup()


class Watcher:
    """A well-behaved monitor and trainer."""

    def __init__(self, port):
        while True:
            self.link = socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT)
            self.stream = self.link.makefile("rb")
            if self.stream.readline().startswith(b"(Init"):
                return
            self.link.close()  # no place for a monitor was free

    def frame(self):
        line = self.stream.readline()
        if not line:
            raise AssertionError("the server has disconnected a monitor that behaves")
        return line

    def pace(self, seconds):
        """Game time per real time, measured from one frame to another; frames are 0.15 s of game time apart."""
        self.frame()
        began = time.monotonic()
        frames = 0
        while time.monotonic() - began < seconds:
            self.frame()
            frames += 1
        return 0.15 * frames / (time.monotonic() - began)

    def latency(self):
        """The time until an acknowledgement arrives that was requested in the same message as other commands."""
        began = time.monotonic()
        for frames in itertools.count():
            # A client that had no processor for long misses frames and the acknowledgements in them, so it asks again.
            if frames % 40 == 0:
                self.link.sendall(frame(b"W" + b"".join(b"(agent (team Left)(unum %d)(battery 100))" % n for n in (1, 2)) + b"(getAck me)"))
            if b"(ack " in self.frame():
                return time.monotonic() - began


def test(match, watcher, pace, name, kinds):
    """Runs a flood of these kinds on a match whose `pace` was measured without load. Returns what the server printed about it."""
    reported = len(match.printed())
    pace.attack()
    attack = Flood(flood, match.port, kinds)
    try:
        watcher.pace(1.5)
        memory = match.memory()
        watcher.pace(4)
        pace.check(0.98)
        latency = watcher.latency()
        growth = match.memory() - memory
    finally:
        attack.close()
    reported = match.printed()[reported:]
    print(f"{name}: a trainer's command takes {latency:.2f} s, {growth:+.1f} MB", flush=True)
    check_pace(latency < 5, f"{name}: a trainer was heard after {latency:.1f} s")
    check(growth < 40, f"{name}: {growth:.1f} MB more")
    check(reported.count("\n") < 4000, f"{name}: {reported.count(chr(10))} lines in the log")
    return reported


def measure(program, seconds, options):
    print("flood, times real time, of that without, MB, lines in the log", flush=True)
    base = None
    for name in ["none", *MIXED, "mixed"]:
        match = Match(program, *options)
        try:
            watcher = Watcher(match.port)
            attack = Flood(flood, match.port, MIXED if name == "mixed" else [name]) if name != "none" else None
            try:
                pace = watcher.pace(seconds)
            finally:
                if attack:
                    attack.close()
            base = base or pace
            print(f"{name}, {pace:.2f}, {pace / base:.3f}, {match.memory():.0f}, {match.printed().count(chr(10))}", flush=True)
        except (AssertionError, OSError) as failure:
            print(f"{name}, FAILED: {failure}", flush=True)
        finally:
            match.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--measure", action="store_true")
    parser.add_argument("--seconds", type=float, default=8)
    arguments, options = parser.parse_known_args()
    program = os.path.abspath(arguments.program)
    if arguments.measure:
        return measure(program, arguments.seconds, options)
    match = Match(program, "--team", "foo:3", "--team", "bar:3", "--speed", "1")
    try:
        watcher = Watcher(match.port)
        quiet = match, watcher, Pace(match.pid, watcher.pace)
        reported = test(*quiet, "nonsense", ["nonsense"])
        check("sends more commands than can be carried out in time" in reported, reported[-3000:])
        test(*quiet, "states", ["states"])
        test(*quiet, "mixed", MIXED)
    finally:
        match.close()


if __name__ == "__main__":
    main()
