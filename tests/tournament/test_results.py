# SPDX-License-Identifier: Apache-2.0
"""Ratings, and results as text, JSON, CSV and page, compared with figures calculated by hand."""

import csv
import html.parser
import io
import json
import math
import os
import signal
import unittest

from stage import Failure, LeagueTest, Match, Settings, result, run_tests, wait_until

from tournament import elo
from tournament.export import csv_text
from tournament.journal import Journal
from tournament.settings import begin


def matches(*scores):
    """(match, record) of (left, right, goals, goals)."""
    return [(Match(str(number), 1, 1, left, right, 1), result(str(number), one, other)) for number, (left, right, one, other) in enumerate(scores)]


class Ratings(unittest.TestCase):
    def test_ratings_of_two_teams_are_those_calculated_by_hand(self):
        # Three wins, a draw, a defeat, and the draw that each team gets in addition: 4 points of 6. Odds of 4 : 2 are 400 log10(2) = 120.4.
        ones = elo.ratings(["A", "B"], matches(("A", "B", 1, 0), ("B", "A", 0, 2), ("A", "B", 3, 1), ("A", "B", 2, 2), ("A", "B", 0, 1)), 1)
        self.assertEqual([one.team for one in ones], ["A", "B"])
        self.assertAlmostEqual(ones[0].rating, 1500 + 200 * math.log10(2), 4)
        self.assertAlmostEqual(ones[1].rating, 1500 - 200 * math.log10(2), 4)

    def test_ratings_of_three_teams_are_the_most_likely(self):
        # At the most likely ratings each team has scored as many points as expected; this equation has no other solution.
        played = matches(("A", "B", 1, 0), ("A", "B", 1, 0), ("B", "C", 2, 2), ("C", "A", 0, 1), ("C", "B", 3, 0), ("A", "C", 0, 2))
        rated = {one.team: one.rating for one in elo.ratings(list("ABC"), played, 1, 0)}
        self.assertAlmostEqual(sum(rated.values()), 4500.0, 4)

        def expected(one, other):
            return 1 / (1 + 10 ** ((rated[other] - rated[one]) / 400))

        for team, points, met in (("A", 3.0, {"B": 2, "C": 2}), ("B", 0.5, {"A": 2, "C": 2}), ("C", 2.5, {"A": 2, "B": 2})):
            self.assertAlmostEqual(points + 0.5, sum((number + 0.5) * expected(team, other) for other, number in met.items()), 6)

    def test_ratings_do_not_depend_on_the_order_of_matches(self):
        played = matches(("A", "B", 1, 0), ("B", "C", 2, 0), ("C", "A", 0, 1), ("C", "B", 3, 0))
        one, other = ([(row.team, round(row.rating, 5)) for row in elo.ratings(list("ABC"), ones, 1, 0)] for ones in (played, played[::-1]))
        self.assertEqual(one, other)

    def test_a_team_that_has_won_every_match_has_a_rating(self):
        ones = elo.ratings(["A", "B", "C"], matches(*[("A", "B", 1, 0)] * 9), 1)
        self.assertEqual([one.team for one in ones], ["A", "B"], "a team that did not play is rated")
        self.assertAlmostEqual(ones[0].rating - ones[1].rating, 400 * math.log10(9.5 / 0.5), 4)
        self.assertEqual((ones[0].low, ones[0].high), (ones[0].rating, ones[0].rating), "identical matches must give an interval of zero width")
        self.assertEqual(elo.ratings(["A", "B"], [], 1), [])

    def test_a_walk_over_is_a_win_and_one_without_a_winner_does_not_count(self):
        over = [(Match("k", 1, 1, "A", "B", 1), result("k", 0, 0, how="walk-over", winner=winner)) for winner in ("right", None)]
        self.assertEqual(elo.games(over), [("A", "B", 0.0)])

    def test_confidence_intervals_agree_with_the_normal_approximation(self):
        # 100 matches, 50 points: the rating's spread by the normal approximation is 400 / ln(10) * 2 / sqrt(n) for the difference, half of it for each.
        played = matches(*[("A", "B", 1, 0), ("A", "B", 0, 1)] * 50)
        one = elo.ratings(["A", "B"], played, 7)[0]
        wanted = 1.96 * 400 / math.log(10) / math.sqrt(100)
        self.assertAlmostEqual(one.high - 1500, wanted, delta=wanted * 0.2)
        self.assertAlmostEqual(1500 - one.low, wanted, delta=wanted * 0.2)
        self.assertEqual(elo.ratings(["A", "B"], played, 7), elo.ratings(["A", "B"], played, 7))
        self.assertNotEqual(elo.ratings(["A", "B"], played, 7)[0].low, elo.ratings(["A", "B"], played, 8)[0].low)
        self.assertEqual(elo.within(list(range(1000))), (25, 974))
        self.assertEqual((elo.resamples(10), elo.resamples(1000)), (1000, 100))


