#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One match as long as a day, and many in a row: no resource use grows, the cost of a step is constant, and the printed clock is correct.

    bench/endurance.py build/bin/rcssserver3D [--hours 24] [--matches 100] [--full-batteries]
    bench/endurance.py build/bin/rcssserver3D --hours 0.05 --matches 2 --left-behind      checks only the last of these conditions

Exits with status 1 and states the reason if
* the server's memory grows by more than 5 % after the first tenth of the long match, or its number of open files or threads grows at all;
* a step of its last third costs more than 1.1 times the CPU time of one of its first, in each of up to three runs of the match. The cheapest
  pieces of both are compared, because another program on the same core makes pieces more expensive at any time (players with empty batteries
  stand still: `--full-batteries` makes both thirds comparable; `--grown` sets another limit);
* a time in its log is not the sum of 0.01 per step in 32-bit floats, exact from 4096 s on, with six digits;
* one of the matches in a row, which all have the same seed, costs more than twice the CPU time of the median;
* one of them ends with another hash of its state, or leaves processes, or files outside its folder.
"""

import argparse
import contextlib
import ctypes
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from bench_long import Lines, home_of_full_batteries  # noqa: E402
from measured import FRAME_STEPS, STEP, cpu_seconds, match_options, median, memory_mb  # noqa: E402

TIME = re.compile(rb"^\(Info \(time ([^ ()]+)\)", re.M)
PIECES = 24
wrong = []


def demand(condition, what):
    if not condition:
        wrong.append(what)
        print(f"WRONG: {what}", flush=True)


def holdings(pid):
    return {"mb": memory_mb(pid), "files": len(os.listdir(f"/proc/{pid}/fd")), "threads": len(os.listdir(f"/proc/{pid}/task"))}


class FloatSum:
    """The expected times: 0.01 added up in 32-bit floats up to 4096 s, then computed exactly."""

    def __init__(self):
        self.sum = ctypes.c_float(0)
        self.addend = ctypes.c_float(0.01).value
        self.counted = 0

    def advance(self):
        if self.sum.value < 4096:
            self.sum.value += self.addend
        else:
            self.counted += 1

    def text(self):
        return b"%.6g" % ctypes.c_float(self.sum.value + 0.01 * self.counted).value


def check_times(log):
    """Checks that every time is one of the sums, and that no frame is missing. Returns the number of times."""
    total, seen, text = FloatSum(), 0, b"0"
    with open(log, "rb") as file:
        for line in file:
            found = TIME.match(line)
            if not found:
                continue
            seen += 1
            steps = 0
            # In a long match six digits do not distinguish one step from the next.
            while text != found[1] and steps <= 2 * FRAME_STEPS:
                total.advance()
                text = total.text()
                steps += 1
            if text != found[1]:
                demand(False, f"the time {found[1].decode()} is no sum of 0.01 (the last was near {text.decode()})")
                return seen
    return seen


def last_hash(folder):
    with open(os.path.join(folder, "hashes.log"), encoding="ascii") as file:
        return re.findall(r"^\d+ .*$", file.read(), re.M)[-1]


def long_match(server, hours, home, folder):
    """Plays the long match. Returns samples of its progress, its cost and the server's resources."""
    logs = os.path.join(folder, "logs")
    command = [server, *match_options(1, 1800 * hours, logs), "--hash", str(round(min(1, hours / 3) * 360000)), *home]
    samples = []
    with open(os.path.join(folder, "out"), "w+", encoding="utf-8", errors="replace") as out, subprocess.Popen(
        command, cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=out
    ) as process:
        try:
            log = os.path.join(logs, "monitor.log")
            while not os.path.exists(log) and process.poll() is None:
                time.sleep(0.01)
            lines, frames, due = Lines(log), 3600 * hours / (STEP * FRAME_STEPS) / PIECES, 200
            while process.poll() is None:
                if lines.read() >= due:
                    with contextlib.suppress(OSError):
                        samples.append({"frames": lines.count, "cpu": cpu_seconds(process.pid), **holdings(process.pid)})
                    due += frames
                time.sleep(0.003)
        finally:
            with contextlib.suppress(OSError):
                process.terminate()
        out.seek(0)
        text = out.read()
        demand(process.returncode == 0, f"the long match ended with {process.returncode}: {text[-2000:]}")
    print(f"{hours:g} h: {check_times(os.path.join(logs, 'monitor.log')):,} times in the log are sums of 0.01 in 32-bit floats; last hash {last_hash(logs)}")
    shutil.rmtree(logs)
    return samples


