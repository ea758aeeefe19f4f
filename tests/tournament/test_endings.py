# SPDX-License-Identifier: Apache-2.0
"""The records of matches whose jobs Slurm reports as over; tested without Slurm."""

import os

from stage import LeagueTest, Settings, result, run_tests

from tournament.claims import SILENCE, myself
from tournament.league import League
from tournament.slurm import chunks, endings, queue


class Endings(LeagueTest):
    def setUp(self):
        super().setUp()
        os.makedirs(self.path("L", "slurm"))
        self.settings = Settings(["A", "B"], agentdb=self.database)
        self.said = []
        self.time = 0.0
        self.league_here = League(self.league, self.settings, self.said.append, None, lambda: self.time)
        self.key = self.league_here.open_matches()[0].key

    def task(self, name):
        """A job on another machine, which has claimed the match."""
        league = League(self.league, self.settings, self.fail, {**myself(), "host": "node7", "machine": "another", "job": [name, 0]})
        league.refresh()
        match = next(match for match in league.open_matches() if match.key == self.key)
        return league, league.claim(match, league.claims.attempts())

    def report_end(self, state, was_active=True, name="7_3"):
        return endings.see_to(self.league_here, self.league, name, self.key, state, was_active)

    def test_a_timeout_is_a_failed_attempt(self):
        self.task("7_3")
        self.write("L/slurm/7_3.txt", "one\nerror: slurmstepd: *** JOB 9 CANCELLED DUE TO TIME LIMIT ***\n")
        self.assertEqual(self.report_end("TIMEOUT"), "failed")
        self.assertEqual([(line["how"], line["attempt"], line["why"], line["host"]) for line in self.lines()],
                         [("failed", 1, "job 7_3: timed out: slurmstepd: *** JOB 9 CANCELLED DUE TO TIME LIMIT ***", "node7")])  # fmt: skip
        self.assertEqual(self.task("8_0")[1], 2, "the next task does not play it again")

    def test_each_state_of_slurm_has_its_reason(self):
        reasons = (("NODE_FAIL", "its node has failed"), ("OUT_OF_MEMORY", "out of memory"), ("", "it is no longer in the queue"))
        for number, (state, words) in enumerate(reasons, 1):
            self.task(f"7_{number}")
            self.assertEqual(self.report_end(state, name=f"7_{number}"), "failed")
            self.assertEqual((self.lines()[-1]["attempt"], self.lines()[-1]["why"]), (number, f"job 7_{number}: {words}"))
        self.assertTrue(self.league_here.journal.is_over(self.key))

    def test_a_job_that_ends_before_its_claim_has_failed_once(self):
        self.assertEqual(self.report_end("FAILED"), "failed")
        self.assertIsNone(self.report_end("FAILED", was_active=False), "the end of a job that was not active is reported")
        self.assertEqual(len(self.lines()), 1)

    def test_the_claim_of_another_live_runner_is_kept(self):
        self.task("8_0")
        self.assertIsNone(self.report_end("FAILED"))
        self.assertEqual(self.lines(), [])
        self.time += SILENCE + 1
        self.assertEqual(self.report_end("FAILED"), "failed", "the second dead runner is not reported")

    def test_the_attempt_of_the_job_itself_is_recorded(self):
        self.league_here.claims.take(self.key, 1)
        self.league_here.claims.held.clear()
        League(self.league, self.settings, self.fail, {**myself(), "host": "node7", "machine": "another", "job": ["7_3", 0]}).claims.take(self.key, 2)
        self.assertEqual(self.report_end("TIMEOUT"), "failed")
        self.assertEqual([line["attempt"] for line in self.lines()], [2])

    def test_a_cancelled_job_is_not_an_attempt(self):
        self.task("7_3")
        self.assertEqual(self.report_end("CANCELLED"), "cancelled")
        self.assertEqual((self.lines()[0]["how"], os.listdir(self.path("L", "claims"))), ("cancelled", []))
        self.assertEqual(self.task("8_0")[1], 1, "a cancelled job counts as an attempt")

    def test_jobs_of_a_killed_submitter_are_recorded_once(self):
        self.task("7_3")
        self.assertEqual(self.report_end("TIMEOUT", was_active=False), "failed")
        self.assertIsNone(self.report_end("TIMEOUT", was_active=False), "once")
        self.assertEqual(len(self.lines()), 1)

    def test_the_end_of_a_finished_match_records_nothing(self):
        league, _ = self.task("7_3")
        league.write(result(self.key, 1, 0))
        self.write("L/slurm/7_3.txt", "")
        self.assertEqual(self.report_end("NODE_FAIL"), "done")
        self.assertEqual((len(self.lines()), os.listdir(self.path("L", "slurm"))), (1, []))

    def test_lists_of_matches_are_stored_under_checked_names(self):
        name = chunks.make(self.league, ["a", "b"])
        self.assertEqual(chunks.read(self.league, name), ["a", "b"])
        for wrong in ("../claims/x", "no", ""):
            with self.assertRaisesRegex(Exception, "slurm/"):
                chunks.read(self.league, wrong)
        self.write(f"L/slurm/{name}.json", "[1]")
        with self.assertRaisesRegex(Exception, "not a list of matches"):
            chunks.read(self.league, name)
        self.assertRegex(queue.name_of("/x/a league"), "^league-a_league-[0-9a-f]{8}$")
        self.assertNotEqual(queue.name_of("/x/a"), queue.name_of("/y/a"))


if __name__ == "__main__":
    del LeagueTest
    run_tests()
