#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the structure checks (house.py --facts) on a small project: valid forms that must pass, and the findings of each check."""

import pathlib
import subprocess
import sys
import tempfile
import textwrap
import unittest

HOUSE = pathlib.Path(__file__).resolve().parent / "house.py"

FILES = {
    "CMakeLists.txt": "project(example)\ninclude(cmake/Rooms.cmake)\nadd_subdirectory(spark)\nadd_subdirectory(tests)\n",
    "cmake/Rooms.cmake": """\
        function(rcss_room name folder)
          cmake_parse_arguments(ROOM "RECURSE;OBJECTS" "ABOUT" "USES;LIBRARIES" ${ARGN})
        endfunction()
        function(rcss_program name folder)
          cmake_parse_arguments(PROGRAM "" "" "USES" ${ARGN})
        endfunction()
        """,
    "spark/CMakeLists.txt": """\
        rcss_room(spark_core spark/core ABOUT "what others need")
        rcss_room(spark_net spark/net OBJECTS ABOUT "sockets" USES spark_core LIBRARIES ${whatever})
        rcss_program(talk spark/net USES spark_net)
        """,
    "spark/core/text.h": "#pragma once\nnamespace spark {\nclass Text;\n}\n",
    "spark/core/text.cpp": '#include "spark/core/text.h"\n',
    "spark/net/socket.h": "#pragma once\nnamespace spark::net {\nclass Socket;\n}\n",
    "spark/net/socket.cpp": '#include "spark/net/socket.h"\n\n#include "spark/core/text.h"\n',
    "spark/net/main.cpp": '#include "spark/net/socket.h"\n',
    "tests/CMakeLists.txt": "# Where tests stand. What belongs to no room:\n#   support    what they share\n",
    "tests/spark/net/test_socket.cpp": 'TEST_CASE("sockets") {}\n',
    "tests/support/waiting.h": "#pragma once\n",
    "commserver/README.md": "\n", "server/README.md": "\n", "gateways/README.md": "\n", "scenes/examples/README.md": "\n",
    "agent-sample/sigverse/painter/README.md": "\n",
    "docs/architecture.md": """\
        | room | what is in it | may include |
        |---|---|---|
        | `spark/core` | what others need | – |
        | `spark/net` | sockets | spark/core |
        | `docs` | pages | – |
        """,
}


