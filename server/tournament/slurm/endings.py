# SPDX-License-Identifier: Apache-2.0
"""The consequences of ended jobs for their matches. A claim shows which job plays a match."""

import contextlib
import os

from ..below import folder_below, open_below
from ..errors import LeagueError
from ..names import plain
from ..records import Failure
from . import chunks, queue


def _next(league, key):
    """The attempt that is next or under way, and the contents of its claim."""
    attempt = max(league.journal.last_ended(key) + 1, league.claims.attempts().get(key, 0))
    return attempt, league.claims.holder(key, attempt)


def _is_of(held, name):
    """Whether the claim belongs to this job."""
    return bool(held) and isinstance(held.get("job"), list) and held["job"][:1] == [name]


def free(league, name, key):
    """The job was removed from the queue by its owner: its attempt does not count."""
    attempt, held = _next(league, key)
    if _is_of(held, name):
        league.claims.remove(key, attempt)


def see_to(league, folder, name, key, state, was_active):
    """Handles a job that is over according to Slurm, in this state; "" if Slurm no longer knows it. `was_active`: it
    was not over when this submitter began. For other jobs the claim shows whether they have been handled.

    Returns the outcome: "done" if the task itself has written it, "failed", "cancelled", or None if there is nothing
    to do."""
    league.refresh()
    output = f"{chunks.FOLDER}/{name}.txt"
    if state == "COMPLETED" or league.journal.is_over(key):
        with contextlib.suppress(OSError), folder_below(folder, chunks.FOLDER) as at:
            os.unlink(f"{name}.txt", dir_fd=at)
        return "done"
    attempt, held = _next(league, key)
    if not _is_of(held, name) and (not was_active or (held is not None and league.claims.death(key, attempt) is None)):
        return None
    why = f"job {name}: {queue.OVER.get(state, 'it is no longer in the queue')}"
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
    """The last line of a task's output."""
    with contextlib.suppress(OSError, LeagueError), open(open_below(folder, output), encoding="utf-8", errors="replace") as file:
        lines = [line for line in file.read(1 << 16).splitlines() if line.strip()]
        return plain(lines[-1].removeprefix("error: "), 120) if lines else ""
    return ""
