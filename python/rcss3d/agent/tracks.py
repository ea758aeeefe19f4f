# SPDX-License-Identifier: Apache-2.0
"""Kalman filters for an agent's own place, the other players and the ball.

Each filter keeps its estimate for the moment of the last picture. The two axes are filtered separately, each over
place and velocity; errors in distance and direction of a sighting are converted to those of the axes."""

import math
from dataclasses import dataclass, replace

from . import player_motion
from .ball_motion import KICK_STEPS, STEP, BallMotion, BallState
from .vector import Vector, dot, towards
from .world import Track

# The vision noise that the server adds (behaviour.md 4.1), standard deviations.
DISTANCE_NOISE = 0.000965  # of the distance
AZIMUTH_NOISE, ELEVATION_NOISE = math.radians(0.148), math.radians(0.1225)
CALIBRATION = 0.003  # m along each axis, the same error for the whole match
EYE_HEIGHT = 0.22  # m, of a player's centre; marks lie on the ground
MISSES_OF_ONE_GONE = 3  # an object is gone after this many pictures in which it should have been seen


class Axis:
    """Place and velocity along one axis, with their covariances."""

    def __init__(self, place=0.0, place_variance=0.0, velocity=0.0, velocity_variance=0.0):
        self.place, self.velocity = place, velocity
        self.pp, self.pv, self.vv = place_variance, 0.0, velocity_variance

    def spread(self, way, decay, shift, push):
        """The covariances after place += way·velocity, velocity *= decay, and noise of these variances. The caller updates the means."""
        self.pp += 2 * way * self.pv + way * way * self.vv + shift
        self.pv = decay * (self.pv + way * self.vv)
        self.vv = decay * decay * self.vv + push

    def surprise(self, place, variance):
        """The squared error in standard deviations."""
        return (place - self.place) ** 2 / (self.pp + variance)

    def see(self, place, variance):
        gain_p, gain_v = self.pp / (self.pp + variance), self.pv / (self.pp + variance)
        off = place - self.place
        self.place += gain_p * off
        self.velocity += gain_v * off
        self.vv -= gain_v * self.pv
        self.pv *= 1 - gain_p
        self.pp *= 1 - gain_p


def errors(axes):
    """(m, m/s), the standard deviations along each axis."""
    return (math.sqrt(max(0.0, axes[0].pp + axes[1].pp) / 2), math.sqrt(max(0.0, axes[0].vv + axes[1].vv) / 2))


@dataclass
class Fix:
    """The place of a sighting in the agent's frame, and its accuracy."""

    place: Vector
    variances: Vector  # m^2, of the place along the axes
    height: float
    height_variance: float


class PlayerTracker:
    """Tracks another player. Its intentions are unknown: it is assumed to keep its velocity, and may speed up or slow
    down as players can."""

    RESTLESSNESS = 1.0  # (m/s)^2/s by which the variance of the velocity grows
    CALM = 0.6  # 1/s: players do not keep their velocity for ever
    SURPRISE, TOO_FAST, FIRST_SPEED = 25.0, 2.5, 0.8  # standard deviations squared, m/s, m/s

    def __init__(self):
        self.axes, self.age, self.missed = (Axis(), Axis()), math.inf, 0

    def advance(self, seconds):
        decay = math.exp(-self.CALM * seconds)
        way, push = (1 - decay) / self.CALM, self.RESTLESSNESS * min(seconds, 2.0)
        for axis in self.axes:
            axis.spread(way, decay, push * seconds * seconds / 4, push)
            axis.place += axis.velocity * way
            axis.velocity *= decay
        self.age += seconds

    def see(self, fix):
        surprise = sum(axis.surprise(place, variance) for axis, place, variance in zip(self.axes, fix.place, fix.variances))
        for axis, place, variance in zip(self.axes, fix.place, fix.variances):
            axis.see(place, variance)
        # The player is new, was placed elsewhere by the referee, or was pushed away.
        if self.age == math.inf or surprise > self.SURPRISE or math.hypot(self.axes[0].velocity, self.axes[1].velocity) > self.TOO_FAST:
            self.axes = tuple(Axis(place, variance, 0.0, self.FIRST_SPEED**2) for place, variance in zip(fix.place, fix.variances))
        self.age, self.missed = 0.0, 0

    def track(self, later, height):
        """The estimate for that many seconds later."""
        copy = PlayerTracker()
        copy.axes = tuple(_copied(axis) for axis in self.axes)
        copy.advance(later)
        x, y = copy.axes
        return Track(Vector(x.place, y.place), Vector(x.velocity, y.velocity), height, 0.0, *errors(copy.axes), self.age)


