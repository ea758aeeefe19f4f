#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of bench/mutate.py on a project of one source and one test: faults that are killed, faults that survive, and lists that do not fit."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop(1)).resolve()

CMAKE = """cmake_minimum_required(VERSION 3.25)
project(example CXX)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
add_executable(test_room room.cpp test.cpp)
add_executable(test_spare room.cpp spare.cpp)
"""
ROOM = """// What is tested.
constexpr int kMax = 9;

bool fits(int number) {
  if (number < 0) return false;
  return number <= kMax;
}

int clamped(int number) {
  int result = number;
  if (!fits(number)) {
    result = number < 0 ? 0 : kMax;
  }
  return result;
}

int endless();

int passes(int rest) {
  int count = 0;
  for (; rest > 0; --rest) ++count;
  return count;
}
"""
TEST = """#include <unistd.h>
bool fits(int number);
int endless() { return pause(); }
int clamped(int number);
int passes(int rest);
int main() { return fits(9) && !fits(10) && clamped(12) == 9 && clamped(-3) == 0 && clamped(4) == 4 && passes(3) == 3 ? 0 : 1; }
"""
SPARE = """#include <cstdlib>
bool fits(int number);
int endless() { return 0; }
int main(int, char** arguments) { return std::getenv("TEST_NOTHING") || !arguments[1] || !arguments[2] || fits(-1) ? 1 : 0; }
"""
LIST = """# a comment
[room] test_room
room.cpp
- number <= kMax
+ number < kMax
- result = number < 0 ? «0» : kMax;
+ 1
-     result = number < 0 ? 0 : kMax;
+
- constexpr int kMax = «9»;
+ 10
? rebuild
- for (; rest > 0; «--rest») ++count;
+ rest += endless()
- int count = 0;
+ int count = 1;
[other] test_room; test_spare spare
room.cpp
- if («number < 0») return
+ false
- if («number < 0») return
+ number < -1
? tests: test_room
- return «result»;
+ no_such_name
- «int result = number»;
+ int result = -number, other = 0
? equivalent: for the example
"""


class Mutate(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.source = pathlib.Path(self.folder.name) / "source"
        self.source.mkdir()
        for name, text in (("CMakeLists.txt", CMAKE), ("room.cpp", ROOM), ("test.cpp", TEST), ("spare.cpp", SPARE)):
            (self.source / name).write_text(text)

    def mutate(self, text, *arguments):
        listed = self.source / "list.txt"
        listed.write_text(text, encoding="utf-8")
        build = pathlib.Path(self.folder.name) / "build"
        ran = subprocess.run([sys.executable, ROOT / "bench" / "mutate.py", "--source", self.source, "--list", listed, "--build", build,
                              "--min-limit", "2", *arguments], capture_output=True, text=True, check=False, timeout=250)
        return ran.returncode, ran.stdout + ran.stderr

    def verdict(self, output, words):
        lines = [line for line in output.splitlines() if words in line and "/" in line.split(" ")[0]]
        self.assertEqual(len(lines), 1, output)
        return lines[0].split()[1]

    def test_each_fault_has_its_verdict(self):
        status, output = self.mutate(LIST)
        for words, expected in (("number < kMax", "killed"), ("0  ->  1", "killed"), ("->  nothing", "killed"), ("9  ->  10", "killed"),
                                ("endless()", "timeout"), ("->  int count = 1;", "killed"), ("->  false", "killed"),
                                ("number < -1", "survived"), ("no_such_name", "not"), ("other = 0", "killed")):
            self.assertEqual(self.verdict(output, words), expected, output)
        self.assertIn("cannot be switched, is built for by itself: room.cpp:10: int result = number", output)
        self.assertIn("SURVIVED: room.cpp:5: number < 0  ->  number < -1", output)
        self.assertIn("NOT EQUIVALENT, a test noticed it: room.cpp:10", output)
        self.assertIn("killed 8 of 9: 88.9 %", output)
        self.assertEqual(status, 1)
        # Only the copy has been changed.
        self.assertEqual((self.source / "room.cpp").read_text(), ROOM)
        self.assertFalse((self.source / "build").exists())

    def test_faults_can_be_selected(self):
        status, output = self.mutate(LIST, "--room", "r..m", "--only", "kMax")
        self.assertEqual(status, 0, output)
        self.assertIn("killed 2 of 2: 100.0 %", output)
        # Faults that do not fit the sources are left out, and count as a failure.
        status, output = self.mutate("[room]\nroom.cpp\n- no such text\n+ other\n" + LIST, "--room", "r..m", "--only", "kMax")
        self.assertEqual(status, 1, output)
        self.assertIn("left out:\n    room.cpp does not have 'no such text' any more\n", output)
        self.assertIn("killed 2 of 2: 100.0 %", output)

    def test_tests_that_fail_without_a_fault_are_reported(self):
        (self.source / "test.cpp").write_text("int main() { return 3; }")
        status, output = self.mutate(LIST, "--room", "room")
        self.assertEqual(status, 1)
        self.assertIn("test_room fails without a fault (status 3)", output)
        self.assertIn("NOT JUDGED: room.cpp", output)

    def test_a_broken_build_is_reported(self):
        (self.source / "test.cpp").write_text("int main() { return nothing; }")
        status, output = self.mutate(LIST)
        self.assertNotEqual(status, 0)
        self.assertIn("the build fails, and not by a fault of the list", output)

    def test_lists_that_do_not_fit_are_refused(self):
        begin = "[room]\nroom.cpp\n"
        for text, why in ((begin + "- no such text\n+ other\n", "room.cpp does not have 'no such text' any more"),
                          (begin + "- number\n+ other\n", "room.cpp has 'number' more than once"),
                          (begin + "- number <= kMax\n+ number <= kMax\n", "becomes itself"),
                          (begin + "- number «<= kMax\n+ x\n", "other marks than one « and one »"),
                          (begin + "- number <= kMax\n+ x\n- number <= «kMax;\n- }»\n+ 3; }\n", "mutations overlap at line"),
                          (begin + "- number <= kMax\n", "becomes nothing at all"),
                          (begin + "+ number\n", "there is nothing to become this"),
                          (begin + "? rebuild\n", "there is no mutation before it"),
                          (begin + "- number <= kMax\n+ x\n? equivalent:\n", "unknown"),
                          ("- x\n+ y\n", "there is no file yet"), ("room.cpp\n", "there is no room yet"),
                          ("[room]\nother.cpp\n- x\n+ y\n", "other.cpp")):
            status, output = self.mutate(text, "--check")
            self.assertEqual(status, 1, text)
            self.assertIn(why, output)
        status, output = self.mutate(begin + "- no such text\n+ other\n" + LIST, "--check")
        self.assertEqual((status, output.splitlines()[0]), (1, "10 faults in 2 rooms fit the sources"), output)
        status, output = self.mutate(LIST, "--check")
        self.assertEqual((status, output), (0, "10 faults in 2 rooms fit the sources\n"))


if __name__ == "__main__":
    unittest.main()
