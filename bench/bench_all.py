#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""All figures of the table of matches in docs/house/performance.md, in one run.

    bench/bench_all.py build [--rounds 5] [--half 300] [PART ...]      parts: physics, matches, many, monitors, robots, monkey, heap, long

physics  the bare ODE loop, the world by ODE alone, with isolated bodies, taking turns
matches  the bare loop, a match of 22 processes, one TCP client for 22 agents, agents in the server's process, taking turns, with ratios
many     44 and 100 agents in the server's process
monitors 1,000 monitors that read, compared with none, taking turns
monkey   hostile agents, monitors and clients, compared with orderly agents (tests/match/monkey.py)
heap     players driving at the ball (bench_heap)
long     1,000 and 10,000 seconds, the cost of their first and last third

Prints Markdown. Ratios are medians over the rounds, so that noise affects both sides. The speed of the bare loop is measured by CPU time, that of
matches by real time, because they need both cores: no other program may run on the machine. A match with agents in the server's process has one
thread, and is measured by CPU time, too.
"""

import argparse
import contextlib
import csv
import io
import os
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from measured import ROOT, STEP, match_options, median, read_report, run_match  # noqa: E402

START_TIMEOUT = 60.0  # s until the server has opened its port
MONITORS = 1000
LONG = 5  # factor to the length of other matches


class Bench:
    def __init__(self, build, rounds, half):
        self.bin = os.path.join(os.path.abspath(build), "bin")
        self.rounds, self.half = rounds, half

    def program(self, name):
        return os.path.join(self.bin, name)

    def csv(self, name, *options):
        """The figures of a program that prints CSV, by name."""
        out = subprocess.run([self.program(name), "--csv", *map(str, options)], check=True, capture_output=True, text=True).stdout
        names, values = csv.reader(io.StringIO(out))
        return dict(zip(names, values))

    # ---- parts -------------------------------------------------------------------------------------------------------

    def physics(self):
        for motion in ("match", "crowd"):
            got = self.csv("bench_physics", "--rounds", 3 * self.rounds, "--motion", motion)
            moving = "as in a match" if motion == "match" else "in a crowd"
            for name in ("bare ODE", "World by ODE alone", "World with isolated bodies"):
                ratio = got.get(f"ratio of {name}")
                row(f"{name}, players move {moving}", f"{float(got[f'{name} (steps/s)']):,.0f} steps/s", f"{ratio} of bare" if ratio else "")
            print(f"<!-- {motion}: {got['contacts per step']} contacts, {got['isolated bodies per step']} isolated bodies, "
                  f"{got['islands of several bodies per step']} islands; same states: {got['same states as bare ODE']} -->", flush=True)  # fmt: skip

    def bare(self, motion):
        """The speed as a multiple of real time."""
        return STEP * float(self.csv("bench_physics", "--only", "bare", "--rounds", 3, "--motion", motion)["bare ODE (steps/s)"])

    def pipes(self, length=1):
        with tempfile.TemporaryDirectory(prefix="bench_all.") as folder:
            return run_match(self.program("rcssserver3D"), folder, 1, length * self.half)

    def tcp(self, agents=22):
        """Plays a match with one client for all agents."""
        options = ["--agent_port", "0", "--sync", "--agents_awaited", str(agents), "--team", "none"]
        return self.visited(options, "agent port", ["bench_tcp_team", "--agents", str(agents)])

    def visited(self, options, port, visitor, length=1):
        """Plays a match with a program at one of its ports; returns the server's figures, and the CSV line of that program."""
        with tempfile.TemporaryDirectory(prefix="bench_all.") as folder:
            options = match_options(1, length * self.half, os.path.join(folder, "logs"), *options)
            out_path, errors_path = (os.path.join(folder, name) for name in ("out", "errors"))
            with open(out_path, "w", encoding="utf-8") as out, open(errors_path, "w", encoding="utf-8") as errors, subprocess.Popen(
                [self.program("rcssserver3D"), *options], cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=errors
            ) as server:
                try:
                    number = self.port_of(server, errors_path, port)
                    subprocess.run([self.program(visitor[0]), "--port", number, *visitor[1:]], check=True, stdout=subprocess.DEVNULL)
                    server.wait(START_TIMEOUT)
                finally:
                    with contextlib.suppress(OSError):
                        server.kill()
            with open(out_path, encoding="utf-8", errors="replace") as out:
                return read_report(out.read())

    @staticmethod
    def port_of(server, path, name):
        deadline = time.monotonic() + START_TIMEOUT
        while True:
            with open(path, encoding="utf-8", errors="replace") as errors:
                text = errors.read()
            if found := re.search(rf"{name} (\d+)", text):
                return found[1]
            if server.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"the server opened no {name}: {text[-2000:]}")
            time.sleep(0.01)

    def local(self, agents=22):
        got = self.csv("bench_local", "--lone", "on", "--seconds", 60, "--agents", agents)
        return {"speed": float(got["speed with isolated bodies (x real time)"]), "step": float(got["step with isolated bodies (us)"])}

    def matches(self):
        rounds = []
        for _ in range(self.rounds):
            rounds.append({"match": self.bare("match"), "crowd": self.bare("crowd"), "pipes": self.pipes(), "tcp": self.tcp(), "local": self.local()})
        for motion, words in (("match", "as in a match"), ("crowd", "in a crowd")):
            row(f"bare ODE loop beside these, players move {words}", f"{median(r[motion] for r in rounds):,.0f} × real time", "")
        names = {"pipes": "whole match, 22 sample agents as processes", "tcp": "whole match, one TCP client for 22 agents",
                 "local": "whole match, 22 agents of this process"}  # fmt: skip
        for part, name in names.items():
            ratios = [median(r[part]["speed"] / r[motion] for r in rounds) for motion in ("match", "crowd")]
            row(name, f"{median(r[part]['speed'] for r in rounds):,.0f} × real time", f"{ratios[0]:.2f} of the bare loop; of the crowd's {ratios[1]:.2f}")
        for part in ("pipes", "tcp"):
            cost, memory = (median(r[part][figure] for r in rounds) for figure in ("us_per_cycle", "mb"))
            row(f"{names[part]}: the server", f"{cost:.1f} µs of CPU time per cycle", f"{memory:.0f} MB")
        row(f"{names['local']}: a step, everything in it", f"{median(r['local']['step'] for r in rounds):.1f} µs", "")

    def many(self):
        for agents in (44, 100):
            got = self.local(agents)
            row(f"{agents} agents of this process", f"{got['speed']:,.0f} × real time", f"{got['step']:.0f} µs a step")

    def monitors(self):
        """Measures monitors that read all frames on this machine, where they compete for its CPU. The matches are longer, because a
        thousand monitors take a tenth of a second to connect."""
        rounds = []
        for _ in range(self.rounds):
            options = ["--monitor_port", "0", "--monitors", str(MONITORS), "--monitors_per_address", str(MONITORS)]
            visitor = ["bench_monitors", "--monitors", str(MONITORS)]
            rounds.append((self.pipes(LONG), self.visited(options, "monitor port", visitor, LONG)))
        for i, name in enumerate(("no monitor", f"{MONITORS:,} monitors that read")):
            speed, step, memory = (median(r[i][figure] for r in rounds) for figure in ("speed", "step_us", "mb"))
            row(f"whole match, {name}", f"{speed:,.0f} × real time", f"p99 of step times {step:.0f} µs; the server has {memory:.0f} MB")
        row("these together", f"{median(r[1]['speed'] / r[0]['speed'] for r in rounds):.2f} of the speed without", "")

    def monkey(self):
        """Ten simulated minutes of hostile agents, monitors and clients."""
        out = subprocess.run(
            [os.path.join(ROOT, "tests", "match", "monkey.py"), self.program("rcssserver3D"), "paced", "--minutes", "10"],
            check=True, capture_output=True, text=True,
        ).stdout  # fmt: skip
        print("\n```\n" + out + "```\n")

    def heap(self):
        out = subprocess.run([self.program("bench_heap")], check=True, capture_output=True, text=True).stdout
        print("\n```\n" + out + "```\n")

    def robots(self):
        for robot in ("humanoid_fixed", "humanoid", "arm_torque"):
            got = self.csv("bench_robot", "--robot", f"robots/{robot}.rsg", "--rounds", self.rounds)
            step, speed = (float(got[name]) for name in ("step with percepts and torques (us)", "speed (x real time)"))
            row(f"{robot}.rsg, held by torques at steps of 1 ms", f"{step:.0f} µs", f"{speed:.2f} × real time")

    def long(self):
        for seconds, piece in ((1000, 100), (10000, 200)):
            out = subprocess.run(
                [os.path.join(ROOT, "bench", "bench_long.py"), self.program("rcssserver3D"), "--seconds", str(seconds), "--piece", str(piece), "--full-batteries"],
                check=True, capture_output=True, text=True,
            ).stdout  # fmt: skip
            thirds = dict(re.findall(r"# median (\w+): (.*)", out))
            for figure, unit in (("server_ms_per_s", "ms of CPU time of the server per simulated second"), ("times_real_time", "× real time"),
                                 ("server_mb", "MB of the server"), ("touching_ball", "touches of the ball in a line of the log")):  # fmt: skip
                row(f"{seconds:,} s: {unit}", thirds[figure], "")


def row(name, value, remark):
    print(f"| {name} | {value} | {remark} |", flush=True)


def main():
    parts = ("physics", "matches", "many", "monitors", "robots", "monkey", "heap", "long")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", help="build folder")
    parser.add_argument("parts", nargs="*", metavar="PART", help="parts to run; default: all")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--half", type=float, default=300, help="simulated seconds of each half of the matches")
    options = parser.parse_intermixed_args()
    if unknown := set(options.parts) - set(parts):
        parser.error(f"no part: {', '.join(sorted(unknown))}")
    bench = Bench(options.build, options.rounds, options.half)
    print("| what | measured | |\n|---|---|---|")
    for part in options.parts or parts:
        getattr(bench, part)()


if __name__ == "__main__":
    main()
