# SPDX-License-Identifier: Apache-2.0
"""A received league folder is shown and resumed: nothing outside of it is read or written, nothing is waited for, and the output is limited."""

import json
import os
import shutil
import socket

from stage import Failure, LeagueTest, Settings, result, run_tests

from tournament.below import open_below, write_below
from tournament.errors import LeagueError
from tournament.journal import Journal
from tournament.league import BYTES_OF_A_MATCH, MIN_BOUND, League
from tournament.records import LAST_NUMBER, line
from tournament.slurm import chunks
from tournament.text import MAX_REMARKS

KEY = "r01-A-B-1"
OTHER = "r01-B-A-1"
GONE = {"host": "$(touch pwned)", "machine": "another", "pid": 1, "start": 1, "job": None}


class Received(LeagueTest):
    def setUp(self):
        super().setUp()
        self.run_league(*self.begin("A", "B"))
        os.mkdir(self.path("elsewhere"))

    def forget(self):
        """Makes the league one that has not been played."""
        os.unlink(self.path("L", "league.jsonl"))
        shutil.rmtree(self.path("L", "matches"))

    def make_link(self, name, target):
        """Makes a link in place of a file or folder of the league."""
        path = self.path("L", *name.split("/"))
        if os.path.isdir(path):
            shutil.rmtree(path)
        elif os.path.lexists(path):
            os.unlink(path)
        os.symlink(target, path)

    def assert_refused(self, words, *arguments):
        out, err = self.run_league(*arguments, status=1)
        self.assertEqual(out, "")
        first, *others = err.splitlines()
        self.assertRegex(first, rf"^error: [^\n]*{words}")
        self.assertLessEqual(len(others), 1, err)  # the command to resume

    def test_a_journal_that_is_a_link_is_refused(self):
        start_file = self.write("profile", "umask 022\n")
        self.forget()
        self.make_link("league.jsonl", start_file)
        self.write(f"L/claims/{KEY}.1", json.dumps(GONE))
        for arguments in ([], ["--table"], ["--watch"]):
            self.assert_refused("league.jsonl: is a link; links in the folder of a league are not followed$", *arguments)
        self.make_link("league.jsonl", self.path("nowhere"))
        self.assert_refused("league.jsonl: is a link")
        self.assertEqual((self.read("profile"), os.path.exists(self.path("nowhere"))), ("umask 022\n", False))

    def test_folders_that_are_links_are_refused(self):
        for name, kept in (("claims", f"{KEY}.1"), ("matches", KEY)):
            with self.subTest(name):
                self.make_link(name, self.path("elsewhere"))
                os.mkdir(self.path("elsewhere", kept))
                self.write(f"elsewhere/{kept}/file", "kept")
                self.write(f"elsewhere/{OTHER}.1", "{}")
                for arguments in ([], ["--table"]):
                    self.assert_refused(f"{name}: is a link", *arguments)
                self.assertEqual(sorted(os.listdir(self.path("elsewhere"))), sorted([kept, f"{OTHER}.1"]))
                self.assertEqual(os.listdir(self.path("elsewhere", kept)), ["file"])
                os.unlink(self.path("L", name))
                shutil.rmtree(self.path("elsewhere"))
                os.mkdir(self.path("elsewhere"))

    def test_the_folder_of_a_match_that_is_a_link_is_not_used(self):
        self.write("elsewhere/file", "kept")
        self.make_link(f"matches/{KEY}", self.path("elsewhere"))
        self.assert_refused(f"matches/{KEY}: is a link", "--table")
        os.unlink(self.path("L", "league.jsonl"))
        self.assert_refused(f"matches/{KEY}: is a link", "--quiet", "--jobs", "1")
        self.assertEqual(os.listdir(self.path("elsewhere")), ["file"])

    def test_files_that_are_links_are_refused(self):
        for name in ("league.json", f"claims/{KEY}.1"):
            with self.subTest(name):
                self.forget()
                there = self.write("there", self.read("L", "league.json"))
                self.make_link(name, there)
                self.assert_refused(f"{name}: is a link", "--table")
                self.assertEqual(self.read("there"), self.read("L", "league.json"))
                os.unlink(self.path("L", *name.split("/")))
                self.write("L/league.json", self.read("there"))
                self.write("L/league.jsonl", "")
                os.mkdir(self.path("L", "matches"))

    def test_results_that_are_links_become_files(self):
        names = ("table.txt", "results.json", "standings.csv", "matches.csv", "index.html")
        for name in names:
            self.make_link(name, self.write(f"elsewhere/{name}", "kept"))
        self.run_league("--table")
        for name in names:
            self.assertEqual((os.path.islink(self.path("L", name)), self.read("elsewhere", name)), (False, "kept"))

    def test_fifos_are_refused(self):
        for name in ("league.jsonl", f"claims/{KEY}.1", "league.json"):
            with self.subTest(name):
                path = self.path("L", *name.split("/"))
                if name != "league.jsonl":
                    self.write("L/league.jsonl", "")
                if os.path.exists(path):
                    os.unlink(path)
                os.mkfifo(path)
                for arguments in (["--table"], ["--watch"], []):
                    self.assert_refused(f"{name}: is not a regular file", *arguments)
                os.unlink(path)
        os.unlink(self.database)
        os.mkfifo(self.database)
        shutil.rmtree(self.league)
        self.assert_refused("agentdb.xml: is not a regular file", *self.begin("A", "B"))

    def test_many_invalid_lines_are_reported_in_one_line(self):
        self.write("L/league.jsonl", self.read("L", "league.jsonl") + "\x1b]0;nonsense\n" * 300000)
        out, _ = self.run_league("--table")
        first, *others = out.splitlines()
        self.assertRegex(first, r"league.jsonl:3: left out: not JSON \(and 299999 more lines\)$")
        self.assertEqual("\n".join(others) + "\n", self.read("L", "table.txt"))
        self.assertNotIn("\x1b", out)

    def test_control_characters_of_keys_are_not_printed(self):
        hostile = "\x1b]0;x\x07\nr01"
        with open(self.path("L", "league.jsonl"), "ab") as file:
            file.write(line(result(hostile, 1, 0)) + line(Failure(f"{hostile}2", 1, "failed", hostile)))
        out, _ = self.run_league("--table")
        self.assertIn("\n]0;x r012 was restarted after attempt 1: ]0;x r01\n", out)
        self.assertNotIn("\x1b", out)

    def test_the_number_of_lines_about_failed_matches_is_limited(self):
        settings = json.loads(self.read("L", "league.json"))
        self.write("L/league.json", json.dumps({**settings, "games": 2000}))
        keys = [f"r01-{pair}-{game}" for pair in ("A-B", "B-A") for game in range(2, 2001)]
        with open(self.path("L", "league.jsonl"), "ab") as file:
            file.write(b"".join(line(Failure(key, attempt, "failed", "no ball")) for key in keys for attempt in (1, 2, 3)))
        out, _ = self.run_league("--table", status=1)
        self.assertEqual(out.count(" has failed: no ball\n"), MAX_REMARKS)
        self.assertIn(f"\n… and {len(keys) - MAX_REMARKS} more like these\n", out)

    def test_files_that_are_too_large_are_refused(self):
        os.truncate(self.path("L", "league.jsonl"), MIN_BOUND + 2 * BYTES_OF_A_MATCH + 1)
        self.assert_refused(rf"league.jsonl: is larger than {MIN_BOUND + 2 * BYTES_OF_A_MATCH} bytes$", "--table")
        self.write("L/league.jsonl", "")
        os.truncate(self.path("L", "league.json"), 1 << 40)
        self.assert_refused("league.json: is larger than 1048576 bytes$", "--table")

    def test_too_large_numbers_of_attempts_are_refused(self):
        self.forget()
        self.write(f"L/claims/{KEY}.{LAST_NUMBER + 1}", json.dumps(GONE))
        self.write("L/league.jsonl", json.dumps(Failure(KEY, LAST_NUMBER, "failed", "").fields()) + "\n")
        self.assert_refused(f"{KEY}: the number of an attempt is at most {LAST_NUMBER}", "--quiet", "--jobs", "1")
        self.write("L/league.jsonl", json.dumps(Failure(KEY, LAST_NUMBER + 1, "failed", "").fields()) + "\n")
        out = self.run_league("--jobs", "1")[0]
        self.assertIn(f"league.jsonl:1: left out: expected a number from 1 to {LAST_NUMBER}, not {LAST_NUMBER + 1}\n", out)


