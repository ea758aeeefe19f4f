# SPDX-License-Identifier: Apache-2.0
"""Which match each task of an array has to play: `slurm/CHUNK.json`, a list of keys. The array bears the chunk's name as its comment, so any submitter
can tell what a job in the queue is for."""

import json
import os
import re
import socket
import tempfile

from ..errors import LeagueError, reason

FOLDER = "slurm"


def make(folder, keys):
    """Writes a chunk; its name."""
    base = os.path.join(folder, FOLDER)
    try:
        os.makedirs(base, exist_ok=True)
        descriptor, path = tempfile.mkstemp(prefix=f"{socket.gethostname()}-", suffix=".json", dir=base)
        with open(descriptor, "w", encoding="ascii") as file:
            json.dump(keys, file)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(path, 0o644)
    except OSError as error:
        raise LeagueError(f"{base}: {reason(error)}") from None
    return os.path.basename(path)[: -len(".json")]


def drop(folder, chunk):
    os.unlink(os.path.join(folder, FOLDER, f"{chunk}.json"))


def read(folder, chunk):
    """The keys of a chunk; LeagueError if there is none of that name."""
    path = os.path.join(folder, FOLDER, f"{chunk}.json")
    try:
        if not re.fullmatch(r"[A-Za-z0-9_.-]+", chunk):
            raise ValueError
        with open(path, encoding="ascii") as file:
            keys = json.load(file)
        if not isinstance(keys, list) or not all(isinstance(key, str) for key in keys):
            raise ValueError
        return keys
    except OSError as error:
        raise LeagueError(f"{path}: {reason(error)}") from None
    except (ValueError, RecursionError):
        raise LeagueError(f"{path}: no list of matches") from None
