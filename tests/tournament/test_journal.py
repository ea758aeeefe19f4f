# SPDX-License-Identifier: Apache-2.0
"""The journal of results: cut anywhere, written by several processes, and with any contents."""

import json
import multiprocessing
import os
import resource
import signal
import unittest

from stage import Failure, LeagueTest, result, run_tests

from tournament.errors import LeagueError
from tournament.journal import Journal
from tournament.records import line, record

GOOD = json.loads(line(result("k", 2, 1)))


def write_many(folder, number):
    """Runs in its own process: writes its own matches and those of all."""
    journal = Journal(folder, print)
    for index in range(50):
        journal.append(result(f"own-{number}-{index}", number, index))
        journal.append(result(f"of all-{index}", number, index))


class JournalTest(LeagueTest):
    def setUp(self):
        super().setUp()
        os.mkdir(self.league)
        self.problems = []
        self.journal = Journal(self.league, self.problems.append)

    def file(self):
        return self.path("L", "league.jsonl")

    def test_a_journal_cut_at_any_byte_is_continued(self):
        records = [result("one", 2, 1), Failure("two", 1, "failed", "ünlike"), result("three", 0, 0, host="h", why="w")]
        data = b"".join(map(line, records))
        ends = [len(line(records[0])), len(line(records[0])) + len(line(records[1])), len(data)]
        for cut in range(len(data) + 1):
            with open(self.file(), "wb") as file:
                file.write(data[:cut])
            journal = Journal(self.league, self.fail)  # an incomplete line is not reported
            journal.refresh()
            whole = sum(cut >= end - 1 for end in ends)  # a line without its line end is complete, too
            self.assertEqual(len(journal.results) + len(journal.failures), whole, cut)
            journal.problem = self.problems.append
            self.assertTrue(journal.append(result("next", 3, 3)))
            again = Journal(self.league, lambda _: None)
            again.refresh()
            self.assertEqual(again.results.keys(), {key for key, end in (("one", ends[0]), ("three", ends[2])) if cut >= end - 1} | {"next"})
            self.assertEqual(again.failures.keys(), {"two"} if cut >= ends[1] - 1 else set())
            with open(self.file(), "rb") as file:
                self.assertEqual(file.read(), data[:cut] + (b"\n" if cut and data[cut - 1 : cut] != b"\n" else b"") + line(result("next", 3, 3)))

    def test_invalid_lines_are_reported_once_and_left_out(self):
        wrong = [
            "nonsense", "[]", "3", '{"match": "k"}', "[" * 5000, "\x00", json.dumps({**GOOD, "score": [1]}), json.dumps({**GOOD, "score": [1, -1]}),
            json.dumps({**GOOD, "score": [1, True]}), json.dumps({**GOOD, "score": "21"}), json.dumps({**GOOD, "attempt": None}),
            json.dumps({**GOOD, "match": 7}), json.dumps({**GOOD, "how": "won"}), json.dumps({**GOOD, "how": []}), json.dumps({**GOOD, "time": float("nan")}),
            json.dumps({**GOOD, "winner": "both"}), json.dumps({**GOOD, "teams": [1, 2]}), json.dumps({**GOOD, "late": {}}), "x" * 100000,
            json.dumps({**GOOD, "decided": "dice"}), json.dumps({**GOOD, "decided": []}), json.dumps({**GOOD, "shoot_out": [1]}), json.dumps({**GOOD, "shoot_out": [1, "2"]}),
        ]  # fmt: skip
        for number, text in enumerate(wrong, 1):
            with open(self.file(), "a", encoding="utf-8") as file:
                file.write(text + "\n")
            self.journal.refresh()
            self.journal.refresh()
            self.assertEqual(len(self.problems), number, text[:100])
            self.assertRegex(self.problems[-1], rf"league.jsonl:{number}: left out: .{{1,200}}$")
        with open(self.file(), "a", encoding="utf-8") as file:
            file.write(json.dumps({**GOOD, "later": 1}) + "\n")
        self.journal.refresh()
        self.assertEqual(self.journal.results, {"k": result("k", 2, 1)})
        again = Journal(self.league, self.problems.append)
        again.refresh()
        self.assertEqual(self.problems[len(wrong) :], [f"{self.problems[0]} (and {len(wrong) - 1} more lines)"])

    def test_only_matches_beyond_two_halves_record_how_they_were_decided(self):
        decided = result("k", 1, 1, winner="left", decided="shoot-out", shoot_out=[4, 3])
        self.assertEqual(record(line(decided)), decided)
        plain = line(result("k", 1, 1))
        self.assertFalse(b"decided" in plain or b"shoot_out" in plain)

    def test_the_first_line_counts(self):
        with open(self.file(), "wb") as file:
            file.write(line(result("k", 2, 1)) + line(result("k", 0, 5)) + line(Failure("k", 1, "failed", "late")))
        self.journal.refresh()
        self.assertEqual(self.journal.outcomes(), {"k": result("k", 2, 1)})
        size = os.path.getsize(self.file())
        self.assertFalse(self.journal.append(result("k", 9, 9)))
        self.assertEqual(os.path.getsize(self.file()), size)

    def test_a_match_has_failed_after_three_attempts(self):
        for attempt in (1, 2):
            self.assertTrue(self.journal.append(Failure("k", attempt, "failed", f"why {attempt}")))
            self.assertFalse(self.journal.append(Failure("k", attempt, "failed", "reported by another runner, too")))
            self.assertEqual(self.journal.outcomes(), {})
        self.assertTrue(self.journal.append(Failure("k", 2, "cancelled", "by the user")))
        self.assertEqual(self.journal.outcomes(), {})
        self.assertTrue(self.journal.append(Failure("k", 3, "failed", "why 3")))
        self.assertEqual(self.journal.outcomes(), {"k": Failure("k", 3, "failed", "why 3")})
        self.assertFalse(self.journal.append(result("k", 1, 0)))

    def test_simultaneous_writers_lose_no_line(self):
        context = multiprocessing.get_context("fork")
        writers = [context.Process(target=write_many, args=(self.league, number)) for number in range(4)]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join()
            self.assertEqual(writer.exitcode, 0)
        with open(self.file(), "rb") as file:
            keys = [record(text).match for text in file.read().splitlines()]
        self.assertEqual(sorted(keys), sorted({f"own-{number}-{index}" for number in range(4) for index in range(50)} | {f"of all-{index}" for index in range(50)}))

    def test_a_shortened_journal_is_read_again(self):
        self.journal.append(result("one", 1, 0))
        self.journal.append(result("two", 1, 0))
        os.truncate(self.file(), len(line(result("one", 1, 0))))
        self.journal.refresh()
        self.assertEqual(self.journal.results.keys(), {"one"})

    def test_a_journal_with_a_changed_end_is_read_again(self):
        """It may have grown again meanwhile."""
        self.journal.append(result("one", 1, 0))
        self.journal.append(result("two", 1, 0))
        os.truncate(self.file(), len(line(result("one", 1, 0))))
        Journal(self.league, self.fail).append(result("three", 1, 0, why="longer than the one that was lost"))
        self.assertTrue(self.journal.append(result("two", 2, 0)))
        self.assertEqual(self.journal.results, {"one": result("one", 1, 0), "two": result("two", 2, 0),
                                                "three": result("three", 1, 0, why="longer than the one that was lost")})  # fmt: skip

    def test_a_full_disk_leaves_whole_lines(self):
        self.journal.append(result("one", 1, 0))
        before, size = resource.getrlimit(resource.RLIMIT_FSIZE), os.path.getsize(self.file())
        ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 10, before[1]))
        try:
            with self.assertRaisesRegex(LeagueError, "league.jsonl: only 10 of"):
                self.journal.append(result("two", 1, 0))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
            signal.signal(signal.SIGXFSZ, ignored)
        self.assertEqual(os.path.getsize(self.file()), size)
        self.assertTrue(self.journal.append(result("two", 1, 0)))
        self.assertEqual(self.journal.results.keys(), {"one", "two"})

    def test_a_folder_in_place_of_the_journal_is_refused(self):
        os.mkdir(self.file())
        for act in (self.journal.refresh, lambda: self.journal.append(result("one", 1, 0))):
            with self.assertRaisesRegex(LeagueError, "league.jsonl: Is a directory"):
                act()


if __name__ == "__main__":
    del LeagueTest  # each wrong line is not a separate test
    run_tests()
