#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The controller of one's own and the demo of docs/sigverse.md, as the page says.

    sigverse_page.py SERVER SIGMAKE SIGCTL PAGE [unittest's arguments]
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))

from pages import block, commands, write_files  # noqa: E402
from programs import PATIENCE, STRICTLY, Program  # noqa: E402

SERVER, SIGMAKE, SIGCTL, PAGE = (os.path.abspath(path) for path in (sys.argv.pop(1) for _ in range(4)))


class Page(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="sigverse_page.")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.assertEqual(sorted(write_files(PAGE, self.folder)), ["Cart.xml", "Hello.cpp", "first.xml"])
        (words,) = commands(PAGE, "sigmake")
        made = self.call(SIGMAKE, *words)
        self.assertEqual(made.returncode, 0, made.stderr)
        (self.play,) = commands(PAGE, "rcssserver3D")

    def call(self, *words):
        return subprocess.run(words, cwd=self.folder, capture_output=True, text=True, timeout=PATIENCE)

    def test_five_seconds(self):
        played = self.call(SERVER, *STRICTLY, "--monitor_port", "off", "--Sig.Port", "0", *self.play)
        self.assertEqual(played.returncode, 0, played.stderr)
        self.assertNotRegex(played.stderr, "error|warning")
        with open(os.path.join(self.folder, "Logfiles/agent0-stdout.log"), encoding="utf-8") as log:
            said = log.read()
        self.assertEqual(said, block(PAGE, "text said"))
        self.assertEqual(said.count("\n"), 5)
        with open(os.path.join(self.folder, "Logfiles/monitor.log"), encoding="utf-8") as log:
            self.assertGreater(len(re.findall(r"\(obj cart ", log.read())), 100)

    def test_steered_from_another_terminal(self):
        waiting = [word for word in self.play if word not in ("--Sig.AutoStart", "true", "--Sig.EndTime", "5", "--speed", "max")]
        with Program([SERVER, *waiting, *STRICTLY, "--monitor_port", "off", "--Sig.Port", "0"], self.folder) as server:
            port = str(server.port(r"^sigverse port (\d+)"))
            server.wait_for("ready")
            for words in commands(PAGE, "sigctl"):
                done = self.call(SIGCTL, "-p", port, *words)
                self.assertEqual(done.returncode, 0, (words, done.stderr))
                if words[0] == "print":
                    self.assertRegex(done.stdout, r"\bcart\b")
                    self.assertRegex(done.stdout, r"mass\b.*\b2\b")
            self.assertEqual(server.wait(), 0, server.told())


if __name__ == "__main__":
    unittest.main()
