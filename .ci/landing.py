#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Decides whether a change may be merged: runs the stages in order, and prints at the end, in at most 40 lines, what failed and why.

    landing.py [--minutes M]

  house        ./check --house           needs no build; a finding ends the run within its first minute
  tests        ./check --second-chance   builds everything and runs all tests
  sanitizers   ./check --sanitize        readers of untrusted input, and rooms with threads; runs even if tests failed

After M minutes (85) it ends all processes that are still running. Exit status: 0 if everything passed, 8 if tests failed, 66 if only a
sanitizer reported a finding, 1 for any other error: packages, house, build, time limit.
"""

import argparse
import glob
import itertools
import os
import re
import signal
import subprocess
import sys
import textwrap
import threading
import time
import uuid

import second_chance

STAGES = (("house", ["./check", "--house"]), ("tests", ["./check", "--second-chance"]), ("sanitizers", ["./check", "--sanitize"]))
TESTS_FAILED, SANITIZER_FOUND, REST = 8, 66, 1
LINES, LINES_OF_A_STAGE, LINES_OF_TIMES = 40, 14, 12  # maximum lengths in the summary
WIDTH = 160
MARK = "RCSS_LANDING"  # environment variable of all processes of a run
GRACE = 10  # s, from SIGTERM to SIGKILL
SHORT = 3  # s; shorter steps are not listed


def pressure():
    """Total time since boot, in s, during which a process waited for a processor; None if this kernel does not report it."""
    try:
        with open("/proc/pressure/cpu", encoding="ascii") as file:
            return int(re.search(r"some .*total=(\d+)", file.read())[1]) / 1e6
    except (OSError, TypeError):
        return None


class Steps:
    """The steps of a run and their durations. A step begins with a line "==> ..." of ./check."""

    def __init__(self):
        self.ended, self.current = [], None

    def begin(self, name):
        self.end()
        self.current = (name, time.monotonic(), pressure())

    def end(self):
        if not self.current:
            return
        name, began, waited = self.current
        self.current = None
        took = time.monotonic() - began
        if took < SHORT:
            return
        line = f"{took / 60:6.1f} min  {name}; load {os.getloadavg()[0]:.1f}"
        if waited is not None:
            line += f", processes waited for a processor in {100 * (pressure() - waited) / took:.0f} % of the time"
        self.ended.append(line)


def started(mark):
    """Ids of all running processes that this run has started."""
    found = []
    for file in glob.glob("/proc/[0-9]*/environ"):
        pid = int(file.split("/")[2])
        try:
            with open(file, "rb") as environment:
                if pid != os.getpid() and f"{MARK}={mark}".encode() in environment.read().split(b"\0"):
                    found.append(pid)
        except OSError:
            continue
    return found


def end_all(mark):
    """Ends all processes of this run and returns their command lines."""
    named = []
    for how in (signal.SIGTERM, signal.SIGKILL):
        running = started(mark)
        for pid in running:
            try:
                with open(f"/proc/{pid}/cmdline", "rb") as file:
                    words = file.read().replace(b"\0", b" ").decode(errors="replace").strip()
                if how == signal.SIGTERM and words:
                    named.append(f"{pid} {words}"[:WIDTH])
                os.kill(pid, how)
            except OSError:
                continue
        until = time.monotonic() + GRACE
        while running and started(mark) and time.monotonic() < until:
            time.sleep(0.1)
    return named


def run_stage(command, steps, deadline):
    """Returns the exit status, None after a timeout, and the printed lines."""
    lines = []
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace") as process:
        def copy():
            for line in process.stdout:
                print(line, end="", flush=True)
                lines.append(line.rstrip("\n"))
                if line.startswith("==> "):
                    steps.begin(line[4:].strip())

        reader = threading.Thread(target=copy, daemon=True)
        reader.start()
        try:
            status = process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            status = None
            end_all(os.environ[MARK])
            process.wait()
        # A process that was left running may keep the pipe open.
        reader.join(GRACE)
        if reader.is_alive():
            end_all(os.environ[MARK])
            reader.join()
    return status, lines


def cut(lines, most):
    lines = [line[:WIDTH] for line in lines]
    return lines if len(lines) <= most else [*lines[: most - 1], f"... and {len(lines) - most + 1} more lines, above"]


def read_lines(file):
    try:
        with open(file, encoding="utf-8", errors="replace") as text:
            return text.read().splitlines()
    except OSError:
        return []


def skipped_tests(lines):
    """Names of skipped tests, from the list that ./check prints."""
    names = []
    for line in lines[next((i for i, line in enumerate(lines) if line.startswith("==> could not run on this machine")), len(lines)) + 1 :]:
        if not line.startswith("    "):
            break
        if not line.startswith("        "):
            names.append(line.strip())
    return names


def findings_of_sanitizers():
    """The summary of each sanitizer report, with file, line and number of occurrences."""
    found = {}
    for report in sorted(glob.glob("build-*/findings/report*")):
        lines = read_lines(report)
        summaries = [line for line in lines if line.startswith("SUMMARY: ")] or [line for line in lines if "runtime error: " in line] or lines[:1]
        for line in summaries:
            found[line] = found.get(line, 0) + 1
    return [line if count == 1 else f"{line} ({count} times)" for line, count in found.items()]


def failed_tests(lines):
    """Tests that ctest lists as failed."""
    return [match[0].strip() for line in lines if (match := re.match(r"\s*\d+ - .* \((?!Skipped)[^()]+\)", line))]


def output_of(test, lines):
    """The output of a failed test."""
    name = re.escape(re.match(r"\d+ - (.*) \(", test)[1])
    begin = next((i for i, line in enumerate(lines) if re.match(rf"\s*\d+/\d+ Test\s+#\d+: {name} \.*\*\*\*", line)), len(lines))
    return list(itertools.takewhile(lambda line: not re.match(r"\s*(\d+/\d+ Test|Start)\s+#?\d+: ", line), lines[begin + 1 :]))


def failed_with_a_sanitizer(lines):
    """The tests that failed with a sanitizer, each with its reason."""
    found = []
    for test in dict.fromkeys(failed_tests(lines)):
        found.append(f"failed with a sanitizer: {test}")
        found += [f"    {line}" for line in second_chance.reason_of("\n".join(output_of(test, lines)))]
    return found


def why(name, status, lines):
    """The reasons for which a stage failed, the most important first."""
    if name == "tests" and status == TESTS_FAILED:
        return read_lines("build/second_chance.txt") or failed_tests(lines)
    if name == "sanitizers" and status in (TESTS_FAILED, SANITIZER_FOUND):
        return findings_of_sanitizers() + failed_with_a_sanitizer(lines)
    build = next((i for i, line in enumerate(lines) if line.startswith("FAILED: ")), None)
    return lines[build:] if build is not None else lines[-LINES_OF_A_STAGE:]


def main():
    parser = argparse.ArgumentParser(description="Decides whether a change may be merged.")
    parser.add_argument("--minutes", type=float, default=85, help="time limit (85)")
    options = parser.parse_args()
    os.chdir(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    os.environ[MARK] = uuid.uuid4().hex
    os.environ["KEEP_GOING"] = "yes"
    deadline = time.monotonic() + 60 * options.minutes
    steps, verdicts, details, final = Steps(), [], [], 0
    for name, command in STAGES:
        status, lines = run_stage(command, steps, deadline)
        steps.end()
        if status:
            kind = {TESTS_FAILED: "tests failed", SANITIZER_FOUND: "a sanitizer reported a finding"}.get(status, f"failed with status {status}")
            verdicts.append(f"{name}: {kind}")
            details += cut(why(name, status, lines), LINES_OF_A_STAGE)
        elif status is None:
            verdicts.append(f"{name}: not finished after {options.minutes:g} minutes")
            details += [line[:WIDTH] for line in lines[-LINES_OF_A_STAGE:]]
        elif name == "tests":
            details += cut(read_lines("build/second_chance.txt"), LINES_OF_A_STAGE)
        if name == "tests" and (skipped := skipped_tests(lines)):
            details += cut(textwrap.wrap(f"skipped on this machine: {', '.join(skipped)}", WIDTH), 4)
        goes_on = status in ((0,) if name == "house" else (0, TESTS_FAILED, SANITIZER_FOUND))
        if status != 0 and not final:
            final = status if goes_on else REST
        if not goes_on:
            break
    details += cut([f"was still running and was ended: {line}" for line in end_all(os.environ[MARK])], 4)
    times = steps.ended[-LINES_OF_TIMES:]
    room = LINES - len(times) - len(verdicts) - 2
    print("==> summary", *cut(details, room), *times, *verdicts, f"{'FAILED' if final else 'passed'}: status {final}", sep="\n", flush=True)
    return final


if __name__ == "__main__":
    sys.exit(main())
