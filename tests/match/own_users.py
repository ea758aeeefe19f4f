#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""If the server runs as root, each agent of a match has its own user: this is visible to others, but not to agents.

    own_users.py SERVER [-k NAME]
"""

import glob
import os
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))

from programs import STRICT, Program, remove_folder, wait_until  # noqa: E402
from skipping import run_tests  # noqa: E402

SERVER = None
NUMBERS = range(61184, 65520)
SHARED = "agents run as the user of the server"
MATCH = ["--script", "five_a_side.rb", "--agentdb", "agents.xml", "--Soccer.AutomaticKickOff", "true", "--monitor_port", "off", "--seed", "5",
         "--team", "ours:2", "--team", "theirs:2", "--keep_agent_files"]  # fmt: skip

# Besides the module that the agent needs, and a file that it changes.
PLAYER = """#!/usr/bin/env python3
import multiprocessing, os, sys, tempfile
from dialogue import receive, send

def busy():
    with open("kept.txt", "a") as kept, tempfile.TemporaryFile(dir="/tmp") as passing:
        kept.write("and more"), passing.write(b"x")
    with open("/dev/stdout", "a") as output:
        output.write("by its name\\n")
    with multiprocessing.Pool(2) as pool:
        print(pool.map(abs, [-1, -2]), multiprocessing.Value("i", 3).value)
    print(os.getuid() if sys.argv[2] == "root" else 0, open("kept.txt").read(), flush=True)

sensations = 0
while (message := receive())[0] != "X":
    if message[0] == "D":
        send("I")
    elif message[0] == "S":
        words = ["(create)", f"(init (unum 0)(teamname {sys.argv[1]}))", "(beam -3 2 0)"]
        send("A" + (words[sensations] if sensations < 3 else f"(drive {sensations % 90} 20 0)"), "V(circle red 0 0 1)", "D")
        sensations += 1
        if sensations == 5:
            busy()
"""
DIALOGUE = """import os, sys

def read_exactly(count):
    data = b""
    while len(data) < count:
        data += os.read(3, count - len(data)) or sys.exit(0)
    return data

def receive():
    return read_exactly(int.from_bytes(read_exactly(4), "big")).decode()

def send(*messages):
    os.write(4, b"".join(len(data).to_bytes(4, "big") + data for data in map(str.encode, messages)))
"""


def status(process):
    """The lines of /proc/PID/status; empty if the process has ended."""
    try:
        with open(f"/proc/{process}/status") as file:
            return dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)
    except OSError:
        return {}


def descendants(ancestor):
    processes = {name: status(name) for name in os.listdir("/proc") if name.isdigit()}
    found = [str(ancestor)]
    for parent in found:
        found += [name for name, lines in processes.items() if lines.get("PPid", "").strip() == parent]
    return [int(name) for name in found[1:]]


def can_signal(user, process):
    """Returns None if the process has ended: some processes of an agent's sandbox are short-lived."""
    done = subprocess.run([sys.executable, "-c", f"import os; os.setresuid({user}, {user}, {user}); os.kill({process}, 0)"],
                          stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)  # fmt: skip
    if "ProcessLookupError" in done.stderr:
        return None
    if done.returncode != 0 and "PermissionError" not in done.stderr:
        raise AssertionError(done.stderr)
    return done.returncode == 0


