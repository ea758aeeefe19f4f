# SPDX-License-Identifier: Apache-2.0
"""Skips tests that need programs or features which this machine lacks. They are listed, even if the other tests of their file pass."""

import concurrent.futures
import subprocess
import sys
import unittest

SKIPPED = 77  # exit status of a skipped test in cmake/Tests.cmake


def run_tests(arguments=(), side_by_side=1):
    """Runs the tests of the calling file, with unittest's arguments, and ends the program.

    Prints "skipped: TEST: WHY" for each skipped test; the status is then 77 unless a test has failed. After `skipTest` within
    `subTest` the rest of the test continues. `side_by_side` is the number of processes in which the tests run in parallel, if
    no arguments name tests; use it for tests that mostly wait.
    """
    if side_by_side > 1 and not arguments:
        sys.exit(run_side_by_side(names_of_tests(unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"])), side_by_side))
    result = unittest.main(module="__main__", argv=[sys.argv[0], *arguments], exit=False).result
    for test, why in result.skipped:
        print(f"skipped: {test.id().removeprefix('__main__.')}: {why}")
    sys.exit(1 if not result.wasSuccessful() else SKIPPED if result.skipped else 0)


def names_of_tests(suite):
    """The names of tests, as arguments give them."""
    if isinstance(suite, unittest.TestCase):
        return [suite.id().removeprefix("__main__.")]
    return [name for part in suite for name in names_of_tests(part)]


def run_side_by_side(names, number):
    """Runs this program in `number` processes, each with some of these tests, and returns the common status."""
    runs = [subprocess.Popen([sys.executable, *sys.orig_argv[1:], *names[i::number]], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True, errors="replace") for i in range(min(number, len(names)))]  # fmt: skip
    with concurrent.futures.ThreadPoolExecutor(number) as readers:
        for reported in readers.map(lambda run: run.communicate()[0], runs):
            print(reported, flush=True)
    statuses = {run.returncode for run in runs}
    return 1 if statuses - {0, SKIPPED} else SKIPPED if SKIPPED in statuses else 0
