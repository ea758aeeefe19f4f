# SPDX-License-Identifier: Apache-2.0
"""One match on a node of the cluster: a task of an array that the submitter has created.

Teams are copied to the node; the server and its agents write there, in the sandbox. The log, the figures, a page of
the match and the line in the journal are brought back. The claim names this job: if Slurm ends it, the submitter or
the job's next start takes over, and the claim shows them that this attempt is over. So the claim is released only
when the task itself has written the outcome.
"""

import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
import time

from .. import one_match
from ..claims import HEARTBEAT, myself
from ..errors import LeagueError, reason
from ..league import League
from ..owned import OwnedFolder
from ..records import Failure, Result
from ..waiting import Waiting
from . import chunks, copies

BROUGHT_BACK = ("match.json", "monitor.log.zst", one_match.REPORT)
OF_A_FAILURE = ("match.json", one_match.CONSOLE)
END_TIMEOUT = 20.0  # s for a clean end of the server


def job():
    """The identity of this process's job, and the number of its previous starts: the contents of its claim. LeagueError
    if this process is not a job."""
    array, index = os.environ.get("SLURM_ARRAY_JOB_ID"), os.environ.get("SLURM_ARRAY_TASK_ID", "")
    restarts = os.environ.get("SLURM_RESTART_COUNT", "0")
    if not array or not index.isdigit() or not restarts.isdigit():
        raise LeagueError("--task is for jobs that --backend slurm has put into the queue")
    return [f"{array}_{index}", int(restarts)], int(index)


class Task:
    def __init__(self, folder, settings, chunk, server, limit, say):
        me, index = job()
        keys = chunks.read(folder, chunk)
        if index >= len(keys):
            raise LeagueError(f"{chunk}: there is no match {index}")
        self.league, self.server, self.limit = League(folder, settings, say, myself(me)), server, limit
        self.beaten = time.monotonic()
        self.league.refresh()
        self.match = next((match for match in self.league.schedule().matches if match.key == keys[index]), None)
        if self.match is None:
            raise LeagueError(f"{keys[index]}: not a match of this league")

    def run(self):
        """Returns the number of the signal that ended it, otherwise 0: then nothing is left to do for the submitter."""
        league, match = self.league, self.match
        attempt = league.claim(match, league.claims.attempts())
        if attempt is None:
            league.say(f"{match.key}: it is over, or another runner plays it")
            return 0
        local = OwnedFolder(os.environ.get("SLURM_TMPDIR") or tempfile.gettempdir(), "league.", copies.remove)
        try:
            record, ended_by = self._play(attempt, local.path)
            if ended_by:
                return ended_by
            if league.still_mine(match, attempt):
                self._bring_back(record, os.path.join(local.path, "match"))
                league.write(record)
            league.claims.release(match.key)
            return 0
        finally:
            local.close()

    def _beat(self):
        """Reports that this task lives; may be called at any time and any rate."""
        if time.monotonic() - self.beaten >= HEARTBEAT:
            self.beaten = time.monotonic()
            self.league.claims.beat()

    def _play(self, attempt, local):
        """The outcome, and the signal that ended the match, if any."""
        settings, working = self.league.settings, os.path.join(local, "match")
        one_match.check_server(self.server)
        database = copies.prepare(settings, self.match, local, self._beat)
        sandbox = () if any(word.split("=")[0] == "--sandbox" for word in settings.server) else ("--sandbox", "on")
        arguments = one_match.command(self.server, settings, self.match, os.path.join(working, one_match.LOGS), database, sandbox)
        begun = time.monotonic()
        with Waiting() as waiting:
            process = one_match.start(arguments, working)
            waiting.watch(process.pid, process)
            late = False
            while process.poll() is None and not waiting.ended_by and not late:
                waiting.wait(min(HEARTBEAT, begun + self.limit - time.monotonic()) if self.limit else HEARTBEAT)
                self._beat()
                late = bool(self.limit) and time.monotonic() - begun >= self.limit
            if process.poll() is None:
                self._end(process)
        wall = time.monotonic() - begun
        if waiting.ended_by:
            return None, waiting.ended_by
        if late:
            return Failure(self.match.key, attempt, "failed", f"it took longer than {self.limit:.0f} s", socket.gethostname()), 0
        record = one_match.outcome(self.match, attempt, process.returncode, working, socket.gethostname(), wall)
        if isinstance(record, Result):
            self._report(working)
        return record, 0

    def _report(self, working):
        """Makes a page of the match, which counts even without one."""
        with contextlib.suppress(LeagueError):
            process = one_match.start(one_match.report_command(self.server, working), working, console=None)
            try:
                process.wait(END_TIMEOUT)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    @staticmethod
    def _end(process):
        process.terminate()
        try:
            process.wait(END_TIMEOUT)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _bring_back(self, record, working):
        """Moves the files into the league's folder, first under a name that no program reads, then to their place."""
        folder = self.league.folder
        base = one_match.working_folder(folder)
        staged = os.path.join(base.path, "back")
        try:
            os.makedirs(os.path.join(staged, one_match.LOGS), exist_ok=True)
            for name in OF_A_FAILURE if isinstance(record, Failure) else BROUGHT_BACK:
                source = os.path.join(working, name if name == one_match.CONSOLE else os.path.join(one_match.LOGS, name))
                if os.path.isfile(source):
                    target = os.path.join(staged, one_match.LOGS, name)
                    shutil.copyfile(source, target)
                    with open(target, "rb") as file:
                        os.fsync(file.fileno())
            one_match.place(folder, staged, one_match.name_of(record))
        except OSError as error:
            raise LeagueError(f"{staged}: {reason(error)}") from None
        finally:
            base.close()
