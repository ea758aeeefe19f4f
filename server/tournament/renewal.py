# SPDX-License-Identifier: Apache-2.0
"""Keeps the files with results up to date while a league is played: users leave index.html open, and programs poll results.json."""

import time

from . import files
from .errors import LeagueError
from .summary import Summary

SHARE = 0.02  # of a runner's time; the Elo intervals of large leagues take seconds
MIN_PAUSE = 1.0  # s between two updates


class Renewal:
    """Any number of runners may update the files of one league: each file is complete at any time, and the last runner
    to end writes all of them once more."""

    def __init__(self, league, clock=time.monotonic):
        self.league, self.clock = league, clock
        self.shown = None
        self.next = clock()
        self.trouble = ""

    def look(self):
        """Updates the files if something has changed and the pause is over. A league can be played without them, so an
        error is reported only once."""
        begun = self.clock()
        if begun < self.next:
            return
        journal = self.league.journal
        state = (len(journal.outcomes()), sum(map(len, journal.failures.values())), self.league.playing())
        if state != self.shown:
            self.shown = state
            self._renew()
        now = self.clock()
        self.next = now + max(MIN_PAUSE, (now - begun) / SHARE)

    def _renew(self):
        try:
            files.write_all(self.league.folder, Summary(self.league))
            self.trouble = ""
        except LeagueError as error:
            if str(error) != self.trouble:
                self.league.say(f"the results are not updated: {error}")
            self.trouble = str(error)
