#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""An agent that plays 12 sensations normally, and then closes a pipe and continues, or ends in the middle of a word.

    unruly_agent.py WAY TEAM

It needs no other file, so that it can be copied to a folder in which a server starts it.
"""

import os
import sys
import time

FOR_EVER = 150.0  # seconds


def frame(text):
    return len(text).to_bytes(4, "big") + text.encode()


def talk_on(write):
    """Sends acts as if it still received sensations; they would change the log if they took effect."""
    for i in range(300):
        write(frame(f"A(drive {100 if i % 2 else -100} 100 0)(say blind{i})") + frame("R0") + frame("D"))
        if i % 10 == 0:
            time.sleep(0.002)
    time.sleep(FOR_EVER)


def play_as(way, team):
    def read(count):
        data = b""
        while len(data) < count:
            chunk = os.read(3, count - len(data))
            if not chunk:
                sys.exit(0)
            data += chunk
        return data

    def receive():
        return read(int.from_bytes(read(4), "big")).decode("latin-1")

    def write(data):
        os.write(4, data)

    sensations = 0
    while (message := receive())[0] != "X":
        if message[0] == "D":
            write(frame("I"))
            if way == "ready_and_gone":
                sys.exit(3)
        if message[0] != "S":
            continue
        words = ["(create)", f"(init (unum 0)(teamname {team}))", f"(beam -{3 + len(way)} 5 0)"]
        act = words[sensations] if sensations < 3 else f"(drive {10 * sensations} 20 0)"
        sensations += 1
        if sensations < 13 or way == "orderly":
            write(frame("A" + act) + frame("D"))
        elif way == "closes_input":
            write(frame("A(drive 0 100 0)") + frame("D"))
            os.close(3)
            talk_on(write)
        elif way == "closes_input_thinking":
            os.close(3)
            write(frame("A(drive 0 100 0)") + frame("D"))
            talk_on(write)
        elif way == "closes_output":
            write(frame("A(drive 0 100 0)") + frame("D") + frame("A(drive 50 50 0)"))
            os.close(4)
            while True:
                receive()
        elif way == "closes_both":
            write(frame("A(drive 0 100 0)"))
            os.close(3)
            os.close(4)
            time.sleep(FOR_EVER)
        elif way == "leaves_unread":
            write(frame("A(drive 0 100 0)") + frame("D"))
            time.sleep(0.01)
            sys.exit(0)
        elif way == "dies_in_a_frame":
            write(frame("A(drive 0 100 0)") + frame("A(drive 100 100 0)")[:-3])
            os.kill(os.getpid(), 9)
        elif way == "half_a_frame":
            write(frame("A(drive 0 100 0)") + frame("D") + b"\0\0")
            os.close(4)
            time.sleep(FOR_EVER)


if __name__ == "__main__":
    play_as(sys.argv[1], sys.argv[2])
