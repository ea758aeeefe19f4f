# SPDX-License-Identifier: Apache-2.0
"""The motion of the ball after a kick (behaviour.md 2 and 3.5): it flies, bounces, slides and rolls, without players in
its way.

Each step of 0.01 s is that of the server: drag of 0.3 N·s/m, gravity, and a contact with the floor that allows no
slip and returns 0.8 of the speed of an impact faster than 2 m/s."""

import math
from dataclasses import dataclass, replace
from typing import NamedTuple, Optional

from .vector import Vector, distance

STEP = 0.01  # s
KICK_STEPS = 10
GRAVITY = 9.81  # m/s^2
DRAG = 0.3  # N·s/m
SOFTNESS = 1e-5  # CFM of a contact, m/s per N
CORRECTION = 0.2  # ERP: share of the depth that is corrected in one step
BOUNCE, MIN_BOUNCE_SPEED = 0.8, 2.0  # of the speed of an impact, m/s
FORCE_PER_POWER = 0.7  # N
KICK_TORQUE = 0.1 / (2 * math.pi)  # N·m of top spin for each N
STILL_ROLLING, RESTING = 0.02, 1e-3  # m/s of slip or climb, and m above the floor, that are negligible
LONGEST_ROLL = 60.0  # s, after which every ball lies still

direction_noise = 0.02  # rad, standard deviation of a kick (behaviour.md 3.5)
power_noise = 0.4


def elevation_noise(elevation):
    """The standard deviation of a kick at that elevation, degrees."""
    return 0.9 + 3.6 * (1 - 2 * abs(max(0.0, min(50.0, elevation)) / 50 - 0.5))


@dataclass
class BallState:
    position: Vector = Vector()
    velocity: Vector = Vector()  # m/s, along the ground
    height: float = 0.111  # m, of the centre
    climb: float = 0.0  # m/s upwards
    spin: Vector = Vector()  # m/s, surface speed along the ground; for a rolling ball it equals the velocity


