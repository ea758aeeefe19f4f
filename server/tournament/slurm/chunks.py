# SPDX-License-Identifier: Apache-2.0
"""The match of each task of an array: `slurm/CHUNK.json`, a list of keys. The array has the chunk's name as its
comment, so any submitter can tell what a queued job is for."""

import json
import os
import re
import secrets
import socket
import stat

from ..below import folder_below, open_below, write_below
from ..errors import LeagueError, reason
from ..names import plain

FOLDER = "slurm"


def make(folder, keys):
    """Writes a chunk and returns its name. Slurm will write the output of the tasks into the same folder, and would follow links there."""
    base, name = os.path.join(folder, FOLDER), f"{socket.gethostname()}-{secrets.token_hex(4)}"
    try:
        write_below(folder, f"{FOLDER}/{name}.json", json.dumps(keys), make=True)
        with folder_below(folder, FOLDER) as at, os.scandir(at) as entries:
            for entry in entries:
                if not stat.S_ISREG(entry.stat(follow_symlinks=False).st_mode):
                    raise LeagueError(f"{plain(os.path.join(base, entry.name))}: is not a regular file")
    except OSError as error:
        raise LeagueError(f"{base}: {reason(error)}") from None
    return name


def drop(folder, chunk):
    with folder_below(folder, FOLDER) as at:
        os.unlink(f"{chunk}.json", dir_fd=at)


def read(folder, chunk):
    """The keys of a chunk; LeagueError if there is no chunk of that name."""
    path = os.path.join(folder, FOLDER, f"{chunk}.json")
    try:
        if not re.fullmatch(r"[A-Za-z0-9_.-]+", chunk):
            raise ValueError
        with open(open_below(folder, f"{FOLDER}/{chunk}.json"), encoding="ascii") as file:
            keys = json.load(file)
        if not isinstance(keys, list) or not all(isinstance(key, str) for key in keys):
            raise ValueError
        return keys
    except OSError as error:
        raise LeagueError(f"{path}: {reason(error)}") from None
    except (ValueError, RecursionError):
        raise LeagueError(f"{path}: not a list of matches") from None