class House(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(tempfile.TemporaryDirectory())
        self.root = pathlib.Path(self.folder) / "project"
        for name, text in FILES.items():
            self.write(name, textwrap.dedent(text))

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def replace(self, name, old, new):
        text = (self.root / name).read_text()
        self.assertIn(old, text)
        self.write(name, text.replace(old, new))

    def facts(self, *options):
        ran = subprocess.run([sys.executable, HOUSE, "--facts", "--root", self.root, *options], capture_output=True, text=True, check=False, timeout=60)
        self.assertEqual(ran.stderr, "")
        return ran.returncode, ran.stdout

    def assert_holds(self, *options):
        status, output = self.facts(*options)
        self.assertEqual(status, 0, output)
        self.assertNotIn("FAIL", output)

    def assert_finds(self, *findings, options=()):
        """Checks that these findings are reported, and no others."""
        status, output = self.facts(*options)
        places = [line.strip() for line in output.split("\n") if line.startswith(" " * 12)]
        for finding in findings:
            self.assertTrue(any(finding in place for place in places), f"{finding}\nis not in\n{output}")
        self.assertEqual(len([line for line in places if "has the sentence above" not in line]), len(findings), output)
        self.assertEqual(status, 1, output)

    def git(self, *arguments, where=None):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b.example", "-C", where or self.root, *arguments], check=True, capture_output=True)

    def test_archives_and_repositories_pass(self):
        self.assert_holds()
        self.git("init", "-q")
        self.assert_holds()
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "area: first")
        self.git("commit", "-q", "--allow-empty", "-m", "area: second")
        origin, self.root = self.root, pathlib.Path(self.folder) / "copy"
        self.git("clone", "-q", "--depth=1", f"file://{origin}", self.root, where=self.folder)
        self.assert_holds()

    def test_any_form_of_a_room_is_read(self):
        self.write("spark/CMakeLists.txt", textwrap.dedent("""\
            # rcss_room(commented spark/nowhere)
            #[[ rcss_room(commented spark/nowhere) ]]
            message("rcss_room(quoted spark/nowhere)")
            if(ON)
                RCSS_ROOM(  # why
                  spark_core
                  spark/core
                  ABOUT "what \\
            others need"
                )
            endif()
            rcss_room(spark_net "spark/net" ABOUT [[sockets]] USES # what (it) needs
              spark_core LIBRARIES $<$<BOOL:${x}>:y>) rcss_program(talk spark/net USES spark_net)
            """))
        self.assert_holds()

    def test_a_moved_room_is_found(self):
        (self.root / "spark/net").rename(self.root / "spark/wire")
        (self.root / "tests/spark/net").rename(self.root / "tests/spark/wire")
        self.write("spark/CMakeLists.txt", "add_subdirectory(core)\nadd_subdirectory(${CMAKE_CURRENT_SOURCE_DIR}/wire)\n")
        self.write("spark/core/CMakeLists.txt", 'rcss_room(core spark/core ABOUT "what others need")\n')
        self.write("spark/wire/CMakeLists.txt", 'rcss_room(wire spark/wire ABOUT "sockets" USES core)\nrcss_program(talk spark/wire USES wire)\n')
        for name in ("socket.cpp", "main.cpp"):
            self.replace(f"spark/wire/{name}", "spark/net/", "spark/wire/")
        self.assert_finds("the table of rooms is not that of the build")
        self.replace("docs/architecture.md", "| `spark/net` |", "| `spark/wire` |")
        self.assert_holds()

    def test_unsupported_forms_of_rooms_are_reported(self):
        self.replace("CMakeLists.txt", "add_subdirectory(spark)\n", "add_subdirectory(spark)\nadd_subdirectory(${more})\n")
        self.replace("spark/CMakeLists.txt", "USES spark_core LIB", "USES spark_core ${more} later LIB")
        self.write("spark/forgotten/CMakeLists.txt", "rcss_room(forgotten spark/forgotten)\n")
        self.write("cmake/Wrapper.cmake", "function(short name)\n  rcss_room(${name} spark/${name})\nendfunction()\n")
        self.assert_finds("CMakeLists.txt:4: add_subdirectory(${more}…): not understood", "spark/CMakeLists.txt:2: rcss_room(spark_net spark/net…): not understood: ${more}",
                          "it uses later, which is not a room declared before it", "spark/forgotten/CMakeLists.txt:1: rcss_room(forgotten spark/forgotten…): no add_subdirectory",
                          "cmake/Wrapper.cmake:2: rcss_room(${name} spark/${name}…): no add_subdirectory")

    def test_rooms_are_compared_with_those_of_a_build(self):
        built = pathlib.Path(self.folder) / "rooms.cmake"
        built.write_text("rcss_room(spark_core spark/core  USES )\nrcss_program(talk spark/net  USES spark_core)\n")
        self.assert_holds("--built", built)
        built.write_text("rcss_room(spark_net spark/net  USES )\nrcss_room(spark_core spark/core RECURSE USES spark_net)\nrcss_room(a spark/a  USES )\n")
        self.assert_finds("spark/net: the build uses other rooms", "spark/core: the build uses other rooms", "spark/a: the build has this room",
                          options=("--built", built))

    def test_wrong_includes_are_found(self):
        self.write("spark/core/text.cpp", '#include "spark/core/text.h"\n#include "spark/net/socket.h"\n  #  include "spark/core/gone.h"\n')
        self.write("spark/other/a.h", "")
        self.assert_finds("spark/core/text.cpp:2: spark/core may not include spark/net/socket.h", "spark/core/text.cpp:3: spark/core/gone.h is not a file",
                          "spark/other/a.h: its folder is not a room")

    def test_real_time_without_a_reason_is_found(self):
        use = "auto now() { return std::chrono::steady_clock::now(); }  // Clock::now()\n"
        self.write("spark/net/socket.cpp", use + 'auto text = "sleep(1)";\n')
        self.assert_finds("spark/net/socket.cpp:1: asks the system for a time")
        self.write("spark/net/socket.cpp", "// Real time:\n" + use)
        self.assert_finds("spark/net/socket.cpp:2: asks the system for a time")
        self.write("spark/net/socket.cpp", "// Real time: the socket is real.\n" + use)
        self.write("spark/net/socket.h", "#pragma once\nvoid wait(RealClock& clock = RealClock::system());  // Real time: the usual one.\n")
        self.write("tests/support/waiting.h", "void wait() { sleep(1); }\n")
        self.assert_holds()
        self.write("spark/net/socket.cpp", "// Real time: the socket was real.\n")
        self.assert_finds("spark/net/socket.cpp:1: uses no real time")

    def test_wrong_names_of_tests_words_and_folders_are_found(self):
        self.write("tests/elsewhere/test_it.cpp", 'TEST_CASE("one; two") {}\n')
        self.write("spark/core/text.h", "#pragma once\n// The referee.\n")
        (self.root / "gateways/README.md").unlink()
        (self.root / "gateways").rmdir()
        self.assert_finds("tests/elsewhere/test_it.cpp: elsewhere is not a room", "tests/elsewhere/test_it.cpp:1: a semicolon",
                          "spark/core/text.h:2: must not depend on soccer", "gateways is not a folder")

    def test_errors_of_classes_are_found(self):
        self.write("spark/core/text.h", textwrap.dedent("""\
            #pragma once
            namespace spark {
            /// Reaches others. Every function has to be decided; none
            /// has a default.
            class Plug {
             public:
              virtual ~Plug() = default;
              virtual int first() = 0;
              virtual int second() { return 2; }
            };
            }  // namespace spark
            """))
        self.write("spark/core/text.cpp", "int Text::one() { return 1; }\n")
        self.write("spark/core/more.cpp", "int Text::two() { return 2; }\n")
        self.assert_finds("spark/core/text.h: Plug: virtual int second()", "Text of spark/core: more.cpp 1, text.cpp 1")

    def test_dead_links_are_found(self):
        page = "# A page\n## `-x`, or not?\n## Twice\n## Twice\n"
        self.write("docs/a.md", page + "[b](b/b.md#one-two) [up](../spark/core) [x](#-x-or-not) [2](#twice-1) [w](https://a.b/c#d) `[c](gone.md)`\n")
        self.write("docs/b/b.md", "# [One](../a.md) Two\n```\n# Not a heading\n[code](gone.md)\n```\n")
        self.assert_holds()
        self.write("docs/a.md", page + "[a](gone.md)\n\n[b](b/b.md#not-a-heading), [c](#twice-2)\n")
        self.assert_finds("docs/a.md:5: gone.md", "docs/a.md:7: b/b.md#not-a-heading", "docs/a.md:7: #twice-2")

    def test_notes_and_failing_checks_are_reported(self):
        self.write("bench/mutations.txt", "[spark/core]\nspark/core/text.h\n- class Text\n+ class Other\n- no such text\n+ other\n")
        status, output = self.facts()
        self.assertEqual(status, 0, output)
        self.assertIn("note faults of bench/mutations.txt that no longer fit (bench/mutate.py --check): 1 of 2\n", output)
        # The other checks report even if one raises an exception.
        (self.root / "bench/mutations.txt").write_bytes(b"\xff")
        self.write("spark/core/text.cpp", '#include "spark/net/socket.h"\n')
        self.assert_finds("UnicodeDecodeError", "spark/core may not include spark/net/socket.h", "no file of rooms", options=("--built", "/nowhere/rooms.cmake"))


if __name__ == "__main__":
    unittest.main()
