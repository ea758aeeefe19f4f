# SPDX-License-Identifier: Apache-2.0
"""rcssleague3D on this machine, with a stand-in for the server: whole leagues, and everything that can go wrong."""

import json
import os
import re
import shutil
import signal
import sys
import time

from stage import NOTES, SERVER, LeagueTest, is_alive, run_tests, wait_until

SLOW = ["--", "--wait", "0.3"]
HANGING = ["--", "--wait", "1000"]


class Local(LeagueTest):
    def keys(self):
        return [line["match"] for line in self.lines() if line["how"] not in ("failed", *NOTES)]

    def test_a_whole_league_is_played_and_its_files_are_written(self):
        out, _ = self.run_league(*self.begin("A", "B", "C"))
        self.assertEqual(sorted(self.keys()), ["r01-B-C-1", "r01-C-B-1", "r02-A-C-1", "r02-C-A-1", "r03-A-B-1", "r03-B-A-1"])
        self.assertEqual(sorted(os.listdir(self.path("L", "matches"))), sorted(self.keys()))
        self.assertEqual(os.listdir(self.path("L", "claims")), [])
        self.assertEqual(sorted(os.listdir(self.path("L", "matches", "r03-A-B-1"))), ["match.json", "monitor.log.zst", "played", "report.html"])
        for line in self.lines():
            seed = json.loads(self.read("L", "matches", line["match"], "match.json"))["seed"]
            self.assertEqual(line["score"], [seed % 4, seed // 4 % 4])
            self.assertEqual(self.read("L", "matches", line["match"], "report.html"), f"<p>{line['score']}")
        self.assertIn("round-robin, 6 of 6 matches played\n", out)
        self.assertTrue(out.endswith(self.read("L", "table.txt")))
        self.assertEqual(len(re.findall(r"^\d/6  [ABC] - [ABC]  \d : \d", out, re.MULTILINE)), 6)
        # Again: nothing is played, and the output is the same.
        again, _ = self.run_league()
        self.assertEqual(again, self.read("L", "table.txt"))
        self.assertEqual(len(self.lines()), 6)

    def test_each_match_has_a_core(self):
        self.run_league(*self.begin("A", "B", "C"))
        cores = [self.read(folder, "played").split(" ", 1)[1] for folder in self.plays()]
        self.assertLessEqual(set(cores), {f"[{core}]\n" for core in os.sched_getaffinity(0)})

    def test_the_requested_number_of_matches_is_played_at_once(self):
        league = self.start(*self.begin("A", "B", "C", jobs=5), *HANGING)
        self.wait_for_plays(5)
        self.assertEqual(len(os.listdir(self.path("L", "claims"))), 5)
        league.send_signal(signal.SIGINT)
        self.finish(league, 130)

    def test_an_ended_league_is_resumed(self):
        for number, status in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            league = self.start(*self.begin("A", "B", jobs=2), *HANGING) if number == signal.SIGINT else self.start("--jobs", "2")
            self.wait_for_plays(2)
            pids = [int(self.read(folder, "played").split()[0]) for folder in self.plays()]
            for _ in range(2):  # as `timeout` does
                league.send_signal(number)
                time.sleep(0.05)  # otherwise the system merges the two signals
            _, err = self.finish(league, status)
            self.assertRegex(err, rf"^ended by {number.name}; to resume: .*rcssleague3D --folder .*L\n$")
            self.assertFalse(any(map(is_alive, pids)))
            self.assertEqual((self.plays(), self.lines(), os.listdir(self.path("L", "claims"))), ([], [], []))
        settings = json.loads(self.read("L", "league.json"))
        self.write("L/league.json", json.dumps({**settings, "server": []}))
        self.run_league()
        self.assertEqual(sorted(self.keys()), ["r01-A-B-1", "r01-B-A-1"])
        self.assertEqual([line["attempt"] for line in self.lines()], [1, 1])

    def test_the_league_of_a_killed_runner_is_resumed(self):
        league = self.start(*self.begin("A", "B", jobs=1), *HANGING)
        self.wait_for_plays(1)
        pid = int(self.read(self.plays()[0], "played").split()[0])
        league.kill()
        wait_until(lambda: not is_alive(pid), "the end of the server whose runner was killed")
        self.write("L/league.json", self.read("L", "league.json").replace("1000", "0"))
        out, _ = self.run_league()
        self.assertIn("r01-A-B-1: attempt 1 was interrupted: its runner on ", out)
        self.assertEqual([(line["match"], line["how"], line["attempt"]) for line in self.lines() if line["match"] == "r01-A-B-1"],
                         [("r01-A-B-1", "interrupted", 1), ("r01-A-B-1", "played", 2)])  # fmt: skip
        self.assertEqual(sorted(os.listdir(self.path("L", "matches"))), ["r01-A-B-1", "r01-B-A-1"])

    def test_several_runners_share_a_league(self):
        """Each match is started once; the matches of a killed runner are started once more."""
        self.behave(f"with open({self.path('begun')!r}, 'a') as file: file.write(f'{{left}} {{right}} {{seed}}\\n')")
        first = self.start(*self.begin("A", "B", "C", "D", jobs=2), *SLOW)
        self.wait_for_plays(1)
        others = [self.start("--jobs", "2") for _ in range(2)]
        wait_until(lambda: len(self.lines()) >= 4, "four results")
        others[0].kill()
        others[0].communicate()
        self.finish(first)
        self.finish(others[1])
        self.assertEqual(len(self.keys()), 12)
        self.assertEqual(len(set(self.keys())), 12)
        failed = [line for line in self.lines() if line["how"] == "interrupted"]
        self.assertLessEqual(len(failed), 2)
        self.assertEqual(len(set(self.read("begun").splitlines())), 12)
        self.assertLessEqual(len(self.read("begun").splitlines()), 12 + len(failed))

    def test_a_runner_waits_for_matches_of_others(self):
        first = self.start(*self.begin("A", "B", jobs=2), *HANGING)
        self.wait_for_plays(2)
        second = self.start()
        self.assertEqual(second.stdout.readline(), "matches being played by other runners: 2; waiting for them\n")
        second.send_signal(signal.SIGTERM)
        self.finish(second, 143)
        self.assertEqual(len(os.listdir(self.path("L", "claims"))), 2)
        first.send_signal(signal.SIGTERM)
        self.finish(first, 143)

    def test_a_server_that_always_fails_gets_three_attempts(self):
        self.behave("import sys\nif left == 'A': print('no ball to be found', file=sys.stderr); sys.exit(1)")
        out, _ = self.run_league(*self.begin("A", "B"), status=1)
        self.assertIn("r01-A-B-1 has failed: the server ended with status 1: no ball to be found\n", out)
        self.assertIn("round-robin, 1 of 2 matches played\n", out)
        self.assertEqual([line["attempt"] for line in self.lines() if line["match"] == "r01-A-B-1"], [1, 2, 3])
        self.assertEqual(sorted(os.listdir(self.path("L", "matches"))), [*(f"r01-A-B-1.failed-{number}" for number in (1, 2, 3)), "r01-B-A-1"])
        self.run_league(status=1)
        self.assertEqual(len(self.lines()), 4)

    def test_a_match_that_failed_once_is_repeated(self):
        self.behave(f"import os\nif not os.path.exists({self.path('once')!r}): open({self.path('once')!r}, 'w'); os.kill(os.getpid(), 9)")
        out, _ = self.run_league(*self.begin("A", "B", jobs=1))
        self.assertEqual([(line["how"], line["attempt"]) for line in self.lines()], [("failed", 1), ("played", 2), ("played", 1)])
        self.assertIn("the server ended with signal 9: match.json: No such file", out)

    def test_invalid_reports_are_failed_attempts(self):
        for code, words in (("report = '{'", "or is incomplete"), ("report = '[]'", "not a JSON object"), ("report = {}", "'end' is missing"),
                            ("report['end']['how'] = 'stopped'; status = 143", r"not played to its end \(stopped\)")):  # fmt: skip
            with self.subTest(words):
                self.behave(code)
                self.assertRegex(self.run_league(*self.begin("A", "B"), status=1)[0], words)
                shutil.rmtree(self.league)

    def test_a_walk_over_is_counted_and_shows_no_paths(self):
        self.behave("if left == 'A': report['end'] = {'how': 'walk-over', 'winner': 'right', 'why': 'A: no program (looked in /home/x, /usr/bin)'}; report['score'] = [0, 0]; report['teams'] = []; status = 4")
        out, _ = self.run_league(*self.begin("A", "B", sides="alternate"))
        self.assertIn("A - B  0 : 3, walk-over: A did not come\n", out)
        self.assertIn("\nr01-A-B-1, a walk-over: A: no program (looked in …/x, …/bin)\n", out)
        for name in ("index.html", "results.json", "matches.csv", "table.txt"):
            self.assertNotIn("/home", self.read("L", name))
        self.assertRegex(out, r"1  B +1 +1 +0 +0 +3:0 +\+3 +3 ")

    def test_matches_of_a_repaired_team_are_repeated(self):
        self.behave("if 'A' in (left, right): report['end'] = {'how': 'walk-over', 'winner': 'right' if left == 'A' else 'left', 'why': 'A: no program'}; report['teams'] = []; status = 4")
        self.run_league(*self.begin("A", "B", "C", jobs=1))
        self.behave("if left == 'B': status = 1; report = {}")
        out, _ = self.run_league("--again", "A", "--jobs", "1", status=1)
        self.assertIn("A: matches to be played again: 4\n", out)
        self.assertEqual(sorted(line["match"] for line in self.lines() if line["how"] == "annulled"), ["r02-A-C-1", "r02-C-A-1", "r03-A-B-1", "r03-B-A-1"])
        results = {one["match"]: (one["how"], one["attempt"]) for one in json.loads(self.read("L", "results.json"))["matches"]}
        self.assertEqual(results, {"r01-B-C-1": ("played", 1), "r01-C-B-1": ("played", 1), "r02-A-C-1": ("played", 2), "r02-C-A-1": ("played", 2),
                                   "r03-A-B-1": ("played", 2), "r03-B-A-1": ("failed", 4)})  # fmt: skip
        self.behave("")
        self.assertIn("B: matches to be played again: 1\n", self.run_league("--again", "B")[0])
        self.assertIn("A: matches to be played again: 0\n", self.run_league("--again", "A")[0])
        for arguments, words in ((("--again", "X"), "error: --again X: one of A, B, C\n"), (("--again", "A", "--table"), "error: --again: has no effect with --table\n")):
            self.assertEqual(self.run_league(*arguments, status=2)[1], words)

    def test_matches_before_a_played_round_are_not_repeated(self):
        self.behave("if 'D' in (left, right): report['end'] = {'how': 'walk-over', 'winner': 'right' if left == 'D' else 'left', 'why': 'D: no program'}; status = 4")
        self.run_league(*self.begin("A", "B", "C", "D", plan="knock-out", games=1, sides="alternate"))
        before = self.read("L", "league.jsonl")
        _, err = self.run_league("--again", "D", status=1)
        self.assertRegex(err, "^error: r01-A-D-1 cannot be played again: matches of round 2 have been played")
        self.assertEqual(self.read("L", "league.jsonl"), before)

    def test_arguments_that_the_server_refuses_begin_no_league(self):
        for word in ("--wiat", "--Soccer.RuleHalfTme"):
            _, err = self.run_league(*self.begin("A", "B"), "--", word, "1", status=2)
            self.assertRegex(err, f"^error: after --: .*unrecognized arguments: {word} 1\n$")
            self.assertFalse(os.path.exists(self.league))

    def test_security_arguments_must_be_repeated(self):
        self.behave("report['given'] = given.sandbox, given.wait")
        def given():
            return {tuple(json.loads(self.read("L", "matches", line["match"], "match.json"))["given"]) for line in self.lines()}

        own = ["--", "--sandbox", "off", "--wait", "0.01"]
        out, _ = self.run_league(*self.begin("A", "B"), *own)
        self.assertEqual((given(), "ignored, because" in out), ({("off", "0.01")}, False))
        for more, wanted in (([], {(None, "0.01")}), (["--", "--sandbox=off"], {("off", "0.01")}), (own, {("off", "0.01")}), (["--", "--wait", "0.01"], {(None, "0.01")})):
            with self.subTest(more):
                os.unlink(self.path("L", "league.jsonl"))
                out, _ = self.run_league(*more)
                self.assertEqual(given(), wanted)
                said = rf"^ignored, because league.json may come from someone else: --sandbox=off; to apply it, run: \S*rcssleague3D --folder {self.league} -- --sandbox=off\n"
                (self.assertNotRegex if ("off", "0.01") in wanted else self.assertRegex)(out, said)
        for more in (["--", "--sandbox", "on"], ["--", "--wait", "7"]):
            self.assertIn("has server ['--sandbox', 'off', '--wait', '0.01']; leave that out", self.run_league(*more, status=2)[1])

    def test_the_command_to_resume_has_the_security_arguments(self):
        league = self.start(*self.begin("A", "B", jobs=1), "--", "--wait", "1000", "--sandbox", "off")
        self.wait_for_plays(1)
        league.send_signal(signal.SIGINT)
        self.assertRegex(self.finish(league, 130)[1], r"; to resume: .*rcssleague3D --folder .*L -- --sandbox=off\n$")

    def test_waiting_for_teams_that_connect_is_reported(self):
        """The server reports who has won a match that has not begun; the league reports how long it waits, and for which team."""
        self.behave("""if given.wait: given.wait = None if given.wait in ("300", "0") else exit(f"--wait {given.wait}")
report = {"end": {"how": "walk-over", "winner": "left" if left == "A" else "right", "why": "1 of the agents that were awaited had not connected"}, "agents": []}; status = 4""")
        own = self.read("agentdb.xml").replace("<exec_line>agent C</exec_line>", "<connects>awaited</connects>")
        self.write("agentdb.xml", own.replace("<exec_line>agent B</exec_line>", "<connects>awaited</connects><port>3101</port>"))
        out, _ = self.run_league(*self.begin("A", "B", agents=1))
        self.assertIn("r01-A-B-1: waiting for 1 agent of B to connect at port 3101, for 5 min at most\n", out)
        self.assertEqual([(line["how"], line["winner"], line["score"]) for line in self.lines()], [("walk-over", "left", [0, 0]), ("walk-over", "right", [0, 0])])
        self.assertRegex(out, r"1  A +2 +2 +0 +0 +6:0 ")
        for more, words in ((["--wait", "0"], "of C to connect at the port that /.*/logs/server.log names, without a time limit\n"), (["--", "--wait", "0"], r"server.log names\n")):
            shutil.rmtree(self.league)
            self.assertRegex(self.run_league(*self.begin("A", "C"), *more)[0], words)
        shutil.rmtree(self.league)
        self.assertIn("status 1: --wait 7.5", self.run_league(*self.begin("A", "C"), "--wait", "7.5", status=1)[0])
        shutil.rmtree(self.league)
        out, _ = self.run_league(*self.begin("A", "D"), "--wait", "7.5")  # which has no effect without teams that connect
        self.assertNotIn("waiting for", out)

    def test_a_match_beyond_the_time_limit_has_failed(self):
        out, _ = self.run_league(*self.begin("A", "B", limit=0.3, sides="alternate"), *HANGING, status=1)
        self.assertIn("r01-A-B-1 has failed: it took longer than 0 s", out)

    def test_matches_of_a_team_without_a_folder_are_postponed(self):
        self.behave(f"import shutil\nshutil.rmtree({self.path('team B')!r}, ignore_errors=True)")
        _, err = self.run_league(*self.begin("A", "B", "C", jobs=1), status=1)
        self.assertIn("error: 3 matches cannot be played until the folders of B exist again\n", err)
        self.assertEqual(sorted(self.keys()), ["r01-B-C-1", "r02-A-C-1", "r02-C-A-1"])
        os.mkdir(self.path("team B"))
        self.behave("")
        self.run_league()
        self.assertEqual(len(set(self.keys())), 6)

    def test_wrong_usage_is_reported_in_one_line(self):
        wrong = os.path.join(self.folder, "no server")
        for arguments, server, status, words in (
            ([], SERVER, 2, "no types were given to begin one"), (["A"], SERVER, 2, "two types"),
            (["A", "X"], SERVER, 1, r"no agent type 'X' in .*agentdb.xml \(it has: A, B, C"),
            (["A", "B"], wrong, 1, "no server: there is no such program"), (["A", "B"], self.folder, 1, "there is no such program"),
            (["A", "B", "--", "--seed", "3"], SERVER, 2, "--seed: the league passes that"), (["A", "B", "--", "--report", "x"], SERVER, 2, "--report: the league passes that"),
            (["A", "B", "--", "--nonsense"], SERVER, 2, "after --: .*--nonsense"),
            (["A", "B", "--gaems", "3"], SERVER, 2, r"--gaems: there is no such option; did you mean --games\?\n$"),
            (["A", "B", "--xyzzy=3"], SERVER, 2, r"--xyzzy: there is no such option\n$"), (["A", "B", "--games", "x"], SERVER, 2, "--games: invalid int value: 'x'"),
            (["A", "B", "--jobs", "-1"], SERVER, 2, "--jobs -1: from 0 to"), (["--watch", "--table"], SERVER, 2, "--watch and --table: expected one of them"),
            (["--table", "--limit=0"], SERVER, 2, "--limit: has no effect with --table"),
            (["A", "B", "--wait", "3", "--backend", "slurm"], SERVER, 2, "--wait: has no effect with --backend slurm"),
            (["A", "B", "--sbatch=--time=3"], SERVER, 2, "--sbatch: expected --backend slurm with it"),
            (["A", "B", "--rounds", "0"], SERVER, 2, "--rounds: expected --plan swiss with it"),
            (["A", "B", "--plan", "swiss", "--replays", "1"], SERVER, 2, "--replays: expected --plan knock-out with it"),
        ):  # fmt: skip
            with self.subTest(words):
                _, err = self.run_league(*(["--agentdb", self.database, *arguments] if arguments else []), server=server, status=status)
                self.assertRegex(err, rf"^error: .*{words}")
                self.assertLessEqual(err.count("\n"), 2)
                shutil.rmtree(self.league, ignore_errors=True)

    def test_the_version_is_printed(self):
        self.assertRegex(self.run_league("--version")[0], r"^rcssleague3D \d+\.\d+\S*\n$")

    def test_invalid_agent_databases_are_refused(self):
        for text, words in (("<a", "not XML"), ("", "not XML"), ("<!DOCTYPE a [<!ENTITY b 'c'>]><a/>", "entities"), ("<a/>", r"it has: none"), ("x" * 2000000, "larger")):
            self.write("agentdb.xml", text)
            self.assertRegex(self.run_league(*self.begin("A", "B"), status=1)[1], rf"^error: .*agentdb.xml.*{words}")
        os.unlink(self.database)
        self.assertRegex(self.run_league(*self.begin("A", "B"), status=1)[1], "^error: .*agentdb.xml: No such file or directory\n$")

    def test_settings_that_contradict_the_folder_are_refused(self):
        self.run_league(*self.begin("A", "B", games=2, seed=9))
        _, err = self.run_league(*self.begin("A", "C"), status=2)
        self.assertRegex(err, r"^error: the league in .*L has types \['A', 'B'\]; leave that out, or begin another one with --folder\n$")
        self.run_league(*self.begin("A", "B", games=2))
        for text in ("", "{", "[]", '{"format": 2}', '{"format": 1, "types": "AB"}', '{"format": 1, "types": ["A", "B"], "games": "x"}', '{"format": 1, "more": 1}'):
            self.write("L/league.json", text)
            self.assertRegex(self.run_league(status=1)[1], r"^error: .*league.json: [^\n]*\n$")

    def test_a_received_league_runs_none_of_its_files(self):
        self.run_league(*self.begin("A", "B"))
        sent = json.loads(self.read("L", "league.json"))
        shutil.copy(self.database, os.path.join(self.league, "agentdb.xml"))
        os.symlink(self.league, os.path.join(self.folder, "link"))
        os.symlink(self.database, os.path.join(self.league, "leads out.xml"))
        for more in ({"agentdb": os.path.join(self.league, "agentdb.xml")}, {"agentdb": os.path.join(self.league, "leads out.xml")},
                     {"server": ["--Sig.DataPath", f"nowhere:{self.league}/data"]}, {"agentdb": os.path.join(self.folder, "link", "agentdb.xml")},
                     {"server": ["--script", os.path.join(self.league, "evil.rb")]}, {"server": [f"--home={self.league}"]}):  # fmt: skip
            with self.subTest(more):
                self.write("L/league.json", json.dumps({**sent, **more}))
                self.assertRegex(self.run_league(status=2)[1], r"^error: [^\n]*: is in the folder of the league, which may come from someone else; [^\n]*\n$")
                self.run_league("--table")
        self.write("L/league.json", json.dumps({**sent, "agentdb": ""}))
        self.assertIn("2 of 2 matches played", self.run_league("--agentdb", self.database)[0])

    def test_a_damaged_journal_is_reported_and_continued(self):
        self.run_league(*self.begin("A", "B"))
        self.write("L/league.jsonl", self.read("L", "league.jsonl")[:-10] + "\n\x00nonsense\n" + json.dumps({**self.lines()[0], "match": "r07-Q-R-1"}) + "\n")
        out, _ = self.run_league()
        self.assertRegex(out, r"league.jsonl:2: left out: not JSON \(and 1 more line\)\n")
        self.assertIn("not part of this league, not counted: 1, the first one r07-Q-R-1\n", out)
        self.assertIn("2 of 2 matches played", out)

    def test_unreadable_and_unwritable_files_are_reported(self):
        self.run_league(*self.begin("A", "B"))
        os.unlink(self.path("L", "league.jsonl"))
        os.mkdir(self.path("L", "league.jsonl"))
        self.assertRegex(self.run_league(status=1)[1], "^error: .*league.jsonl: Is a directory\n")
        shutil.rmtree(self.league)
        self.write("L", "a file")
        self.assertRegex(self.run_league(*self.begin("A", "B"), status=1)[1], "^error: .*L/?.*: (File exists|Not a directory)\n$")


if __name__ == "__main__":
    del LeagueTest
    run_tests(sys.argv[1:], side_by_side=2)
