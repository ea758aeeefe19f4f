#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A client's own frames, the full state, the speed, and steps of a client that ends (docs/write/protocol.md, 7.3 and 8.7).

    subscriptions.py SERVER [-k NAME]
"""

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "support"))

from frames import frame  # noqa: E402
from programs import STRICTLY, TIMEOUT, Program, remove_folder, wait_until  # noqa: E402
from skipping import run_tests  # noqa: E402

SERVER = os.path.abspath(sys.argv.pop(1))
TEAMS = ("--team", "foo:2", "--team", "bar:2")
NUMBER = r"(-?[\d.]+(?:e-?\d+)?)"
STEP = 0.01


def time_of(line):
    return float(re.search(rf"\(time {NUMBER}\)", line)[1])


def step_of(line):
    return round(time_of(line) / STEP)


def vectors(name, line):
    """The vectors with this name of all players, in their order, and last of the ball."""
    return [tuple(map(float, found)) for found in re.findall(rf"\({name} {NUMBER} {NUMBER} {NUMBER}\)", line)]


def without_markers(line):
    return re.sub(r"\([FG] \(id \w+\)\(pos [^)]*\)\)", "", line)


class Monitor:
    """A connection to the monitor port; lines are read on demand."""

    def __init__(self, port, *first, address="127.0.0.1"):
        self.link = socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT, source_address=(address, 0))
        self.stream = self.link.makefile("rb")
        self.send(*first)

    def send(self, *texts):
        self.link.sendall(b"".join(frame(text) for text in texts))

    def any_line(self):
        line = self.stream.readline().decode("latin-1")
        if not line.endswith("\n"):
            raise AssertionError("the stream has ended")
        return line[:-1]

    def line(self):
        """The next line that does not only report a stopped or restarted clock, because such lines may arrive at any time."""
        while (line := self.any_line()).startswith("(Info") and "(paused " in line:
            pass
        return line

    def until(self, condition):
        while not condition(line := self.line()):
            pass
        return line

    def time_now(self):
        self.send("W(fullState)")
        return time_of(self.until(lambda line: "(battery" in line))

    def wait_for_step(self, step):
        while step_of(f"(time {self.time_now()})") != step:
            pass

    def take(self, count):
        return [self.line() for _ in range(count)]

    def close(self):
        self.stream.close()
        self.link.close()


class Subscriptions(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="subscriptions.")
        self.addCleanup(remove_folder, self.folder)
        os.chmod(self.folder, 0o755)
        self.logs = os.path.join(self.folder, "Logfiles")

    def server(self, *more, speed="50", half="300"):
        game = (*TEAMS, "--Soccer.AutomaticKickOff", "true", "--Soccer.RuleHalfTime", half)
        return Program([SERVER, *STRICTLY, "--seed", "4", "--monitor_port", "0", "--speed", speed, "--timers", "fixed", "2",
                        *(more if "--script" in more else (*game, *more))], self.folder)  # fmt: skip

    def monitor(self, server, *first, **more):
        made = Monitor(server.port(r"monitor port (\d+)"), *first, **more)
        self.addCleanup(made.close)
        return made

    def log(self):
        with open(os.path.join(self.logs, "monitor.log"), encoding="latin-1") as file:
            return file.read().split("\n")

    def test_every_step_with_velocities(self):
        with self.server(half="3", speed="0.01") as server:  # so slow that the client is connected before the first step
            mine = self.monitor(server, "W(subscribe (interval 1)(velocities true))")
            lines = [mine.until(lambda line: "(vel" in line)]
            mine.send("W(speed 50)(playMode PlayOn)(ball (pos 0 20 0.111)(vel 8 1 0))")
            while not (line := mine.line()).startswith("(Die"):
                lines.append(line)
            self.assertEqual(server.wait(), 0)
        # Each step occurs once, without a gap; the first frame is complete.
        steps = [step_of(line) for line in lines if 0 < time_of(line) < 2.9]
        self.assertEqual(steps, list(range(1, 290)))
        for part in ("(half 1)", "(score_left ", "(play_mode ", "(F (id 1_l)"):
            self.assertIn(part, lines[0])
            self.assertNotIn(part, lines[steps[-1]].replace("(play_mode 3)", ""))
        # These frames also contain everything that all others get.
        all_get = {step_of(line): line for line in self.log() if line.startswith("(Info")}
        shared = [line for line in lines if step_of(line) in all_get and 0 < time_of(line) < 2.9]
        self.assertGreater(len(shared), 15)
        for line in shared:
            self.assertEqual(vectors("pos", without_markers(line)), vectors("pos", without_markers(all_get[step_of(line)])))
        # Velocities agree with the positions, here for the fastest step of the ball.
        moved = [(vectors("pos", a)[-1], vectors("pos", b)[-1], vectors("vel", b)[-1]) for a, b in zip(lines[1:], lines[2:])]
        before, after, velocity = max(moved, key=lambda each: abs(each[2][0]))
        self.assertGreater(abs(velocity[0]), 1)
        self.assertAlmostEqual((after[0] - before[0]) / STEP, velocity[0], delta=0.02 * abs(velocity[0]))

    def test_subscriptions_do_not_affect_others(self):
        """Subscriptions change neither the log, nor other clients' frames, nor the match, nor its verification."""
        logs = []
        for subscribing in (False, True):
            with self.server(half="2", speed="20") as server:
                watcher = self.monitor(server)
                if subscribing:
                    mine = self.monitor(server, "W(subscribe (interval 7))", "W(fullState)")
                    mine.until(lambda line: "(half " in line and step_of(line) % 7 == 0 and "(vel" not in line)
                    mine.send("W(fullState)(subscribe (interval 3))(speed max)")
                seen = []
                while not (line := watcher.line()).startswith("(Die"):
                    seen.append(line)
                self.assertEqual(server.wait(), 0)
            logs.append(self.log())
            infos = [line for line in seen if line.startswith("(Info")]
            self.assertEqual(infos[-20:], [line for line in logs[-1] if line.startswith("(Info")][-20:])
            self.assertEqual(subprocess.run([SERVER, "--verify", self.logs], cwd=self.folder, stdout=subprocess.DEVNULL,
                                            stderr=subprocess.DEVNULL, check=False).returncode, 0)  # fmt: skip
        # When a player joins, names and markers are sent again, in some frame.
        plain = [[vectors("pos", without_markers(line)) for line in log if line.startswith("(Info")] for log in logs]
        self.assertEqual(*plain)

    def test_pauses_are_reported(self):
        with self.server() as server:
            link = Monitor(server.port(r"monitor port (\d+)"))
            self.addCleanup(link.close)
            self.assertTrue(link.any_line().endswith("(paused 0))"))
            link.until(lambda line: line.count("(s ") == 4)
            for begin, end in ((lambda: link.send("P"), lambda: link.send("R")), (self.send_usr1(server),) * 2):
                begin()
                while "(paused 1)" not in (line := link.any_line()):
                    pass
                self.assertRegex(line, rf"^\(Info \(time {NUMBER}\)\(paused 1\)\)$")
                late = Monitor(server.port(r"monitor port (\d+)"))
                self.assertTrue(late.any_line().endswith("(paused 1))"))
                end()
                for each in (link, late):
                    self.assertRegex(each.any_line(), rf"^\(Info \(time {NUMBER}\)\(paused 0\)\)$")
                    self.assertNotIn("paused", each.any_line())
                late.close()
        self.assertNotIn("paused", "".join(self.log()))

    @staticmethod
    def send_usr1(server):
        return lambda: server.process.send_signal(signal.SIGUSR1)

    def test_the_full_state_is_sent_while_the_clock_is_stopped(self):
        with self.server() as server:
            trainer = self.monitor(server)
            trainer.until(lambda line: line.count("(s ") == 4)
            trainer.send("P", "W(playMode PlayOn)(ball (pos 3 4 0.111)(vel 5 0 0))(agent (team Left)(unum 1)(battery 42))(getAck x)(fullState)")
            state = trainer.until(lambda line: "(battery" in line)
            self.assertIn("(Info (ack best)(time ", state)
            for part in ("(team_left ", "(half 1)", "(score_left 0)", "(play_mode 3)", "(battery 42)", "(G (id 1_r)"):
                self.assertIn(part, state)
            self.assertEqual(state.count("(battery "), 4)
            self.assertEqual(vectors("pos", without_markers(state))[-1], (3, 4, 0.111))
            self.assertEqual(vectors("vel", state)[-1], (5, 0, 0))
            # Others do not get the frame; the acknowledgement is in the next frame for all.
            trainer.send("S15")
            following = trainer.line()
            self.assertIn("(ack best)", following)
            self.assertNotIn("(vel", following)
            stands = step_of(state) + 15
            trainer.wait_for_step(stands)
            # A client with its own frames gets it once.
            trainer.send("W(subscribe (interval 5))(getAck x)(fullState)", "S10")
            lines = [trainer.until(lambda line: "(battery" in line), *trainer.take(2)]
            self.assertEqual([line.count("(ack best)") for line in lines], [1, 0, 0])
            trainer.wait_for_step(stands + 10)
            trainer.send("W(getAck y)", "S10")
            self.assertEqual([line.count("(ack best)") for line in trainer.take(2)], [1, 0])

    def test_worlds_without_a_game_send_velocities_of_bodies(self):
        with self.server("--script", "two_robots.rb", speed="10") as server:
            mine = self.monitor(server, "W(subscribe (interval 2)(velocities true))(fullState)")
            whole = mine.until(lambda line: line.startswith("(Info") and "(shape " in line)
            first = mine.until(lambda line: line.startswith("(Info") and "(shape " in line)
            for line in (whole, first):
                for numbers in re.findall(r'\(body (?:"[^"]*"|[^ ]+) ([^)]*)\)', line):
                    self.assertEqual(len(numbers.split()), 13)
            lines = mine.take(3)
            self.assertEqual([step_of(line) for line in lines], [step_of(first) + 2 * i for i in (1, 2, 3)])
            self.assertNotIn("(shape ", "".join(lines))
            mine.send("W(kickOff Left)(subscribe (interval 0))", "W(reset)(subscribe (interval 4))")
            mine.until(lambda line: time_of(line) == 0)
            server.wait_for("this world knows no command 'kickOff'")
            server.wait_for(r"\(subscribe \.\.\.\) refused: \(interval N\) takes a whole number of steps, 1 to 1000")

    def test_the_speed_can_be_changed(self):
        with self.server(speed="1") as server:
            trainer = self.monitor(server)
            trainer.until(lambda line: line.count("(s ") == 4)
            for wrong in ("0", "-1", "nan", "1e9", "quick", "", "1 2", "(1)"):
                trainer.send(f"W(speed {wrong})")
            trainer.send("W(speed 40)")
            sent_at, begin = time.monotonic(), trainer.time_now()
            now = begin
            while now < begin + 10:
                now = trainer.time_now()
            self.assertGreater(time.monotonic() - sent_at, 10 / 41, "faster than that")
            server.wait_for(r"monitor 127.0.0.1:\d+ sets the speed: 40 × real time")
            trainer.send("W(speed max)")
            server.wait_for("sets the speed: as fast as possible")
            self.assertEqual(len([line for line in server.lines if "(speed ...) refused" in line]), 5)  # of eight: their number is limited

    def test_only_clients_with_control_may_subscribe(self):
        """Only clients that may control the match get their own frames, because these take time of the match."""
        with self.server("--watch_port", "0") as server:
            watcher = Monitor(server.port(r"watch port (\d+)"), "W(subscribe (interval 1))", "W(fullState)")
            self.addCleanup(watcher.close)
            watcher.line()
            watcher.until(lambda line: time_of(line) > 1)
            steps = [step_of(line) for line in watcher.take(20)]
            self.assertEqual([after - before for before, after in zip(steps, steps[1:])], [15] * 19)
            server.wait_for("may only watch, its command of kind 'W' is refused")

    def test_the_clock_resumes_when_a_client_that_makes_steps_leaves(self):
        with self.server() as server:
            watcher = self.monitor(server)
            watcher.until(lambda line: line.count("(s ") == 4)
            trainer = self.monitor(server, "S30")
            trainer.until(lambda line: line.startswith("(Info"))
            trainer.close()
            server.wait_for("has left while single-stepping; the simulation resumes")
            now = time_of(watcher.line())
            watcher.until(lambda line: time_of(line) > now + 3)
            # A match that a client has paused stays paused after the steps of another client that leaves.
            watcher.send("P")
            server.wait_for("pauses the simulation")
            other = self.monitor(server)
            begin = step_of(f"(time {other.time_now()})")
            trainer = self.monitor(server, "S30")
            trainer.until(lambda line: line.startswith("(Info"))
            trainer.close()
            other.wait_for_step(begin + 30)
            watcher.send("R")
            server.wait_for("resumes the simulation")
            # S0 stops the match only as long as the client is connected.
            other.send("S0")
            stands = other.time_now()
            self.assertEqual(other.time_now(), stands)
            other.close()
            watcher.until(lambda line: time_of(line) > stands + 1)
            self.assertEqual(len(server.lines_of("the simulation resumes")), 2)

    def test_invalid_subscriptions_are_refused(self):
        with self.server() as server:
            trainer = self.monitor(server)
            trainer.until(lambda line: line.count("(s ") == 4)
            wrong = ("(subscribe (interval 1001))", "(subscribe (interval 1.5))", "(subscribe (interval))", "(subscribe 5)",
                     "(subscribe (velocities maybe))", "(subscribe (interval 5)(colour red))", "(subscribe (interval (5)))")  # fmt: skip
            for number, text in enumerate(wrong, 2):  # from separate addresses, because errors of one address have a limited number of lines
                other = self.monitor(server, "W" + text, address=f"127.0.0.{number}")
                server.wait_for(rf"monitor 127.0.0.{number}:{other.link.getsockname()[1]}: \(subscribe \.\.\.\) refused: ")
                other.close()
            # Of many requests the last one is valid.
            trainer.send(*[f"W(subscribe (interval {1 + i % 1000})(velocities true))" for i in range(3000)], "W(subscribe (interval 30))(getAck best)")
            trainer.until(lambda line: "(ack best)" in line)
            last = trainer.until(lambda line: time_of(line) > 2)
            self.assertNotIn("(vel", last)
            self.assertEqual([step_of(line) for line in trainer.take(3)], [step_of(last) + 30 * i for i in (1, 2, 3)])

    def test_a_client_that_does_not_read_resumes_later(self):
        with self.server("--monitor_unsent", "100000", "--monitor_missed", "100000000", speed="max") as server:
            lazy = self.monitor(server, "W(subscribe (interval 1)(velocities true))")
            server.wait_for("leaves more than 100000 bytes unread and misses frames")
            watcher = self.monitor(server)
            now = time_of(watcher.until(lambda line: line.startswith("(Info")))
            watcher.until(lambda line: time_of(line) > now + 10)
            # When it reads again, it continues like a newly connected client.
            lazy.until(lambda line: line.startswith("(Init"))
            lazy.until(lambda line: line.startswith("(Init"))
            self.assertRegex(lazy.line(), r"^\(Info .*\(half 1\).*\(vel ")


if __name__ == "__main__":
    run_tests(sys.argv[1:], side_by_side=3)
