# SPDX-License-Identifier: Apache-2.0
"""Opens what is below a league's folder. Somebody may have sent that folder, so nothing in it may lead anywhere else, or be waited for: a link is
refused at every level below the folder itself, and what is read or written is a regular file of limited size."""

import contextlib
import errno
import os
import secrets
import stat

from .errors import LeagueError
from .names import plain

LARGEST = 16 << 20  # bytes of a file, where its reader says nothing else
TEMPORARY = ".new."  # begins the name of a file that is there for a moment


def _open(at, name, flags, where):
    """The one place where anything below a league's folder is opened. FIFOs are not waited for."""
    try:
        return os.open(name, flags | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC, 0o644, dir_fd=at)
    except OSError as error:
        with contextlib.suppress(OSError):
            if stat.S_ISLNK(os.stat(name, dir_fd=at, follow_symlinks=False).st_mode):
                raise LeagueError(f"{plain(where)}: is a link; nothing in the folder of a league is used through one") from None
        if error.errno == errno.ENXIO:
            raise LeagueError(f"{plain(where)}: is not a regular file") from None
        raise OSError(error.errno, os.strerror(error.errno), where) from None


@contextlib.contextmanager
def folder_below(base, path="", make=False):
    """Descriptor of the folder, for functions that take a `dir_fd`. OSError if there is none, LeagueError if it is a link. `make`: it is made if it is
    not there."""
    if make:
        os.makedirs(base, exist_ok=True)
    at, where = os.open(base, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC), base
    try:
        for name in filter(None, path.split("/")):
            where = os.path.join(where, name)
            if make:
                with contextlib.suppress(FileExistsError):
                    os.mkdir(name, dir_fd=at)
            inner = _open(at, name, os.O_RDONLY | os.O_DIRECTORY, where)
            os.close(at)
            at = inner
        yield at
    finally:
        os.close(at)


def open_below(base, path, flags=os.O_RDONLY, largest=LARGEST):
    """Descriptor of a regular file that has `largest` bytes at most. LeagueError if it is anything else, OSError if it cannot be opened."""
    folder, _, name = path.rpartition("/")
    where = os.path.join(base, path)
    with folder_below(base, folder) as at:
        descriptor = _open(at, name, flags, where)
    try:
        about = os.fstat(descriptor)
        if stat.S_ISDIR(about.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), where)
        if not stat.S_ISREG(about.st_mode):
            raise LeagueError(f"{plain(where)}: is not a regular file")
        if about.st_size > largest:
            raise LeagueError(f"{plain(where)}: is larger than {largest} bytes")
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def write_below(base, path, text, replace=False, make=False):
    """A file that is there whole or not at all: it is written under another name first. Without `replace` FileExistsError if there is one, and what is
    written is synced: others go by it. `make`: as of `folder_below`."""
    folder, _, name = path.rpartition("/")
    with folder_below(base, folder, make) as at:
        new = f"{TEMPORARY}{secrets.token_hex(8)}"
        descriptor = _open(at, new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, os.path.join(base, folder, new))
        try:
            with open(descriptor, "w", encoding="utf-8", errors="backslashreplace", newline="") as file:
                file.write(text)
                file.flush()
                os.fchmod(file.fileno(), 0o644)
                if not replace:
                    os.fsync(file.fileno())
            if replace:
                os.replace(new, name, src_dir_fd=at, dst_dir_fd=at)
            else:
                os.link(new, name, src_dir_fd=at, dst_dir_fd=at)
        finally:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(new, dir_fd=at)
