# SPDX-License-Identifier: Apache-2.0
"""Folders that are removed soon after their owner has ended, in whatever way.

Beside each folder `NAME` there is a file `NAME.lock`, which its process keeps locked. The system unlocks it when
that process ends, even by SIGKILL or a crash of the machine. The next process that creates a folder of that kind
thus sees which ones have lost their owner, and removes them."""

import contextlib
import fcntl
import os
import shutil
import stat
import tempfile

from .errors import LeagueError, reason

LOCK = ".lock"


class OwnedFolder:
    """A new folder in `base` whose name begins with `prefix`, accessible to this user only. Folders of dead owners are
    removed first, by `remove(path)`. Raises LeagueError if the folder cannot be created."""

    def __init__(self, base, prefix, remove=lambda path: shutil.rmtree(path, ignore_errors=True)):
        self._remove = remove
        try:
            os.makedirs(base, exist_ok=True)
            self._sweep(base, prefix)
            while True:
                descriptor, lock = tempfile.mkstemp(prefix=prefix, suffix=LOCK, dir=base)
                self._lock = open(descriptor, "wb")
                self.path = lock[: -len(LOCK)]
                if self._is_locked(lock):
                    break
                self._lock.close()
            os.mkdir(self.path, 0o700)
        except OSError as error:
            raise LeagueError(f"{error.filename or base}: {reason(error)}") from None

    def close(self):
        """Removes the folder."""
        self._remove(self.path)
        with contextlib.suppress(OSError):
            os.unlink(self.path + LOCK)
        self._lock.close()

    def _is_locked(self, lock):
        """False if another process has taken the file for that of a dead owner before it was locked."""
        try:
            return _try_lock(self._lock, lock)
        except OSError:
            return True  # a file system without locks: the folder remains if this process is killed

    def _sweep(self, base, prefix):
        for name in os.listdir(base):
            lock = os.path.join(base, name)
            if not name.startswith(prefix) or not name.endswith(LOCK) or not _is_mine(lock, stat.S_ISREG):
                continue
            with contextlib.suppress(OSError), open(os.open(lock, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC), "wb") as file:
                if not _try_lock(file, lock):
                    continue
                folder = lock[: -len(LOCK)]
                if _is_mine(folder, stat.S_ISDIR):
                    self._remove(folder)
                if not os.path.lexists(folder):
                    os.unlink(lock)


def _is_mine(path, kind):
    """Whether it belongs to this user and has the expected kind: others may also write into a temporary folder."""
    try:
        found = os.lstat(path)
    except OSError:
        return False
    return kind(found.st_mode) and found.st_uid == os.geteuid()


def _try_lock(file, path):
    """Whether the file is now locked and still has its name. OSError if locks are not supported."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    try:
        there = os.stat(path)
    except FileNotFoundError:
        return False
    return os.path.samestat(there, os.fstat(file.fileno()))