class Page(html.parser.HTMLParser):
    """The rows of cells of each table, the addresses of links, and the tags."""

    def __init__(self, text):
        super().__init__()
        self.tables, self.links, self.tags, self.cell = [], [], set(), False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
            self.cell = True
        elif tag == "a":
            self.links.append(dict(attributes)["href"])

    def handle_endtag(self, tag):
        self.cell = self.cell and tag not in ("td", "th")

    def handle_data(self, data):
        if self.cell:
            self.tables[-1][-1][-1] += data


class Files(LeagueTest):
    """A league whose journal is written by hand; the names of types are HTML, a formula and a script."""

    EVIL = '<b>&"=1\'</b>'

    def setUp(self):
        super().setUp()
        escaped = self.EVIL.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
        self.write("agentdb.xml", f'<agentdb><agent_type_external name="A"/><agent_type_external name="{escaped}"/><agent_type_external name="=C"/></agentdb>')
        begin(self.league, Settings(["A", self.EVIL, "=C"], sides="alternate", seed=3, agentdb=self.database))
        journal = Journal(self.league, self.fail)
        self.keys = ["r01-%3Cb%3E%26%22%3D1%27%3C%2Fb%3E-%3DC-1", "r02-%3DC-A-1", "r03-A-%3Cb%3E%26%22%3D1%27%3C%2Fb%3E-1"]
        journal.append(result(self.keys[0], 2, 1, lost=[1, 2], late=[3, 4], teams=["<script>alert(1)</script>", "\x1b[2J"], wall=1.5, host="n1", time=600.0))
        journal.append(result(self.keys[1], 0, 0, how="walk-over", winner="left", lost=[0, 11], teams=["=C", ""]))
        for attempt in (1, 2, 3):
            journal.append(Failure(self.keys[2], attempt, "failed", "<i>broken</i>"))
        for name in (*self.keys[:2], self.keys[2] + ".failed-3"):
            os.makedirs(self.path("L", "matches", name))
            for file in ("monitor.log.zst", "match.json"):
                self.write(f"L/matches/{name}/{file}", "")
        self.write(f"L/matches/{self.keys[0]}/report.html", "")
        self.out, _ = self.run_league("--table", status=1)

    def test_the_text_has_the_table(self):
        self.assertIn("\n".join([
            "round-robin, 2 of 3 matches played",
            "",
            "   team          played  won  drawn  lost  goals  diff  points  lost agents  late acts  failed",
            "1  =C                 2    1      0     1    4:2    +2       3            2          4       0",
            "2  <b>&\"=1'</b>       1    1      0     0    2:1    +1       3            1          3       1",
            "3  A                  1    0      0     1    0:3    -3       0           11          0       1",
            "",
            "   won-drawn-lost against      1      2      3",
            "1  =C                             0-0-1  1-0-0",
            "2  <b>&\"=1'</b>            1-0-0             .",
            "3  A                       0-0-1      .",
            "",
        ]), self.out)  # fmt: skip
        self.assertIn(f"{self.keys[2]} has failed: <i>broken</i>\n", self.out)
        self.assertEqual(self.out, self.read("L", "table.txt"))
        self.assertNotIn("\x1b", self.out)

    def test_the_json_has_all_results(self):
        found = json.loads(self.read("L", "results.json"))
        self.assertEqual((found["played"], found["planned"], found["over"], found["league"]["types"]), (2, 3, True, ["A", self.EVIL, "=C"]))
        self.assertEqual([(row["place"], row["team"], row["points"], row["goal_difference"], row["lost_agents"], row["late_acts"], row["failed"]) for row in found["standings"]],
                         [(1, "=C", 3, 2, 2, 4, 0), (2, self.EVIL, 3, 1, 1, 3, 1), (3, "A", 0, -3, 11, 0, 1)])  # fmt: skip
        self.assertEqual([(one["match"], one["how"], one.get("counted")) for one in found["matches"]],
                         [(self.keys[0], "played", [2, 1]), (self.keys[1], "walk-over", [3, 0]), (self.keys[2], "failed", None)])  # fmt: skip
        self.assertEqual({(pair["team"], pair["against"]): (pair["won"], pair["lost"], pair["goals_for"]) for pair in found["head_to_head"]},
                         {(self.EVIL, "=C"): (1, 0, 2), ("=C", self.EVIL): (0, 1, 1), ("=C", "A"): (1, 0, 3), ("A", "=C"): (0, 1, 0)})  # fmt: skip
        rated = {row["team"]: row["rating"] for row in found["elo"]["ratings"]}
        self.assertEqual(list(rated), [self.EVIL, "=C", "A"])
        self.assertAlmostEqual(sum(rated.values()), 4500, 0)
        self.assertEqual((found["elo"]["resamples"], found["elo"]["seed"]), (1000, 3))

    def test_the_csv_files_have_all_results(self):
        rows = list(csv.DictReader(io.StringIO(self.read("L", "standings.csv"))))
        self.assertEqual([(row["team"], row["points"], row["goals_for"], row["goals_against"]) for row in rows],
                         [("'=C", "3", "4", "2"), (self.EVIL, "3", "2", "1"), ("A", "0", "0", "3")])  # fmt: skip
        rows = list(csv.DictReader(io.StringIO(self.read("L", "matches.csv"))))
        self.assertEqual([(row["match"], row["how"], row["left_goals"], row["right_goals"], row["left_late_acts"], row["right_lost_agents"], row["why"]) for row in rows], [
            (self.keys[0], "played", "2", "1", "3", "2", ""), (self.keys[1], "walk-over", "3", "0", "0", "11", ""), (self.keys[2], "failed", "", "", "", "", "<i>broken</i>"),
        ])  # fmt: skip
        self.assertEqual(csv_text([["-1+2", -1, "a\nb", '"', "ok"]]), "'-1+2,-1,a b,\"\"\"\",ok\n")

    def test_the_page_has_all_results_and_no_markup_of_names(self):
        text = self.read("L", "index.html")
        page = Page(text)
        self.assertLessEqual(page.tags, set("html head meta title style body h1 h2 p div table tr th td ul li a small span".split()))
        standings, against, played = page.tables
        self.assertEqual([row[:9] + row[11:] for row in standings[1:]], [
            ["1", "=C", "2", "1", "0", "1", "4:2", "+2", "3", "2", "4", "0"], ["2", self.EVIL, "1", "1", "0", "0", "2:1", "+1", "3", "1", "3", "1"],
            ["3", "A", "1", "0", "0", "1", "0:3", "-3", "0", "11", "0", "1"],
        ])  # fmt: skip
        self.assertEqual([row[1:] for row in against[1:]], [["=C", "–", "0-0-1", "1-0-0"], [self.EVIL, "1-0-0", "–", ""], ["A", "0-0-1", "", "–"]])
        self.assertEqual([row[:4] for row in played[1:]], [
            ["1", self.EVIL + " (<script>alert(1)</script>)", "=C ([2J)", "2 : 1"], ["2", "=C", "A", "3 : 0, walk-over: A did not come"],
            ["3", "A", self.EVIL, "failed: <i>broken</i>"],
        ])  # fmt: skip
        # Each link leads to a file that is there.
        import urllib.parse

        files = [urllib.parse.unquote(link) for link in page.links]
        self.assertEqual(len(files), 7)
        self.assertTrue(all(os.path.exists(self.path("L", file)) for file in files), files)
        for outside in ("http:", "https:", "src=", "<script", "@import", "url("):
            self.assertNotIn(outside, text)


