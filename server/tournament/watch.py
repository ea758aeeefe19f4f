# SPDX-License-Identifier: Apache-2.0
"""`rcssleague3D --watch`: the table of a league that others play, updated whenever a line is added."""

import sys

from .errors import LeagueError
from .names import plain
from .settings import load
from .summary import Summary
from .text import lines
from .waiting import Waiting

PERIOD = 1.0  # s between two checks; network file systems do not report changes


def _now(league):
    """The matches being played, according to the claims."""
    shown = [plain(key, 60) for key in sorted(league.playing())]
    if not shown:
        return "nothing is being played"
    return f"{len(shown)} being played: {', '.join(shown[:8])}{' …' if len(shown) > 8 else ''}"


def watch(league, out=None):
    """Runs until the league is over (returns 0) or a signal arrives (returns its number). On a terminal the table is redrawn in place."""
    out = out or sys.stdout
    shown = None
    with Waiting() as waiting:
        while not waiting.ended_by:
            if load(league.folder) is None:
                raise LeagueError(f"{league.folder}: the league no longer exists")
            league.refresh()
            over = league.is_over()
            table = [*lines(Summary(league), ratings=False), "", _now(league)]
            if over:
                return 0
            if table != shown:
                out.write(("\x1b[H\x1b[2J" if out.isatty() else "\n" if shown else "") + "\n".join(table) + "\n")
                out.flush()
                shown = table
            waiting.wait(PERIOD)
        return waiting.ended_by