class Limits(LeagueTest):
    def test_every_plan_has_the_same_limit_of_matches(self):
        types = [f"T{number}" for number in range(200)]
        for plan, good, bad in (("round-robin", {"games": 25}, {"games": 26}), ("swiss", {"games": 625}, {"games": 626}), ("swiss", {"rounds": 100, "games": 50}, {"rounds": 100, "games": 51}),
                                ("knock-out", {"games": 2500}, {"games": 2512}), ("knock-out", {"replays": 5000}, {"replays": 5024})):  # fmt: skip
            with self.subTest(plan):
                Settings(types, plan=plan, **good).check()
                with self.assertRaisesRegex(LeagueError, "^this league could have more than 1000000 matches, which are too many$"):
                    Settings(types, plan=plan, **bad).check()

    def test_only_regular_files_without_links_in_their_paths_are_opened(self):
        os.makedirs(self.path("L", "real", "inner"))
        write_below(self.league, "real/inner/file", "text")
        os.symlink("real", self.path("L", "link"))
        os.symlink("file", self.path("L", "real", "inner", "link"))
        os.mkfifo(self.path("L", "fifo"))
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(self.path("L", "socket"))
        with open(open_below(self.league, "real/inner/file"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "text")
        for name, error, words in (("link/inner/file", LeagueError, "L/link: is a link"), ("real/inner/link", LeagueError, "L/real/inner/link: is a link"),
                                   ("fifo", LeagueError, "L/fifo: is not a regular file"), ("socket", LeagueError, "L/socket: is not a regular file"),
                                   ("real", IsADirectoryError, "L/real"), ("none", FileNotFoundError, "L/none"), ("real/inner/file/x", NotADirectoryError, "L/real/inner/file")):  # fmt: skip
            for flags in (os.O_RDONLY, os.O_RDWR, os.O_WRONLY | os.O_APPEND):
                with self.assertRaisesRegex(error, words):
                    os.close(open_below(self.league, name, flags))
        for replace in (False, True):
            with self.assertRaisesRegex(LeagueError, "L/link: is a link"):
                write_below(self.league, "link/new", "text", replace)
        with self.assertRaises(FileExistsError):
            write_below(self.league, "real/inner/file", "other")
        with self.assertRaisesRegex(LeagueError, "is larger than 3 bytes"):
            open_below(self.league, "real/inner/file", largest=3)
        self.assertEqual(os.listdir(self.path("L", "real")), ["inner"])
        self.assertEqual(sorted(os.listdir(self.path("L", "real", "inner"))), ["file", "link"])

    def test_links_in_the_folder_of_a_cluster_are_refused(self):
        os.makedirs(self.path("L", "slurm"))
        chunk = chunks.make(self.league, [KEY])
        self.assertEqual(chunks.read(self.league, chunk), [KEY])
        os.symlink(self.path("profile"), self.path("L", "slurm", "7_0.txt"))
        with self.assertRaisesRegex(LeagueError, "L/slurm/7_0.txt: is not a regular file"):
            chunks.make(self.league, [KEY])

    def test_a_large_league_has_a_larger_journal(self):
        os.mkdir(self.league)
        few, many = (League(self.league, Settings(["A", "B"], games=games), print).journal.largest for games in (1, 1000))
        self.assertLess(few, many)
        self.assertLessEqual(many, Journal(self.league, print).largest)


if __name__ == "__main__":
    del LeagueTest
    run_tests()
