#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A referee for scenes/sigverse/errand.xml: errand_referee.py [-h HOST] [-p PORT] [--asked "bring me the can"]

It is a service that receives the reports of person and robot, and starts the world. When the errand is over it measures where all objects
are, writes the score to the server's log, and ends the simulation. Exit status: 0 if the person has got the requested object, else 1.
"""

import argparse
import contextlib
import math
import re
import socket
import struct
import sys

from sigservice import Service, ServiceError, octets_of, packed, raw, read_options

PERSON, ROBOT = "person", "robot"
SAME = {"tin": "can", "mug": "cup", "toy": "house"}
VERBS = {"bring", "fetch", "get", "give", "take", "carry", "want", "need"}
THINGS = {"can", "cup", "bottle", "house"}     # that the robot knows, whether they are in the world or not
IN_REACH, HEIGHT, NEAR, MOVED = 90.0, 70.0, 150.0, 5.0    # cm: from person to object, its height, from person to robot, movement of all others
START, END, LOG_MSG, MESSAGE = 2, 7, 33, 2     # raw requests; a packet, and its level


def words_of(text):
    """Lower-case words of a name or a sentence; synonyms are replaced by one of them."""
    return [SAME.get(word, word) for word in re.findall("[a-z]+", text.lower())]


def called(thing):
    return "the " + thing.replace("_", " ")


class Referee(Service):
    def __init__(self, host, port, asked):
        super().__init__("referee", host, port, once=True)
        self.asked = asked                     # by the person; empty: unknown
        self.places = {}                       # of all objects, when the world began
        self.heard = self.held = self.got = self.reason = ""
        self.is_done = False

    # Incoming reports.

    def started(self):
        names = self.world.names()
        for needed in (PERSON, ROBOT):
            if needed not in names:
                self.end(f"failed: this world has no {needed}")
                return
        self.places = {name: self.place(name) for name in names if name not in (PERSON, ROBOT)}
        self.send_server(raw(START))

    def lost(self):
        self.say("failed: the simulation has ended before the errand was over")

    def message(self, sender, text):
        """Takes a report "38.0 holds can": time, event and object."""
        when, event, thing = (text.split(" ", 2) + ["", ""])[:3]
        if sender not in (PERSON, ROBOT):
            return
        known = {"heard": "heard", "holds": "held", "has": "got", "failed": "reason"}.get(event)
        if known:
            setattr(self, known, thing)
        says = {
            "speaks": "speaks" + (f': "{self.asked}"' if self.asked else ""),
            "heard": f'has heard "{thing}"',
            "failed": f"cannot do it: {thing}",
            "done": "is done",
        }
        if event != "ends":
            self.say(f"{when:>6} s  {sender} {says.get(event) or f'{event} {called(thing)}'}")
        if event == "ends" or (event == "failed" and sender == PERSON):
            self.judge(when)

    # Actions of the referee.

    def place(self, name):
        thing = self.world.entity(name)
        return [thing[axis] for axis in "xyz"] if thing else [math.inf] * 3

    def meaning(self, sentence):
        """The request of a sentence: the object after the verb, or "come"; empty if it has neither."""
        words = words_of(sentence)
        known = THINGS.union(*map(words_of, self.places))
        verb = next((i for i, word in enumerate(words) if word in VERBS), len(words))
        return next((word for word in words[verb:] if word in known), "come" if "come" in words else "")

    def is_brought(self):
        (x, y, z), person = self.place(self.got), self.place(PERSON)
        return y > HEIGHT and math.hypot(x - person[0], z - person[2]) < IN_REACH

    def has_come(self):
        (x, _, z), person = self.place(ROBOT), self.place(PERSON)
        return not self.reason and math.hypot(x - person[0], z - person[2]) < NEAR

    def judge(self, when):
        """Judges the errand. The world stands still meanwhile, because the person waits."""
        wanted, understood = self.meaning(self.asked or self.heard), self.meaning(self.heard)
        if wanted == "come":
            self.is_done = understood == "come" and self.has_come()
            rows = [(20, understood == "come", "understanding"), (60, self.is_done, "coming to the person")]
        else:
            # Several objects may match the word; any of them is right.
            right = [name for name in self.places if wanted in words_of(name)]
            self.is_done = self.got in right and self.is_brought()
            rows = [(20, wanted and wanted == understood, "understanding"), (20, self.held in right, "finding and grasping it"),
                    (40, self.is_done, "bringing it to the person")]
        moved = [name for name, place in self.places.items() if name != self.held and math.dist(self.place(name), place) > MOVED]
        rows.append((20, self.is_done and not moved, "leaving the rest in place" + (": moved " + ", ".join(moved) if moved else "")))
        points, most = sum(row[0] for row in rows if row[1]), sum(row[0] for row in rows)
        lines = [f"{row[0] if row[1] else 0:3d} of {row[0]:3d} points for {row[2]}" for row in rows]
        self.end(*lines, f"{points:3d} of {most} points after {when} s: {self.result(wanted, understood)}")

    def result(self, wanted, understood):
        if self.is_done:
            return "the robot has come" if wanted == "come" else f"the person has got {called(self.got)}"
        if self.heard and (wanted != understood or not wanted):
            return f'failed: asked: "{self.asked or self.heard}", heard: "{self.heard}"'
        if self.reason:
            return f"failed: {self.reason}"
        return f'failed: asked: "{self.asked or self.heard}", got: {called(self.got) if self.got else "nothing"}'

    def end(self, *lines):
        """Prints the lines, writes them to the server's log, and ends the simulation."""
        for line in lines:
            self.say(line)
        self.send_server(*(self.log_packet(line) for line in lines), raw(END))
        self.close_all()

    @staticmethod
    def log_packet(line):
        inside = struct.pack(">HHHH", LOG_MSG, 1, 0, 0) + packed("") + struct.pack("<d", -1.0) + struct.pack(">h", MESSAGE) + packed(line)
        return struct.pack(">HH", 0xABCD, len(inside) + 6) + inside + struct.pack(">H", 0xDCBA)

    def send_server(self, *units):
        """Sends raw requests, as a viewer does. Waits until the server has read them all."""
        with socket.create_connection((self.host, self.port), timeout=10.0) as stream:
            stream.sendall(b"SIGViewer," + octets_of(self.name) + b"," + b"".join(units))
            stream.shutdown(socket.SHUT_WR)
            with contextlib.suppress(ConnectionError):                     # the server may have ended
                while stream.recv(65536):
                    pass


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0], add_help=False)
    parser.add_argument("--asked", default="", help="what the person says; else what the robot has heard is taken for it")
    options = read_options(parser)
    referee = Referee(options.host, options.port, options.asked)
    try:
        referee.run()
    except (ServiceError, OSError) as error:
        sys.exit(f"referee: {error}")
    sys.exit(0 if referee.is_done else 1)


if __name__ == "__main__":
    main()
