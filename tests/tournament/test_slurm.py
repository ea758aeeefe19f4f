# SPDX-License-Identifier: Apache-2.0
"""Leagues on a real cluster of one machine, with a stand-in for the server; skipped where Slurm is missing."""

import getpass
import json
import os
import re
import signal
import sys

from stage import LeagueTest, run_tests, wait_until

from cluster import CPUS, MAX_ARRAY_SIZE, Cluster
from programs import TemporaryFolder

# Records the data that a match on a node gets, and waits while there is a file `wait`.
BEHAVE = """
import os, time
folder = os.path.dirname(given.agentdb)
seen = {{'left': left, 'right': right, 'sandbox': given.sandbox, 'local': folder, 'database': open(given.agentdb).read(),
        'modes': sorted({{oct(os.stat(os.path.join(base, name)).st_mode & 0o222) for base, _, names in os.walk(folder) if '/team' in base
                         for name in names + ['.']}}), 'job': os.environ.get('SLURM_ARRAY_JOB_ID'), 'index': os.environ.get('SLURM_ARRAY_TASK_ID'),
        'files': sorted(os.listdir(os.path.join(folder, 'team0'))), 'cpus': os.environ.get('SLURM_CPUS_ON_NODE')}}
with open({begun!r}, 'a') as file:
    file.write(repr(seen) + chr(10))
while os.path.exists({wait!r}):
    time.sleep(0.02)
"""


