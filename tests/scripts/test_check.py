#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What ./check builds, runs and reports: test_check.py [unittest's arguments]."""

import os
import shlex
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))

from programs import ROOT  # noqa: E402
from skipping import run_tests  # noqa: E402
from stand_ins import ScriptTest  # noqa: E402

WITH_FOLDER = os.path.join(ROOT, "tests", "support", "with_folder")
# The output of ctest, and the log of its last run.
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

    def test_skipped_tests_are_named_with_their_reasons(self):
        self.ctest(REPORT, LOG)
        out, _ = self.run_script("-R", "a")
        self.assertTrue(out.endswith(
            "==> could not run on this machine, or only in part:\n"
            "    a: one\n"
            "        there is no sandbox: bwrap is not installed\n"
            "        small disk: needs root\n"
            "    b: three\n"), out)  # fmt: skip
        self.assertTrue(self.called("ctest")[0].endswith("-R a"), self.called("ctest"))

    def test_a_run_without_skipped_tests_is_reported(self):
        self.ctest("100% tests passed, 0 tests failed out of 3\n")
        out, _ = self.run_script()
        self.assertTrue(out.endswith("==> everything could run on this machine\n"), out)

    def test_a_failed_test_fails_the_script(self):
        self.ctest(REPORT, LOG, status=8)
        out, _ = self.run_script(status=8)
        self.assertIn("    b: three\n", out)

    def test_failures_get_a_second_chance_on_request(self):
        self.ctest(REPORT, LOG, status=8)
        for chance in (0, 8):
            self.stand_in("python3", f"exit {chance}")
            out, _ = self.run_script("--second-chance", "-R", "a", status=chance)
            self.assertIn("==> running failed tests again, alone\n", out)
            self.assertTrue(self.called("ctest")[-1].endswith("-R a"), self.called("ctest"))
        self.assertEqual(self.called("python3"), [".ci/second_chance.py build build/check.log"] * 2)

    def test_a_passed_run_gets_no_second_chance(self):
        self.ctest(REPORT, LOG)
        self.stand_in("python3", "exit 8")
        self.run_script("--second-chance")
        self.assertEqual(self.called("python3"), [])

    def test_each_sanitizer_is_built_and_run_with_the_arguments(self):
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

    def test_a_failure_under_a_sanitizer_fails_the_script(self):
        self.stand_in("ctest", "exit 8")
        _, err = self.run_script("--sanitize", "tsan", status=8)
        self.assertIn("build-tsan/Testing/Temporary/LastTest.log", err)

    def test_an_unknown_sanitizer_is_refused(self):
        _, err = self.run_script("--sanitize", "msan", status=1)
        self.assertIn("asan|tsan|clang|debug", err)
        self.assertEqual(self.called("cmake"), [])

    # ctest: says how it was called, and writes what the sanitizer of its folder is to have said.
    SANITIZED = """
case "$*" in *build-asan*) name=asan said=$ASAN_OPTIONS ;; *) name=tsan said=$TSAN_OPTIONS ;; esac
if [ -f "$LOGS/$name.report" ]; then
  log=${said##*log_path=?}
  cat "$LOGS/$name.report" >"${log%?}.7"
fi
if [ -f "$LOGS/$name.status" ]; then exit "$(cat "$LOGS/$name.status")"; fi
"""

    def sanitized(self, status, **files):
        """Standard output of ./check --sanitize, whose sanitizers say and whose tests end as these files have it."""
        self.stand_in("ctest", self.SANITIZED)
        for name, text in files.items():
            with open(os.path.join(self.folder, name.replace("_", ".")), "w", encoding="utf-8") as file:
                file.write(text)
        return self.run_script("--sanitize", status=status)[0]

    def test_without_a_name_readers_and_threads_are_tested(self):
        self.sanitized(0)
        self.assertEqual(self.called("ninja"), ["-C build-asan reading_tests", "-C build-tsan threaded_tests"])
        readers, threaded = self.called("ctest")
        self.assertTrue(readers.startswith("--test-dir build-asan ") and " -L ^reads$ " in readers, readers)
        self.assertTrue(threaded.startswith("--test-dir build-tsan ") and " -L ^threads$ " in threaded, threaded)

    def test_a_report_of_a_sanitizer_is_a_finding_although_all_tests_passed(self):
        out = self.sanitized(66, asan_report="SUMMARY: AddressSanitizer: heap-use-after-free a.cpp:3\n")
        self.assertIn("SUMMARY: AddressSanitizer: heap-use-after-free a.cpp:3\n", out)
        self.assertEqual(len(self.called("ctest")), 2)

    def test_a_data_race_has_priority_over_a_failed_test(self):
        self.assertIn("data race b.cpp:4\n", self.sanitized(66, asan_status="8", tsan_report="data race b.cpp:4\n", tsan_status="8"))

    def test_a_test_that_fails_under_a_sanitizer_without_a_report_is_a_failure(self):
        self.sanitized(8, asan_status="8")
        os.remove(os.path.join(self.folder, "asan.status"))
        self.sanitized(8, tsan_status="8")

    def test_the_common_folder_of_tests_is_removed_and_leftovers_are_named(self):
        leave = 'mkdir "$TMPDIR/left"; touch "$TMPDIR/left/file"; chmod 500 "$TMPDIR/left"'
        runs = "\n".join(f"{shlex.quote(WITH_FOLDER)} {shlex.quote(name)} sh -c {shlex.quote(what)}" for name, what in (
            ("a: one", leave), ("a: two", ":"), ("b: three, or more", leave), ("c", f"TMPDIR=/nowhere {shlex.quote(WITH_FOLDER)} d sh -c 'test $TMPDIR = /nowhere'")))  # fmt: skip
        self.stand_in("ctest", f'set -e; echo "$TMPDIR" >>"$LOGS/tmp"; {leave}\n{runs}\nexit 8')
        out, _ = self.run_script("--sanitize", "debug", status=8)
        self.assertTrue(out.endswith("==> tests left in their temporary folders:\nleft\na: one: left\nb: three, or more: left\n"), out)
        folder = self.called("tmp")[0]
        self.assertTrue(folder.startswith(self.folder + "/"), folder)
        self.assertFalse(os.path.exists(folder))

    def test_leftovers_of_one_test_are_named(self):
        self.stand_in("ctest", f"{shlex.quote(WITH_FOLDER)} one sh -c 'touch \"$TMPDIR/left\"'")
        out, _ = self.run_script("--sanitize", "debug")
        self.assertTrue(out.endswith("==> tests left in their temporary folders:\none: left\n"), out)

    def test_a_run_without_leftovers_names_none(self):
        self.stand_in("ctest", f"{shlex.quote(WITH_FOLDER)} one sh -c :")
        out, _ = self.run_script("--sanitize", "debug")
        self.assertNotIn("temporary folders", out)

    def test_pace_is_measured_on_request(self):
        self.ctest(REPORT, LOG)
        self.run_script("-R", "a")
        self.run_script("--pace", "-R", "a")
        usual, pace = self.called("ctest")
        self.assertIn(" -LE pace ", usual)
        self.assertIn(" -L pace ", pace)
        self.assertTrue(pace.endswith(" -R a"), pace)

    def test_all_findings_of_the_house_are_printed(self):
        for name in ("clang-format", "find", "xargs"):
            self.stand_in(name, "exit 0")
        self.stand_in("python3", 'echo "finding of $*"; exit 1')
        with open(os.path.join(self.project, "broken"), "w", encoding="ascii") as file:
            file.write("#!/bin/sh\nif\n")
        out, err = self.run_script("--house", status=1)
        self.assertIn("finding of tests/house/house.py --facts\n", out)
        self.assertIn("finding of -m compileall", out)
        self.assertIn("broken: ", err)
        self.assertTrue(err.endswith("error: the house is not in order\n"), err)
        self.assertEqual(self.called("ninja"), [])

    def test_a_failed_download_is_tried_three_times(self):
        self.ctest(REPORT, LOG)
        self.stand_in("dpkg-query", "exit 1")
        self.stand_in("apt-get", """case "$*" in
  *" update") ;;
  *--download-only*) if [ "$(grep -c download-only "$LOGS/apt-get")" -lt 3 ]; then echo 'E: Failed to fetch http://a/b'; exit 100; fi ;;
esac""")
        self.run_script()
        self.assertEqual(len([line for line in self.called("apt-get") if "--download-only" in line]), 3)
        self.stand_in("apt-get", """case "$*" in *--download-only*) echo 'E: Unable to locate package a'; exit 100 ;; esac""")
        os.remove(os.path.join(self.folder, "apt-get"))
        _, err = self.run_script(status=1)
        self.assertIn("Unable to locate package a", err)
        self.assertEqual(len([line for line in self.called("apt-get") if "--download-only" in line]), 1)

    def test_a_continuing_build_shows_the_first_errors_of_each_step(self):
        self.stand_in("ninja", """echo '[1/3] a'; echo 'FAILED: b.o'; echo '/usr/bin/g++ -c b.cpp'; echo 'b.cpp:1: error: one'
i=0; while [ $i -lt 50 ]; do i=$((i + 1)); echo "note $i"; done
echo '[2/3] c'; echo 'FAILED: d.o'; echo 'd.cpp:2: error: two'; echo 'ninja: build stopped: cannot make progress due to previous errors.'; exit 1""")
        script = self.start(KEEP_GOING="yes")
        _, err = script.communicate(timeout=100)
        self.assertEqual(script.returncode, 1)
        self.assertIn("FAILED: b.o\nb.cpp:1: error: one\nnote 1\n", err)
        self.assertNotIn("note 20", err)
        self.assertIn("FAILED: d.o\nd.cpp:2: error: two\n", err)
        self.assertEqual(self.called("ninja"), ["-C build -k 0"])

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

    def test_fuzzing_reports_the_executions_of_each_target(self):
        self.fuzzers(sexp=(self.PROGRESS, 0), frames=(self.PROGRESS, 0))
        out, _ = self.run_script("--fuzz", "3")
        self.assertIn("    sexp                   345 executions, 5 executions/s, cov 78, ft 90\n", out)
        self.assertIn("    frames                 345 executions, 5 executions/s, cov 78, ft 90\n", out)
        called = self.called("fuzz_sexp")[0]
        self.assertIn("-max_total_time=180 ", called)
        self.assertTrue(called.endswith("/build-fuzz/cases/sexp " + os.path.join(self.project, "tests/fuzz/sexp")), called)
        self.assertEqual(os.listdir(os.path.join(self.project, "build-fuzz", "findings")), [])

    def test_a_finding_makes_fuzzing_fail_and_is_stored(self):
        self.fuzzers(sexp=("==1== ERROR: AddressSanitizer: heap-use-after-free\n" + self.PROGRESS, 77), frames=(self.PROGRESS, 0))
        out, _ = self.run_script("--fuzz", "1", "sexp", "frames", status=1)
        self.assertIn("FOUND: ==1== ERROR: AddressSanitizer: heap-use-after-free\n", out)
        self.assertIn("    frames                 345 executions", out)
        self.assertIn(os.path.join(self.project, "build-fuzz", "findings") + "\n", out)
        self.assertEqual(os.listdir(os.path.join(self.project, "build-fuzz", "findings")), ["sexp.log"])
        self.assertIn("fuzz_sexp fuzz_frames", self.called("ninja")[0])

    def test_fuzzing_without_a_duration_is_refused(self):
        _, err = self.run_script("--fuzz", "sexp", status=1)
        self.assertIn("usage: ./check --fuzz MINUTES", err)


if __name__ == "__main__":
    run_tests(sys.argv[1:])
