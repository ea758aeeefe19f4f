#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which failures ./check --second-chance treats as chance: test_second_chance.py [unittest's arguments]."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))

from programs import ROOT, TIMEOUT, remove_folder  # noqa: E402
from skipping import run_tests  # noqa: E402

# ctest: the tests of a build, and what each prints and how it ends when it runs again, from files.
CTEST = """#!/bin/sh
case "$*" in
  *--show-only*) cat "$HERE/tests.json" ;;
  *)
    number=${4%%,*}
    echo "$number" >>"$HERE/runs"
    cat "$HERE/again_$number" 2>/dev/null
    times=$(grep -cx "$number" "$HERE/runs")
    if [ -f "$HERE/fails_$number" ] && [ "$times" -ge "$(cat "$HERE/fails_$number")" ]; then exit 8; fi
    ;;
esac
"""
# git: the change touches what `touched` says, if it is asked for the change since `base`.
GIT = """#!/bin/sh
case "$*" in
  "rev-parse --show-toplevel") echo /project ;;
  "diff --name-only -z $(cat "$HERE/base")...HEAD") tr '\\n' '\\0' <"$HERE/touched" ;;
  *) exit 1 ;;
esac
"""
TRACEBACK = """Traceback (most recent call last):
  File "floods.py", line 1, in test
AssertionError: 17 is not less than 10

FAILED (failures=1)
"""