class BallMotion:
    def __init__(self, field):
        self.mass = field.ball_mass if field.ball_mass > 0 else 0.43
        self.radius = field.ball_radius if field.ball_radius > 0 else 0.111
        self._roll_factor = 1 - STEP * DRAG / (1.4 * self.mass)  # factor per step of the speed of a rolling ball
        self._roll_time = 1.4 * self.mass / DRAG - STEP  # s: a ball of v m/s rolls v·roll_time m in total
        self._roll_decay = -math.log(self._roll_factor) / STEP  # 1/s

    def step(self, ball, force=Vector(), lift=0.0, torque=Vector()):
        """Makes one step in place, under forces in N. The torque, in N·m, is given as the direction in which it would
        make the ball roll.

        The moment of inertia is 0.4 m r², so friction F at the floor changes the velocity by F/m, the surface speed
        by −2.5 F/m per second, and the slip between ball and floor by 3.5 F/m."""
        touches, impact, push = ball.height <= self.radius, -ball.climb, STEP / self.mass
        vx = ball.velocity[0] + (force[0] - ball.velocity[0] * DRAG) * push
        vy = ball.velocity[1] + (force[1] - ball.velocity[1] * DRAG) * push
        climb = ball.climb + (lift - ball.climb * DRAG - self.mass * GRAVITY) * push
        turn = STEP / (0.4 * self.mass * self.radius)
        sx, sy = ball.spin[0] + torque[0] * turn, ball.spin[1] + torque[1] * turn
        if touches:
            wanted = (self.radius - ball.height) * CORRECTION / STEP
            if impact > MIN_BOUNCE_SPEED:
                wanted = max(wanted, BOUNCE * impact)
            softness = SOFTNESS * self.mass / STEP
            climb += max(0.0, (wanted - climb) / (1 + softness))
            slip_x, slip_y = (vx - sx) / (3.5 + softness), (vy - sy) / (3.5 + softness)
            vx, vy, sx, sy = vx - slip_x, vy - slip_y, sx + 2.5 * slip_x, sy + 2.5 * slip_y
        ball.velocity, ball.spin, ball.climb = Vector(vx, vy), Vector(sx, sy), climb
        ball.position = Vector(ball.position[0] + vx * STEP, ball.position[1] + vy * STEP)
        ball.height += climb * STEP

    def kick_step(self, ball, direction, elevation, power):
        """Makes one of the steps in which a kick pushes the ball."""
        force, angle = FORCE_PER_POWER * power, math.radians(elevation)
        along = direction.unit() * (force * math.cos(angle))
        self.step(ball, along, force * math.sin(angle), along * KICK_TORQUE)

    def kicked(self, before, direction, elevation, power):
        """The ball at the end of a kick's push. `direction` points from the player's centre to the ball's."""
        ball = replace(before)
        for _ in range(KICK_STEPS):
            self.kick_step(ball, direction, elevation, power)
        return ball

    def after(self, before, seconds):
        """The ball after that many seconds, rounded to steps. Once the ball rolls, the rest is a closed form."""
        ball = replace(before)
        if not seconds > 0:
            return ball
        steps = round(min(seconds, LONGEST_ROLL) / STEP)
        while steps > 0 and not self.is_rolling(ball):
            self.step(ball)
            steps -= 1
        if steps == 0:
            return ball
        velocity = ball.velocity * self._roll_factor**steps
        return self.rolling(ball.position + (ball.velocity - velocity) * self._roll_time, velocity)

    def rolling(self, position, velocity):
        """A rolling ball with that velocity."""
        return BallState(position, velocity, self.radius, 0.0, velocity)

    def is_rolling(self, ball):
        """Whether the ball lies or rolls on the floor without slipping, so that only drag changes its velocity."""
        return (abs(ball.height - self.radius) < RESTING and abs(ball.climb) < STILL_ROLLING
                and distance(ball.velocity, ball.spin) < STILL_ROLLING)

    def roll(self, speed, seconds=math.inf):
        """The distance, m, that a ball of that speed rolls in that many seconds."""
        return speed * self._roll_time * (1 - math.exp(-max(0.0, seconds) * self._roll_decay))

    def time_to_roll(self, speed, way):
        """The time, s, after which a rolling ball of that speed has covered the distance; infinite if it stops before."""
        if way <= 0:
            return 0.0
        share = way / self.roll(speed) if speed > 0 else math.inf
        return -math.log1p(-share) / self._roll_decay if share < 1 else math.inf


class KickAnswer(NamedTuple):
    elevation: float  # degrees
    power: float
    time: float  # s from the kick to the arrival
    speed: float  # m/s along the ground at the arrival
    height: float  # m, of the centre


