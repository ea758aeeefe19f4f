#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Drives the rover of obstacle_run.rb to its target, around the obstacles that it sees: rover_agent.py PORT [HOST].

If it gets stuck or has touched something, it backs off first.
"""
import math, re, socket, sys, time

TARGET, TRACK, RADIUS = (2.0, 2.0), 0.32, 0.08
NEAR = 0.9  # m, from centre to centre

def wrap(degrees):
    return (degrees + 180) % 360 - 180

class Rover:
    def __init__(self):
        self.sensations, self.collisions, self.evading, self.side, self.still, self.last = 0, 0, 0, 1, 0, None

    def decide(self, percepts):
        self.sensations += 1
        if self.sensations == 1:
            return "(create)"
        pose = re.search(r"\(pose \(x (\S+)\) \(y (\S+)\) \(heading (\S+)\)\)", percepts)
        judge = re.search(r"\(judge \(state (\w+)\) \(time \S+\) \(collisions (\d+)\)", percepts)
        if not pose or not judge:
            return ""
        if judge[1] in ("reached", "late"):
            return self.drive(0, 0)
        x, y, heading = map(float, pose.groups())
        self.still = self.still + 1 if self.last and math.dist(self.last, (x, y)) < 0.01 else 0
        self.last = (x, y)
        if int(judge[2]) > self.collisions or self.still > 15:
            self.collisions, self.evading, self.side, self.still = int(judge[2]), 22, -self.side, 0
        if self.evading:
            self.evading -= 1
            if self.evading > 15:
                return self.drive(-0.4, 0)
            return self.drive(0.0, 1.2 * self.side) if self.evading > 9 else self.drive(0.6, 0)
        wanted = self.around(math.degrees(math.atan2(TARGET[1] - y, TARGET[0] - x)), percepts)
        error = math.radians(wrap(wanted - heading))
        return self.drive(0.6 if abs(error) < 0.5 else 0.1, max(-1.5, min(1.5, 1.5 * error)))

    @staticmethod
    def around(wanted, percepts):
        """The direction to the target, or one that passes the nearest obstacle on the nearer side."""
        ways = [(float(x), float(y)) for x, y in re.findall(r"\(obstacle_\d \(pos (\S+) (\S+) ", percepts)]
        for x, y in sorted(ways, key=lambda way: math.hypot(*way)):
            bearing = math.degrees(math.atan2(y, x))
            aside = wrap(bearing - wanted)
            if math.hypot(x, y) < NEAR and abs(aside) < 80:
                return bearing - (80 if aside > 0 else -80)
        return wanted

    @staticmethod
    def drive(forward, turn):  # m/s, rad/s to the left
        left, right = (forward - turn * TRACK / 2) / RADIUS, (forward + turn * TRACK / 2) / RADIUS
        return f"(LEFT_WHEEL {left:.3f})(RIGHT_WHEEL {right:.3f})"

def connect(host, port):
    """Connects to a server that may still be starting."""
    for _ in range(100):
        try:
            return socket.create_connection((host, port))
        except ConnectionRefusedError:
            time.sleep(0.1)
    sys.exit(f"there is no server at {host}, port {port}")

def main():
    rover = Rover()
    with connect(sys.argv[2] if len(sys.argv) > 2 else "127.0.0.1", int(sys.argv[1])) as link:
        stream = link.makefile("rb")
        while length := stream.read(4):
            data = rover.decide(stream.read(int.from_bytes(length, "big")).decode(errors="replace")).encode()
            link.sendall(len(data).to_bytes(4, "big") + data)

main()
