# SPDX-License-Identifier: Apache-2.0
"""Shared by tests of leagues: a folder with an agent database, the program rcssleague3D with a stand-in for the server, and records."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(ROOT, "tests", "support"), os.path.join(ROOT, "server")]

from programs import TIMEOUT, is_alive, remove_folder, wait_until  # noqa: E402, F401
from skipping import run_tests  # noqa: E402, F401

from tournament.matches import Match  # noqa: E402, F401
from tournament.plans import schedule  # noqa: E402, F401
from tournament.records import NOTES, Failure, Result  # noqa: E402, F401
from tournament.settings import Settings  # noqa: E402, F401

# The program is the first argument of each of these tests; default: that of the usual build.
LEAGUE = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 and sys.argv[1].endswith("rcssleague3D") else os.path.join(ROOT, "build", "bin", "rcssleague3D")
SERVER = os.path.join(HERE, "stand_in_server.py")


def result(key, left, right, **more):
    """The record of a played match."""
    return Result(**{"match": key, "attempt": 1, "how": "played", "score": [left, right], **more})


def play_out(settings, score):
    """Plays a league in memory; the function gives the score of each match. Returns schedule and outcomes at its end."""
    outcomes = {}
    while True:
        made = schedule(settings, outcomes)
        todo = [match for match in made.matches if match.key not in outcomes]
        if not todo:
            return made, outcomes
        for match in todo:
            outcomes[match.key] = result(match.key, *score(match))


class LeagueTest(unittest.TestCase):
    """Each test has its own folder with a database of the types A to F, each of which has a folder."""

    TYPES = "ABCDEF"

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="rcss_test.")
        self.addCleanup(remove_folder, self.folder)
        self.league = os.path.join(self.folder, "L")
        types = ""
        for name in self.TYPES:
            os.mkdir(os.path.join(self.folder, f"team {name}"))
            self.write(f"team {name}/agent", "#!/bin/sh\n")
            types += f'<agent_type_external name="{name}"><working_dir>team {name}</working_dir><exec_line>agent {name}</exec_line></agent_type_external>\n'
        self.database = self.write("agentdb.xml", f'<agentdb xmlns="http://example.org/">\n{types}</agentdb>\n')

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)

    def read(self, *names):
        with open(self.path(*names), encoding="utf-8") as file:
            return file.read()

    def behave(self, code):
        """Sets what the stand-in for the server does in a match (stand_in_server.py)."""
        self.write("behave.py", code)

    def start(self, *arguments, server=SERVER):
        """Starts rcssleague3D as a process in the test's folder. It ends with the test at the latest."""
        process = subprocess.Popen(
            [sys.executable, LEAGUE, *arguments, "--folder", self.league, "--server", server] if "--" not in arguments else
            [sys.executable, LEAGUE, *arguments[:arguments.index("--")], "--folder", self.league, "--server", server, *arguments[arguments.index("--"):]],
            cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
            env={**os.environ, "HOME": self.folder},
        )  # fmt: skip
        self.addCleanup(self._end, process)
        return process

    @staticmethod
    def _end(process):
        if process.poll() is None:
            process.kill()
        process.communicate()

    def finish(self, process, status=0):
        """Returns standard output and standard error of the league. Checks that it ends with this status and without a traceback."""
        out, err = process.communicate(timeout=TIMEOUT)
        self.assertNotIn("Traceback", out + err)
        self.assertEqual(process.returncode, status, out + err)
        return out, err

    def run_league(self, *arguments, status=0, server=SERVER):
        return self.finish(self.start(*arguments, server=server), status)

    def begin(self, *types, more=(), **options):
        """The arguments for a new league of these types."""
        return [*types, "--agentdb", self.database, *(word for name, value in options.items() for word in (f"--{name}", str(value))), *more]

    def lines(self):
        """The lines of the journal."""
        try:
            return [json.loads(line) for line in self.read("L", "league.jsonl").splitlines()]
        except FileNotFoundError:
            return []

    def plays(self):
        """The working folders in which a server has started."""
        found = []
        for base, _, files in os.walk(self.path("L", "matches")):
            if "played" in files:
                found.append(base)
        return found

    def wait_for_plays(self, number):
        wait_until(lambda: len(self.plays()) >= number, "a match that is being played")


def end(process, number=signal.SIGTERM):
    process.send_signal(number)
    return process
