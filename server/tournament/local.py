# SPDX-License-Identifier: Apache-2.0
"""Plays a league on this machine: as many matches at once as it has cores. Each match has a core of its own, which its
agents share.

The runner itself sleeps until a match ends. When a signal ends it, it shuts its matches down cleanly; they are not
counted, and the league resumes from there when the runner is started again."""

import os
import shutil
import signal
import socket
import time

from . import one_match
from .claims import HEARTBEAT
from .errors import LeagueError
from .records import Failure, Result
from .renewal import Renewal
from .waiting import Waiting

OTHERS = 2.0  # s between two checks of other runners' progress, if there is nothing else to do
END_TIMEOUT = 20.0  # s for a clean end of the server: agents get 2 s


class Slot:
    """A core and the match on it."""

    def __init__(self, core):
        self.core, self.match, self.process = core, None, None

    def start(self, server, league, match, attempt, working, connect_timeout):
        self.match, self.attempt, self.working, self.asked_to_end, self.record = match, attempt, working, False, None
        arguments = one_match.command(server, league.settings, match, os.path.join(working, one_match.LOGS), connect_timeout=connect_timeout)
        self.begun = time.monotonic()
        self.process = one_match.start(arguments, working, self.core)

    def report(self, server, record):
        """Starts the report of a finished match, on its core."""
        self.record = record
        self.process = one_match.start(one_match.report_command(server, self.working), self.working, self.core, None)

    def wall(self):
        """Real seconds since the match was started."""
        return time.monotonic() - self.begun

    def end_after(self, limit):
        """Ends a match that takes longer than the limit. Returns the real seconds until the next check."""
        left = limit + (END_TIMEOUT if self.asked_to_end else 0.0) - self.wall()
        if left > 0:
            return left
        self.process.send_signal(signal.SIGKILL if self.asked_to_end else signal.SIGTERM)
        self.asked_to_end = True
        return END_TIMEOUT


class Runner:
    """`progress` receives every event (`Progress`). `limit`: maximum real seconds of a match, 0: unlimited.
    `connect_timeout`: seconds within which awaited agents have to connect, 0: unlimited. The results are updated
    during play."""

    def __init__(self, league, server, jobs, progress, limit=0.0, connect_timeout=0.0):
        cores = sorted(os.sched_getaffinity(0))
        self.league, self.server, self.progress, self.limit = league, server, progress, limit
        self.awaited, self.connect_timeout = league.awaited(), connect_timeout
        if self.awaited:
            jobs = 1  # they connect to a port that only one match at a time can have
        self.slots = [Slot(cores[number % len(cores)]) for number in range(jobs or len(cores))]
        self.waits = False  # for other runners; reported once
        self.started = 0
        self.working = one_match.working_folder(league.folder)
        self.beaten = time.monotonic()
        self.renewal = Renewal(league)

    def running(self):
        return [slot for slot in self.slots if slot.match]

    def run(self):
        """Plays until the league is over (returns 0), a signal arrives (returns its number), or LeagueError is raised;
        in each case its matches have ended."""
        with Waiting() as waiting:
            self.waiting = waiting
            try:
                while not waiting.ended_by and self._fill():
                    self._wait()
            finally:
                self._stop()
            return waiting.ended_by or 0

    def _fill(self):
        """Starts as many matches as possible. False if there is nothing left to do or to wait for."""
        league = self.league
        league.refresh()
        idle = [slot for slot in self.slots if not slot.match]
        claimed = league.claims.attempts() if idle else {}
        elsewhere = absent = 0
        for match in league.open_matches() if idle else ():
            if match.key in league.claims.held:
                continue
            if league.is_absent(match):
                absent += 1
                continue
            one_match.check_server(self.server)
            one_match.check_space(league.folder)
            attempt = league.claim(match, claimed)
            if attempt is None:
                elsewhere += not league.journal.is_over(match.key)
                continue
            self._start(idle.pop(), match, attempt)
            if not idle:
                break
        if elsewhere and not self.running() and not self.waits:
            self.waits = True
            league.say(f"matches being played by other runners: {elsewhere}; waiting for them")
        if self.running() or elsewhere or (not league.is_over() and not absent):
            return True
        if absent:
            raise LeagueError(league.why_absent(absent))
        return False

    def _start(self, slot, match, attempt):
        self.started += 1
        awaited = [self.awaited[name] for name in (match.left, match.right) if name in self.awaited]
        try:
            slot.start(self.server, self.league, match, attempt, os.path.join(self.working.path, str(self.started)), self.connect_timeout if awaited else 0.0)
        except LeagueError:
            self._forget(slot)
            raise
        self.waiting.watch(slot.process.pid, slot)
        self.progress.started(match)
        for one in awaited:
            self.progress.awaits(self.league.settings, match, one, self.connect_timeout, os.path.join(slot.working, one_match.LOGS, one_match.SERVER_LOG))

    def _wait(self):
        running = self.running()
        self.renewal.look()
        self.progress.waiting(self.league, len(running), len(self.slots))
        until = self.beaten + HEARTBEAT - time.monotonic()
        if len(running) < len(self.slots):
            until = min(until, OTHERS)
        if self.limit:
            until = min([until, *(slot.end_after(self.limit) for slot in running)])
        for slot in self.waiting.wait(until):
            self._ended(slot)
        if time.monotonic() - self.beaten >= HEARTBEAT:
            self.league.claims.beat()
            self.beaten = time.monotonic()

    def _ended(self, slot):
        """Handles the end of a process: the match, or its report."""
        status = slot.process.wait()
        record = slot.record
        if record is None:
            try:
                record = one_match.outcome(slot.match, slot.attempt, status, slot.working, socket.gethostname(), slot.wall())
            except LeagueError:
                self._forget(slot)
                raise
            if isinstance(record, Failure) and slot.asked_to_end:
                record = Failure(record.match, record.attempt, "failed", f"it took longer than {self.limit:.0f} s", record.host)
            if isinstance(record, Result) and self._report(slot, record):
                return
        self._finish(slot, record)

    def _report(self, slot, record):
        """A match counts even without its page."""
        try:
            slot.report(self.server, record)
        except LeagueError:
            return False
        self.waiting.watch(slot.process.pid, slot)
        return True

    def _finish(self, slot, record):
        match, league = slot.match, self.league
        try:
            if league.still_mine(match, slot.attempt):
                one_match.place(league.folder, slot.working, one_match.name_of(record))
                if league.write(record):
                    self.progress.ended(league, match, record)
        finally:
            self._forget(slot)

    def _forget(self, slot):
        self.league.claims.release(slot.match.key)
        shutil.rmtree(slot.working, ignore_errors=True)
        slot.match = None

    def _stop(self):
        """Ends the running processes cleanly; their matches do not count."""
        for slot in self.running():
            slot.process.terminate()
        deadline = time.monotonic() + END_TIMEOUT
        while self.running():
            for slot in self.running():
                if time.monotonic() > deadline:
                    slot.process.kill()
                if slot.process.poll() is not None:
                    self._finish(slot, slot.record) if slot.record else self._forget(slot)
            if self.running():
                self.waiting.wait(1.0)
        self.working.close()
        self.league.tidy_claims()
