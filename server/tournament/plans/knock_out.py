# SPDX-License-Identifier: Apache-2.0
"""A type that loses a pairing is out. The order of the types in the league is their seeding: the first two can meet
only in the final, and if their number is not 2, 4, 8, …, the first ones have no opponent in the first round.

A pairing is decided by points of its matches, then goal difference. If it is drawn, further matches follow one by
one, with alternating sides, each with the next number and thus the next seed; the first one that has a winner
decides. After `replays` of them the lot decides, which is derived from the league's seed. If the server plays a
shoot-out after a draw, each match has a winner, so a pairing of one match needs neither. A failed match counts for
neither type, so a pairing whose matches have all failed is drawn.
"""

from ..matches import drawn, match, pairing
from . import Schedule
from .ties import are_over, better, rows_of


def bracket(types):
    """The types in the order of the first round, with None for missing opponents: 1-8, 4-5, 2-7, 3-6."""
    order = [0]
    while len(order) < len(types):
        order = [place for one in order for place in (one, 2 * len(order) - 1 - one)]
    return [types[place] if place < len(types) else None for place in order]


class _Round:
    def __init__(self, settings, outcomes, number, made):
        self.settings, self.outcomes, self.number, self.made = settings, outcomes, number, made

    def winner(self, first, second):
        """The winner of a pairing; None while it is undecided. Adds its matches to the schedule."""
        if first is None or second is None:
            self._bye(first or second)
            return first or second
        matches = pairing(self.settings, self.number, first, second)
        self.made.matches += matches
        if not are_over(matches, self.outcomes):
            return None
        best = better(*rows_of(first, second, matches, self.outcomes))
        return best.team if best else self._replayed(first, second)

    def _bye(self, name):
        self.made.byes[name] = self.made.byes.get(name, 0) + 1

    def _replayed(self, first, second):
        for index in range(self.settings.replays):
            left, right = (first, second) if index % 2 == 0 else (second, first)
            again = match(self.settings, self.number, left, right, self.settings.games + 1 + index)
            self.made.matches.append(again)
            if again.key not in self.outcomes:
                return None
            best = better(*rows_of(first, second, [again], self.outcomes))
            if best:
                return best.team
        name = (first, second)[drawn(self.settings.seed, f"lot {match(self.settings, self.number, first, second, 0).key}") % 2]
        self.made.remarks.append(f"round {self.number}, {first} - {second}: drawn to the end, decided by lot for {name}")
        return name


def plan(settings, outcomes):
    still = bracket(settings.types)
    made = Schedule(total=(len(settings.types) - 1) * settings.matches_of_a_pairing())
    number = 0
    while len(still) > 1:
        number += 1
        this = _Round(settings, outcomes, number, made)
        for name in filter(None, still):
            made.reached[name] = number
        still = [this.winner(*still[place : place + 2]) for place in range(0, len(still), 2)]
        if None in still:
            made.complete = False
            return made
    made.reached[still[0]] = number + 1
    made.remarks.append(f"{still[0]} won the knock-out")
    return made
