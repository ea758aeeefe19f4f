#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Matches whose agents are started by commservers elsewhere, through a relay that makes the connection very bad.

    remote_commservers.py SERVER COMMSERVER [-k NAME]

The relay is this script, too (`--relay`). The test with network namespaces needs root and `ip`; without them it is reported as skipped.
"""

import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))

from programs import STRICT, TIMEOUT, Program, is_alive, remove_folder, wait_until  # noqa: E402
from skipping import run_tests  # noqa: E402

SERVER = COMMSERVER = None
SHORT = ["--Soccer.AutomaticKickOff", "true", "--Soccer.RuleHalfTime", "5", "--monitor_port", "off", "--seed", "11"]
SECRET = "a secret that only this test knows"


# ---- the relay --------------------------------------------------------------------------------------------------------


def relay(host, port, target_host, target_port, manner, seed):
    """Passes data on to host:port, in one of these manners: `pieces` (at first byte by byte, then in pieces of any size, some of them late) or
    `stalls` (stops several times for a third of a second)."""
    listener = socket.create_server((host, port))
    print(listener.getsockname()[1], flush=True)
    dice = random.Random(seed)
    while True:
        near, _ = listener.accept()
        far = socket.create_connection((target_host, target_port))
        for end in (near, far):
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for source, sink in ((near, far), (far, near)):
            threading.Thread(target=pass_on, args=(source, sink, manner, random.Random(dice.random())), daemon=True).start()


def pass_on(source, sink, manner, dice):
    passed, stalls = 0, 0
    try:
        while data := source.recv(65536):
            if manner == "stalls" and passed > (stalls + 1) * 200_000 and stalls < 4:
                stalls += 1
                time.sleep(0.35)
            while data:
                size = 1 if manner == "pieces" and passed < 20_000 else dice.randint(1, 4000)
                if manner == "pieces" and dice.random() < 0.002:
                    time.sleep(dice.random() * 0.02)
                sink.sendall(data[:size])
                passed += len(data[:size])
                data = data[size:]
    except OSError:
        pass
    for end in (source, sink):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


class Relay:
    def __init__(self, target, manner, prefix=(), host="127.0.0.1", seed=1):
        self.process = subprocess.Popen(
            [*prefix, sys.executable, __file__, "--relay", host, "0", target[0], str(target[1]), manner, str(seed)],
            stdout=subprocess.PIPE,
            text=True,
        )
        self.port = int(self.process.stdout.readline())

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


# ---- server and commserver ---------------------------------------------------------------------------------------------


def children_of(process):
    """All processes below a process."""
    parents = {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/stat") as stat:
                parents[int(entry)] = int(stat.read().rpartition(")")[2].split()[1])
        except OSError:
            continue
    found = [process]
    for each in found:
        found += [child for child, parent in parents.items() if parent == each]
    return found[1:]


class RemoteTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="remote-")
        self.addCleanup(remove_folder, self.folder)

    def keep(self, thing):
        self.addCleanup(thing.close)
        return thing

    def server(self, *more, prefix=()):
        return self.keep(Program([*prefix, SERVER, *STRICT, "--logdir", "logs", *SHORT, *more], self.folder))

    def commserver(self, name, port, *more, host="127.0.0.1", prefix=()):
        arguments = [COMMSERVER, "--name", name, "--logdir", f"logs-{name}", "--engine_host", host, "--engine_port", str(port)]
        return self.keep(Program([*prefix, *arguments, *more], self.folder))

    def engine_port(self, server):
        return server.port(r"waiting for \d+ commservers? on port (\d+)")

    def log(self):
        with open(os.path.join(self.folder, "logs/monitor.log"), "rb") as file:
            return file.read()

    def integrated_log(self, *more):
        server = self.server(*more)
        self.assertEqual(server.wait(), 0, server.printed())
        log = self.log()
        self.assertGreater(log.count(b"\n"), 60)
        return log

    def secret(self, name, words=SECRET):
        path = os.path.join(self.folder, name)
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(words + "\n")
        return path


class SameMatch(RemoteTest):
    def test_two_commservers_and_a_bad_connection_do_not_change_the_match(self):
        wanted = self.integrated_log()
        for manner in ("pieces", "stalls"):
            with self.subTest(manner):
                server = self.server("--Spades.RunIntegratedCommserver", "false", "--Spades.CommServersWanted", "2", "--engine_port", "0")
                port = self.engine_port(server)
                relay = self.keep(Relay(("127.0.0.1", port), manner))
                others = [self.commserver(name, relay.port) for name in ("one", "two")]
                self.assertEqual(server.wait(), 0, server.printed())
                for other in others:
                    self.assertEqual(other.wait(), 0, other.printed())
                    self.assertEqual(other.printed().count("is started"), 11)
                self.assertEqual(self.log(), wanted)
        # Each agent's log is at the commserver that has started it; the commservers take turns.
        self.assertTrue(os.path.exists(os.path.join(self.folder, "logs-one/agent0-stdout.log")))
        self.assertTrue(os.path.exists(os.path.join(self.folder, "logs-two/agent21-stderr.log")))
        self.assertFalse(os.path.exists(os.path.join(self.folder, "logs-one/agent1-stdout.log")))

    def test_integrated_and_remote_commservers_with_charged_thinking_give_the_same_match(self):
        more = ("--timers", "fixed 7", "--Spades.SendAgentThinkTimes", "true")
        wanted = self.integrated_log(*more)
        server = self.server(*more, "--Spades.CommServersWanted", "2", "--engine_port", "0")
        other = self.commserver("lab", self.engine_port(server))
        self.assertEqual(server.wait(), 0, server.printed())
        self.assertEqual(other.wait(), 0, other.printed())
        self.assertEqual(self.log(), wanted)

    def test_a_match_between_network_namespaces_is_the_same(self):
        if os.geteuid() != 0 or not shutil.which("ip"):
            self.skipTest("needs root and ip for network namespaces")
        near, far = (f"rcss{os.getpid()}{end}" for end in "ab")
        links = (f"ra{os.getpid()}", f"rb{os.getpid()}")
        commands = [
            ["netns", "add", near],
            ["netns", "add", far],
            ["link", "add", links[0], "netns", near, "type", "veth", "peer", "name", links[1], "netns", far],
            ["-n", near, "addr", "add", "10.77.0.1/24", "dev", links[0]],
            ["-n", far, "addr", "add", "10.77.0.2/24", "dev", links[1]],
            *[["-n", name, "link", "set", link, "up"] for name, link in ((near, links[0]), (far, links[1]), (far, "lo"))],
        ]
        for name in (near, far):
            self.addCleanup(subprocess.run, ["ip", "netns", "del", name], stderr=subprocess.DEVNULL)
        for command in commands:
            made = subprocess.run(["ip", *command], capture_output=True, text=True)
            if made.returncode != 0:
                self.skipTest(f"cannot make network namespaces: {made.stderr.strip()}")
        wanted = self.integrated_log()
        secret = self.secret("secret")
        inside = lambda name: ("ip", "netns", "exec", name)
        more = ("--Spades.RunIntegratedCommserver", "false", "--Spades.CommServersWanted", "2", "--engine_port", "0")
        server = self.server(*more, "--engine_address", "10.77.0.1", "--secret_file", secret, prefix=inside(near))
        port = self.engine_port(server)
        relay = self.keep(Relay(("10.77.0.1", port), "pieces", inside(far), "10.77.0.2"))
        for name in ("one", "two"):
            self.commserver(name, relay.port, "--secret_file", secret, host="10.77.0.2", prefix=inside(far))
        self.assertEqual(server.wait(), 0, server.printed())
        self.assertEqual(self.log(), wanted)


class Monitors(RemoteTest):
    def test_monitors_get_no_addresses_of_agents(self):
        """Neither the messages to monitors nor the log contain a name, address or port of an agent, because that would help to disturb it."""
        server = self.server("--Spades.RunIntegratedCommserver", "false", "--engine_port", "0", "--monitor_port", "0", "--competition", "1", "--speed", "20")
        engine = self.engine_port(server)
        monitor = self.keep(socket.create_connection(("127.0.0.1", server.port(r"^monitor port (\d+)")), timeout=TIMEOUT))
        self.commserver("laboratory7", engine, host="127.0.0.1").wait_for(r"agent 21 .*is started")
        seen = b""
        while got := monitor.recv(65536):
            seen += got
        self.assertEqual(server.wait(), 0, server.printed())
        self.assertIn("laboratory7", server.printed())
        self.assertGreater(seen.count(b"(Info "), 30)
        for words in (seen, self.log()):
            for secret in ("laboratory7", "127.0.0.1", socket.gethostname()):
                self.assertNotIn(secret.encode(), words)
            # The port as a separate number: five decimals of a coordinate may have the same digits.
            self.assertNotRegex(words, rb"(?<![\w.])%d(?![\w.])" % engine)


class LostCommservers(RemoteTest):
    def test_a_commserver_killed_in_play_loses_only_its_agents(self):
        server = self.server("--Spades.CommServersWanted", "2", "--engine_port", "0", "--speed", "5", "--Soccer.RuleHalfTime", "20")
        other = self.commserver("lab", self.engine_port(server))
        other.wait_for(r"agent 21 .*is started")
        log = os.path.join(self.folder, "logs/monitor.log")
        wait_until(lambda: self.log().count(b"\n") >= 30, "play")
        agents = children_of(other.pid)
        self.assertGreaterEqual(len(agents), 11)
        other.send(signal.SIGKILL)
        server.wait_for(r"the commserver 'lab' on .* is lost")
        wait_until(lambda: not any(map(is_alive, agents)), "the end of its agents")
        self.assertEqual(server.wait(), 0, server.printed())
        self.assertEqual(server.printed().count("its commserver 'lab' is lost"), 11)
        with open(log, "rb") as file:
            last = [line for line in file if b"(P " in line][-1]
        self.assertEqual(last.count(b"(P "), 11)  # the others have played on

    def stop_in_play(self, *more):
        server = self.server("--Spades.CommServersWanted", "2", "--engine_port", "0", *more)
        other = self.commserver("lab", self.engine_port(server))
        other.wait_for(r"agent 21 .*is started")
        wait_until(lambda: os.path.exists(os.path.join(self.folder, "logs/monitor.log")) and self.log().count(b"\n") >= 10, "play")
        other.send(signal.SIGSTOP)
        return server, other

    def test_a_commserver_stopped_for_a_moment_is_awaited(self):
        usual = self.integrated_log()
        server, other = self.stop_in_play("--speed", "2")
        before = len(self.log())
        time.sleep(2)
        after = len(self.log())
        other.send(signal.SIGCONT)
        self.assertEqual(server.wait(), 0, server.printed())
        self.assertNotIn("lost", server.printed())
        self.assertEqual(self.log(), usual)
        self.assertLess(after - before, len(usual) / 4)  # the match was stopped

    def test_a_commserver_stopped_for_good_loses_only_its_agents(self):
        server, other = self.stop_in_play("--speed", "2")
        self.assertEqual(server.wait(), 0, server.printed())
        self.assertRegex(server.printed(), r"the commserver 'lab' on .* is lost: it has been silent for \d+ s")
        self.assertEqual(server.printed().count("its commserver 'lab' is lost"), 11, server.printed())
        agents = children_of(other.pid)
        other.send(signal.SIGCONT)
        other.wait()
        wait_until(lambda: not any(map(is_alive, agents)), "the end of its agents")

    def test_a_cut_link_loses_only_the_agents_of_its_commserver(self):
        server = self.server("--Spades.CommServersWanted", "2", "--engine_port", "0", "--speed", "2")
        relay = Relay(("127.0.0.1", self.engine_port(server)), "pieces")
        other = self.commserver("lab", relay.port)
        other.wait_for(r"agent 21 .*is started")
        relay.close()
        self.assertEqual(server.wait(), 0, server.printed())
        self.assertEqual(other.wait(), 1, other.printed())
        self.assertRegex(other.printed(), "the match ended early")

    def test_a_commserver_without_its_engine_ends_its_agents(self):
        server = self.server("--Spades.RunIntegratedCommserver", "false", "--engine_port", "0", "--speed", "1")
        other = self.commserver("lab", self.engine_port(server))
        other.wait_for(r"agent 21 .*is started")
        agents = children_of(other.pid)
        server.send(signal.SIGKILL)
        self.assertEqual(other.wait(), 1, other.printed())
        wait_until(lambda: not any(map(is_alive, agents)), "the end of its agents")


class UntrustedPeers(RemoteTest):
    def test_a_commserver_without_the_secret_is_refused_and_notified(self):
        server = self.server("--Spades.RunIntegratedCommserver", "false", "--engine_port", "0", "--secret_file", self.secret("right"))
        port = self.engine_port(server)
        wrong = self.commserver("wrong", port, "--secret_file", self.secret("wrong", "another secret than that one"))
        none = self.commserver("none", port)
        for other in (wrong, none):
            self.assertEqual(other.wait(), 1)
            self.assertRegex(other.printed(), "refused this commserver: it does not know the secret")
        server.wait_for("refused: it does not know the secret")
        right = self.commserver("right", port, "--secret_file", os.path.join(self.folder, "right"))
        self.assertEqual(server.wait(), 0, server.printed())
        self.assertEqual(right.wait(), 0)

    def test_any_bytes_and_a_thousand_connections_do_no_harm(self):
        server = self.server("--Spades.RunIntegratedCommserver", "false", "--engine_port", "0")
        port = self.engine_port(server)
        dice = random.Random(5)
        crowd = []
        for i in range(1000):
            caller = socket.create_connection(("127.0.0.1", port))
            crowd.append(caller)
            try:
                if i % 4 == 1:
                    caller.sendall(dice.randbytes(dice.randint(1, 2000)))
                elif i % 4 == 2:
                    caller.sendall(b"GET / HTTP/1.1\r\n\r\n")
                elif i % 4 == 3:
                    caller.sendall(b"\x00\x00\x00\x10\x02\x00\x00")  # a half of an answer
            except OSError:
                pass  # refused already
        other = self.commserver("lab", port, "--stay")
        self.assertEqual(server.wait(), 0, server.printed())
        for caller in crowd:
            caller.close()
        self.assertLess(server.printed().count("refused"), 60)
        self.assertGreaterEqual(server.printed().count("refused"), 1)
        other.send(signal.SIGTERM)
        other.wait()

    def test_silent_connections_do_not_exclude_a_commserver(self):
        server = self.server("--Spades.RunIntegratedCommserver", "false", "--engine_port", "0")
        port = self.engine_port(server)
        over = threading.Event()

        def crowd():
            """Keeps twice as many connections as are served, always new ones."""
            callers = []
            while not over.is_set():
                try:
                    callers.append(socket.create_connection(("127.0.0.1", port), timeout=1))
                except OSError:
                    over.wait(0.05)
                if len(callers) > 128:
                    callers.pop(0).close()
                over.wait(0.002)
            for caller in callers:
                caller.close()

        silent = threading.Thread(target=crowd)
        silent.start()
        try:
            server.wait_for("refused: it has not identified itself, and 64 others have connected since")
            other = self.commserver("lab", port)
            other.wait_for("serves the engine")
        finally:
            over.set()
            silent.join()
        self.assertEqual(server.wait(), 0, server.printed())
        self.assertEqual(other.wait(), 0, other.printed())

    def test_a_commserver_retries_a_busy_engine(self):
        """An engine that is busy now may be available later."""
        with socket.create_server(("127.0.0.1", 0)) as busy:
            port = busy.getsockname()[1]
            other = self.commserver("lab", port)
            for _ in range(2):
                busy.accept()[0].close()
            other.wait_for("no answer from the engine on .*: the connection was closed; looking for it")
        server = self.server("--Spades.RunIntegratedCommserver", "false", "--engine_port", str(port))
        self.assertEqual(server.wait(), 0, server.printed())
        self.assertEqual(other.wait(), 0, other.printed())

    def test_a_secret_file_that_others_can_read_is_refused(self):
        known = self.secret("known")
        os.chmod(known, 0o644)
        words = rf"the secret in {known} is open to others: chmod 600 {known}"
        server = self.server("--Spades.CommServersWanted", "2", "--secret_file", known)
        other = self.commserver("lab", 1, "--secret_file", known)
        for program in (server, other):
            self.assertEqual(program.wait(), 1)
            self.assertIn(words, program.printed())

    def test_invalid_options_are_refused_before_the_log_folder_is_touched(self):
        for arguments, words in (
            (("--engine_address", "0.0.0.0"), "only with a --secret_file"),
            (("--secret_file", self.secret("short", "abc")), "needs 16"),
            (("--secret_file", "/nowhere"), "cannot read a secret"),
        ):
            server = self.server("--Spades.CommServersWanted", "2", *arguments)
            self.assertEqual(server.wait(), 1)
            self.assertIn(words, server.printed())
            self.assertFalse(os.path.exists(os.path.join(self.folder, "logs")))
        other = self.commserver("lab", 12000, host="192.0.2.1")
        self.assertEqual(other.wait(), 1)
        self.assertIn("needs a --secret_file", other.printed())
        alone = self.commserver("lab", 1, "--wait", "0")
        self.assertEqual(alone.wait(), 1)
        self.assertRegex(alone.printed(), "no engine on 127.0.0.1 port 1: Connection refused")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--relay"]:
        host, port, target_host, target_port, manner, seed = sys.argv[2:]
        relay(host, int(port), target_host, int(target_port), manner, int(seed))
    SERVER, COMMSERVER = map(os.path.abspath, sys.argv[1:3])
    run_tests(sys.argv[3:], side_by_side=3)
