#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Matches that are played again from their records, without their agents (docs/running.md, "Is this log true?").

    verified.py SERVER
"""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))

from agents import ConnectedAgent  # noqa: E402
from frames import frame  # noqa: E402
from programs import PATIENCE, ROOT, STRICTLY, Program  # noqa: E402

SERVER = os.path.abspath(sys.argv[1])
QUICK_MATCH = ["--Soccer.AutomaticKickOff", "true", "--Soccer.RuleHalfTime", "8", "--timers", "fixed", "0"]
NO_MONITORS = ["--monitor_port", "off"]
UNTRUE = 3


class Match(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="verified.")
        self.addCleanup(shutil.rmtree, self.folder)
        self.logs = os.path.join(self.folder, "Logfiles")

    def play(self, *options):
        done = subprocess.run([SERVER, *STRICTLY, "--quiet", *options], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True, timeout=PATIENCE)  # fmt: skip
        self.assertEqual(done.returncode, 0, done.stderr)

    def verify(self, status=0, logs=None):
        """What it says, on both streams."""
        before = self.contents()
        done = subprocess.run([SERVER, "--verify", logs or self.logs], cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=PATIENCE)  # fmt: skip
        self.assertEqual(done.returncode, status, done.stdout)
        self.assertEqual(self.contents(), before, "it has changed the logs")
        return done.stdout

    def contents(self):
        return {name: self.read(name) for name in os.listdir(self.logs)}

    def path(self, name):
        return os.path.join(self.logs, name)

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def write(self, name, data):
        with open(self.path(name), "wb") as file:
            file.write(data)

    def acts(self):
        return subprocess.run(["zstd", "-dc", self.path("acts.zst")], check=True, stdout=subprocess.PIPE).stdout.decode().splitlines()

    def write_acts(self, lines):
        packed = subprocess.run(["zstd", "-q"], check=True, input="".join(line + "\n" for line in lines).encode(), stdout=subprocess.PIPE)
        self.write("acts.zst", packed.stdout)


class TrueLogs(Match):
    def test_a_whole_match_and_its_hashes(self):
        self.play(*NO_MONITORS, *QUICK_MATCH, "--seed", "3", "--hash", "100")
        said = self.verify()
        self.assertRegex(said, r"played again from its record: \d{4} steps \(\d+\.\d\d s\), \d{3,} acts of 22 agents\n")
        self.assertRegex(said, r"monitor\.log: \d{3} lines, the same to the byte\n")
        self.assertRegex(said, r"hashes\.log: \d\d lines, the same to the byte\n")
        self.assertIn("verified: these are the logs of this match\n", said)
        hashes = self.read("hashes.log").decode().splitlines()
        self.assertEqual(hashes[0], "rcssserver3D hashes 2")
        self.assertTrue(any(line.startswith("bodies ") and line.count("/physics") == 23 for line in hashes), hashes[1:3])
        last = hashes[-1].split()
        self.assertEqual(int(last[0]) % 100, 0)
        self.assertEqual([len(word) for word in last[1:]], [16, 8] + [8] * 23)

    def test_the_hashes_of_a_match_and_nothing_else_are_the_same_twice(self):
        options = [*NO_MONITORS, *QUICK_MATCH, "--seed", "3", "--hash", "50", "--record_acts", "0"]
        self.play(*options)
        first = self.contents()
        self.play(*options)
        self.assertEqual(self.read("hashes.log"), first["hashes.log"])
        self.assertNotIn("acts.zst", first)
        self.assertIn("acts.zst", self.verify(status=1))

    def test_a_compressed_log_another_profile_and_step(self):
        self.play(*NO_MONITORS, *QUICK_MATCH, "--profile", "manual", "--monitor_log", "zst", "--Spades.TimePerStep", "0.02", "--team", "foo:3",
                  "--team", "bar:2")  # fmt: skip
        self.assertIn("monitor.log.zst: ", self.verify())

    def test_what_thinking_costs_and_the_sandbox_do_not_matter(self):
        self.play(*NO_MONITORS, "--Soccer.AutomaticKickOff", "true", "--Soccer.RuleHalfTime", "5", "--timers", "as_written", "--team", "foo:4",
                  "--sandbox", "off")  # fmt: skip
        self.verify()

    def test_worlds_without_a_game(self):
        for script in ("world.rb", "two_robots.rb", "obstacle_run.rb"):
            with self.subTest(script=script):
                self.play(*NO_MONITORS, "--script", script, "--Spades.EndTime", "5", "--speed", "max", "--hash", "100")
                self.assertIn("verified: ", self.verify())

    def test_worlds_of_sigverse_say_that_they_cannot_be(self):
        world = os.path.join(ROOT, "scenes", "sigverse", "demo.xml")
        self.play(*NO_MONITORS, "--script", "sigverse.rb", "--Sig.World", world, "--Sig.AutoStart", "true", "--Sig.EndTime", "1", "--speed", "max")
        said = self.verify(status=1)
        self.assertIn("cannot be verified: requests of SIGVerse changed its world, which are not recorded", said)
        self.assertEqual(said.count("\n"), 1, said)

    def test_agents_that_connect_come_late_and_go(self):
        database = os.path.join(ROOT, "scripts", "agentdb.xml")

        class Guest(ConnectedAgent):
            def __init__(self, port, team, patience):
                self.team, self.left, self.heard = team, patience, 0
                super().__init__(port)

            def decide(self, percepts):
                self.heard += 1
                if self.heard > self.left:
                    return None
                first = ["(create)", f"(init (unum 0)(teamname {self.team}))"]
                return first[self.heard - 1] if self.heard < 3 else "(drive 50 20 0)(say \x01\xff%41 a)"

        with open(os.path.join(self.folder, "out"), "w", encoding="utf-8") as out, Program(
            [SERVER, *STRICTLY, "--agent_db_fn", database, "--agent_port", "0", "--agents_awaited", "2", *NO_MONITORS, *QUICK_MATCH,
             "--speed", "4", "--team", "foo:2"], self.folder, stdout=out) as server:  # fmt: skip
            port = server.port(r"agent port (\d+)")
            guests = [Guest(port, "red", 40), Guest(port, "blue", 10**6)]
            server.wait_for(r"agent \d+ \(tcp\) lost")
            guests.append(Guest(port, "red", 10**6))
            self.assertEqual(server.wait(), 0, server.told())
            for guest in guests:
                guest.join(PATIENCE)
        said = self.verify()
        self.assertIn(" acts of 5 agents", said)
        self.assertTrue(any(re.search(r"(^| )c tcp$", line) for line in self.acts()))
        self.assertTrue(any(re.search(r"(^| )g \d+ -?\d+$", line) for line in self.acts()), "nobody has left")

    def test_trainers_and_monitors_that_join_and_pause(self):
        with Program([SERVER, *STRICTLY, "--monitor_port", "0", *QUICK_MATCH, "--speed", "8", "--team", "foo:3", "--team", "bar:3"],
                     self.folder) as server:  # fmt: skip
            port = server.port(r"monitor port (\d+)")
            links = []
            for command in ["(dropBall)", "(ball (pos 10 3 1)(vel 2 0 3))", "(playMode free_kick_left)", "(nonsense %41\x02"]:
                link = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
                links.append(link)
                link.recv(1000)
                for text in ("P", "W" + command, "S 7", "R"):
                    link.sendall(frame(text))
                # Those who join between the same two steps are joined once for all.
                times, rest = set(), b""
                while len(times) < 2:
                    *lines, rest = (rest + link.recv(65536)).split(b"\n")
                    times.update(re.findall(rb"\(time [\d.]+\)", b"".join(lines)))
            drained = [threading.Thread(target=lambda link=link: [None for _ in iter(lambda: link.recv(65536), b"")], daemon=True) for link in links]
            for thread in drained:
                thread.start()
            self.assertEqual(server.wait(), 0, server.told())
        self.verify()
        self.assertEqual(sum(" t " in f" {line}" and "dropBall" in line for line in self.acts()), 1)
        self.assertEqual(sum(re.search(r"(^| )w$", line) is not None for line in self.acts()), 4)

    def test_a_match_that_is_stopped(self):
        with Program([SERVER, *STRICTLY, *NO_MONITORS, "--Soccer.AutomaticKickOff", "true", "--hash", "10"], self.folder) as server:
            self.wait_for_log()
            server.process.send_signal(signal.SIGTERM)
            self.assertEqual(server.wait(), 128 + signal.SIGTERM)
        self.assertIn("verified: ", self.verify())

    def test_a_match_that_is_killed_is_true_until_then(self):
        with Program([SERVER, *STRICTLY, *NO_MONITORS, "--Soccer.AutomaticKickOff", "true", "--speed", "30"], self.folder) as server:
            self.wait_for_log()
            server.process.kill()
            server.wait()
        done = subprocess.run([SERVER, "--verify", self.logs], stdout=subprocess.PIPE, text=True, timeout=PATIENCE)
        self.assertIn(done.returncode, (0, 1), done.stdout)
        self.assertIn("ends there without an end", done.stdout)
        self.assertNotIn("differs", done.stdout)

    def wait_for_log(self):
        from programs import wait_until

        wait_until(lambda: os.path.exists(self.path("monitor.log")) and os.path.getsize(self.path("monitor.log")) > 300_000, "the log")


class UntrueLogs(Match):
    @classmethod
    def setUpClass(cls):
        cls.played = tempfile.mkdtemp(prefix="verified.")
        cls.addClassCleanup(shutil.rmtree, cls.played)
        subprocess.run([SERVER, *STRICTLY, "--quiet", *NO_MONITORS, *QUICK_MATCH, "--seed", "3", "--hash", "100", "--logdir", "Logfiles"], check=True,
                       cwd=cls.played, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, timeout=PATIENCE)  # fmt: skip

    def setUp(self):
        super().setUp()
        shutil.copytree(os.path.join(self.played, "Logfiles"), self.logs)

    def test_one_byte_of_the_log(self):
        log = bytearray(self.read("monitor.log"))
        place = log.rfind(b"(pos ") + 6
        log[place] = ord("1") if log[place] != ord("1") else ord("2")
        self.write("monitor.log", bytes(log))
        line = bytes(log[:place]).count(b"\n") + 1
        column = place - bytes(log).rfind(b"\n", 0, place)
        said = self.verify(status=UNTRUE)
        self.assertRegex(said, rf"monitor\.log: differs first in line {line}, of step \d+ \(\d+\.\d\d s\), column {column}: it has '")
        self.assertIn("hashes.log: ", said)
        self.assertIn("not verified", said)

    def test_a_hash_names_the_body(self):
        lines = self.read("hashes.log").decode().splitlines()
        names = next(line for line in reversed(lines) if line.startswith("bodies ")).split()[1:]
        words = lines[-2].split()
        words[3 + 7] = "00000000"
        lines[-2] = " ".join(words)
        self.write("hashes.log", ("\n".join(lines) + "\n").encode())
        self.assertIn(f"hashes.log: first of {names[7]}\n", self.verify(status=UNTRUE))

    def test_an_act_that_nobody_did(self):
        acts = self.acts()
        place = next(i for i, line in enumerate(acts) if i > len(acts) // 3 and "(drive " in line)
        acts[place] = re.sub(r"\(drive \S+", "(drive -77", acts[place])
        self.write_acts(acts)
        self.assertIn("monitor.log: differs first in line ", self.verify(status=UNTRUE))

    def test_a_tail_that_nobody_played_and_one_that_is_missing(self):
        log = self.read("monitor.log")
        self.write("monitor.log", log + log.splitlines(True)[-1])
        self.assertIn("the match nothing", self.verify(status=UNTRUE))
        self.write("monitor.log", b"".join(log.splitlines(True)[:-1]))
        self.assertIn("it has nothing, the match '", self.verify(status=UNTRUE))

    def test_a_record_that_is_cut(self):
        acts = self.acts()
        self.write_acts(acts[: len(acts) // 2])
        said = self.verify(status=1)
        self.assertIn("more lines, of which nothing can be said", said)
        self.assertIn("not verified beyond the end of the record", said)

    def test_another_seed_than_recorded(self):
        text = self.read("parameters.xml").replace(b'name="random_seed" value="3"', b'name="random_seed" value="4"')
        self.write("parameters.xml", text)
        self.assertIn("parameters.xml has another seed (4) than the record of acts (3)", self.verify(status=1))

    def test_hostile_records(self):
        """One line each, and never a crash."""
        acts = self.acts()
        begun = next(i for i, line in enumerate(acts) if line.endswith("b"))
        for bad in ["@5 a 0 0 x", "@-1.0 h 0", "@9999999999999999999999.0 e", "a", "a 99999 0 (create)", "a 0 99999999999 x", "q 1", "n 0 0 =1 .x",
                    "l -5 x", "h 4294967296", "g 3 4", "r 0 1", "s foo", "t", "\x80\xff", "a 0 0 " + "(" * 300_000]:  # fmt: skip
            with self.subTest(bad=bad[:20]):
                self.write_acts(acts[: begun + 40] + [bad])
                done = subprocess.run([SERVER, "--verify", self.logs], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace",
                                      timeout=PATIENCE)  # fmt: skip
                self.assertIn(done.returncode, (1, UNTRUE), done.stdout + done.stderr)
                self.assertLessEqual(done.stderr.count("\n"), 1, done.stderr)
        for data in [b"", b"x", self.read("acts.zst")[:-100] + b"\xff" * 100, b"\x28\xb5\x2f\xfd" * 9]:
            self.write("acts.zst", data)
            done = subprocess.run([SERVER, "--verify", self.logs], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=PATIENCE)
            self.assertIn(done.returncode, (1, UNTRUE), done.stdout + done.stderr)

    def test_no_such_folder_and_no_log(self):
        self.assertIn("parameters.xml: there is no such file", self.verify(status=1, logs=os.path.join(self.folder, "none")))
        os.remove(self.path("monitor.log"))
        self.verify()  # by its hashes
        os.remove(self.path("hashes.log"))
        self.assertIn("hashes.log", self.verify(status=1))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
