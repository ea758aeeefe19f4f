# SPDX-License-Identifier: Apache-2.0
"""The project's programs as processes of a test, which open ports of the system's choice and say which."""

import contextlib
import glob
import os
import random
import re
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
# How tests start the server: no mistake in a script passes, and nothing comes from somebody's home.
STRICT = ("--strict", "--home", "off")
# The same, where foo and bar are the sample team of release 0.1, so that a match does not change when the sample team gets better. Commservers
# elsewhere have an agent database of their own, so tests with them use STRICT.
STRICTLY = (*STRICT, "--agentdb", "agentdb-0.1.xml")
TIMEOUT = 100.0  # seconds; only reached when something is wrong
# Lock-step with agents that connect, who may have no core for a while.
SYNC = ("--sync", "--sync_timeout", f"{TIMEOUT:.0f}")


def wait_until(condition, what="it"):
    """The first answer of `condition` that is true."""
    deadline = time.monotonic() + TIMEOUT
    while not (answer := condition()):
        if time.monotonic() > deadline:
            raise AssertionError(f"{what} did not come within {TIMEOUT:.0f} s")
        time.sleep(0.005)
    return answer


def wait_for_answer(url):
    """Until it can be had: a robot's description is, as soon as the robot can be operated."""

    def has_answer():
        with contextlib.suppress(urllib.error.HTTPError), urllib.request.urlopen(url, timeout=TIMEOUT):
            return True

    wait_until(has_answer, url)


def lasting_ports(count):
    """Free ports that the system gives no one: neither to a listener at port 0 nor to a client. So no other test gets one before it is used,
    and a program that finds no listener there does not connect to itself."""
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
    """Whether there is such a process, and it is more than the memory of one. The threads of a killed one may outlive the first by a moment, and
    keep its ports."""
    for task in glob.glob(f"/proc/{pid}/task/*/stat"):
        with contextlib.suppress(OSError), open(task, encoding="utf-8") as file:
            if file.read().rpartition(")")[2].split()[0] not in "ZX":
                return True
    return False


class Program:
    """A program in a folder, whose standard error is read as it comes. `more` goes to `Popen`; its standard output is discarded unless
    that says where to put it."""

    def __init__(self, arguments, folder, **more):
        more = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, **more}
        self.process = subprocess.Popen(
            list(arguments), cwd=folder, stderr=subprocess.PIPE, text=True, errors="replace", **more
        )
        self.pid = self.process.pid
        self.lines = []
        self.news = threading.Condition()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _read(self):
        for line in self.process.stderr:
            with self.news:
                self.lines.append(line.rstrip("\n"))
                self.news.notify_all()

    def printed(self):
        """All of its standard error so far."""
        with self.news:
            return "\n".join(self.lines)

    def wait_for(self, pattern, after=0):
        """The first match of the pattern in a line, from number `after` on; AssertionError if none comes."""
        deadline = time.monotonic() + TIMEOUT
        while True:
            over = not self.reader.is_alive()
            with self.news:
                for line in self.lines[after:]:
                    after += 1
                    if found := re.search(pattern, line):
                        return found
                if over or time.monotonic() > deadline:
                    raise AssertionError(f"no line with {pattern!r} in:\n" + "\n".join(self.lines))
                self.news.wait(0.1)

    def port(self, pattern=r"\bport (\d+)"):
        """The first port it opens of which it says that."""
        return int(self.wait_for(pattern)[1])

    def lines_of(self, *words):
        """Those that have all of these in them."""
        return [line for line in self.printed().splitlines() if all(word in line for word in words)]

    def memory(self):
        """MiB, resident."""
        with open(f"/proc/{self.pid}/statm", encoding="utf-8") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE") / (1 << 20)

    def send(self, number):
        self.process.send_signal(number)

    def ended(self):
        return self.process.poll() is not None

    def wait(self):
        """Its exit status, once all it has said is read."""
        status = self.process.wait(TIMEOUT)
        self.reader.join(TIMEOUT)
        return status

    def stop(self):
        """Ends it in order, if it has not ended."""
        if not self.ended():
            self.send(signal.SIGTERM)
        return self.wait()

    def close(self):
        if not self.ended():
            self.process.kill()
        self.wait()
        for stream in (self.process.stderr, self.process.stdout):
            if stream:
                stream.close()


class Folder:
    """What a test starts, in a folder of its own; all of it ends with the test."""

    def __enter__(self):
        self.stack = contextlib.ExitStack()
        self.path = tempfile.mkdtemp(prefix="rcss_test.")
        self.stack.callback(shutil.rmtree, self.path, ignore_errors=True)
        return self

    def __exit__(self, *_):
        self.stack.close()

    def write(self, name, text):
        path = os.path.join(self.path, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path


class Flood:
    """`flood(*arguments, stop)` in a process of its own, until it is closed; `stop()` says whether the test has gone."""

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
    """Somebody who behaves and asks for something again and again, on a thread of its own; the time that each answer took, in s, is in `trips`.
    Others say what is asked (`ask`) and what is closed at the end (`close`)."""

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
        """s, of its trips from number `since` on; all that it has asked has been answered."""

        def has_come():
            check(self.thread.is_alive() or self.ending.is_set(), "somebody who behaves is answered no more")
            return len(self.trips) > since

        wait_until(has_come, "an answer to somebody who behaves")
        return max(self.trips[since:])
