# SPDX-License-Identifier: Apache-2.0
"""Records which runner plays which match now: `claims/KEY.N`, a file for attempt N. It prevents two runners, on any
number of machines, from playing one match at the same time.

A claim is created atomically and only once: it is written under another name and linked to its own name, which fails
if that exists. (O_EXCL alone would show others an empty file, and does not work in old versions of NFS.) It
identifies the runner by machine, process and start time of the process, so that a later process with the same number
is not taken for it.

Takeover. The claim of a dead holder is not handed over: two runners that have both seen that it is stale would
remove each other's new one. The runner that finds it writes into the journal that attempt N has failed, which counts
once however many write it, and then claims attempt N + 1, which only one can. Claims of attempts that are over
according to the journal have no meaning and may be removed at any time (`remove`). A holder is dead in these cases:

* On the same machine since the same boot: there is no process with that number and start time. That is certain.
* Elsewhere: the file is no longer touched. Holders touch theirs every `HEARTBEAT`. A runner that checks uses its own
  monotonic clock, and compares the file's time only with its previous value: it waits for `SILENCE`, or for
  `SHORT_SILENCE` if the file is older than `SILENCE` by the clock of the file system. So neither differences between
  the clocks of machines nor the setting of a clock matter.
* The cluster has restarted the job: its previous claim is over, as the cluster itself reports (`same_job`).

Remaining races, and their effects:

* The holder finishes between another runner's look at the journal and its claim: that runner could claim a match that
  is over. So a runner that has claimed reads the journal once more, with its lock held (`Journal.refresh_for_certain`),
  and releases the claim if there is nothing to do. Holders write their line first and remove their claim afterwards, so
  one of the two always exists.
* A machine is suspended for longer than `SILENCE` and resumes: the match is then played twice. It is counted once; the
  second of the two runners finds the line of the first (`Journal.append`), or that its own attempt has been marked as
  failed meanwhile.
* Power fails everywhere: an empty claim has no holder, and is stale like that of a holder elsewhere.
"""

import contextlib
import functools
import json
import os
import re
import socket
import secrets
import time

from .below import TEMPORARY, folder_below, open_below, write_below
from .errors import LeagueError, reason
from .names import plain

FOLDER = "claims"
HEARTBEAT = 10.0  # s
SILENCE = 120.0  # s: twelve heartbeats; a machine whose network file system hung for a minute is not dead
SHORT_SILENCE = 2.5 * HEARTBEAT
LONGEST = 4096  # bytes
NAME = re.compile(r"(.+)\.([1-9][0-9]{0,5})", re.ASCII)  # name of a claim: key and attempt
PROBE = ".now."  # prefix of the name of an empty file whose time is that of the file system


def start_of(pid):
    """The start time of the process, in ticks since boot; None if there is no such process, or only a zombie."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            fields = file.read().rpartition(")")[2].split()
        return None if fields[0] in "ZX" else int(fields[19])
    return None


@functools.lru_cache(maxsize=None)
def machine():
    """Identifies this machine since this boot, and this container."""
    with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
        return f"{file.read().strip()} {os.readlink('/proc/self/ns/pid')}"


def myself(job=None):
    """The contents of a claim of this process. `job`: name and number of starts of the cluster's job, if this process is one."""
    return {"host": socket.gethostname(), "machine": machine(), "pid": os.getpid(), "start": start_of(os.getpid()), "job": job}


