# SPDX-License-Identifier: Apache-2.0
"""Every type plays every other. Rounds follow the circle method: one type stays, all others move by one place, so none
plays twice in a round."""

from ..matches import pairing
from . import Schedule


def rounds(types):
    """Lists of pairs. The order within a pair alternates from round to round."""
    circle = list(types) + [None] * (len(types) % 2)
    for number in range(len(circle) - 1):
        half = len(circle) // 2
        pairs = list(zip(circle[:half], reversed(circle[half:])))
        yield [(b, a) if number % 2 else (a, b) for a, b in pairs if a is not None and b is not None]
        circle.insert(1, circle.pop())


def plan(settings, _outcomes):
    numbered = enumerate(rounds(settings.types), 1)
    return Schedule([match for number, pairs in numbered for pair in pairs for match in pairing(settings, number, *pair)], fixed=True)
