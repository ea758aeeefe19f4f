#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures single skills of a team: set plays on the small field (monitor-lite/trainer/plays/small_*.play), one table.

    bench/drills.py build [--agent "build/bin/agenttest"] [--against build/bin/agenttest-0.1] [--repeat N] [--seed N] [DRILL ...]

DRILLs: shot, keeper, attack, first_kick, intercept, pass, defence; default: all. --agent and --against are command lines as in the agent
database. The agent plays the left team, in `keeper` and `defence` the right one. Prints Markdown; with --json FILE all numbers, too.

`intercept` is compared with the shortest possible time for a player without reaction time: the first moment at which the rolling ball is within
a kick's range of the disc that the player can reach (docs/write/behaviour.md, 2.6).
"""

import argparse
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PLAYS = ROOT / "monitor-lite/trainer/plays"
TIMEOUT = 900  # s of real time for one drill

# The side of the agent, and the outcomes to print with their targets, the desired ones first.
DRILLS = {
    "shot": ("Left", {"goal": ">= 85 %"}),
    "keeper": ("Right", {"goal": "<= 10 %"}),
    "attack": ("Left", {"goal": ">= 50 %", "lost|out": "<= 25 %"}),
    "first_kick": ("Left", {"kicked": ">= 100 %", "time": "<= 3.2 s"}),
    "intercept": ("Left", {"touched": ">= 100 %", "ratio": "<= 1.15"}),
    "pass": ("Left", {"received": ">= 75 %", "intercepted": "<= 10 %"}),
    "defence": ("Right", {"won": ">= 80 %", "goal": "<= 8 %"}),
}

AGENTS = """<agentdb>
{}
</agentdb>
"""
AGENT = """<agent_type_external name="{name}">
  <inputfd>3</inputfd> <outputfd>4</outputfd> <timer>fixed 0</timer> <working_dir>{folder}</working_dir>
  <exec_line>{line} --teamname {name}</exec_line>
</agent_type_external>"""


def xml_text(text):
    return text.replace("&", "&amp;").replace("<", "&lt;")


def command_line(text):
    """The command with the program's full path, because agents run in a separate folder."""
    program, *rest = text.split(" ", 1)
    return " ".join([str(pathlib.Path(program).resolve()), *rest])


def players_needed(play, side):
    numbers = [int(number) for number in re.findall(rf"\(player {side} (\d+)", play.read_text())]
    return max(numbers, default=0)


class Bench:
    def __init__(self, args):
        self.bin = pathlib.Path(args.build).resolve() / "bin"
        self.args = args

    def play(self, name):
        """Plays a drill and returns all numbers of the trainer's output."""
        play = PLAYS / f"small_{name}.play"
        tested = DRILLS[name][0]
        lines = {side: self.args.agent if side == tested else self.args.against for side in ("Left", "Right")}
        with tempfile.TemporaryDirectory(prefix="drills.") as folder:
            types = [AGENT.format(name=side, folder=folder, line=xml_text(command_line(line))) for side, line in lines.items()]
            agents = pathlib.Path(folder, "agents.xml")
            agents.write_text(AGENTS.format("\n".join(types)))
            teams = [option for side in lines for option in ("--team", f"{side}:{max(1, players_needed(play, side))}")]
            server = subprocess.Popen(
                [self.bin / "rcssserver3D", "--script", "five_a_side.rb", *teams, "--agentdb", agents, "--speed", "max", "--seed", "1",
                 "--monitor_port", "0", "--logfile_dir", f"{folder}/logs", "--monitor_log", "none", "--record_acts", "0"],
                cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)  # fmt: skip
            try:
                return self.train(play, self.port_of(server), folder)
            finally:
                server.kill()
                server.communicate()

    @staticmethod
    def port_of(server):
        seen = []
        for line in server.stdout:
            seen.append(line)
            if found := re.search(r"monitor port (\d+)", line):
                return int(found[1])
        sys.exit("error: the server did not start:\n" + "".join(seen))

    def train(self, play, port, folder):
        results = pathlib.Path(folder, "results.json")
        options = [f"--repeat={self.args.repeat}"] if self.args.repeat else []
        options += [f"--seed={self.args.seed}"] if self.args.seed is not None else []
        trainer = subprocess.run([self.bin / "rcsstrainer3D", play, "--port", str(port), "--json", results, "--end", *options],
                                 capture_output=True, text=True, timeout=TIMEOUT)  # fmt: skip
        if trainer.returncode != 0:
            sys.exit(f"error: {play.name}: {trainer.stderr or trainer.stdout}")
        return json.loads(results.read_text())


def wilson(hits, attempts):
    """The 95 % confidence interval of a share."""
    z = 1.96
    share = hits / attempts
    middle = (share + z * z / (2 * attempts)) / (1 + z * z / attempts)
    half = z * math.sqrt(share * (1 - share) / attempts + z * z / (4 * attempts * attempts)) / (1 + z * z / attempts)
    return middle - half, middle + half


def shortest_intercept(attempt, speed):
    """Time, in s, until a player who runs immediately can kick the ball, which rolls with the observed top speed (it slides for only one step)."""
    top, drag, ball_drag, kick_range = 1.62, 1 / 0.41, 0.3 / (1.4 * 0.43), 0.386
    (ball_x, ball_y, _), (x, y, _) = attempt["placed"]["ball"], attempt["placed"]["Left 2"]
    time = 0.0
    while True:
        reach = top * (time - (1 - math.exp(-drag * time)) / drag)
        rolled = speed * (1 - math.exp(-ball_drag * time)) / ball_drag
        if math.hypot(ball_x + rolled - x, ball_y - y) <= reach + kick_range:
            return time
        time += 0.01


def value_of(what, name, got):
    attempts = got["attempts"]
    if what == "time":
        return f"{sum(attempt['seconds'] for attempt in attempts) / len(attempts):.2f} s"
    if what == "ratio":
        touched = [attempt for attempt in attempts if attempt["outcome"] == "touched"]
        ratios = [attempt["seconds"] / shortest_intercept(attempt, attempt["ball_top_speed"]) for attempt in touched]
        return f"{sum(ratios) / len(ratios):.3f} (mean time {sum(a['seconds'] for a in touched) / len(touched):.2f} s)" if ratios else "-"
    hits = sum(attempt["outcome"] in what.split("|") for attempt in attempts)
    low, high = wilson(hits, len(attempts))
    return f"{100 * hits / len(attempts):.1f} % ({100 * low:.0f} to {100 * high:.0f})"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("drills", nargs="*", metavar="DRILL")
    parser.add_argument("--agent")
    parser.add_argument("--against")
    parser.add_argument("--repeat", type=int)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--json", metavar="FILE")
    args = parser.parse_intermixed_args()
    if unknown := set(args.drills) - set(DRILLS):
        parser.error(f"no such drill: {', '.join(sorted(unknown))}")
    args.agent = args.agent or f"{args.build}/bin/agenttest"
    args.against = args.against or f"{args.build}/bin/agenttest-0.1"
    bench = Bench(args)
    print("| drill | what | measured (95 %) | aim |\n|---|---|---|---|")
    numbers = {}
    for name in args.drills or DRILLS:
        numbers[name] = got = bench.play(name)
        for what, aim in DRILLS[name][1].items():
            print(f"| {name} | {what.replace('|', ' or ')} | {value_of(what, name, got)} | {aim} |", flush=True)
    if args.json:
        pathlib.Path(args.json).write_text(json.dumps(numbers))


if __name__ == "__main__":
    main()
