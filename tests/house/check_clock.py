#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that programs are handed their real time (spark/core/real_clock.h). Usage: check_clock.py ROOT

* One source reads the system's steady clock. Others that ask the system for a time ask for something else, and are named below.
* Only places named below take the system's clock themselves; all others are given one, or ask their loop.
"""

import pathlib
import re
import sys

FOLDERS = ("spark", "gateways", "commserver", "soccer-plugin", "server", "monitor-lite")
READS = re.compile(r"[cC]lock::now\s*\(|\bclock_gettime\s*\(|\bgettimeofday\s*\(|\btime\s*\(\s*(nullptr|NULL|0)\s*\)")
TAKES = re.compile(r"RealClock::system\s*\(")
SLEEPS = re.compile(r"\bsleep_(for|until)\s*\(|\b(u|nano)?sleep\s*\(")

READERS = {
    "spark/core/real_clock.cpp": "the one place",
    "spark/script/overtime_watch.cpp": "waits on a thread of the one Ruby",
    "commserver/inside/call_answers.cpp": "answers system calls that wait until a time",
    "commserver/inside/main.cpp": "the first process of a sandbox",
    "commserver/inside/private_files.cpp": "times of files",
    "commserver/think/work_counter.cpp": "CPU time of an agent",
    "gateways/rctp/port/pages.cpp": "the date that HTTP tells",
    "gateways/rtm/component/time_of_day.cpp": "the date of stamps of values",
    "gateways/sigverse/controller/simulated_calls.cpp": "stands in for the system's clocks",
}
TAKERS = {
    "spark/core/real_clock.cpp": "the one place",
    "spark/net/loop.h": "the clock of loops that are given no other",
    "spark/sim/command_queue.h": "of queues that are given no other",
    "server/engine/assembly.h": "of assemblies that are given no other",
    "gateways/rtm/corba/client.h": "of clients that are given no other",
    "gateways/rtm/host/main.cpp": "a program's",
    "monitor-lite/client/client.h": "of clients that are given no other",
    "monitor-lite/trainer/main.cpp": "its line of progress",
    "monitor-lite/trainer/trainer.h": "of trainers that are given no other",
    "gateways/sigverse/speech/main.cpp": "a program's",
    "gateways/sigverse/viewer/end_by_signals.cpp": "when real signals came",
    "gateways/sigverse/viewer/window.cpp": "a program's",
    "gateways/rtm/python/broker.cpp": "the clock of components in Python's processes",
    "monitor-lite/window/watch.cpp": "pace of the pictures on a real screen",
    "commserver/guardian/guardian.cpp": "waits for a real process",
    "commserver/program/stop_signal.cpp": "when real signals came",
    "server/engine/signals.cpp": "when real signals came",
    "commserver/guardian/sandbox.cpp": "waits for a real process",
    "server/verify/supervised.cpp": "waits for a real process",
}
SLEEPERS = {
    "gateways/sigverse/controller/simulated_calls.cpp": "stands in for the system's sleep",
    "monitor-lite/window/watch.cpp": "pace of the pictures on a real screen",
    "commserver/inside/private_files.cpp": "until files get later times",
}
RULES = (
    (READS, READERS, "asks the system for a time; take a spark::RealClock, or ask the loop"),
    (TAKES, TAKERS, "takes the system's clock; it is to be handed in"),
    (SLEEPS, SLEEPERS, "sleeps; wait at the loop"),
)


def main():
    root = pathlib.Path(sys.argv[1])
    problems, seen = [], set()
    files = [path for folder in FOLDERS for path in sorted((root / folder).rglob("*")) if path.suffix in (".h", ".cpp")]
    for path in files:
        name = path.relative_to(root).as_posix()
        for number, line in enumerate(path.read_text().splitlines(), 1):
            code = line.split("//")[0]
            for pattern, allowed, what in RULES:
                if not pattern.search(code):
                    continue
                seen.add((what, name))
                if name not in allowed:
                    problems.append(f"{name}:{number}: {what}: {line.strip()}")
    for _, allowed, what in RULES:
        problems += [f"{name}: need not be named here any more ({what})" for name in allowed if (what, name) not in seen]
    if not files:
        problems.append(f"no sources in {root}")
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
