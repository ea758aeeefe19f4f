# SPDX-License-Identifier: Apache-2.0
"""The acts of an agent in answer to one sensation, as text for the server."""

import math

from .vector import Vector

STEPS = 20  # of 0.01 s, from one sensation to the next
MAX_MESSAGE = 512  # characters
UNSAYABLE = set("()\"'\\;")


def finite(*numbers):
    return all(math.isfinite(number) for number in numbers)


def clamp(number, low, high):
    return max(low, min(high, number))


class Acts:
    """Numbers are clamped to the ranges of the server; numbers that are not finite are omitted.

    An agent on pipes can also act between two sensations: it asks to be woken (`R`) and then sends a part of its
    answer (`T`). `after(k)` selects k = 0 … 19 steps of 0.01 s for the commands that follow; 0 is the moment for
    which the world was predicted. The server ignores a kick out of range, so kicks at several steps do no harm. On
    TCP only the acts of step 0 are sent."""

    def __init__(self):
        self.texts = [""] * STEPS
        self.drives = {}  # step: command
        self.kicks = {}  # step: (elevation, power)
        self.pans = {}  # step: degrees
        self.step = 0

    def after(self, steps):
        self.step = clamp(int(steps), 0, STEPS - 1)
        return self

    def add(self, name, *numbers):
        self.texts[self.step] += f"({' '.join([name, *(f'{number:.2f}' for number in numbers)])})"
        return self

    def drive(self, command):
        """The share of the full force along each axis; its length is limited to 1."""
        if not finite(*command):
            return self
        limited = Vector(*command).at_most(1)
        self.drives[self.step] = limited
        return self.add("drive", limited.x * 100, limited.y * 100, 0)

    def kick(self, elevation, power):
        """Elevation in degrees, 0 to 50; power 1 to 100."""
        if not finite(elevation, power):
            return self
        self.kicks[self.step] = clamp(elevation, 0, 50), clamp(power, 1, 100)
        return self.add("kick", *self.kicks[self.step])

    def catch_ball(self):
        """For number 1 only, in its own penalty area."""
        return self.add("catch")

    def beam(self, place):
        """Before the kick-off only, in its own half."""
        return self.add("beam", clamp(place[0], -1e4, 1e4), clamp(place[1], -1e4, 1e4), 0) if finite(*place) else self

    def say(self, text):
        """Printable ASCII without blanks, brackets and quotes; any other text is ignored."""
        if 0 < len(text) <= MAX_MESSAGE and all(" " < letter < "\x7f" and letter not in UNSAYABLE for letter in text):
            self.texts[self.step] += f"(say {text})"
        return self

    def turn_camera(self, pan, tilt):
        """Relative angles in degrees, at most 90 and 10."""
        if not finite(pan, tilt):
            return self
        self.pans[self.step] = self.pans.get(self.step, 0.0) + clamp(pan, -90, 90)
        return self.add("pantilt", clamp(pan, -90, 90), clamp(tilt, -10, 10))
