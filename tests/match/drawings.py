#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Matches of agents and trainers that draw: their drawings are in the logs, and do not change the match.

    drawings.py SERVER COMMSERVER AGENTTEST [-k NAME]
"""

import glob
import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))

from programs import ROOT, STRICTLY, TIMEOUT, Program, remove_folder, wait_until  # noqa: E402
from skipping import run_tests  # noqa: E402

sys.path.insert(0, os.path.join(ROOT, "monitor-lite", "client"))
from rcss_monitor import Client, Side, draw, drawn_circle, drawn_line, drawn_words  # noqa: E402

SERVER = COMMSERVER = AGENTTEST = None
SHORT = ["--script", "five_a_side.rb", "--agentdb", "agents.xml", "--Soccer.AutomaticKickOff", "true", "--Soccer.RuleHalfTime", "4",
         "--monitor_port", "off", "--seed", "5", "--team", "ours:2", "--team", "theirs:2"]


def agent_database(draws):
    types = "".join(
        f'<agent_type_external name="{name}"><exec_line>{AGENTTEST} --teamname {name}{" --draw" * draws}</exec_line></agent_type_external>'
        for name in ("ours", "theirs")
    )
    return f"<agentdb>{types}</agentdb>"


class Drawings(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="drawings-")
        self.addCleanup(remove_folder, self.folder)

    def database(self, draws):
        with open(os.path.join(self.folder, "agents.xml"), "w") as file:
            file.write(agent_database(draws))

    def start(self, *command):
        program = Program(list(command), self.folder)
        self.addCleanup(program.close)
        return program

    def play(self, logs, draws, *more):
        self.database(draws)
        self.assertEqual(self.start(SERVER, *STRICTLY, "--logdir", logs, *SHORT, *more).wait(), 0)

    def text(self, *path):
        with open(os.path.join(self.folder, *path)) as file:
            return file.read()

    def check_drawings(self, logs, agents):
        files = {os.path.basename(path) for path in glob.glob(os.path.join(self.folder, logs, "*-draw.log"))}
        self.assertEqual(files, {f"agent{agent}-draw.log" for agent in agents})
        for agent in agents:
            lines = self.text(logs, f"agent{agent}-draw.log").splitlines()
            self.assertGreater(len(lines), 10)
            steps = [int(line.split(" ", 1)[0]) for line in lines]
            self.assertEqual(steps, sorted(steps))
            for line in lines:
                self.assertRegex(line, r"^\d+ \(by (left|right) \d+\)\(time [0-9.]+\)(\((line|circle|words) \w+ [^()]*\))+$")

    def test_drawing_does_not_change_the_match(self):
        self.play("plain", False)
        self.play("drawn", True)
        self.check_drawings("plain", [])
        self.check_drawings("drawn", range(4))
        self.assertEqual(self.text("plain", "monitor.log"), self.text("drawn", "monitor.log"))

    def test_drawings_depend_on_neither_the_sandbox_nor_an_earlier_match(self):
        self.play("logs", True, "--sandbox", "off")
        self.play("logs", True, "--sandbox", "auto")
        self.check_drawings("logs.1", range(4))
        self.check_drawings("logs", range(4))
        self.assertEqual(self.text("logs", "agent1-draw.log"), self.text("logs.1", "agent1-draw.log"))

    def trained(self, logs, commands, *more):
        """A match in which a trainer sends this once, while the clock is stopped, so that it is always at the same step."""
        self.database(False)
        script = [word for word in SHORT if word not in ("--monitor_port", "off")]
        server = self.start(SERVER, *STRICTLY, "--logdir", logs, *script, "--monitor_port", "0", "--speed", "50", *more)
        with Client("127.0.0.1", server.port(r"monitor port (\d+)")) as client:
            self.assertTrue(client.wait_until(lambda now: now.time > 0.5, TIMEOUT))
            self.assertTrue(client.advance(commands, 1, TIMEOUT))
            client.run()
            self.assertTrue(client.wait_until(lambda now: now.time > 3, TIMEOUT))
        self.assertEqual(server.wait(), 0)
        return server

    def test_a_trainers_drawings_have_their_own_log_and_change_nothing(self):
        commands = draw(drawn_line("run", (1, 2), (3, 4)), drawn_words("note", (0, 0), 'a "b"'), side=Side.RIGHT, number=2, seconds=2.5)
        self.trained("drawn", commands + draw(drawn_circle("spot", (5, 6), 1)) + "(draw (fly a 1 2))")
        lines = self.text("drawn", "trainer-draw.log").splitlines()
        self.assertEqual([line.partition(" ")[2].partition(")")[2] for line in lines],
                         ['(by right 2)(for 2.5)(line run 1 2 3 4)(words note 0 0 "a \'b\'")', "(circle spot 5 6 1)"])
        step, time_of_game = lines[0].split(" ", 1)[0], float(lines[0].split("(time ")[1].split(")")[0])
        self.assertGreater(int(step), 50)
        self.assertGreater(time_of_game, 0.4)
        self.assertNotIn("draw", self.text("drawn", "monitor.log"))
        verified = self.start(SERVER, "--verify", "drawn")
        self.assertEqual(verified.wait(), 0, verified.printed())
        # A further match uses the same folder, as with other matches.
        self.trained("drawn", "(draw)")
        self.assertTrue(os.path.exists(os.path.join(self.folder, "drawn.1", "trainer-draw.log")))

    def test_nothing_is_drawn_in_a_competition(self):
        secret = os.path.join(self.folder, "secret")
        with open(secret, "w") as file:
            file.write("a" * 64)
        os.chmod(secret, 0o600)
        self.database(False)
        # This match does not end before the client has connected.
        lasting = [{"off": "0", "4": "1000"}.get(word, word) for word in SHORT]
        server = self.start(SERVER, *STRICTLY, "--logdir", "logs", *lasting, "--speed", "1", "--competition", "1", "--trainer_secret_file", secret)
        with Client("127.0.0.1", server.port(r"monitor port (\d+)"), trainer_secret_file=secret) as client:
            self.assertTrue(client.command(draw(drawn_circle("spot", (5, 6), 1)), TIMEOUT))
        wait_until(lambda: "(draw ...) refused: drawings are not shown in a competition" in server.printed(), "the refusal")
        server.stop()
        self.assertFalse(os.path.exists(os.path.join(self.folder, "logs", "trainer-draw.log")))

    def test_agents_of_a_commserver_draw_in_its_folder(self):
        self.database(True)
        server = self.start(SERVER, *STRICTLY, "--logdir", "logs", *SHORT, "--Spades.RunIntegratedCommserver", "false",
                            "--Spades.CommServersWanted", "1", "--engine_port", "0")
        port = str(server.port(r"waiting for \d+ commservers? on port (\d+)"))
        commserver = self.start(COMMSERVER, "--name", "one", "--logdir", "far", "--engine_host", "127.0.0.1", "--engine_port", port,
                                "--agentdb", "agents.xml")
        self.assertEqual(server.wait(), 0)
        self.assertEqual(commserver.wait(), 0)
        self.check_drawings("logs", [])
        self.check_drawings("far", range(4))


if __name__ == "__main__":
    SERVER, COMMSERVER, AGENTTEST = map(os.path.abspath, sys.argv[1:4])
    run_tests(sys.argv[4:], side_by_side=3)
