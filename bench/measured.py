# SPDX-License-Identifier: Apache-2.0
"""Shared code of the benchmarks in Python: CPU time of processes, the table that the server prints at the end of a match, medians."""

import contextlib
import glob
import os
import re
import statistics
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
STEP = 0.01  # s
FRAME_STEPS = 15  # between two lines of monitor.log


def cpu_seconds(pid):
    """CPU time of all threads of a process; 0 if it has ended."""
    total = 0
    for task in glob.glob(f"/proc/{pid}/task/*/schedstat"):
        with contextlib.suppress(OSError), open(task, encoding="ascii") as file:
            total += int(file.read().split()[0])
    return total / 1e9


def descendants(pid):
    """Processes below `pid`."""
    found = []
    with contextlib.suppress(OSError):
        for children in glob.glob(f"/proc/{pid}/task/*/children"):
            with open(children, encoding="ascii") as file:
                for child in map(int, file.read().split()):
                    found += [child, *descendants(child)]
    return found


def memory_mb(pid, what="VmRSS"):
    """MB (of 1024 kB) that a process has in memory; `VmHWM`: its maximum. 0 if it has ended."""
    with contextlib.suppress(OSError), open(f"/proc/{pid}/status", encoding="ascii") as file:
        if found := re.search(rf"{what}:\s+(\d+)", file.read()):
            return int(found[1]) / 1024
    return 0.0


def match_options(seed, half_time, logs, *more):
    """Options for a whole match at full speed with automatic kick-off, with the sample team of release 0.1, so that figures are comparable over time."""
    return [
        "--strict", "--home", "off", "--agentdb", "agentdb-0.1.xml", "--seed", str(seed), "--monitor_port", "off", "--logdir", logs,
        "--Soccer.AutomaticKickOff", "true", "--Soccer.RuleHalfTime", str(half_time), *more,
    ]  # fmt: skip


def read_report(out):
    """The figures that the server prints at the end of a match, by name."""
    wanted = {
        "simulated": r"simulated\s+([\d.]+) s",
        "wall": r"wall time\s+([\d.]+) s",
        "speed": r"speed\s+([\d.]+) x",
        "cpu": r"server\s+([\d.]+) s CPU",
        "us_per_cycle": r"CPU, ([\d.]+) us",
        "mb": r"(\d+) MB",
        "step_us": r"p99 (\d+) us",
    }
    return {name: float(found[1]) for name, pattern in wanted.items() if (found := re.search(pattern, out))}


def run_match(server, folder, seed=1, half_time=300, *more):
    """Plays a match of 22 sample agents; its logs are in FOLDER/logs. Returns the server's figures."""
    ran = subprocess.run(
        [os.path.abspath(server), *match_options(seed, half_time, os.path.join(folder, "logs"), *more)],
        cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", check=False,
    )  # fmt: skip
    if ran.returncode != 0:
        raise RuntimeError(f"{server} ended with {ran.returncode}: {ran.stderr[-2000:]}")
    return read_report(ran.stdout)


def median(values):
    values = list(values)
    return statistics.median(values) if values else float("nan")
