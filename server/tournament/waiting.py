# SPDX-License-Identifier: Apache-2.0
"""Waits for processes and signals in one place, asleep until one of them arrives."""

import contextlib
import os
import select
import signal
import time

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
SAME_WISH = 1.0  # s


class Waiting:
    """While the context is entered, signals that would end the program are recorded in `ended_by`, once, and do not end
    it.

    A further one ends the program at once if it arrives at least SAME_WISH seconds after the first. An earlier one
    is part of the same request, since `timeout` of coreutils sends its signal twice."""

    def __init__(self):
        self.ended_by = None
        self._poll = select.poll()
        self._watched = {}  # descriptor of a process: the object that `wait` returns for it

    def __enter__(self):
        self._read, self._write = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        self._poll.register(self._read, select.POLLIN)
        self._before_fd = signal.set_wakeup_fd(self._write, warn_on_full_buffer=False)
        self._before = {number: signal.signal(number, self._end) for number in ENDING if signal.getsignal(number) != signal.SIG_IGN}
        return self

    def __exit__(self, *_):
        if self.ended_by is None:  # otherwise the program ends, and further signals have their previous effect
            for number, before in self._before.items():
                signal.signal(number, before)
        signal.set_wakeup_fd(self._before_fd)
        for descriptor in (*self._watched, self._read, self._write):
            os.close(descriptor)

    def _end(self, number, _frame):
        now = time.monotonic()
        if self.ended_by is None:
            self.ended_by, self._end_came = number, now
        elif number != signal.SIGHUP and now - self._end_came >= SAME_WISH:  # terminals that close send two
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)

    def watch(self, pid, what):
        """Makes `wait` return `what` once the process has ended."""
        descriptor = os.pidfd_open(pid)
        self._poll.register(descriptor, select.POLLIN)
        self._watched[descriptor] = what

    def wait(self, seconds):
        """Waits until a watched process ends, a signal arrives, or the time is over. Returns the objects of ended processes, each once."""
        ended = []
        for descriptor, _ in self._poll.poll(max(0, int(seconds * 1000 + 0.999))):
            if descriptor == self._read:
                with contextlib.suppress(BlockingIOError):
                    os.read(self._read, 512)
            else:
                self._poll.unregister(descriptor)
                os.close(descriptor)
                ended.append(self._watched.pop(descriptor))
        return ended
