#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plays a match with the agent of docs/write/agents.md that connects by itself, as printed on the page. Checks what both of the page's
agents do with a server that starts late, and with letters of more than one byte.

    agents_page.py SERVER AGENTS_MD
"""

import contextlib
import os
import re
import socket
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))

from frames import frame, receive_frame  # noqa: E402
from pages import block, blocks  # noqa: E402
from programs import SYNC, TIMEOUT, Program, TemporaryFolder  # noqa: E402

MAX_LINES = 45


def play(server, agent, options, folder):
    """Returns the server's output; raises ValueError in case of an error."""
    out = os.path.join(folder, "out")
    arguments = [server, "--agent_port", "0", "--agents_awaited", "4", "--monitor_port", "off", "--random_seed", "1",
                 "--Soccer.AutomaticKickOff", "true", *options]  # fmt: skip
    with contextlib.ExitStack() as stack:
        match = stack.enter_context(Program(arguments, folder, stdout=stack.enter_context(open(out, "w", encoding="utf-8"))))
        port = match.port(r"agent port (\d+)")
        said = stack.enter_context(open(os.path.join(folder, "said"), "w+", encoding="utf-8"))
        command = [sys.executable, "-W", "error::SyntaxWarning", agent]
        agents = [stack.enter_context(Program([*command, team, str(port)], folder, stdout=said))
                  for team in ("red", "red", "blue", "blue")]  # fmt: skip
        status = match.wait()
        with open(out, encoding="utf-8") as file:
            printed = file.read()
        if status != 0 or "4 started, 0 lost" not in printed:
            raise ValueError(printed + match.printed())
        for process in agents:
            if process.wait() != 0 or process.printed() or os.path.getsize(said.name):
                raise ValueError(f"an agent ended with {process.process.returncode}, or has printed something\n{process.printed()}")
        return printed


def play_the_database_example(server, agent, database, folder):
    """A team that the server starts, and one that is started otherwise, as in the page's agent database."""
    with open(os.path.join(folder, "agents.xml"), "w", encoding="utf-8") as file:
        file.write(database.replace("<port>3101</port>", ""))
    out = os.path.join(folder, "out")
    arguments = [server, "--agentdb", "agents.xml", "--team", "theirs:2", "--team", "ours:2", *SYNC, "--monitor_port", "off", "--random_seed", "1",
                 "--home", "off", "--Soccer.AutomaticKickOff", "true", "--Soccer.RuleHalfTime", "5"]  # fmt: skip
    with contextlib.ExitStack() as stack:
        match = stack.enter_context(Program(arguments, folder, stdout=stack.enter_context(open(out, "w", encoding="utf-8"))))
        port = match.port(r"agent port of theirs (\d+)")
        for _ in range(2):
            stack.enter_context(Program([sys.executable, agent, "theirs", str(port)], folder))
        status = match.wait()
        with open(out, encoding="utf-8") as file:
            printed = file.read()
        if status != 0 or "4 started, 0 lost" not in printed or not re.search(r"teams +theirs - ours", printed):
            raise ValueError(printed + match.printed())


def check(printed, log):
    teams = re.search(r"teams +(\w+) - (\w+)", printed)
    if not teams or set(teams.groups()) != {"red", "blue"}:
        raise ValueError(f"the teams did not join\n{printed}")
    rows = re.findall(r"^ +\d+ tcp +\d+ +(\d+) +\d+ +(\d+) ", printed, re.M)
    if len(rows) != 4 or any(int(acts) < 100 or refused != "0" for acts, refused in rows):
        raise ValueError(f"a player did not play\n{printed}")
    with open(log, encoding="utf-8") as file:
        text = file.read()
    # The ball rests on its spot until an agent kicks it.
    places = set(re.findall(r"\(B \(pos (\S+) \S+ \S+\)\)", text))
    if "(play_mode 3)" not in text or len(places) < 20:
        raise ValueError("no player has kicked the ball")