class KickTable:
    """The effect of a kick at a resting ball: time, speed and height at each distance, for each elevation and power. A
    row is computed on first use; all of them take a second."""

    ELEVATIONS = (0, 2.5, 5, 7.5, 10, 12.5, 15, 20, 25, 30, 35, 40, 50)  # degrees; between them it interpolates
    POWERS = tuple(range(5, 101, 5))
    PITCH, DISTANCES = 0.25, 140  # m between two distances, their number
    LONGEST = 8.0  # s, the longest time that is simulated

    def __init__(self, motion):
        self._motion = motion
        self._rows = {}

    def kick_for(self, distance, time=0.0, below=math.inf, above=0.0, above_from=0.0, above_to=0.0, speed_at_most=math.inf) -> Optional[KickAnswer]:
        """The kick whose time to the distance (m along the ground) is closest to `time`, s; 0 means as soon as
        possible. Only kicks are considered with which the ball's centre is not higher than `below` there, higher
        than `above` between two distances, and not faster than `speed_at_most`; None if there is none. Lower
        elevations win ties, because their noise is smaller."""
        best = None
        for elevation in self.ELEVATIONS:
            weaker = None
            for power in self.POWERS:
                answer = self._in_row(elevation, power, distance)
                if answer and (answer.height > below or answer.speed > speed_at_most
                               or not self._clears(elevation, power, above, above_from, above_to)):
                    answer = None
                if answer:
                    best = closer(best, answer, time)
                    if weaker and weaker.time > time > answer.time:
                        best = closer(best, mix(weaker, answer, (weaker.time - time) / (weaker.time - answer.time)), time)
                weaker = answer
        return best

    def at(self, elevation, power, distance) -> Optional[KickAnswer]:
        """The effect of a kick at a distance; None if the ball does not get there within 8 s."""
        if not math.isfinite(elevation + power):
            return None
        elevation, power = max(0.0, min(50.0, elevation)), max(5.0, min(100.0, power))
        e = max(i for i, each in enumerate(self.ELEVATIONS[:-1]) if each <= elevation)
        p = min(int(power / 5) - 1, len(self.POWERS) - 2)
        share_e = (elevation - self.ELEVATIONS[e]) / (self.ELEVATIONS[e + 1] - self.ELEVATIONS[e])
        share_p = power / 5 - 1 - p
        sums = [0.0, 0.0, 0.0]
        for i, j in ((0, 0), (0, 1), (1, 0), (1, 1)):
            weight = (share_e if i else 1 - share_e) * (share_p if j else 1 - share_p)
            if weight < 1e-9:
                continue
            corner = self._in_row(self.ELEVATIONS[e + i], self.POWERS[p + j], distance)
            if not corner:
                return None
            sums = [total + weight * value for total, value in zip(sums, corner[2:])]
        return KickAnswer(elevation, power, *sums)

    def _in_row(self, elevation, power, distance):
        place = distance / self.PITCH
        if not 0 <= place < self.DISTANCES - 1:
            return None
        row, first = self._row(elevation, power), int(place)
        if first + 1 >= len(row):
            return None
        share = place - first
        return KickAnswer(elevation, power, *(a + share * (b - a) for a, b in zip(row[first], row[first + 1])))

    def _clears(self, elevation, power, above, start, end):
        places = [start + self.PITCH * i for i in range(int((end - start) / self.PITCH) + 1)] if above > 0 else []
        answers = (self._in_row(elevation, power, place) for place in places)
        return all(answer and answer.height >= above for answer in answers)

    def _row(self, elevation, power):
        if (elevation, power) not in self._rows:
            self._rows[elevation, power] = self._made_row(elevation, power)
        return self._rows[elevation, power]

    def _made_row(self, elevation, power):
        """[(time, speed, height)] by distance, as far as the ball gets. It simulates until the ball rolls,
        interpolating between steps; the rest is a closed form. The push itself (0.7 m at most) is treated as motion
        at constant speed; no decision depends on its details."""
        motion, pitch = self._motion, self.PITCH
        before = motion.rolling(Vector(), Vector())
        now = motion.kicked(before, Vector(1.0, 0.0), elevation, power)
        row, then, time = [(0.0, 0.0, before.height)], 0.0, KICK_STEPS * STEP
        while True:
            while len(row) < self.DISTANCES and pitch * len(row) <= now.position.x:
                share = (pitch * len(row) - before.position.x) / (now.position.x - before.position.x)
                row.append((then + share * (time - then), now.velocity.x, before.height + share * (now.height - before.height)))
            if len(row) == self.DISTANCES or motion.is_rolling(now):
                break
            before, then = replace(now), time
            motion.step(now)
            time += STEP
        while len(row) < self.DISTANCES:
            way = pitch * len(row) - now.position.x
            seconds = motion.time_to_roll(now.velocity.x, way)
            if time + seconds > self.LONGEST:
                break
            row.append((time + seconds, now.velocity.x * (1 - way / motion.roll(now.velocity.x)), now.height))
        return row


def closer(best, answer, time):
    """The answer whose time is closer."""
    return answer if best is None or abs(best.time - time) - abs(answer.time - time) > 1e-6 else best


def mix(a, b, share):
    """Interpolates between two answers of one elevation; share 0 is the first."""
    return KickAnswer(a.elevation, *(x + share * (y - x) for x, y in zip(a[1:], b[1:])))
