#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plays the examples of docs/write/protocol.md against the real server.

    docs_examples.py SERVER PROTOCOL_MD [LINE ...]

Every block marked agent, monitor or trainer runs on its own server, with two agents; section 1 of the page explains the
lines of a block. The agents are this script, too (`--agent`), started by the server through an agent
database. They only pass bytes on, so that all decisions are made here. LINE restricts the run to the blocks that begin there.
The exit status is 0 if all answers arrived, and 1 if one did not or if the page lacks examples of a kind.
"""

import contextlib
import os
import queue
import re
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))

from frames import frame, receive_bytes, receive_frame  # noqa: E402
from programs import TIMEOUT, STRICTLY, Program, remove_folder  # noqa: E402

KINDS = ("agent", "monitor", "trainer")


class Failure(AssertionError):
    pass


# ---- the process that the server starts -----------------------------------------------------------------------------


def pass_bytes_on(path, team):
    """Connects the agent's two pipes (3 and 4) with the test's socket."""
    link = socket.socket(socket.AF_UNIX)
    link.connect(path)
    link.sendall(team.encode() + b"\n")
    while True:
        for source in select.select([3, link], [], [])[0]:
            data = os.read(3, 65536) if source == 3 else link.recv(65536)
            if not data:
                return
            if source == 3:
                link.sendall(data)
                continue
            while data:
                data = data[os.write(4, data) :]


# ---- patterns -------------------------------------------------------------------------------------------------------


class Pattern:
    """A line of an example: literal text, `…` for anything, `~x` for a number near x."""

    NUMBER = r"(-?[0-9]+(?:\.[0-9]+)?(?:e[-+]?[0-9]+)?)"

    def __init__(self, text):
        self.segments = []
        for part in text.replace("␣", " ").split("…"):
            wanted = []
            regex = ""
            for piece in re.split(r"(~-?[0-9]+(?:\.[0-9]+)?)", part):
                if piece.startswith("~"):
                    wanted.append(float(piece[1:]))
                    regex += self.NUMBER
                else:
                    regex += re.escape(piece)
            self.segments.append((regex, wanted))

    @staticmethod
    def _is_near(match, wanted):
        return all(abs(float(got) - x) <= 0.5 + 0.02 * abs(x) for got, x in zip(match.groups(), wanted))

    def _find(self, regex, wanted, text, start):
        """The end of the first place where the segment fits, or None. Later places are never better."""
        for match in re.compile(regex, re.S).finditer(text, start):
            if self._is_near(match, wanted):
                return match.end()
        return None

    def fits(self, text):
        end = 0
        for i, (regex, wanted) in enumerate(self.segments):
            anchored = (r"\A" if i == 0 else "") + regex + (r"\Z" if i == len(self.segments) - 1 else "")
            end = self._find(anchored, wanted, text, end)
            if end is None:
                return False
        return True

    def occurs_in(self, text):
        end = 0
        for regex, wanted in self.segments:
            end = self._find(regex, wanted, text, end)
            if end is None:
                return False
        return True


# ---- talking to the server ------------------------------------------------------------------------------------------


class Agent:
    """The test's end of the connection to one agent: messages without their length."""

    def __init__(self, link):
        link.settimeout(TIMEOUT)
        self.link = link
        self.unsent = b""

    def send(self, text):
        """Sends all messages since the last wait in one piece, at the next wait, so that no other message can arrive between them."""
        self.unsent += frame(text)

    def flush(self):
        unsent, self.unsent = self.unsent, b""
        self.link.sendall(unsent)

    def receive(self):
        self.flush()
        try:
            return receive_frame(self.link)
        except socket.timeout:
            raise Failure(f"nothing came within {TIMEOUT:.0f} s")

    def leave(self):
        """Closes the socket, which ends the agent's process."""
        with contextlib.suppress(OSError):
            self.link.shutdown(socket.SHUT_RDWR)

    def join(self, team):
        """Plays from the start of the process to the end of the fourth sensation."""
        self.expect("D")
        self.send("I")
        for answer in ("A(create)", f"A(init (unum 1)(teamname {team}))", None, None):
            self.expect("S…")
            if answer:
                self.send(answer)
            self.send("D")

    def expect(self, text):
        got = self.receive()
        if not Pattern(text).fits(got):
            raise Failure(f"expected {text}, got {got[:400]}")


