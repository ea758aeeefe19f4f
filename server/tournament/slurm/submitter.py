# SPDX-License-Identifier: Apache-2.0
"""Plays a league on a cluster: keeps its open matches in Slurm's queue as arrays of jobs, and handles those that end
without a result.

The journal alone defines what has been played; the queue only explains why a match was not. A submitter may be ended
or killed at any time: jobs continue, and the next submitter finds them by their name and comment, or finds what they
have written. Two submitters may put a match into the queue twice; the second job finds the claim or the line of the
first, and ends.

* timed out, out of memory, node failed, …: the submitter records the attempt as failed; the match is tried again like
  any other.
* requeued: the job's next start records the previous attempt as failed.
* cancelled: this is taken as intended, so this submitter does not put the match into the queue again; the next one
  does.
"""

import os
import time

from ..errors import LeagueError
from ..names import plain
from .. import places
from ..renewal import Renewal
from ..waiting import Waiting
from . import chunks, endings, queue

MAX_QUEUED = 5000  # default maximum of queued matches: controllers allow 10,000 jobs by default, for all users
MAX_IN_ARRAY = 1000
SETTLING = 5.0  # s
ENDING = 60.0  # s for cancelled jobs to leave the queue


def period(jobs):
    """s between two queries of the queue: the longer the queue, the more a query costs the controller."""
    return 1.0 if jobs < 50 else 5.0 if jobs < 1000 else 20.0


