#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Episodes: a trainer's (reset) restarts the match, and equal resets give equal episodes (docs/write/protocol.md, 8.6).

    episodes.py SERVER COMMSERVER [-k NAME]

With `--agent TEAM` this script is the agent, whose acts depend only on its current sensation.
"""

import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import unittest
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "support"))

SERVER = COMMSERVER = None
LENGTH = 30  # number of compared frames: 4.5 s


# ---- the agent --------------------------------------------------------------------------------------------------------


def acts(percepts):
    """Returns acts that depend only on these percepts."""
    draw = random.Random(zlib.crc32(percepts.encode()))
    return (f"(drive {draw.randint(-100, 100)} {draw.randint(-100, 100)} 0)(kick {draw.randint(0, 50)} {draw.randint(1, 100)})"
            f"(pantilt {draw.randint(-20, 20)} {draw.randint(-5, 5)})(say {draw.randint(0, 999)})(catch)")  # fmt: skip


def agent(team):
    def read(count):
        data = b""
        while len(data) < count:
            more = os.read(3, count - len(data))
            if not more:
                sys.exit(0)
            data += more
        return data

    def write(text):
        os.write(4, len(text).to_bytes(4, "big") + text.encode())

    sensations = 0
    while (message := read(int.from_bytes(read(4), "big")).decode())[0] != "X":
        if message[0] == "D":
            write("I")
        if message[0] != "S":
            continue
        sensations += 1
        first = ["(create)", f"(init (unum 0)(teamname {team}))"]
        write("A" + (first[sensations - 1] if sensations < 3 else acts(message[message.find("(") :])))
        write("D")


if len(sys.argv) == 3 and sys.argv[1] == "--agent":
    agent(sys.argv[2])
    sys.exit(0)

# ---- matches ------------------------------------------------------------------------------------------------------------

from agents import ConnectedAgent  # noqa: E402
from frames import frame  # noqa: E402
from programs import STRICTLY, SYNC, TIMEOUT, Program, remove_folder, wait_until  # noqa: E402
from skipping import run_tests  # noqa: E402

CORNER = "(ball (pos 40 30 0.111))(agent (team Left)(unum 1)(pos 39.66 30 0.22))(agent (team Right)(unum 2)(pos 42 30 0.22))(playMode PlayOn)"


class Guest(ConnectedAgent):
    def __init__(self, port, team):
        self.team, self.received = team, 0
        super().__init__(port)

    def decide(self, percepts):
        self.received += 1
        first = ["(create)", f"(init (unum 0)(teamname {self.team}))"]
        return first[self.received - 1] if self.received < 3 else acts(percepts[percepts.find("(") :])


class Trainer:
    """Sends commands; a thread reads frames."""

    def __init__(self, port):
        self.link = socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT)
        self.frames = []
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        try:
            with self.link, self.link.makefile("rb") as stream:
                for line in stream:
                    if not line.startswith(b"(Info") or b"(paused " not in line:  # such a line is not a frame
                        self.frames.append(line.decode("latin-1"))
        except OSError:
            pass

    def send(self, *texts):
        self.link.sendall(b"".join(frame(text) for text in texts))

    def wait_for_players(self, count):
        wait_until(lambda: self.frames and len(re.findall(r"\(s [12]\)", self.frames[-1])) == count, "the players")

    def play(self, command, frames):
        """Sends the command and returns this number of frames of the episode that it begins."""
        seen = len(self.frames)
        self.send("W" + command)
        begin = wait_until(lambda: next((i for i in range(seen, len(self.frames)) if " (time 0)" in self.frames[i]
                                         and "(score_left 0)" in self.frames[i]), None), "the episode")  # fmt: skip
        wait_until(lambda: len(self.frames) >= begin + frames, "its frames")
        return self.frames[begin : begin + frames]


class Episodes(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="episodes.")
        self.addCleanup(remove_folder, self.folder)
        os.chmod(self.folder, 0o755)
        shutil.copy(os.path.abspath(__file__), os.path.join(self.folder, "episodes.py"))
        types = "".join(f'<agent_type_external name="{team}"><exec_line>{sys.executable} episodes.py --agent {team}</exec_line>'
                        "</agent_type_external>" for team in ("red", "blue"))  # fmt: skip
        with open(os.path.join(self.folder, "agents.xml"), "w", encoding="ascii") as file:
            file.write(f"<agentdb>{types}</agentdb>")
        self.logs = os.path.join(self.folder, "Logfiles")

    def server(self, *more, teams=("--team", "red:2", "--team", "blue:2"), speed=("--speed", "20")):
        return Program([SERVER, *STRICTLY, "--agentdb", "agents.xml", "--seed", "4", "--monitor_port", "0", "--monitor_unsent", "100000000", *teams, *speed,
                        "--Soccer.RuleHalfTime", "100000", *more], self.folder)  # fmt: skip

    def play(self, seeds, *more, players=4, before=0, **how):
        """The frames of consecutive episodes with these seeds and different lengths, after `before` frames of the match."""
        with self.server(*more, **how) as server:
            trainer = Trainer(server.port(r"monitor port (\d+)"))
            trainer.wait_for_players(players)
            seen = len(trainer.frames)
            wait_until(lambda: len(trainer.frames) >= seen + before)
            episodes = [trainer.play(f"(reset (seed {seed}))" + CORNER, LENGTH + 3 * i) for i, seed in enumerate(seeds)]
            server.process.send_signal(signal.SIGTERM)
            self.assertEqual(server.wait(), 128 + signal.SIGTERM, server.printed())
            self.assertEqual(server.lines_of("refused"), [])
        return [episode[:LENGTH] for episode in episodes]

    def verify(self):
        done = subprocess.run([SERVER, "--verify", self.logs], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=TIMEOUT, check=False)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("verified: ", done.stdout)

    def test_equal_seeds_give_equal_episodes_in_any_order_and_match(self):
        episodes = self.play([5, 6, 5, 7, 5])
        self.verify()
        self.assertEqual(episodes[0], episodes[2])
        self.assertEqual(episodes[0], episodes[4])
        self.assertNotEqual(episodes[0], episodes[1])
        self.assertIn("(time 4.35)", episodes[0][-1])
        self.assertTrue(any("(last)" in line for line in episodes[0]), "no player has touched the ball")
        [again] = self.play([5], "--monitor_log", "zst", "--sandbox", "off", "--hash", "10", before=40, speed=())
        self.assertEqual(again, episodes[0])
        self.verify()

    def test_episodes_with_agents_of_every_kind_are_repeatable(self):
        """Two agents are started by a commserver, and two connect by themselves."""
        reported = []

        def play(seeds, before):
            with self.server("--Spades.RunIntegratedCommserver", "false", "--Spades.CommServersWanted", "1", "--engine_port", "0", "--agent_port", "0",
                             "--agents_awaited", "2", *SYNC, "--hash", "25", teams=("--team", "red:2")) as server:  # fmt: skip
                engine = str(server.port(r"waiting for 1 commserver on port (\d+)"))
                with Program([COMMSERVER, "--logdir", "logs-commserver", "--engine_host", "127.0.0.1", "--engine_port", engine, "--agentdb", "agents.xml"],
                             self.folder):  # fmt: skip
                    port = server.port(r"agent port (\d+)")
                    guests = [Guest(port, "blue"), Guest(port, "blue")]
                    trainer = Trainer(server.port(r"monitor port (\d+)"))
                    trainer.wait_for_players(4)
                    seen = len(trainer.frames)
                    wait_until(lambda: len(trainer.frames) >= seen + before)
                    episodes = [trainer.play(f"(reset (seed {seed}))" + CORNER, LENGTH + i) for i, seed in enumerate(seeds)]
                    server.process.send_signal(signal.SIGTERM)
                    server.wait()
                    for guest in guests:
                        guest.join(TIMEOUT)
                    reported.append(server.printed())
            self.verify()
            return [episode[:LENGTH] for episode in episodes]

        first = play([1, 2, 1], 0)
        self.assertEqual(first[0], first[2], reported[0])
        self.assertEqual(play([1], 33)[0], first[0])

    def test_a_reset_works_while_agents_join(self):
        """Messages that joining agents have sent so far take effect in the episode, at whatever point between sensation and answer it begins."""
        with self.server("--agent_port", "0", "--agents_awaited", "1", *SYNC) as server:
            trainer = Trainer(server.port(r"monitor port (\d+)"))
            trainer.send("S0")
            guests = [Guest(server.port(r"agent port (\d+)"), "red")]
            wait_until(lambda: "(Info" in "".join(trainer.frames))
            for command in ("(reset)", "(reset (seed 1))(reset (seed 2))", "(reset)(nonsense)(reset)"):
                seen = len(trainer.frames)
                trainer.send("S30")
                wait_until(lambda: len(trainer.frames) >= seen + 2, "two frames")  # noqa: B023
                trainer.send("W" + command)
            guests.append(Guest(server.port(r"agent port (\d+)"), "blue"))
            trainer.send("W(reset)(reset)", "R")
            trainer.wait_for_players(6)
            server.process.send_signal(signal.SIGTERM)
            server.wait()
        self.verify()

    def test_a_reset_works_after_the_death_of_an_agent_or_a_trainer(self):
        with self.server() as server:
            port = server.port(r"monitor port (\d+)")
            trainer = Trainer(port)
            trainer.wait_for_players(4)
            trainer.play("(reset)", 5)
            mine = [int(pid) for pid in os.listdir("/proc") if pid.isdigit() and self.plays_for(pid, b"blue") and self.is_mine(int(pid), server.pid)]
            os.kill(max(mine), signal.SIGKILL)
            trainer.send("W(reset (seed 3))", "W(reset)")
            server.wait_for("lost")
            trainer.link.sendall(frame("W(reset (seed 1))(ball (pos 1 1")[:-4])
            trainer.link.shutdown(socket.SHUT_RDWR)
            other = Trainer(port)
            other.wait_for_players(3)
            frames = other.play("(reset (seed 8))", 20)
            self.assertIn("(time 0)", frames[0])
            server.process.send_signal(signal.SIGTERM)
            server.wait()
        self.verify()

    def test_a_reset_works_in_every_mode_of_a_decided_match(self):
        """A reset also works after a change of sides, in extra time and in shoot-outs, with a lost shooter, and for a change of sides in a pause."""
        restarts = [f"{kind}_{side}" for kind in ("corner_kick", "goal_kick", "offside", "free_kick") for side in ("left", "right")]
        turns = [f"{kind}_{side}" for kind in ("KickOff", "KickIn", "Goal", "PenaltyShoot") for side in ("Left", "Right")]
        ways = [f"(playMode {mode})" for mode in ("BeforeKickOff", "PlayOn", "GameOver", *restarts, *turns)]
        ways += ["(changeSides)", "(half 2)", "(half 4)(changeSides)(kickOff)", "(shootOut)(changeSides)", "(half 3)(shootOut Right)(dropBall)"]
        with self.server("--profile", "modern", "--Soccer.OmniVision", "true") as server:
            trainer = Trainer(server.port(r"monitor port (\d+)"))
            trainer.wait_for_players(4)
            first = trainer.play("(reset (seed 5))" + CORNER, LENGTH)
            for way in ways:
                seen = len(trainer.frames)
                trainer.send("W" + way)
                wait_until(lambda: len(trainer.frames) >= seen + 9, "some frames")  # noqa: B023
                self.assertEqual(trainer.play("(reset (seed 5))" + CORNER, LENGTH), first, way)

            seen = len(trainer.frames)
            trainer.send("P", "W(changeSides)", "S30")
            wait_until(lambda: any("(team_left blue)(team_right red)" in line for line in trainer.frames[seen:]), "the other sides")
            trainer.send("R", "W(changeSides)(shootOut Left)")
            shooter = max(int(pid) for pid in os.listdir("/proc") if pid.isdigit() and self.plays_for(pid, b"red") and self.is_mine(int(pid), server.pid))
            os.kill(shooter, signal.SIGKILL)
            wait_until(lambda: any("(play_mode 18)" in line for line in trainer.frames[seen:]), "the next attempt")
            server.process.send_signal(signal.SIGTERM)
            server.wait()
        self.verify()

    @staticmethod
    def plays_for(pid, team):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                return file.read().rstrip(b"\0").endswith(b"episodes.py\0--agent\0" + team)
        except OSError:
            return False

    @staticmethod
    def is_mine(pid, server):
        while pid > 1:
            with open(f"/proc/{pid}/stat", encoding="latin-1") as file:
                pid = int(file.read().rpartition(")")[2].split()[1])
            if pid == server:
                return True
        return False

    def test_invalid_resets_are_refused(self):
        with self.server(speed=("--speed", "max")) as server:
            trainer = Trainer(server.port(r"monitor port (\d+)"))
            trainer.wait_for_players(4)
            trainer.send("W(kickOff Left)")
            wait_until(lambda: "(time 0)" not in trainer.frames[-1])
            wrong = ["(reset (seed -1))", "(reset 5)", "(reset (seed x))", "(reset (seed 1e3))", "(reset (seed 99999999999999999999))", "(reset (sed 3))"]
            for text in wrong:
                trainer.send("W" + text)
                server.wait_for(r"\(reset \.\.\.\) refused: expected nothing, or \(seed N\)")
            seen = len(trainer.frames)
            wait_until(lambda: len(trainer.frames) > seen + 5)
            self.assertFalse([line for line in trainer.frames[seen:] if "(time 0)" in line])
            server.process.send_signal(signal.SIGTERM)
            server.wait()
        self.verify()

    def test_episodes_in_single_steps_of_a_paused_match_are_the_same(self):
        with self.server() as server:
            trainer = Trainer(server.port(r"monitor port (\d+)"))
            trainer.wait_for_players(4)
            seen = len(trainer.frames)
            trainer.send("P", "W(reset (seed 2))" + CORNER, "S45")
            wait_until(lambda: "(time 0.45)" in trainer.frames[-1])
            trainer.send("R")
            first = trainer.play("(reset (seed 2))" + CORNER, LENGTH)
            stepped = trainer.frames[next(i for i in range(seen, len(trainer.frames)) if "(half 1)" in trainer.frames[i]) :][:4]
            self.assertIn("(s 1)(id 1)(pos -50.", stepped[0])
            self.assertEqual(stepped, first[:4])
            server.process.send_signal(signal.SIGTERM)
            server.wait()

    def test_episodes_of_worlds_without_a_game_are_repeatable(self):
        with Program([SERVER, *STRICTLY, "--script", "two_robots.rb", "--monitor_port", "0", "--speed", "20", "--hash", "50"], self.folder) as server:
            trainer = Trainer(server.port(r"monitor port (\d+)"))
            wait_until(lambda: trainer.frames and "(time 3" in trainer.frames[-1])
            episodes = []
            for i in range(3):
                seen = len(trainer.frames)
                trainer.send(f"W(reset (seed {i % 2}))")
                begin = wait_until(lambda: next((i for i in range(seen, len(trainer.frames)) if "(time 0)" in trainer.frames[i]), None))
                wait_until(lambda: len(trainer.frames) >= begin + 20)
                episodes.append(trainer.frames[begin : begin + 20])
            self.assertIn("(body ", episodes[0][0])
            server.process.send_signal(signal.SIGTERM)
            server.wait()
        self.verify()


if __name__ == "__main__":
    SERVER, COMMSERVER = map(os.path.abspath, sys.argv[1:3])
    run_tests(sys.argv[3:], side_by_side=3)