class OwnPlace:
    """An agent's place and the direction of its camera: predicted from its own commands, corrected by flags and goal
    posts. If these contradict any possible own motion, the player was pushed or placed elsewhere, and only the
    sightings count."""

    UNLIKELY = 20.0  # squared error in standard deviations

    def __init__(self):
        self.known, self.pan, self.pan_variance = False, 0.0, 0.0
        self.axes, self.command = (Axis(), Axis()), Vector()

    def copy(self):
        other = OwnPlace()
        other.known, other.pan, other.pan_variance, other.command = self.known, self.pan, self.pan_variance, self.command
        other.axes = tuple(map(_copied, self.axes))
        return other

    @property
    def position(self):
        return Vector(self.axes[0].place, self.axes[1].place)

    @property
    def velocity(self):
        return Vector(self.axes[0].velocity, self.axes[1].velocity)

    def advance(self, start, end, sent, touching):
        """Advances from one step to another; returns the place at the beginning of each step. `sent`: {step: (drive,
        kick, pan)}. `touching`: whether other players are near enough to push."""
        path, place, velocity = [], self.position, self.velocity
        for step in range(max(start, end - 300), end):
            path.append((place, velocity))
            command, _, pan = sent.get(step, (None, None, 0.0))
            if command is not None:
                self.command = command
            if pan:
                self.pan = math.remainder(self.pan + pan, 2 * math.pi)
                self.pan_variance += math.radians(0.25) ** 2
            place, velocity = player_motion.drive(place, velocity, self.command, STEP)
        seconds = (end - start) * STEP
        decay = player_motion.left_after(seconds)
        push = (0.5 if touching else 0.02) ** 2 * seconds / 0.2
        for axis, at, speed in zip(self.axes, place, velocity):
            axis.spread((1 - decay) / player_motion.DRAG, decay, push * seconds * seconds / 4 + 1e-6, push)
            axis.place, axis.velocity = at, speed
        return path

    def see(self, seen, field, left, turns):
        """Takes the flags and goal posts of a picture. `turns`: whether there is a camera, whose pan has to be estimated."""
        marks = []
        for mark in seen:
            if mark.kind in ("flag", "goal") and mark.id:
                along = math.sqrt(max(0.0, mark.distance**2 - EYE_HEIGHT**2))
                marks.append((mark_place(mark, field, left), along, mark.azimuth))
        if not marks or (turns and not self.known and len(marks) < 2):
            return
        if not self.known:
            self.pan, self.pan_variance = (first_pan(marks), math.radians(0.5) ** 2) if turns else (0.0, 0.0)
        if turns:
            self._find_pan(marks)
        place, variances = seen_place(marks, self.pan, self.pan_variance)
        surprise = max(axis.surprise(at, variance) for axis, at, variance in zip(self.axes, place, variances))
        if not self.known or surprise > self.UNLIKELY:
            self.axes = tuple(Axis(at, variance, 0.0, 1.5**2) for at, variance in zip(place, variances))
        else:
            for axis, at, variance in zip(self.axes, place, variances):
                axis.see(at, variance)
        self.known = True

    def _find_pan(self, marks):
        """Estimates the pan from the sightings alone if there are marks in several directions, otherwise from the expected place."""
        sum_, weights = 0.0, 0.0
        place = self.position
        if len(marks) >= 2:
            pan = first_pan(marks)
            place, _ = seen_place(marks, pan, 0.0)
        for there, along, azimuth in marks:
            weight = 1 / (AZIMUTH_NOISE**2 + (CALIBRATION**2 + (0 if len(marks) >= 2 else self.axes[0].pp + self.axes[1].pp)) / max(along, 0.5) ** 2)
            sum_ += weight * math.remainder((there - place).angle - azimuth - self.pan, 2 * math.pi)
            weights += weight
        spread = 1 / weights + (math.radians(0.1) ** 2 if len(marks) >= 2 else 0)
        gain = self.pan_variance / (self.pan_variance + spread) if self.known else 1.0
        self.pan = math.remainder(self.pan + gain * sum_ / weights, 2 * math.pi)
        self.pan_variance = self.pan_variance * (1 - gain) if self.known else spread
        self.pan_variance = max(self.pan_variance, math.radians(0.05) ** 2)


def mark_place(mark, field, left):
    """The place of a flag or goal post: "1_l" is the left one at the negative side of the world, for both teams."""
    x = -field.length / 2 if mark.id.endswith("l") else field.length / 2
    y = field.goal_width / 2 if mark.kind == "goal" else field.width / 2
    there = Vector(x, -y if mark.id.startswith("1") else y)
    return there if left else there * -1


