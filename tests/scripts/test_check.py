#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What ./check builds, runs and says of tests that could not run: test_check.py [unittest's arguments]."""

import os
import re
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))

from programs import ROOT  # noqa: E402
from skipping import run_tests  # noqa: E402
from stand_ins import ScriptTest  # noqa: E402

# As ctest writes them: what it prints, and the log of its last run.
REPORT = """
1/3 Test #1: a: one ....................***Skipped   0.00 sec
2/3 Test #2: a: two .....................   Passed    0.00 sec
3/3 Test #3: b: three ...................***Skipped   0.00 sec

100% tests passed, 0 tests failed out of 3

The following tests did not run:
\t  1 - a: one (Skipped)
\t  3 - b: three (Skipped)
"""
LOG = """Start testing: Nov 22 07:09 UTC
1/3 Testing: a: one
1/3 Test: a: one
Output:
skipped: there is no sandbox: bwrap is not installed
some other words
skipped: there is no sandbox: bwrap is not installed
skipped: small disk: needs root
2/3 Testing: a: two
Output:
skipped: not of one that has passed
3/3 Testing: b: three
Output:
"""


class CheckScript(ScriptTest):
    SCRIPT = "check"

    def ctest(self, report, log="", status=0):
        for name, text in (("report", report), ("log", log)):
            with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        self.stand_in("ctest", f'cat "$LOGS/report"; mkdir -p build/Testing/Temporary; cat "$LOGS/log" >build/Testing/Temporary/LastTest.log; exit {status}')

    def test_what_was_skipped_is_named_with_the_reasons(self):
        self.ctest(REPORT, LOG)
        out, _ = self.run_script("-R", "a")
        self.assertTrue(out.endswith(
            "==> could not run on this machine, or not wholly:\n"
            "    a: one\n"
            "        there is no sandbox: bwrap is not installed\n"
            "        small disk: needs root\n"
            "    b: three\n"), out)  # fmt: skip
        self.assertTrue(self.called("ctest")[0].endswith("-R a"), self.called("ctest"))

    def test_where_nothing_was_it_says_so(self):
        self.ctest("100% tests passed, 0 tests failed out of 3\n")
        out, _ = self.run_script()
        self.assertTrue(out.endswith("==> everything could run on this machine\n"), out)

    def test_a_failure_stays_one(self):
        self.ctest(REPORT, LOG, status=8)
        out, _ = self.run_script(status=8)
        self.assertIn("    b: three\n", out)

    def test_failures_have_a_second_chance_where_that_is_asked_for(self):
        self.ctest(REPORT, LOG, status=8)
        for chance in (0, 8):
            self.stand_in("python3", f"exit {chance}")
            out, _ = self.run_script("--second-chance", "-R", "a", status=chance)
            self.assertIn("==> running what failed again, alone\n", out)
            self.assertTrue(self.called("ctest")[-1].endswith("-R a"), self.called("ctest"))
        self.assertEqual(self.called("python3"), [".ci/second_chance.py build build/check.log"] * 2)

    def test_what_passed_needs_no_second_chance(self):
        self.ctest(REPORT, LOG)
        self.stand_in("python3", "exit 8")
        self.run_script("--second-chance")
        self.assertEqual(self.called("python3"), [])

    def test_a_suite_is_built_and_run_with_what_was_asked_for(self):
        expected = {
            "asan": ("-DCMAKE_BUILD_TYPE=Asan", "-DCMAKE_CXX_COMPILER=clang++"),
            "tsan": ("-DCMAKE_BUILD_TYPE=Tsan", "-DCMAKE_CXX_COMPILER=g++"),
            "clang": ("-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_COMPILER=clang++"),
            "debug": ("-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_COMPILER=g++"),
        }
        self.stand_in("ctest", 'echo "$ASAN_OPTIONS" >>"$LOGS/asan"')
        for number, (name, options) in enumerate(expected.items()):
            with self.subTest(name):
                self.run_script("--sanitize", name, "-R", "spark/net")
                configured = self.called("cmake")[number].split()
                self.assertEqual(configured[configured.index("-B") + 1], f"build-{name}")
                self.assertLessEqual({*options, "-DRCSS_TESTS=ON", "-DRCSS_WERROR=ON"}, {*configured})
                self.assertEqual(self.called("ninja")[number], f"-C build-{name}")
                called = self.called("ctest")[number]
                self.assertIn(f"--test-dir build-{name} ", called)
                self.assertTrue(called.endswith(" -LE pace --output-on-failure --no-tests=error -R spark/net"), called)
        self.assertIn("use_sigaltstack=0", self.called("asan")[0])

    def test_a_failure_under_a_sanitizer_stays_one(self):
        self.stand_in("ctest", "exit 8")
        _, err = self.run_script("--sanitize", "tsan", status=1)
        self.assertIn("build-tsan/Testing/Temporary/LastTest.log", err)

    def test_a_sanitizer_that_is_none_is_refused(self):
        _, err = self.run_script("--sanitize", "msan", status=1)
        self.assertIn("asan|tsan|clang|debug", err)
        self.assertEqual(self.called("cmake"), [])

    def built(self, folder, **statuses):
        """Stand-ins for the programs of tests that ./check names, in that folder."""
        programs = os.path.join(self.project, folder, "bin")
        os.makedirs(programs, exist_ok=True)
        with open(os.path.join(self.project, "check"), encoding="utf-8") as file:
            rooms = set(re.findall(r"[a-z-]+(?:_[a-z0-9]+)+|engine", file.read().replace("test_", " ")))
        for room in rooms:
            self.stand_in(os.path.join(programs, f"test_{room}"), f"exit {statuses.get(room, 0)}")

    def test_without_a_name_it_runs_the_readers_and_then_the_threads(self):
        self.built("build-asan")
        self.built("build-tsan")
        self.run_script("--sanitize")
        asan, tsan = self.called("ninja")
        self.assertTrue(asan.startswith("-C build-asan test_") and " test_spark_sexp " in asan, asan)
        self.assertTrue(tsan.startswith("-C build-tsan test_engine ") and " test_spark_monitor " in tsan, tsan)
        self.assertEqual(len(self.called("test_spark_sexp")), 1)
        self.assertEqual(len(self.called("test_spark_monitor")), 2)
        self.assertEqual(self.called("test_engine"), ["[threads]"])
        self.assertEqual(self.called("ctest"), [])

    def test_what_a_sanitizer_finds_in_any_room_makes_it_fail_and_all_run_to_their_end(self):
        self.built("build-asan", spark_core=77, spark_sexp=1, spark_net=66)
        self.built("build-tsan", spark_net=66)
        _, err = self.run_script("--sanitize", status=1)
        self.assertEqual([line for line in err.splitlines() if line.startswith("error: ")], [
            "error: tests failed: build-asan/bin/test_spark_sexp ended with status 1", "error: tests failed: build-asan/bin/test_spark_net ended with status 66",
            "error: tests failed: build-tsan/bin/test_spark_net ended with status 66", "error: tests failed: ./check --threads ended with status 66"])  # fmt: skip
        self.assertEqual((len(self.called("test_spark_sexp")), self.called("test_engine")), (1, ["[threads]"]))

    def test_a_race_in_any_room_makes_the_threads_fail(self):
        for room in ("gateways_rctp", "gateways_rtm_corba", "spark_script", "engine"):
            with self.subTest(room):
                self.built("build-tsan", **{room: 66})
                self.run_script("--threads", status=66)

    def test_what_cannot_run_on_this_machine_is_no_finding(self):
        self.built("build-tsan", gateways_rtm_corba=77)
        self.run_script("--threads")

    def fuzzers(self, **outputs):
        """Stand-ins for fuzzers that have been built: what each prints, and how it ends."""
        shutil.copytree(os.path.join(ROOT, "tests", "fuzz"), os.path.join(self.project, "tests", "fuzz"))
        os.makedirs(os.path.join(self.project, "build-fuzz", "bin"))
        with open(os.path.join(self.project, "build-fuzz", "build.ninja"), "w", encoding="ascii"):
            pass
        for name in ("nice", "xargs"):
            os.symlink(shutil.which(name), os.path.join(self.tools, name))
        for name, (output, status) in outputs.items():
            self.stand_in(os.path.join(self.project, "build-fuzz", "bin", f"fuzz_{name}"), f"cat <<'E'\n{output}E\nexit {status}")

    PROGRESS = "#12 INITED cov: 7 ft: 9 corp: 1/1b\n#345 DONE cov: 78 ft: 90 corp: 3/9b\nstat::number_of_executed_units: 345\nstat::average_exec_per_sec: 5\n"

    def test_fuzzing_tells_what_each_has_done(self):
        self.fuzzers(sexp=(self.PROGRESS, 0), frames=(self.PROGRESS, 0))
        out, _ = self.run_script("--fuzz", "3")
        self.assertIn("    sexp                   345 executions, 5 executions/s, cov 78, ft 90\n", out)
        self.assertIn("    frames                 345 executions, 5 executions/s, cov 78, ft 90\n", out)
        called = self.called("fuzz_sexp")[0]
        self.assertIn("-max_total_time=180 ", called)
        self.assertTrue(called.endswith("/build-fuzz/cases/sexp " + os.path.join(self.project, "tests/fuzz/sexp")), called)
        self.assertEqual(os.listdir(os.path.join(self.project, "build-fuzz", "findings")), [])

    def test_a_finding_makes_fuzzing_fail_and_is_kept(self):
        self.fuzzers(sexp=("==1== ERROR: AddressSanitizer: heap-use-after-free\n" + self.PROGRESS, 77), frames=(self.PROGRESS, 0))
        out, _ = self.run_script("--fuzz", "1", "sexp", "frames", status=1)
        self.assertIn("FOUND: ==1== ERROR: AddressSanitizer: heap-use-after-free\n", out)
        self.assertIn("    frames                 345 executions", out)
        self.assertIn(os.path.join(self.project, "build-fuzz", "findings") + "\n", out)
        self.assertEqual(os.listdir(os.path.join(self.project, "build-fuzz", "findings")), ["sexp.log"])
        self.assertIn("fuzz_sexp fuzz_frames", self.called("ninja")[0])

    def test_fuzzing_needs_to_know_for_how_long(self):
        _, err = self.run_script("--fuzz", "sexp", status=1)
        self.assertIn("how many minutes?", err)


if __name__ == "__main__":
    run_tests(sys.argv[1:])
