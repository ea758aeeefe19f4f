# SPDX-License-Identifier: Apache-2.0
"""Converts the server's report of a match (`match.json`) into a record of the league, in which figures are counted by
type instead of side."""

import collections
import json

from .below import open_below
from .errors import LeagueError, reason
from .names import plain
from .records import DECIDED, MAX_COUNT, PLAYED, Result

FILE = "match.json"
LARGEST = 16 << 20  # bytes
MAX_AGENTS = 10000


class NoReport(Exception):
    """There is no valid report; the text has the reason."""


def read(folder):
    """The report in the server's log folder; NoReport if there is none."""
    try:
        with open(open_below(folder, FILE, largest=LARGEST), "rb") as file:
            report = json.load(file)
        if not isinstance(report, dict):
            raise ValueError
        return report
    except LeagueError as error:
        raise NoReport(str(error)) from None
    except OSError as error:
        raise NoReport(f"{FILE}: {reason(error)}") from None
    except (ValueError, RecursionError):
        raise NoReport(f"{FILE} is not a JSON object, or is incomplete") from None


def _part(holder, key, wanted):
    value = holder.get(key)
    if not isinstance(value, wanted) or isinstance(value, bool) or (wanted is list and len(value) > MAX_AGENTS):
        raise NoReport(f"{FILE}: '{key}' is missing or makes no sense")
    return value


def _count(value):
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_COUNT else None


def _dicts(values):
    return [value for value in values if isinstance(value, dict)]


def _lost(agents, match):
    """The number of lost agents of each type."""
    return [sum(1 for agent in agents if agent.get("type") == name and agent.get("lost") is not None) for name in (match.left, match.right)]


def _losses(agents):
    """The lost agents with the reasons, the first of each type and reason, in one line."""
    groups = {}
    for agent in agents:
        lost = agent.get("lost")
        if isinstance(lost, dict) and isinstance(agent.get("type"), str) and isinstance(lost.get("why"), str) and isinstance(agent.get("id"), int):
            groups.setdefault((agent["type"], lost["why"]), []).append(agent["id"])
    return plain("; ".join(f"agent{'s' if len(ids) > 1 else ''} {', '.join(map(str, ids))} ({kind}) lost: {why}" for (kind, why), ids in groups.items()))


def _side(agent):
    """The side of an agent, from its role in the game, "left 3" or "right 3"."""
    role = agent.get("role")
    return role.split(" ")[0] if isinstance(role, str) and role.startswith(("left ", "right ")) else None


def _is_swapped(agents, match):
    """Whether the types have swapped sides: the game gives the left side to the team whose first player connects first."""
    sides = collections.Counter((agent["type"], _side(agent)) for agent in agents if isinstance(agent.get("type"), str))
    straight = sides[match.left, "left"] + sides[match.right, "right"]
    return sides[match.left, "right"] + sides[match.right, "left"] > straight


def result(report, match, attempt, host, wall):
    """The record of a match that was played or won by a walk-over. NoReport if it was not, or if the report lacks
    figures that are counted.

    `wall`: real seconds as measured by the runner."""
    end = _part(report, "end", dict)
    how, why = end.get("how"), end.get("why")
    why = plain(why) if isinstance(why, str) else ""
    if how not in PLAYED:
        raise NoReport(f"the match was not played to its end ({plain(str(how), 20)}{': ' + why if why else ''})")
    agents = _dicts(_part(report, "agents", list))
    winner = end.get("winner") if end.get("winner") in ("left", "right") and how == "walk-over" else None
    teams = report.get("teams") or [] if how == "walk-over" else _part(report, "teams", list)
    names = {team.get("side"): team.get("name") for team in _dicts(teams) if isinstance(team.get("side"), str)}
    swapped = _is_swapped(agents, match)
    turned = (lambda pair: pair[::-1]) if swapped else list
    for side, name in zip(("left", "right"), turned([match.left, match.right])):  # users look for a team, not for its side
        why = plain(why.replace(f"the {side} team", name))
    # The report of a match that did not begin because a team was absent has no game.
    score = [0, 0] if how == "walk-over" and "score" not in report else [_count(goals) for goals in _part(report, "score", list)]
    if len(score) != 2 or None in score:
        raise NoReport(f"{FILE}: 'score' makes no sense")
    decided, shoot_out = _decision(report) if how == "played" else ("", None)
    if decided in ("shoot-out", "lot"):
        winner = report["winner"]
    if winner and swapped:
        winner = "left" if winner == "right" else "right"
    time = report.get("time")
    return Result(
        match=match.key, attempt=attempt, how=how, score=turned(score), winner=winner, host=host, wall=round(wall, 3), why=why or _losses(agents), swapped=swapped,
        lost=_lost(agents, match),
        late=_late(report, agents, match),
        teams=turned([plain(name) if isinstance(name, str) else "" for name in (names.get("left"), names.get("right"))]),
        decided=decided, shoot_out=shoot_out and turned(shoot_out),
        time=time if isinstance(time, (int, float)) and not isinstance(time, bool) and 0 <= time <= MAX_COUNT else 0.0,
    )  # fmt: skip


def _decision(report):
    """What decided the match beyond two halves, and the score of its shoot-out."""
    decided, shoot_out = report.get("decided"), report.get("shoot_out")
    decided = decided if decided in DECIDED and report.get("winner") in ("left", "right") else ""
    score = shoot_out.get("score") if isinstance(shoot_out, dict) else None
    is_score = isinstance(score, list) and len(score) == 2 and None not in map(_count, score)
    return decided, score if is_score else None


def _late(report, agents, match):
    """The number of late acts, by type. It depends on the machine, so it is among the measured figures."""
    types = {agent.get("id"): agent.get("type") for agent in agents if isinstance(agent.get("id"), int)}
    measured = report.get("measured")
    figures = measured.get("agents") if isinstance(measured, dict) else None
    late = collections.Counter()
    for agent in _dicts(figures[:MAX_AGENTS] if isinstance(figures, list) else []):
        if isinstance(agent.get("id"), int) and _count(agent.get("late")) is not None and isinstance(types.get(agent["id"]), str):
            late[types[agent["id"]]] += agent["late"]
    return [late[match.left], late[match.right]]
