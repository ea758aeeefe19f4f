#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Matches that are replayed from their records, without their agents (docs/run/verification.md).

    verified.py SERVER
"""

import bz2
import contextlib
import fcntl
import glob
import gzip
import json
import lzma
import os
import random
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tarfile
import tempfile
import termios
import threading
import unittest
import warnings
import zipfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))

from agents import ConnectedAgent  # noqa: E402
from frames import frame  # noqa: E402
from programs import ROOT, STRICTLY, TIMEOUT, Program, remove_folder, wait_until  # noqa: E402
from skipping import run_tests  # noqa: E402

SERVER = os.path.abspath(sys.argv[1])
QUICK_MATCH = ["--Soccer.AutomaticKickOff", "true", "--Soccer.RuleHalfTime", "8", "--timers", "fixed", "0"]
NO_MONITORS = ["--monitor_port", "off"]
UNTRUE, TRUE_UNTIL = 3, 4


def has_children(pid):
    for name in glob.glob(f"/proc/{pid}/task/*/children"):
        with contextlib.suppress(OSError), open(name, encoding="ascii") as file:
            if file.read():
                return True
    return False


class Match(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="verified.")
        self.addCleanup(remove_folder, self.folder)
        self.logs = os.path.join(self.folder, "Logfiles")

    def play(self, *options):
        done = subprocess.run([SERVER, *STRICTLY, "--quiet", *options], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True, timeout=TIMEOUT)  # fmt: skip
        self.assertEqual(done.returncode, 0, done.stderr)

    def verify(self, status=0, logs=None):
        """The output of --verify on both streams, with this status; checks that it changes no log."""
        before = self.contents()
        done = subprocess.run([SERVER, "--verify", logs or self.logs], cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=TIMEOUT)  # fmt: skip
        self.assertEqual(done.returncode, status, done.stdout)
        self.assertEqual(self.contents(), before, "the logs were changed")
        return done.stdout

    def contents(self):
        return {name: self.read(name) for name in os.listdir(self.logs) if stat.S_ISREG(os.lstat(self.path(name)).st_mode)}

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


class UnchangedLogs(Match):
    def test_a_whole_match_and_its_hashes_are_verified(self):
        self.play(*NO_MONITORS, *QUICK_MATCH, "--seed", "3", "--hash", "100")
        output = self.verify()
        self.assertRegex(output, r"played again from its record: \d{4} steps \(\d+\.\d\d s\), \d{3,} acts of 22 agents\n")
        self.assertRegex(output, r"monitor\.log: \d{3} lines, the same to the byte\n")
        self.assertRegex(output, r"hashes\.log: \d\d lines, the same to the byte\n")
        self.assertIn("scripts and scenes: the same as in the match\n", output)
        self.assertIn("trainers: no commands\n", output)
        self.assertIn("rules: rcssserver3D.rb, changed: Soccer.AutomaticKickOff true (usually false), Soccer.RuleHalfTime 8 (usually 300)\n", output)
        self.assertRegex(output, r"\nacts: up to \d of one agent at one step \(agent \d+ at \d+\.\d\d s\)\n")
        self.assertIn("recorded but not proven: who chose seed 3; --sandbox auto of the agents; --competition 0; who made the acts\n", output)
        self.assertIn("not compared: match.json: measured; server.log; 44 logs of agents\n", output)
        self.assertIn("verified: these are the logs of this match: acts.zst, monitor.log, hashes.log, match.json, actions.log\n", output)
        hashes = self.read("hashes.log").decode().splitlines()
        self.assertEqual(hashes[0], "rcssserver3D hashes 2")
        self.assertTrue(any(line.startswith("bodies ") and line.count("/physics") == 23 for line in hashes), hashes[1:3])
        last = hashes[-1].split()
        self.assertEqual(int(last[0]) % 100, 0)
        self.assertEqual([len(word) for word in last[1:]], [16, 8] + [8] * 23)

    def test_the_hashes_of_a_match_without_a_record_are_repeatable(self):
        options = [*NO_MONITORS, *QUICK_MATCH, "--seed", "3", "--hash", "50", "--record_acts", "0"]
        self.play(*options)
        first = self.contents()
        self.play(*options)
        self.assertEqual(self.read("hashes.log"), first["hashes.log"])
        self.assertNotIn("acts.zst", first)
        self.assertIn("there is no acts.zst in ", self.verify(status=1))

    def test_a_compressed_log_with_another_profile_and_step_is_verified(self):
        self.play(*NO_MONITORS, *QUICK_MATCH, "--profile", "manual", "--monitor_log", "zst", "--Spades.TimePerStep", "0.02", "--team", "foo:3",
                  "--team", "bar:2")  # fmt: skip
        self.assertIn("monitor.log.zst: ", self.verify())

    def test_the_game_clock_is_that_of_the_record(self):
        """Before revision 2 of records the clock was a sum of floats, also beyond 4096 s."""
        self.play(*NO_MONITORS, "--team", "none", "--Soccer.AutomaticKickOff", "true", "--Soccer.RuleHalfTime", "4100", "--Soccer.SingleHalfTime", "true")
        self.verify()
        acts = self.acts()
        self.assertTrue(acts[1].startswith("v ") and acts[1].endswith(" 2"), acts[1])
        self.write_acts([acts[0], acts[1].removesuffix(" 2"), *acts[2:]])
        os.remove(self.path("match.json"))
        self.assertRegex(self.verify(3), r"monitor\.log: [^\n]* \(40[89]\d")

    def test_verification_needs_neither_thinking_times_nor_the_sandbox(self):
        self.play(*NO_MONITORS, "--Soccer.AutomaticKickOff", "true", "--Soccer.RuleHalfTime", "5", "--timers", "as_written", "--team", "foo:4",
                  "--sandbox", "off")  # fmt: skip
        self.verify()

    def test_worlds_without_a_game_are_verified(self):
        for script in ("world.rb", "two_robots.rb", "obstacle_run.rb"):
            with self.subTest(script=script):
                self.play(*NO_MONITORS, "--script", script, "--Spades.EndTime", "5", "--speed", "max", "--hash", "100")
                self.assertIn("verified: ", self.verify())

    def test_worlds_of_sigverse_are_reported_as_not_verifiable(self):
        world = os.path.join(ROOT, "scenes", "sigverse", "demo.xml")
        self.play(*NO_MONITORS, "--script", "sigverse.rb", "--Sig.World", world, "--Sig.AutoStart", "true", "--Sig.EndTime", "1", "--speed", "max")
        output = self.verify(status=1)
        self.assertIn("cannot be verified: requests of SIGVerse changed its world and are not recorded", output)
        self.assertEqual(len([line for line in output.splitlines() if "without a sandbox" not in line]), 1, output)

    def test_a_match_with_agents_that_connect_late_and_leave_is_verified(self):
        database = os.path.join(ROOT, "scripts", "agentdb-0.1.xml")

        class Guest(ConnectedAgent):
            def __init__(self, port, team, patience):
                self.team, self.left, self.sensations = team, patience, 0
                super().__init__(port)

            def decide(self, percepts):
                self.sensations += 1
                if self.sensations > self.left:
                    return None
                first = ["(create)", f"(init (unum 0)(teamname {self.team}))"]
                return first[self.sensations - 1] if self.sensations < 3 else "(drive 50 20 0)(say \x01\xff%41 a)"

        with open(os.path.join(self.folder, "out"), "w", encoding="utf-8") as out, Program(
            [SERVER, *STRICTLY, "--agent_db_fn", database, "--agent_port", "0", "--agents_awaited", "2", *NO_MONITORS, *QUICK_MATCH,
             "--Soccer.RuleHalfTime", "300", "--speed", "4", "--team", "foo:2"], self.folder, stdout=out) as server:  # fmt: skip
            port = server.port(r"agent port (\d+)")
            guests = [Guest(port, "red", 40), Guest(port, "blue", 10**6)]
            server.wait_for(r"agent \d+ \(tcp\) lost")
            guests.append(Guest(port, "red", 10**6))
            wait_until(lambda: guests[-1].sensations > 10, "some play of the last one")
            server.send(signal.SIGTERM)
            self.assertEqual(server.wait(), 128 + signal.SIGTERM, server.printed())
            for guest in guests:
                guest.join(TIMEOUT)
        output = self.verify()
        self.assertIn(" acts of 5 agents", output)
        self.assertTrue(any(re.search(r"(^| )c tcp$", line) for line in self.acts()))
        self.assertTrue(any(re.search(r"(^| )g \d+ -?\d+$", line) for line in self.acts()), "no agent has left")

    def test_a_match_with_trainers_and_monitors_is_verified(self):
        with Program([SERVER, *STRICTLY, "--monitor_port", "0", *QUICK_MATCH, "--speed", "2", "--team", "foo:3", "--team", "bar:3"],
                     self.folder) as server:  # fmt: skip
            port = server.port(r"monitor port (\d+)")
            links = []
            for command in ["(dropBall)", "(ball (pos 10 3 1)(vel 2 0 3))", "(playMode free_kick_left)", "(nonsense %41\x02"]:
                link = socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT)
                links.append(link)
                link.recv(1000)
                for text in ("P", "W" + command, "S 7", "R"):
                    link.sendall(frame(text))
                # All agents that join between the same two steps are joined together.
                times, rest = set(), b""
                while len(times) < 2:
                    *lines, rest = (rest + link.recv(65536)).split(b"\n")
                    times.update(re.findall(rb"\(time [\d.]+\)", b"".join(lines)))
            drained = [threading.Thread(target=lambda link=link: [None for _ in iter(lambda: link.recv(65536), b"")], daemon=True) for link in links]
            for thread in drained:
                thread.start()
            self.assertEqual(server.wait(), 0, server.printed())
        output = self.verify()
        self.assertRegex(output, r"actions\.log: \d+ lines about warnings, pauses and single steps")
        self.assertEqual(sum(" t " in f" {line}" and "dropBall" in line for line in self.acts()), 1)
        self.assertEqual(sum(re.search(r"(^| )w$", line) is not None for line in self.acts()), 4)
        actions = self.read("actions.log")
        os.remove(self.path("match.json"))  # its checksum would show the change
        last = max(int(line.partition(b"[")[0]) for line in actions.splitlines())
        for changed, what in ((f"{last + 1}[error]EngineWarning[10]({last + 1}): late\n".encode(), "actions.log: lacks '"),
                              (actions.replace(b"dropBall", b"dropbomb"), "is not of this match: '"),
                              (actions + b"1[command]Trainer[10](1): me: (kickOff)\n", "is not of this match: '"),
                              (actions + b"1[command]Trainer[10](1): me: (kickOff)", "is not of this match: '")):  # fmt: skip
            self.write("actions.log", changed)
            self.assertIn(what, self.verify(status=UNTRUE))
        for cut in (b"", actions[:-1], actions[: actions.index(b"(playMode")]):
            self.write("actions.log", cut)
            self.assertRegex(self.verify(status=TRUE_UNTIL), r"actions\.log: contains nothing from step \d+ (.*\n)+verified up to .* s, where actions\.log ends: ")
        os.remove(self.path("actions.log"))
        self.assertIn("actions.log: is missing, the match wrote it\n", self.verify(status=UNTRUE))
        self.write("actions.log", b"")
        self.write_acts(self.acts()[:-1])
        self.assertRegex(self.verify(status=TRUE_UNTIL), r"actions\.log: contains nothing from step \d+ (.*\n)+verified up to .* where actions\.log ends: ")

    def commanded(self, message, status=0, ending=None):
        """The actions.log of a match that gets one message of a trainer, and this signal when the first part of the message has been carried out."""
        with Program([SERVER, *STRICTLY, "--monitor_port", "0", *QUICK_MATCH, "--speed", "2", "--team", "foo:1", "--team", "bar:1",
                      "--command_bytes", "65536", "--Soccer.RuleHalfTime", "3"], self.folder) as server:  # fmt: skip
            with socket.create_connection(("127.0.0.1", server.port(r"monitor port (\d+)")), timeout=TIMEOUT) as link:
                next(line for line in link.makefile("rb") if b"(s 2)" in line)  # both teams play
                link.sendall(frame(message))
                wait_until(lambda: b"[command]" in self.read("actions.log"), "the first part of the message")
                if ending:
                    server.process.send_signal(ending)
            self.assertEqual(server.wait(), status, server.printed())
        return self.read("actions.log")

    def test_a_long_message_is_logged_as_it_was_carried_out(self):
        actions = self.commanded(b"W" + b"(a)" * 70 + b"(b\0c)" + b"(a)" * 70)
        self.assertEqual([line.rpartition(b": ")[2] for line in actions.splitlines() if b"[command]" in line], [b"(a)" * 64, b"(a)" * 6 + b"(b?c)" + b"(a)" * 70])
        output = self.verify()
        self.assertRegex(output, r"\ntrainers: 2 messages with commands, from (\d+\.\d\d) s to \1 s\n")
        self.assertIn("verified: ", output)

    def flood(self, ending=None):
        """Plays a match with a trainer that sends more than actions.log has in full. Returns its actions.log."""
        with Program([SERVER, *STRICTLY, "--monitor_port", "0", *QUICK_MATCH, "--speed", "2", "--team", "foo:1", "--team", "bar:1",
                      "--Soccer.RuleHalfTime", "3"], self.folder) as server:  # fmt: skip
            with socket.create_connection(("127.0.0.1", server.port(r"monitor port (\d+)")), timeout=TIMEOUT) as link:
                lines = link.makefile("rb")
                next(line for line in lines if b"(s 2)" in line)  # both teams play
                for number in range(40):
                    link.sendall(frame(f"W(flood {number} {'x' * 60000})".encode()))
                    next(lines)
                for text in (b"P", b"W(a)", b"S 7", b"W(dropBall)", b"R"):
                    link.sendall(frame(text))
                if ending:
                    wait_until(lambda: b"SHA-256" in self.read("actions.log"), "a sum of commands")
                    server.process.send_signal(ending)
                    server.wait()
                else:
                    drained = threading.Thread(target=lambda: [None for _ in lines], daemon=True)
                    drained.start()
                    self.assertEqual(server.wait(), 0, server.printed())
                    drained.join(TIMEOUT)
        return self.read("actions.log")

    def test_a_flood_of_commands_is_logged_within_a_limit_and_verified(self):
        actions = self.flood()
        os.remove(self.path("match.json"))  # its checksum would show the change
        self.assertLess(len(actions), 1_200_000)
        sums = re.findall(rb": commands: (\d+), bytes: \d+, SHA-256: [0-9a-f]{64}\n", actions)
        self.assertGreater(sum(map(int, sums)), 20)
        output = self.verify()
        self.assertRegex(output, r"\ntrainers: 42 messages with commands, ")
        self.assertIn("verified: ", output)
        line = re.search(rb"\n.*: commands: (\d+), bytes: (\d+), SHA-256: ([0-9a-f]{64})", actions)
        for group, changed in ((1, b"%d" % (int(line[1]) - 1)), (1, b"99999999999"), (2, b"7"), (3, line[3][::-1])):
            self.write("actions.log", actions[: line.start(group)] + changed + actions[line.end(group) :])
            self.assertIn("is not of this match: '", self.verify(status=UNTRUE))
        for end in (line.start() + 1, line.end() - 5):  # before the line, and within it
            self.write("actions.log", actions[:end])
            self.assertRegex(self.verify(status=TRUE_UNTIL), r"verified up to .* s, where actions\.log ends: ")

    def test_a_flood_of_commands_in_a_killed_match_is_verified(self):
        self.flood(signal.SIGKILL)
        self.assertNotIn("differs", self.verify(status=TRUE_UNTIL))

    def test_a_match_that_ends_within_a_long_message_is_verified(self):
        actions = self.commanded("W" + "(reset)" * 8000, 128 + signal.SIGTERM, signal.SIGTERM)
        self.assertGreaterEqual(actions.count(b"(reset)"), 64)
        self.assertLess(actions.count(b"(reset)"), 8000)
        self.assertIn("verified: ", self.verify())

    def test_a_stopped_match_is_verified(self):
        with Program([SERVER, *STRICTLY, *NO_MONITORS, "--Soccer.AutomaticKickOff", "true", "--hash", "10"], self.folder) as server:
            self.wait_for_log()
            server.process.send_signal(signal.SIGTERM)
            self.assertEqual(server.wait(), 128 + signal.SIGTERM)
        self.assertIn("verified: ", self.verify())

    def test_a_killed_match_is_verified_up_to_its_end(self):
        with Program([SERVER, *STRICTLY, *NO_MONITORS, "--Soccer.AutomaticKickOff", "true", "--speed", "30"], self.folder) as server:
            self.wait_for_log()
            server.process.kill()
            server.wait()
        done = subprocess.run([SERVER, "--verify", self.logs], stdout=subprocess.PIPE, text=True, timeout=TIMEOUT)
        self.assertEqual(done.returncode, TRUE_UNTIL, done.stdout)
        self.assertIn("stops there before the end of the match", done.stdout)
        self.assertRegex(done.stdout, r"verified up to \d+\.\d\d s, where \S+ ends: ")
        self.assertNotIn("differs", done.stdout)

    def wait_for_log(self):
        wait_until(lambda: os.path.exists(self.path("monitor.log")) and os.path.getsize(self.path("monitor.log")) > 300_000, "the log")


class ChangedLogs(Match):
    @classmethod
    def setUpClass(cls):
        cls.played = tempfile.mkdtemp(prefix="verified.")
        cls.addClassCleanup(remove_folder, cls.played)
        subprocess.run([SERVER, *STRICTLY, "--quiet", *NO_MONITORS, *QUICK_MATCH, "--seed", "3", "--hash", "100", "--logdir", "Logfiles"], check=True,
                       cwd=cls.played, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, timeout=TIMEOUT)  # fmt: skip

    def setUp(self):
        super().setUp()
        shutil.copytree(os.path.join(self.played, "Logfiles"), self.logs)

    def test_one_changed_byte_of_the_log_is_found(self):
        log = bytearray(self.read("monitor.log"))
        place = log.rfind(b"(pos ") + 6
        log[place] = ord("1") if log[place] != ord("1") else ord("2")
        self.write("monitor.log", bytes(log))
        line = bytes(log[:place]).count(b"\n") + 1
        column = place - bytes(log).rfind(b"\n", 0, place)
        output = self.verify(status=UNTRUE)
        self.assertRegex(output, rf"monitor\.log: differs first in line {line}, of step \d+ \(\d+\.\d\d s\), column {column}: it has '")
        self.assertIn("hashes.log: ", output)
        self.assertIn("not verified", output)

    def test_a_different_hash_names_the_body(self):
        lines = self.read("hashes.log").decode().splitlines()
        names = next(line for line in reversed(lines) if line.startswith("bodies ")).split()[1:]
        words = lines[-2].split()
        words[3 + 7] = "00000000"
        lines[-2] = " ".join(words)
        self.write("hashes.log", ("\n".join(lines) + "\n").encode())
        self.assertIn(f"hashes.log: first of {names[7]}\n", self.verify(status=UNTRUE))

    def test_a_changed_act_is_found(self):
        acts = self.acts()
        place = next(i for i, line in enumerate(acts) if i > len(acts) // 3 and "(drive " in line)
        acts[place] = re.sub(r"\(drive \S+", "(drive -77", acts[place])
        self.write_acts(acts)
        self.assertIn("monitor.log: differs first in line ", self.verify(status=UNTRUE))

    def test_added_and_missing_ends_of_the_log_are_found(self):
        log = self.read("monitor.log")
        self.write("monitor.log", log + log.splitlines(True)[-1])
        self.assertIn("the match nothing", self.verify(status=UNTRUE))
        self.write("monitor.log", b"".join(log.splitlines(True)[:-1]))
        output = self.verify(status=TRUE_UNTIL)
        end = re.search(r"\nmonitor\.log: contains nothing from step \d+ \((.*) s\) on\n", output)
        self.assertIn(f"verified up to {end[1]} s, where monitor.log ends: ", output)

    def test_a_cut_record_is_verified_up_to_its_end(self):
        acts = self.acts()
        self.write_acts(acts[: len(acts) // 2])
        self.assertIn("acts.zst: does not have the checksum that match.json contains", self.verify(status=UNTRUE))
        os.remove(self.path("match.json"))
        output = self.verify(status=TRUE_UNTIL)
        self.assertIn("more lines, which cannot be compared", output)
        self.assertRegex(output, r"verified up to \d+\.\d\d s, where acts\.zst ends: ")

    def test_a_different_seed_than_recorded_is_found(self):
        text = self.read("parameters.xml").replace(b'name="random_seed" value="3"', b'name="random_seed" value="4"')
        self.write("parameters.xml", text)
        self.assertIn("parameters.xml has another seed (4) than the record of acts (3)", self.verify(status=UNTRUE))
        os.remove(self.path("match.json"))
        self.assertIn("parameters.xml has another seed (4) than the record of acts (3)", self.verify(status=1))

    def test_hostile_records(self):
        """Each hostile record causes one line, and never a crash."""
        acts = self.acts()
        begun = next(i for i, line in enumerate(acts) if line.endswith("b"))
        for bad in ["@5 a 0 0 x", "@-1.0 h 0", "@9999999999999999999999.0 e", "a", "a 99999 0 (create)", "a 0 99999999999 x", "q 1", "n 0 0 =1 .x",
                    "l -5 x", "h 4294967296", "g 3 4", "r 0 1", "s foo", "t", "\x80\xff", "a 0 0 " + "(" * 300_000]:  # fmt: skip
            with self.subTest(bad=bad[:20]):
                self.write_acts(acts[: begun + 40] + [bad])
                done = subprocess.run([SERVER, "--verify", self.logs], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace",
                                      timeout=TIMEOUT)  # fmt: skip
                self.assertIn(done.returncode, (1, UNTRUE, TRUE_UNTIL), done.stdout + done.stderr)
                self.assertLessEqual(done.stderr.count("\n"), 1, done.stderr)
        for data in [b"", b"x", self.read("acts.zst")[:-100] + b"\xff" * 100, b"\x28\xb5\x2f\xfd" * 9]:
            self.write("acts.zst", data)
            done = subprocess.run([SERVER, "--verify", self.logs], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=TIMEOUT)
            self.assertIn(done.returncode, (1, UNTRUE), done.stdout + done.stderr)

    def test_missing_files_are_reported(self):
        os.remove(self.path("monitor.log"))
        output = self.verify(status=UNTRUE)
        self.assertIn("monitor.log: is missing, but the match wrote one\n", output)
        self.assertRegex(output, r"hashes\.log: \d+ lines, the same to the byte")
        os.remove(self.path("hashes.log"))
        self.assertIn("hashes.log: is missing, but the match wrote it\n", self.verify(status=UNTRUE))


class ShortMatch(Match):
    """A short match of two agents, whose files are changed."""

    options = (*NO_MONITORS, "--Soccer.AutomaticKickOff", "true", "--Soccer.RuleHalfTime", "1", "--timers", "fixed", "0", "--seed", "3", "--team", "foo:1",
               "--team", "bar:1", "--hash", "100")  # fmt: skip
    packing = "plain"

    @classmethod
    def setUpClass(cls):
        cls.played = tempfile.mkdtemp(prefix="verified.")
        cls.addClassCleanup(remove_folder, cls.played)
        subprocess.run([SERVER, *STRICTLY, "--quiet", *cls.options, "--monitor_log", cls.packing, "--logdir", "Logfiles"], check=True, cwd=cls.played,
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, timeout=TIMEOUT)  # fmt: skip

    def setUp(self):
        super().setUp()
        shutil.copytree(os.path.join(self.played, "Logfiles"), self.logs)

    def verify_with(self, name, data):
        """The output of --verify when the file has this content, which is restored afterwards."""
        before = self.read(name)
        self.write(name, data)
        output = self.verify(status=UNTRUE)
        self.assertIn(name, output)
        self.assertIn("not verified", output)
        self.write(name, before)
        return output

    def change_any_byte_of_any_file(self):
        draws = random.Random(36)
        for name in sorted(os.listdir(self.logs)):
            data = self.read(name)
            # Measurements cannot be reproduced, and no file is compared with server.log.
            end = data.index(b'"measured"') if name == "match.json" else len(data)
            if name.startswith("agent") or name == "server.log" or end == 0:
                continue
            for place in {0, end - 1, *(draws.randrange(end) for _ in range(3))}:
                with self.subTest(name=name, place=place):
                    self.verify_with(name, data[:place] + bytes([data[place] ^ 1 << draws.randrange(7)]) + data[place + 1 :])


class ChangedFiles(ShortMatch):
    def test_any_changed_byte_of_any_file_is_found(self):
        self.change_any_byte_of_any_file()

    def test_a_changed_score_is_found(self):
        data = self.read("match.json")
        other = re.sub(rb'"score": \[\n    0,\n    0\n', b'"score": [\n    1,\n    0\n', data)
        self.assertNotEqual(data, other)
        self.assertIn("match.json: differs first in score[0]: it has 1, the match 0\n", self.verify_with("match.json", other))
        self.assertIn("match.json: is not written as servers write it", self.verify_with("match.json", data.replace(b"\n", b"", 1)))
        self.assertIn("match.json: is not a JSON object", self.verify_with("match.json", b"["))
        self.assertIn("more deeply nested", self.verify_with("match.json", b"[" * 100_000))
        options = self.read("parameters.xml")
        os.remove(self.path("match.json"))
        self.assertIn("not compared: match.json, which is missing; server.log; 4 logs of agents\n", self.verify())
        self.write("parameters.xml", options.replace(b"rcssserver3D 0", b"rcssserver3D 9", 1))
        self.assertIn("parameters.xml: written by rcssserver3D 9", self.verify(status=UNTRUE))

    def test_changed_ends_of_logs_are_found(self):
        os.remove(self.path("match.json"))
        for name in ("monitor.log", "hashes.log"):
            log = self.read(name)
            self.verify_with(name, log + b"\n")
            for cut in (log[:-1], log[:-20], log[: len(log) // 2]):
                self.write(name, cut)
                output = self.verify(status=TRUE_UNTIL)
                self.assertIn(f"{name}: contains nothing from step ", output)
                self.assertIn(f"where {name} ends: ", output)
            self.write(name, log)
        packed = subprocess.run(["zstd", "-q"], check=True, input=b"something else\n", stdout=subprocess.PIPE).stdout
        self.write("monitor.log.zst", packed)
        self.assertIn("monitor.log.zst: differs first in line 1", self.verify(status=UNTRUE))
        self.write("monitor.log.zst", subprocess.run(["zstd", "-q"], check=True, input=self.read("monitor.log"), stdout=subprocess.PIPE).stdout)
        self.verify()  # packed by hand

    def test_a_cut_record_does_not_matter_to_a_log_that_ends_earlier(self):
        """A killed server leaves logs that end at different times; the time that all logs cover is verified."""
        os.remove(self.path("match.json"))
        self.write_acts(self.acts()[:-1])
        self.assertNotIn("contains nothing from", self.verify(status=TRUE_UNTIL))
        log = self.read("monitor.log").splitlines(True)
        self.write("monitor.log", b"".join(log[: len(log) // 2]))
        output = self.verify(status=TRUE_UNTIL)
        end = re.search(r"\nmonitor\.log: contains nothing from step \d+ \((.*) s\) on\n", output)
        self.assertIn(f"verified up to {end[1]} s, where monitor.log ends: ", output)
        self.write("monitor.log", b"")
        self.assertIn("not compared: monitor.log, which is empty; ", self.verify(status=TRUE_UNTIL))
        self.write("hashes.log", b"")
        self.assertIn("has neither a monitor log nor hashes to be verified", self.verify(status=1))

    def test_only_regular_files_of_the_folder_are_read(self):
        """Contents of other folders are neither trusted nor shown."""
        elsewhere = os.path.join(self.folder, "elsewhere")
        os.mkdir(elsewhere)
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(os.path.join(elsewhere, "socket"))
            for name in ("parameters.xml", "acts.zst", "monitor.log", "monitor.log.zst", "hashes.log", "match.json", "actions.log", "server.log"):
                before = self.read(name) if os.path.exists(self.path(name)) else None
                true, other = os.path.join(elsewhere, name), os.path.join(elsewhere, "other")
                for file, data in ((true, before or b""), (other, b"secret of somebody\n")):
                    with open(file, "wb") as out:
                        out.write(data)
                kinds = [(what, lambda path, to=to: os.symlink(to, path)) for what, to in (("a symbolic link", true), ("a symbolic link", other), ("a symbolic link", "/dev/zero"), ("a symbolic link", "nowhere"))]
                kinds += [("a pipe", os.mkfifo), ("a folder", os.mkdir), ("a socket", lambda path: os.link(os.path.join(elsewhere, "socket"), path))]
                for what, make in kinds:
                    with self.subTest(name=name, what=what), contextlib.suppress(FileNotFoundError):
                        os.remove(self.path(name))
                    make(self.path(name))
                    for options in (["--verify", self.logs], ["--pack", self.logs, os.path.join(self.folder, "match.zip")]):
                        done = subprocess.run([SERVER, *options], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=TIMEOUT)
                        self.assertEqual((done.returncode, done.stdout), (1, f"rcssserver3D: {os.path.realpath(self.logs)}/{name}: is {what}: only regular files of the folder itself are read\n"))
                    (os.rmdir if what == "a folder" else os.remove)(self.path(name))
                if before is not None:
                    self.write(name, before)
        self.assertIn("verified: ", self.verify())
        linked = os.path.join(self.folder, "linked")
        os.symlink(self.logs, linked)  # a script that the caller names
        self.assertIn("verified: ", self.verify(logs=linked))

    def test_claims_that_no_server_writes_are_refused(self):
        text = self.read("match.json")
        self.assertEqual(self.json_text(json.loads(text)), text, "the match file would also change in layout")

        def swap_names(match):
            left, right = match["teams"]
            left["name"], right["name"] = right["name"], left["name"]

        claims = {
            "winner": lambda match: match.update(winner="right"),
            "teams[1].disqualified": lambda match: match["teams"][1].update(disqualified=True),
            "end.corrected_score": lambda match: match["end"].update(corrected_score=[9, 0]),
            "end.winner": lambda match: match["end"].update(winner="right"),
            "end.how": lambda match: match["end"].update(how="walk-over"),
            "score[0]": lambda match: match.update(score=[9, 0]),
            "teams[0].name": swap_names,
            "teams[0].side": lambda match: match["teams"].reverse(),
            "goals": lambda match: match["goals"].append({"time": 1.0, "side": "left", "scorer": "seen", "number": 1, "assist": None, "score": [1, 0]}),
            "agents": lambda match: match["agents"].pop(),
            "agents[0].lost": lambda match: match["agents"][0].update(lost={"time": 0.5, "why": "crashed"}),
            "options.random_seed": lambda match: match["options"].update(random_seed="4"),
            "measured.winner": lambda match: match["measured"].update(winner="right"),
            "measured.agents[1].winner": lambda match: match["measured"]["agents"][1].update(winner=1),
            "measured.cpu_seconds": lambda match: match["measured"].update(cpu_seconds="right wins"),
            "time": lambda match: match.update(score=match.pop("score")),  # which stands where the score has to be
        }
        for report in (None, "another"):
            for place, claim in claims.items():
                with self.subTest(place=place, report=report):
                    match = json.loads(text)
                    claim(match)
                    if report:
                        match["measured"]["report"] = report
                    self.assertIn(f"match.json: differs first in {place}: it has ", self.verify_with("match.json", self.json_text(match)))
            twice = text.replace(b'  "score": [', b'  "score": [\n    9,\n    0\n  ],\n  "score": [', 1)
            if report:
                twice = re.sub(rb'"report": "[^"]*"', b'"report": "another"', twice)
            self.assertIn("match.json: has two members 'score'\n", self.verify_with("match.json", twice))

    def test_a_missing_checksum_is_found(self):
        match = json.loads(self.read("match.json"))
        del match["measured"]["sha256"]["acts.zst"]
        self.assertIn("acts.zst: match.json contains no checksum of it\n", self.verify_with("match.json", self.json_text(match)))

    def test_figures_of_another_build_are_not_verified(self):
        match = json.loads(self.read("match.json"))
        match["measured"]["report"] = "another"
        match["teams"][0]["distance"] += 1
        match["players"].pop()
        self.write("match.json", self.json_text(match))
        output = self.verify()
        self.assertIn("not compared: match.json: measured, players, teams[].distance; ", output)
        self.assertIn(", match.json (in part), actions.log\n", output)
        del match["measured"]["report"]
        self.verify_with("match.json", self.json_text(match))

    @staticmethod
    def json_text(match):
        return (json.dumps(match, indent=2, ensure_ascii=False) + "\n").encode()

    def test_a_changed_report_page_is_found(self):
        page = self.path("report.html")
        subprocess.run([SERVER, "--quiet", "--report", self.logs, "--html", page], check=True, timeout=TIMEOUT)
        self.assertIn(", match.json, actions.log, report.html\n", self.verify())
        true = self.read("report.html")
        for changed in (true.replace(b"0 : 0", b"9 : 0", 1), true + b"x", true[:-1], b""):
            self.assertNotEqual(changed, true)
            self.assertRegex(self.verify_with("report.html", changed), r"report\.html: is not the page of this match: it differs first in line \d+\n")
        match = json.loads(self.read("match.json"))
        match["measured"]["report"] = "another"
        self.write("match.json", self.json_text(match))
        self.assertIn(", report.html\n", self.verify())
        self.write("report.html", true + b"<!-- by another build -->")
        output = self.verify()
        self.assertIn("; report.html, which is not the page that this build makes of the monitor log; server.log; ", output)
        self.assertNotIn("report.html", output.splitlines()[-1])

    def test_other_files_in_the_folder_are_named(self):
        for name in ("index.html", "results.json", "console.txt", "operators.log", "agent0-ttimes.log", "agent x\n.log"):
            self.write(name, b"right has won\n")
        os.mkdir(self.path("other"))
        self.assertIn("; agent x?.log; console.txt; index.html; operators.log; other; results.json; server.log; 5 logs of agents\n", self.verify())
        for i in range(30):
            self.write(f"copy{i:02}", b"")
        self.assertIn("; copy17; 17 other files; 5 logs of agents\n", self.verify())

    def test_a_false_winner_of_a_walk_over_is_found(self):
        """Some builds did not record the winner; no build recorded the other team."""
        with open(os.path.join(ROOT, "scripts", "agentdb-0.1.xml"), encoding="utf-8") as file:
            text = file.read()
        database = os.path.join(self.folder, "agents.xml")
        with open(database, "w", encoding="utf-8") as file:
            file.write(re.sub(r"<exec_line>[^<]*bar[^<]*</exec_line>", "<exec_line>false</exec_line>", text))
        shutil.rmtree(self.logs)
        done = subprocess.run([SERVER, *STRICTLY, "--quiet", *self.options, "--agentdb", database, "--absent_types", "lose"], cwd=self.folder,
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=TIMEOUT)  # fmt: skip
        self.assertEqual(done.returncode, 4, done.stderr)
        match = json.loads(self.read("match.json"))
        self.assertEqual((match["end"]["how"], match["end"]["winner"]), ("walk-over", "left"))
        self.verify()
        match["measured"]["report"] = "another"
        match["end"]["winner"] = "right"
        self.assertIn("match.json: differs first in end.winner: it has ", self.verify_with("match.json", self.json_text(match)))
        match["end"]["winner"] = None
        self.write("match.json", self.json_text(match))
        self.assertIn("not compared: match.json: end.winner, measured; ", self.verify())

    def test_a_score_without_a_monitor_log_is_refused(self):
        shutil.rmtree(self.logs)
        self.play(*self.options, "--monitor_log", "none")
        self.assertIn("verified: ", self.verify())
        match = json.loads(self.read("match.json"))
        match["score"] = [9, 0]
        self.assertIn("match.json: differs first in score: it has [9,0], the match nothing\n", self.verify_with("match.json", self.json_text(match)))

    def test_logs_of_an_earlier_version_are_verified(self):
        """Logs without checksums can be verified."""
        text = re.sub(rb' name="[^"]*" sha256="[^"]*"', b"", self.read("parameters.xml")).replace(b' files="all"', b"")
        self.write("parameters.xml", text)
        old = json.loads(self.read("match.json"))
        del old["measured"]["sha256"]
        for agent in old["agents"]:
            del agent["refused"]
        for team in old["teams"]:
            del team["foremost"]
        del old["over_time"]
        old["end"]["why"] = "not known any more"
        self.write("match.json", self.json_text(old))
        output = self.verify()
        self.assertIn("match.json: was written by another version or build, which may have computed other figures\n", output)
        self.assertIn("not compared: scripts and scenes, of which the match wrote no checksums; "
                      "match.json: agents[].refused, end.why, measured, over_time, teams[].foremost; ", output)  # fmt: skip
        self.assertIn(", match.json (in part), ", output)

    def test_a_false_score_by_another_build_is_found(self):
        json_text = re.sub(rb'"report": "[^"]*"', b'"report": "another"', self.read("match.json"))
        self.write("match.json", json_text)
        self.assertIn("match.json: was written by another version or build", self.verify())
        self.verify_with("match.json", re.sub(rb'"score": \[\s*(\d)', lambda found: found[0][:-1] + str(int(found[1]) + 1).encode(), json_text))


class ChangedPackedFiles(ShortMatch):
    packing = "zst"

    def test_any_changed_byte_of_any_file_is_found(self):
        self.change_any_byte_of_any_file()

    def test_changed_ends_of_logs_are_found(self):
        """A damaged or extended end of a compressed log is found, although its text is complete."""
        os.remove(self.path("match.json"))
        log = self.read("monitor.log.zst")
        frame = subprocess.run(["zstd", "-q"], check=True, input=b"x" * 1000, stdout=subprocess.PIPE).stdout
        for changed in (log + b"garbage", log + frame[:-5], log[:-9], log + frame):
            output = self.verify_with("monitor.log.zst", changed)
            self.assertRegex(output, r"monitor\.log\.zst: (data at byte \d+ is damaged or cut|differs first in line)")
        acts = self.read("acts.zst")
        for changed in (acts + b"garbage", acts + frame):
            self.verify_with("acts.zst", changed)


class UntrustedLogs(ShortMatch):
    """Logs from an untrusted sender are treated as data."""

    def setUp(self):
        super().setUp()
        self.script = os.path.join(self.logs, "evil.rb")
        self.trace = os.path.join(self.folder, "was here")
        with open(self.script, "w", encoding="utf-8") as file:
            file.write(f"File.write({self.trace!r}, 'x') rescue nil\nrun 'rcssserver3D.rb'\n")

    def set(self, name, value):
        """Sets the value as the only parameter of this name."""
        text = re.sub(rf' *<parameter name="{re.escape(name)}"[^/]*/>\n', "", self.read("parameters.xml").decode())
        self.write("parameters.xml", text.replace("<file ", f'<parameter name="{name}" value="{value}" />\n  <file ', 1).encode())

    def run_server(self, *options, cwd=None):
        return subprocess.run([SERVER, *options], cwd=cwd or self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, timeout=TIMEOUT)  # fmt: skip

    def test_the_script_of_received_logs_is_not_run(self):
        os.remove(self.path("match.json"))
        for script in (self.script, "evil.rb", "./evil.rb", "Logfiles/evil.rb"):
            with self.subTest(script=script):
                self.set("script", script)
                for cwd in (self.folder, self.logs):
                    done = self.run_server("--verify", self.logs, cwd=cwd)
                    self.assertEqual(done.returncode, 1, done.stdout)
                    self.assertIn(f"this server has no script {script}, with which the match was set up", done.stdout)
                    self.assertIn("--trust_scripts", done.stdout)
        # Nor if it has the name of one of this server's scripts.
        os.rename(self.script, self.path("rcssserver3D.rb"))
        for script in (self.path("rcssserver3D.rb"), "/opt/else/scripts/rcssserver3D.rb"):
            self.set("script", script)
            self.set("home", self.logs)
            self.assertIn("scripts and scenes: the same", self.verify())
        self.assertFalse(os.path.exists(self.trace))

    def test_the_script_of_received_logs_is_run_in_a_sandbox(self):
        os.remove(self.path("match.json"))
        self.set("script", self.script)
        done = self.run_server("--verify", self.logs, "--trust_scripts")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("script evil.rb: it is loaded here, but the match did not load it\n", done.stdout)
        self.assertEqual(os.path.exists(self.trace), "scripts run without a sandbox" in done.stdout)
        with contextlib.suppress(FileNotFoundError):
            os.remove(self.trace)
        self.assertEqual(self.run_server("--verify", self.logs, "--trust_scripts", "--sandbox", "off").returncode, 0)
        self.assertTrue(os.path.exists(self.trace), "the agent is in a sandbox although it was switched off")

    def test_the_sandbox_hides_the_home_folder(self):
        home = os.path.join(self.folder, "home")
        os.mkdir(home)
        with open(os.path.join(home, "secret"), "w", encoding="utf-8") as file:
            file.write("x")
        with open(self.script, "w", encoding="utf-8") as file:
            file.write(f"raise 'seen' if File.exist?('{home}/secret')\nrun 'rcssserver3D.rb'\n")
        os.remove(self.path("match.json"))
        self.set("script", self.script)
        done = subprocess.run([SERVER, "--verify", self.logs, "--trust_scripts"], env={**os.environ, "HOME": home}, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=TIMEOUT)  # fmt: skip
        if "without a sandbox" in done.stdout:
            self.skipTest("there is no sandbox on this machine")
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_the_script_of_received_logs_cannot_reach_this_machine(self):
        """The script runs in a sandbox like agents: without terminal, pipes and sockets with a path, folders named in the file, and environment."""
        os.remove(self.path("match.json"))
        other = os.path.join(self.folder, "other")
        os.mkdir(other)
        with open(os.path.join(other, "secret"), "w", encoding="utf-8") as file:
            file.write("x")
        os.mkfifo(self.path("pipe"))
        with open(self.path("theirs.rb"), "w", encoding="utf-8") as file:
            file.write(f"""
