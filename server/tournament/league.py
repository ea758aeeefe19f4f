# SPDX-License-Identifier: Apache-2.0
"""A league as seen by a runner: its settings, its journal, its claims, and the next match to play. All runners change a
league's folder only through this module, whatever they play the matches with."""

import os
import time

from . import agent_types
from .claims import Claims
from .errors import LeagueError
from .journal import LARGEST, Journal
from .names import plain
from .plans import schedule
from .records import LAST_NUMBER, Failure
from .standings import absent

# Bounds of a journal's size: the line of a match has some hundred bytes, as have the lines of failed or cancelled
# attempts.
MIN_BOUND, BYTES_OF_A_MATCH = 16 << 20, 4096


class League:
    """`say(line)` prints a line for users. `me`: the contents of this runner's claims (`claims.myself`)."""

    def __init__(self, folder, settings, say, me=None, clock=time.monotonic):
        self.folder, self.settings, self.say = folder, settings, say
        self.journal = Journal(folder, say, min(LARGEST, MIN_BOUND + BYTES_OF_A_MATCH * settings.max_matches()))
        self.claims = Claims(folder, me, clock)
        self._schedule = None
        self._folders = {}
        self.missing = set()  # types whose folder does not exist

    def refresh(self):
        """Reads the changes made by other runners."""
        if self.journal.refresh():
            self._changed()

    def _changed(self):
        if self._schedule and not self._schedule.fixed:
            self._schedule = None

    def schedule(self):
        """The schedule that follows from the present state."""
        if self._schedule is None:
            self._schedule = schedule(self.settings, self.journal.outcomes())
        return self._schedule

    def open_matches(self):
        """The matches that can be played now and are not over, in order."""
        return [match for match in self.schedule().matches if not self.journal.is_over(match.key)]

    def playing(self):
        """The keys of the matches that are being played now, according to the claims."""
        open_ones = {match.key for match in self.open_matches()}
        claimed = self.claims.attempts()
        return {key for key, attempt in claimed.items() if key in open_ones and self.claims.is_played(key, attempt)}

    def is_over(self):
        return self.schedule().complete and not self.open_matches()

    def write(self, record):
        """Writes a record into the journal. False if the journal already has the outcome."""
        written = self.journal.append(record)
        self._changed()
        return written

    def next_attempt(self, match, claimed):
        """The number of the next attempt at a match, or None if it is over or being played. `claimed`:
        `Claims.attempts()`. Attempts of dead runners are recorded as interrupted, since the death of a runner says
        nothing about the match. A job that the cluster has restarted has failed. Numbers only name attempts: the
        number of failures comes from the journal, which may have lost a line."""
        attempt = self.journal.last_ended(match.key) + 1
        if claimed.get(match.key, 0) >= attempt:
            attempt = claimed[match.key]
            death = self.claims.death(match.key, attempt)
            if death is None:
                return None
            how = "failed" if self.claims.same_job(self.claims.holder(match.key, attempt) or {}) else "interrupted"
            self.say(f"{match.key}: attempt {attempt} {'has failed' if how == 'failed' else 'was interrupted'}: {death}")
            self.write(Failure(match.key, attempt, how, death))
            attempt += 1
        if attempt > LAST_NUMBER:
            raise LeagueError(f"{match.key}: the number of an attempt is at most {LAST_NUMBER}, which {self.journal.path} or its claims have reached")
        return None if self.journal.is_over(match.key) else attempt

    def tidy_claims(self):
        """Removes the claims of attempts that are over: those of runners and jobs that were killed."""
        for key, attempt in self.claims.all():
            if self.claims.held.get(key) != attempt and not self._counts(key, attempt):
                self.claims.remove(key, attempt)
        self.claims.remove_leftovers()

    def _counts(self, key, attempt):
        """Whether the outcome of the attempt will be accepted: its match is not over, and no runner has recorded its failure."""
        return not self.journal.is_over(key) and not self.journal.has_ended(key, attempt)

    def claim(self, match, claimed):
        """The number of the attempt that this runner has now claimed, or None."""
        attempt = self.next_attempt(match, claimed)
        if attempt is None or not self.claims.take(match.key, attempt):
            return None
        self.journal.refresh_for_certain()
        self._changed()
        if not self._counts(match.key, attempt):
            self.claims.release(match.key)
            return None
        return attempt

    def still_mine(self, match, attempt):
        """Whether the attempt still counts: no other runner has declared this one dead meanwhile."""
        self.journal.refresh_for_certain()
        return self._counts(match.key, attempt)

    def play_again(self, name):
        """Annuls the walk-overs that this type has lost and its failed matches, so that they are played again. Returns
        their number. LeagueError if later matches depend on them."""
        self.refresh()
        annulled = []
        for match in self.schedule().matches:
            record = self.journal.outcomes().get(match.key)
            if name in (match.left, match.right) and record and (isinstance(record, Failure) or name in absent(match, record)):
                annulled.append((match, record))
        last = max((match.round for match in self.schedule().matches if self.journal.is_over(match.key)), default=0)
        early = next((match for match, _ in annulled if match.round < last), None)
        if early and not self.schedule().fixed:
            raise LeagueError(f"{early.key} cannot be played again: matches of round {last} have been played, and their pairings follow from it")
        for match, record in annulled:
            self.write(Failure(match.key, record.attempt, "annulled", f"{plain(name, 40)} plays again"))
        return len(annulled)

    def types(self):
        """The types that take part, by name; LeagueError if the database lacks one of them."""
        return {one.name: one for one in agent_types.demand(self.settings.agentdb, self.settings.types)}

    def awaited(self):
        """The types whose agents are started by users, by name."""
        return {name: one for name, one in self.types().items() if one.is_awaited}

    def is_absent(self, match):
        """Whether the folder of a team has vanished. It may come back, so the match does not fail; the folder is reported once."""
        self._folders = self._folders or {name: None if one.is_awaited else one.folder for name, one in self.types().items()}
        for name in (match.left, match.right):
            folder = self._folders[name]
            if folder is None or os.path.isdir(folder):
                self.missing.discard(name)
                continue
            if name not in self.missing:
                self.missing.add(name)
                self.say(f"{plain(name)}: its folder {folder} is missing; its matches have to wait")
            return True
        return False

    def why_absent(self, number):
        """The reason in words, for this number of matches."""
        return f"{number} matches cannot be played until the folders of {', '.join(map(plain, sorted(self.missing)))} exist again"