class Watch(LeagueTest):
    def test_a_league_can_be_watched_while_it_is_played(self):
        go = self.path("go")
        self.behave(f"import os, time\nwhile left == 'B' and not os.path.exists({go!r}): time.sleep(0.01)")
        league = self.start(*self.begin("A", "B", jobs=2))
        wait_until(lambda: len(self.lines()) == 1, "the first result")
        watching = self.start("--watch")
        printed = ""
        while "1 being played: r01-B-A-1" not in printed:
            line = watching.stdout.readline()
            self.assertTrue(line, "the program ended: " + printed)
            printed += line
        self.assertIn("round-robin, 1 of 2 matches played, not over yet\n", printed)
        self.write("go", "")
        self.finish(league)
        out, _ = self.finish(watching)
        self.assertIn("round-robin, 2 of 2 matches played\n", out)

    def test_results_are_renewed_while_a_league_is_played(self):
        go = self.path("go")
        self.behave(f"import os, time\nwhile left == 'B' and not os.path.exists({go!r}): time.sleep(0.01)")
        league = self.start(*self.begin("A", "B", jobs=2))

        def now():
            try:
                return json.loads(self.read("L", "results.json"))
            except FileNotFoundError:
                return {"played": 0, "matches": []}

        wait_until(lambda: now()["played"] == 1, "the first result")
        self.assertEqual([one["how"] for one in now()["matches"]], ["played", "playing"])
        self.assertFalse(now()["over"])
        self.assertIn("being played", self.read("L", "index.html"))
        self.write("go", "")
        self.finish(league)
        self.assertEqual([one["how"] for one in now()["matches"]], ["played", "played"])

    def test_a_league_continues_when_files_cannot_be_renewed(self):
        os.makedirs(self.path("L", "index.html", "in the way"))
        out, _ = self.finish(self.start(*self.begin("A", "B", jobs=1)), 1)
        self.assertIn("the results are not updated: ", out)
        self.assertEqual(out.count("are not updated"), 1)
        self.assertEqual(len(self.lines()), 2)

    def test_a_signal_ends_watching_without_changes(self):
        self.run_league(*self.begin("A", "B"), "--table", status=1)
        begin(self.league, Settings(["A", "B"], agentdb=self.database))
        watching = self.start("--watch")
        watching.stdout.readline()
        watching.send_signal(signal.SIGINT)
        self.finish(watching, 130)
        self.assertEqual(sorted(os.listdir(self.league)), ["claims", "league.json"])


if __name__ == "__main__":
    del LeagueTest
    run_tests()
