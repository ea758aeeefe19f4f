# SPDX-License-Identifier: Apache-2.0
"""Claims on matches: one runner at a time plays a match, and another one takes over when it has died."""

import json
import multiprocessing
import os
import subprocess
import sys

from stage import Failure, LeagueTest, Settings, result, run_tests

from tournament.claims import HEARTBEAT, SHORT_SILENCE, SILENCE, Claims, machine, myself, start_of
from tournament.league import League
from tournament.records import line


def claim_all(folder, settings, taken):
    """Runs in its own process: puts the matches that it gets into `taken`."""
    league = League(folder, settings, print)
    for match in league.open_matches():
        if league.claim(match, league.claims.attempts()):
            taken.put(match.key)
    taken.put(None)
    taken.close()
    taken.join_thread()
    import signal

    signal.pause()


class ClaimsTest(LeagueTest):
    def setUp(self):
        super().setUp()
        os.mkdir(self.league)
        self.settings = Settings(list("ABC"), agentdb=self.database)
        self.said = []
        self.time = 0.0

    def runner(self, me=None):
        return League(self.league, self.settings, self.said.append, me, lambda: self.time)

    def elsewhere(self, **more):
        return {**myself(), "host": "other", "machine": "another boot", **more}

    def held(self, name):
        return self.path("L", "claims", name)

    def test_each_match_is_claimed_by_one_of_many_runners(self):
        context = multiprocessing.get_context("fork")
        taken = context.Queue()
        runners = [context.Process(target=claim_all, args=(self.league, self.settings, taken), daemon=True) for _ in range(5)]
        for runner in runners:
            runner.start()
        keys, done = [], 0
        while done < len(runners):
            key = taken.get(timeout=100)
            done, keys = done + (key is None), keys + [key] * (key is not None)
        for runner in runners:
            runner.kill()
            runner.join()
        self.assertEqual(sorted(keys), sorted(match.key for match in self.runner().open_matches()))

    def test_a_released_claim_can_be_taken_again(self):
        first, second = self.runner(), self.runner(self.elsewhere())
        match = first.open_matches()[0]
        self.assertEqual(first.claim(match, {}), 1)
        self.assertIsNone(second.claim(match, second.claims.attempts()))
        first.claims.release(match.key)
        self.assertEqual(second.claim(match, second.claims.attempts()), 1)
        self.assertEqual(second.journal.failures, {})

    def test_the_claim_of_a_dead_local_process_is_taken_over(self):
        child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
        dead = self.runner({**myself(), "pid": child.pid, "start": start_of(child.pid)})
        match = dead.open_matches()[0]
        self.assertEqual(dead.claim(match, {}), 1)
        live = self.runner()
        self.assertIsNone(live.claim(match, live.claims.attempts()), "its holder is alive")
        child.communicate(b"\n")
        self.assertEqual(live.claim(match, live.claims.attempts()), 2)
        self.assertRegex(live.journal.notes[match.key].why, "^its runner on .* died$")
        self.assertFalse(dead.still_mine(match, 1))
        self.assertTrue(live.still_mine(match, 2))

    def test_a_process_with_a_reused_id_does_not_keep_the_claim(self):
        other = self.runner({**myself(), "start": start_of(os.getpid()) - 1})
        match = other.open_matches()[0]
        self.assertEqual(other.claim(match, {}), 1)
        self.assertEqual(self.runner().claim(match, {match.key: 1}), 2)

    def test_a_remote_runner_is_dead_after_a_silence(self):
        other, here = self.runner(self.elsewhere()), self.runner()
        match = other.open_matches()[0]
        other.claim(match, {})
        self.assertIsNone(here.claim(match, {match.key: 1}))
        self.time += SILENCE - 1
        self.assertIsNone(here.claim(match, {match.key: 1}))
        other.claims.beat()
        self.time += 2
        self.assertIsNone(here.claim(match, {match.key: 1}), "the file was touched")
        self.time += SILENCE + 1
        self.assertEqual(here.claim(match, {match.key: 1}), 2)
        self.assertLess(HEARTBEAT * 3, SILENCE)

    def test_changes_of_the_clock_do_not_change_who_is_alive(self):
        """A claim from the future may still be that of a dead runner, and one from long ago that of a live runner if it is touched."""
        other, here = self.runner(self.elsewhere()), self.runner()
        matches = other.open_matches()
        for match, offset, patience in ((matches[0], 1e6, SILENCE), (matches[1], -SILENCE - 1, SHORT_SILENCE), (matches[2], -SILENCE + 60, SILENCE)):
            other.claim(match, {})
            file = self.held(f"{match.key}.1")
            now = os.stat(file).st_mtime
            for touched in (now + offset, now + offset + 1):  # it is touched the second time, by that clock
                os.utime(file, (touched, touched))
                self.assertIsNone(here.claim(match, {match.key: 1}))
                self.time += patience - 1
                self.assertIsNone(here.claim(match, {match.key: 1}))
            self.time += 2
            self.assertEqual(here.claim(match, {match.key: 1}), 2, offset)

    def test_failed_attempts_are_counted_by_the_journal(self):
        """The journal determines how many attempts have failed, regardless of their numbers."""
        match = self.runner().open_matches()[0]
        for attempt in (1, 2, 3):
            self.runner({**myself(), "start": 1}).claims.take(match.key, attempt)
        half = '{"match":"' + match.key + '","attempt":2,"how":"failed","why":"its runner on'
        with open(self.path("L", "league.jsonl"), "wb") as file:
            file.write(line(Failure(match.key, 1, "failed", "")) + half.encode() + b"\n" + line(Failure(match.key, 3, "failed", "")))
        here = self.runner()
        here.refresh()
        self.assertEqual(here.claim(match, here.claims.attempts()), 4)
        here.write(Failure(match.key, 4, "failed", "no ball"))
        self.assertTrue(here.journal.is_over(match.key))

    def test_obsolete_claims_are_removed(self):
        here, gone = self.runner(), self.runner({**myself(), "start": 1})
        over, failed, open_one = here.open_matches()[:3]
        for match in (over, failed, open_one):
            gone.claims.take(match.key, 1)
        here.write(result(over.key, 1, 0))
        here.write(Failure(failed.key, 1, "failed", ""))
        self.assertEqual(here.claim(failed, {}), 2)
        old, new = self.held(".new.left"), self.held(".new.being_written")
        for path in (old, new):
            with open(path, "w", encoding="ascii"):
                os.utime(path, (1, 1) if path == old else None)
        here.tidy_claims()
        self.assertEqual(sorted(os.listdir(self.path("L", "claims"))), sorted([".new.being_written", f"{failed.key}.2", f"{open_one.key}.1"]))

    def test_only_one_runner_takes_over_from_a_dead_one(self):
        gone = self.runner({**myself(), "start": 1})
        match = gone.open_matches()[0]
        gone.claim(match, {})
        one, two = self.runner(), self.runner(self.elsewhere())
        seen = one.claims.attempts()
        self.assertEqual(one.claim(match, seen), 2)
        # The other runner has read the claims before the first one took over, so it knows only the dead runner.
        two.claims.death = lambda *_: "dead, too"
        self.assertIsNone(two.claim(match, seen))
        self.assertEqual(sorted(os.listdir(self.path("L", "claims"))), [f"{match.key}.1", f"{match.key}.2"])
        self.assertEqual(len(self.lines()), 1)

    def test_a_match_that_ended_meanwhile_is_not_claimed(self):
        slow, fast = self.runner(), self.runner(self.elsewhere())
        match = slow.open_matches()[0]
        seen = slow.claims.attempts()
        fast.claim(match, {})
        fast.write(result(match.key, 1, 0))
        fast.claims.release(match.key)
        self.assertIsNone(slow.claim(match, seen))
        self.assertEqual(os.listdir(self.path("L", "claims")), [])

    def test_dead_runners_do_not_count_as_failed_attempts(self):
        match = self.runner().open_matches()[0]
        for attempt in (1, 2, 3):
            gone = self.runner({**myself(), "start": 1})
            gone.journal.refresh()
            self.assertEqual(gone.claim(match, gone.claims.attempts()), attempt)
        last = self.runner()
        last.refresh()
        self.assertEqual(last.claim(match, last.claims.attempts()), 4)
        self.assertEqual((last.journal.failures, last.journal.notes[match.key].how, last.journal.notes[match.key].attempt), ({}, "interrupted", 3))
        last.write(result(match.key, 1, 0, attempt=4))
        self.assertEqual(last.journal.notes, {})

    def test_invalid_claims_expire_after_a_silence(self):
        here = self.runner()
        for match, text in zip(here.open_matches(), ("", "[", "[1]", '{"pid": "x", "job": 7}', '{"host": [], "job": [1, "x"]}', "\xff" * 9000)):
            file = self.held(f"{match.key}.1")
            with open(file, "w", encoding="latin-1") as out:
                out.write(text)
            self.assertIsNone(here.claim(match, here.claims.attempts()))
            self.time += SILENCE + 1
            self.assertEqual(here.claim(match, here.claims.attempts()), 2)
        for name in ("x", ".1", "x.0", "x.²", "x.12345678901234567890", "x.-1"):
            with open(self.held(name), "w", encoding="ascii"):
                pass
        self.assertEqual(set(here.claims.attempts()), {match.key for match in here.open_matches()})

    def test_a_claim_without_a_start_time_can_be_taken_over(self):
        match = self.runner().open_matches()[0]
        self.assertEqual(self.runner({**myself(), "pid": -1, "start": None}).claim(match, {}), 1)
        self.assertEqual(self.runner().claim(match, {match.key: 1}), 2)

    def test_a_restarted_job_takes_over_its_own_claim(self):
        before = self.runner(self.elsewhere(job=["7_1", 0]))
        match = before.open_matches()[0]
        before.claim(match, {})
        for job, taken in ((["7_2", 1], None), (["7_1", 0], None), (["7_1", 1], 2)):
            self.assertEqual(self.runner({**myself(), "machine": "third", "job": job}).claim(match, {match.key: 1}), taken, job)

    def test_a_machine_is_identified_by_boot_and_container(self):
        self.assertRegex(machine(), r"^[0-9a-f-]{36} pid:\[\d+\]$")
        self.assertEqual(Claims(self.league).me["start"], start_of(os.getpid()))


if __name__ == "__main__":
    del LeagueTest
    run_tests()
