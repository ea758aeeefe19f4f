#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Control of a match by trainers on this machine and elsewhere, with and without the secret, as seen in the server's output and logs.

    access.py SERVER [-k NAME]

"Elsewhere" is another network namespace, which needs root and `ip`; without them these tests are reported as skipped.
"""

import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [os.path.join(ROOT, "tests", "support"), os.path.join(ROOT, "monitor-lite", "client")]

import rcss_monitor as monitor  # noqa: E402
from programs import STRICTLY, TIMEOUT, Program, remove_folder, wait_until  # noqa: E402
from rcss_monitor import Client, Side  # noqa: E402
from skipping import run_tests  # noqa: E402

SERVER = None
SECRET = "a secret that only this test knows"
KICK_OFF = monitor.kick_off(Side.LEFT)
# What an untrusted peer does, in another namespace: it watches, sends a command, and prints the result. ARGUMENTS: host, port, secret file or "".
UNTRUSTED_PEER = """
import sys
sys.path.insert(0, sys.argv[1])
from rcss_monitor import Client, Side, kick_off
with Client(sys.argv[2], int(sys.argv[3]), sys.argv[4] or None) as client:
    assert client.wait_until(lambda now: True, 60), client.problem
    done = client.command(kick_off(Side.LEFT), 60 if sys.argv[5] == "yes" else 1)
    frames = client.frames
    assert client.wait_until(lambda now: client.frames > frames, 60), client.problem
    print(done, client.problem)