def first_pan(marks):
    """The rotation that maps the sightings of marks to their places, by least squares; distant marks, which are seen
    less accurately, weigh less."""
    seen = [towards(azimuth, along) for _, along, azimuth in marks]
    weights = [1 / (1 + along * along) for _, along, _ in marks]
    total = sum(weights)
    seen_centre = sum((place * weight for place, weight in zip(seen, weights)), Vector()) * (1 / total)
    true_centre = sum((mark[0] * weight for mark, weight in zip(marks, weights)), Vector()) * (1 / total)
    along = sum(weight * dot(place - seen_centre, mark[0] - true_centre) for place, mark, weight in zip(seen, marks, weights))
    across = sum(weight * dot((place - seen_centre).turned_left(), mark[0] - true_centre) for place, mark, weight in zip(seen, marks, weights))
    return math.atan2(across, along)


def seen_place(marks, pan, pan_variance):
    """(place, variances along the axes) from the marks alone: each mark is accurate along its line of sight, less so across it."""
    a, b, c, right = 0.0, 0.0, 0.0, Vector()  # the information matrix (a b; b c), and the right side of the equation
    for there, range_, azimuth in marks:
        line = towards(azimuth + pan)
        place = there - line * range_
        along = 1 / ((DISTANCE_NOISE * range_) ** 2 + 1e-6)
        across = 1 / ((AZIMUTH_NOISE**2 + pan_variance) * range_**2 + CALIBRATION**2)
        first, second, mixed = along * line.x**2 + across * line.y**2, along * line.y**2 + across * line.x**2, (along - across) * line.x * line.y
        a, b, c = a + first, b + mixed, c + second
        right += Vector(first * place.x + mixed * place.y, mixed * place.x + second * place.y)
    whole = max(a * c - b * b, 1e-12)
    return Vector((c * right.x - b * right.y) / whole, (a * right.y - b * right.x) / whole), Vector(c / whole, a / whole)


