#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mutation tests: puts small faults into the program, one at a time, and runs the tests of the fault's room.

    bench/mutate.py                              all of bench/mutations.txt, in build-mutants/
    bench/mutate.py --room 'spark/.*'            those of some rooms
    bench/mutate.py --only 'think_cycle'         those with this text in their line of the report
    bench/mutate.py --check                      only checks whether the list fits the sources

All faults are compiled together, each behind a switch that an environment variable selects (RCSS_MUTANT, a number of the list), so that one build
serves all of them and each run costs only its tests. A fault that cannot be switched, as in a declaration, is built separately. The sources are
copied into the build folder; the project's own are never changed. bench/mutations.py describes the format of the list.

A fault is killed if a test fails, crashes or does not end in time. The exit status is 1 if less than --wanted percent of the detectable faults are
killed, or if the list has faults whose text is no longer in the sources; these are listed and skipped.
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import mutations as listed  # noqa: E402
from mutated_tree import Tree  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
SKIPPED = 77
ROUNDS = 12  # the maximum number of builds to find faults that do not compile


def targets_of(tests):
    """The targets to build for a test."""
    return tests.split(": ctest ")[0].split() if ": ctest " in tests else shlex.split(tests)[:1]


def command_of(tests, build_folder):
    if ": ctest " in tests:
        regex = tests.split(": ctest ")[1].strip()
        return ["ctest", "--test-dir", str(build_folder), "--no-tests=error", "--stop-on-failure", "-R", regex]
    program, *arguments = shlex.split(tests)
    return [str(build_folder / "bin" / program), "--abort", *arguments]


def run(command, number, limit):
    """The status of the tests (None if they did not end in time), their output and their duration. Leaves no process behind."""
    begin = time.monotonic()
    environment = dict(os.environ, RCSS_MUTANT=str(number))
    with subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          start_new_session=True) as process:
        try:
            output, _ = process.communicate(timeout=limit)
            status = process.returncode
        except subprocess.TimeoutExpired:
            output, status = b"", None
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
    return status, output.decode("utf-8", "replace"), time.monotonic() - begin


class Trial:
    """Runs the tests of faults."""

    def __init__(self, tree, min_limit):
        self.tree, self.min_limit = tree, min_limit
        self.usual = {}  # the usual duration of tests without a fault, s

    def baseline(self, tests):
        """Returns why the tests cannot be used, or an empty text: they must pass without a fault."""
        status, output, seconds = run(command_of(tests, self.tree.build_folder), 0, 1800)
        self.usual[tests] = seconds
        return "" if status in (0, SKIPPED) else f"{tests} fails without a fault (status {status}):\n{output[-3000:]}"

    def judge(self, fault):
        """Returns killed, timeout or survived."""
        for tests in fault.tests:
            limit = max(self.min_limit, 5 * self.usual[tests])
            status, _, _ = run(command_of(tests, self.tree.build_folder), fault.number, limit)
            if status is None:
                return "timeout"
            if status not in (0, SKIPPED):
                return "killed"
        return "survived"


def build_all(tree, faults, targets):
    """Builds all switchable faults together."""
    for _ in range(ROUNDS):
        tree.sync(faults)
        output = tree.build(targets)
        if not output:
            return
        blamed = tree.blamed(output, faults)
        if not blamed:
            sys.exit(f"the build fails, and not by a fault of the list:\n{output[-5000:]}")
        for fault in blamed:
            print(f"cannot be switched, is built for by itself: {fault}", flush=True)
            fault.rebuild = True
    sys.exit("the build keeps failing")


def show(fault, verdict, done, count):
    print(f"{done}/{count} {verdict:12} {fault.number:3} {fault}", flush=True)


