#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Set plays with a real server, by the program and by its twin in Python; also the examples of docs/write/trainers.md.

    set_plays.py SERVER TRAINER CXX [-k NAME]
"""

import concurrent.futures
import json
import math
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "support"))

from programs import ROOT, STRICTLY, TIMEOUT, Program, remove_folder, wait_until  # noqa: E402
from skipping import run_tests  # noqa: E402

ROOM = os.path.join(ROOT, "monitor-lite", "trainer")
sys.path.insert(0, ROOM)
import rcss_trainer  # noqa: E402
from rcss_monitor import Client, Side, move_ball  # noqa: E402

SERVER, TRAINER, CXX = (os.path.abspath(word) if os.sep in word else word for word in sys.argv[1:4])
del sys.argv[1:4]
TWINS = {"C++": [TRAINER], "Python": [sys.executable, "-W", "error", os.path.join(ROOM, "rcss_trainer.py")]}
PENALTY = os.path.join(ROOM, "plays", "penalty.play")


class SetPlays(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="set_plays.")
        self.addCleanup(remove_folder, self.folder)
        os.chmod(self.folder, 0o755)

    def path(self, name):
        return os.path.join(self.folder, name)

    def server(self, *more, speed="max", teams=("--team", "foo:3", "--team", "bar:2")):
        server = Program([SERVER, *STRICTLY, "--seed", "4", "--monitor_port", "0", "--speed", speed, *teams, *more], self.folder)
        self.addCleanup(server.close)
        return server, server.port(r"monitor port (\d+)")

    def train(self, twin, play, port, *more, status=0):
        """Runs a twin with any number of attempts. It ends by itself when an attempt has no result for the time of --patience."""
        done = subprocess.run([*TWINS[twin], play, "--port", str(port), "--patience", f"{TIMEOUT:.0f}", *more], cwd=self.folder,
                              capture_output=True, text=True, check=False)  # fmt: skip
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout, done.stderr

    def run_all(self, twin, play, *more):
        """The output and the files of a twin that has its own server."""
        server, port = self.server("--logdir", f"logs-{twin}")
        files = [self.path(f"{twin}.{ending}") for ending in ("csv", "json", "svg")]
        printed, _ = self.train(twin, play, port, "--csv", files[0], "--json", files[1], "--plot", files[2], *more)
        server.stop()
        texts = [printed]
        for name in files:
            with open(name, encoding="utf-8") as file:
                texts.append(file.read())
        return texts

    def test_both_twins_print_the_same_bytes(self):
        for name in ("penalty", "corner", "two_on_one"):
            with self.subTest(name):
                play = os.path.join(ROOM, "plays", f"{name}.play")
                with concurrent.futures.ThreadPoolExecutor(len(TWINS)) as pool:
                    ones, others = pool.map(lambda twin, play=play: self.run_all(twin, play, "--repeat", "40", "--seed", "6"), TWINS)
                for one, other in zip(ones, others):
                    self.assertEqual(one, other)
                results = json.loads(ones[2])
                self.assertEqual((len(results["attempts"]), results["seed"], results["repeatable"]), (40, 6, True))
                self.assertEqual(sum(each["attempts"] for each in results["outcomes"]), 40)
                self.assertGreater(max(each["ball_way"] for each in results["attempts"]), 3)
                self.assertEqual(ones[1].count("\n"), 41)
                self.assertEqual(ones[3].count("<polyline"), 40)

    def test_an_attempt_does_not_depend_on_those_before_it(self):
        _, many, _, _ = self.run_all("C++", PENALTY, "--repeat", "30")
        server, port = self.server()
        with Client("127.0.0.1", port) as client:
            trainer = rcss_trainer.Trainer(client, rcss_trainer.read_set_play(PENALTY))
            trainer.prepare()
            alone = [trainer.play(number) for number in (30, 7, 30)]
        rows = many.splitlines()
        self.assertEqual([rcss_trainer.csv_of([each]).splitlines()[1] for each in alone], [rows[30], rows[7], rows[30]])
        server.stop()

    def test_random_draws_are_those_of_the_cpp_trainer(self):
        """The values are those of tests/monitor-lite/trainer/test_set_play.cpp."""
        draws = rcss_trainer.Draws(7, 3)
        self.assertEqual(draws.bits(), 17670481865470212032)
        kinds = (("uniform", (-2, 5)), ("normal", (10, 3)), ("choice", (1, 2, 3)))
        self.assertEqual([rcss_trainer.Drawn(*kind).value(draws) for kind in kinds], [3.664497, 15.414686, 3])

    def test_both_twins_report_the_same_mistakes(self):
        """Both twins report the same line."""
        wrong = ("", "(play", "(play p)", "(play p (ball (at 0 0)) (luck))", "(play p\n (ball (at 0 1e9)))", "(play p (ball (at nan 0)))", "(" * 5000,
                 "(play p (ball (at 0 0))\n\n(player Left 1 (at 0 0))(player L 1 (at 0 0)))", "(play p (ball (at 0 0))(end x (score)))", "\xff\x00(",
                 "(play p (ball (at (uniform 1) 0)))", "(play p (await Left))", "(play p (await Left 12))", "(play p (ball (at 0 0))(repeat 1000001))", '(play "a\nb" (ball (at 0 0)))')  # fmt: skip
        for text in wrong:
            with open(self.path("wrong.play"), "w", encoding="latin-1") as file:
                file.write(text)
            lines = []
            for twin in TWINS:
                printed, reported = self.train(twin, "wrong.play", 1, status=2)
                self.assertEqual(printed, "")
                self.assertRegex(reported, r"\Arcss\w+(\.py)?: wrong\.play:[^\n]*\n\Z")
                lines.append(reported.partition(": ")[2])
            if not text.startswith("(((") and "\xff" not in text:
                self.assertEqual(*lines)
        for twin in TWINS:
            self.assertIn("nowhere.play: cannot be read: No such file", self.train(twin, "nowhere.play", 1, status=2)[1])
            self.assertIn("usage" if twin == "Python" else "--help shows", self.train(twin, PENALTY, 0, status=2)[1])
            self.assertIn("--port: has no effect with --check", self.train(twin, PENALTY, 12001, "--check", status=2)[1])
            checked = subprocess.run([*TWINS[twin], PENALTY, "--check"], capture_output=True, text=True, timeout=TIMEOUT, check=True).stdout
            self.assertIn("penalty: 200 attempts from seed 1, 8 s each, in mode PlayOn, with a frame every 5 steps\n", checked)
            self.assertIn("  Left 2   at 35, 0, 0.22\n", checked)

    def test_both_twins_count_shoot_outs_alike(self):
        """The server places ball and players, and the counts of the twins are equal."""
        tables = []
        for twin in TWINS:
            printed = []
            # Each play has its own server: when the trainer leaves, the shoot-out continues, and the match may end.
            for play, repeat in (("shoot_out", "6"), ("whole_shoot_out", "2")):
                server, port = self.server("--Soccer.ShootOut", "1", "--Soccer.ShootOutTime", "12", "--logdir", f"logs-{twin}-{play}")
                printed.append(self.train(twin, os.path.join(ROOM, "plays", f"{play}.play"), port, "--repeat", repeat)[0])
                server.stop()
            single, whole = printed
            rows = {line.split()[0]: int(line.split()[1]) for line in (single + whole).splitlines()
                    if line.split()[:1] in (["scored"], ["missed"], ["left"], ["right"], ["lot"])}  # fmt: skip
            self.assertEqual(rows["scored"] + rows["missed"], 6, single)
            self.assertEqual(rows["left"] + rows["right"] + rows["lot"], 2, whole)
            tables.append(single + whole)
        self.assertEqual(*tables)

    def test_unwritable_files_are_reported_before_the_first_attempt(self):
        """The error is reported before the first attempt, and the contents of the other files are kept."""
        with open(self.path("kept.csv"), "w", encoding="ascii") as file:
            file.write("earlier\n")
        for twin in TWINS:
            printed, reported = self.train(twin, PENALTY, 1, "--csv", "kept.csv", "--plot", "nowhere/plot.svg", status=1)
            self.assertEqual((printed, reported.partition(": ")[2]), ("", "nowhere/plot.svg: cannot be written: No such file or directory\n"))
            with open(self.path("kept.csv"), encoding="ascii") as file:
                self.assertEqual(file.read(), "earlier\n")

    def test_missing_players_and_unknown_modes_are_named(self):
        _, port = self.server(teams=("--team", "foo:1"))
        for twin in TWINS:
            _, reported = self.train(twin, PENALTY, port, "--patience", "5", status=1)
            self.assertIn("not all of Left 2, Right 1 are there, for 5 s\n", reported)
            self.assertIn("0 of 200 attempts have been played\n", reported)
            with open(self.path("odd.play"), "w", encoding="ascii") as file:
                file.write("(play odd (mode Lunch) (ball (at 0 0)))")
            self.assertIn("the server has no play mode 'Lunch'\n", self.train(twin, "odd.play", port, status=1)[1])
            self.assertIn("no match to be seen, for 0.3 s", self.train(twin, PENALTY, 1, "--patience", "0.3", status=1)[1])

    def wait_for_an_attempt(self, watcher):
        """Waits for the beginning of an attempt that is not the first, so that the trainer makes steps already. (Without a trainer the ball may be
        there, too, but not this player.)"""
        def begins(now):
            shooter = now.player(Side.LEFT, 2)
            return shooter and math.dist(shooter.position[:2], (35, 0)) < 0.5 and now.ball.x > 37 and now.time < 0.5

        for condition in (begins, lambda now: now.time > 1, begins):
            self.assertTrue(watcher.wait_until(condition, TIMEOUT), f"the match only reached {watcher.snapshot.time} s")

    def test_the_match_continues_when_the_trainer_is_killed(self):
        server, port = self.server(speed="20")
        with subprocess.Popen([*TWINS["C++"], PENALTY, "--port", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as trainer:
            with Client("127.0.0.1", port) as watcher:
                self.wait_for_an_attempt(watcher)
                trainer.send_signal(signal.SIGKILL)
                trainer.wait()
                server.wait_for("has left while single-stepping; the simulation resumes")
                now = watcher.snapshot.time
                self.assertTrue(watcher.wait_until(lambda later: later.time > now + 20, TIMEOUT), f"the match only reached {watcher.snapshot.time} s")
        server.stop()

    def test_attempts_are_counted_when_the_trainer_or_the_match_ends(self):
        """The attempts so far are counted, also when the match ends."""
        for twin in TWINS:
            server, port = self.server(speed="30")
            with subprocess.Popen([*TWINS[twin], PENALTY, "--port", str(port)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as trainer:
                with Client("127.0.0.1", port) as watcher:
                    self.wait_for_an_attempt(watcher)
                trainer.send_signal(signal.SIGTERM)
                printed, reported = trainer.communicate(timeout=TIMEOUT)
            self.assertEqual(trainer.returncode, 1)
            self.assertRegex(printed, r"\Apenalty: \d+ attempts?, seed 1\n")
            self.assertRegex(reported, r"\d+ of 200 attempts have been played\n\Z")
            with subprocess.Popen([*TWINS[twin], PENALTY, "--port", str(port)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as trainer:
                server.wait_for("has left while single-stepping")
                with Client("127.0.0.1", port) as watcher:
                    self.wait_for_an_attempt(watcher)
                server.stop()
                _, reported = trainer.communicate(timeout=TIMEOUT)
            self.assertEqual(trainer.returncode, 1)
            self.assertRegex(reported, r"(the connection to the server was lost|the match is over)\n")

    def test_a_trainer_steps_a_paused_match_and_can_end_the_match(self):
        server, port = self.server()
        with Client("127.0.0.1", port) as watcher:
            self.assertTrue(watcher.wait_until(lambda now: [player.number > 0 for player in now.players] == [True] * 5, TIMEOUT))
            watcher.pause()
            printed, _ = self.train("C++", PENALTY, port, "--repeat", "3")  # its steps are still made
            self.assertIn("penalty: 3 attempts", printed)
            watcher.run()
        self.train("Python", PENALTY, port, "--repeat", "2", "--end")
        self.assertEqual(server.wait(), 0)

    def test_a_server_without_episodes_is_reported(self):
        """With a server like those of 2006 nothing is repeated, and this is reported."""
        server, port = self.server(speed="30")
        seen = []

        class Old(Client):
            def send(self, commands):
                return super().send(re.sub(r"\((reset|subscribe|fullState)[^()]*(\([^()]*\)[^()]*)*\)", "", commands))

            def step(self, steps):
                return True

        with Old("127.0.0.1", port) as client:
            trainer = rcss_trainer.Trainer(client, rcss_trainer.read_set_play(PENALTY))
            trainer.prepare()
            client.command(rcss_trainer.play_mode("PlayOn"), TIMEOUT)
            client.wait_until(lambda now: now.time > 1, TIMEOUT)
            for attempt in (trainer.play(number) for number in (1, 2, 3)):
                seen.append(attempt)
        self.assertFalse(trainer.repeats)
        self.assertEqual({each.outcome for each in seen} - {"goal", "saved", "wide", "time"}, set())
        self.assertTrue(all(0 < each.seconds <= 8.2 for each in seen), seen)
        self.assertGreater(max(each.ball_top_speed for each in seen), 1)
        server.stop()

    def test_a_play_may_have_a_condition_in_python(self):
        _, port = self.server()
        with Client("127.0.0.1", port) as client:
            trainer = rcss_trainer.Trainer(client, rcss_trainer.read_set_play(PENALTY))
            trainer.prepare()
            attempt = trainer.play(1, lambda now, seconds: "near" if now.player(Side.LEFT, 2).position.x > 36 else "")
            self.assertEqual(attempt.outcome, "near")
            self.assertTrue(client.send(move_ball((0, 0, 0.111))))

    def test_the_examples_of_the_page_work(self):
        """The examples of docs/write/trainers.md: a play, its output, and programs in Python and C++."""
        with open(os.path.join(ROOT, "docs", "write", "trainers.md"), encoding="utf-8") as file:
            page = file.read()
        blocks = re.findall(r"^```(\w+) ?([\w.]*)\n(.*?)^```$", page, re.M | re.S)
        self.assertEqual([block[0] for block in blocks], ["lisp", "text", "python", "python", "cpp"])
        (_, play_name, play), (_, _, table), (_, drawing_name, drawing), (_, program_name, program), (_, _, source) = blocks
        with open(self.path(play_name), "w", encoding="utf-8") as file:
            file.write(play)
        server = re.search(r"^    build/bin/rcssserver3D (.*) --speed max$", page, re.M)[1].split()
        _, port = self.server(teams=server)
        for twin in TWINS:
            self.assertEqual(self.train(twin, play_name, port)[0], table)
        os.symlink(os.path.join(ROOT, "monitor-lite"), self.path("monitor-lite"))

        def run(name, text):
            with open(self.path(name), "w", encoding="utf-8") as file:
                file.write(text.replace("Client()", f'Client("127.0.0.1", {port})'))
            command = re.search(rf"^    (PYTHONPATH=\S+ python3 {re.escape(name)})$", page, re.M)[1]
            return subprocess.run(command, shell=True, cwd=self.folder, capture_output=True, text=True, check=False, timeout=TIMEOUT)

        done = run(drawing_name, drawing)
        self.assertEqual((done.returncode, done.stdout + done.stderr), (0, ""))
        with open(self.path("Logfiles/trainer-draw.log"), encoding="utf-8") as file:
            drawn = [line.rstrip().partition(" ")[2].partition(")")[2] for line in file]
        self.assertEqual(drawn, ['(for 10)(circle target 50 0 2)(words target 50 0 "here")', "(by left 2)(for 10)(line run 35 0 48 2)"])
        done = run(program_name, program)
        self.assertRegex(done.stdout + done.stderr, r"\A(\s*\d+ \w[\w ]* +\d+\.\d\d s\n){20}\d+ of 20\n\Z")
        with open(self.path("example.cpp"), "w", encoding="utf-8") as file:
            file.write(source)
        done = subprocess.run([CXX, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-I", ROOT, self.path("example.cpp")],
                              capture_output=True, text=True, check=False, timeout=TIMEOUT)  # fmt: skip
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for name in re.findall(r"\(([\w./-]+\.(?:md|py|h))[)#]", page):
            self.assertTrue(os.path.exists(os.path.join(ROOT, "docs", "write", name)), name)


if __name__ == "__main__":
    run_tests(sys.argv[1:], side_by_side=3)
