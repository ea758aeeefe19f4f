# SPDX-License-Identifier: Apache-2.0
"""Tables, compared with tables made by hand."""

import unittest

from stage import Failure, Match, Settings, result, run_tests, schedule

from tournament.match_report import NoReport
from tournament.match_report import result as read_result
from tournament.standings import counted, head_to_head, standings, verdict
from tournament.text import score as words


def row(one):
    return one.team, one.played, one.won, one.drawn, one.lost, one.goals_for, one.goals_against, one.difference, one.points


class Standings(unittest.TestCase):
    SETTINGS = Settings(["A", "B", "C"])

    def outcomes(self):
        # A - B 2:1 and 0:0 away, B - C 3:3 and a walk-over of C, C - A failed once and 1:4.
        return {
            "r03-A-B-1": result("r03-A-B-1", 2, 1, lost=[1, 0], late=[5, 2]),
            "r03-B-A-1": result("r03-B-A-1", 0, 0, late=[3, 4]),
            "r01-B-C-1": result("r01-B-C-1", 3, 3),
            "r01-C-B-1": result("r01-C-B-1", 1, 0, how="walk-over", winner="left", lost=[0, 11]),
            "r02-C-A-1": Failure("r02-C-A-1", 3, "failed", "no server"),
            "r02-A-C-1": result("r02-A-C-1", 4, 1),
        }

    def test_standings_are_those_made_by_hand(self):
        made = schedule(self.SETTINGS, {})
        self.assertEqual({match.key for match in made.matches}, set(self.outcomes()))
        rows = standings(self.SETTINGS, made, self.outcomes())
        self.assertEqual([row(one) for one in rows], [
            ("A", 3, 2, 1, 0, 6, 2, 4, 7),
            ("C", 3, 1, 1, 1, 7, 7, 0, 4),
            ("B", 4, 0, 2, 2, 4, 8, -4, 2),
        ])  # fmt: skip
        self.assertEqual([(one.lost_agents, one.late_acts, one.failed) for one in rows], [(1, 9, 1), (0, 0, 1), (11, 5, 0)])

    def test_results_of_pairs_are_those_made_by_hand(self):
        pairs = head_to_head(self.SETTINGS, schedule(self.SETTINGS, {}), self.outcomes())
        self.assertEqual({pair: row(one)[1:7] for pair, one in pairs.items()}, {
            ("A", "B"): (2, 1, 1, 0, 2, 1), ("B", "A"): (2, 0, 1, 1, 1, 2),
            ("B", "C"): (2, 0, 1, 1, 3, 6), ("C", "B"): (2, 1, 1, 0, 6, 3),
            ("A", "C"): (1, 1, 0, 0, 4, 1), ("C", "A"): (1, 0, 0, 1, 1, 4),
        })  # fmt: skip

    def test_equal_points_are_ordered_by_difference_goals_and_type(self):
        # The same points and difference: more goals; then the order of the types.
        for scores, order in (((1, 1), "ABC"), ((0, 0), "ABC")):
            outcomes = {match.key: result(match.key, *scores) for match in schedule(self.SETTINGS, {}).matches}
            self.assertEqual([one.team for one in standings(self.SETTINGS, schedule(self.SETTINGS, {}), outcomes)], list(order))
        two = Settings(["A", "B", "C", "D"], sides="alternate")
        outcomes = {"r01-A-D-1": result("r01-A-D-1", 1, 0), "r01-B-C-1": result("r01-B-C-1", 3, 2)}
        self.assertEqual([one.team for one in standings(two, schedule(two, {}), outcomes)], ["B", "A", "C", "D"])

    def test_walk_overs_are_counted(self):
        for score, winner, wanted, both in (
            ([0, 0], "left", (3, 0), (1, -1)), ([0, 0], "right", (0, 3), (-1, 1)), ([1, 2], "left", (3, 0), (1, -1)), ([5, 1], "left", (5, 1), (1, -1)),
            ([4, 1], "left", (4, 1), (1, -1)), ([3, 1], "left", (3, 0), (1, -1)), ([0, 4], "right", (0, 4), (-1, 1)), ([2, 0], None, (0, 0), (-1, -1)),
        ):  # fmt: skip
            one = result("k", *score, how="walk-over", winner=winner)
            self.assertEqual((counted(one), verdict(one)), (wanted, both), (score, winner))


def report(**more):
    return {
        "end": {"how": "played", "winner": None, "why": ""}, "score": [2, 1], "time": 600.0,
        "teams": [{"side": "left", "name": "Foo"}, {"side": "right", "name": "Bar"}],
        "agents": [{"id": 0, "type": "A", "role": "left 1", "lost": None}, {"id": 1, "type": "A", "role": "left 2", "lost": {"time": 1.0, "why": "x"}},
                   {"id": 2, "type": "B", "role": "right 1", "lost": {"time": 2.0, "why": "x"}}, {"id": 3, "type": "B", "role": None, "lost": {"time": 2.0, "why": "y"}}],
        "measured": {"agents": [{"id": 0, "late": 3}, {"id": 1, "late": 4}, {"id": 2, "late": 10}]}, **more,
    }  # fmt: skip


