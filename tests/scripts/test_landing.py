#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The stages of .ci/landing.py and its summary: test_landing.py [unittest's arguments]."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))

from programs import ROOT, TIMEOUT, remove_folder  # noqa: E402
from skipping import run_tests  # noqa: E402

# ./check: does what a file of the name of its option says.
CHECK = '#!/bin/sh\necho "$1" >>called\n. "./stage$1"\n'
SKIPPED = """echo '==> could not run on this machine, or only in part:'
echo '    a: disk, of its own'
echo '        needs root'
echo '    b: two'
echo '==> afterwards'
"""


class Landing(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="landing.")
        self.addCleanup(remove_folder, self.folder)
        os.mkdir(os.path.join(self.folder, ".ci"))
        for name in ("landing.py", "second_chance.py"):
            shutil.copy(os.path.join(ROOT, ".ci", name), os.path.join(self.folder, ".ci"))
        self.write("check", CHECK)
        os.chmod(os.path.join(self.folder, "check"), 0o755)

    def write(self, name, text):
        file = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(file), exist_ok=True)
        with open(file, "w", encoding="utf-8") as out:
            out.write(text)

    def land(self, house="", tests="", sanitizers="", minutes=10):
        """Exit status, the stages that ran, the summary."""
        for name, text in (("house", house), ("second-chance", tests), ("sanitize", sanitizers)):
            self.write(f"stage--{name}", text)
        done = subprocess.run([sys.executable, ".ci/landing.py", "--minutes", str(minutes)], cwd=self.folder, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=TIMEOUT, check=False)  # fmt: skip
        with open(os.path.join(self.folder, "called"), encoding="utf-8") as file:
            called = file.read().split()
        summary = done.stdout.rpartition("==> summary\n")[2]
        self.assertLessEqual(len(summary.splitlines()), 40, done.stdout)
        return done.returncode, called, summary

    def test_a_passed_run_lands(self):
        status, called, summary = self.land(tests=SKIPPED)
        self.assertEqual((status, called), (0, ["--house", "--second-chance", "--sanitize"]))
        self.assertEqual(summary, "skipped on this machine: a: disk, of its own, b: two\npassed: status 0\n")

    def test_a_finding_of_the_house_ends_the_run_before_the_build(self):
        status, called, summary = self.land(house="echo 'core may not include game'; exit 1")
        self.assertEqual((status, called), (1, ["--house"]))
        self.assertEqual(summary, "core may not include game\nhouse: failed with status 1\nFAILED: status 1\n")

    def test_a_failed_build_shows_its_first_errors_and_skips_the_sanitizers(self):
        errors = "echo 'FAILED: a.o'; i=0; while [ $i -lt 99 ]; do i=$((i + 1)); echo error $i; done; echo 'error: the build failed'; exit 1"
        status, called, summary = self.land(tests=f"echo '[1/9] a.cpp'; {errors}")
        self.assertEqual((status, called), (1, ["--house", "--second-chance"]))
        self.assertTrue(summary.startswith("FAILED: a.o\nerror 1\nerror 2\n"), summary)
        self.assertTrue(summary.endswith("more lines, above\ntests: failed with status 1\nFAILED: status 1\n"), summary)

    def test_other_failures_show_their_last_lines(self):
        status, _, summary = self.land(tests="i=0; while [ $i -lt 99 ]; do i=$((i + 1)); echo line $i; done; exit 100")
        self.assertEqual(status, 1)
        self.assertTrue(summary.endswith("line 98\nline 99\ntests: failed with status 100\nFAILED: status 1\n"), summary)

    def test_sanitizers_run_even_if_tests_have_failed(self):
        self.write("build/second_chance.txt", "FAILED (failed in try 1 of 2, alone): 7 - floods; at first:\n    AssertionError: 17 is not 10\n")
        report = "WARNING: ThreadSanitizer: data race (pid=7)\n  #0 f a.cpp:3\nSUMMARY: ThreadSanitizer: data race a.cpp:3 in f\n"
        for i in range(3):
            self.write(f"build-tsan/findings/report.{i}", report)
        self.write("build-asan/findings/report.9", "net.cpp:9:5: runtime error: shift exponent 70 is too large\n")
        status, called, summary = self.land(tests="exit 8", sanitizers="exit 66")
        self.assertEqual((status, called), (8, ["--house", "--second-chance", "--sanitize"]))
        self.assertEqual(summary, "FAILED (failed in try 1 of 2, alone): 7 - floods; at first:\n    AssertionError: 17 is not 10\n"
                         "net.cpp:9:5: runtime error: shift exponent 70 is too large\nSUMMARY: ThreadSanitizer: data race a.cpp:3 in f (3 times)\n"
                         "tests: tests failed\nsanitizers: a sanitizer reported a finding\nFAILED: status 8\n")  # fmt: skip
        self.assertEqual(self.land(sanitizers="exit 66")[0], 66)

    def test_a_test_that_fails_under_a_sanitizer_is_named_with_its_reason(self):
        self.write("printed", "      Start  3: spark/net\n1/2 Test #5: spark/core ......   Passed    0.12 sec\n"
                   "2/2 Test #3: spark/net .......***Failed    1.02 sec\n\n~~~~\nnet.cpp:10: FAILED:\n  CHECK( lines == 1 )\nwith expansion:\n  0 == 1\n\n"
                   "      Start  9: spark/late\nThe following tests FAILED:\n\t  3 - spark/net (Failed)   reads\n\t  4 - spark/x (Skipped)\n")  # fmt: skip
        status, _, summary = self.land(sanitizers="cat printed; exit 8")
        self.assertEqual(status, 8)
        self.assertEqual(summary, "failed with a sanitizer: 3 - spark/net (Failed)\n    net.cpp:10: FAILED:\n      CHECK( lines == 1 )\n"
                         "    with expansion:\n      0 == 1\nsanitizers: tests failed\nFAILED: status 8\n")  # fmt: skip

    def test_tests_that_passed_the_second_time_are_named(self):
        self.write("build/second_chance.txt", "passed the second time: 7 - floods; at first:\n    AssertionError: 17 is not 10\n")
        status, _, summary = self.land()
        self.assertEqual(status, 0)
        self.assertIn("passed the second time: 7 - floods", summary)

    def test_the_time_limit_ends_all_started_processes(self):
        status, called, summary = self.land(tests="(trap '' TERM; exec setsid sleep 4321.5) & echo $! >sleeper; echo waiting; sleep 4321.5", minutes=0.02)
        self.assertEqual((status, called), (1, ["--house", "--second-chance"]))
        self.assertIn("waiting\n", summary)
        self.assertTrue(summary.endswith("tests: not finished after 0.02 minutes\nFAILED: status 1\n"), summary)
        with open(os.path.join(self.folder, "sleeper"), encoding="utf-8") as file:
            self.assertFalse(os.path.exists(f"/proc/{file.read().strip()}/exe"))

    def test_processes_left_running_are_ended_and_named(self):
        is_asleep = '[ "$(cat /proc/$!/comm)" = sleep ]'
        status, _, summary = self.land(sanitizers=f"setsid sleep 4321.5 >/dev/null 2>&1 & until {is_asleep}; do sleep 0.01; done")
        self.assertEqual(status, 0)
        self.assertRegex(summary, r"was still running and was ended: \d+ sleep 4321.5\n")


if __name__ == "__main__":
    run_tests(sys.argv[1:])
