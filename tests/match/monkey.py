#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A match of 22 hostile agents with 50 hostile monitors, and with other peers at the port of agents, is played to its end.

    monkey.py SERVER [paced] [--minutes N] [--speed N]      tests/support/pace.py; simulated minutes, 1 if not given; multiple of real time, 4
    monkey.py SERVER --apart                        the server has one processor, all others run on the rest, as in a real match
"""

import argparse
import contextlib
import os
import re
import shutil
import signal
import socket
import statistics
import struct
import subprocess
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "support"))

from frames import frame  # noqa: E402
from pace import PACED, check_pace  # noqa: E402
from programs import STRICTLY, TIMEOUT, Program, TemporaryFolder, check  # noqa: E402

ORDERLY = "orderly"
# A pattern for the reason in the log for the end of each agent that does not play on.
WAYS = {
    "garbage": None,
    "nan": None,
    "act_flood": None,
    "long_acts": None,
    "nesting": None,
    "requests": "does not let the clock advance|in total",
    "questions": None,
    "shouting": None,
    "silence": "did not finish thinking",
    "slow_reading": "in total|did not finish thinking",
    "sudden_death": "signal 9|Killed|SIGKILL",
    "half_frame": "did not finish thinking",
    "huge_length": "did not finish thinking",
    "senseless_length": "sends garbage",
    "flood_for_ever": "breaks the protocol|does not read its messages|in total",
    "mute_flood": "did not finish thinking|does not read its messages|in total",
    "never_ready": "not ready",
    "forks": None,
    "memory": "memory|exited|status",
    "files": None,
    "talk": None,
    ORDERLY: None,
}
REFUSED = ["garbage", "nan", "act_flood", "long_acts", "nesting", "requests"]  # their messages must be counted as refused
ADDRESSES = [f"127.0.0.{i}" for i in range(2, 12)]
HOSTILE_MONITORS = 50
MAX_WAITING = 8  # MB that monitors of all places may have unread at the same time, and may have sent (--monitor_unsent, 64 KiB)
PROCESSORS = sorted(os.sched_getaffinity(0))
MONITOR_KINDS = ["silent", "flood", "half", "hasty", "storm", "huge", "letters", "numbers", "senseless"]
OPTIONS = [
    "--monitor_port", "0", "--agent_port", "0", "--Soccer.AutomaticKickOff", "true", "--seed", "5", "--agent_memory", "128", "--agent_files", "4", "--agent_file_size", "1", "--agent_log_limit",
    "1", "--monitor_unsent", "20000", "--monitor_missed", "8000000", "--monitors_per_address", "4", "--monitor_access", "watch", "--hash", "100",
    "--agent_acts", "64", "--agent_act_bytes", "4000", "--agent_arrivals", "0.5",
]  # fmt: skip
# The time that the server waits for agents that delay the match. A well-behaved one without a processor for a while must not be lost.
TIMEOUTS = ["--max_secs_for_agent_think", *(("1", "--agent_ready", "5", "--agent_wall", "5") if PACED else ("5", "--agent_ready", "20", "--agent_wall", "15"))]


def connect(port, address, receive_buffer=4096):
    link = socket.socket()
    link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    link.settimeout(5)
    link.bind((address, 0))
    link.connect(("127.0.0.1", port))
    return link


def visit(kind, port, address, turn):
    """One connection of a hostile monitor, which ends when it is disconnected or has sent everything."""
    with connect(port, address) as link:
        if kind == "silent":
            link.settimeout(60)
            while not link.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
                time.sleep(0.2)
                link.send(b"")
                if time.monotonic() > turn["until"]:
                    return
        elif kind == "flood":
            link.sendall(frame(b"W" + b"(ball (pos nan nan nan))" * 2000) * 50)
        elif kind == "half":
            link.sendall(struct.pack(">I", 50000) + b"W(playMode")
            time.sleep(0.3)
        elif kind == "hasty":
            link.sendall(frame(b"W(getAck x)")[:-3])
            link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        elif kind == "senseless":
            link.sendall(b"\xff\xff\xff\xff")
        elif kind == "storm":
            pass
        elif kind == "huge":
            link.sendall(struct.pack(">I", (16 << 20) - 10) + b"x" * 1_000_000 + b"\xff" * 100)
        elif kind == "letters":
            link.sendall((frame(b"Q") + frame(b"") + frame(b"\0")) * 40000)
        elif kind == "numbers":
            link.sendall(frame(b"W(ball (pos 1e999 0 0)(vel inf 0 nan))(agent (team Left)(unum 1)(pos nan 0 0))(time nan)(score x y)") * 300)


def monitors(port, until):
    """Runs in its own process: threads that connect repeatedly."""

    def work(number):
        kind, address = MONITOR_KINDS[number % len(MONITOR_KINDS)], ADDRESSES[number % len(ADDRESSES)]
        while time.monotonic() < until:
            with contextlib.suppress(OSError):
                visit(kind, port, address, {"until": until})
            time.sleep(0.02)

    for i in range(HOSTILE_MONITORS):
        threading.Thread(target=work, args=(i,), daemon=True).start()


def clients(port, until):
    """The same as above for the port of agents."""

    def work(number):
        while time.monotonic() < until:
            with contextlib.suppress(OSError), connect(port, ADDRESSES[number]) as link:
                ways = [b"GET / HTTP/1.1\r\n\r\n", frame(b"(create)") + frame(b"(drive nan nan nan)") * 2000, frame(b"(" * 60000), b"\0\0", b""]
                link.sendall(ways[number % len(ways)])
                time.sleep(0.1)

    for i in range(5):
        threading.Thread(target=work, args=(i,), daemon=True).start()


class Hostile:
    """Both in one process."""

    def __init__(self, monitor_port, agent_port, seconds):
        self.process = os.fork()
        if self.process == 0:
            try:
                os.nice(19)  # they run in other processes
                until = time.monotonic() + seconds
                monitors(monitor_port, until)
                clients(agent_port, until)
                while time.monotonic() < until and os.getppid() != 1:
                    time.sleep(0.1)
            finally:
                os._exit(0)

    def close(self):
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)


class Watcher(threading.Thread):
    """A well-behaved monitor, which must receive every frame if it has a processor."""

    def __init__(self, port):
        super().__init__(daemon=True)
        self.frames = 0
        self.last = b""
        self.link = socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT)
        self.start()

    def run(self):
        with contextlib.suppress(OSError), self.link.makefile("rb") as stream:
            for line in stream:
                self.frames += 1
                self.last = line


def memory_of(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1]) / 1024


def keep_apart(server):
    """Keeps the server, all of whose threads exist already, on the first processor; its agents start on others."""
    for thread in os.listdir(f"/proc/{server}/task"):
        with contextlib.suppress(OSError):
            os.sched_setaffinity(int(thread), PROCESSORS[:1])


class Match:
    def __init__(self, server, folder, agents, minutes, speed, apart):
        types = "".join(
            f'<agent_type_external name="{name}"><exec_line>{sys.executable} monkey_agent.py {way} {team} {i}</exec_line></agent_type_external>'
            for i, (name, way, team) in enumerate(agents)
        )
        with open(os.path.join(folder, "agents.xml"), "w", encoding="ascii") as file:
            file.write(f"<agentdb>{types}</agentdb>")
        teams = [word for name, _, _ in agents for word in ("--team", f"{name}:1")]
        self.folder = folder
        self.output = open(os.path.join(folder, "output"), "w+", encoding="utf-8")
        self.server = Program(
            [server, *STRICTLY, *OPTIONS, *TIMEOUTS, "--agentdb", "agents.xml", *teams, "--Soccer.RuleHalfTime", str(30 * minutes), "--speed", str(speed)],
            folder, stdout=self.output,
        )  # fmt: skip
        self.monitor_port = int(self.server.wait_for(r"^monitor port (\d+)")[1])
        self.agent_port = int(self.server.wait_for(r"agent port (\d+)")[1])
        if apart:
            keep_apart(self.server.pid)
        self.memory = []

    def finish(self, seconds):
        """Waits until the match ends by itself, and samples the memory meanwhile."""
        began = time.monotonic()
        while self.server.process.poll() is None:
            check(time.monotonic() - began < seconds, "the match does not end\n", self.server.printed()[-3000:])
            with contextlib.suppress(OSError, TypeError):
                self.memory.append((time.monotonic() - began, memory_of(self.server.pid)))
            time.sleep(0.25)
        self.server.close()
        self.output.seek(0)
        self.summary = self.output.read()
        self.output.close()
        check(self.server.process.returncode == 0, "ended with", self.server.process.returncode, self.server.printed()[-3000:], self.summary)

    def p99(self):
        return float(re.search(r"^  step time .*?p99 (\d+) us", self.summary, re.M)[1])


def quiet_match(server, minutes, speed, apart):
    with TemporaryFolder(prefix="monkey.") as folder:
        os.chmod(folder, 0o755)
        shutil.copy(os.path.join(HERE, "monkey_agent.py"), folder)
        match = Match(server, folder, [(f"{ORDERLY}{i}", ORDERLY, "red" if i % 2 else "blue") for i in range(22)], minutes, speed, apart)
        watcher = Watcher(match.monitor_port)
        match.finish(60 * minutes / speed + 200)
        watcher.join(TIMEOUT)
        return match


def hostile_match(server, minutes, speed, apart):
    with TemporaryFolder(prefix="monkey.") as folder:
        os.chmod(folder, 0o755)
        shutil.copy(os.path.join(HERE, "monkey_agent.py"), folder)
        agents = [(way, way, "red" if i % 2 else "blue") for i, way in enumerate(WAYS)]
        match = Match(server, folder, agents, minutes, speed, apart)
        seconds = 60 * minutes / speed + 400
        watcher = Watcher(match.monitor_port)
        hostile = Hostile(match.monitor_port, match.agent_port, seconds)
        try:
            match.finish(seconds)
        finally:
            hostile.close()
        watcher.join(TIMEOUT)
        look_at(match, watcher, minutes)
        verified = subprocess.run([server, "--verify", "Logfiles"], cwd=folder, capture_output=True, text=True, check=False)
        check(verified.returncode == 0, "the log is not true:", verified.returncode, verified.stdout, verified.stderr)
        return match


def look_at(match, watcher, minutes):
    reported, summary = match.server.printed(), match.summary
    for i, (way, reason) in enumerate(WAYS.items()):
        lost = re.search(rf"agent {i} \({way}\) (?:lost: |has )(.*)", reported)
        if reason:
            check(lost and re.search(reason, lost[0]), f"{way}: expected to be lost ({reason}):", lost and lost[0], "\n", reported[-4000:])
        if way == ORDERLY:
            check(not lost, "one that behaves was lost:", lost and lost[0])
        row = re.search(rf"^ +{i} {way[:12]} +(\d+) +(\d+) +(\d+) +(\d+)", summary, re.M)
        check(row or way == "never_ready", f"{way} is not in the table\n", summary)
        if way in REFUSED:
            check(int(row[4]) > 0, f"{way}: nothing refused\n", summary)
    for what in ["refused", "messages that are not commands", "frames missed", "disconnected"]:
        check(re.search(rf"^  monitors .* [1-9]\d* {what}", summary, re.M), f"monitors: {what} not counted\n", summary)
    check(re.search(r"^  trainers +0 commands carried out, [1-9]\d* refused", summary, re.M), "commands of untrusted peers\n", summary)
    check(re.search(r"monitor 127\.0\.0\.\d+:\d+", reported), "no line names a monitor")
    # 512 peers have up to eight lines each, and all others together as many as one.
    check(len(match.server.lines) < 4500, len(match.server.lines), "lines")
    frames = int(minutes * 60 / 0.15)
    check(watcher.frames > 1, "the monitor that behaves saw", watcher.frames, "of", frames)
    check_pace(watcher.frames >= 0.9 * frames, "the monitor that behaves saw", watcher.frames, "of", frames)
    check(b"(Die)" in watcher.last, "its last line:", watcher.last[:200])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("server", type=os.path.abspath)
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--speed", type=float, default=4)
    parser.add_argument("--step-limit", type=float, default=10_000, help="us that the p99 of step times may be")
    parser.add_argument("--apart", action="store_true", help="the server on one processor, everything else on the others")
    arguments = parser.parse_args()
    if arguments.apart:
        check(len(PROCESSORS) > 1, "--apart needs two processors")
        os.sched_setaffinity(0, PROCESSORS[1:])
    hostile = hostile_match(arguments.server, arguments.minutes, arguments.speed, arguments.apart)
    print(hostile.summary)
    if PACED or arguments.apart:
        quiet = quiet_match(arguments.server, min(1, 0.2 * arguments.minutes), arguments.speed, arguments.apart)
        print(f"p99 of step times: quiet {quiet.p99():.0f} us, hostile {hostile.p99():.0f} us, {hostile.p99() / quiet.p99():.1f} times")
    after = [megabytes for at, megabytes in hostile.memory if at > min(60, 0.4 * hostile.memory[-1][0])]
    # If a match is not faster than real time, no step may be late.
    check_pace(hostile.p99() < arguments.step_limit, "the steps take too long")
    fifth = max(1, len(after) // 5)
    begin, end = statistics.median(after[:fifth]), statistics.median(after[-fifth:])
    print(f"memory: {begin:.1f} MB after the beginning, {end:.1f} MB at the end, {max(after):.1f} MB at most")
    all_of_it = [round(megabytes, 1) for _, megabytes in hostile.memory[::8]]
    check(end <= 1.1 * begin, "memory grows:", all_of_it)
    check(max(after) <= 1.1 * begin + MAX_WAITING, "memory for a moment:", all_of_it)


if __name__ == "__main__":
    main()
