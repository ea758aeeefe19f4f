# SPDX-License-Identifier: Apache-2.0
"""A fixed number of rounds. In each of them types meet that are close in the table and have not met before.

The pairs of a round follow from the table after the previous round: by points, goal difference, goals scored, then
the order of the types in the league. From the top down, each type meets the next one below that it has not met,
provided that all others can be paired, too. With an odd number of types, the lowest one that has not yet had a round
without an opponent has it. If there are no unmet opponents left, pairs may meet again, as few as possible.
"""

from ..matches import pairing
from ..settings import default_rounds
from ..standings import WIN, Row
from . import Schedule
from .ties import are_over, rows_of

MAX_TRIES = 20000  # attempts to pair a round with a given number of repeated pairs; after that, one more is allowed
MAX_TRIES_IN_ALL = 1000000  # attempts for a league; after that, any two may meet again. They take seconds where rounds without repetitions are hard to find


class _Pairing:
    """Pairs from the top down by backtracking, at most this many times; `may_meet_again` pairs may be repeated."""

    def __init__(self, met, may_meet_again, max_tries):
        self.met, self.may_meet_again, self.max_tries, self.tries = met, may_meet_again, max_tries, 0

    def pairs(self, order, again=0):
        if not order:
            return []
        for other in order[1:]:
            self.tries += 1
            if self.tries > self.max_tries:
                return None
            repeated = frozenset((order[0], other)) in self.met
            if again + repeated > self.may_meet_again:
                continue
            rest = self.pairs([one for one in order[1:] if one != other], again + repeated)
            if rest is not None:
                return [(order[0], other), *rest]
        return None


def pairs_of(order, met, max_tries=MAX_TRIES_IN_ALL):
    """The pairs of a round, and the number of attempts that were needed."""
    tries = 0
    for may_meet_again in range(len(order) // 2):
        if tries >= max_tries:
            break
        tried = _Pairing(met, may_meet_again, min(MAX_TRIES, max_tries - tries))
        pairs = tried.pairs(order)
        tries += tried.tries
        if pairs is not None:
            return pairs, tries
    return list(zip(order[::2], order[1::2])), tries


def plan(settings, outcomes):
    number = len(settings.types)
    rounds = settings.rounds or default_rounds(number)
    total = {name: Row(name) for name in settings.types}
    tries, made, met = 0, Schedule(total=rounds * (number // 2) * settings.matches_of_a_pairing()), set()
    for round_number in range(1, rounds + 1):
        order = sorted(settings.types, key=lambda name: total[name].rank())
        if number % 2:
            alone = next(name for name in reversed(order) if made.byes.get(name, 0) == min(made.byes.get(other, 0) for other in order))
            order.remove(alone)
            made.byes[alone] = made.byes.get(alone, 0) + 1
            total[alone].points += WIN * settings.matches_of_a_pairing()
        matches = []
        pairs, tried = pairs_of(order, met, MAX_TRIES_IN_ALL - tries)
        tries += tried
        for place, (first, second) in enumerate(pairs):
            met.add(frozenset((first, second)))
            left, right = (second, first) if (round_number + place) % 2 == 0 else (first, second)
            of_pair = pairing(settings, round_number, left, right)
            matches += of_pair
            for row in rows_of(left, right, of_pair, outcomes):
                for field in ("played", "won", "drawn", "lost", "goals_for", "goals_against", "points"):
                    setattr(total[row.team], field, getattr(total[row.team], field) + getattr(row, field))
        made.matches += matches
        if not are_over(matches, outcomes):
            made.complete = round_number == rounds
            break
    return made