class Opponent(threading.Thread):
    """An agent that joins, does what the example requires, and answers every sensation."""

    def __init__(self, agent, team):
        super().__init__(daemon=True)
        self.agent = agent
        self.team = team
        self.orders = queue.Queue()

    def run(self):
        try:
            self.agent.join(self.team)
            while True:
                message = self.agent.receive()
                if message.startswith("X"):
                    self.agent.leave()
                    return
                if message[0] not in "ST":
                    continue
                while not self.orders.empty():
                    self.agent.send("A" + self.orders.get())
                self.agent.send("D")
        except (EOFError, OSError, Failure):
            return  # the example itself detects the error


class Monitor:
    """A connection to the monitor port: lines in, framed messages out."""

    def __init__(self, port):
        self.link = socket.create_connection(("127.0.0.1", port), TIMEOUT)
        self.rest = b""

    def send(self, text):
        self.link.sendall(frame(text))

    def receive(self):
        """The next line; None when the server has closed the connection."""
        while b"\n" not in self.rest:
            try:
                data = self.link.recv(65536)
            except socket.timeout:
                raise Failure(f"nothing came within {TIMEOUT:.0f} s")
            except ConnectionResetError:
                data = b""
            if not data:
                return None
            self.rest += data
        line, self.rest = self.rest.split(b"\n", 1)
        return line.decode("utf-8")

    def wait_for(self, text):
        pattern = Pattern(text)
        deadline = time.monotonic() + TIMEOUT
        while time.monotonic() < deadline:
            line = self.receive()
            if line is None:
                raise Failure("the server closed the monitor connection")
            if pattern.occurs_in(line):
                return
        raise Failure(f"no line with {text} came")


class Server:
    """One match of two agents, in its own folder."""

    def __init__(self, program, database, speed):
        self.folder = tempfile.mkdtemp(prefix="docs_examples.")
        self.listener = socket.socket(socket.AF_UNIX)
        self.process = None
        self.agents = {}
        try:
            self._start(program, database, speed)
        except BaseException as error:
            self.close()
            raise Failure(f"{error}{self.printed()}") from error

    def printed(self):
        return "".join(f"\n    log: {line}" for line in self.process.printed().splitlines()) if self.process else ""

    def _start(self, program, database, speed):
        path = os.path.join(self.folder, "agents")
        self.listener.bind(path)
        self.listener.listen()
        self.listener.settimeout(TIMEOUT)
        with open(os.path.join(self.folder, "agentdb.xml"), "w", encoding="latin-1") as file:
            command = f"{sys.executable} {os.path.abspath(__file__)} --agent {path}"
            file.write(database(lambda team: f"{command} {team}"))
        self.process = Program(
            [program, *STRICTLY, "--agent_db_fn", os.path.join(self.folder, "agentdb.xml"), "--team", "foo:1", "--team", "bar:1"]
            + ["--logfile_dir", os.path.join(self.folder, "Logfiles"), "--monitor_port", "0"]
            + ["--random_seed", "1", "--speed", speed]
            + ["--sandbox", "off"],  # this script has the other end of the agents' sockets
            self.folder,
        )
        self.port = self.process.port(r"monitor port (\d+)")
        self._accept_agents()

    def _accept_agents(self):
        while len(self.agents) < 2:
            try:
                link, _ = self.listener.accept()
            except socket.timeout:
                raise Failure("the agents were not started")
            link.settimeout(TIMEOUT)
            team = b""
            while not team.endswith(b"\n"):
                team += receive_bytes(link, 1)
            self.agents[team.decode().strip()] = Agent(link)

    def command(self, text):
        """Sends a trainer's command and waits until it has been carried out: the commands after it leave lines in the log."""
        trainer = Monitor(self.port)
        before = len(self.process.printed().splitlines())
        for message in ("W" + text, "P", "R"):
            trainer.send(message)
        self.process.wait_for("resumes the simulation", before)
        trainer.link.close()

    def stop(self):
        self.process.send(signal.SIGTERM)

    def close(self):
        """Ends the server. Returns the error of its end, or None."""
        problem = None
        if self.process:
            if not self.process.ended():
                self.stop()
            for agent in self.agents.values():
                agent.leave()
            try:
                status = self.process.wait()
                if status not in (0, 128 + signal.SIGTERM):
                    problem = f"the server ended with status {status}"
            except subprocess.TimeoutExpired:
                problem = "the server did not end after SIGTERM"
            self.process.close()
        self.listener.close()
        remove_folder(self.folder)
        return problem