def report(faults, verdicts, wanted):
    """Prints the table of rooms and the survivors. Returns the exit status."""
    kinds = ("killed", "timeout", "survived", "equivalent", "not compiled", "not judged")
    table = collections.defaultdict(collections.Counter)
    for fault in faults:
        verdict = verdicts[fault.number]
        table[fault.room]["equivalent" if fault.equivalent and verdict == "survived" else verdict] += 1
    total = sum(table.values(), collections.Counter())
    width = max(len(room) for room in table) + 2
    print("\n" + "room".ljust(width) + "".join(kind.rjust(14) for kind in kinds))
    for room, counts in [*table.items(), ("all", total)]:
        print(room.ljust(width) + "".join(str(counts[kind]).rjust(14) for kind in kinds))
    named = 0
    for fault in faults:
        verdict = verdicts[fault.number]
        if verdict == "survived" and fault.equivalent:
            print(f"equivalent: {fault}\n    {fault.equivalent}")
        elif verdict in ("killed", "timeout") and fault.equivalent:
            print(f"NOT EQUIVALENT, a test noticed it: {fault}\n    {fault.equivalent}")
            named += 1
        elif verdict not in ("killed", "timeout"):
            print(f"{verdict.upper()}: {fault}")
    caught = total["killed"] + total["timeout"]
    countable = caught + total["survived"]
    percent = 100.0 * caught / countable if countable else 0.0
    print(f"killed {caught} of {countable}: {percent:.1f} %")
    return 0 if percent >= wanted and not named and not total["not compiled"] and not total["not judged"] else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", type=pathlib.Path, default=ROOT, help="source folder")
    parser.add_argument("--list", type=pathlib.Path, help="the list of faults (bench/mutations.txt)")
    parser.add_argument("--build", type=pathlib.Path, help="build folder (build-mutants)")
    parser.add_argument("--room", default="", help="regular expression for the whole name of the room")
    parser.add_argument("--only", default="", help="regular expression for a part of the line of the report; or the number")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="parallel jobs of the build")
    parser.add_argument("--side-by-side", type=int, default=1, metavar="N", help="faults tested in parallel")
    parser.add_argument("--wanted", type=float, default=95.0, help="percentage of detectable faults that must be killed")
    parser.add_argument("--min-limit", type=float, default=30.0, help="minimum time limit of tests, s; otherwise five times the usual time")
    parser.add_argument("--check", action="store_true", help="only check whether the list fits the sources")
    parser.add_argument("options", nargs="*", help="options for cmake, after --")
    options = parser.parse_args()
    source = options.source.resolve()
    try:
        faults, wrong = listed.fitting(options.list or source / "bench" / "mutations.txt", source)
    except listed.Rotten as error:
        sys.exit(f"the list of faults cannot be read:\n{error}")
    print(f"{len(faults)} faults in {len({f.room for f in faults})} rooms fit the sources")
    if wrong:
        print("these do not, and are left out:", *wrong, sep="\n    ", flush=True)
    if options.check:
        return 1 if wrong else 0
    wanted = [f for f in faults if (not options.room or re.fullmatch(options.room, f.room)) and
              (not options.only or options.only == str(f.number) or re.search(options.only, str(f)))]
    if not wanted:
        sys.exit("there is no such fault")
    tree = Tree(source, (options.build or source / "build-mutants").resolve(), options.jobs, options.options)
    targets = {target for f in wanted for tests in f.tests for target in targets_of(tests)}
    build_all(tree, faults, targets)

    trial = Trial(tree, options.min_limit)
    verdicts, failing = {}, {}
    for tests in dict.fromkeys(tests for f in wanted for tests in f.tests):
        failing[tests] = trial.baseline(tests)
        print(f"{trial.usual[tests]:6.1f} s  {tests}" + (f"\n{failing[tests]}" if failing[tests] else ""), flush=True)
    judged = [f for f in wanted if not any(failing[tests] for tests in f.tests)]
    verdicts.update({f.number: "not judged" for f in wanted if f not in judged})
    with concurrent.futures.ThreadPoolExecutor(options.side_by_side) as pool:
        waiting = {pool.submit(trial.judge, f): f for f in judged if not f.rebuild}
        for future in concurrent.futures.as_completed(waiting):
            fault = waiting[future]
            verdicts[fault.number] = future.result()
            show(fault, verdicts[fault.number], len(verdicts), len(wanted))
    for fault in judged:
        if not fault.rebuild:
            continue
        tree.sync(faults, fault.number)
        output = tree.build({target for tests in fault.tests for target in targets_of(tests)})
        verdicts[fault.number] = "not compiled" if output else trial.judge(fault)
        show(fault, verdicts[fault.number], len(verdicts), len(wanted))
    if any(f.rebuild for f in judged):
        tree.sync(faults)
    return report(wanted, verdicts, options.wanted) or int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
