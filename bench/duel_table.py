#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares two teams in the matches of a league: duel_table.py LEAGUE [NAME OF THE FIRST] [NAME OF THE SECOND].

Counts are per 600 s of the game; a mean is followed by the half width of its 95 % confidence interval (Student's t over the matches). The data are
from results.json and each match's match.json (docs/play/report.md explains the numbers).
"""

import json
import math
import os
import statistics
import sys
import urllib.parse

PERIOD = 600.0  # s
T_OF_FEW = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447}  # by degrees of freedom
Z = 1.959964


def student(freedom):
    """The 97.5 % quantile of Student's t; approximated by the expansion about the normal distribution where that is accurate enough."""
    more = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / (384 * freedom**3)
    return T_OF_FEW.get(freedom) or Z + (Z**3 + Z) / (4 * freedom) + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * freedom**2) + more


def mean_text(values, digits=2):
    """The mean and the half width of its interval, ignoring unknown values."""
    values = [value for value in values if value is not None]
    if not values:
        return "–"
    text = f"{statistics.fmean(values):.{digits}f}"
    if len(values) > 1:
        text += f" ± {student(len(values) - 1) * statistics.stdev(values) / math.sqrt(len(values)):.{digits}f}"
    return text


def quantile(values, share):
    """The quantile of the values for this share."""
    values = sorted(values)
    return values[max(0, math.ceil(share * len(values)) - 1)] if values else None


class Team:
    """The data of one of the two teams in each match."""

    def __init__(self):
        self.matches = []  # (report, side)

    def add(self, report, side):
        self.matches.append((report, side))

    def each(self, value):
        return [value(report, report["teams"][side], side) for report, side in self.matches]

    def counts(self, key):
        return self.each(lambda report, team, side: team.get(key, 0) * PERIOD / report["time"])

    def percentages(self, key):
        return [100 * value for value in self.each(lambda report, team, side: team.get(key)) if value is not None]

    def goals(self, against=False):
        return self.each(lambda report, team, side: report["score"][1 - side if against else side] * PERIOD / report["time"])

    def kicks(self):
        return [kick for kicks in self.each(lambda report, team, side: kicks_of(report, team["side"])) for kick in kicks]

    def goal_kicks(self):
        """The last kick of each scorer before the goal."""
        found = []
        for report, side in self.matches:
            name = report["teams"][side]["side"]
            for goal in report["goals"]:
                if goal["side"] != name or goal["scorer"] not in ("seen", "probable"):
                    continue
                own = [kick for player in report["players"] if (player["side"], player["number"]) == (name, goal["number"]) for kick in player.get("kicks", [])]
                if before := [kick for kick in own if kick["time"] <= goal["time"]]:
                    found.append(max(before, key=lambda kick: kick["time"]))
        return found


def kicks_of(report, side):
    return [kick for player in report["players"] if player["side"] == side for kick in player.get("kicks", [])]


def longest_pause(report):
    """Times between two kicks of any team, s; including those from the beginning and to the end."""
    times = sorted([0.0, report["time"], *(kick["time"] for side in ("left", "right") for kick in kicks_of(report, side))])
    return max(later - earlier for earlier, later in zip(times, times[1:]))


def of_kicks(kicks, key, *shares):
    return ", ".join("–" if (value := quantile([kick[key] for kick in kicks], share)) is None else f"{value:.1f}" for share in shares)


def rows(team):
    kicks, goals = team.kicks(), team.goal_kicks()
    yield "goals", mean_text(team.goals())
    for name, key in (("shots", "shots"), ("shots on target", "shots_on_target"), ("touches", "touches"), ("passes", "passes"),
                      ("interceptions", "interceptions"), ("kicks", "kicks"), ("restarts", "restarts"), ("offsides", "offsides")):  # fmt: skip
        yield name, mean_text(team.counts(key), 1)
    yield "possession, %", mean_text(team.percentages("possession"), 1)
    yield "ball in own half, %", mean_text(team.percentages("ball_in_own_half"), 1)
    yield "kick speed, m/s: median, 1 in 10 above", of_kicks(kicks, "speed", 0.5, 0.9)
    yield "kicks within 45° of forward, %", mean_text(team.percentages("forward_kicks"), 1)
    for place, name in enumerate(("mean x of the foremost player, m", "of the second, m")):
        yield name, mean_text(team.each(lambda report, it, side, place=place: it["foremost"][place] if len(it["foremost"]) > place else None), 1)
    yield "last kick before a goal, m: median, 1 in 10 above", of_kicks(goals, "length", 0.5, 0.9)
    yield "its speed, m/s: median, 1 in 10 above", of_kicks(goals, "speed", 0.5, 0.9)


def read(folder):
    """The two teams of the league, in its order, and the reasons of matches that were not played to their end."""
    with open(os.path.join(folder, "results.json"), encoding="utf-8") as file:
        results = json.load(file)
    types = results["league"]["types"]
    if len(types) != 2:
        sys.exit(f"{folder}: a league of {len(types)} teams, not of two")
    teams, others = [Team(), Team()], []
    for match in results["matches"]:
        path = os.path.join(folder, "matches", match["match"], "match.json")
        if match["how"] != "played" or not os.path.exists(path):
            others.append(match.get("why", ""))
            continue
        with open(path, encoding="utf-8") as file:
            report = json.load(file)
        left = types.index(urllib.parse.unquote(match["match"].split("-")[1]))  # r01-LEFT-RIGHT-1
        left = 1 - left if match.get("swapped") else left
        teams[left].add(report, 0)
        teams[1 - left].add(report, 1)
    return types, teams, others


def main():
    if not 2 <= len(sys.argv) <= 4:
        sys.exit(__doc__)
    types, teams, others = read(sys.argv[1])
    names = (sys.argv[2:] + types[len(sys.argv) - 2 :])[:2]
    if not teams[0].matches:
        sys.exit(f"{sys.argv[1]}: no match was played to its end: {others[0] if others else 'there is none'}")
    ahead = [own - other for own, other in zip(teams[0].goals(), teams[0].goals(against=True))]
    won, lost = sum(goals > 0 for goals in ahead), sum(goals < 0 for goals in ahead)
    print(f"{names[0]} against {names[1]}: {len(ahead)} matches{f', {len(others)} more were not played to their end' if others else ''}; "
          f"{won} won, {len(ahead) - won - lost} drawn, {lost} lost; goals ahead per 600 s {mean_text(ahead)}\n")  # fmt: skip
    width = max(len(name) for name, _ in rows(teams[0]))
    print(f"{'per 600 s':<{width}}  {names[0]:>18.18}  {names[1]:>18.18}")
    for (name, own), (_, other) in zip(rows(teams[0]), rows(teams[1])):
        print(f"{name:<{width}}  {own:>18}  {other:>18}")
    pauses = teams[0].each(lambda report, team, side: longest_pause(report))
    print(f"\nlongest time without a kick: {mean_text(pauses, 1)} s, {max(pauses):.1f} s in the worst match")


if __name__ == "__main__":
    main()
