# SPDX-License-Identifier: Apache-2.0
"""The commands of Slurm that a league needs. Every error is `Trouble`: the controller may be available again in a minute."""

import collections
import getpass
import hashlib
import os
import re
import shlex
import subprocess

from ..errors import LeagueError, reason
from ..names import plain

ANSWER_TIMEOUT = 60.0  # s for an answer from Slurm
DEFAULT_ARRAY_SIZE = 1001  # Slurm's default if its configuration does not set it

# The states of finished jobs, in words; all other states mean that the job is pending or running.
OVER = {
    "COMPLETED": "completed", "CANCELLED": "cancelled", "TIMEOUT": "timed out", "FAILED": "failed", "NODE_FAIL": "its node has failed",
    "OUT_OF_MEMORY": "out of memory", "BOOT_FAIL": "its node did not start", "DEADLINE": "missed its deadline", "PREEMPTED": "preempted",
    "REVOKED": "revoked",
}  # fmt: skip

Job = collections.namedtuple("Job", "name state chunk index")  # name: "7_3", as in Slurm's commands


class Trouble(Exception):
    """Slurm has not carried out a command; the text has the reason."""


def run(*command, text=None):
    """Runs a command and returns its standard output."""
    try:
        ran = subprocess.run(command, input=text, capture_output=True, text=True, errors="replace", timeout=ANSWER_TIMEOUT, check=False)
    except FileNotFoundError:
        raise LeagueError(f"there is no {command[0]}: --backend slurm needs Slurm's commands on this machine") from None
    except subprocess.TimeoutExpired:
        raise Trouble(f"{command[0]} has not answered for {ANSWER_TIMEOUT:.0f} s") from None
    except OSError as error:
        raise Trouble(f"{command[0]}: {reason(error)}") from None
    if ran.returncode != 0:
        raise Trouble(plain(" ".join(ran.stderr.split()) or f"{command[0]} ended with {ran.returncode}"))
    return ran.stdout


def name_of(folder):
    """The name of all jobs of the league in this folder, and of no others."""
    path = os.path.realpath(folder)
    return f"league-{re.sub(r'[^A-Za-z0-9_]', '_', os.path.basename(path))[:40]}-{hashlib.sha256(path.encode('utf-8', 'surrogateescape')).hexdigest()[:8]}"


def array_size():
    """The maximum number of tasks of an array here: below MaxArraySize."""
    found = re.search(r"^MaxArraySize\s*=\s*(\d+)", run("scontrol", "show", "config"), re.MULTILINE)
    return max(1, (int(found[1]) if found else DEFAULT_ARRAY_SIZE) - 1)


def submit(name, chunk, number, words, output, more):
    """Submits an array of `number` tasks that run these words; returns its number. `output`: pattern of the files for
    their output. `more`: options of sbatch."""
    script = f"#!/bin/sh\nexec {shlex.join(words)}\n"
    out = run("sbatch", "--parsable", f"--job-name={name}", f"--comment={chunk}", f"--array=0-{number - 1}", "--ntasks=1", "--cpus-per-task=1", "--requeue",
              f"--output={output}", "--open-mode=append", "--chdir=/", *more, text=script)  # fmt: skip
    found = re.match(r"(\d+)", out.strip())
    if not found:
        raise Trouble(f"sbatch answered {plain(out, 60)}")
    return found[1]


def jobs(name):
    """All jobs of this name that Slurm knows, each task of an array separately; finished jobs are listed for some minutes (MinJobAge)."""
    found = []
    for line in run("squeue", "-h", "-r", "-t", "all", "-u", getpass.getuser(), "-n", name, "-o", "%F|%K|%T|%k").splitlines():
        parts = line.split("|", 3)
        if len(parts) == 4 and parts[1].isdigit():
            found.append(Job(f"{parts[0]}_{parts[1]}", parts[2], parts[3], int(parts[1])))
    return found


def cancel(names):
    """Cancels these jobs, a few hundred at a time, because the length of a command line is limited."""
    names = list(names)
    for begin in range(0, len(names), 200):
        run("scancel", *names[begin : begin + 200])
