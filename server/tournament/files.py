# SPDX-License-Identifier: Apache-2.0
"""The files with results in a league's folder. Each one is complete at any time, because it is first written under another name."""

import json
import os

from .below import write_below
from .errors import LeagueError, reason
from .export import as_json, csv_text, match_rows, standings_rows
from .page import page
from .text import lines


def write(folder, name, text):
    try:
        write_below(folder, name, text, replace=True)
    except OSError as error:
        raise LeagueError(f"{os.path.join(folder, name)}: {reason(error)}") from None


def write_all(folder, summary):
    write(folder, "table.txt", "\n".join(lines(summary)) + "\n")
    write(folder, "results.json", json.dumps(as_json(summary), indent=1, allow_nan=False) + "\n")
    write(folder, "standings.csv", csv_text(standings_rows(summary)))
    write(folder, "matches.csv", csv_text(match_rows(summary)))
    write(folder, "index.html", page(folder, summary))
