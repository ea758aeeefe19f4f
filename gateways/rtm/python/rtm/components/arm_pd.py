# SPDX-License-Identifier: Apache-2.0
"""A controller for the arm of scenes/robots/arm_torque.rsg: PD along a path, with feed-forward of the arm's weight."""

import math
import time

import rtm

PAUSE = 0.5  # seconds without a measurement, after which the path restarts at the arm's present pose
GRAVITY = 9.81
# J1 ... J7, in turn about z and x: the height of the joint above the previous one, the mass of its link, and the height
# of the link's centre above the joint.
LINKS = ((0.05, 4.0, 0.06), (0.10, 3.0, 0.10), (0.20, 2.0, 0.06), (0.10, 1.5, 0.09), (0.18, 0.8, 0.05), (0.09, 0.6, 0.05), (0.10, 0.4, 0.03))
FINGER_MASS, FINGER_HEIGHT, FINGER_PLACE = 0.1, 0.10, 0.03
JOINTS = len(LINKS) + 2


def plus(a, b, factor):
    return [x + factor * y for x, y in zip(a, b)]


def weight(pose):
    """The torques that balance the arm's weight in a pose. For a joint with axis a through a point p: g (a x sum m (c -
    p)) along z over all links beyond it, with masses m and centres c; for a finger: g m (a along z)."""
    anchor, x, y, z = [0.0] * 3, [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]
    joints = []
    for i, (height, mass, centre) in enumerate(LINKS):
        anchor = plus(anchor, z, height)
        c, s = math.cos(pose[i]), math.sin(pose[i])
        if i % 2 == 0:
            axis, x, y = z, plus([c * v for v in x], y, s), plus([c * v for v in y], x, -s)
        else:
            axis, y, z = x, plus([c * v for v in y], z, s), plus([c * v for v in z], y, -s)
        joints.append((axis, anchor, mass, plus(anchor, z, centre)))
    fingers, total, moment = [], 0.0, [0.0] * 3
    for side, opening in zip((1.0, -1.0), pose[len(LINKS):]):
        total += FINGER_MASS
        moment = plus(moment, plus(plus(anchor, z, FINGER_HEIGHT), y, side * (FINGER_PLACE + opening)), FINGER_MASS)
        fingers.append(GRAVITY * FINGER_MASS * side * y[2])
    torques = []
    for axis, point, mass, centre in reversed(joints):
        total += mass
        moment = plus(moment, centre, mass)
        lever = plus(moment, point, -total)
        torques.insert(0, GRAVITY * (axis[0] * lever[1] - axis[1] * lever[0]))
    return torques + fingers


def numbers(name, text):
    values = [float(word) for word in text.split()]
    if len(values) != JOINTS or not all(map(math.isfinite, values)):
        raise ValueError(f"{name}: expected {JOINTS} numbers in a row")
    return values


class ArmPD(rtm.Component):
    """Answers each measurement once. The time on the path is that of the measurements, independent of how often on_execute is called."""

    def __init__(self):
        super().__init__(category="Controller", rate=500)
        self.angle = self.in_port("angle", "doubles")
        self.velocity = self.in_port("velocity", "doubles")
        self.torque = self.out_port("torque", "doubles")
        self.kp = self.parameter("kp", "400 800 400 600 400 400 400 400 400")
        self.kd = self.parameter("kd", "40 80 40 60 40 40 40 40 40")
        self.path = self.parameter("path", "0.8 0.6 -0.5 0.9 0.6 0.7 -0.8 0.03 0.03; -0.4 0.9 0.4 0.6 -0.7 0.9 0.9 0.005 0.005; "
                                   "-1.0 0.4 0.6 1.1 0.4 0.3 0.4 0.035 0.035; 0 0.2 0 0.4 0 0.2 0 0.01 0.01")
        self.duration = self.parameter("duration", 10.0)

    def on_activated(self):
        self.gains = list(zip(numbers("kp", self.kp.value), numbers("kd", self.kd.value)))
        self.poses = [numbers("path", pose) for pose in self.path.value.split(";")]
        self.leg = self.duration.value / len(self.poses)
        if not self.leg > 0:
            raise ValueError("duration: expected a number above 0, s")
        self.last = None

    def on_execute(self):
        # A velocity is put before the angle that belongs to it, so the one read afterwards is never older than the angle.
        measured, velocities = self.angle.take(timed=True), self.velocity.read()
        if measured is None or velocities is None:
            return
        angles, now = measured[0], measured[1] or time.time()
        for name, given in (("angle", angles), ("velocity", velocities)):
            if len(given) != JOINTS:
                raise ValueError(f"{name} has {len(given)} numbers; the arm has {JOINTS} joints")
        if self.last is None or not 0 <= now - self.last <= PAUSE:
            self.began, self.found = now, angles
        self.last = now
        wanted = self.on_the_path(now - self.began)
        carry = weight([place for place, _ in wanted])
        torques = [load + kp * (place - angle) + kd * (speed - velocity)
                   for load, (kp, kd), (place, speed), angle, velocity in zip(carry, self.gains, wanted, angles, velocities)]
        self.torque.put(torques, time=now)

    def on_the_path(self, passed):
        """(place, speed) of each joint between two poses, by 10 u^3 - 15 u^4 + 6 u^5."""
        leg, u = divmod(passed / self.leg, 1.0)
        before = self.poses[int(leg - 1) % len(self.poses)] if leg > 0 else self.found
        after = self.poses[int(leg) % len(self.poses)]
        share, rate = u * u * u * (10 + u * (6 * u - 15)), 30 * u * u * (1 - u) * (1 - u) / self.leg
        return [(a + (b - a) * share, (b - a) * rate) for a, b in zip(before, after)]


if __name__ == "__main__":
    rtm.serve(ArmPD())
