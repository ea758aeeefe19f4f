# SPDX-License-Identifier: Apache-2.0
"""A league as text, for terminals and `table.txt`."""

import unicodedata

from .names import plain
from .records import Failure
from .standings import absent, counted

LONGEST_NAME = 24


def width(text):
    """Columns on a terminal: East Asian wide letters take two, combining marks none."""
    return sum(0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def table(head, rows):
    """Lines of columns. The first column of words is left-aligned, all others right-aligned."""
    cells = [head, *([str(cell) for cell in row] for row in rows)]
    widths = [max(width(line[column]) for line in cells) for column in range(len(head))]
    for line in cells:
        padded = [" " * (widths[n] - width(cell)) for n, cell in enumerate(line)]
        yield "  ".join(cell + padded[n] if n == 1 else padded[n] + cell for n, cell in enumerate(line)).rstrip()


def signed(number):
    return f"{number:+d}" if number else "0"


def standings_table(rows):
    head = ["", "team", "played", "won", "drawn", "lost", "goals", "diff", "points", "lost agents", "late acts"]
    byes, failed = any(row.byes for row in rows), any(row.failed for row in rows)
    head += ["byes"] * byes + ["failed"] * failed
    return table(head, [
        [row.shown_place, plain(row.team, LONGEST_NAME), row.played, row.won, row.drawn, row.lost, f"{row.goals_for}:{row.goals_against}", signed(row.difference),
         row.points, row.lost_agents, row.late_acts] + [row.byes] * byes + [row.failed] * failed for row in rows
    ])  # fmt: skip


def score(match, record):
    """The outcome of a match in a few words: the score that counts, and the teams that did not come."""
    if isinstance(record, Failure):
        return f"failed: {record.why}"
    goals = counted(record)
    words = f"{goals[0]} : {goals[1]}"
    if record.how == "walk-over":
        names = [plain(name, LONGEST_NAME) for name in absent(match, record)]
        words += ", walk-over: " + ", ".join(f"{name} {'lost all its players' if ' lost all its players' in record.why else 'did not come'}" for name in names)
    return words + decision(match, record)


def decision(match, record):
    """How a match was decided beyond two halves, after a comma."""
    words = ", after extra time" if record.decided == "extra time" else ""
    if record.shoot_out is not None:
        words = f", {record.shoot_out[0]} : {record.shoot_out[1]} in the shoot-out"
    winner = match.left if record.winner == "left" else match.right
    return words + (f", won by {plain(winner, LONGEST_NAME)} by lot" if record.decided == "lot" else "")


MAX_REMARKS = 50  # of each kind


def shortened(texts):
    yield from texts[:MAX_REMARKS]
    if len(texts) > MAX_REMARKS:
        yield f"… and {len(texts) - MAX_REMARKS} more like these"


def remarks(summary):
    """Information besides the table: remarks of the plan, matches that were decided beyond two halves, failed, cancelled
    or repeated matches, and lines about matches that are not part of the league."""
    yield from shortened(list(map(plain, summary.schedule.remarks)))
    yield from shortened([
        f"{match.key}: {plain(match.left)} - {plain(match.right)} {score(match, record)}" for match, record in summary.results if record.decided or record.shoot_out
    ])  # fmt: skip
    outcomes, notes = [(match.key, summary.outcomes.get(match.key)) for match in summary.schedule.matches], summary.notes
    yield from shortened([f"{key} has failed: {record.why}" for key, record in outcomes if isinstance(record, Failure)])
    yield from shortened([f"{key} was {notes[key].how}: {notes[key].why}" for key, record in outcomes if record is None and key in notes])
    yield from shortened([
        f"{match.key}{', a walk-over' if record.how == 'walk-over' else ''}: {record.why}" for match, record in summary.results if record.why
    ])  # fmt: skip
    yield from shortened([
        f"{plain(key)} was restarted after attempt {attempt}: {failure.why}" for key, failures in sorted(summary.failures.items()) for attempt, failure in sorted(failures.items())
        if not isinstance(summary.outcomes.get(key), Failure)
    ])  # fmt: skip
    if summary.swapped:
        yield f"matches in which the types had each other's side: {summary.swapped}"
    if summary.strangers:
        yield f"lines about matches that are not part of this league, not counted: {len(summary.strangers)}, the first one {plain(summary.strangers[0])}"


def ratings_table(summary):
    rows = [[place, plain(one.team, LONGEST_NAME), f"{one.rating:.0f}", f"{one.low:.0f} to {one.high:.0f}"] for place, one in enumerate(summary.ratings, 1)]
    return table(["", "team", "Elo", f"95 % ({summary.resamples} resamples, seed {summary.settings.seed})"], rows)


def head_to_head_table(summary):
    """Won, drawn and lost matches of the row's team against the column's; columns are numbered by the places of the teams."""
    def cell(team, other):
        row = summary.pairs.get((team, other))
        return f"{row.won}-{row.drawn}-{row.lost}" if row else ("" if team == other else ".")

    teams = [row.team for row in summary.rows]
    return table(["", "won-drawn-lost against", *(str(place) for place in range(1, len(teams) + 1))], [
        [place, plain(team, LONGEST_NAME), *(cell(team, other) for other in teams)] for place, team in enumerate(teams, 1)
    ])  # fmt: skip


MAX_COLUMNS = 24  # of a table for people


def lines(summary, ratings=True):
    """The whole table. Without ratings it is fast for any number of matches."""
    yield f"{summary.settings.plan}, {summary.played} of {summary.schedule.total} matches played" + ("" if summary.is_over else ", not over yet")
    yield ""
    yield from standings_table(summary.rows)
    if len(summary.rows) <= MAX_COLUMNS and summary.pairs:
        yield ""
        yield from head_to_head_table(summary)
    if ratings and summary.ratings:
        yield ""
        yield from ratings_table(summary)
    found = list(remarks(summary))
    if found:
        yield ""
        yield from found
