# SPDX-License-Identifier: Apache-2.0
"""Runs the project's programs as processes of a test. They open free ports and print their numbers."""

import codecs
import contextlib
import glob
import io
import os
import random
import re
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Options of the server in tests: errors in scripts are fatal, and no file comes from the user's home folder.
STRICT = ("--strict", "--home", "off")
# The same, but foo and bar are the sample team of release 0.1, so that a match does not change when the sample team improves. Commservers have
# their own agent database, so tests with them use STRICT.
STRICTLY = (*STRICT, "--agentdb", "agentdb-0.1.xml")
TIMEOUT = 100.0  # seconds; only reached in case of an error
# Lock-step with agents that connect, which may wait for a core for some time.
SYNC = ("--sync", "--sync_timeout", f"{TIMEOUT:.0f}")


def wait_until(condition, what="it"):
    """Waits until `condition` returns a true value, and returns it."""
    deadline = time.monotonic() + TIMEOUT
    while not (answer := condition()):
        if time.monotonic() > deadline:
            raise AssertionError(f"{what} did not come within {TIMEOUT:.0f} s")
        time.sleep(0.005)
    return answer


def wait_for_answer(url):
    """Retries until the resource exists: a robot's description exists as soon as the robot can be operated."""

    def has_answer():
        with contextlib.suppress(urllib.error.HTTPError), urllib.request.urlopen(url, timeout=TIMEOUT):
            return True

    wait_until(has_answer, url)


def lasting_ports(count):
    """Free ports that the system assigns neither to a listener at port 0 nor to a client. So no other test gets such a port before it is used, and
    a program that finds no listener there does not connect to itself."""
    found = []
    for port in random.sample(range(15000, 32000), 100):
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            found.append(port)
        if len(found) == count:
            return found
    raise AssertionError("there are no free ports")


def lasting_port():
    return lasting_ports(1)[0]


def check(condition, *what):
    if not condition:
        raise AssertionError(" ".join(map(str, what)))


def is_alive(pid):
    """Whether the process exists and is not a zombie. The threads of a killed process may outlive its first one for a moment, and keep its
    ports."""
    for task in glob.glob(f"/proc/{pid}/task/*/stat"):
        with contextlib.suppress(OSError), open(task, encoding="utf-8") as file:
            if file.read().rpartition(")")[2].split()[0] not in "ZX":
                return True
    return False


