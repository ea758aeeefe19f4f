#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks whether the cost of a long match is constant: CPU time, memory and contacts, piece by piece.

    bench/bench_long.py build/bin/rcssserver3D [--seconds 10000] [--piece 100] [--seed 1] [--full-batteries] [-- SERVER OPTIONS ...]

A battery lasts some 1,030 s at full power, so from about 1,500 s on all players stand still, unless --full-batteries is given.

Prints CSV: a line per piece, and a summary at the end. `loop_ms` is the CPU time of a constant loop that runs beside the match: if it grows, the
machine has become slower, not the match. `touching` counts, per line of monitor.log, pairs of players, and of a player and the ball, whose
distance is that of a contact.
"""

import argparse
import contextlib
import math
import os
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from measured import FRAME_STEPS, ROOT, STEP, cpu_seconds, descendants, match_options, median, memory_mb  # noqa: E402

POSITION = re.compile(rb"\(pos ([^ ()]+) ([^ ()]+) ([^ ()]+)\)")
CONSUMPTION = re.compile(r"\(setConsumption \d+\)")
NEAR = {"players": 2 * 0.22 + 0.002, "ball": 0.22 + 0.111 + 0.002}  # m


def home_of_full_batteries(folder):
    """Creates a home folder with players that hardly use their batteries. Returns options for the server."""
    with open(os.path.join(ROOT, "scenes", "player.rsg"), encoding="utf-8") as scene:
        text, found = CONSUMPTION.subn("(setConsumption 1e12)", scene.read())
    if found != 1:
        raise RuntimeError("scenes/player.rsg does not say what driving costs")
    with open(os.path.join(folder, "player.rsg"), "w", encoding="utf-8") as scene:
        scene.write(text)
    return ["--home", folder]


def loop_ms():
    begin = time.thread_time()
    value = 1.0
    for _ in range(20000):
        value = value * 1.0000001 + 1e-9
    return 1000 * (time.thread_time() - begin)


class Lines:
    """Counts the lines of a growing file."""

    def __init__(self, path):
        self.file, self.count, self.bytes = open(path, "rb"), 0, 0

    def read(self):
        while part := self.file.read(1 << 20):
            self.count += part.count(b"\n")
            self.bytes += len(part)
        return self.count


def touching(line):
    """The number of pairs of players, and of a player and the ball, that touch."""
    places = [tuple(map(float, place)) for place in POSITION.findall(line)]
    if len(places) < 23:
        return 0, 0
    players, ball = sorted(places[:22]), places[-1]
    pairs = 0
    for i, one in enumerate(players):
        for other in players[i + 1 :]:
            if other[0] - one[0] > NEAR["players"]:
                break
            pairs += math.dist(one, other) < NEAR["players"]
    return pairs, sum(math.dist(one, ball) < NEAR["ball"] for one in players)


def touching_by_piece(log, edges):
    """Means per line for the pieces between the line numbers `edges`."""
    sums, means = [0, 0], []
    with open(log, "rb") as file:
        for number, line in enumerate(file, 1):
            sums = [a + b for a, b in zip(sums, touching(line))]
            if len(means) + 1 < len(edges) and number == edges[len(means) + 1]:
                means.append([value / (number - edges[len(means)]) for value in sums])
                sums = [0, 0]
    return means


def watch(process, log, seconds, piece):
    """A sample at the end of each piece: (lines, CPU of the server, of agents, memory of both, wall time, bytes of log, loop)."""
    def sample(lines):
        agents = descendants(process.pid)
        return (lines.count, cpu_seconds(process.pid), sum(map(cpu_seconds, agents)), memory_mb(process.pid),
                sum(map(memory_mb, agents)), time.monotonic(), lines.bytes, loop_ms())  # fmt: skip

    while not os.path.exists(log):
        if process.poll() is not None:
            raise RuntimeError(f"the server ended with {process.returncode}")
        time.sleep(0.005)
    lines = Lines(log)
    frames = piece / (STEP * FRAME_STEPS)
    samples, due = [], 100.0  # after the start of the agents
    while process.poll() is None and len(samples) * piece < seconds + piece:
        if lines.read() >= due:
            samples.append(sample(lines))
            due += frames
        time.sleep(0.003)
    return samples


def rows(samples, touched):
    for i, (a, b) in enumerate(zip(samples, samples[1:])):
        simulated = (b[0] - a[0]) * FRAME_STEPS * STEP
        pairs = touched[i] if i < len(touched) else (math.nan, math.nan)
        yield {
            "until_s": round(b[0] * FRAME_STEPS * STEP),
            "server_ms_per_s": 1000 * (b[1] - a[1]) / simulated,
            "agents_ms_per_s": 1000 * (b[2] - a[2]) / simulated,
            "times_real_time": simulated / (b[5] - a[5]),
            "server_mb": b[3],
            "agents_mb": b[4],
            "log_kb_per_s": (b[6] - a[6]) / 1024 / simulated,
            "touching_players": pairs[0],
            "touching_ball": pairs[1],
            "loop_ms": b[7],
        }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server")
    parser.add_argument("--seconds", type=float, default=10000, help="simulated time")
    parser.add_argument("--piece", type=float, default=100, help="simulated time per line")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--full-batteries", action="store_true", help="batteries never run empty")
    parser.add_argument("options", nargs="*", help="options for the server, after --")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="bench_long.") as folder:
        log = os.path.join(folder, "logs", "monitor.log")
        home = home_of_full_batteries(folder) if options.full_batteries else []
        command = [os.path.abspath(options.server),
                   *match_options(options.seed, options.seconds / 2, os.path.dirname(log), *home, *options.options)]  # fmt: skip
        with open(os.path.join(folder, "out"), "w+", encoding="utf-8", errors="replace") as out, subprocess.Popen(
            command, cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=out
        ) as process:
            try:
                samples = watch(process, log, options.seconds, options.piece)
                process.wait()
            finally:
                with contextlib.suppress(OSError):
                    process.terminate()
            out.seek(0)
            if process.returncode != 0:
                sys.exit(out.read()[-2000:])
        table = list(rows(samples, touching_by_piece(log, [sample[0] for sample in samples])))
    print(",".join(table[0]))
    for row in table:
        print(",".join(f"{value:.3g}" if isinstance(value, float) else str(value) for value in row.values()))
    third = max(1, len(table) // 3)
    for name in list(table[0])[1:]:
        first, last = (median(row[name] for row in part) for part in (table[:third], table[-third:]))
        print(f"# median {name}: first third {first:.3g}, last third {last:.3g}, {last / first if first else math.nan:.2f} times")


if __name__ == "__main__":
    main()
