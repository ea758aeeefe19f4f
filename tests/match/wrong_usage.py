# SPDX-License-Identifier: Apache-2.0
"""Checks every program with unknown options, missing and invalid values, and with --help and --version: wrong_usage.py
BIN [unittest's arguments]. All programs in the folder BIN are tested, independently of their parser."""

import os
import re
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True

BIN = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 else ""
TIMEOUT = 300
# Programs of tests, which users do not have.
TEST_PROGRAMS = re.compile(r"test_.*|replay_.*|fuzz_.*|bench_.*|lib.*|old_team|observer|coin_reads|referee_scenarios|agent_.*|x86_.*")

# The command line, and the words of the error about it.
WRONG = {
    "agenttest": ((["--unum"], "--unum"), (["--unum", "x"], "--unum x"), (["--host", "a"], "--port"), (["--host", "a:70000"], "--host a:70000"),
                  (["--host", "[::1"], "--host [::1"), (["--host", ":1"], "--host :1"), (["--host", "a:b:c", "--port", "1"], "--host a:b:c"),
                  (["--host", "[a]:1"], "--host [a]:1")),
    "agenttest-0.1": ((["--unum"], "--unum"), (["--unum", "x"], "--unum")),
    "commserver": ((["--engine_port"], "--engine_port"), (["--engine_port", "x"], "--engine_port x"), (["--engine_host", "a:b"], "--engine_host a:b")),
    "rcml": (([], "a file"), (["a", "b"], "one file")),
    "rcssleague3D": ((["--seed"], "--seed"), (["--seed", "x"], "--seed")),
    "rcssmonitor3D-lite": ((["--port"], "--port"), (["--port", "x"], "--port x"), (["--size", "x"], "--size x"),
                           (["--server", "a:0"], "--server a:0")),
    "rcssmonitor3D-web": ((["--port"], "--port"), (["--port", "x"], "--port x"), (["--server", "a:70000"], "--server a:70000")),
    "rcssserver3D": ((["--seed"], "--seed"), (["--seed", "x"], "--seed x"), (["--Socer.X", "1"], "--Socer.X"),
                     (["--Soccer.GoalWidth", "x"], "--Soccer.GoalWidth x"), (["--Soccer.GoalWidth", "-1"], "--Soccer.GoalWidth -1"),
                     (["--Soccer.UseOffside", "x"], "--Soccer.UseOffside x"), (["--profile", "x"], "--profile x"),
                     (["--scene", "box.rsg", "--Socer.X", "1"], "--Socer.X")),
    "rcsstrainer3D": (([], "a set play"), (["--port", "x", "f"], "--port x"), (["f", "--port"], "--port"), (["--server", "a:b:c", "f"], "--server a:b:c")),
    "rctp-camera": ((["--server"], "--server"), (["--server", "a:b"], "--server a:b"), (["--rate", "x"], "--rate x")),
    "rtm": (([], "a command"), (["lst"], "lst"), (["get"], "PORT"), (["list", "--nameserver"], "--nameserver"),
            (["list", "--nameserver", "a:b"], "a:b"), (["names", "--port", "70000"], "70000"), (["watch", "a.b", "--for", "x"], "--for")),
    "rtm-host": (([], "--load"), (["--load"], "--load"), (["--load", "Logic", "--call_timeout", "x"], "--call_timeout x"),
                 (["--load", "Logic", "--nameserver", "a:70000"], "--nameserver a:70000")),
    "runac": (([], "-n"), (["-n"], "-n"), (["-p", "x"], "-p x"), (["-h", "a:70000"], "-h a:70000"), (["-n", "a", "-l", "b", "c"], "c")),
    "sigctl": (([], "a command"), (["-p"], "-p"), (["-p", "x", "time"], "-p x"), (["-h", "a:", "time"], "-h a:")),
    "sigjsp": (([], "--backend"), (["--port"], "--port"), (["--port", "x"], "--port x"), (["-h", "[::1", "--backend", "julius"], "-h [::1"),
               (["--julius_host", "a:x"], "--julius_host a:x")),
    "sigmake": (([], "Usage"), (["a.cpp", "-o"], "Usage")),
    "sigviewer": ((["--port"], "--port"), (["--port", "x"], "--port x"), (["--size", "x"], "--size x"), (["--host", "a:x", "--print", "b"], "--host a:x")),
    "x3dinfo": (([], "a file"),),
}
SHOW_USAGE = ("sigmake", "agenttest-0.1")  # instead of a line
OTHER_NAMES = {"sigrunac": "runac"}


class EveryProgram(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="wrong_usage.")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        with open(os.path.join(self.folder, "box.rsg"), "w", encoding="ascii") as scene:
            scene.write("(RubySceneGraph 0 1)\n(\n)\n")

    def programs(self):
        names = sorted(name for name in os.listdir(BIN) if not TEST_PROGRAMS.fullmatch(name))
        self.assertIn("rcssserver3D", names)
        return names

    def run_program(self, name, *arguments):
        environment = {**os.environ, "HOME": self.folder, "LC_ALL": "C"}
        for variable in ("SIGVERSE_SERVER", "SIGVERSE_SEED", "RTM_NAMESERVER"):
            environment.pop(variable, None)
        done = subprocess.run([os.path.join(BIN, name), *arguments], cwd=self.folder, env=environment, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=TIMEOUT, check=False)
        return done.returncode, done.stdout, done.stderr

    def check_refused(self, name, arguments, words):
        with self.subTest(program=name, arguments=arguments):
            status, out, err = self.run_program(name, *arguments)
            self.assertEqual((status, out), (2, ""), err)
            self.assertIn(words, err)
            if name not in SHOW_USAGE:
                self.assertEqual(err.count("\n"), 1, err)
                self.assertTrue(err.startswith(("error: ", f"{OTHER_NAMES.get(name, name)}: ", f"{name} ")), err)

    def test_unknown_options_are_refused(self):
        for name in self.programs():
            self.check_refused(name, ["--nonsense"], "Usage" if name == "sigmake" else name if name in SHOW_USAGE else "--nonsense")

    def test_invalid_and_missing_values_are_refused(self):
        for name in self.programs():
            self.assertIn(OTHER_NAMES.get(name, name), WRONG, "the table has no row for this program")
            for arguments, words in WRONG[OTHER_NAMES.get(name, name)]:
                self.check_refused(name, arguments, words)

    def test_help_and_version_are_answers(self):
        for name in self.programs():
            with self.subTest(program=name):
                status, out, err = self.run_program(name, "--help")
                self.assertEqual((status, err), (0, ""))
                self.assertIn("--version", out)
                status, out, err = self.run_program(name, "--version")
                self.assertEqual((status, err), (0, ""))
                self.assertRegex(out, rf"\A{re.escape(OTHER_NAMES.get(name, name))} \d+\.\d+\.\d+\n\Z")


if __name__ == "__main__":
    unittest.main()