class Program:
    """A program in a folder, whose standard error is read continuously. `more` is passed to `Popen`; standard output is discarded unless `more`
    redirects it. With `stdout=subprocess.PIPE, stderr=subprocess.STDOUT` both are read together."""

    def __init__(self, arguments, folder, **more):
        more = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, **more}
        self.process = subprocess.Popen(list(arguments), cwd=folder, text=True, errors="replace", **more)
        self._output = self.process.stderr or self.process.stdout
        self.pid = self.process.pid
        self.lines = []
        self._rest = ""  # the beginning of the next line
        self._decoder = io.IncrementalNewlineDecoder(codecs.getincrementaldecoder("utf-8")("replace"), translate=True)
        self._is_over = False
        self.updated = threading.Condition()
        self.reader = threading.Thread(target=self._read_all, daemon=True)
        self.reader.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _read_all(self):
        while self._has_written(None):
            with self.updated:
                self._take_output()

    def _has_written(self, timeout):
        """Whether output, or its end, arrives within this time in ms."""
        if self._is_over:
            return False
        poll = select.poll()
        poll.register(self._output, select.POLLIN)
        return bool(poll.poll(timeout))

    def _take_output(self):
        """Takes the output so far. Called with the lock held."""
        if not self._has_written(0):
            return
        octets = os.read(self._output.fileno(), 1 << 20)  # no pipe of a test has a larger buffer
        self._is_over = not octets
        *lines, self._rest = (self._rest + self._decoder.decode(octets, final=self._is_over)).split("\n")
        self.lines += [*lines, self._rest] if self._is_over and self._rest else lines
        self.updated.notify_all()

    def printed(self):
        """The output that has been read so far."""
        with self.updated:
            self._take_output()
            return "\n".join(self.lines)

    def wait_for(self, pattern, after=0):
        """Waits for the first match of the pattern in a line, from number `after` on; AssertionError after a timeout."""
        deadline = time.monotonic() + TIMEOUT
        while True:
            over = not self.reader.is_alive()
            with self.updated:
                for line in self.lines[after:]:
                    after += 1
                    if found := re.search(pattern, line):
                        return found
                if over or time.monotonic() > deadline:
                    raise AssertionError(f"no line with {pattern!r} in:\n" + "\n".join(self.lines))
                self.updated.wait(0.1)

    def port(self, pattern=r"\bport (\d+)"):
        """Waits for the first port that it reports with these words."""
        return int(self.wait_for(pattern)[1])

    def lines_of(self, *words):
        """The lines that contain all of these words."""
        return [line for line in self.printed().splitlines() if all(word in line for word in words)]

    def memory(self):
        """Resident memory in MiB."""
        with open(f"/proc/{self.pid}/statm", encoding="utf-8") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE") / (1 << 20)

    def send(self, number):
        self.process.send_signal(number)

    def ended(self):
        return self.process.poll() is not None

    def wait(self):
        """Waits until the program has ended and its output is read. Returns the exit status."""
        status = self.process.wait(TIMEOUT)
        self.reader.join(TIMEOUT)
        return status

    def stop(self):
        """Ends it cleanly if it is still running."""
        if not self.ended():
            self.send(signal.SIGTERM)
        return self.wait()

    def close(self):
        if not self.ended():
            self.process.kill()
        self.wait()
        for stream in (self.process.stderr, self.process.stdout):
            if stream and (self._is_over or stream is not self._output):
                stream.close()


def remove_folder(path):
    """Removes a folder into which processes of a killed program may still write until they end."""
    for _ in range(1000):
        shutil.rmtree(path, ignore_errors=True)
        if not os.path.lexists(path):
            return
        time.sleep(0.01)
    shutil.rmtree(path)  # raises an error that names the remaining files


class TemporaryFolder(tempfile.TemporaryDirectory):
    """A temporary folder for programs that are killed."""

    def cleanup(self):
        remove_folder(self.name)
        super().cleanup()


class Folder:
    """The programs that a test starts, in a separate folder; all of them end with the test."""

    def __enter__(self):
        self.stack = contextlib.ExitStack()
        self.path = tempfile.mkdtemp(prefix="rcss_test.")
        self.stack.callback(remove_folder, self.path)
        return self

    def __exit__(self, *_):
        self.stack.close()

    def write(self, name, text):
        path = os.path.join(self.path, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path


class Flood:
    """Runs `flood(*arguments, stop)` in its own process until it is closed; `stop()` returns whether the test has ended."""

    def __init__(self, flood, *arguments):
        self.process = os.fork()
        if self.process == 0:
            parent = os.getppid()
            try:
                flood(*arguments, lambda: os.getppid() != parent)
            finally:
                os._exit(0)

    def close(self):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)


class Steady:
    """A well-behaved client that sends requests repeatedly, on its own thread; the time until each answer, in s, is in `trips`.
    Derived classes define the request (`ask`) and how the connection is closed (`close`)."""

    PERIOD = 0.01  # s

    def __init__(self):
        self.trips, self.ending = [], threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)

    def _run(self):
        while not self.ending.is_set():
            begun = time.monotonic()
            self.ask(begun)
            self.trips.append(time.monotonic() - begun)
            time.sleep(self.PERIOD)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ending.set()
        self.thread.join(TIMEOUT)
        self.close()

    def longest(self, since=0):
        """The longest round trip from number `since` on, in s. Asserts that all requests have been answered."""

        def has_come():
            check(self.thread.is_alive() or self.ending.is_set(), "the well-behaved client gets no more answers")
            return len(self.trips) > since

        wait_until(has_come, "an answer to the well-behaved client")
        return max(self.trips[since:])
