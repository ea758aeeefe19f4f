#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The command line of the program rcml: test_rcml.py RCML FOLDER [TEST ...]; FOLDER has VRML97 files."""

import http.server
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
import xml.etree.ElementTree

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../support"))

from skipping import run_tests  # noqa: E402

RCML, FOLDER = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
TIMEOUT = 100.0  # seconds; only reached in case of an error
HEADER = b"#VRML V2.0 utf8\n"


def run(*arguments, given=b"", folder=None):
    """Exit status, standard output and standard error."""
    done = subprocess.run([RCML, *arguments], input=given, capture_output=True, timeout=TIMEOUT, cwd=folder)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def file(name):
    return os.path.join(FOLDER, name)


class Rcml(unittest.TestCase):
    def test_a_robot_is_described(self):
        status, out, err = run(file("robot.wrl"))
        self.assertEqual((status, err), (0, ""))
        self.assertEqual(
            out,
            "robot crane, rctp://127.0.0.1:3300/crane, Linux\n"
            "boom  control output  holds, 100 a second at most; stamp, mask\n"
            "    lift   0 to 80      neutral 0  float32\n"
            "    swing  -180 to 180  neutral 0  float32\n"
            "hook  control output  acts once, 100 a second at most; stamp, mask\n"
            "    1  any  neutral 0  float32\n"
            "5 nodes: 2 RCML_ControlOutputData, 1 RCML_ControlOutput, 1 RCML_Robot, 1 RCML_Server\n"
            "prototypes: 'RCML_Robot', 'RCML_Server', 'RCML_ControlOutput', 'RCML_ControlOutputData'\n",
        )

    def test_a_robot_of_published_papers_is_described(self):
        status, out, err = run(file("paper.wrl"))
        self.assertEqual((status, err), (0, ""))
        self.assertEqual(
            [line.split("  ")[0] for line in out.splitlines() if not line.startswith("    ")][:6],
            ["robot evi, rctp://robot/, Windows 95", "place", "body", "head", "log", "-"],
        )

    def test_any_file_is_summarised(self):
        status, out, err = run("--file", file("shapes.wrl"))
        self.assertEqual((status, err), (0, ""))
        self.assertTrue(out.startswith("17 nodes: 5 Shape, 2 Coordinate, 1 Appearance, "), out)

    def test_standard_input_is_read(self):
        self.assertEqual(run("-", given=HEADER + b"Group { }")[:2], (0, "1 node: 1 Group\n"))
        self.assertEqual(run("-", given=HEADER + b"Group { ")[2], "-:2:9: expected a field of Group or '}', not the end of the text\n")

    def test_check_prints_only_errors(self):
        self.assertEqual(run("--check", file("robot.wrl")), (0, "", ""))
        with tempfile.TemporaryDirectory() as folder:
            for text, problem in [
                (b"Sphere { size 1 }", "2:10: Sphere has no field 'size'"),
                (
                    b"RCML_Robot { RCML_ControlInput { RCML_ControlInputData { parameters 2\n unit \"m\" } } }",
                    "3:2: RCML_ControlInputData: unit has 1 entries for 2 parameters",
                ),
            ]:
                with open(os.path.join(folder, "bad.wrl"), "wb") as bad:
                    bad.write(HEADER + text)
                for more in [["--check"], []]:
                    self.assertEqual(run("bad.wrl", *more, folder=folder), (1, "", f"bad.wrl:{problem}\n"))

    def test_a_repeated_field_is_accepted_with_a_warning(self):
        text, warning = HEADER + b"Sphere { radius 1 radius 2 }", "-:2:19: Sphere has 'radius' twice: the last one counts\n"
        self.assertEqual(run("-", given=text), (0, "1 node: 1 Sphere\n", warning))
        self.assertEqual(run("--check", "-", given=text), (0, "", warning))
        status, vrml, problem = run("--vrml", "-", given=text)
        self.assertEqual((status, problem), (0, warning))
        self.assertIn("radius 2", vrml)
        self.assertNotIn("radius 1", vrml)

    def test_files_in_the_form_of_papers_become_standard_vrml(self):
        status, vrml, err = run("--vrml", file("paper.wrl"))
        self.assertEqual((status, err), (0, ""))
        self.assertIn("PROTO RCML_ControlInputData [", vrml)
        self.assertNotIn("Rcm1", vrml)
        again = run("--vrml", "-", given=vrml.encode())
        self.assertEqual(again, (0, vrml, ""))
        self.assertEqual(run("--check", "-", given=vrml.encode()), (0, "", ""))

    def test_x3d_is_xml(self):
        status, out, err = run("--x3d", file("paper.wrl"))
        self.assertEqual((status, err), (0, ""))
        tree = xml.etree.ElementTree.fromstring(out)
        self.assertEqual((tree.tag, tree.get("version")), ("X3D", "3.0"))
        robot = tree.find("Scene/ProtoInstance")
        self.assertEqual(robot.get("name"), "RCML_Robot")
        self.assertEqual(robot.find("fieldValue[@name='name']").get("value"), "evi")
        parts = robot.findall("fieldValue[@name='children']/ProtoInstance")
        self.assertEqual(len(parts), 6)
        self.assertTrue(all(part.get("containerField") == "children" for part in parts))

    def test_other_programs_read_converted_files(self):
        if not shutil.which("tovrmlx3d"):
            self.skipTest("there is no tovrmlx3d (package view3dscene)")
        with tempfile.TemporaryDirectory() as folder:
            for form, name in [("--vrml", "a.wrl"), ("--x3d", "a.x3d")]:
                with open(os.path.join(folder, name), "w") as converted:
                    converted.write(run(form, file("paper.wrl"))[1])
                done = subprocess.run(["tovrmlx3d", name, "--encoding=classic"], capture_output=True, cwd=folder, timeout=TIMEOUT)
                self.assertEqual((done.returncode, done.stderr), (0, b""))
                self.assertIn(b'name "log"', done.stdout)

    def test_files_are_read_from_a_server(self):
        class Handler(http.server.SimpleHTTPRequestHandler):
            def __init__(self, *arguments):
                super().__init__(*arguments, directory=FOLDER)

            def log_message(self, *_):
                pass

        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
            thread = threading.Thread(target=server.serve_forever)
            thread.start()
            try:
                address = f"http://127.0.0.1:{server.server_port}/"
                self.assertEqual(run(address + "robot.wrl"), run(file("robot.wrl")))
                self.assertEqual(run("--x3d", address + "room.wrl"), run("--x3d", file("room.wrl")))
                status, out, err = run(address + "nowhere.rcml")
                self.assertEqual((status, out), (1, ""))
                self.assertTrue(err.startswith(address + "nowhere.rcml: ") and "404" in err, err)
            finally:
                server.shutdown()
                thread.join()
        status, out, err = run(address + "robot.wrl")
        self.assertEqual((status, out), (1, ""))
        self.assertTrue(err.startswith(address + "robot.wrl: "), err)

    def test_unreadable_files_are_reported(self):
        self.assertEqual(run("nowhere.wrl"), (1, "", "nowhere.wrl: No such file or directory\n"))
        self.assertEqual(run("/"), (1, "", "/: Is a directory\n"))
        self.assertEqual(run("/dev/zero"), (1, "", "/dev/zero:1:1: the text is longer than 16777216 octets\n"))
        self.assertEqual(run("/dev/null"), (1, "", "/dev/null:1:1: expected '#VRML V2.0 utf8' as the first line\n"))

    def test_wrong_usage_is_reported(self):
        hint = " (--help shows the options)\n"
        self.assertEqual(run(), (2, "", "rcml: expected a file or an address" + hint))
        self.assertEqual(run("a", "b"), (2, "", "rcml: expected one file, not several" + hint))
        self.assertEqual(run("--vrml", "--check", "a"), (2, "", "rcml: --check and --vrml: expected one of them" + hint))
        self.assertEqual(run("--chekc", "a"), (2, "", "rcml: --chekc: there is no such option; did you mean --check?" + hint))

    def test_a_reader_that_leaves_is_not_an_error(self):
        with subprocess.Popen([RCML, "--x3d", file("behaviour.wrl")], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            process.stdout.close()
            self.assertEqual((process.wait(TIMEOUT), process.stderr.read()), (0, b""))


if __name__ == "__main__":
    run_tests(sys.argv[3:])
