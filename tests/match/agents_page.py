#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plays a match with the agent of docs/agents.md that connects by itself, as it stands on the page.

    agents_page.py SERVER AGENTS_MD
"""

import os
import re
import subprocess
import sys
import tempfile

PATIENCE = 60  # seconds; only reached when something is wrong
MOST_LINES = 40


def play(server, agent, options, folder):
    """What the server printed; ValueError if something went wrong."""
    match = subprocess.Popen(
        [server, "--agent_port", "0", "--agents_awaited", "4", "--monitor_port", "off", "--random_seed", "1",
         "--Soccer.AutomaticKickOff", "true", *options],
        cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    agents = []
    try:
        port = next((m[1] for m in map(re.compile(r"agent port (\d+)").search, match.stderr) if m), None)
        if not port:
            raise ValueError("the server opened no port")
        for team in ("red", "red", "blue", "blue"):
            agents.append(subprocess.Popen([sys.executable, "-W", "error::SyntaxWarning", agent, team, port],
                                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True))  # fmt: skip
        printed, told = match.communicate(timeout=PATIENCE)
        if match.returncode != 0 or "4 started, 0 lost" not in printed:
            raise ValueError(printed + told)
        for process in agents:
            said, _ = process.communicate(timeout=PATIENCE)
            if process.returncode != 0 or said:
                raise ValueError(f"an agent ended with {process.returncode}\n{said}")
        return printed
    finally:
        for process in [match, *agents]:
            if process.poll() is None:
                process.kill()
                process.communicate()


def check(printed, log):
    teams = re.search(r"teams +(\w+) - (\w+)", printed)
    if not teams or set(teams.groups()) != {"red", "blue"}:
        raise ValueError(f"the teams did not join\n{printed}")
    rows = re.findall(r"^ +\d+ tcp +\d+ +(\d+) +\d+ +(\d+) ", printed, re.M)
    if len(rows) != 4 or any(int(acts) < 100 or refused != "0" for acts, refused in rows):
        raise ValueError(f"somebody did not play\n{printed}")
    with open(log, encoding="utf-8") as file:
        text = file.read()
    # The ball rests on its spot until somebody kicks it.
    places = set(re.findall(r"\(B \(pos (\S+) \S+ \S+\)\)", text))
    if "(play_mode 3)" not in text or len(places) < 20:
        raise ValueError("nobody has kicked the ball")


def main():
    server = os.path.abspath(sys.argv[1])
    with open(sys.argv[2], encoding="utf-8") as file:
        programs = re.findall(r"^```python connecting\n(.*?)^```$", file.read(), re.M | re.S)
    failures = []
    if len(programs) != 1 or programs[0].count("\n") > MOST_LINES:
        failures.append("the page shall have one such agent, of about thirty lines")
    for name, options in (("sync", ["--sync"]), ("real time", ["--speed", "10"])):
        with tempfile.TemporaryDirectory(prefix="agents_page.") as folder:
            agent = os.path.join(folder, "connecting_agent.py")
            with open(agent, "w", encoding="utf-8") as file:
                file.write("".join(programs))
            try:
                printed = play(server, agent, ["--Soccer.RuleHalfTime", "20", *options], folder)
                check(printed, os.path.join(folder, "Logfiles", "monitor.log"))
                print(f"{name}: ok", flush=True)
            except (ValueError, OSError, subprocess.TimeoutExpired) as failure:
                failures.append(f"{name}: {failure}")
    for failure in failures:
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
