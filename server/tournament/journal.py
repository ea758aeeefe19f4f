# SPDX-License-Identifier: Apache-2.0
"""The file `league.jsonl`: a line for every attempt that is over, and nothing else. It is the only record of the
matches that have been played.

* A line is written by one write() to a descriptor with O_APPEND, and synced before it is announced. Over a network
  O_APPEND is not enough, so a writer holds the file's lock (fcntl), which NFS supports and which makes its client
  discard cached data of the file.
* With the lock held, the file is read to its end before it is written to: a match that is over gets no second line.
* A truncated file is read up to its end. A last line without a newline counts if it is complete JSON, which a partial
  line never is. The next record begins on a new line, and the partial line is skipped with a message.
* If two lines are about one match all the same, the first one counts, unless a line between them has annulled it.
* A file that was truncated, and perhaps has grown again, is reread: the part that was read last is compared with the
  file.
"""

import collections
import contextlib
import fcntl
import os

from .below import open_below
from .errors import LeagueError, reason
from .records import LONGEST_LINE, MAX_ATTEMPTS, NOTES, Failure, Result, line, record

FILE = "league.jsonl"
READ_AT_ONCE = 1 << 20  # bytes
REMEMBERED = 256  # bytes
LARGEST = 512 << 20  # bytes: a million matches need 300 MB


class Journal:
    """The known state of the matches of the league in `folder`. `problem(line)` is called with what is wrong, once for
    each look at the file and never twice for one place. `largest`: maximum bytes of the file; a larger one is
    refused."""

    def __init__(self, folder, problem, largest=LARGEST):
        self.folder, self.path, self.largest = folder, os.path.join(folder, FILE), largest
        self.problem = problem
        self._reported = 0  # the number of the last line that had a problem
        self._start()

    def _start(self):
        self._read, self._number, self._half = 0, 0, b""
        self._last = b""  # the last bytes that have been read
        self.results = {}  # key: Result
        self.failures = collections.defaultdict(dict)  # key: {attempt: Failure}
        self.notes = {}  # key: the last Failure that does not count
        self.interrupted = collections.defaultdict(set)  # key: attempts that no longer count: their runners have died, or they were annulled

    def outcomes(self):
        """The outcome of each match that is over, by key: a `Failure` if all attempts have failed."""
        found = dict(self.results)
        for key, failures in self.failures.items():
            if key not in found and len(failures) >= MAX_ATTEMPTS:
                found[key] = failures[max(failures)]
        return found

    def is_over(self, key):
        return key in self.results or len(self.failures.get(key, ())) >= MAX_ATTEMPTS

    def has_ended(self, key, attempt):
        """Whether this attempt has ended without a result, so that a later result of it is not accepted."""
        return attempt in self.failures.get(key, ()) or attempt in self.interrupted.get(key, ())

    def last_ended(self, key):
        """The highest number of an attempt that has ended without a result, or 0."""
        return max((*self.failures.get(key, ()), *self.interrupted.get(key, ())), default=0)

    def refresh(self):
        """Reads what has been written since the last call. A file that was truncated is reread. True if there was anything new."""
        try:
            with open(self._open(os.O_RDONLY), "rb") as file:
                return self._take(file)
        except FileNotFoundError:
            return False
        except OSError as error:
            raise LeagueError(f"{self.path}: {reason(error)}") from None

    def append(self, what):
        """Writes the record and returns True, unless its match is over or its attempt has already failed; then it
        returns False. Afterwards the state is as new as the file."""
        with contextlib.ExitStack() as stack:
            try:
                file = stack.enter_context(open(self._open(os.O_RDWR | os.O_APPEND | os.O_CREAT), "r+b"))
                fcntl.lockf(file, fcntl.LOCK_EX)
                self._take(file)
                ended = isinstance(what, Failure) and what.how not in ("cancelled", "annulled") and self.has_ended(what.match, what.attempt)
                if self.is_over(what.match) != (what.how == "annulled") or ended:
                    return False
                self._write(file.fileno(), line(what))
                self._take(file)
                return True
            except OSError as error:
                raise LeagueError(f"{self.path}: {reason(error)}") from None

    def refresh_for_certain(self):
        """As `refresh`, with the lock held: afterwards no earlier line is missing."""
        try:
            with open(self._open(os.O_RDWR), "r+b") as file:
                fcntl.lockf(file, fcntl.LOCK_EX)
                return self._take(file)
        except FileNotFoundError:
            return False
        except OSError as error:
            raise LeagueError(f"{self.path}: {reason(error)}") from None

    def _open(self, flags):
        return open_below(self.folder, FILE, flags, self.largest)

    @staticmethod
    def _write(descriptor, data):
        size = os.fstat(descriptor).st_size
        if size and os.pread(descriptor, 1, size - 1) != b"\n":
            data = b"\n" + data
        try:
            written = os.write(descriptor, data)
            if written != len(data):
                raise OSError(None, f"only {written} of {len(data)} bytes could be written")
            os.fsync(descriptor)
        except OSError:
            with contextlib.suppress(OSError):
                os.ftruncate(descriptor, size)
            raise

    def _take(self, file):
        if os.pread(file.fileno(), len(self._last), self._read - len(self._last)) != self._last:
            self._start()
        file.seek(self._read)
        new, self._wrong, self._wrongs = False, None, 0
        while data := file.read(READ_AT_ONCE):
            self._read += len(data)
            self._last = (self._last + data)[-REMEMBERED:]
            lines = (self._half + data).split(b"\n")
            self._half = lines.pop()
            for text in lines:
                self._number += 1
                new = self._line(text, True) or new
            if len(self._half) > LONGEST_LINE:
                self._half = self._half[: LONGEST_LINE + 1]  # still too long, so it will be refused
        self._tell()
        # A line without a newline may be complete: the power failed just before the newline.
        return self._line(self._half, False) or new

    def _tell(self):
        """Reports only one line, however many are invalid, because the file may come from an untrusted sender."""
        if self._wrong:
            others = self._wrongs - 1
            more = f" (and {others} more line{'s' if others > 1 else ''})" if others else ""
            self.problem(f"{self.path}:{self._wrong}{more}")
            self._reported = self._number

    def _line(self, text, ended):
        if not text.strip():
            return False
        try:
            if len(text) > LONGEST_LINE:
                raise ValueError(f"longer than {LONGEST_LINE} bytes")
            what = record(text)
        except ValueError as error:
            if ended and self._number > self._reported:
                self._wrong = self._wrong or f"{self._number}: left out: {error}"
                self._wrongs += 1
            return False
        if isinstance(what, Result):
            if what.match in self.results or self.is_over(what.match):
                return False
            self.results[what.match] = what
            self.notes.pop(what.match, None)
        elif what.how in NOTES:
            self._note(what)
        elif not self.is_over(what.match):
            self.failures[what.match].setdefault(what.attempt, what)
        return True

    def _note(self, what):
        if what.how == "interrupted":
            self.interrupted[what.match].add(what.attempt)
        elif what.how == "annulled":
            self.results.pop(what.match, None)
            self.interrupted[what.match].update((*self.failures.pop(what.match, ()), what.attempt))
        if not self.is_over(what.match):
            self.notes[what.match] = what
