# SPDX-License-Identifier: Apache-2.0
"""The motion of players on the floor (behaviour.md 2.6 and 14.1): per axis v' = v·q + TOP_SPEED·u·(1 − q) in each step
of the server, with u the drive command from −1 to 1 and q = exp(−DRAG·0.01 s). All functions are closed forms for a
constant command. The constants include the drag per step and the softness of the contact with the floor."""

import math

from .vector import Vector, dot

TOP_SPEED = 1.6196  # m/s at full power
DRAG = 2.5025  # 1/s, of the velocities after whole steps
FREE_ROLL = 0.39463  # s: a player of v m/s rolls 0.39463·v m with its motor off
CLOSE = 1e-3  # m


def left_after(seconds):
    """The remaining share of a velocity after some seconds with the motor off."""
    return math.exp(-DRAG * seconds)


def drive(position, velocity, command, seconds):
    """(position, velocity) after that many seconds of the command."""
    left = left_after(seconds)
    roll = FREE_ROLL * (1 - left)
    return (position + velocity * roll + command * (TOP_SPEED * (seconds - roll)), velocity * left + command * (TOP_SPEED * (1 - left)))


def reach(seconds):
    """The distance, m, in any direction from where it would roll by itself, that a player can be at after some seconds."""
    return TOP_SPEED * (seconds - FREE_ROLL * (1 - left_after(seconds)))


def time_to(position, velocity, place, radius=0.0):
    """The shortest time, s, after which a player can be within `radius` of a place, at any velocity. Infinite if any
    input is not finite."""
    fastest, seconds = max(TOP_SPEED, velocity.length), 0.0
    for _ in range(200):
        roll = FREE_ROLL * (1 - left_after(seconds))
        gap = (place - (position + velocity * roll)).length - TOP_SPEED * (seconds - roll) - radius
        if gap < CLOSE:
            return seconds
        seconds += gap / fastest
        if not math.isfinite(seconds):
            return math.inf
    return seconds


def command_to(position, velocity, place, seconds):
    """The command that leads to the place when it is held for that many seconds, or as far in its direction as full power does."""
    gap = place - drive(position, velocity, Vector(), seconds)[0]
    range_ = reach(seconds)
    return (gap * (1 / range_)).at_most(1) if range_ > 1e-9 else gap.unit()


def stopping_distance(speed):
    """The distance, m, that a player of that speed needs to stop with full power against its motion."""
    return FREE_ROLL * speed - TOP_SPEED / DRAG * math.log1p(speed / TOP_SPEED)


def command_to_rest(position, velocity, place, interval):
    """The command for the next `interval` with which the player comes to rest at the place as soon as possible.

    Close to the place it is the first of two commands that together lead to rest exactly there. Far from it, it is
    the fastest command after which full braking still stops there; motion across that direction is braked first."""
    left = left_after(interval)
    roll, far, fast = FREE_ROLL * (1 - left), reach(interval), TOP_SPEED * (1 - left)
    rest = place - position - velocity * (roll * (1 + left))
    first = (rest + velocity * (far * left * left / fast)) * (1 / (far + roll * fast - far * left))
    second = velocity * (-left * left / fast) - first * left
    if first.length <= 1 and second.length <= 1:
        return first
    gap = place - position
    along = gap.unit()
    aside = along.turned_left()
    braking = max(-0.9, min(0.9, -dot(velocity, aside) * left / fast))
    most = math.sqrt(1 - braking * braking)
    low, high = -most, most
    for _ in range(20):
        share = (low + high) / 2
        then, speeds = drive(position, velocity, along * share, interval)
        speed, run = dot(speeds, along), dot(then - position, along)
        if run + (stopping_distance(speed) if speed > 0 else 0) > gap.length:
            high = share
        else:
            low = share
    return along * low + aside * braking