class Reports(unittest.TestCase):
    MATCH = Match("r01-A-B-1", 1, 1, "A", "B", 7)

    def read(self, **more):
        return read_result(report(**more), self.MATCH, 2, "host", 1.5)

    def test_figures_are_counted_by_type(self):
        self.assertEqual(self.read(), result("r01-A-B-1", 2, 1, attempt=2, lost=[1, 2], late=[7, 10], teams=["Foo", "Bar"], time=600.0, wall=1.5, host="host",
                                             why="agent 1 (A) lost: x; agent 2 (B) lost: x; agent 3 (B) lost: y"))  # fmt: skip

    def test_a_match_that_did_not_begin_is_a_walk_over(self):
        """If a team, or both, did not come, the report has no game."""
        bare = {key: value for key, value in report(end={"how": "walk-over", "winner": None, "why": "nobody came (A: no program)"}).items() if key not in ("score", "teams", "time")}
        one = read_result(bare, self.MATCH, 1, "host", 1.5)
        self.assertEqual((one.how, one.winner, one.score, one.why), ("walk-over", None, [0, 0], "nobody came (A: no program)"))
        self.assertEqual(words(self.MATCH, one), "0 : 0, walk-over: A did not come, B did not come")
        one = read_result({**bare, "end": {"how": "walk-over", "winner": "left", "why": ""}}, self.MATCH, 1, "host", 1.5)
        self.assertEqual((one.winner, one.score, counted(one), verdict(one)), ("left", [0, 0], (3, 0), (1, -1)))
        self.assertEqual(words(self.MATCH, one), "3 : 0, walk-over: B did not come")
        with self.assertRaisesRegex(NoReport, "'teams' is missing"):
            read_result({**bare, "end": {"how": "played", "winner": "left", "why": ""}}, self.MATCH, 1, "host", 1.5)
        one = self.read(end={"how": "walk-over", "winner": "right", "why": "the left team has lost all its players (A: x)"}, score=[1, 5])
        self.assertEqual((words(self.MATCH, one), one.why), ("1 : 5, walk-over: A lost all its players", "A has lost all its players (A: x)"))

    def test_teams_that_changed_sides_keep_their_figures(self):
        other = {"left 1": "right 1", "left 2": "right 2", "right 1": "left 1"}
        agents = [{**agent, "role": other.get(agent["role"])} for agent in report()["agents"]]
        one = self.read(agents=agents, end={"how": "walk-over", "winner": "left"})
        self.assertEqual((one.score, one.winner, one.lost, one.late, one.teams, one.swapped), ([1, 2], "right", [1, 2], [7, 10], ["Bar", "Foo"], True))

    def test_shoot_outs_and_lots_are_read(self):
        end = {"score": [1, 1], "winner": "right", "shoot_out": {"score": [3, 4], "attempts": []}}
        one = self.read(decided="shoot-out", **end)
        self.assertEqual((one.score, one.winner, one.decided, one.shoot_out), ([1, 1], "right", "shoot-out", [3, 4]))
        self.assertEqual((counted(one), verdict(one), words(self.MATCH, one)), ((1, 1), (-1, 1), "1 : 1, 3 : 4 in the shoot-out"))
        other = {"left 1": "right 1", "left 2": "right 2", "right 1": "left 1"}
        agents = [{**agent, "role": other.get(agent["role"])} for agent in report()["agents"]]
        one = self.read(decided="lot", agents=agents, score=[1, 1], winner="right", shoot_out={"score": [2, 2]})
        self.assertEqual((one.winner, verdict(one), words(self.MATCH, one)), ("left", (1, -1), "1 : 1, 2 : 2 in the shoot-out, won by A by lot"))
        one = self.read(decided="extra time", winner="left")
        self.assertEqual((one.winner, verdict(one), words(self.MATCH, one)), (None, (1, -1), "2 : 1, after extra time"))
        for nonsense in ({"decided": "dice"}, {"decided": []}, {"decided": "shoot-out", "winner": []}, {"decided": None, "winner": "left"}, {"shoot_out": {"score": [1]}}):
            one = self.read(**nonsense)
            self.assertEqual((one.winner, one.decided, one.shoot_out), (None, "", None), nonsense)

    def test_the_second_team_may_take_the_side_of_a_missing_first_one(self):
        agents = [{**agent, "role": "left 1" if agent["type"] == "B" else None, "lost": {"why": "x"} if agent["type"] == "A" else None} for agent in report()["agents"]]
        one = self.read(agents=agents, end={"how": "walk-over", "winner": "left"}, score=[0, 0])
        self.assertEqual((one.winner, one.lost, one.swapped), ("right", [2, 0], True))

    def test_without_roles_of_agents_sides_are_not_exchanged(self):
        for role in (None, "", "left", "middle 3", 7):
            one = self.read(agents=[{**agent, "role": role} for agent in report()["agents"]])
            self.assertEqual((one.score, one.swapped), ([2, 1], False))

    def test_reports_without_a_result_are_refused(self):
        for more in (
            {"end": {"how": "stopped", "why": "SIGTERM"}}, {"end": {"how": "failed"}}, {"end": None}, {"end": {"how": 3}}, {"score": [1]}, {"score": [1, "2"]},
            {"score": [-1, 0]}, {"score": None}, {"agents": 7}, {"teams": {}}, {"score": [1, True]},
        ):  # fmt: skip
            with self.subTest(more), self.assertRaises(NoReport):
                self.read(**more)

    def test_invalid_values_of_no_importance_are_ignored(self):
        one = self.read(time="x", measured=3, agents=[7, {"id": []}, {"type": [], "role": {}}, {"type": "A", "role": "left 1", "id": True}], teams=[{"side": [], "name": 1}])
        self.assertEqual((one.score, one.time, one.late, one.teams), ([2, 1], 0.0, [0, 0], ["", ""]))


if __name__ == "__main__":
    run_tests()
