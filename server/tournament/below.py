# SPDX-License-Identifier: Apache-2.0
"""Opens files and folders below a league's folder. The folder may come from an untrusted sender, so nothing in it may
lead elsewhere or block: a link is refused at every level below the folder itself, and only regular files of limited
size are read or written."""

import contextlib
import errno
import os
import secrets
import stat

from .errors import LeagueError
from .names import plain

LARGEST = 16 << 20  # bytes of a file, unless its reader sets another limit
TEMPORARY = ".new."  # prefix of the names of temporary files


def _open(at, name, flags, where):
    """All files and folders below a league's folder are opened here. Opening a FIFO does not block."""
    try:
        return os.open(name, flags | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC, 0o644, dir_fd=at)
    except OSError as error:
        with contextlib.suppress(OSError):
            if stat.S_ISLNK(os.stat(name, dir_fd=at, follow_symlinks=False).st_mode):
                raise LeagueError(f"{plain(where)}: is a link; links in the folder of a league are not followed") from None
        if error.errno == errno.ENXIO:
            raise LeagueError(f"{plain(where)}: is not a regular file") from None
        raise OSError(error.errno, os.strerror(error.errno), where) from None


@contextlib.contextmanager
def folder_below(base, path="", make=False):
    """The descriptor of the folder, for functions that take a `dir_fd`. OSError if it does not exist, LeagueError if it
    is a link. `make`: create the folder if it does not exist."""
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
    """The descriptor of a regular file of at most `largest` bytes. LeagueError if it is anything else, OSError if it cannot be opened."""
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
    """Writes a file that is complete or absent at any time: it is first written under another name. Without `replace`,
    FileExistsError if the file exists, and the file is synced because others rely on it. `make`: as for
    `folder_below`."""
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