class Slurm(LeagueTest):
    @classmethod
    def setUpClass(cls):
        cls.folder_of_cluster = TemporaryFolder(prefix="rcss_test.")
        cls.addClassCleanup(cls.folder_of_cluster.cleanup)
        cls.cluster = Cluster(cls.folder_of_cluster.name)
        cls.addClassCleanup(cls.cluster.__exit__)
        cls.cluster.__enter__()

    def setUp(self):
        super().setUp()
        os.mkdir(self.path("node"))
        self.behave_on_nodes = BEHAVE.format(begun=self.path("begun"), wait=self.path("wait"))
        self.write("behave.py", self.behave_on_nodes)
        before = dict(os.environ)
        os.environ.update(self.cluster.environment, TMPDIR=self.path("node"), STAND_IN_BEHAVIOUR=self.path("behave.py"))
        self.addCleanup(os.environ.update, before)
        self.addCleanup(self.clear_queue)

    def clear_queue(self):
        self.cluster.printed("scancel", "-u", getpass.getuser())
        wait_until(lambda: not self.cluster.jobs("PENDING,RUNNING,COMPLETING"), "an empty queue")

    def submit(self, *arguments):
        return self.start("--backend", "slurm", *arguments)

    def begun(self):
        try:
            return [eval(line) for line in self.read("begun").splitlines()]
        except FileNotFoundError:
            return []

    def results(self):
        return sorted(line["match"] for line in self.lines() if line["how"] == "played")

    def of_node(self):
        """The files that jobs have left on the node."""
        return [name for name in os.listdir(self.path("node")) if name.startswith("league.")]

    def test_a_whole_league_is_played_on_the_cluster(self):
        out, err = self.finish(self.submit(*self.begin("A", "B", "C", games=2)))
        self.assertEqual(err, "")
        self.assertEqual(len(self.results()), 12)
        self.assertEqual(len(set(self.results())), 12)
        self.assertIn("round-robin, 12 of 12 matches played\n", out)
        begun = self.begun()
        self.assertEqual(len(begun), 12)
        # Arrays are smaller than MaxArraySize, and no index is as large.
        self.assertEqual(len({one["job"] for one in begun}), 12 // (MAX_ARRAY_SIZE - 1))
        self.assertEqual({int(one["index"]) for one in begun}, set(range(MAX_ARRAY_SIZE - 1)))
        for one in begun:
            self.assertEqual((one["sandbox"], one["modes"], one["files"], one["cpus"]), ("on", ["0o0"], ["agent"], "1"))
            self.assertTrue(one["local"].startswith(self.path("node")))
            self.assertEqual(set(re.findall(r'name="(\w)"', one["database"])), {one["left"], one["right"]})
            self.assertNotIn(self.path("team"), one["database"])
        self.assertEqual(self.of_node(), [])
        for key in self.results():
            self.assertEqual(sorted(os.listdir(self.path("L", "matches", key))), ["match.json", "monitor.log.zst", "report.html"])
        self.assertEqual(os.listdir(self.path("L", "claims")), [])

    def test_a_server_that_always_fails_gets_three_attempts(self):
        self.write("behave.py", self.behave_on_nodes + "\nimport sys\nif left == 'A': print('no ball'); sys.exit(1)")
        out, _ = self.finish(self.submit(*self.begin("A", "B")), 1)
        self.assertEqual([line["attempt"] for line in self.lines() if line["match"] == "r01-A-B-1"], [1, 2, 3])
        self.assertIn("r01-A-B-1 has failed: the server ended with status 1: no ball\n", out)
        self.assertEqual(sorted(os.listdir(self.path("L", "matches"))), [*(f"r01-A-B-1.failed-{number}" for number in (1, 2, 3)), "r01-B-A-1"])

    def test_requeued_and_cancelled_jobs_are_played_again(self):
        self.write("wait", "")
        league = self.submit(*self.begin("A", "B", games=2, jobs=2))
        wait_until(lambda: len(self.cluster.jobs("RUNNING")) == CPUS and len(self.begun()) == CPUS, "matches on all cores")
        one, other = sorted(self.cluster.jobs("RUNNING"))
        self.cluster.printed("scontrol", "requeue", one)
        self.cluster.printed("scancel", other)
        # Slurm would let it wait for two minutes. Slurm does not start a job in the second in which it has ended it.
        wait_until(lambda: one in self.cluster.jobs("PENDING"), "the job in the queue again")
        self.cluster.printed("scontrol", "update", f"JobId={one}", "StartTime=now+3")
        wait_until(lambda: [line for line in self.lines() if line["how"] == "cancelled"], "the line of the cancelled one")
        os.unlink(self.path("wait"))
        out, err = self.finish(league, 1)
        self.assertIn("error: 1 matches were cancelled\n", err)
        self.assertIn("was cancelled: job " + other, out)
        failed = [line for line in self.lines() if line["how"] == "failed"]
        self.assertEqual([(line["match"], line["attempt"]) for line in failed], [("r01-A-B-1", 1)])
        self.assertRegex(failed[0]["why"], "^its job was started again; before, it ran on ")
        self.assertEqual(self.results(), ["r01-A-B-1", "r01-A-B-2", "r01-B-A-2"])
        table, _ = self.run_league("--table", status=1)
        self.assertIn(f"r01-B-A-1 was cancelled: job {other}: cancelled\n", table)
        self.assertIn("r01-A-B-1 was restarted after attempt 1: its job was started again; before, it ran on ", table)
        # The runner that continues plays it.
        self.finish(self.submit())
        self.assertEqual(len(self.results()), 4)
        self.assertEqual(self.of_node(), [])

    def test_the_league_of_a_killed_submitter_is_resumed(self):
        self.write("wait", "")
        league = self.submit(*self.begin("A", "B", "C"))
        wait_until(lambda: len(self.begun()) == CPUS, "matches on all cores")
        league.kill()
        league.communicate()
        again = self.submit()
        os.unlink(self.path("wait"))
        self.finish(again)
        self.assertEqual((len(self.results()), len(set(self.results())), len(self.lines())), (6, 6, 6))
        self.assertEqual(len(self.begun()), 6)

    def test_a_killed_job_is_a_failed_attempt(self):
        """Its processes vanish, as on a node that loses power and restarts: the attempt counts as failed."""
        self.write("wait", "")
        league = self.submit(*self.begin("A", "B", jobs=1))
        wait_until(lambda: self.begun() and os.listdir(self.path("L", "claims")), "a match that is being played")
        name = os.listdir(self.path("L", "claims"))[0]
        os.kill(json.loads(self.read("L", "claims", name))["pid"], signal.SIGKILL)
        os.unlink(self.path("wait"))
        self.finish(league)
        self.assertEqual([(line["how"], line["attempt"]) for line in self.lines() if line["match"] == name[:-2]], [("failed", 1), ("played", 2)])
        self.assertRegex(self.lines()[0]["why"], r"^job \d+_0: failed")
        self.assertEqual((self.of_node(), os.listdir(self.path("L", "claims"))), ([], []), "its leftovers were not removed")

    def test_an_ended_league_is_resumed_on_this_machine(self):
        self.write("wait", "")
        league = self.submit(*self.begin("A", "B", "C"))
        wait_until(lambda: len(self.begun()) == CPUS, "matches on all cores")
        league.send_signal(signal.SIGINT)
        _, err = self.finish(league, 130)
        self.assertIn("ended by SIGINT; to resume: ", err)
        self.assertEqual(self.cluster.jobs("PENDING,RUNNING"), [])
        self.assertEqual((self.lines(), os.listdir(self.path("L", "claims"))), ([], []))
        os.unlink(self.path("wait"))
        self.write("behave.py", "")
        self.run_league()
        self.assertEqual(len(self.results()), 6)

    def test_both_backends_share_a_league(self):
        cluster = self.submit(*self.begin("A", "B", "C", "D"))
        wait_until(lambda: self.begun(), "a match on the cluster")
        self.run_league("--jobs", "1")
        self.finish(cluster)
        self.assertEqual((len(self.results()), len(set(self.results()))), (12, 12))
        self.assertEqual(len(self.lines()), 12)


class WithoutSlurm(LeagueTest):
    def test_missing_commands_are_reported_in_one_line(self):
        before = os.environ["PATH"]
        self.addCleanup(os.environ.update, {"PATH": before})
        os.environ["PATH"] = self.folder
        _, err = self.finish(self.start("--backend", "slurm", *self.begin("A", "B")), 1)
        self.assertRegex(err, "^error: there is no squeue: --backend slurm needs Slurm's commands on this machine\n")

    def test_a_task_without_a_job_is_refused(self):
        self.run_league(*self.begin("A", "B"))
        self.assertEqual(self.run_league("--task", "x", status=1)[1], "error: --task is for jobs that --backend slurm has put into the queue\n")


if __name__ == "__main__":
    del LeagueTest
    run_tests(sys.argv[1:], side_by_side=3)