class OwnUsers(unittest.TestCase):
    def setUp(self):
        # Not below /tmp, most of which a sandbox hides; if it belongs to root, only root can enter it.
        self.folder = tempfile.mkdtemp(prefix="own-users-", dir=os.getcwd())
        self.addCleanup(remove_folder, self.folder)
        types = "".join(f'<agent_type_external name="{name}"><exec_line>./player.py {name} {"root" if os.geteuid() == 0 else "user"}</exec_line>'
                        "</agent_type_external>" for name in ("ours", "theirs"))  # fmt: skip
        for name, text, mode in (("player.py", PLAYER, 0o700), ("dialogue.py", DIALOGUE, 0o600), ("kept.txt", "old ", 0o600),
                                 ("agents.xml", f"<agentdb>{types}</agentdb>", 0o600)):  # fmt: skip
            with open(os.path.join(self.folder, name), "w") as file:
                file.write(text)
            os.chmod(file.name, mode)

    def start(self, logs, sandbox, half_time):
        program = Program([SERVER, *STRICT, "--logdir", logs, *MATCH, "--sandbox", sandbox, "--Soccer.RuleHalfTime", half_time], self.folder)
        self.addCleanup(program.close)
        return program

    def text(self, *path):
        with open(os.path.join(self.folder, *path)) as file:
            return file.read()

    def need_sandbox(self, logs):
        if "run in a sandbox" not in self.text(logs, "server.log"):
            self.skipTest("there is no sandbox: " + self.text(logs, "server.log"))

    def test_agents_with_their_own_users_play_as_usual(self):
        self.assertEqual(self.start("closed", "auto", "4").wait(), 0)
        self.need_sandbox("closed")
        for agent in range(4):
            self.assertEqual(self.text("closed", f"agent{agent}-stdout.log"), "by its name\n[1, 2] 3\n0 old and more\n")
            self.assertEqual(self.text("closed", f"agent{agent}-stderr.log"), "")
            self.assertEqual(self.text("closed", f"agent{agent}-files", "kept.txt"), "old and more")
            self.assertGreater(self.text("closed", f"agent{agent}-draw.log").count("(circle red 0 0 1)"), 10)
        for file in glob.glob(os.path.join(self.folder, "closed", "**"), recursive=True):
            self.assertEqual(os.stat(file).st_uid, os.geteuid(), file)
        self.assertEqual(self.text("kept.txt"), "old ")
        verified = subprocess.run([SERVER, "--verify", "closed"], cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        self.assertEqual(verified.returncode, 0, verified.stdout + verified.stderr)
        self.assertEqual(self.start("open", "off", "4").wait(), 0)
        self.assertEqual(self.text("closed", "monitor.log"), self.text("open", "monitor.log"))

    def test_agents_have_users_that_cannot_signal_each_other(self):
        if os.geteuid() != 0:
            self.skipTest("only root gives agents users of their own")
        match = self.start("logs", "auto", "3000")
        server_log = os.path.join(self.folder, "logs", "server.log")
        wait_until(lambda: os.path.exists(server_log) and re.search("run in(to)? a|without a sandbox", self.text("logs", "server.log")), "the sandbox")
        self.need_sandbox("logs")

        def players():
            if SHARED in self.text("logs", "server.log"):
                self.skipTest(self.text("logs", "server.log"))
            found = {process: status(process) for process in descendants(match.pid)}
            found = {process: lines["Uid"].split() for process, lines in found.items() if lines.get("Name", "").startswith("python")}
            return found if len(found) >= 4 else None

        found = wait_until(players, "the agents")
        users = {int(user) for numbers in found.values() for user in numbers}
        self.assertEqual(len(users), 4)
        self.assertLessEqual(users, set(NUMBERS))
        self.assertTrue(all(len(set(numbers)) == 1 for numbers in found.values()), found)
        signalled = set()
        for process, numbers in found.items():
            for user in users:
                can = can_signal(user, process)
                self.assertIn(can, (None, str(user) == numbers[0]), (user, process, numbers))
                if can:
                    signalled.add(user)
            self.assertIs(can_signal(int(numbers[0]), match.pid), False)
        self.assertEqual(signalled, users)
        match.close()
        in_use = lambda: {int(user) for process in os.listdir("/proc") for user in status(process).get("Uid", "").split()}  # noqa: E731
        wait_until(lambda: not users & in_use(), "the end of the agents")


if __name__ == "__main__":
    SERVER = sys.argv[1]
    run_tests(sys.argv[2:])
