#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Hops to the beacon. docs/write/agents.md explains how agents talk."""
import math, os, re, sys

def read_exactly(count):
    data = b""
    while len(data) < count:
        chunk = os.read(3, count - len(data))
        if not chunk:
            sys.exit(0)
        data += chunk
    return data

def send(*messages):
    os.write(4, b"".join(len(text).to_bytes(4, "big") + text.encode() for text in messages))

created = False
while (message := read_exactly(int.from_bytes(read_exactly(4), "big")).decode())[0] != "X":
    if message[0] == "D":
        send("I")
    elif message[0] == "S":
        if not created:
            send("A(create)", "D")
            created = True
        elif beacon := re.search(r"\(Beacon \(angle (\S+)\) \(distance (\S+)\)", message):
            angle, speed = math.radians(float(beacon[1])), min(2.0, 2.5 * float(beacon[2]))
            send(f"A(hop {speed * math.cos(angle):.3f} {speed * math.sin(angle):.3f})", "D")
        else:
            send("D")
