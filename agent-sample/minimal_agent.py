#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A minimal player: joins a team, takes its place, runs to the ball, kicks. docs/write/agents.md explains it."""
import math, os, re, sys

def read_exactly(count):
    data = b""
    while len(data) < count:
        chunk = os.read(3, count - len(data))
        if not chunk:
            sys.exit(0)                            # the server has closed the connection
        data += chunk
    return data

def receive():                                     # four bytes of length, then the text
    return read_exactly(int.from_bytes(read_exactly(4), "big")).decode(errors="replace")

def send(*messages):                               # the length counts bytes, not letters
    os.write(4, b"".join(len(data).to_bytes(4, "big") + data for data in map(str.encode, messages)))

def decide(percepts):
    global number, pan
    if joined := re.search(r"\(unum (\d+)\)", percepts):
        number = int(joined[1])                    # sent once, after (init ...)
    if turned := re.search(r"\(pan_tilt (\S+) ", percepts):
        pan = float(turned[1])                     # sent in every tenth sensation
    if "BeforeKickOff" in percepts:
        return f"(beam {-3 * number} {4 * (number % 2) - 2} 0)"
    ball = re.search(r"\(Ball \(pol (\S+) (\S+) ", percepts)
    if not ball:
        return "(drive 0 0 0)(pantilt 90 0)"       # not in view: turn the camera
    distance, angle = float(ball[1]), math.radians(float(ball[2]) + pan)
    return f"(drive {100 * math.cos(angle):.1f} {100 * math.sin(angle):.1f} 0)" + "(kick 10 80)" * (distance < 0.4)

try:
    os.fstat(3)
except OSError:
    sys.exit("the server starts this program: rcssserver3D --agentdb my_agents.xml --team mine:5")

team, number, pan, sensations = sys.argv[1], 0, 0.0, 0
while (message := receive())[0] != "X":            # X: the match is over
    if message[0] == "D":
        send("I")                                  # ready
    elif message[0] == "S":                        # S<generated> <arrived> <percepts>
        first_words = ["(create)", f"(init (unum 0)(teamname {team}))"]
        act = first_words[sensations] if sensations < 2 else decide(message.split(" ", 2)[2])
        send("A" + act, "D")                       # the act; done thinking
        sensations += 1
