#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Matches with agents that close a pipe or a connection and continue, or end in the middle of a word, are the same to the byte, regardless of other
load on the machine.

    unruly_agents.py SERVER COMMSERVER [-k NAME]

Each of these agents (unruly_agent.py) plays 12 sensations normally, and then does what its WAY states.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "support"))

from agents import ConnectedAgent  # noqa: E402
from frames import frame  # noqa: E402
from programs import STRICTLY, TIMEOUT, remove_folder  # noqa: E402
from skipping import run_tests  # noqa: E402

SERVER = COMMSERVER = None
RUNS = 6
FEWER_RUNS = 3  # for the same agents with another connection
WALK_OVER = 4  # exit status where all of them are lost
MATCH = ["--Soccer.AutomaticKickOff", "true", "--Soccer.RuleHalfTime", "2", "--monitor_port", "off", "--seed", "5"]
WAYS = ["closes_input", "closes_input_thinking", "closes_output", "closes_both", "leaves_unread", "dies_in_a_frame", "half_a_frame",
        "ready_and_gone"]


# ---- the agent by TCP --------------------------------------------------------------------------------------------------


class Connected(ConnectedAgent):
    """The same agent by TCP, for --sync: from its 13th answer on it no longer reads, and sends 30 answers in advance."""

    def __init__(self, port, team, unruly):
        self.team, self.unruly, self.sensations = team, unruly, 0
        super().__init__(port)

    def decide(self, _):
        words = ["(create)", f"(init (unum 0)(teamname {self.team}))", "(beam -9 5 0)"]
        act = words[self.sensations] if self.sensations < 3 else f"(drive {10 * self.sensations % 100} 20 0)"
        self.sensations += 1
        if self.sensations < 13 or not self.unruly:
            return act
        self.say(act)
        self.link.sendall(b"".join(frame(f"(drive {3 * i} -50 0)") for i in range(30)) + b"\0")
        self.link.shutdown(socket.SHUT_WR if self.unruly == "mute" else socket.SHUT_RDWR)
        return None


# ---- the matches -------------------------------------------------------------------------------------------------------


class Load:
    """Processes that use the processors most of the time, with short pauses."""

    def __init__(self, count):
        busy = "import time\nwhile True:\n t=time.time()+.03\n while time.time()<t: pass\n time.sleep(.01)"
        self.processes = [subprocess.Popen([sys.executable, "-c", busy]) for _ in range(count)]

    def close(self):
        for process in self.processes:
            process.kill()
            process.wait()


class UnrulyAgents(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="unruly-")
        self.addCleanup(remove_folder, self.folder)
        os.chmod(self.folder, 0o755)
        shutil.copy(os.path.join(HERE, "unruly_agent.py"), self.folder)

    def database(self, ways):
        types = "".join(
            f'<agent_type_external name="{way}"><exec_line>{sys.executable} unruly_agent.py {way} {team}</exec_line></agent_type_external>'
            for way, team in ways.items()
        )
        with open(os.path.join(self.folder, "agents.xml"), "w") as file:
            file.write(f"<agentdb>{types}</agentdb>")
        return ["--agentdb", "agents.xml"]

    def match(self, arguments, beside=lambda port: None):
        process = subprocess.Popen(
            [SERVER, *STRICTLY, *MATCH, "--logdir", "logs", *arguments], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        lines = []
        for line in process.stderr:
            lines.append(line)
            if found := re.search(r"(?:agent port|on port) (\d+)", line):
                beside(int(found[1]))
        self.assertIn(process.wait(TIMEOUT), (0, WALK_OVER), "".join(lines))
        self.assertNotIn("(orderly) lost", "".join(lines))
        process.stderr.close()
        with open(os.path.join(self.folder, "logs/monitor.log"), "rb") as file:
            log = file.read()
        shutil.rmtree(os.path.join(self.folder, "logs"))
        return log, "".join(lines)

    def assert_same(self, run, what, runs=RUNS):
        logs = []
        for i in range(runs):
            load = Load(4 * (i % 3))
            try:
                logs.append(run()[0])
            finally:
                load.close()
        self.assertGreater(logs[0].count(b"\n"), 30)
        self.assertEqual(len(set(logs)), 1, f"{what}: {len(set(logs))} different logs in {runs} runs")

    def one_of_each_way(self):
        """Options for one agent of each way, and two orderly ones."""
        options = self.database({**{way: "red" for way in WAYS}, "orderly": "blue"})
        for way in WAYS:
            options += ["--team", f"{way}:1"]
        return [*options, "--team", "orderly:2"]

    def test_matches_with_started_agents_are_the_same(self):
        for sandbox in ("off", "auto"):
            options = [*self.one_of_each_way(), "--sandbox", sandbox]
            with self.subTest(sandbox=sandbox):
                self.assert_same(lambda: self.match(options), f"sandbox {sandbox}", RUNS if sandbox == "off" else FEWER_RUNS)

    def test_the_last_read_sensation_is_answered(self):
        """The equality is not due to ignored answers: the answer to the last sensation that the agent has read takes effect."""
        options = [*self.database({"closes_input": "red", "orderly": "blue"}), "--Soccer.MonitorSay", "true", "--sandbox", "off"]
        log, lines = self.match([*options, "--team", "closes_input:1", "--team", "orderly:1"])
        self.assertNotIn(b"blind", log)
        self.assertIn("agent 0 (closes_input) lost: closed its input", lines)

    def test_matches_with_a_commserver_are_the_same(self):
        options = self.one_of_each_way()
        here, _ = self.match([*options, "--sandbox", "off"])

        def run():
            processes = []

            def start(port):
                if not processes:
                    command = [COMMSERVER, "--agentdb", "agents.xml", "--engine_port", str(port), "--logdir", "logs-there", "--sandbox", "off"]
                    processes.append(
                        subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                    )

            elsewhere = ["--engine_port", "0", "--Spades.CommServersWanted", "1", "--run_integrated_commserver", "0"]
            try:
                log, lines = self.match([*options, *elsewhere], start)
            finally:
                for process in processes:
                    process.wait(TIMEOUT)
            self.assertEqual(log, here, "the logs in the other folder and here differ")
            return log, lines

        self.assert_same(run, "elsewhere", FEWER_RUNS)

    def test_matches_with_connected_agents_are_the_same(self):
        for way in ["mute", "gone"]:
            with self.subTest(way=way):
                def run():
                    agents = []

                    def start(port):
                        if not agents:
                            for i, team in enumerate(["red", "red", "blue", "blue"]):
                                agents.append(Connected(port, team, way if i == 1 else None))
                    options = ["--team", "none", "--agent_port", "0", "--agents_awaited", "4", "--sync", "1", "--sync_timeout", "100"]
                    return self.match(options, start)

                self.assert_same(run, way, FEWER_RUNS)


if __name__ == "__main__":
    SERVER, COMMSERVER = map(os.path.abspath, sys.argv[1:3])
    run_tests(["-v", *sys.argv[3:]])