# ---- the examples ---------------------------------------------------------------------------------------------------


class Example:
    def __init__(self, kind, words, line):
        self.kind = kind
        self.words = words
        self.line = line  # where the block begins in the page
        self.steps = []  # (line number, sign, text)

    def add(self, number, text):
        if text.startswith("#") or not text.strip():
            return
        sign, _, rest = text.partition(" ")
        if sign not in (">", "<", "<<", "!"):
            raise Failure(f"line {number}: '{text}' is not a line of an example")
        self.steps.append((number, sign, rest))


def read_page(path):
    """The examples of the page, and the database example as a function of the program to start."""
    examples, xml, block = [], "", None
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip("\n")
            if line.startswith("```"):
                words = line[3:].split()
                if block is not None:
                    block = None
                elif words and words[0] in KINDS:
                    block = Example(words[0], words[1:], number)
                    examples.append(block)
                else:
                    block = words[0] if words else ""
            elif isinstance(block, Example):
                block.add(number, line)
            elif block == "xml":
                xml += line + "\n"
    agent_type = re.search(r"<agent_type_external.*?</agent_type_external>\n?", xml, re.S)
    if not agent_type:
        raise Failure("the page has no example of an agent database")

    def database(command):
        types = ""
        for team in ("foo", "bar"):
            named = re.sub(r'name="\w+"', f'name="{team}"', agent_type.group())
            types += re.sub(r"<exec_line>.*?</exec_line>", f"<exec_line>{command(team)}</exec_line>", named)
        return xml.replace(agent_type.group(), types)

    return examples, database


def play_agent(example, server):
    agent = server.agents["foo"]
    opponent = Opponent(server.agents["bar"], "bar")
    opponent.start()
    if "start" not in example.words:
        agent.join("foo")
    thinking = False
    for number, sign, text in example.steps:
        try:
            if sign == ">":
                agent.send(text)
                thinking = thinking and text != "D"
            elif sign == "!":
                agent.flush()
                if text == "stop":
                    server.stop()
                elif text.startswith("bar "):
                    opponent.orders.put(text[4:])
                else:
                    server.command(text)
            else:
                thinking = expect_message(agent, sign == "<<", text, thinking)
        except EOFError:
            raise Failure(f"line {number}: the agent's connection ended")
        except AssertionError as failure:
            raise Failure(f"line {number}: {failure}")
    if thinking:
        agent.send("D")
    agent.flush()


def expect_message(agent, may_skip, text, thinking):
    """Returns whether a think cycle is open afterwards."""
    pattern = Pattern(text)
    if may_skip and thinking:
        agent.send("D")
    for _ in range(1000):
        got = agent.receive()
        if pattern.fits(got):
            return got[0] in "ST" or (got[0] == "C" and thinking)
        if not may_skip:
            raise Failure(f"expected {text}\n    got      {got[:2000]}")
        if got[0] in "ST":
            agent.send("D")
    raise Failure(f"{text} did not come; the last message was\n    {got[:2000]}")


def both_on_field(server):
    """Lets the agents play on their own and waits until both have joined."""
    for team, agent in server.agents.items():
        Opponent(agent, team).start()
    watcher = Monitor(server.port)
    watcher.wait_for("(P (s 1)(id 1)…(P (s 2)(id 1)")
    watcher.link.close()