"""


class Access(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="access.")
        self.addCleanup(remove_folder, self.folder)

    def secret(self, words=SECRET, mode=0o600, name="secret"):
        path = os.path.join(self.folder, name)
        with open(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "w", encoding="utf-8") as file:
            file.write(words + "\n")
        os.chmod(path, mode)
        return path

    def start(self, *options, prefix=()):
        """Starts a match in real time."""
        command = [*prefix, SERVER, *STRICTLY, "--agent_db_fn", os.path.join(ROOT, "scripts", "agentdb-0.1.xml")]
        command += ["--team", "foo:1", "--team", "bar:1", "--seed", "1", "--speed", "1", "--monitor_port", "0"]
        with open(os.path.join(self.folder, "summary"), "w", encoding="utf-8") as summary:
            server = Program([*command, *options], self.folder, stdout=summary)
        self.addCleanup(server.close)
        return server

    def text(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            return file.read()

    def end(self, server, trainer):
        """The trainer ends the game, which ends the match."""
        trainer.send(monitor.play_mode("GameOver"))
        self.assertFalse(trainer.wait_until(lambda now: False, TIMEOUT))
        self.assertEqual(trainer.state, Client.State.OVER)
        self.assertEqual(server.wait(), 0, server.printed())

    def test_every_command_is_logged_with_peer_and_time_and_counted_in_the_summary(self):
        server = self.start("--watch_port", "0")
        port, watch = server.port(r"monitor port (\d+)"), server.port(r"watch port (\d+)")
        with Client("127.0.0.1", port) as trainer, Client("127.0.0.1", watch) as watcher:
            self.assertTrue(watcher.wait_until(lambda now: True, TIMEOUT))
            self.assertTrue(watcher.send(monitor.play_mode("GameOver")))
            self.assertTrue(watcher.pause())
            server.wait_for("may only watch, its command of kind 'P' is refused")
            self.assertTrue(trainer.command(KICK_OFF, TIMEOUT))
            self.assertEqual(monitor.play_mode_text(trainer.game, trainer.snapshot.play_mode), "KickOff_Left")
            self.end(server, trainer)
        commands = re.findall(r"^debug: trainer's command at ([\d.]+) s, (monitor 127\.0\.0\.1:\d+): (.*)$", self.text("Logfiles/server.log"), re.M)
        reported = re.findall(r"^(\d+)\[command\]Trainer\[10\]\((\d+)\): (monitor [^ ]+): (.*)$", self.text("Logfiles/actions.log"), re.M)
        self.assertEqual([what for *_, what in commands], [KICK_OFF + "(getAck done)", monitor.play_mode("GameOver")])
        self.assertEqual([(peer, what) for *_, peer, what in reported], [(peer, what) for _, peer, what in commands])
        for (seconds, *_), (step, again, *_) in zip(commands, reported):
            self.assertEqual(step, again)
            self.assertAlmostEqual(float(seconds), int(step) / 100, delta=0.011)
        self.assertGreater(int(reported[1][0]), int(reported[0][0]))
        self.assertRegex(self.text("summary"), r"(?m)^  trainers +2 commands carried out, 2 refused$")
        self.assertNotRegex(self.text("Logfiles/monitor.log"), r"\d+\.\d+\.\d+\.\d+")

    def test_a_competition_accepts_only_trainers_with_the_secret(self):
        right, wrong = self.secret(), self.secret("another secret than that", name="wrong")
        server = self.start("--competition", "1", "--trainer_secret_file", right)
        port = server.port(r"monitor port (\d+)")
        server.wait_for(f"competition: trainers need the secret in {right}")
        with contextlib.ExitStack() as stack:
            referee, impostor, without_secret = (stack.enter_context(Client("127.0.0.1", port, file)) for file in (right, wrong, None))
            self.assertFalse(without_secret.command(KICK_OFF, 1))
            self.assertFalse(impostor.command(KICK_OFF, 1))
            self.assertEqual(impostor.problem, "the server refuses the trainer's secret: that is not the secret")
            self.assertTrue(referee.command(KICK_OFF, TIMEOUT))
            self.assertEqual(referee.problem, "")
            # The client with the right secret may also make steps and run the match.
            self.assertTrue(referee.advance("", 2, TIMEOUT))
            self.assertTrue(referee.run())
            self.end(server, referee)
        self.assertRegex(self.text("summary"), r"(?m)^  trainers +\d+ commands carried out, 3 refused$")
        for command in re.findall(r"\[command\]Trainer.*", self.text("Logfiles/actions.log")):
            self.assertNotIn("another", command)

    def test_a_competition_without_a_secret_accepts_no_trainer(self):
        server = self.start("--competition", "1")
        server.wait_for("competition: no trainer can control this match")
        with Client("127.0.0.1", server.port(r"monitor port (\d+)")) as client:
            self.assertFalse(client.command(KICK_OFF, 1))
            self.assertTrue(client.wait_until(lambda now: True, TIMEOUT))
        server.stop()
        self.assertNotIn("[command]", self.text("Logfiles/actions.log"))

    def test_invalid_secret_files_end_the_start_with_one_line(self):
        for path, words in (
            (self.secret(mode=0o644, name="open"), "is open to others: chmod 600"),
            (self.secret("short", name="short"), "needs 16"),
            ("/nowhere", "cannot read a secret from /nowhere: No such file"),
        ):
            server = self.start("--trainer_secret_file", path)
            self.assertNotEqual(server.wait(), 0)
            self.assertEqual(len(server.lines_of(words)), 1, server.printed())
            with self.assertRaises((ValueError, OSError)):
                Client("127.0.0.1", 1, path)

    def test_peers_of_another_machine_watch_and_control_only_with_the_secret(self):
        if os.geteuid() != 0 or not shutil.which("ip"):
            self.skipTest("needs root and ip for network namespaces")
        near, far = (f"rcssac{os.getpid()}{end}" for end in "ab")
        links = (f"ca{os.getpid()}", f"cb{os.getpid()}")
        for name in (near, far):
            self.addCleanup(subprocess.run, ["ip", "netns", "del", name], stderr=subprocess.DEVNULL)
        for command in [
            ["netns", "add", near],
            ["netns", "add", far],
            ["link", "add", links[0], "netns", near, "type", "veth", "peer", "name", links[1], "netns", far],
            ["-n", near, "addr", "add", "10.78.0.1/24", "dev", links[0]],
            ["-n", far, "addr", "add", "10.78.0.2/24", "dev", links[1]],
            *[["-n", name, "link", "set", link, "up"] for name, link in ((near, links[0]), (far, links[1]), (near, "lo"), (far, "lo"))],
        ]:
            made = subprocess.run(["ip", *command], capture_output=True, text=True)
            if made.returncode != 0:
                self.skipTest(f"cannot make network namespaces: {made.stderr.strip()}")
        right, wrong = self.secret(), self.secret("another secret than that", name="wrong")
        prefix = ("ip", "netns", "exec", near)
        address = ("--monitor_address", "0.0.0.0", "--sandbox", "off")
        server = self.start(*address, "--trainer_secret_file", right, "--watch_port", "0", prefix=prefix)
        port, watch = server.port(r"monitor port (\d+)"), server.port(r"watch port (\d+)")

        def lead(namespace, host, at, secret, expected):
            done = subprocess.run(
                ["ip", "netns", "exec", namespace, sys.executable, "-c", UNTRUSTED_PEER, os.path.join(ROOT, "monitor-lite", "client")]
                + [host, str(at), secret, "yes" if expected else "no"],
                capture_output=True, text=True, timeout=TIMEOUT,
            )  # fmt: skip
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue(done.stdout.startswith(f"{expected} "), done.stdout)
            return done.stdout.partition(" ")[2].strip()

        self.assertEqual(lead(far, "10.78.0.1", port, "", False), "")
        server.wait_for(r"monitor 10\.78\.0\.2:\d+: may only watch, its command of kind 'W' is refused")
        self.assertEqual(lead(far, "10.78.0.1", port, wrong, False), "the server refuses the trainer's secret: that is not the secret")
        self.assertRegex(lead(far, "10.78.0.1", watch, right, False), "this port is only for watching")
        self.assertEqual(lead(near, "10.78.0.1", port, "", False), "")  # its own machine by its outer address
        self.assertNotIn("[command]", self.text("Logfiles/actions.log"))
        self.assertEqual(lead(far, "10.78.0.1", port, right, True), "")
        self.assertEqual(lead(near, "127.0.0.1", port, "", True), "")
        wait_until(lambda: self.text("Logfiles/actions.log").count("[command]") == 2, "the second command")
        peers = re.findall(r"Trainer\[10\]\(\d+\): monitor ([\d.]+):", self.text("Logfiles/actions.log"))
        self.assertEqual(peers, ["10.78.0.2", "127.0.0.1"])


if __name__ == "__main__":
    SERVER = os.path.abspath(sys.argv[1])
    run_tests(sys.argv[2:])