def try(what)
  yield
  "#{{what}}: yes"
rescue SystemCallError
  "#{{what}}: no"
end
$stdout.puts(try('terminal') {{ File.open('/dev/tty') }},
             try('home of the file') {{ File.read('{other}/secret') }},
             try('pipe') {{ File.open('{self.path("pipe")}', File::WRONLY | File::NONBLOCK) }},
             try('logs') {{ File.open('{self.path("parameters.xml")}', 'r+') }},
             try('socket') {{ RUBY_PLATFORM.start_with?('x86_64') ? syscall(41, 1, 1, 0) : raise(Errno::EPERM) }},
             "environment: #{{ENV['SECRET_OF_THE_REFEREE'].inspect}}",
             "limits: #{{Process.getrlimit(Process::RLIMIT_FSIZE)[0] <= 1 << 30}}")
$stdout.flush
run 'rcssserver3D.rb'
""")
        self.set("script", "/nowhere/theirs.rb")  # it is in the folder of the logs
        self.set("home", other)
        reader = os.open(self.path("pipe"), os.O_RDONLY | os.O_NONBLOCK)
        terminal, name = os.openpty()
        try:
            done = subprocess.run([SERVER, "--verify", self.logs, "--trust_scripts"], env={**os.environ, "SECRET_OF_THE_REFEREE": "x"}, stdin=name,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=TIMEOUT, start_new_session=True,
                                  preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))  # fmt: skip
        finally:
            for descriptor in (reader, terminal, name):
                os.close(descriptor)
        if "without a sandbox" in done.stdout:
            self.skipTest("there is no sandbox on this machine")
        self.assertEqual(done.returncode, 0, done.stdout)
        output = done.stdout.splitlines()
        for line in ("terminal: no", "home of the file: no", "pipe: no", "logs: no", "socket: no", "environment: nil", "limits: true"):
            self.assertIn(line, output)

    def test_a_script_that_continues_without_streams_is_ended(self):
        """Ctrl-C ends a script that has closed its streams."""
        os.remove(self.path("match.json"))
        with open(self.path("theirs.rb"), "w", encoding="utf-8") as file:
            file.write("""