class Claims:
    """The claims of the league in `folder`, and those held by this process (`held`: match's key to attempt). `clock`:
    seconds, monotonic."""

    def __init__(self, folder, me=None, clock=time.monotonic):
        self.base, self.folder = folder, os.path.join(folder, FOLDER)
        self.me = me or myself()
        self.held = {}
        self.clock = clock
        self._seen = {}  # (key, attempt): time of the file, and since when this process has seen it unchanged
        try:
            with folder_below(folder, FOLDER, make=True):
                pass
        except OSError as error:
            raise LeagueError(f"{self.folder}: {reason(error)}") from None

    def _there(self):
        """Opens the folder of claims."""
        return folder_below(self.base, FOLDER)

    def attempts(self):
        """The highest claimed attempt of each match that has claims."""
        found = {}
        for key, attempt in self.all():
            found[key] = max(found.get(key, 0), attempt)
        return found

    def all(self):
        """Key and attempt of every claim."""
        with self._there() as at:
            matched = [NAME.fullmatch(name) for name in os.listdir(at) if not name.startswith(".")]
        return [(one[1], int(one[2])) for one in matched if one]

    def take(self, key, attempt):
        """True if the claim was free and is now held by this process."""
        try:
            write_below(self.base, f"{FOLDER}/{key}.{attempt}", json.dumps(self.me))
        except FileExistsError:
            return False
        self.held[key] = attempt
        return True

    def release(self, key):
        """Releases a claim: the attempt is over, or was not made."""
        self.remove(key, self.held.pop(key))

    def remove(self, key, attempt):
        """Removes a claim, regardless of its holder: its attempt is over, or was no attempt."""
        with contextlib.suppress(OSError), self._there() as at:
            os.unlink(f"{key}.{attempt}", dir_fd=at)
        self._seen.pop((key, attempt), None)

    def remove_leftovers(self):
        """Removes the leftovers of a process that was killed during `take` or `death`."""
        with self._there() as at:
            for name in os.listdir(at):
                if name.startswith((TEMPORARY, PROBE)) and self._age(name) > SILENCE:
                    with contextlib.suppress(OSError):
                        os.unlink(name, dir_fd=at)

    def beat(self):
        """Touches the held claims, so that runners elsewhere see that this process lives."""
        for key, attempt in self.held.items():
            with contextlib.suppress(OSError), self._there() as at:
                os.utime(f"{key}.{attempt}", dir_fd=at, follow_symlinks=False)

    def holder(self, key, attempt):
        """The contents of the claim; an empty dictionary if they are invalid, None if the claim is gone."""
        try:
            with open(open_below(self.base, f"{FOLDER}/{key}.{attempt}"), "rb") as file:
                held = json.loads(file.read(LONGEST))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, RecursionError):
            return {}
        return held if isinstance(held, dict) else {}

    def death(self, key, attempt):
        """Why no runner plays this attempt any more, in words. None if a runner may play it, if the claim is gone, or
        if this process has not watched it for long enough."""
        held = self.holder(key, attempt)
        if held is None or self.held.get(key) == attempt:
            return None
        host = plain(str(held.get("host", "?")), 60)
        if self.same_job(held):
            return f"its job was started again; before, it ran on {host}"
        if self._is_of_this_machine(held):
            return None if self._runs_here(held) else f"its runner on {host} died"
        return f"its runner on {host} was not heard from for {SILENCE:.0f} s" if self._is_silent(key, attempt) else None

    def is_played(self, key, attempt):
        """Whether a runner plays this attempt, as far as a single look can tell. For display only."""
        held = self.holder(key, attempt)
        if held is None or self.same_job(held):
            return False
        return self._runs_here(held) if self._is_of_this_machine(held) else self._age(f"{key}.{attempt}") <= SILENCE

    def _is_of_this_machine(self, held):
        return held.get("machine") == self.me["machine"] and isinstance(held.get("pid"), int)

    @staticmethod
    def _runs_here(held):
        start = start_of(held["pid"])
        return start is not None and start == held.get("start")

    def same_job(self, held):
        """Whether the claim was made by an earlier start of this process's job."""
        mine, other = self.me.get("job"), held.get("job")
        if not mine or not isinstance(other, list) or len(other) != 2 or not isinstance(other[1], int):
            return False
        return other[0] == mine[0] and other[1] < mine[1]

    def _is_silent(self, key, attempt):
        name = f"{key}.{attempt}"
        try:
            with self._there() as at:
                touched = os.stat(name, dir_fd=at, follow_symlinks=False).st_mtime_ns
        except OSError:
            return False
        now = self.clock()
        before, since = self._seen.setdefault((key, attempt), (touched, now))
        if before != touched:
            self._seen[key, attempt] = touched, now
            return False
        watched = now - since
        return watched > SILENCE or (watched > SHORT_SILENCE and self._age(name) > SILENCE)

    def _age(self, name):
        """s since the file was touched, by the clock of the file system; 0 if it is gone."""
        probe = f"{PROBE}{secrets.token_hex(8)}"
        with contextlib.suppress(OSError), self._there() as at:
            os.close(open_below(self.base, f"{FOLDER}/{probe}", os.O_WRONLY | os.O_CREAT | os.O_EXCL))
            try:
                now, touched = (os.stat(one, dir_fd=at, follow_symlinks=False).st_mtime for one in (probe, name))
                return now - touched
            finally:
                os.unlink(probe, dir_fd=at)
        return 0.0
