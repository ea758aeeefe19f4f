# SPDX-License-Identifier: Apache-2.0
"""A place on the field or a velocity, in m and s, in the team's own frame: x towards the opponents' goal, y to the left of that."""

import math
from typing import NamedTuple


class Vector(NamedTuple):
    x: float = 0.0
    y: float = 0.0

    def __add__(self, other):
        return Vector(self.x + other[0], self.y + other[1])

    def __sub__(self, other):
        return Vector(self.x - other[0], self.y - other[1])

    def __mul__(self, factor):
        return Vector(self.x * factor, self.y * factor)

    __rmul__ = __mul__

    @property
    def length(self):
        return math.hypot(self.x, self.y)

    @property
    def angle(self):
        """The angle in rad, from the x axis to the left."""
        return math.atan2(self.y, self.x)

    def unit(self):
        length = self.length
        return self * (1 / length) if length > 1e-9 else Vector(1.0, 0.0)

    def at_most(self, limit):
        return self.unit() * limit if self.length > limit else self

    def turned_left(self):
        return Vector(-self.y, self.x)

    def turned(self, radians):
        return self * math.cos(radians) + self.turned_left() * math.sin(radians)


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1]


def distance(a, b):
    return math.hypot(a[0] - b[0], a[1] - b[1])


def towards(angle, length=1.0):
    """The vector with that direction, in rad."""
    return Vector(length * math.cos(angle), length * math.sin(angle))


def angle_between(a, b):
    """The angle between two vectors in rad, 0 to pi."""
    return abs(math.remainder(a - b, 2 * math.pi))
