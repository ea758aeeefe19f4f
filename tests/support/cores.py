# SPDX-License-Identifier: Apache-2.0
"""What a busy machine takes from a program: time in which it could run, and had no core."""

import time

LEAST_IDLE = 0.5  # of all cores, while nothing but a quiet match runs; with less, other programs keep the machine busy


def _idle():
    """Ticks of all cores: idle, all."""
    with open("/proc/stat", encoding="ascii") as file:
        ticks = [int(word) for word in file.readline().split()[1:9]]
    return ticks[3] + ticks[4], sum(ticks)


class Cores:
    """Made before a quiet time of a process whose pace is measured, and asked how much it has to keep up with under an attack.

    On a machine that was idle before, what waits for a core then waits because of the attack, and counts. On one that other programs keep busy, the time
    for which the first thread of the process waited is not its own doing."""

    def __init__(self, pid):
        self._pid = pid
        self._before = _idle()
        self.is_busy = None
        self._begun = self._waited = 0.0

    def attack(self):
        """The quiet time is over, or one attack, and another one begins."""
        if self.is_busy is None:
            idle, ticks = (now - before for now, before in zip(_idle(), self._before))
            self.is_busy = idle < LEAST_IDLE * ticks
        self._begun, self._waited = time.monotonic(), self._waiting()

    def least_pace(self, wanted):
        """Instead of `wanted`, in the time since `attack`."""
        share = (self._waiting() - self._waited) / max(time.monotonic() - self._begun, 1e-6)
        return wanted - share if self.is_busy else wanted

    def _waiting(self):
        """Seconds; 0 where the kernel does not say."""
        try:
            with open(f"/proc/{self._pid}/schedstat", encoding="ascii") as file:
                return int(file.read().split()[1]) / 1e9
        except (OSError, IndexError, ValueError):
            return 0.0
