# SPDX-License-Identifier: Apache-2.0
"""The time that a busy machine takes from a program: it was ready to run, and no core was free."""

import time

MIN_IDLE = 0.5  # share of idle time of all cores during a quiet match; if it is less, other programs keep the machine busy


def _idle():
    """Ticks of all cores: idle ones, and the total."""
    with open("/proc/stat", encoding="ascii") as file:
        ticks = [int(word) for word in file.readline().split()[1:9]]
    return ticks[3] + ticks[4], sum(ticks)


class Cores:
    """Computes the pace that a process must keep under an attack. Created before a quiet time of the process.

    If the machine was idle before, waiting for a core is caused by the attack, and counts. If other programs keep it busy, the time for which
    the first thread of the process waited is excluded."""

    def __init__(self, pid):
        self._pid = pid
        self._before = _idle()
        self.is_busy = None
        self._begun = self._waited = 0.0

    def attack(self):
        """Ends the quiet time, or an attack, and begins the next attack."""
        if self.is_busy is None:
            idle, ticks = (now - before for now, before in zip(_idle(), self._before))
            self.is_busy = idle < MIN_IDLE * ticks
        self._begun, self._waited = time.monotonic(), self._waiting()

    def min_pace(self, wanted):
        """The pace to assert instead of `wanted`, for the time since `attack`."""
        share = (self._waiting() - self._waited) / max(time.monotonic() - self._begun, 1e-6)
        return wanted - share if self.is_busy else wanted

    def _waiting(self):
        """Seconds; 0 if the kernel does not report it."""
        try:
            with open(f"/proc/{self._pid}/schedstat", encoding="ascii") as file:
                return int(file.read().split()[1]) / 1e9
        except (OSError, IndexError, ValueError):
            return 0.0
