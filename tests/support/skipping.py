# SPDX-License-Identifier: Apache-2.0
"""Tests that need what this machine does not have: they are skipped and named, also when the others of their file pass."""

import concurrent.futures
import subprocess
import sys
import unittest

SKIPPED = 77  # what cmake/Tests.cmake takes for a test that could not be run


def run_tests(arguments=(), side_by_side=1):
    """Runs the tests of the calling file, with unittest's arguments, and ends the program.

    Prints "skipped: TEST: WHY" for each that was skipped; the status is then 77 unless one has failed. Within `subTest` the
    rest of a test goes on behind `skipTest`. Tests that wait more than they work go `side_by_side` in so many processes, if no
    arguments name some of them.
    """
    if side_by_side > 1 and not arguments:
        sys.exit(run_side_by_side(names_of_tests(unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"])), side_by_side))
    result = unittest.main(module="__main__", argv=[sys.argv[0], *arguments], exit=False).result
    for test, why in result.skipped:
        print(f"skipped: {test.id().removeprefix('__main__.')}: {why}")
    sys.exit(1 if not result.wasSuccessful() else SKIPPED if result.skipped else 0)


def names_of_tests(suite):
    """As arguments name them."""
    if isinstance(suite, unittest.TestCase):
        return [suite.id().removeprefix("__main__.")]
    return [name for part in suite for name in names_of_tests(part)]


def run_side_by_side(names, number):
    """Runs this program in so many processes, each with some of these tests, and returns the status of all."""
    runs = [subprocess.Popen([sys.executable, *sys.orig_argv[1:], *names[i::number]], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True, errors="replace") for i in range(min(number, len(names)))]  # fmt: skip
    with concurrent.futures.ThreadPoolExecutor(number) as readers:
        for reported in readers.map(lambda run: run.communicate()[0], runs):
            print(reported, flush=True)
    statuses = {run.returncode for run in runs}
    return 1 if statuses - {0, SKIPPED} else SKIPPED if SKIPPED in statuses else 0
