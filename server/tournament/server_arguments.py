# SPDX-License-Identifier: Apache-2.0
"""Lets the server check arguments before it plays with them. Only the server knows its options and the variables of its script."""

import functools
import json
import subprocess

from .errors import LeagueError, WrongUsage, reason
from .names import plain

ANSWER_TIMEOUT = 120.0  # s, for a slow script


def _ask(server, arguments):
    """The server's output; WrongUsage with the server's own message if it refuses the arguments."""
    try:
        done = subprocess.run([server, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=ANSWER_TIMEOUT, check=False)
    except (OSError, ValueError) as error:
        raise LeagueError(f"{server}: {reason(error)}") from None
    except subprocess.TimeoutExpired:
        raise LeagueError(f"{server}: it does not answer") from None
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        cause = plain(lines[-1].partition(": ")[2] or lines[-1]) if lines else f"status {done.returncode}"
        raise WrongUsage(f"after --: {cause}")
    return done.stdout


def listed(server, words):
    """Each argument as one word, and whether it is security-relevant: how far programs may go on this machine, what it opens
    to others, whom it trusts. Files that the arguments name are not read for that."""
    if not words:
        return []
    answer = json.loads(_ask(server, ["--list_arguments", *words]))
    return [(one["word"], one["guards"]) for one in answer["arguments"]]


@functools.cache
def has_variable(server, name, arguments):
    """Whether the script has a variable of that name, given the tuple of arguments of its matches. False if the server cannot tell."""
    try:
        return any(line.startswith(f"--{name} ") for line in _ask(server, ["--variables", *arguments]).splitlines())
    except LeagueError:
        return False


def check(server, arguments):
    """WrongUsage if the server or the variables of its script refuse these arguments. Plays nothing and writes nothing."""
    _ask(server, ["--variables", *arguments])