class BallTracker:
    """Tracks the ball on the ground and in the air: its mean moves as the ball does (`BallMotion`), including own kicks
    and touches. A picture that does not fit means that another player has kicked the ball or that it has hit
    something; the velocity is then the one that leads from the previous place to the present one."""

    SURPRISE = 20.0
    TOO_FAST = 20.0  # m/s: above this the ball was placed elsewhere
    KICK_TIME = 0.13  # s before the picture, the assumed time of a kick by another player
    FLIGHT_SPIN = 0.36  # surface speed after a kick at a resting ball, as a share of the ball's speed
    UNREST, TOUCH_UNREST = 0.03, 0.5  # m/s of random velocity within a sensation, and after an own kick or touch
    ON_THE_GROUND, NO_CLIMB = 0.05, 0.8  # m above the radius, m/s

    def __init__(self):
        self.ball, self.axes, self.up = BallState(), (Axis(), Axis()), Axis()
        self.age, self.elapsed, self.missed = math.inf, 0.0, 0
        self.push = None  # (direction, elevation, power, steps) of an own kick that is pushing the ball

    def copy(self):
        other = BallTracker()
        other.ball, other.axes, other.up = replace(self.ball), tuple(map(_copied, self.axes)), _copied(self.up)
        other.age, other.elapsed, other.push = self.age, self.elapsed, self.push
        return other

    def advance(self, start, path, sent, field):
        """Advances from that step on, while this player moves along `path`."""
        if self.age == math.inf or not path:
            return
        touched = self._run(start, path, sent, field)
        seconds = len(path) * STEP
        decay = math.exp(-0.5 * seconds)
        push = ((self.TOUCH_UNREST if touched else self.UNREST) ** 2) * seconds / 0.2
        for axis in (*self.axes, self.up):
            axis.spread(seconds, decay, push * seconds * seconds / 4 + 4e-6, push)
        self._take_means()
        self.age += seconds
        self.elapsed += seconds

    def _run(self, start, path, sent, field):
        """Makes one step after the other, as the server does: acts, then forces, then motion. Returns whether this
        player has touched the ball."""
        motion, touch, touched = BallMotion(field), field.ball_radius + field.player_radius, False
        for i, (place, velocity) in enumerate(path):
            apart = self.ball.position - place
            range_ = math.hypot(apart.x, apart.y, self.ball.height - field.player_radius)
            kick = sent.get(start + i, (None, None, 0.0))[1]
            if kick and not self.push and range_ < touch + 0.07:
                self.push, touched = (apart.unit(), *kick, KICK_STEPS), True
            if range_ < touch and not self.push and (closing := dot(velocity - self.ball.velocity, apart.unit())) > 0:
                self.ball.velocity += apart.unit() * (closing * (1.8 if closing > 2 else 1))
                touched = True
            if self.push:
                direction, elevation, power, steps = self.push
                motion.kick_step(self.ball, direction, elevation, power)
                self.push = (direction, elevation, power, steps - 1) if steps > 1 else None
            elif range_ > 2 and motion.is_rolling(self.ball):
                self.ball = motion.after(self.ball, (len(path) - i) * STEP)
                break
            else:
                motion.step(self.ball)
        return touched

    def see(self, fix, field):
        elapsed, self.elapsed = self.elapsed, 0.0
        was_known, self.age, self.missed = self.age < 2, 0.0, 0
        jump = fix.place - self.ball.position
        if not was_known or jump.length > self.TOO_FAST * max(elapsed, 0.1):
            return self._start(fix, field)
        kicked = False
        if sum(axis.surprise(place, variance) for axis, place, variance in zip(self.axes, fix.place, fix.variances)) > self.SURPRISE:
            kicked, self.push = True, None
            time = self.KICK_TIME if self.ball.velocity.length < 2 else max(elapsed, STEP)
            velocity = (self.ball.velocity + jump * (1 / time)).at_most(15)
            spread = (0.3 + 0.25 * velocity.length) ** 2
            self.axes = tuple(Axis(place, variance, speed, spread) for place, variance, speed in zip(fix.place, fix.variances, velocity))
            self.up.pp, self.up.vv = self.up.pp + 0.01, self.up.vv + 4
        else:
            for axis, place, variance in zip(self.axes, fix.place, fix.variances):
                axis.see(place, variance)
        if self.up.surprise(fix.height, fix.height_variance) > self.SURPRISE:
            climb = (fix.height - self.up.place) / max(elapsed, 0.05) + 4.9 * elapsed
            self.up, kicked = Axis(fix.height, fix.height_variance, max(-10.0, min(10.0, climb)), 4.0), True
        else:
            self.up.see(fix.height, fix.height_variance)
        velocity = Vector(self.axes[0].velocity, self.axes[1].velocity)
        spin = velocity * self.FLIGHT_SPIN if kicked else self.ball.spin + (velocity - self.ball.velocity)
        self.ball = BallState(Vector(self.axes[0].place, self.axes[1].place), velocity, self.up.place, self.up.velocity, spin)
        return self._settle(field)

    def _start(self, fix, field):
        """Starts a track with a ball at rest."""
        self.ball, self.push = BallState(fix.place, Vector(), max(fix.height, field.ball_radius)), None
        self.axes = tuple(Axis(place, variance, 0.0, 4.0) for place, variance in zip(fix.place, fix.variances))
        self.up = Axis(self.ball.height, fix.height_variance, 0.0, 1.0)
        self._settle(field)

    def _settle(self, field):
        """A ball that is not seen to fly rolls."""
        doubt = 2 * math.sqrt(max(0.0, self.up.pp))
        self.ball.height = max(self.ball.height, field.ball_radius)
        low = self.ball.height < field.ball_radius + max(self.ON_THE_GROUND, doubt)
        if low and not self.push and abs(self.ball.climb) < self.NO_CLIMB + 2 * math.sqrt(max(0.0, self.up.vv)):
            self.ball.height, self.ball.climb, self.ball.spin = field.ball_radius, 0.0, self.ball.velocity
        self._take_means()

    def _take_means(self):
        for axis, place, velocity in zip(self.axes, self.ball.position, self.ball.velocity):
            axis.place, axis.velocity = place, velocity
        self.up.place, self.up.velocity = self.ball.height, self.ball.climb

    def track(self, age):
        return Track(self.ball.position, self.ball.velocity, self.ball.height, self.ball.climb, *errors(self.axes), age)


def _copied(axis):
    other = Axis(axis.place, axis.pp, axis.velocity, axis.vv)
    other.pv = axis.pv
    return other


def fix_of(seen, me, tilt, eye):
    """The place that follows from a sighting. `me`: OwnPlace. The error of the agent's place counts less for near objects."""
    elevation, line = seen.elevation + tilt, towards(seen.azimuth + me.pan)
    range_ = seen.distance * math.cos(elevation)
    own = (me.axes[0].pp + me.axes[1].pp) / 2 * min(1.0, range_ / 8)
    up = max(ELEVATION_NOISE * seen.distance, 0.001)
    along = (DISTANCE_NOISE * seen.distance) ** 2 + (up * math.sin(elevation)) ** 2 + own + 1e-6
    across = (AZIMUTH_NOISE**2 + me.pan_variance) * range_**2 + CALIBRATION**2 + own
    variances = Vector(along * line.x**2 + across * line.y**2, along * line.y**2 + across * line.x**2)
    return Fix(me.position + line * range_, variances, eye + seen.distance * math.sin(elevation), up**2 + CALIBRATION**2)


