# SPDX-License-Identifier: Apache-2.0
"""Who plays which match now: `claims/KEY.N`, a file for attempt N, by which no two runners play one match at once, on however many machines.

A claim comes into being whole or not at all, and only once: it is written under another name and linked to its own, which fails if that is taken.
(O_EXCL alone would show others an empty file, and does not hold in old versions of NFS.) It says who plays: machine, process and the time at which that
began, so that a later process of the same number is not taken for it.

Takeover. The claim of a dead holder is not handed over: two who have both seen that it is stale would remove each other's new one. The runner that
finds it writes into the journal that attempt N has failed, which counts once however many write it, and then claims attempt N + 1, which only one can.
Claims of attempts that the journal knows are over mean nothing and may be removed at any time (`remove`). Whether a holder is dead:

* on the same machine since the same boot: there is no process of that number and start. That is certain.
* elsewhere: the file is not touched any more. Holders touch theirs every `HEARTBEAT`. A runner that checks uses its own monotonic clock, and compares
  the file's time only with what it was: it waits for `SILENCE`, or for `SHORT_SILENCE` if the file is older than `SILENCE` by the clock of the file
  system. So it matters neither that clocks of machines differ nor that one of them is set.
* a job that a cluster has started again: what it claimed the time before is over, the cluster says so (`same_job`).

Races that are left, and what they come to:

* The holder finishes between another runner's look at the journal and its claim: that one could claim a match that is over. So a runner that has
  claimed reads the journal once more, with its lock held (`Journal.refresh_for_certain`), and releases the claim if there is nothing to do. Holders
  write their line first and remove their claim then, so one of the two is always there.
* A machine stands still for longer than `SILENCE` and resumes: the match is then played twice. It is counted once; which of the two comes second
  finds the line of the first (`Journal.append`), or that its own attempt has failed meanwhile.
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
SILENCE = 120.0  # s: twelve heartbeats; a machine whose network file system stood still for a minute is no dead one
SHORT_SILENCE = 2.5 * HEARTBEAT
LONGEST = 4096  # bytes
NAME = re.compile(r"(.+)\.([1-9][0-9]{0,5})", re.ASCII)  # of a claim: key and attempt
PROBE = ".now."  # begins the name of an empty file whose time is that of the file system


def start_of(pid):
    """When the process started, in ticks since the machine did; None if there is none, or only the memory of one."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            fields = file.read().rpartition(")")[2].split()
        return None if fields[0] in "ZX" else int(fields[19])
    return None


@functools.lru_cache(maxsize=None)
def machine():
    """What distinguishes this machine, since this boot and within this container, from others."""
    with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
        return f"{file.read().strip()} {os.readlink('/proc/self/ns/pid')}"


def myself(job=None):
    """What a claim of this process holds. `job`: name and number of starts of the cluster's job that this process is, if it is one."""
    return {"host": socket.gethostname(), "machine": machine(), "pid": os.getpid(), "start": start_of(os.getpid()), "job": job}


class Claims:
    """The claims of the league in `folder`, and those of them that this process holds (`held`: match's key to attempt). `clock`: seconds, monotonic."""

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
        """The folder of claims, open."""
        return folder_below(self.base, FOLDER)

    def attempts(self):
        """The highest claimed attempt of each match that has any."""
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
        """True if it was free and is held now."""
        try:
            write_below(self.base, f"{FOLDER}/{key}.{attempt}", json.dumps(self.me))
        except FileExistsError:
            return False
        self.held[key] = attempt
        return True

    def release(self, key):
        """Gives it back: the attempt is over, or has not been made."""
        self.remove(key, self.held.pop(key))

    def remove(self, key, attempt):
        """Removes a claim, regardless of its holder: its attempt is over, or was no attempt."""
        with contextlib.suppress(OSError), self._there() as at:
            os.unlink(f"{key}.{attempt}", dir_fd=at)
        self._seen.pop((key, attempt), None)

    def remove_leftovers(self):
        """Removes what a process that was killed in the middle of `take` or `death` has left."""
        with self._there() as at:
            for name in os.listdir(at):
                if name.startswith((TEMPORARY, PROBE)) and self._age(name) > SILENCE:
                    with contextlib.suppress(OSError):
                        os.unlink(name, dir_fd=at)

    def beat(self):
        """Touches what is held, so that others see from afar that this process lives."""
        for key, attempt in self.held.items():
            with contextlib.suppress(OSError), self._there() as at:
                os.utime(f"{key}.{attempt}", dir_fd=at, follow_symlinks=False)

    def holder(self, key, attempt):
        """What the claim holds; an empty dictionary if that makes no sense, None if it has gone."""
        try:
            with open(open_below(self.base, f"{FOLDER}/{key}.{attempt}"), "rb") as file:
                held = json.loads(file.read(LONGEST))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, RecursionError):
            return {}
        return held if isinstance(held, dict) else {}

    def death(self, key, attempt):
        """Why no runner plays this attempt any more, in words; None if one may, if the claim has gone, or if this process has not watched it for long
        enough to know."""
        held = self.holder(key, attempt)
        if held is None or self.held.get(key) == attempt:
            return None
        host = plain(str(held.get("host", "?")), 60)
        if self.same_job(held):
            return f"its job was started again; before, it ran on {host}"
        if self._is_of_this_machine(held):
            return None if self._runs_here(held) else f"its runner on {host} has died"
        return f"its runner on {host} was not heard of for {SILENCE:.0f} s" if self._is_silent(key, attempt) else None

    def is_played(self, key, attempt):
        """For people: whether somebody plays this attempt, as far as one look can tell."""
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
        """Whether an earlier start of the job that this process is has made the claim."""
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
        """s since the file was touched, by the clock of the file system; 0 if it has gone."""
        probe = f"{PROBE}{secrets.token_hex(8)}"
        with contextlib.suppress(OSError), self._there() as at:
            os.close(open_below(self.base, f"{FOLDER}/{probe}", os.O_WRONLY | os.O_CREAT | os.O_EXCL))
            try:
                now, touched = (os.stat(one, dir_fd=at, follow_symlinks=False).st_mtime for one in (probe, name))
                return now - touched
            finally:
                os.unlink(probe, dir_fd=at)
        return 0.0
