# SPDX-License-Identifier: Apache-2.0
"""Tables computed from results: standings, and the results between each two types. They are plain numbers; other
modules format them.

A win has 3 points, a draw 1. A match that was decided by a shoot-out, or by lot after it, is won; its goals are
those before the shoot-out. In a walk-over the team that came wins 3 : 0, unless the score at the end of play is
better for it; if neither came, both have lost 0 : 0. A round without an opponent (swiss) has the points of wins in
all matches of a pairing, and no goals. Failed matches are not counted.
"""

import dataclasses
import itertools

from .records import Result

WIN, DRAW = 3, 1
WALK_OVER = 3  # goals


@dataclasses.dataclass
class Row:
    """The results of one type."""

    team: str
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    goals_for: int = 0
    goals_against: int = 0
    points: int = 0
    byes: int = 0
    failed: int = 0
    lost_agents: int = 0
    late_acts: int = 0
    place: int = 0
    is_shared: bool = False  # others have the same place: only the order of the types in the league decides which is listed first

    @property
    def shown_place(self):
        return f"{self.place}=" if self.is_shared else str(self.place)

    @property
    def difference(self):
        return self.goals_for - self.goals_against

    def add(self, own, other, verdict):
        """Adds a match with these goals; `verdict`: 1 won, 0 drawn, -1 lost."""
        self.played += 1
        self.won += verdict > 0
        self.drawn += verdict == 0
        self.lost += verdict < 0
        self.goals_for += own
        self.goals_against += other
        self.points += WIN if verdict > 0 else DRAW if verdict == 0 else 0

    def rank(self):
        """Smaller is better; equal types are listed in the order of the league."""
        return -self.points, -self.difference, -self.goals_for


def counted(result):
    """The score of a result as it counts."""
    left, right = result.score
    if result.how != "walk-over":
        return left, right
    if result.winner is None:
        return 0, 0
    sign = 1 if result.winner == "left" else -1
    if sign * (left - right) >= WALK_OVER:
        return left, right
    return (WALK_OVER, 0) if sign > 0 else (0, WALK_OVER)


def absent(match, record):
    """The types that have lost a match by walk-over, as a list."""
    if not isinstance(record, Result) or record.how != "walk-over":
        return []
    return [name for side, name in (("left", match.left), ("right", match.right)) if record.winner != side]


def verdict(result):
    """For the left and the right type: 1 won, 0 drawn, -1 lost."""
    left, right = counted(result)
    if result.how == "walk-over" and result.winner is None:
        return -1, -1
    if left == right and result.winner is not None:
        return (1, -1) if result.winner == "left" else (-1, 1)
    return (left > right) - (left < right), (right > left) - (right < left)


def add_match(rows, match, record):
    """Adds the outcome of a match to the rows (by type) of both."""
    if not isinstance(record, Result):
        rows[match.left].failed += 1
        rows[match.right].failed += 1
        return
    goals = counted(record)
    for place, team, verdict_of_team in zip((0, 1), (match.left, match.right), verdict(record)):
        rows[team].add(goals[place], goals[1 - place], verdict_of_team)
        rows[team].lost_agents += record.lost[place]
        rows[team].late_acts += record.late[place]


def standings(settings, schedule, outcomes):
    """The rows, best first, with their places. In a knock-out the type that got further is better."""
    rows = {name: Row(name) for name in settings.types}
    for match in schedule.matches:
        if match.key in outcomes:
            add_match(rows, match, outcomes[match.key])
    for team, byes in schedule.byes.items():
        rows[team].byes += byes
        if settings.plan == "swiss":
            rows[team].points += byes * WIN * settings.matches_of_a_pairing()
    def rank(row):
        return -schedule.reached.get(row.team, 0), *row.rank()

    ordered = []
    for _, equal in itertools.groupby(sorted(rows.values(), key=rank), rank):
        equal = list(equal)
        for row in equal:
            row.place, row.is_shared = len(ordered) + 1, len(equal) > 1
        ordered += equal
    return ordered


def head_to_head(settings, schedule, outcomes):
    """By type and opponent: the type's row of the matches between these two, for pairs that have played."""
    pairs = {}
    for match in schedule.matches:
        record = outcomes.get(match.key)
        if isinstance(record, Result):
            rows = {match.left: pairs.setdefault((match.left, match.right), Row(match.left)),
                    match.right: pairs.setdefault((match.right, match.left), Row(match.right))}  # fmt: skip
            add_match(rows, match, record)
    return pairs
