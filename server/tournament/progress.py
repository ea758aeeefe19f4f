# SPDX-License-Identifier: Apache-2.0
"""The messages of a runner while it plays: a line for each match that is over and, on a terminal, the number of matches
in play and the remaining time."""

import sys
import time

from .names import plain
from .records import Failure
from .text import score


def duration(seconds):
    """An approximate duration in words."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"


class Progress:
    """Prints to `out`. `quiet`: only errors."""

    def __init__(self, out=None, quiet=False, clock=time.monotonic):
        self.out, self.quiet, self.clock = out or sys.stdout, quiet, clock
        self.live = self.out.isatty() and not quiet
        self.begun = self.done = None
        self.shown = ""

    def say(self, line):
        """Prints a line for users, above the progress line."""
        self._print(("\r\x1b[K" if self.shown else "") + line + "\n")
        self.shown = ""

    def _print(self, text):
        try:
            self.out.write(text)
            self.out.flush()
        except (OSError, ValueError):  # the reader of the output is gone: the league continues
            self.live, self.quiet = False, True

    def started(self, _match):
        if self.begun is None:
            self.begun, self.done = self.clock(), 0

    def awaits(self, settings, match, one, connect_timeout, log):
        """Reports that a match begins only when agents of the type `one` have connected. `connect_timeout`: s that the
        server waits, unless its arguments set another value. `log`: the file in which it states the port that it has
        chosen."""
        if self.quiet:
            return
        where = f"at port {plain(one.port, 10)}" if one.port else f"at the port that {plain(log)} names"
        own = any(word.partition("=")[0] == "--wait" for word in settings.server)
        for_long = "" if own else f", for {duration(connect_timeout)} at most" if connect_timeout else ", without a time limit"
        agents = f"{settings.agents} agent{'s' if settings.agents > 1 else ''} of {plain(one.name, 40)}"
        self.say(f"{match.key}: waiting for {agents} to connect {where}{for_long}")

    def _counts(self, league):
        over = sum(1 for match in league.schedule().matches if league.journal.is_over(match.key))
        return over, max(league.schedule().total, over)

    def left(self, league):
        """The approximate remaining time at this runner's pace so far; None before there is one."""
        if not self.done:
            return None
        over, total = self._counts(league)
        return (self.clock() - self.begun) / self.done * (total - over)

    def ended(self, league, match, record):
        if not (isinstance(record, Failure) and not league.journal.is_over(match.key)):
            self.done = (self.done or 0) + 1
        if self.quiet and not isinstance(record, Failure):
            return
        over, total = self._counts(league)
        left = self.left(league)
        rest = f" (about {duration(left)} left)" if left and not self.live else ""
        again = f" (attempt {record.attempt})" if isinstance(record, Failure) else ""
        self.say(f"{over:>{len(str(total))}}/{total}  {plain(match.left, 40)} - {plain(match.right, 40)}  {score(match, record)}{again}{rest}")

    def waiting(self, league, running, slots):
        if not self.live:
            return
        over, total = self._counts(league)
        left = self.left(league)
        line = f"{over} of {total} matches, {running} being played here" + (f", about {duration(left)} left" if left else "")
        if line != self.shown:
            self._print("\r\x1b[K" + line)
            self.shown = line

    def close(self):
        if self.shown:
            self._print("\r\x1b[K")
            self.shown = ""
