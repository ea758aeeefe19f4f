# SPDX-License-Identifier: Apache-2.0
"""How fast something happens, and how soon: asserted only on a machine that has nothing else to do.

With `paced` among its arguments, a program of tests runs those that assert a pace, and asserts it: ctest has such an entry alone (ALONE in
cmake/Tests.cmake), and only every night. Without that word it runs all of its tests beside others, and prints what would have been too slow."""

import sys

from cores import Cores
from programs import wait_until

PACED = "paced" in sys.argv[1:]
if PACED:
    sys.argv.remove("paced")  # the other arguments are the program's own
SECONDS = 3 if PACED else 0.5  # that a measurement takes


def asserts_pace(test):
    """A decorator for tests that are worth running with `paced`."""
    test.asserts_pace = True
    return test


def chosen(tests, names):
    """The tests with these names; without names all, or with `paced` those that assert a pace."""
    return [test for test in tests if (test.__name__ in names if names else not PACED or hasattr(test, "asserts_pace"))]


def check_pace(condition, *what):
    """AssertionError where pace is asserted; elsewhere a line."""
    if condition:
        return
    if PACED:
        raise AssertionError(" ".join(map(str, what)))
    print("  slow, which counts with `paced` only:", *what, flush=True)


class Pace:
    """Compares how fast a world goes on under attacks with its pace in quiet. `measure(seconds)`: simulated time per time that passes."""

    def __init__(self, pid, measure):
        self._cores, self._measure = Cores(pid), measure
        self.usual = self._now()
        self.attack()

    def attack(self):
        """The next attack begins."""
        self._cores.attack()

    def check(self, share=0.75, pace=None):
        """The world goes on, and with at least that share of its usual pace; `pace`: what has been measured since the attack began."""
        pace = self._now() if pace is None else pace
        least = self._cores.least_pace(share * min(self.usual, 1))
        print(f"  {pace:.3f} of real time ({self.usual:.3f} without; {least:.3f} is enough)", flush=True)
        check_pace(pace > least, f"the world goes on with {pace:.3f} of real time, and with {self.usual:.3f} without an attack")

    def _now(self):
        return wait_until(lambda: self._measure(SECONDS), "another step")