def cost_of(samples, hours):
    """The ratio of the cost of a step at the end to that at the beginning."""
    costs = [1e6 * (b["cpu"] - a["cpu"]) / ((b["frames"] - a["frames"]) * FRAME_STEPS) for a, b in zip(samples, samples[1:])]
    third = max(1, len(costs) // 3)
    first, last = min(costs[:third]), min(costs[-third:])
    print(f"{hours:g} h: a step costs {first:.1f} us of CPU time in the first third, {last:.1f} us in the last, {last / first:.2f} times")
    return last / first


def look_for_growth(samples, hours):
    settled = samples[len(samples) // 10 :]
    for what in ("mb", "files", "threads"):
        values = [sample[what] for sample in settled]
        print(f"{hours:g} h: {what} {values[0]:g} after the first tenth, {max(values):g} at most, {values[-1]:g} at the end")
        demand(max(values) <= (1.05 if what == "mb" else 1) * values[0], f"{what} grow: {values}")


def cpu_of_children():
    """CPU time of all ended children, s. Unlike real time it hardly depends on the load of the machine."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def matches(server, count, folder):
    """Plays matches in a row. Returns the CPU time of each, s."""
    hashes, times = set(), []
    for i in range(count):
        logs = os.path.join(folder, f"match{i}")
        begin = cpu_of_children()
        ran = subprocess.run([server, *match_options(7, 300, logs), "--hash", "1000"], cwd=folder, stdin=subprocess.DEVNULL,
                             capture_output=True, text=True, check=False)  # fmt: skip
        times.append(cpu_of_children() - begin)
        demand(ran.returncode == 0, f"match {i} ended with {ran.returncode}: {ran.stderr[-500:]}")
        hashes.add(last_hash(logs))
        shutil.rmtree(logs)
    demand(len(hashes) == 1, f"other hashes at the end: {hashes}")
    alive = left_alive(folder)
    demand(not alive, f"processes are left: {alive}")
    print(f"{count} matches: {median(times):.2f} s of CPU each, {max(times):.2f} s at most, last hash {hashes.pop()}")
    return times


def left_alive(folder):
    """The running processes, after a grace period for those that were killed."""
    deadline = time.monotonic() + 100
    while True:
        alive = [pid for pid in os.listdir("/proc") if pid.isdigit() and folder in cwd_of(pid) and int(pid) != os.getpid()]
        if not alive or time.monotonic() > deadline:
            return alive
        time.sleep(0.01)


def cwd_of(pid):
    try:
        return os.readlink(f"/proc/{pid}/cwd")
    except OSError:
        return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server", type=os.path.abspath)
    parser.add_argument("--hours", type=float, default=24, help="simulated hours of the long match")
    parser.add_argument("--matches", type=int, default=100, help="matches of ten minutes in a row")
    parser.add_argument("--grown", type=float, default=1.1, help="maximum ratio of the cost of a step at the end to that at the beginning")
    parser.add_argument("--left-behind", action="store_true", help="check neither the cost of a step nor the use of resources")
    parser.add_argument("--full-batteries", action="store_true", help="batteries never run empty")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="endurance.") as folder:
        # Only the programs of the test write to this folder, so other programs on the machine do not matter.
        os.environ["TMPDIR"] = os.path.join(folder, "tmp")
        os.mkdir(os.environ["TMPDIR"])
        home = home_of_full_batteries(folder) if options.full_batteries else []
        if options.hours > 0:
            for _ in range(3):
                samples = long_match(options.server, options.hours, home, folder)
                if options.left_behind:
                    break
                look_for_growth(samples, options.hours)
                if cost_of(samples, options.hours) <= options.grown:
                    break
            else:
                demand(False, "the cost of a step grows")
        if options.matches > 0:
            times = matches(options.server, options.matches, folder)
            if not options.left_behind:
                demand(max(times) <= 2 * median(times), f"a match took {max(times):.2f} s of CPU, half of them {median(times):.2f} s")
        left = os.listdir(os.environ["TMPDIR"])
        demand(not left, f"left behind: {left}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
