#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""An agent that tries everything that could harm a match.

    monkey_agent.py WAY TEAM NUMBER

It begins like any other agent, unless its WAY concerns the beginning, and becomes hostile after some sensations. It needs no other file, so that
it can be copied to a folder in which a server starts it.
"""

import os
import random
import resource
import signal
import sys
import time

FOR_EVER = 1000.0  # seconds
PEACEFUL_SENSATIONS = 10  # sensations
NUMBERS = ["nan", "-nan", "inf", "-inf", "1e999", "-1e308", "1e308", "4e-324", "0x1p2000", "", "()", "99999999999999999999", "-0"]


def frame(text):
    data = text if isinstance(text, bytes) else text.encode()
    return len(data).to_bytes(4, "big") + data


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
    view = memoryview(data)
    while view:
        view = view[os.write(4, view) :]


def expression(draw):
    """Returns known words with wrong numbers, lists and brackets."""
    word = draw.choice(["drive", "kick", "beam", "catch", "pantilt", "say", "init", "create", "", "drive\0", "x" * 300])
    numbers = " ".join(draw.choice(NUMBERS) for _ in range(draw.randrange(5)))
    named = " ".join(f"({name} {draw.choice(NUMBERS)})" for name in draw.sample(["unum", "teamname", "x"], draw.randrange(4)))
    return draw.choice(["({} {})", "({} ({}))", "(({} {}))", "({} {}", "{} {})"]).format(word, draw.choice([numbers, named]))


# The actions of each kind in a think cycle once it is hostile; the returned message ends the cycle.


def garbage(draw):
    write(frame(b"A" + draw.randbytes(draw.randrange(2000))) + frame(draw.randbytes(20)))


def nan(draw):
    write(b"".join(frame("A" + expression(draw)) for _ in range(20)))


def act_flood(draw):
    write(b"".join(frame(f"A(drive {i % 100} 0 0)(say x)") for i in range(2000)))


def long_acts(draw):
    write(frame("A" + "(drive 1 1 0)" * 4000) * 20 + frame("A" + "x" * 200_000))


def nesting(draw):
    write(frame("A" + "(" * 30000) + frame("A" + "(a" * 40 + ")" * 40))


def requests(draw):
    write(b"".join(frame(f"R{draw.choice([0, i, 10**9, 10**18])}") for i in range(5000)))


def questions(draw):
    write(frame("C") * 20000)


def shouting(draw):
    write(frame("A" + "(say " + "y" * 500 + ")") * 200)


def silence(draw):
    time.sleep(FOR_EVER)


def slow_reading(draw):
    time.sleep(1)


def sudden_death(draw):
    write(frame("A(drive 1 2 3)")[:-4])
    os.kill(os.getpid(), signal.SIGKILL)


def half_frame(draw):
    write(b"\0\0\1")
    time.sleep(FOR_EVER)


def huge_length(draw):
    write(b"\0\xff\xff\xff" + b"x" * 100_000)
    time.sleep(FOR_EVER)


def senseless_length(draw):
    write(b"\xff\xff\xff\xff")
    time.sleep(FOR_EVER)


def flood_for_ever(draw):
    """Acts between think cycles, without further reading."""
    write(frame("D"))
    noise = frame("Anonsense") * 5000
    while True:
        write(noise)


def mute_flood(draw):
    """Acts in the middle of a think cycle, which does not end."""
    noise = frame("C") * 5000
    while True:
        write(noise)


def forks(draw):
    for _ in range(400):
        try:
            if os.fork() == 0:
                time.sleep(FOR_EVER)
        except OSError:
            break


def memory(draw):
    kept = []
    while True:
        kept.append(bytearray(8 << 20))


def files(draw):
    try:
        while True:
            for i in range(1000):
                with open(f"rubbish{i}", "ab") as file:
                    file.write(b"z" * 1_000_000)
    except OSError:
        pass


def talk(draw):
    for _ in range(50):
        os.write(1, b"bla " * 100_000)
        os.write(2, b"BLA\n" * 100_000)


def orderly(draw):
    write(frame(f"A(drive {draw.randrange(-100, 100)} {draw.randrange(-100, 100)} 0)(kick 10 50)"))


def play(way, team, number):
    draw = random.Random(f"{way} {number}")
    # A crash must not fill the tester's disk.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sensations = 0
    while (message := receive())[0] != "X":
        if message[0] == "D":
            if way == "never_ready":
                time.sleep(FOR_EVER)
            write(frame("I"))
        if message[0] == "T":
            write(frame("D"))
        if message[0] != "S":
            continue
        sensations += 1
        if sensations <= 3 and way != "garbage":
            words = ["(create)", f"(init (unum 0)(teamname {team}))", f"(beam -{2 + number} {number} 0)"]
            write(frame("A" + words[sensations - 1]))
        elif sensations > PEACEFUL_SENSATIONS or way in ("garbage", "orderly"):
            globals()[way](draw)
        write(frame("D"))


if __name__ == "__main__":
    play(sys.argv[1], sys.argv[2], int(sys.argv[3]))
