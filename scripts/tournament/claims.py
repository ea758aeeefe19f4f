# SPDX-License-Identifier: Apache-2.0
"""Who plays which match now: `claims/KEY.N`, a file for attempt N, by which no two runners play one match at once, on however many machines.

A claim comes into being whole or not at all, and only once: it is written under another name and linked to its own, which fails if that is taken.
(O_EXCL alone would show others an empty file, and does not hold in old versions of NFS.) It says who plays: machine, process and the time at which that
began, so that a later process of the same number is not taken for it.

Takeover. A claim whose holder is dead is never removed and never changed: two who have both seen that it is stale would remove each other's new one.
Whoever finds it writes into the journal that attempt N has failed, which counts once however many write it, and then claims attempt N + 1,
which only one can. Whether a holder is dead:

* on the same machine since the same boot: there is no process of that number and start. That is certain.
* elsewhere: the file was not touched for `SILENCE`. Holders touch theirs every `HEARTBEAT`. Times are those of the file system, of the claim and of a
  file touched just now: clocks of machines do not matter.
* a job that a cluster has started again: what it claimed the time before is over, the cluster says so (`same_job`).

Races that are left, and what they come to:

* The holder is done between somebody's look at the journal and his claim: he could claim a match that is over. So whoever has claimed looks at the journal
  once more, with its lock held (`Journal.refresh_for_certain`), and gives the claim back if there is nothing to do. Holders write their line first and
  remove their claim then, so one of the two is always there.
* A machine stands still for longer than `SILENCE` and goes on: the match is then played twice. It is counted once; which of the two comes second
  finds the line of the first (`Journal.append`), or that its own attempt has been given up.
* The lights go out everywhere: an empty claim is nobody's, and is stale when it is old enough.
"""

import contextlib
import functools
import json
import os
import socket
import tempfile

from .errors import LeagueError, reason
from .names import plain

FOLDER = "claims"
HEARTBEAT = 10.0  # s
SILENCE = 120.0  # s: twelve heartbeats; a machine whose network file system stood still for a minute is no dead one
LONGEST = 4096  # bytes


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
    """The claims of the league in `folder`, and those of them that this process holds (`held`: match's key to attempt)."""

    def __init__(self, folder, me=None):
        self.folder = os.path.join(folder, FOLDER)
        self.me = me or myself()
        self.held = {}
        try:
            os.makedirs(self.folder, exist_ok=True)
        except OSError as error:
            raise LeagueError(f"{self.folder}: {reason(error)}") from None

    def _path(self, key, attempt):
        return os.path.join(self.folder, f"{key}.{attempt}")

    def attempts(self):
        """The highest claimed attempt of each match that has any."""
        found = {}
        for name in os.listdir(self.folder):
            key, _, number = name.rpartition(".")
            if key and number.isdigit():
                found[key] = max(found.get(key, 0), int(number))
        return found

    def take(self, key, attempt):
        """True if it was free and is held now."""
        descriptor, new = tempfile.mkstemp(prefix=".new.", dir=self.folder)
        try:
            with open(descriptor, "w", encoding="utf-8") as file:
                json.dump(self.me, file)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(new, 0o644)
            os.link(new, self._path(key, attempt))
        except FileExistsError:
            return False
        finally:
            os.unlink(new)
        self.held[key] = attempt
        return True

    def release(self, key):
        """Gives it back: the attempt is over, or has not been made."""
        attempt = self.held.pop(key)
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self._path(key, attempt))

    def drop(self, key, attempt):
        """Removes the claim of a job of which the cluster says that it is over, and whose attempt does not count."""
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self._path(key, attempt))

    def beat(self):
        """Touches what is held, so that others see from afar that this process lives."""
        for key, attempt in self.held.items():
            with contextlib.suppress(OSError):
                os.utime(self._path(key, attempt))

    def holder(self, key, attempt):
        """What the claim holds; an empty dictionary if that makes no sense, None if it has gone."""
        try:
            with open(self._path(key, attempt), "rb") as file:
                held = json.loads(file.read(LONGEST))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, RecursionError):
            return {}
        return held if isinstance(held, dict) else {}

    def death(self, key, attempt):
        """Why nobody plays this attempt any more, in words; None if somebody may, or if the claim has gone."""
        held = self.holder(key, attempt)
        if held is None or (key in self.held and self.held[key] == attempt):
            return None
        host = plain(str(held.get("host", "?")), 60)
        if self.same_job(held):
            return f"its job was started again; before, it ran on {host}"
        if held.get("machine") == self.me["machine"] and isinstance(held.get("pid"), int):
            return None if start_of(held["pid"]) == held.get("start") else f"its runner on {host} has died"
        return f"its runner on {host} was not heard of for {SILENCE:.0f} s" if self._age(key, attempt) > SILENCE else None

    def same_job(self, held):
        """Whether an earlier start of the job that this process is has made the claim."""
        mine, other = self.me.get("job"), held.get("job")
        if not mine or not isinstance(other, list) or len(other) != 2 or not isinstance(other[1], int):
            return False
        return other[0] == mine[0] and other[1] < mine[1]

    def _age(self, key, attempt):
        """s since it was touched, by the clock of the file system; 0 if it has gone."""
        probe = os.path.join(self.folder, f".now.{self.me['host']}.{os.getpid()}")
        try:
            with open(probe, "w", encoding="ascii") as file:
                now = os.fstat(file.fileno()).st_mtime
            return now - os.stat(self._path(key, attempt)).st_mtime
        except OSError:
            return 0.0
        finally:
            with contextlib.suppress(OSError):
                os.unlink(probe)
