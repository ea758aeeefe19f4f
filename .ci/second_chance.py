#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reruns the tests that failed while others were running: alone, and twice.

    second_chance.py BUILD REPORT

BUILD: a build folder in which ctest has just run; REPORT: the output of ctest. A test that passes both times is reported as "passed
the second time", with the reason of its first failure. No test is rerun if more than MAX_FAILED failed, or if one of them

  * ended by a signal, or its output contains the report of a sanitizer, an abort or a crash,
  * is labelled "exact": its result does not depend on the machine or its load,
  * has a source that the change touches: the author of a test that fails by chance must learn of it before the change is merged,

or if programs of the build are still running. A test that is skipped the second time has failed. Exit status: 0 if all failed tests
passed the second time, else 8. The summary is printed last and written to BUILD/second_chance.txt.

The change consists of the commits of HEAD since RCSS_BASE (a commit), or since HEAD left the main branch of the cloned repository. If the clone
lacks that commit, or its common ancestor with HEAD (a shallow clone), the last rule does not apply, and the summary says so.
"""

import glob
import json
import os
import re
import subprocess
import sys

MAX_FAILED = 5
TIMES = 2
FAILED = 8  # as ctest
ORDINARY = {"Failed", "Timeout"}  # results that may be due to chance
CRASH = re.compile(r"(Address|Thread|Leak|Memory|UndefinedBehavior)Sanitizer|runtime error: |Segmentation fault|core dumped|SIGSEGV|SIGABRT|"
                   r"terminate called|Assertion .* failed|stack smashing|double free|corrupted size")  # fmt: skip
REASON = re.compile(r"^(\w+\.)*\w*(Error|Exception|Failure)\b|\bFAILED:")
REASON_LINES = 6


def failed_tests(report):
    """Number, name and result of each test that ctest lists as failed; newer versions of ctest print labels after the result."""
    _, _, listed = report.rpartition("The following tests FAILED:")
    return [(int(number), name, end) for number, name, end in re.findall(r"^\s*(\d+) - (.*) \(([^()]*)\)(?:\s+[^()]*)?$", listed, re.MULTILINE)]


def outputs(log):
    """The output of each test, by name, from ctest's log of its last run."""
    parts = re.split(r"^\d+/\d+ Testing: (.*)$", log, flags=re.MULTILINE)
    return dict(zip(parts[1::2], (part.partition("\n<end of output>")[0] for part in parts[2::2]), strict=True))


def reason_of(output):
    """The first lines of the output that state a reason; its last lines if none does."""
    lines = [line.rstrip() for line in output.splitlines() if line.strip()]
    for i, line in enumerate(lines):
        if REASON.search(line):
            return lines[i : i + REASON_LINES]
    return lines[-REASON_LINES:]


def ctest(build, *arguments, stderr=subprocess.STDOUT):
    return subprocess.run(["ctest", "--test-dir", build, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=stderr,
                          text=True, errors="replace", check=False)  # fmt: skip


def all_tests(build):
    """The description of each test by ctest, by name."""
    return {test["name"]: test for test in json.loads(ctest(build, "--show-only=json-v1", stderr=subprocess.DEVNULL).stdout)["tests"]}


def is_exact(test):
    return any(each["name"] == "LABELS" and "exact" in each["value"] for each in test.get("properties", []))


def git(*arguments):
    """The output of git; None if it failed."""
    done = subprocess.run(["git", *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
    return done.stdout if done.returncode == 0 else None


def base():
    return os.environ.get("RCSS_BASE") or "origin/HEAD"


def touched_files():
    """Absolute paths; None if the beginning of the change is unknown."""
    root, names = git("rev-parse", "--show-toplevel"), git("diff", "--name-only", "-z", f"{base()}...HEAD")
    return None if root is None or names is None else {os.path.join(root.strip(), name) for name in names.split("\0") if name}


def sources(name, test, touched):
    """The files of `touched` that belong to the test: the script that it runs, or the sources of its program, in the folder of its name."""
    if scripts := {word for word in test.get("command", []) if word.endswith((".py", ".sh"))}:
        return sorted(scripts & touched)
    folder = os.sep + os.path.join("tests", name.partition(":")[0])
    return sorted(file for file in touched if os.path.dirname(file).endswith(folder) and file.endswith((".cpp", ".h")))


def running_programs(build):
    """Programs of the build that are still running because no one ended them."""
    found = []
    for link in glob.glob("/proc/[0-9]*/exe"):
        try:
            program = os.readlink(link)
        except OSError:
            continue
        if program.startswith(os.path.realpath(build) + os.sep):
            found.append(f"{program} (process {link.split('/')[2]})")
    return found


def refusal(build, failed, printed, touched):
    """The reason why no test is rerun; empty if tests are rerun."""
    if not failed:
        return "ctest failed without naming a test"
    if len(failed) > MAX_FAILED:
        return f"{len(failed)} tests failed, and at most {MAX_FAILED} are rerun"
    tests = all_tests(build)
    for _, name, end in failed:
        if end not in ORDINARY:
            return f"{name} ended with: {end}"
        if found := CRASH.search(printed.get(name, "")):
            return f"{name} printed: {found[0]}"
        if is_exact(tests.get(name, {})):
            return f"{name} is exact: its result does not depend on the machine's load"
        if own := sources(name, tests.get(name, {}), touched):
            return f"{name} is a test that the change touches: {os.path.basename(own[0])}"
    if running := running_programs(build):
        return "still running: " + ", ".join(running)
    return ""


def passes_alone(build, number):
    """Runs a test alone, TIMES times. Returns why it does not pass; empty if it passes."""
    for i in range(TIMES):
        run = ctest(build, "-I", f"{number},{number}", "--output-on-failure", "--no-tests=error")
        print(run.stdout, flush=True)
        what = "failed" if run.returncode else "was skipped" if "***Skipped" in run.stdout else ""
        if what:
            return f"{what} in try {i + 1} of {TIMES}, alone"
    return ""


def main(build, report):
    with open(report, encoding="utf-8", errors="replace") as file:
        failed = failed_tests(file.read())
    try:
        with open(os.path.join(build, "Testing", "Temporary", "LastTest.log"), encoding="utf-8", errors="replace") as file:
            printed = outputs(file.read())
    except FileNotFoundError:  # ctest ended before its first test
        printed = {}
    summary = []
    touched = touched_files()
    why_not = refusal(build, failed, printed, touched or set())
    status = FAILED if why_not else 0
    for number, name, end in failed:
        wrong = end if why_not else passes_alone(build, number)
        if wrong:
            status = FAILED
        summary.append(f"{f'FAILED ({wrong})' if wrong else 'passed the second time'}: {number} - {name}; at first:")
        summary += [f"    {line}" for line in reason_of(printed.get(name, "")) or [end]]
    if touched is None:
        summary.append(f"unknown which tests the change touches, so none was refused for that reason: HEAD cannot be compared with {base()}")
    if why_not:
        summary.append(f"no test is rerun: {why_not}")
    summary.append(f"{len(failed)} failed while others were running, {sum(line.startswith('passed') for line in summary)} of them passed alone, {TIMES} times")
    text = "\n".join(summary)
    with open(os.path.join(build, "second_chance.txt"), "w", encoding="utf-8") as file:
        print(text, file=file)
    print(text, flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
