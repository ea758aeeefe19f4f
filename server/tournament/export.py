# SPDX-License-Identifier: Apache-2.0
"""A league in formats for programs: one JSON object, and tables as CSV."""

import csv
import dataclasses
import io

from .names import plain, without_folders
from .records import Failure
from .standings import counted

FORMAT = 1


def _row(row):
    return {**dataclasses.asdict(row), "goal_difference": row.difference}


def as_json(summary):
    """`results.json`: settings, standings, ratings, pairs, and each match with its outcome."""
    return {
        "format": FORMAT,
        "league": {**{key: value for key, value in dataclasses.asdict(summary.settings).items() if key != "agentdb"},
                   "server": list(map(without_folders, summary.settings.server))},
        "over": summary.is_over, "played": summary.played, "planned": summary.schedule.total, "remarks": summary.schedule.remarks,
        "standings": [_row(row) for row in summary.rows],
        "elo": {"resamples": summary.resamples, "seed": summary.settings.seed, "ratings": [
            {"team": one.team, "rating": round(one.rating, 1), "low": round(one.low, 1), "high": round(one.high, 1)} for one in summary.ratings]},
        "head_to_head": [{"team": team, "against": other, **{key: value for key, value in dataclasses.asdict(row).items() if key not in ("team", "byes", "failed", "place", "is_shared")}}
                         for (team, other), row in summary.pairs.items()],
        "matches": [_match(summary, match) for match in summary.schedule.matches],
    }  # fmt: skip


def _match(summary, match):
    record = summary.outcomes.get(match.key)
    known = {"match": match.key, "round": match.round, "game": match.game, "left": match.left, "right": match.right, "seed": match.seed}
    if record is None:
        note = summary.notes.get(match.key)
        return {**known, "how": "playing" if match.key in summary.playing else note.how if note else "open"}
    return {**known, **{key: value for key, value in record.fields().items() if key != "match"},
            **({} if isinstance(record, Failure) else {"counted": list(counted(record))})}  # fmt: skip


def standings_rows(summary):
    rated = {one.team: one for one in summary.ratings}
    yield ["place", "team", "played", "won", "drawn", "lost", "goals_for", "goals_against", "goal_difference", "points", "byes", "failed", "lost_agents",
           "late_acts", "elo", "elo_low", "elo_high"]  # fmt: skip
    for row in summary.rows:
        one = rated.get(row.team)
        yield [row.place, row.team, row.played, row.won, row.drawn, row.lost, row.goals_for, row.goals_against, row.difference, row.points, row.byes, row.failed,
               row.lost_agents, row.late_acts, *((f"{value:.1f}" for value in (one.rating, one.low, one.high)) if one else ("", "", ""))]  # fmt: skip


def match_rows(summary):
    yield ["match", "round", "game", "left", "right", "seed", "how", "left_goals", "right_goals", "left_lost_agents", "right_lost_agents", "left_late_acts",
           "right_late_acts", "attempt", "wall_seconds", "host", "why", "decided", "left_shoot_out", "right_shoot_out"]  # fmt: skip
    for match in summary.schedule.matches:
        one = _match(summary, match)
        pairs = [one.get(name, ["", ""]) for name in ("counted", "lost", "late")]
        yield [match.key, match.round, match.game, match.left, match.right, match.seed, one["how"], *(value for pair in pairs for value in pair),
               one.get("attempt", ""), one.get("wall", ""), one.get("host", ""), one.get("why", ""), one.get("decided", ""), *one.get("shoot_out", ["", ""])]  # fmt: skip


def csv_text(rows):
    """Texts from untrusted sources that a spreadsheet would take for a formula get a leading quote."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in rows:
        writer.writerow(["'" + plain(cell) if isinstance(cell, str) and cell[:1] in "=+-@\t\r" and cell else plain(cell) if isinstance(cell, str) else cell for cell in row])
    return out.getvalue()
