#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Controllers and clients that join a SIGVerse world from outside: those of users, started by hand, and those that use only octets.

    sigverse_guest_visitors.py BUILD_FOLDER [unittest's arguments]
"""

import json
import os
import socket
import struct
import sys
import unittest

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
for folder in ("support", "support/sigverse", "gateways/sigverse/controller"):
    sys.path.insert(0, os.path.join(TESTS, folder))

from guests import Guests, Runs, run  # noqa: E402
from octets import (ADD_FORCE, ATTACH, ATTACHED, DATA_PORT, DATA_PORT_RESULT, GET_LINEAR, LINEAR, LOG, ON_ACTION, ON_INIT, Unit, packet,  # noqa: E402
                    raw, real, text, u16)
from programs import SYNC, TIMEOUT, Program, wait_until  # noqa: E402

GUESTS = Guests(sys.argv.pop(1), "seminar")
SAMPLE = os.path.join(os.path.dirname(TESTS), "agent-sample/sigverse/client.py")
START_SIM, STOP_SIM, MESSAGE = ("raw", 2), ("raw", 3), ("raw", 1)


def setUpModule():
    unittest.addModuleCleanup(GUESTS.close)
    GUESTS.make()


class Foreigner:
    """A client without turns, with a command port and a data port."""

    def __init__(self, port, agent, test):
        self.links = [socket.create_connection(("127.0.0.1", port), TIMEOUT) for _ in range(2)]
        self.streams = [link.makefile("rb") for link in self.links]
        for each in self.streams + self.links:
            test.addCleanup(each.close)
        for place, (kind, answer) in enumerate(((ATTACH, ATTACHED), (DATA_PORT, DATA_PORT_RESULT))):
            body = self.ask(place, packet(kind, text(agent)), answer)
            test.assertEqual(body.u16(), 0, body.rest())

    def ask(self, place, octets, answer):
        self.links[place].sendall(octets)
        return self.hear(answer, place)

    def hear(self, kind, place=0):
        while (unit := Unit(self.streams[place])).kind != kind:
            pass
        return unit.body

    def time(self):
        self.links[1].sendall(raw(38))
        return struct.unpack("<d", self.streams[1].read(8))[0]


class FromOutside(unittest.TestCase):
    def setUp(self):
        self.assertEqual(GUESTS.complaints, [])
        self.runs = Runs(GUESTS, self)
        self.begin, self.ctl = self.runs.begin, self.runs.ctl

    def runac(self, one, agent, library, *options):
        program = Program([GUESTS.runac, "-h", "127.0.0.1", "-p", str(one.port), "-n", agent, "-l", os.path.join(GUESTS.path, "seminar", library),
                           *options], self.runs.path)
        self.addCleanup(program.close)
        return program

    def play_with(self, library, seconds, *options, **how):
        """Plays the open world with a controller that is started by hand."""
        one = self.begin("seminar", "open.xml", "--agents_awaited", "1", "--Sig.EndTime", str(seconds), *options, **how)
        guest = self.runac(one, "guest", library)
        one.end()
        self.assertEqual(guest.wait(), 0, guest.printed())
        return one, [line.removeprefix("guest (").partition("): ")[2] for line in one.program.printed().splitlines() if line.startswith("guest (")]

    def test_a_controller_started_by_hand_sleeps_in_lock_step(self):
        one, printed_lines = self.play_with("Sleeper.so", 7, *SYNC)
        self.assertEqual(printed_lines, ["1: from 0.01 to 3.01, clock 3 s", "2: from 3.02 to 6.02, clock 3 s"])
        again, _ = self.play_with("Sleeper.so", 7, *SYNC)
        self.assertEqual(one.log(), again.log())
        way = {time: x for time, x, _, _ in one.way("guest")}
        self.assertEqual([way[time] for time in (0.04, 2.0, 2.04, 3.0, 3.04, 5.04)], [10, 10, 20, 20, 30, 40])

    def test_a_controller_started_by_hand_runs_without_lock_step(self):
        one, printed_lines = self.play_with("Watcher.so", 1.5, speed="0.3")
        self.assertEqual(printed_lines, ["joints 0, angle 0.00, position 0, quaternion 0, parts 0", "pointing 0", "joint force 0",
                                         "hand missing, body body", "grasp 0, nothing 0", "grasped 0, collision 0", "wheels 0",
                                         "seen 1 (2), picture no, service yes", "told 1", "wave missing", "still at (0.0, 51.0, 0.0)"])
        self.assertEqual(one.file(0, "laps.txt"), ["lap 0 at 0.01"])

    def test_a_foreign_client_moves_objects_by_its_own_timer(self):
        one = self.begin("seminar", "open.xml", "--Spades.MonitorInterval", "1", start="false", speed="10")
        one.program.wait_for("ready")
        client = Foreigner(one.port, "guest", self)
        self.ctl(one, "start")
        self.assertEqual(client.hear(START_SIM).real(), 0)
        self.ctl(one, "send", "guest", "to you")
        self.assertEqual(client.hear(MESSAGE).rest(), b"sigctl,00006,to you,-1.0,1,guest,")
        # A setter on the data port; the cup jumps from the floor, and soon lies there again.
        client.links[1].sendall(packet(ADD_FORCE, text("cup") + real(0, 5000, 0) + b"\0"))
        self.velocity(client, "cup")  # answered after the force
        pushed = client.time()
        wait_until(lambda: client.time() > pushed + 1, "the end of the jump")
        client.links[1].sendall(raw(8, b"00002,on,-1.0,1,switcher,"))
        one.program.wait_for("1. change, by guest")
        client.links[1].sendall(packet(LOG, u16(2) + text("from afar")))
        one.program.wait_for(r"^guest.*: from afar")
        self.ctl(one, "stop")
        client.hear(STOP_SIM)
        stopped, speed = client.time(), self.velocity(client, "cup")
        self.ctl(one, "start")
        self.assertEqual(client.hear(START_SIM).real(), stopped)
        self.ctl(one, "quit")
        one.end()
        heights = {round(time, 2): y for time, _, y, _ in one.way("cup")}
        self.assertEqual(heights[0.0], 4)
        self.assertGreater(max(heights.values()), 100)
        self.assertAlmostEqual(speed, (heights[round(stopped, 2)] - heights[round(stopped - 0.01, 2)]) / 0.01, delta=0.1)

    def velocity(self, client, name):
        body = client.ask(1, packet(GET_LINEAR, text(name)), LINEAR)
        self.assertEqual(body.text(), name)
        return body.real(3)[1]

    def test_a_foreign_client_gets_every_step(self):
        one = self.begin("seminar", "open.xml", "--Sig.ForeignClients", "packets", "--Sig.EndTime", "1", start="false", speed="2")
        one.program.wait_for("ready")
        client = Foreigner(one.port, "guest", self)
        self.ctl(one, "start")
        client.hear(ON_INIT)
        for step in range(1, 100):
            self.assertAlmostEqual(client.hear(ON_ACTION).real(), step * 0.01, 9)
        one.end()

    def test_the_python_sample_reads_the_world(self):
        one = self.begin("seminar", "open.xml", "--agents_awaited", "1", "--Sig.EndTime", "2", speed="0.4")
        done = run(sys.executable, SAMPLE, "127.0.0.1", str(one.port), "guest", "cup")
        one.end()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("there are: cup, guest, runner, switcher, tv_0, visitor", done.stdout)
        self.assertRegex(done.stdout, r"cup \(Cup\): body at \([45]\d\.\d+, .*, 100\.0\) cm, time 0\.0 s")

    def test_agents_can_attach_again_after_they_left(self):
        one = self.begin("seminar", "open.xml", speed="5")
        one.program.wait_for("running")
        for times in (1, 2):
            guest = self.runac(one, "guest", "Sleeper.so")
            wait_until(lambda: self.is_attached(one), "the guest")
            second = self.runac(one, "guest", "Watcher.so")
            self.assertEqual(second.wait(), 1)
            self.assertEqual(second.printed(), "runac: cannot attach to guest: guest has a controller")
            guest.process.kill()
            guest.wait()
            wait_until(lambda: not self.is_attached(one), "the end of the guest")
            lost = "lost: closed its connection; the match continues"
            wait_until(lambda: one.program.printed().count(lost) >= times, "the line about the guest's end")
            self.assertEqual(one.program.printed().count(lost), times)
        unknown = self.runac(one, "no_entity", "Watcher.so")
        self.assertEqual(unknown.wait(), 1)
        self.assertRegex(unknown.printed(), "^runac: cannot attach to no_entity: ")
        self.ctl(one, "quit")
        one.end()

    def is_attached(self, one):
        return json.loads(self.ctl(one, "--json", "print", "guest"))["attached"]


if __name__ == "__main__":
    unittest.main()
