# SPDX-License-Identifier: Apache-2.0
"""A name server and programs of a test, all of which are killed at its end.

Tests of this folder are called with the program rtm first, which stands beside its package.
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, *[os.pardir] * 3, "support"))

RTM = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else ""
PACKAGE = os.path.join(os.path.dirname(os.path.dirname(RTM)), "lib", "rcssserver3d", "python")  # where the build has it
sys.path.insert(0, PACKAGE)

from programs import TIMEOUT, TemporaryFolder, is_alive, wait_until  # noqa: E402, F401


class Stage(unittest.TestCase):
    """Each test has its own folder, its own name server, and the programs that it starts."""

    needs_names = True

    def setUp(self):
        self.stack = contextlib.ExitStack()
        self.addCleanup(self.stack.close)
        self.folder = self.stack.enter_context(TemporaryFolder(prefix="rtm_test."))
        self.environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "TMPDIR": self.folder}
        self.environment.pop("RTM_NAMESERVER", None)
        if self.needs_names:
            self.names = self.start("names", "--port", "0")
            self.server = self.line(self.names).split()[-1]
            self.environment["RTM_NAMESERVER"] = self.server

    def start(self, *arguments, program=None):
        """Starts a process; its standard error goes to the file `errors`."""
        errors = self.stack.enter_context(tempfile.TemporaryFile("w+", dir=self.folder))
        process = subprocess.Popen([program or RTM, *arguments], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=errors, text=True)
        process.errors = errors
        self.stack.callback(self.end, process)
        return process

    @staticmethod
    def end(process, number=signal.SIGKILL):
        """Ends a process by a signal; returns its exit status."""
        if process.poll() is None:
            process.send_signal(number)
        status = process.wait(TIMEOUT)
        process.stdout.close()
        return status

    @staticmethod
    def printed(process):
        """The standard error of a process so far."""
        process.errors.seek(0)
        return process.errors.read()

    def line(self, process):
        text = process.stdout.readline()
        if not text:
            raise AssertionError(f"the program ended with {process.wait(TIMEOUT)}: {self.printed(process)}")
        return text.rstrip("\n")

    def run_rtm(self, *arguments):
        """Runs rtm and returns its output. It must succeed with an empty standard error, even on a busy machine."""
        if arguments[0] in ("get", "on") and "--patience" not in arguments:
            arguments = (*arguments, "--patience", str(TIMEOUT))
        done = subprocess.run([RTM, *arguments], cwd=self.folder, env=self.environment, capture_output=True, text=True, timeout=TIMEOUT)
        self.assertEqual((done.returncode, done.stderr), (0, ""), f"rtm {' '.join(arguments)}")
        return done.stdout

    def refuse(self, *arguments, status=1):
        """Runs rtm, which must fail with one line. Returns this line."""
        done = subprocess.run([RTM, *arguments], cwd=self.folder, env=self.environment, capture_output=True, text=True, timeout=TIMEOUT)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (status, "", 1), f"rtm {' '.join(arguments)}: {done.stderr}")
        return done.stderr.rstrip("\n")

    def component(self, name):
        """A component as listed by `rtm list --json`, or None."""
        return next((one for one in json.loads(self.run_rtm("list", "--json")) if one["name"] == name), None)

    def wait_value(self, port, value):
        wait_until(lambda: self.run_rtm("get", port).strip() == value, f"{port} = {value}")

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)
