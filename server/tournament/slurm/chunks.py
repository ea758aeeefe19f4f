# SPDX-License-Identifier: Apache-2.0
"""Which match each task of an array has to play: `slurm/CHUNK.json`, a list of keys. The array bears the chunk's name as its comment, so any submitter
can tell what a job in the queue is for."""

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
    """Writes a chunk; its name. Slurm will write what the tasks print into the same folder, through links if there were any."""
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
    """The keys of a chunk; LeagueError if there is none of that name."""
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
        raise LeagueError(f"{path}: no list of matches") from None
