#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whole matches with agents that connect by themselves (docs/write/protocol.md, section 3.6).

    tcp_agents.py SERVER [TEST ...]
"""

import itertools
import json
import math
import os
import random
import re
import resource
import signal
import socket
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))

from agents import ConnectedAgent  # noqa: E402
from frames import frame  # noqa: E402
from programs import ROOT, STRICTLY, SYNC, TIMEOUT, Program, TemporaryFolder, wait_until  # noqa: E402
from skipping import run_side_by_side  # noqa: E402

QUICK_MATCH = ["--Soccer.AutomaticKickOff", "true", "--Soccer.RuleHalfTime", "8"]


def check(condition, what):
    if not condition:
        raise AssertionError(what)


# ---- agents ----------------------------------------------------------------------------------------------------------


class Agent(ConnectedAgent):
    """Plays for `team` until the server disconnects it, or for `sensations` sensations. `pause` returns the duration of its thinking."""

    def __init__(self, port, team, sensations=10**9, pause=lambda: 0):
        self.team, self.limit, self.pause = team, sensations, pause
        self.number, self.pan, self.received = 0, 0.0, []
        super().__init__(port)

    def decide(self, percepts):
        self.received.append(percepts)
        if seconds := self.pause():
            time.sleep(seconds)
        return self.play(percepts) if len(self.received) < self.limit else None

    def play(self, percepts):
        if len(self.received) < 3:
            return ("(create)", f"(init (unum 0)(teamname {self.team}))")[len(self.received) - 1]
        if joined := re.search(r"\(unum (\d+)\)", percepts):
            self.number = int(joined[1])
        if turned := re.search(r"\(pan_tilt (\S+) ", percepts):
            self.pan = float(turned[1])
        if "BeforeKickOff" in percepts:
            return f"(beam {-3 * self.number} {4 * (self.number % 2) - 2} 0)"
        ball = re.search(r"\(Ball \(pol (\S+) (\S+) ", percepts)
        if not ball:
            return "(drive 0 0 0)(pantilt 90 0)"
        angle = math.radians(float(ball[2]) + self.pan)
        return f"(drive {100 * math.cos(angle):.1f} {100 * math.sin(angle):.1f} 0)(kick 10 80)"


class ByteByByte(Agent):
    def say(self, text):
        for byte in frame(text):
            self.link.sendall(bytes([byte]))


# ---- the server ------------------------------------------------------------------------------------------------------


class Server(Program):
    def __init__(self, folder, *options, port=("--agent_port", "0")):
        self.folder = folder
        database = os.path.join(ROOT, "scripts", "agentdb-0.1.xml")
        arguments = [PROGRAM, *STRICTLY, "--agent_db_fn", database, *port, *options]
        super().__init__(arguments, folder, stdout=open(os.path.join(folder, "out"), "w", encoding="utf-8"))
        self.port = super().port(r"agent port (\d+)")

    def finish(self):
        """The output after a match that was played to its end, or whose agents have all left."""
        check(self.wait() in (0, 4), f"exit status {self.process.returncode}\n{self.printed()}")
        with open(os.path.join(self.folder, "out"), encoding="utf-8") as file:
            return file.read()

    def log(self):
        with open(os.path.join(self.folder, "Logfiles", "monitor.log"), "rb") as file:
            return file.read()


def table(out):
    """The agents as {id: (type, cycles, acts, late, refused)}."""
    rows = re.findall(r"^ +(\d+) (\w+) +(\d+) +(\d+) +(\d+) +(\d+) ", out, re.M)
    return {int(row[0]): (row[1], *map(int, row[2:])) for row in rows}


def play(options, teams, pause=lambda: 0):
    """Plays a match with an agent per name in `teams`, which connect one after the other. Returns (output, log)."""
    with TemporaryFolder(prefix="tcp_agents.") as folder:
        with Server(folder, "--monitor_port", "off", "--agents_awaited", str(len(teams)), *QUICK_MATCH, *options) as server:
            agents = [Agent(server.port, team, pause=pause) for team in teams]
            out = server.finish()
            for agent in agents:
                agent.join(TIMEOUT)
                check(not agent.is_alive() and agent.broke is None, f"an agent did not see the end: {agent.broke}")
            return out, server.log()


# ---- tests -----------------------------------------------------------------------------------------------------------


def same_bytes():
    """With --sync the same seed gives the same match, regardless of the real time that the agents need; no other agent is started."""
    teams = ["red"] * 3 + ["blue"] * 3
    out, log = play([*SYNC, "--seed", "5"], teams)
    check("red - blue" in out and "6 started, 0 lost" in out, out)
    check(log.count(b"(play_mode 3)") >= 1, "no agent has played")
    for row in table(out).values():
        check(row[0] == "tcp" and row[1] > 100 and row[3:] == (0, 0), out)
    agent_hangs_and_resumes = random.Random(1)
    check(play(["--sync=1", *SYNC[1:], "--seed", "5"], teams, lambda: agent_hangs_and_resumes.choice([0, 0, 0, 0.003]))[1] == log, "the match differs")
    check(play([*SYNC, "--seed", "6"], teams)[1] != log, "different seeds give the same match")


def opened_by_a_script():
    """A script may open the port itself; the match is the same as with the options."""
    teams = ["red", "blue"]
    log = play([*SYNC, "--seed", "5"], teams)[1]
    with TemporaryFolder(prefix="tcp_agents.") as folder:
        script = os.path.join(folder, "open.rb")
        with open(script, "w", encoding="utf-8") as file:
            file.write("importBundle 'tcp'\nnew('TcpServer', '/sys/server/tcp').setSync(true).setSyncTimeout(100)\nrun 'rcssserver3D.rb'\n")
        with Server(folder, "--script", script, "--monitor_port", "off", "--agents_awaited", "2", "--seed", "5", *QUICK_MATCH,
                    port=()) as server:  # fmt: skip
            agents = [Agent(server.port, team) for team in teams]
            out = server.finish()
            for agent in agents:
                agent.join(TIMEOUT)
            check("red - blue" in out and server.log() == log, "the match differs")


def started_against_connected_agents():
    """Started agents on the left play against connected agents, with the same result in each match."""
    options = ["--team", "foo:3", *SYNC, "--seed", "2"]
    out, log = play(options, ["guests"] * 3)
    check("foo - guests" in out and "6 started, 0 lost" in out, out)
    check([row[0] for row in table(out).values()] == ["foo"] * 3 + ["tcp"] * 3, out)
    check(play(options, ["guests"] * 3)[1] == log, "the match differs")


def repeated_from_parameters():
    with TemporaryFolder(prefix="tcp_agents.") as folder:
        with Server(folder, "--monitor_port", "off", "--agents_awaited", "2", *SYNC,
                    *QUICK_MATCH) as server:  # fmt: skip
            for team in ("red", "blue"):
                Agent(server.port, team)
            server.finish()
        first = server.log()
        with Server(folder, "--parameters", os.path.join(folder, "Logfiles", "parameters.xml"), "--monitor_port", "off") as server:
            for team in ("red", "blue"):
                Agent(server.port, team)
            server.finish()
        check(server.log() == first, "the match differs")


def hostile_clients_do_not_affect_others():
    """With hostile clients the match is played to its end, without an effect on well-behaved agents."""
    with TemporaryFolder(prefix="tcp_agents.") as folder:
        with Server(folder, "--monitor_port", "off", "--agents_awaited", "4", "--sync", "--sync_timeout", "0.5",
                    "--seed", "1", *QUICK_MATCH) as server:  # fmt: skip
            good = [Agent(server.port, "red"), ByteByByte(server.port, "blue")]
            links = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(9)]

            def say(link, text):
                try:
                    link.sendall(text)
                except OSError:
                    pass  # it has been disconnected after the first bytes

            say(links[0], b"GET / HTTP/1.1\r\n\r\n")
            say(links[1], b"\0\0\1\0(cre")  # and then nothing
            say(links[2], frame(b"(create)(drive nan inf 1e999)" + b"(" * 60000))
            say(links[3], b"\xff" * 100000)
            say(links[4], frame(b"x" * 1000000))
            links[5].close()
            # links[6] never reads or sends anything; links[8] answers only once
            links[8].sendall(frame(b"(create)"))

            flooded = []

            def flood():
                acts = frame(b"(create)") + frame(b"(init (unum 0)(teamname red))(drive nan nan nan)(kick nan nan)") * 100
                try:
                    while True:
                        links[7].send(acts[:1000])
                        flooded.append(True)
                        links[7].sendall(acts[1000:])
                except OSError:
                    pass

            threading.Thread(target=flood, daemon=True).start()
            # A client that has sent nothing is replaced by new ones. When the well-behaved agents have answered twice, all four agents exist.
            wait_until(lambda: all(agent.spoken > 1 for agent in good) and flooded)
            server.wait_for("a client sends garbage .*'GET '")
            links += [socket.create_connection(("127.0.0.1", server.port)) for _ in range(1000)]
            out = server.finish()
            reported = server.printed()
        for agent in good:
            agent.join(TIMEOUT)
            check(not agent.is_alive() and agent.broke is None, f"an agent did not see the end: {agent.broke}")
        agents = table(out)
        check("red - blue" in out and "4 started" in out, out)
        for number in (0, 1):
            check(agents[number][1] > 100 and agents[number][4] == 0, out)
        check("agent port: a client sends garbage (a message of 1195725856 bytes; its first four bytes are the text 'GET ', not a length)" in reported, reported)
        check("agent 3: has not answered in time" in reported, reported)
        check("agent port: 64 clients have connected and not answered, the first of them is disconnected" in reported, reported)
        check("(complaint 100;" in reported, reported)
        check(len(agents) == 4, out)
        check(reported.count("\n") < 60, reported)
        for link in links:
            link.close()


def silent_client_is_not_an_agent():
    """A client that only connects is not an agent: the match waits for clients that answer, and numbers follow the order of connecting."""
    with TemporaryFolder(prefix="tcp_agents.") as folder:
        with Server(folder, "--monitor_port", "off", "--agents_awaited", "2", *SYNC, "--seed", "1",
                    *QUICK_MATCH) as server:  # fmt: skip
            silent = [socket.create_connection(("127.0.0.1", server.port), timeout=TIMEOUT)]
            red = Agent(server.port, "red")
            silent.append(socket.create_connection(("127.0.0.1", server.port), timeout=TIMEOUT))
            blue = Agent(server.port, "blue")
            for link in silent:
                first = frame("(time (now 0))")
                check(link.recv(len(first), socket.MSG_WAITALL) == first, "the first sensation differs")
                check(link.recv(4) == b"", "not disconnected")
            out = server.finish()
            reported = server.printed()
        for agent in (red, blue):
            agent.join(TIMEOUT)
        check("red - blue" in out and "2 started, 0 lost" in out, out)
        check(reported.count("has not answered the first sensation within 5 s") == 2, reported)


def missing_agents_lose_by_walk_over():
    """After the time of --wait the match ends as a walk-over if agents have not connected."""
    with TemporaryFolder(prefix="tcp_agents.") as folder:
        with Server(folder, "--monitor_port", "off", "--agents_awaited", "2", "--wait", "5", "--sync", *QUICK_MATCH) as server:
            agent = Agent(server.port, "red")
            out = server.finish()
        agent.join(TIMEOUT)
        check(server.process.returncode == 4, server.printed())
        why = "1 of the agents that were awaited had not connected after 5 s"
        check(f"walk-over: {why}" in out, out)
        with open(os.path.join(folder, "Logfiles", "match.json"), encoding="utf-8") as file:
            check(json.load(file)["end"] == {"how": "walk-over", "winner": None, "why": why}, "match.json")
        verified = verify(folder)
        check(verified.returncode == 0 and "verified: " in verified.stdout, verified)


def verify(folder):
    return subprocess.run([PROGRAM, "--home", "off", "--verify", "Logfiles"], cwd=folder, capture_output=True, text=True, timeout=TIMEOUT, check=False)


def team_that_does_not_connect():
    """A team wins if all its agents are ready and others have not connected. An agent that has left counts as not connected."""
    away = '<agentdb><agent_type_external name="away"><connects>awaited</connects><port>0</port></agent_type_external></agentdb>'
    cases = [
        # options, what the connecting agents do, the number of missing ones, the type that wins and its side
        (("--team", "foo:2", "--team", "tcp:2"), (), 2, ("foo", "left")),
        (("--team", "tcp:2", "--team", "foo:2"), (), 2, ("foo", "right")),
        (("--team", "foo:1", "--agents_awaited", "2"), ("stay", "leave"), 1, ("foo", "left")),
        (("--agentdb", "away.xml", "--team", "away:1", "--agents_awaited", "2"), ("stay", "stay"), 1, ("tcp", "right")),
        (("--agentdb", "away.xml", "--team", "away:1", "--agents_awaited", "2"), ("stay", "leave"), 2, None),
    ]
    for options, connecting, missing, won in cases:
        wait = "5" if connecting else "1"
        with TemporaryFolder(prefix="tcp_agents.") as folder:
            with open(os.path.join(folder, "away.xml"), "w", encoding="utf-8") as file:
                file.write(away)
            with Server(folder, "--monitor_port", "off", *options, "--wait", wait, "--sync", *QUICK_MATCH) as server:
                links = [socket.create_connection(("127.0.0.1", server.port), TIMEOUT) for _ in connecting]
                for link, what in zip(links, connecting):
                    link.sendall(frame("(create)"))
                    if what == "leave":
                        link.close()
                out = server.finish()
                for link in links:
                    link.close()
            why = f"{missing} of the agents that were awaited had not connected after {wait} s" + (f"; all of {won[0]} were ready" if won else "")
            check(f"walk-over: {why}" in out, (options, out))
            path = os.path.join(folder, "Logfiles", "match.json")
            with open(path, encoding="utf-8") as file:
                text = file.read()
            end = json.loads(text)["end"]
            check((end["how"], end["winner"]) == ("walk-over", won and won[1]) and end["why"].startswith(why), (options, end))
            verified = verify(folder)
            check(verified.returncode == 0 and "verified: " in verified.stdout, verified)
            other = "right" if won and won[1] == "left" else "left"
            with open(path, "w", encoding="utf-8") as file:
                file.write(re.sub(r'"winner": ("\w+"|null)', f'"winner": "{other}"', text, count=1))
            check(verify(folder).returncode == 3, f"the wrong winner, {other}, was accepted")


def sync_budget_used_up():
    """With --sync_budget the match no longer waits for an agent that has delayed it for this time in total; the agent plays on."""
    with TemporaryFolder(prefix="tcp_agents.") as folder:
        began = time.monotonic()
        with Server(folder, "--monitor_port", "off", "--agents_awaited", "2", *SYNC, "--sync_budget", "5", "--seed", "1",
                    *QUICK_MATCH) as server:  # fmt: skip
            Agent(server.port, "red")
            Agent(server.port, "blue", pause=lambda: 0.5)
            out = server.finish()
            reported = server.printed()
        check(time.monotonic() - began > 5, "the agent did not hold up the match")
        check(reported.count("agent 1 (tcp) has held up the match for 5 s in total; the world no longer waits for it") == 1, reported)
        check("2 started, 0 lost" in out and "red - blue" in out, out)
        check("held up      agent 1 (tcp): held up the match for too long; the world no longer waited for it\n" in out, out)
        # It answers some sensations in these 5 s; when the match no longer waits for it, the match is soon over.
        check(0 < table(out)[1][1] < table(out)[0][1], out)


def slow_piped_agent():
    """With --agent_wall the same holds for started agents, which are lost."""
    with TemporaryFolder(prefix="tcp_agents.") as folder:
        with open(os.path.join(ROOT, "agent-sample", "minimal_agent.py"), encoding="utf-8") as file:
            text = file.read()
        with open(os.path.join(folder, "slow.py"), "w", encoding="utf-8") as file:
            file.write(text.replace("sensations += 1", "sensations += 1; __import__('time').sleep(1)").replace(
                'send("A" + act, "D")', '__import__("time").sleep(1); send("A" + act, "D")'))
        with open(os.path.join(folder, "agents.xml"), "w", encoding="utf-8") as file:
            file.write("<agentdb>" + "".join(
                f'<agent_type_external name="{name}"><exec_line>{sys.executable} {script} {name}</exec_line></agent_type_external>'
                for name, script in (("slow", "slow.py"), ("quick", os.path.join(ROOT, "agent-sample", "minimal_agent.py")))) + "</agentdb>")
        # The match ends soon after that: in a whole match, agents without a processor now and then would reach the same delay.
        with Server(folder, "--monitor_port", "off", "--agentdb", "agents.xml", "--team", "quick:2", "--team", "slow:1", "--speed", "max",
                    "--agent_wall", "8", "--seed", "1", *QUICK_MATCH[:2]) as server:  # fmt: skip
            server.wait_for("agent 2 .* lost")
            frames = server.log().count(b"(Info ")
            wait_until(lambda: server.log().count(b"(Info ") > frames)
            server.send(signal.SIGTERM)
            server.wait()
            reported = server.printed()
        check(reported.count("agent 2 (slow) lost: has held up the match for 8 s in total; the match continues") == 1, reported)
        check(reported.count(" lost: ") == 1, reported)


def agent_hangs_and_resumes():
    """With --sync the world continues without an agent that hangs for long, and waits for it again when it answers."""
    with TemporaryFolder(prefix="tcp_agents.") as folder:
        with Server(folder, "--monitor_port", "off", "--agents_awaited", "2", "--sync", "--sync_timeout", "3",
                    "--speed", "4", "--seed", "1", *QUICK_MATCH) as server:  # fmt: skip
            red = Agent(server.port, "red")
            thoughts = itertools.count()

            def hang():
                if next(thoughts) == 30:
                    server.wait_for("agent 1: has not answered in time")
                    received = len(red.received)
                    wait_until(lambda: len(red.received) > received + 30)
                return 0

            Agent(server.port, "blue", pause=hang)
            out = server.finish()
            reported = server.printed()
        check("agent 1: has not answered in time; until its next message the world does not wait for it" in reported, reported)
        cycles, acts, late = table(out)[1][1:4]
        # It hangs for 30 sensations of the other agent. All were answered, some in time.
        check("2 started, 0 lost" in out and acts == cycles > 100 and 0 < late < cycles - 30, out)


def real_time():
    """Without --sync the world does not wait: an agent acts late if another one gets two sensations during its thinking, and a silent agent does not
    stop others."""

    def think():
        received = len(red.received)
        if received > 3:  # before that, the match waits for both
            wait_until(lambda: len(red.received) > received + 1 or not red.is_alive())
        return 0

    with TemporaryFolder(prefix="tcp_agents.") as folder:
        began = time.monotonic()
        with Server(folder, "--monitor_port", "off", "--agents_awaited", "3", "--speed", "5", "--seed", "1",
                    *QUICK_MATCH) as server:  # fmt: skip
            red = Agent(server.port, "red")
            Agent(server.port, "blue", pause=think)
            silent = socket.create_connection(("127.0.0.1", server.port))
            silent.sendall(frame(b""))
            out = server.finish()
            silent.close()
        check(time.monotonic() - began > 16 / 5, "faster than --speed 5")
        agents = table(out)
        # It is chance which of the two sends its name first, and plays on the left.
        check("3 started, 0 lost" in out and re.search("red - blue|blue - red", out), out)
        late = agents[1][3]
        check(late > 1 and agents[0][2] > 1 and agents[2][2] == 0, out)


def real_time_is_the_default():
    with TemporaryFolder(prefix="tcp_agents.") as folder:
        began = time.monotonic()
        with Server(folder, "--monitor_port", "off", "--team", "foo:1", "--Soccer.AutomaticKickOff", "true") as server:
            log = os.path.join(folder, "Logfiles", "monitor.log")
            wait_until(lambda: os.path.exists(log) and server.log().count(b"(Info ") > 10)
            frames = server.log().count(b"(Info ")
            # Frames are taken at step 0 and every 15 steps.
            check(time.monotonic() - began > 0.15 * (frames - 1), "faster than real time")


def agents_join_and_leave():
    """Agents join before kick-off and during play, and leave; their bodies appear and vanish with them."""
    with TemporaryFolder(prefix="tcp_agents.") as folder:
        with Server(folder, "--monitor_port", "0", "--team", "foo:1", *SYNC, "--speed", "10") as server:  # fmt: skip
            server.wait_for("agent port")
            first = Agent(server.port, "late")
            wait_until(lambda: first.number == 1)
            check("BeforeKickOff" in first.received[-1], first.received[-1])
            monitor = socket.create_connection(("127.0.0.1", int(server.wait_for(r"monitor port (\d+)")[1])))
            monitor.sendall(frame(b"W(kickOff Left)"))
            wait_until(lambda: "BeforeKickOff" not in first.received[-1])
            second = Agent(server.port, "late")
            wait_until(lambda: second.number == 2)
            first.limit = 0
            first.join(TIMEOUT)
            server.wait_for("agent 1 .* lost")
            received = len(second.received)
            wait_until(lambda: len(second.received) > received + 10)
            server.send(signal.SIGTERM)
            server.wait()
            monitor.close()
        check("agent 1 (tcp) lost: " in server.printed(), server.printed())
        frames = [frozenset(re.findall(rb"\(P \(s 2\)\(id (\d+)\)", line)) for line in server.log().splitlines()]
        seen = [now for now, before in zip(frames, [None] + frames) if now != before]
        check(seen == [frozenset(), {b"1"}, {b"1", b"2"}, {b"2"}], f"players of the team that connected: {seen}")


def no_started_agents():
    """With --team none no agent is started, and connected agents play."""
    with TemporaryFolder(prefix="tcp_agents.") as folder:
        with Server(folder, "--monitor_port", "off", "--team", "none", "--speed", "4", *QUICK_MATCH) as server:
            agent = Agent(server.port, "alone")
            out = server.finish()
            agent.join(TIMEOUT)
        check("1 started, 0 lost" in out and "alone - " in out, out)


def stopped_while_waiting():
    with TemporaryFolder(prefix="tcp_agents.") as folder:
        with Server(folder, "--monitor_port", "off", "--agents_awaited", "2") as server:
            agent = Agent(server.port, "red")
            server.wait_for("waiting for [12] agents")  # the first may have connected already
            server.send(signal.SIGINT)
            server.wait()
            check(server.process.returncode == 130, server.printed())
        agent.join(TIMEOUT)
        check(not agent.is_alive() and agent.received == ["(time (now 0))"], "the agent was sent more")


def connected_agents_on_either_side():
    """--team tcp:N counts in the order of the teams, so connected agents may also play on the left; others cannot take their places."""
    for teams, played in ((("tcp:2", "foo:1"), "red - foo"), (("foo:1", "tcp:2"), "foo - red")):
        with TemporaryFolder(prefix="tcp_agents.") as folder:
            with Server(folder, "--monitor_port", "off", *(word for team in teams for word in ("--team", team)), *SYNC, "--seed", "1", *QUICK_MATCH) as server:
                for _ in range(2):
                    Agent(server.port, "red", sensations=40)
                out = server.finish()
            check(played in out and "3 started" in out, out)
            check([row[0] for row in table(out).values()] == [team.split(":")[0] for team in teams for _ in range(int(team[-1]))], out)
            verified = subprocess.run([PROGRAM, "--verify", os.path.join(folder, "Logfiles")], capture_output=True, text=True, timeout=TIMEOUT)
            check(verified.returncode == 0, verified.stdout + verified.stderr)


TESTS = (same_bytes, connected_agents_on_either_side, opened_by_a_script, started_against_connected_agents, repeated_from_parameters,
         hostile_clients_do_not_affect_others, silent_client_is_not_an_agent, missing_agents_lose_by_walk_over, team_that_does_not_connect,
         sync_budget_used_up, slow_piped_agent, agent_hangs_and_resumes, real_time, real_time_is_the_default, agents_join_and_leave,
         no_started_agents, stopped_while_waiting)  # fmt: skip
PROGRAM = os.path.abspath(sys.argv[1])


def main():
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if not sys.argv[2:]:
        return run_side_by_side([test.__name__ for test in TESTS], 3)
    failures = 0
    for test in TESTS:
        if sys.argv[2:] and test.__name__ not in sys.argv[2:]:
            continue
        began = time.monotonic()
        try:
            test()
            result = "ok"
        except (AssertionError, OSError, subprocess.TimeoutExpired) as failure:
            result = f"FAILED: {failure}"
            failures += 1
        print(f"{test.__name__}: {result} ({time.monotonic() - began:.1f} s)", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