def start_before_the_server(agent, folder):
    """An agent that starts before the server listens at its port, with a team that has more bytes than letters."""
    with socket.socket() as port:
        port.bind(("127.0.0.1", 0))  # the port refuses connections until the server listens
        with Program([sys.executable, agent, "Größe", str(port.getsockname()[1])], folder) as early:
            with contextlib.suppress(subprocess.TimeoutExpired):
                early.process.wait(0.7)  # enough time for a refused connection
                raise ValueError(f"the agent does not try again\n{early.printed()}")
            port.listen()
            port.settimeout(TIMEOUT)
            with port.accept()[0] as link:
                link.settimeout(TIMEOUT)
                reported = []
                for _ in range(2):
                    link.sendall(frame(""))
                    reported.append(receive_frame(link))
            if reported != ["(create)", "(init (unum 0)(teamname Größe))"] or early.wait() != 0:
                raise ValueError(f"the agent sent {reported}\n{early.printed()}")


def count_bytes_over_pipes(agent, folder):
    """The agent that the server starts, over its pipes."""
    (their_input, ours), (answers, their_output) = os.pipe(), os.pipe()
    command = f"exec {sys.executable} {agent} Größe 3<&{their_input} 4>&{their_output}"
    with Program(["sh", "-c", command], folder, pass_fds=(their_input, their_output)) as player:
        os.close(their_input), os.close(their_output)
        with os.fdopen(ours, "wb", buffering=0) as into, os.fdopen(answers, "rb") as out:
            into.write(frame("D") + frame("S1 11 ") + frame("S21 31 ") + frame("X"))
            reported = out.read()
        wanted = b"".join(map(frame, ("I", "A(create)", "D", "A(init (unum 0)(teamname Größe))", "D")))
        if reported != wanted or player.wait() != 0:
            raise ValueError(f"the agent sent {reported}\n{player.printed()}")


def main():
    server = os.path.abspath(sys.argv[1])
    programs = blocks(sys.argv[2], "python connecting")
    failures = []
    if len(programs) != 1 or programs[0].count("\n") > MAX_LINES:
        failures.append("the page shall have one such agent, of about forty lines")
    for name, options in (("sync", SYNC), ("real time", ["--speed", "10"])):
        with TemporaryFolder(prefix="agents_page.") as folder:
            agent = os.path.join(folder, "connecting_agent.py")
            with open(agent, "w", encoding="utf-8") as file:
                file.write("".join(programs))
            try:
                printed = play(server, agent, ["--Soccer.RuleHalfTime", "20", *options], folder)
                check(printed, os.path.join(folder, "Logfiles", "monitor.log"))
                print(f"{name}: ok", flush=True)
            except (AssertionError, ValueError, OSError, subprocess.TimeoutExpired) as failure:
                failures.append(f"{name}: {failure}")
    with TemporaryFolder(prefix="agents_page.") as folder:
        for name, test, text in (("early", start_before_the_server, programs[0]),
                                 ("bytes", count_bytes_over_pipes, blocks(sys.argv[2], "python")[0])):
            agent = os.path.join(folder, name + ".py")
            with open(agent, "w", encoding="utf-8") as file:
                file.write(text)
            try:
                test(agent, folder)
                print(f"{name}: ok", flush=True)
            except (AssertionError, ValueError, OSError, EOFError, subprocess.TimeoutExpired) as failure:
                failures.append(f"{name}: {failure}")
    with TemporaryFolder(prefix="agents_page.") as folder:
        agent = os.path.join(folder, "connecting_agent.py")
        with open(agent, "w", encoding="utf-8") as file:
            file.write("".join(programs))
        try:
            play_the_database_example(server, agent, block(sys.argv[2], "xml connecting"), folder)
            print("database: ok", flush=True)
        except (AssertionError, ValueError, OSError, subprocess.TimeoutExpired) as failure:
            failures.append(f"database: {failure}")
    for failure in failures:
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
