#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The program x3dinfo as it is used on the command line: test_x3dinfo.py X3DINFO PAGE [TEST ...]; PAGE is docs/systems/x3d.md."""

import os
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../support"))

from skipping import run_tests  # noqa: E402

X3DINFO, PAGE = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
TIMEOUT = 100.0  # seconds; only reached in case of an error
HEADER = b"#VRML V2.0 utf8\n"
BOX = b"Shape { geometry Box { } } "


class X3dinfo(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def write(self, name, content):
        with open(os.path.join(self.folder, name), "wb") as file:
            file.write(content)

    def run_it(self, *arguments, given=b""):
        """Returns exit status, standard output and standard error."""
        done = subprocess.run([X3DINFO, *arguments], input=given, capture_output=True, timeout=TIMEOUT, cwd=self.folder)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def test_the_output_is_that_of_the_page(self):
        with open(PAGE, encoding="utf-8") as page:
            text = page.read()
        examples = re.findall(r"<!-- file (\S+) -->\n\n((?:    .*\n)+)", text)
        self.assertEqual([name for name, _ in examples], ["arm.x3d", "table.wrl"])
        for name, lines in examples:
            self.write(name, re.sub("^    ", "", lines, flags=re.MULTILINE).encode())
        shown = re.findall(r"    \$ x3dinfo (.*)\n((?:    (?!\$).*\n)+)", text)
        self.assertEqual(len(shown), 2)
        for words, lines in shown:
            expected = re.sub("^    ", "", lines, flags=re.MULTILINE)
            self.assertEqual(self.run_it(*words.split()), (0, expected, ""))

    def test_an_object_without_joints_is_one_body(self):
        self.write("a.wrl", HEADER + b"Transform { translation 3 0 0 children " + BOX + b"} Shape { geometry Sphere { } }")
        self.assertEqual(
            self.run_it("a.wrl"),
            (0, "a.wrl: 2 shapes, 972 triangles, in a box 5 2 2 at 1.5 0 0\n1 body\n  box 5 2 2 at 1.5 0 0\n"
                "5 nodes: 2 Shape, 1 Box, 1 Sphere, 1 Transform\n", ""))
        self.write("b.wrl", HEADER + b"Group { children [ Transform { children " + BOX + b"} Transform { children " + BOX + b"} ] }")
        self.assertEqual(self.run_it("b.wrl")[1].splitlines()[1:4], ["2 bodies", "  box 2 2 2 at 0 0 0", "  box 2 2 2 at 0 0 0"])

    def test_skipped_nodes_are_reported(self):
        self.write("a.wrl", HEADER + b"Shape { geometry Extrusion { } } Shape { geometry Extrusion { } } Foo { } " + BOX)
        warnings = ("a.wrl:2:67: there is no node type 'Foo', and no PROTO declares it: skipped\n"
                    "a.wrl:2:18: Extrusion is skipped (2 times)\n")
        status, out, err = self.run_it("a.wrl")
        self.assertEqual((status, err), (0, ""))
        self.assertTrue(out.startswith("a.wrl: 3 shapes, 12 triangles, in a box 2 2 2 at 0 0 0\n"), out)
        self.assertTrue(out.endswith(warnings), out)
        self.assertEqual(self.run_it("--check", "a.wrl"), (0, warnings, ""))
        self.write("good.wrl", HEADER + BOX)
        self.assertEqual(self.run_it("--check", "good.wrl"), (0, "", ""))

    def test_inlined_files_are_read(self):
        os.mkdir(os.path.join(self.folder, "sub"))
        self.write("sub/a.wrl", HEADER + b'Inline { url "b.x3d" } Inline { url "http://127.0.0.1/c.wrl" }')
        self.write("sub/b.x3d", b"<X3D><Scene><Shape><Box/></Shape></Scene></X3D>")
        self.assertEqual(
            self.run_it("sub/a.wrl"),
            (0, "sub/a.wrl: 1 shape, 12 triangles, in a box 2 2 2 at 0 0 0\n1 body\n  box 2 2 2 at 0 0 0\n"
                "3 nodes: 1 Box, 1 Group, 1 Shape\n"
                "sub/a.wrl:2:24: Inline of 'http://127.0.0.1/c.wrl', which is not a file on this machine: skipped\n", ""))

    def test_standard_input_and_several_files_are_read(self):
        self.assertEqual(self.run_it("-", given=HEADER + b"Group { }"), (0, "-: 0 shapes, 0 triangles\n1 node: 1 Group\n", ""))
        self.write("bad.wrl", HEADER + b"Sphere { radius x }")
        self.write("good.wrl", HEADER + b"Group { }")
        self.assertEqual(
            self.run_it("bad.wrl", "good.wrl", "none.wrl"),
            (1, "good.wrl: 0 shapes, 0 triangles\n1 node: 1 Group\n",
             "bad.wrl:2:17: expected a number, not 'x'\nnone.wrl: No such file or directory\n"))

    def test_unusable_files_are_reported(self):
        two = b'Humanoid { humanoidBody Joint { name "j" children [ Segment { } Segment { } ] } }'
        self.assertEqual(self.run_it("-", given=HEADER + two)[::2], (1, "-:2:65: joint 'j' has a second segment\n"))
        self.assertEqual(self.run_it("-", given=b"<X3D><Scene><Box/></X3D>")[::2],
                         (1, "-:1:21: this is not XML: start-end tags mismatch\n"))
        self.assertEqual(self.run_it("/dev/zero")[::2], (1, "/dev/zero:1:1: expected '<X3D>', '#VRML V2.0 utf8' or "
                                                             "'#X3D V3.0 utf8' as the beginning\n"))
        self.assertEqual(self.run_it("/")[::2], (1, "/: Is a directory\n"))

    def test_control_characters_are_not_printed(self):
        status, out, _ = self.run_it("-", given=HEADER + b'Humanoid { name "a\xc2\x9b2J\nb" }')
        self.assertEqual(status, 0)
        self.assertNotIn("\x9b", out)

    def test_wrong_usage_is_reported(self):
        hint = " (--help shows the options)\n"
        self.assertEqual(self.run_it(), (2, "", "x3dinfo: expected a file" + hint))
        self.assertEqual(self.run_it("--chekc", "a"), (2, "", "x3dinfo: --chekc: there is no such option; did you mean --check?" + hint))
        self.assertIn("Exit status", self.run_it("--help")[1])


if __name__ == "__main__":
    run_tests(sys.argv[3:])
