#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Modules are built as users build them: outside of the project, with the files that `cmake --install` installs. Plays the examples of
docs/write/extending.md.

    extending.py BUILD PAGE COMPILER
"""

import os
import re
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))

from pages import write_files  # noqa: E402
from programs import ROOT, TIMEOUT, TemporaryFolder  # noqa: E402

BUILD, PAGE, COMPILER = os.path.abspath(sys.argv[1]), sys.argv[2], sys.argv[3]


def run(*arguments, folder):
    done = subprocess.run(arguments, cwd=folder, capture_output=True, text=True, timeout=TIMEOUT)
    assert done.returncode == 0, f"{' '.join(arguments)}: {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout + done.stderr


class Extending(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = TemporaryFolder(prefix="extending.")
        cls.addClassCleanup(cls.temporary.cleanup)
        cls.folder = cls.temporary.name
        cls.prefix = os.path.join(cls.folder, "a prefix")  # a blank in the name must have no effect
        run("cmake", "--install", BUILD, "--prefix", cls.prefix, folder=cls.folder)
        cls.server = os.path.join(cls.prefix, "bin/rcssserver3D")

    def build(self, sources, build):
        run("cmake", "-S", sources, "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}", f"-DCMAKE_CXX_COMPILER={COMPILER}",
            folder=self.folder)  # fmt: skip
        run("cmake", "--build", build, folder=self.folder)
        return os.path.join(self.folder, build)

    def play(self, *arguments, folder):
        return run(self.server, "--monitor_port", "off", *arguments, folder=folder)

    def test_the_perceptor_of_the_page_is_built_and_reports_percepts(self):
        sources = os.path.join(self.folder, "ball_speed")
        os.mkdir(sources)
        self.assertEqual(write_files(PAGE, sources), ["ball_speed.cpp", "ball_speed.rb", "CMakeLists.txt"])
        build = self.build(sources, "ball_speed/build")
        reported = run(self.server, "--script", "ball_speed.rb", "--describe", "BallSpeed", folder=build)
        self.assertIn("BallSpeed  BallSpeedPerceptor\n  (BallSpeed V), metres per second\n  speed: real, m/s\n", reported)
        self.assertIn("BallSpeedPerceptor, based on oxygen/Perceptor, importBundle 'ball_speed'\n", reported)
        self.assertIn("  setUnit(factor (above 0))\n", reported)
        # The player of docs/write/agents.md, which also records its percepts.
        with open(os.path.join(ROOT, "agent-sample/minimal_agent.py"), encoding="utf-8") as file:
            agent, places = re.subn(r'(elif message\[0\] == "S":.*\n)', r"\1        print(message, file=sys.stderr, flush=True)\n", file.read())
        self.assertEqual(places, 1)
        with open(os.path.join(build, "noting.py"), "w", encoding="utf-8") as file:
            file.write(agent)
        with open(os.path.join(build, "noting.xml"), "w", encoding="utf-8") as file:
            file.write(NOTING_DATABASE)
        match = ["--script", "ball_speed.rb", "--agentdb", "noting.xml", "--team", "noting:1", "--Soccer.AutomaticKickOff", "true"]
        for _ in range(2):
            self.play(*match, "--Soccer.RuleHalfTime", "15", "--seed", "4", folder=build)
        with open(os.path.join(build, "Logfiles/agent0-stderr.log"), encoding="utf-8") as file:
            noted = file.read()
        with open(os.path.join(build, "Logfiles.1/agent0-stderr.log"), encoding="utf-8") as file:
            self.assertEqual(noted, file.read())
        speeds = [float(speed) for speed in re.findall(r"\(BallSpeed (\S+)\)", noted)]
        self.assertGreater(len(speeds), 50)
        self.assertGreater(max(speeds), 0.5)
        # The usual percepts precede it.
        self.assertRegex(noted, r"\(GameState .*\(BallSpeed \S+\)")

    def test_a_module_of_another_version_is_refused(self):
        sources = os.path.join(self.folder, "old")
        os.mkdir(sources)
        with open(os.path.join(sources, "old.cpp"), "w", encoding="utf-8") as file:
            file.write('extern "C" const char spark_module_headers[] = "0.0.1 abc";\nextern "C" void spark_register_bundle(void*) { __builtin_trap(); }\n')
        with open(os.path.join(sources, "old.rb"), "w", encoding="utf-8") as file:
            file.write("importBundle 'old'\n")
        run(COMPILER, "-shared", "-fPIC", "old.cpp", "-o", "old.so", folder=sources)
        done = subprocess.run([self.server, "--script", "old.rb"], cwd=sources, capture_output=True, text=True, timeout=TIMEOUT)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertRegex(done.stderr, r"old.so was built for another version of this server \(0.0.1 abc, this is 0.1.0 [0-9a-f]{16}\): build it again")

    def test_the_game_of_the_page_is_repeatable(self):
        build = self.build(os.path.join(self.prefix, "share/rcssserver3d/scenes/examples/beacon"), "beacon")
        usual = ["--script", "beacon.rb", "--agentdb", "hoppers.xml", "--team", "hopper:2", "--seed", "7"]
        logs = []
        for more in ([], ["--sandbox", "off"], ["--parameters", "Logfiles.1/parameters.xml"]):
            reported = self.play(*usual, *more, folder=build)
            self.assertRegex(reported, r"winner +agent [01]")
            self.assertRegex(reported, r"agent [01] has reached the beacon for the 3. time")
            with open(os.path.join(build, "Logfiles/monitor.log"), encoding="utf-8") as file:
                logs.append(file.read())
        self.assertEqual(logs[0], logs[1])
        self.assertEqual(logs[0], logs[2])
        self.assertIn("(body beacon/body ", logs[0])

    def test_every_installed_header_compiles_alone(self):
        """Every header compiles alone, without files of the source tree."""
        include = os.path.join(self.prefix, "include/rcssserver3d")
        headers = sorted(os.path.relpath(os.path.join(at, name), include) for at, _, names in os.walk(include) for name in names)
        self.assertGreater(len(headers), 80)
        headers.remove("module_headers.cpp")
        self.assertFalse([name for name in headers if not name.endswith(".h")])
        # Headers for scripts include Ruby's headers, which a module needs only if it uses Ruby itself.
        text = "".join(f'#include "{name}"\n' for name in headers if not name.startswith("spark/script/ruby_"))
        for name in headers:
            with open(os.path.join(include, name), encoding="utf-8") as file:
                self.assertNotIn(ROOT, file.read())
        with open(os.path.join(self.folder, "all.cpp"), "w", encoding="utf-8") as file:
            file.write(text)
        run(COMPILER, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", f"-I{include}", "all.cpp", folder=self.folder)


NOTING_DATABASE = '''<agentdb><agent_type_external name="noting"><inputfd>3</inputfd><outputfd>4</outputfd><timer>fixed 0</timer>
<working_dir>./</working_dir><exec_line>python3 noting.py me</exec_line></agent_type_external></agentdb>'''

if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