def play_monitor(example, server):
    both_on_field(server)
    monitor = Monitor(server.port)
    for number, sign, text in example.steps:
        try:
            if sign == ">":
                monitor.send(text)
            elif sign == "!":
                server.command(text)
            else:
                expect_line(monitor, sign == "<<", text)
        except AssertionError as failure:
            raise Failure(f"line {number}: {failure}")


def expect_line(monitor, may_skip, text):
    pattern = Pattern(text)
    deadline = time.monotonic() + TIMEOUT
    while time.monotonic() < deadline:
        line = monitor.receive()
        if line is None:
            line = "(closed)"
        if pattern.fits(line):
            return
        if not may_skip or line == "(closed)":
            raise Failure(f"expected {text}\n    got      {line[:2000]}")
    raise Failure(f"{text} did not come")


def play_trainer(example, server):
    both_on_field(server)
    trainer = Monitor(server.port)
    trainer.wait_for("(F (id 1_l)")  # the complete Info; from now on only changes are sent
    line = ""
    for number, sign, text in example.steps:
        try:
            if sign == ">":
                line = ""
                trainer.send("W" + text)
            elif sign == "<":
                line = expect_item(trainer, text, line)
            else:
                raise Failure(f"'{sign}' has no meaning in a trainer's example")
        except AssertionError as failure:
            raise Failure(f"line {number}: {failure}")


def expect_item(trainer, text, line):
    """Returns the Info line that has the item: `line` itself or a later one."""
    pattern = Pattern(text)
    deadline = time.monotonic() + TIMEOUT
    while time.monotonic() < deadline:
        if pattern.occurs_in(line):
            return line
        last = line
        line = trainer.receive()
        if line is None:
            break
    raise Failure(f"{text} did not come; the last line was\n    {last[:2000]}")


PLAY = {"agent": (play_agent, "max"), "monitor": (play_monitor, "10"), "trainer": (play_trainer, "10")}


def check(program, database, example):
    """Returns None, or the error."""
    play, speed = PLAY[example.kind]
    server = None
    problem = None
    try:
        server = Server(program, database, speed)
        play(example, server)
    except (AssertionError, EOFError, OSError) as failure:
        problem = f"{failure}" or type(failure).__name__
    end_problem = server.close() if server else None
    problem = problem or end_problem
    if problem and server:
        problem += server.printed()
    return problem


def check_options(program, page):
    """Every option that section 9 lists must be accepted."""
    with open(page, encoding="utf-8") as file:
        section = re.search(r"^# 9\..*?(?=^# 10\.)", file.read(), re.M | re.S)
    listed = re.findall(r"`(\w+)`", section.group()) if section else []
    if not listed:
        return "section 9 lists no options"
    # Unknown options are found before an invalid port.
    for form in ([f"--{name}=1" for name in listed], [word for name in listed for word in (f"--{name}", "1")]):
        done = subprocess.run([program, *form, "--monitor_port", "none"], capture_output=True, text=True, timeout=TIMEOUT)
        if done.returncode != 2 or "--monitor_port none" not in done.stderr:
            return f"an option of section 9 is not accepted: {done.stderr.strip()}"
    return None


def main():
    if sys.argv[1] == "--agent":
        return pass_bytes_on(sys.argv[2], sys.argv[3])
    program, page = os.path.abspath(sys.argv[1]), sys.argv[2]
    only = {int(line) for line in sys.argv[3:]}
    examples, database = read_page(page)
    failures = [f"there is no {kind} example" for kind in KINDS if not any(e.kind == kind for e in examples)]
    if not only:
        failures += filter(None, [check_options(program, page)])
    played = 0
    for example in examples:
        if only and example.line not in only:
            continue
        played += 1
        began = time.monotonic()
        problem = check(program, database, example)
        print(f"{page}:{example.line}: {example.kind}: {'FAILED' if problem else 'ok'} ({time.monotonic() - began:.1f} s)")
        if problem:
            failures.append(f"{page}:{example.line}: {problem}")
        sys.stdout.flush()
    for failure in failures:
        print(failure)
    print(f"{played} examples, {len(failures)} failures")
    return 1 if failures or not played else 0


if __name__ == "__main__":
    sys.exit(main())
