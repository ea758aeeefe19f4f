# SPDX-License-Identifier: Apache-2.0
"""Jobs that have ended: what becomes of their matches. By its claim one can tell which job plays a match."""

import contextlib
import os

from ..below import folder_below, open_below
from ..errors import LeagueError
from ..names import plain
from ..records import Failure
from . import chunks, queue


def _next(league, key):
    """The attempt that is to be made or under way, and what its claim holds."""
    attempt = max(league.journal.last_ended(key) + 1, league.claims.attempts().get(key, 0))
    return attempt, league.claims.holder(key, attempt)


def _is_of(held, name):
    """Whether the claim is this job's."""
    return bool(held) and isinstance(held.get("job"), list) and held["job"][:1] == [name]


def free(league, name, key):
    """The job was taken out of the queue by whom it belongs to: its attempt does not count."""
    attempt, held = _next(league, key)
    if _is_of(held, name):
        league.claims.remove(key, attempt)


def see_to(league, folder, name, key, state, was_active):
    """A job that Slurm says is over, in this state, "" if Slurm knows it no more. `was_active`: it was not over yet when this submitter began; of others it
    is known by the claim whether somebody has seen to them.

    Returns what has come of it: "done" if the task itself has written that, "failed", "cancelled", or None if there is nothing to do."""
    league.refresh()
    output = f"{chunks.FOLDER}/{name}.txt"
    if state == "COMPLETED" or league.journal.is_over(key):
        with contextlib.suppress(OSError), folder_below(folder, chunks.FOLDER) as at:
            os.unlink(f"{name}.txt", dir_fd=at)
        return "done"
    attempt, held = _next(league, key)
    if not _is_of(held, name) and (not was_active or (held is not None and league.claims.death(key, attempt) is None)):
        return None
    why = f"job {name}: {queue.OVER.get(state, 'it has gone')}"
    if state == "CANCELLED":
        free(league, name, key)
        league.write(Failure(key, attempt, "cancelled", why))
        league.say(f"{key} was cancelled: {why}")
        return "cancelled"
    line = last_line(folder, output)
    failure = Failure(key, attempt, "failed", plain(f"{why}: {line}" if line else why), plain(str(held.get("host", ""))) if held else "")
    if league.write(failure) and not league.journal.is_over(key):
        league.say(f"{key}: attempt {attempt} has failed: {failure.why}")
    return "failed"


def last_line(folder, output):
    """The last line that a task has printed."""
    with contextlib.suppress(OSError, LeagueError), open(open_below(folder, output), encoding="utf-8", errors="replace") as file:
        lines = [line for line in file.read(1 << 16).splitlines() if line.strip()]
        return plain(lines[-1].removeprefix("error: "), 120) if lines else ""
    return ""