class SecondChance(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="second_chance.")
        self.addCleanup(remove_folder, self.folder)
        self.build = os.path.join(self.folder, "build")
        os.makedirs(os.path.join(self.build, "Testing", "Temporary"))
        for name, text in (("ctest", CTEST), ("git", GIT)):
            self.write(name, text)
            os.chmod(os.path.join(self.folder, name), 0o755)
        for name in ("runs", "touched"):
            self.write(name, "")
        self.write("base", "origin/HEAD")

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def run_after(self, *failed, exact=(), commands=None, **environment):
        """Exit status and summary, after a run in which tests have failed: number, name, how it ended, what it printed. `commands`: of tests, by
        their names."""
        listed = "".join(f"\t{number:3} - {name} ({end})\n" for number, name, end, _ in failed)
        self.write("report", f"1/9 Test #1: some ...   Passed    0.00 sec\n\nThe following tests FAILED:\n{listed}Errors while running CTest\n")
        self.write("build/Testing/Temporary/LastTest.log", "Start testing: Nov 22 07:09 UTC\n" + "".join(
            f"{i + 1}/9 Testing: {name}\n{i + 1}/9 Test: {name}\nOutput:\n{output}\n<end of output>\nTest Failed.\n" for i, (_, name, _, output) in enumerate(failed)))  # fmt: skip
        self.write("tests.json", json.dumps({"tests": [
            {"name": name, "command": (commands or {}).get(name, []), "properties": [{"name": "LABELS", "value": ["exact"]}] if name in exact else []} for _, name, _, _ in failed]}))  # fmt: skip
        done = subprocess.run([sys.executable, os.path.join(ROOT, ".ci", "second_chance.py"), self.build, os.path.join(self.folder, "report")],
                              env={**os.environ, "PATH": self.folder + os.pathsep + os.environ["PATH"], "HERE": self.folder, **environment},
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=TIMEOUT, check=False)  # fmt: skip
        self.assertIn(done.returncode, (0, 8), done.stdout)
        with open(os.path.join(self.build, "second_chance.txt"), encoding="utf-8") as file:
            summary = file.read()
        self.assertTrue(done.stdout.endswith(summary), done.stdout)
        return done.returncode, summary

    def runs(self):
        with open(os.path.join(self.folder, "runs"), encoding="utf-8") as file:
            return [int(line) for line in file]

    def test_a_failure_that_passes_twice_alone_has_passed_and_is_named(self):
        status, summary = self.run_after((7, 'match: "floods" (all, [of] them)', "Failed", TRACEBACK), (9, "slow", "Timeout", "no line"))
        self.assertEqual(status, 0)
        self.assertEqual(self.runs(), [7, 7, 9, 9])
        self.assertIn('passed the second time: 7 - match: "floods" (all, [of] them); at first:\n    AssertionError: 17 is not less than 10\n', summary)
        self.assertTrue(summary.endswith("2 failed while others were running, 2 of them passed alone, 2 times\n"), summary)

    def test_a_second_failure_counts_and_the_others_still_run(self):
        for first, tries in ((1, "1 of 2"), (2, "2 of 2")):
            with self.subTest(tries):
                self.write("runs", "")
                self.write("fails_7", str(first))
                status, summary = self.run_after((7, "floods", "Failed", TRACEBACK), (9, "slow", "Failed", TRACEBACK))
                self.assertEqual(status, 8)
                self.assertEqual(self.runs(), [7] * first + [9, 9])
                self.assertIn(f"FAILED (failed in try {tries}, alone): 7 - floods; at first:\n", summary)
                self.assertIn("passed the second time: 9 - slow", summary)

    def test_a_test_skipped_the_second_time_has_failed(self):
        self.write("again_7", "1/1 Test #7: floods .........***Skipped   0.00 sec\n")
        status, summary = self.run_after((7, "floods", "Failed", TRACEBACK))
        self.assertEqual(status, 8)
        self.assertIn("FAILED (was skipped in try 1 of 2, alone): 7 - floods", summary)

    def test_failures_that_cannot_be_chance_are_not_repeated(self):
        for what, test in {
            "a signal": (7, "floods", "SEGFAULT", ""),
            "an abort": (7, "floods", "Subprocess aborted", ""),
            "a sanitizer": (7, "floods", "Failed", "==1==ERROR: AddressSanitizer: heap-use-after-free\n" + TRACEBACK),
            "a race": (7, "floods", "Failed", "WARNING: ThreadSanitizer: data race\n"),
            "an assertion of a program": (7, "floods", "Failed", "server: world.cpp:3: Assertion `a == b' failed.\n" + TRACEBACK),
        }.items():
            with self.subTest(what):
                status, summary = self.run_after(test, (9, "slow", "Failed", TRACEBACK))
                self.assertEqual(status, 8)
                self.assertIn("no test is rerun: floods ", summary)
                self.assertIn("9 - slow; at first:\n    AssertionError", summary)
        with self.subTest("a test that is exact"):
            status, summary = self.run_after((7, "golden", "Failed", TRACEBACK), exact=("golden",))
            self.assertEqual(status, 8)
            self.assertIn("no test is rerun: golden is exact", summary)
        self.assertEqual(self.runs(), [])

    def test_a_test_that_the_change_touches_is_not_repeated(self):
        floods, http = (7, "match: floods", "Failed", TRACEBACK), (9, "spark/http", "Failed", "FAILED: a == b")
        commands = {"match: floods": ["/bin/python3", "/project/tests/match/floods.py", "/build/server"], "spark/http": ["/build/test_spark_http"]}
        self.write("touched", "spark/http/get.cpp\ntests/spark/http/CMakeLists.txt\ntests/spark/http/page/test_page.cpp\ntests/match/stage.py\ntests/match/test_running.cpp\n")
        self.assertEqual(self.run_after(floods, http, commands=commands)[0], 0)
        for touched, said in (("tests/match/floods.py", "match: floods is a test that the change touches: floods.py"),
                              ("tests/spark/http/test_get.cpp", "spark/http is a test that the change touches: test_get.cpp")):  # fmt: skip
            with self.subTest(touched):
                self.write("touched", f"README.md\n{touched}\n")
                self.write("runs", "")
                status, summary = self.run_after(floods, http, commands=commands)
                self.assertEqual((status, self.runs()), (8, []))
                self.assertIn(f"no test is rerun: {said}\n", summary)
        self.write("base", "abc123")
        status, summary = self.run_after(floods, http, commands=commands, RCSS_BASE="abc123")
        self.assertEqual(status, 8)
        self.assertNotIn("not known", summary)

    def test_an_unknown_base_of_the_change_is_reported(self):
        self.write("base", "abc123")
        self.write("touched", "tests/match/floods.py\n")
        status, summary = self.run_after((7, "match: floods", "Failed", TRACEBACK), commands={"match: floods": ["/project/tests/match/floods.py"]})
        self.assertEqual(status, 0)
        self.assertIn("\nunknown which tests the change touches, so none was refused for that reason: HEAD cannot be compared with origin/HEAD\n", summary)

    def test_more_than_five_failures_are_not_repeated(self):
        failed = [(number, f"test {number}", "Failed", TRACEBACK) for number in range(1, 7)]
        status, summary = self.run_after(*failed)
        self.assertEqual((status, self.runs()), (8, []))
        self.assertIn("no test is rerun: 6 tests failed", summary)
        self.assertEqual(self.run_after(*failed[:5])[0], 0)

    def test_a_failure_with_a_running_program_is_not_repeated(self):
        program = os.path.join(self.build, "server")
        shutil.copy(shutil.which("sleep"), program)
        with subprocess.Popen([program, str(TIMEOUT)]) as running:
            try:
                status, summary = self.run_after((7, "floods", "Failed", TRACEBACK))
            finally:
                running.kill()
        self.assertEqual((status, self.runs()), (8, []))
        self.assertIn(f"still running: {os.path.realpath(program)} (process {running.pid})", summary)

    def test_a_failed_run_without_a_failed_test_has_failed(self):
        self.assertEqual(self.run_after()[0], 8)


if __name__ == "__main__":
    run_tests(sys.argv[1:])