$stderr.puts 'here'
[$stdout, $stderr].each { |stream| stream.reopen('/dev/null', 'w') }
sleep
""")
        self.set("script", "/nowhere/theirs.rb")
        self.set("script_limit", "off")
        with Program([SERVER, "--verify", self.logs, "--trust_scripts"], self.folder) as server:
            server.wait_for("here")
            server.process.send_signal(signal.SIGINT)
            self.assertEqual(server.wait(), 128 + signal.SIGINT)
            self.assertIn("ended by SIGINT: nothing is verified", server.printed())

    def test_the_user_may_name_another_script(self):
        """The caller names another file than that of the match; here it builds the same world."""
        os.remove(self.path("match.json"))
        copy = os.path.join(self.folder, "rcssserver3D.rb")
        with open(os.path.join(ROOT, "scripts", "rcssserver3D.rb"), encoding="utf-8") as own, open(copy, "w", encoding="utf-8") as file:
            file.write(own.read() + "# mine\n")
        done = self.run_server("--verify", self.logs, "--script", copy)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertRegex(done.stdout, r"script rcssserver3D\.rb: not the same file as in the match: sha256 \w{12}… here, \w{12}… there\n")

    def test_a_match_uses_no_files_named_in_parameters(self):
        file = self.path("parameters.xml")
        before = self.read("parameters.xml")
        for name, value, hint in (("script", self.script, f"--script {self.script}"), ("home", self.logs, f"--home {self.logs}"),
                                  ("agent_db_fn", file, f"--agent_db_fn {file}"), ("secret_file", file, "--secret_file"),
                                  ("trainer_secret_file", file, "--trainer_secret_file"), ("logfile_dir", "../x", "--logfile_dir ../x"),
                                  ("replay_think_times", self.logs, "--replay_think_times"), ("Rctp.Replay", self.logs, "--Rctp.Replay"),
                                  ("Sig.World", file, "--Sig.World"), ("Sig.DataPath", f"nowhere:{self.logs}", "--Sig.DataPath")):  # fmt: skip
            with self.subTest(name=name):
                self.set(name, value)
                done = self.run_server("--parameters", file, "--variables")
                self.assertEqual(done.returncode, 2, done.stdout)
                self.assertIn(" is not one of this server's own files: if you trust it, give ", done.stdout)
                self.assertIn(f"{hint} ", done.stdout)
                self.assertIn("--trust_scripts", done.stdout)
                self.assertEqual(done.stdout.count("\n"), 1)
                self.write("parameters.xml", before)
        for name in ("html", "json", "report", "verify", "scene"):
            self.set(name, self.script)
            self.assertIn(f"--{name} names a file, and can only be given on the command line", self.run_server("--parameters", file).stdout)
            self.write("parameters.xml", before)
        self.assertFalse(os.path.exists(self.trace))
        # Files named on the command line, too, are the caller's.
        self.set("script", self.script)
        for options in (["--script", self.script], ["--trust_scripts"]):
            done = self.run_server("--parameters", file, *options, "--variables")
            self.assertEqual(done.returncode, 0, done.stdout)
            os.remove(self.trace)

    def test_scenes_of_the_current_folder_are_not_used(self):
        """0.5.2 searched for scenes in a folder `data`; here an agent requests one."""
        os.remove(self.path("match.json"))
        os.makedirs(self.path("data"))
        with open(self.path("data/evil.rsg"), "w", encoding="utf-8") as file:
            file.write(f"(RubySceneGraph 0 1)\n((setName (eval File.write('{self.trace}', 'x'))))\n")
        self.set("script", "world.rb")
        acts = self.acts()
        place = next(i for i, line in enumerate(acts) if "(create)" in line)
        self.write_acts([*acts[:place], acts[place].replace("(create)", "(scene evil.rsg)"), *acts[place + 1 :]])
        done = self.run_server("--verify", self.logs, "--sandbox", "off", cwd=self.logs)
        self.assertIn(done.returncode, (1, UNTRUE), done.stdout)
        self.assertFalse(os.path.exists(self.trace))

    def test_crowds_in_a_record_end_the_verification(self):
        """A record with more than a match can have ends the verification soon, with one line."""
        os.remove(self.path("match.json"))
        acts = self.acts()
        begun = next(i for i, line in enumerate(acts) if line.endswith("b"))
        for crowd in (["c tcp"] * 200_000, ["s foo"] * 200_000, ["w"] * 1_100_000):
            with self.subTest(crowd=crowd[0]):
                before = begun if crowd[0][0] == "s" else begun + 10
                self.write_acts([*acts[:before], *crowd, *acts[before:]])
                output = self.verify(status=1)
                self.assertRegex(output, r"acts\.zst:\d+: has more than \d+ (agents|entries at one step)\n")

    def test_a_record_that_needs_too_much_memory_is_refused(self):
        """The memory for acts that take effect late is limited; here each line of a kilobyte has 256 such acts."""
        os.remove(self.path("match.json"))
        acts = self.acts()
        begun = next(i for i, line in enumerate(acts) if line.endswith("b"))
        self.write_acts([*acts[: begun + 1], *["n 0 19000000" + " .a" * 256] * 5_000, *acts[begun + 1 :]])
        done = subprocess.run(["prlimit", "--data=600000000", SERVER, "--verify", self.logs], capture_output=True, text=True, timeout=TIMEOUT)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("verifying it takes more than 572 MiB of memory\n", done.stderr)

    def test_a_file_that_is_too_large_is_refused(self):
        for name in ("monitor.log", "actions.log", "acts.zst"):
            with self.subTest(name=name):
                kept = self.read(name)
                os.truncate(self.path(name), 17 << 30)
                done = subprocess.run([SERVER, "--verify", self.logs], capture_output=True, text=True, timeout=TIMEOUT)
                self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
                self.assertIn(f"{name}: is larger than 16 GiB\n", done.stderr)
                self.write(name, kept)

    def test_ctrl_c_ends_the_verification(self):
        self.make_it_long()
        with Program([SERVER, "--verify", self.logs], self.folder) as server:
            wait_until(lambda: has_children(server.pid), "the process that plays the match")
            server.process.send_signal(signal.SIGINT)
            self.assertEqual(server.wait(), 128 + signal.SIGINT)
            lines = [line for line in server.printed().splitlines() if "sandbox" not in line and "verifying" not in line]
            self.assertEqual(lines, ["ended by SIGINT: nothing is verified"])

    def make_it_long(self):
        """Makes the match so long that it can be observed during its verification."""
        os.remove(self.path("match.json"))
        acts = self.acts()
        begun = next(i for i, line in enumerate(acts) if line.endswith("b"))
        self.write_acts([*acts[: begun + 10], *["w"] * 900_000, *acts[begun + 10 :]])

    def test_a_killed_verification_leaves_no_files(self):
        self.make_it_long()
        packed, scratch = os.path.join(self.folder, "match.zip"), os.path.join(self.folder, "scratch")
        os.mkdir(scratch)
        subprocess.run([SERVER, "--pack", self.logs, packed], check=True, timeout=TIMEOUT)
        with Program([SERVER, "--verify", packed], self.folder, env={**os.environ, "TMPDIR": scratch}) as server:
            wait_until(lambda: glob.glob(os.path.join(scratch, "*", "monitor.log")), "the unpacked log")
            server.process.kill()
            server.wait()
            wait_until(lambda: not os.listdir(scratch), "the removal of the unpacked match")

    def test_a_file_name_cannot_fake_a_verdict(self):
        name = os.path.join(self.folder, "x\nverified: these are the logs of this match: \x1b[2Kall")
        shown = os.path.join(self.folder, "x?verified: these are the logs of this match: ?[2Kall")
        shutil.copytree(self.logs, name)
        done = self.run_server("--verify", name)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn(f"{shown}: played again from its record: ", done.stdout)
        self.assertEqual(done.stdout.count("\nverified: "), 1)
        os.remove(os.path.join(name, "match.json"))
        os.remove(os.path.join(name, "monitor.log"))
        done = self.run_server("--verify", name)
        self.assertEqual(done.returncode, UNTRUE, done.stdout)
        self.assertNotIn("\nverified: ", done.stdout)
        subprocess.run([SERVER, "--pack", name, name + ".zip"], check=True, timeout=TIMEOUT)
        self.assertNotIn("\nverified: ", self.run_server("--verify", name + ".zip").stdout)
        with open(name + ".bad", "wb") as file:
            file.write(b"PK\x03\x04")
        with open(os.path.join(name, "acts.zst"), "wb") as file:
            file.write(b"x")
        os.mkdir(name + ".empty")
        for options in (["--verify", name], ["--verify", name + ".bad"], ["--verify", name + ".empty"], ["--verify", name + ".nowhere"],
                        ["--pack", name, name], ["--pack", name + ".empty", name + ".zip"]):  # fmt: skip
            done = self.run_server(*options)
            self.assertEqual((done.returncode, done.stdout.count("\n"), done.stdout.count("\x1b")), (1, 1, 0), done.stdout)
            self.assertIn("x?verified: ", done.stdout)

    def test_a_verdict_that_cannot_be_written_is_an_error(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([SERVER, "--verify", self.logs], stdout=full, stderr=subprocess.PIPE, text=True, timeout=TIMEOUT)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("cannot write to standard output: No space left on device\n", done.stderr)


class PackedFolders(ShortMatch):
    """A log folder packed into one file for sending, and other arguments in place of a log folder."""

    def setUp(self):
        super().setUp()
        self.packed = os.path.join(self.folder, "match.zip")

    def output(self, status, *options, env=None):
        done = subprocess.run([SERVER, *options], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              timeout=TIMEOUT, env=env)  # fmt: skip
        self.assertEqual(done.returncode, status, done.stdout)
        return done.stdout

    def test_a_packed_folder_is_verified(self):
        os.mkdir(self.path("agent0-files"))
        self.assertEqual(self.output(0, "--pack", "Logfiles", "match.zip"), "")
        scratch = os.path.join(self.folder, "scratch")
        os.mkdir(scratch)
        output = self.output(0, "--verify", "match.zip", env={**os.environ, "TMPDIR": scratch})
        self.assertIn("match.zip: played again from its record", output)
        self.assertIn("verified: these are the logs of this match: acts.zst, monitor.log, hashes.log, match.json, actions.log\n", output)
        self.assertEqual(os.listdir(scratch), [])
        report = self.output(0, "--report", "Logfiles")
        self.assertIn("foo", report)
        self.assertEqual(self.output(0, "--report", "match.zip"), report)
        for name, mode in (("match.tar", "w"), ("match.tgz", "w:gz"), ("match.tar.bz2", "w:bz2"), ("match.tar.xz", "w:xz")):
            with tarfile.open(os.path.join(self.folder, name), mode) as archive:
                archive.add(self.logs, "Logfiles")
            self.assertIn("verified: these are the logs of this match: ", self.output(0, "--verify", name))
            self.assertEqual(self.output(0, "--report", name), report)
        for compressor in (gzip, bz2, lzma):
            with compressor.open(os.path.join(self.folder, "log"), "wb") as file:
                file.write(self.read("monitor.log"))
            self.assertEqual(self.output(0, "--report", "log"), report)
        with zipfile.ZipFile(self.packed) as archive:
            self.assertEqual({name.split("/")[0] for name in archive.namelist()}, {"match"})
            log = archive.read("match/monitor.log")
        with zipfile.ZipFile(self.packed, "w") as archive:  # by another person, who has changed it
            for name, data in self.contents_of_files().items():
                archive.writestr(f"a/b/{name}", log.replace(b"(pos ", b"(pos 1", 1) if name == "monitor.log" else data)
            archive.writestr("a/b/agent0-files/parameters.xml", b"of an agent")
            for name in ("a/b/results.json", "index.html"):
                archive.writestr(name, b"right has won")
        output = self.output(UNTRUE, "--verify", "match.zip")
        self.assertIn("monitor.log: differs first in line ", output)
        self.assertRegex(output, r"^not examined: index\.html; results\.json; 5 logs of agents\n")

    def contents_of_files(self):
        return {name: self.read(name) for name in os.listdir(self.logs) if os.path.isfile(self.path(name))}

    def test_hostile_packs_are_refused(self):
        files = self.contents_of_files()

        def refused(pattern, *more, leave_out=(), mode=zipfile.ZIP_DEFLATED):
            with warnings.catch_warnings(), zipfile.ZipFile(self.packed, "w", mode) as archive:
                warnings.simplefilter("ignore")  # of names that occur twice
                for name, data in files.items():
                    if name not in leave_out:
                        archive.writestr(name, data)
                for name, data in more:
                    archive.writestr(name, data)
            output = self.output(1, "--verify", "match.zip")
            self.assertRegex(output, pattern)
            self.assertEqual(output.count("\n"), 1, output)

        refused("it has two files monitor.log", ("monitor.log", b"x"))
        refused("there is no acts.zst in ", ("../acts.zst", files["acts.zst"]), leave_out=("acts.zst",))
        refused("there is no parameters.xml and no acts.zst in ", leave_out=("parameters.xml", "acts.zst"))
        refused("has the logs of several matches, in a/ and b/: ", *((f"{folder}/{name}", data) for folder in "ab" for name, data in files.items()), leave_out=files)
        refused("has more than 10000 files", *((f"{i}", b"") for i in range(10_001)))
        bomb = os.path.join(self.folder, "bomb")
        with open(bomb, "wb") as file:
            file.truncate((1 << 30) + 1)
        with zipfile.ZipFile(self.packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            archive.writestr("parameters.xml", files["parameters.xml"])
            archive.write(bomb, "monitor.log")
        self.assertRegex(self.output(1, "--verify", "match.zip"), "match.zip: it unpacks to more than 1 GiB")
        with zipfile.ZipFile(self.packed, "w") as archive:
            for name, data in files.items():
                link = zipfile.ZipInfo(name)
                link.external_attr = 0o120777 << 16
                archive.writestr(link if name == "server.log" else name, b"/etc/passwd" if name == "server.log" else data)
        self.assertIn("match.zip: server.log in it is not a regular file\n", self.output(1, "--verify", "match.zip"))
        whole = open(self.packed, "rb").read()
        for data in (whole[:-100], b"PK\x03\x04", whole[:50] + b"x" * 100 + whole[150:]):
            with open(self.packed, "wb") as file:
                file.write(data)
            self.assertEqual(self.output(1, "--verify", "match.zip").count("\n"), 1)

    def test_arguments_of_verify_and_pack_are_checked(self):
        self.assertIn("--verify nowhere: there is no such file or folder: expected the log folder of a match, a log in one, or a file", self.output(1, "--verify", "nowhere"))
        self.assertIn("is not a log: expected", self.output(1, "--verify", SERVER))
        self.assertIn("is a log that is not compared: expected", self.output(1, "--verify", "Logfiles/server.log"))
        self.assertIn("verified: ", self.output(0, "--verify", "Logfiles/monitor.log"))
        self.assertIn("verified: ", self.output(0, "--verify", "Logfiles/acts.zst"))
        os.rename(self.path("server.log"), self.path("secret"))
        os.symlink("secret", self.path("server.log"))
        self.assertIn("server.log: is a symbolic link: only regular files of the folder itself are read", self.output(1, "--pack", "Logfiles", "match.zip"))
        self.assertFalse(os.path.exists(self.packed))
        os.remove(self.path("server.log"))
        os.remove(self.path("acts.zst"))
        for place in ("Logfiles", "Logfiles/monitor.log"):
            self.assertIn("there is no acts.zst in ", self.output(1, "--verify", place))
        self.assertIn("there is no acts.zst in ", self.output(1, "--pack", "Logfiles", "match.zip"))
        os.remove(self.path("parameters.xml"))
        self.assertIn("there is no parameters.xml and no acts.zst in ", self.output(1, "--verify", "Logfiles"))
        self.assertIn("--pack", self.output(2, "--pack", "Logfiles"))


if __name__ == "__main__":
    run_tests(sys.argv[2:], side_by_side=2)
