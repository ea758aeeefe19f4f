# SPDX-License-Identifier: Apache-2.0
"""Plans whose later rounds depend on earlier ones, compared with plans made by hand."""

import unittest

from stage import Failure, Settings, play_out, result, run_tests, schedule

from tournament.plans.knock_out import bracket
from tournament.plans.swiss import MAX_TRIES, pairs_of
from tournament.settings import default_rounds
from tournament.standings import standings


def keys(made):
    return [match.key for match in made.matches]


class Swiss(unittest.TestCase):
    SETTINGS = Settings(list("ABCD"), plan="swiss", sides="alternate")

    def test_rounds_are_those_made_by_hand(self):
        made = schedule(self.SETTINGS, {})
        self.assertEqual((keys(made), made.complete, made.total), (["r01-A-B-1", "r01-D-C-1"], False, 4))
        first = {"r01-A-B-1": result("r01-A-B-1", 0, 2), "r01-D-C-1": result("r01-D-C-1", 1, 3)}
        self.assertEqual(keys(schedule(self.SETTINGS, {"r01-A-B-1": first["r01-A-B-1"]})), keys(made), "a round began before the end of the previous one")
        # C has won 3:1, B 2:0: both have 3 points and +2, C more goals. The losers: D -2 with one goal, A without.
        made = schedule(self.SETTINGS, first)
        self.assertEqual(keys(made)[2:], ["r02-B-C-1", "r02-D-A-1"])
        self.assertTrue(made.complete)

    def test_no_pair_meets_twice_and_byes_are_shared(self):
        for number in (2, 3, 5, 6, 8, 9, 20, 33):
            types = [f"t{index}" for index in range(number)]
            settings = Settings(types, plan="swiss", rounds=default_rounds(number), sides="alternate")
            made, _ = play_out(settings, lambda match: (match.seed % 5, match.seed // 5 % 3))
            pairs = [frozenset((match.left, match.right)) for match in made.matches]
            self.assertEqual(made.total, len(pairs))
            self.assertEqual(len(pairs), len(set(pairs)), number)
            rounds = [[match for match in made.matches if match.round == index + 1] for index in range(settings.rounds)]
            for of_round in rounds:
                self.assertEqual(len({name for match in of_round for name in (match.left, match.right)}), number // 2 * 2)
            self.assertEqual(sum(made.byes.values()), settings.rounds * (number % 2))
            self.assertTrue(all(byes == 1 for byes in made.byes.values()))

    def test_as_few_pairs_as_possible_meet_again(self):
        met = {frozenset(pair) for pair in ("AB", "AC", "AD")}
        self.assertEqual(pairs_of(list("ABCD"), met - {frozenset("AD")})[0], [("A", "D"), ("B", "C")])
        self.assertEqual(pairs_of(list("ABCD"), met)[0], [("A", "B"), ("C", "D")])
        self.assertEqual(pairs_of(list("ABCD"), met | {frozenset("CD")})[0], [("A", "C"), ("B", "D")], "only one pair must meet again, not two")

    def test_the_search_for_pairs_is_limited(self):
        order = list(range(62))
        met = {frozenset((one, other)) for one in order for other in order if one % 2 != other % 2}  # two groups of 31 can only be paired with a repetition
        pairs, tries = pairs_of(order, met)
        self.assertEqual(sum(frozenset(pair) in met for pair in pairs), 1)
        self.assertLess(tries, 2 * MAX_TRIES + 2 * len(order))
        pairs, tries = pairs_of(order, met, 1000)
        self.assertEqual(pairs, [(one, one + 1) for one in order[::2]])
        self.assertLess(tries, 1000 + len(order))

    def test_a_bye_counts_as_a_win(self):
        settings = Settings(list("ABC"), plan="swiss", rounds=1)
        outcomes = {key: result(key, 1, 1) for key in keys(schedule(settings, {}))}
        made = schedule(settings, outcomes)
        self.assertEqual(keys(made), ["r01-A-B-1", "r01-B-A-1"])
        rows = standings(settings, made, outcomes)
        self.assertEqual([(row.team, row.points, row.played, row.byes) for row in rows], [("C", 6, 0, 1), ("A", 2, 2, 0), ("B", 2, 2, 0)])

    def test_a_failed_match_counts_for_neither_team(self):
        outcomes = {"r01-A-B-1": Failure("r01-A-B-1", 3, "failed", "x"), "r01-D-C-1": result("r01-D-C-1", 1, 0)}
        self.assertEqual(keys(schedule(self.SETTINGS, outcomes))[2:], ["r02-A-D-1", "r02-B-C-1"])


class KnockOut(unittest.TestCase):
    SETTINGS = Settings(list("ABCDE"), plan="knock-out", sides="alternate", replays=2)

    def test_the_bracket_separates_the_best_teams(self):
        self.assertEqual(bracket(list("ABCDEFGH")), list("AHDEBGCF"))
        self.assertEqual(bracket(list("ABCDE")), ["A", None, "D", "E", "B", None, "C", None])
        self.assertEqual(bracket(["A", "B"]), ["A", "B"])

    def test_rounds_are_those_made_by_hand(self):
        made = schedule(self.SETTINGS, {})
        self.assertEqual((keys(made), made.complete, made.total, made.byes), (["r01-D-E-1"], False, 4, {"A": 1, "B": 1, "C": 1}))
        outcomes = {"r01-D-E-1": result("r01-D-E-1", 0, 2)}
        self.assertEqual(keys(schedule(self.SETTINGS, outcomes))[1:], ["r02-A-E-1", "r02-B-C-1"])
        outcomes["r02-A-E-1"] = result("r02-A-E-1", 1, 1)
        self.assertEqual(keys(schedule(self.SETTINGS, outcomes))[1:], ["r02-A-E-1", "r02-A-E-2", "r02-B-C-1"], "a draw is played again")
        outcomes["r02-A-E-2"] = result("r02-A-E-2", 2, 2)
        outcomes["r02-B-C-1"] = result("r02-B-C-1", 3, 1)
        self.assertEqual(keys(schedule(self.SETTINGS, outcomes))[1:], ["r02-A-E-1", "r02-A-E-2", "r02-E-A-3", "r02-B-C-1"], "the sides must alternate")
        outcomes["r02-E-A-3"] = result("r02-E-A-3", 4, 3)
        outcomes["r03-E-B-1"] = result("r03-E-B-1", 0, 1, how="walk-over", winner="right")
        made = schedule(self.SETTINGS, outcomes)
        self.assertEqual((keys(made)[-1], made.complete, made.remarks), ("r03-E-B-1", True, ["B won the knock-out"]))
        self.assertEqual([row.team for row in standings(self.SETTINGS, made, outcomes)], ["B", "E", "A", "C", "D"])

    def test_a_lot_that_depends_on_the_seed_decides_at_last(self):
        settings = Settings(["A", "B"], plan="knock-out", sides="alternate", replays=2)
        chosen = set()
        for seed in range(20):
            of_seed = Settings(["A", "B"], plan="knock-out", sides="alternate", replays=2, seed=seed)
            made, outcomes = play_out(of_seed, lambda match: (1, 1))
            self.assertEqual(keys(made), ["r01-A-B-1", "r01-A-B-2", "r01-B-A-3"])
            self.assertEqual(made.remarks, schedule(of_seed, outcomes).remarks)
            self.assertRegex(made.remarks[0], "^round 1, A - B: drawn to the end, decided by lot for [AB]$")
            self.assertEqual(made.remarks[1], f"{made.remarks[0][-1]} won the knock-out")
            chosen.add(made.remarks[0][-1])
        self.assertEqual(chosen, {"A", "B"})
        self.assertEqual(len(set(match.seed for match in play_out(settings, lambda match: (0, 0))[0].matches)), 3)

    def test_a_shoot_out_replaces_further_matches_and_lots(self):
        settings = Settings(["A", "B"], plan="knock-out", sides="alternate", replays=2)
        for decided in ("shoot-out", "lot"):
            shoot_out = [3, 4] if decided == "shoot-out" else [4, 4]
            outcomes = {"r01-A-B-1": result("r01-A-B-1", 1, 1, winner="right", decided=decided, shoot_out=shoot_out)}
            made = schedule(settings, outcomes)
            self.assertEqual((keys(made), made.complete, made.remarks), (["r01-A-B-1"], True, ["B won the knock-out"]))
            rows = standings(settings, made, outcomes)
            self.assertEqual([(row.team, row.won, row.drawn, row.lost, row.points, row.goals_for) for row in rows], [("B", 1, 0, 0, 3, 1), ("A", 0, 0, 1, 0, 1)])

    def test_one_won_shoot_out_each_requires_a_third_match(self):
        settings = Settings(["A", "B"], plan="knock-out")
        won = {"decided": "shoot-out", "shoot_out": [2, 1], "winner": "left"}
        made = schedule(settings, {key: result(key, 0, 0, **won) for key in ("r01-A-B-1", "r01-B-A-1")})
        self.assertEqual(keys(made)[2:], ["r01-A-B-2"])

    def test_two_legs_are_decided_by_goal_difference(self):
        settings = Settings(["A", "B"], plan="knock-out")
        made = schedule(settings, {"r01-A-B-1": result("r01-A-B-1", 1, 0), "r01-B-A-1": result("r01-B-A-1", 3, 1)})
        self.assertEqual(made.remarks, ["B won the knock-out"], "one win each; the better goal difference decides")
        made = schedule(settings, {"r01-A-B-1": result("r01-A-B-1", 1, 0), "r01-B-A-1": result("r01-B-A-1", 3, 2)})
        self.assertEqual(keys(made)[2:], ["r01-A-B-2"])


if __name__ == "__main__":
    run_tests()
