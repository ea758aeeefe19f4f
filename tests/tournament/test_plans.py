# SPDX-License-Identifier: Apache-2.0
"""The matches of a league: keys, seeds and order depend only on the settings."""

import collections
import itertools
import unittest

from stage import Settings, run_tests, schedule

from tournament.errors import LeagueError
from tournament.names import plain, quoted


def pairs(matches):
    return [(match.left, match.right) for match in matches]


class RoundRobin(unittest.TestCase):
    def test_the_plan_of_four_types_is_that_made_by_hand(self):
        # The circle method: A stays, D moves to the second place, and so on; odd rounds swap the sides of the pairs.
        made = schedule(Settings(["A", "B", "C", "D"], sides="alternate"), {})
        self.assertEqual([match.key for match in made.matches], ["r01-A-D-1", "r01-B-C-1", "r02-C-A-1", "r02-B-D-1", "r03-A-B-1", "r03-C-D-1"])
        self.assertTrue(made.complete)

    def test_all_types_meet_on_both_sides(self):
        for number in range(2, 10):
            types = [f"t{index}" for index in range(number)]
            made = schedule(Settings(types, games=3), {})
            met = collections.Counter(pairs(made.matches))
            self.assertEqual(met, {pair: 3 for pair in itertools.permutations(types, 2)})
            self.assertEqual(made.total, number * (number - 1) * 3)
            self.assertEqual(len({match.key for match in made.matches}), made.total)
            self.assertEqual(len({match.seed for match in made.matches}), made.total)
            for _, of_round in itertools.groupby(made.matches, lambda match: match.round):
                met = {frozenset(pair) for pair in pairs(of_round)}
                self.assertEqual(sum(map(len, met)), len(set().union(*met)), "a team plays two others in a round")

    def test_sides_alternate(self):
        made = schedule(Settings(["A", "B"], games=4, sides="alternate"), {})
        self.assertEqual(pairs(made.matches), [("A", "B"), ("B", "A"), ("A", "B"), ("B", "A")])

    def test_seeds_depend_only_on_key_and_league(self):
        few, many = (schedule(Settings(["A", "B", "C", "D"], games=games), {}) for games in (1, 2))
        seeds = {match.key: match.seed for match in many.matches}
        self.assertEqual({match.key: match.seed for match in few.matches}, {match.key: seeds[match.key] for match in few.matches})
        # sha256("1 r01-A-B-1"), the first eight bytes, modulo 2^31 - 1, plus one. This must not change, because later versions resume leagues.
        import hashlib

        first = schedule(Settings(["A", "B"]), {}).matches[0]
        self.assertEqual(first.seed, int(hashlib.sha256(b"1 r01-A-B-1").hexdigest()[:16], 16) % 2147483647 + 1)
        self.assertNotEqual(first.seed, schedule(Settings(["A", "B"], seed=2), {}).matches[0].seed)
        self.assertTrue(all(1 <= match.seed < 2**31 for match in many.matches))

    def test_keys_of_any_names_are_distinct_file_names(self):
        types = ["A", "A-B", "B-C", "C", "../x", "ä \n", "B"]
        made = schedule(Settings(types), {})
        self.assertEqual(len({match.key for match in made.matches}), made.total)
        self.assertTrue(all(match.key.replace("%", "").replace("-", "").replace(".", "").isalnum() for match in made.matches))
        self.assertEqual(quoted("../x"), "..%2Fx")
        self.assertEqual(plain("a\x1b[2J\u202eb\n c"), "a [2J b c")


class Refused(unittest.TestCase):
    def test_invalid_settings_are_refused(self):
        for settings, words in (
            (Settings(["A"]), "two types"), (Settings(["A", "A"]), "twice"), (Settings(["A", ""]), "''"), (Settings(["A", "none"]), "none"),
            (Settings(["A", "x" * 101]), "too long"), (Settings(["A", "B"], games=0), "--games 0"), (Settings(["A", "B"], plan="cup"), "--plan cup"),
            (Settings(["A", "B"], server=["--seed=3"]), "--seed=3"), (Settings(["A", "B", "C"], plan="swiss", rounds=4), "--rounds 4"),
            (Settings(["A", "B"], agents=12), "--agents 12"),
        ):  # fmt: skip
            with self.subTest(words), self.assertRaisesRegex(LeagueError, words):
                settings.check()


if __name__ == "__main__":
    run_tests()
