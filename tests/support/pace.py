# SPDX-License-Identifier: Apache-2.0
"""Speeds and delays, which are asserted only on a machine without other load.

With the argument `paced` a test program runs only the tests that assert a speed: ctest runs these entries alone (ALONE in cmake/Tests.cmake), and
only in ./check --pace. Without it the program runs all of its tests, in parallel with others, and prints speeds that would have been too low."""

import sys

from cores import Cores
from programs import wait_until

PACED = "paced" in sys.argv[1:]
if PACED:
    sys.argv.remove("paced")  # the other arguments are the program's
SECONDS = 3 if PACED else 0.5  # duration of a measurement


def asserts_pace(test):
    """A decorator for tests that run with `paced`."""
    test.asserts_pace = True
    return test


def chosen(tests, names):
    """The tests with these names; without names all tests, or with `paced` those that assert a speed."""
    return [test for test in tests if (test.__name__ in names if names else not PACED or hasattr(test, "asserts_pace"))]


def check_pace(condition, *what):
    """Raises AssertionError if speeds are asserted; otherwise prints a line."""
    if condition:
        return
    if PACED:
        raise AssertionError(" ".join(map(str, what)))
    print("  slow, which counts with `paced` only:", *what, flush=True)


class Pace:
    """Compares the pace of a world under attack with its pace without. `measure(seconds)`: simulated time per real time."""

    def __init__(self, pid, measure):
        self._cores, self._measure = Cores(pid), measure
        self.usual = self._now()
        self.attack()

    def attack(self):
        """Begins the next attack."""
        self._cores.attack()

    def check(self, share=0.75, pace=None):
        """Checks that the world continues with at least this share of its usual pace; `pace`: the pace measured since the attack began."""
        pace = self._now() if pace is None else pace
        least = self._cores.min_pace(share * min(self.usual, 1))
        print(f"  {pace:.3f} of real time ({self.usual:.3f} without; {least:.3f} is enough)", flush=True)
        check_pace(pace > least, f"the world goes on with {pace:.3f} of real time, and with {self.usual:.3f} without an attack")

    def _now(self):
        return wait_until(lambda: self._measure(SECONDS), "another step")