class Submitter:
    """`most`: maximum of queued matches, 0: `MAX_QUEUED`. `more`: options of sbatch. `limit`: as for `local.Runner`, for each task."""

    def __init__(self, league, server, most, progress, limit=0.0, more=()):
        self.league, self.server, self.progress, self.limit, self.more = league, server, progress, limit, list(more)
        self.most = most or MAX_QUEUED
        self.folder = os.path.abspath(league.folder)
        self.name = queue.name_of(self.folder)
        self.size = None
        self.active = {}  # name of a job: key of its match
        self.running = 0
        self.seen = set()  # finished jobs that have been handled
        self.suspects = {}  # jobs that seem to have failed, and since when
        self.chunks = {}
        self.cancelled = set()
        self.shown = set()
        self.renewal = Renewal(league)
        self.trouble = ""

    def run(self):
        """Runs until the league is over (returns 0), a signal arrives (returns its number), or LeagueError is raised."""
        league = self.league
        league.refresh()
        self.shown = set(league.journal.outcomes())
        if league.awaited():
            raise LeagueError(f"agents of {', '.join(map(plain, league.awaited()))} are awaited, but cannot know on which node their match is played")
        self.progress.started(None)
        with Waiting() as waiting:
            while not waiting.ended_by:
                try:
                    self._look()
                    self._show()
                    if league.is_over() or not self._fill():
                        break
                    self.trouble = ""
                except queue.Trouble as error:
                    if str(error) != self.trouble:
                        league.say(f"Slurm: {error}; trying again")
                    self.trouble = str(error)
                self.renewal.look()
                self.progress.waiting(league, self.running, self.most)
                waiting.wait(period(len(self.active)))
            self._cancel_all(waiting)
        league.tidy_claims()
        self._show()
        left = [key for key in self.cancelled if not league.journal.is_over(key)]
        if left and not waiting.ended_by:
            raise LeagueError(f"{len(left)} matches were cancelled")
        return waiting.ended_by or 0

    def _key(self, job):
        """The key of the match that a job is for; None if it is unknown."""
        if job.chunk not in self.chunks:
            try:
                self.chunks[job.chunk] = chunks.read(self.folder, job.chunk)
            except LeagueError as error:
                self.chunks[job.chunk] = []
                self.league.say(f"job {plain(job.name)} is for unknown matches: {error}")
        keys = self.chunks[job.chunk]
        return keys[job.index] if job.index < len(keys) else None

    def _look(self):
        """Updates the state of the jobs."""
        jobs = queue.jobs(self.name)
        self.league.refresh()
        there = set()
        self.running = sum(job.state in ("RUNNING", "COMPLETING") for job in jobs)
        for job in jobs:
            there.add(job.name)
            key = self._key(job)
            if key is None:
                continue
            if job.state not in queue.OVER:
                self.active[job.name] = key
                self.seen.discard(job.name)
                self.suspects.pop(job.name, None)
            elif job.name not in self.seen and (job.state == "COMPLETED" or self._has_settled(job.name)):
                self.seen.add(job.name)
                self._over(job.name, key, job.state, self.active.pop(job.name, None) is not None)
        for name in [name for name in self.active if name not in there]:
            self._over(name, self.active.pop(name), "", True)

    def _has_settled(self, name):
        """Whether a job has been over for a while: a requeued job looks finished for some seconds."""
        return time.monotonic() - self.suspects.setdefault(name, time.monotonic()) >= SETTLING

    def _over(self, name, key, state, was_active):
        if endings.see_to(self.league, self.folder, name, key, state, was_active) == "cancelled":
            self.cancelled.add(key)

    def _show(self):
        """Prints a line for each match that has ended since the last call."""
        outcomes = self.league.journal.outcomes()
        if len(outcomes) > len(self.shown):
            for match in self.league.schedule().matches:
                if match.key in outcomes and match.key not in self.shown:
                    self.shown.add(match.key)
                    self.progress.ended(self.league, match, outcomes[match.key])

    def _fill(self):
        """Puts open matches into the queue. False if the queue is empty and no other runner plays the remaining matches."""
        queued, elsewhere, absent, todo = set(self.active.values()), 0, 0, []
        claimed = self.league.claims.attempts()
        for match in self.league.open_matches():
            if match.key in queued or match.key in self.cancelled:
                continue
            if self.league.is_absent(match):
                absent += 1
            elif len(queued) + len(todo) < self.most:
                if self.league.next_attempt(match, claimed) is None:
                    elsewhere += not self.league.journal.is_over(match.key)
                else:
                    todo.append(match.key)
        if todo and self.size is None:
            self.size = min(MAX_IN_ARRAY, queue.array_size())
        for begin in range(0, len(todo), self.size or 1):
            self._submit(todo[begin : begin + self.size])
        if absent and not self.active and not elsewhere:
            raise LeagueError(self.league.why_absent(absent))
        return bool(self.active or elsewhere or not (self.league.is_over() or self.cancelled))

    def _submit(self, keys):
        chunk = chunks.make(self.folder, keys)
        words = [places.program(), "--folder", self.folder, "--server", self.server, "--task", chunk, "--limit", repr(self.limit),
                 "--agentdb", os.path.abspath(self.league.settings.agentdb)]  # fmt: skip
        if self.league.settings.server:
            words += ["--", *self.league.settings.server]  # a task applies the security-relevant ones only if they are repeated
        try:
            number = queue.submit(self.name, chunk, len(keys), words, os.path.join(self.folder.replace("%", "%%"), chunks.FOLDER, "%A_%a.txt"), self.more)
        except (queue.Trouble, LeagueError):
            chunks.drop(self.folder, chunk)
            raise
        self.chunks[chunk] = keys
        self.active.update({f"{number}_{index}": key for index, key in enumerate(keys)})

    def _cancel_all(self, waiting):
        """Removes the league's jobs from the queue and waits until none is left; their claims are free then."""
        if not waiting.ended_by or not self.active:
            return
        mine, self.progress.live = dict(self.active), False
        deadline = time.monotonic() + ENDING
        try:
            queue.cancel(mine)
            while time.monotonic() < deadline and any(job.name in mine and job.state not in queue.OVER for job in queue.jobs(self.name)):
                waiting.wait(0.5)
        except queue.Trouble as error:
            self.league.say(f"Slurm: {error}; jobs may be left: squeue -n {self.name}")
            return
        self.league.refresh()
        for name, key in mine.items():
            endings.free(self.league, name, key)
        self.active.clear()
