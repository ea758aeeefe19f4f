# SPDX-License-Identifier: Apache-2.0
"""Tests that need what this machine does not have: they are skipped and named, also when the others of their file pass."""

import sys
import unittest

SKIPPED = 77  # what tests/CMakeLists.txt takes for a test that could not be run


def run_tests(arguments=()):
    """Runs the tests of the calling file, with unittest's arguments, and ends the program.

    Prints "skipped: TEST: WHY" for each that was skipped; the status is then 77 unless one has failed. Within `subTest` the
    rest of a test goes on behind `skipTest`.
    """
    result = unittest.main(module="__main__", argv=[sys.argv[0], *arguments], exit=False).result
    for test, why in result.skipped:
        print(f"skipped: {test.id().removeprefix('__main__.')}: {why}")
    sys.exit(1 if not result.wasSuccessful() else SKIPPED if result.skipped else 0)
