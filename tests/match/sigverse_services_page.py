#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The user's provider and service of docs/systems/sigverse-services.md are built and run as described on the page.

    sigverse_services_page.py BUILD-FOLDER COMPILER FLAGS PAGE [unittest's arguments]

FLAGS are those flags of the library's build that a program needs, too: those of sanitizers.
"""

import os
import re
import select
import shlex
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import unittest

from sigverse_stage import Client

from octets import DETECT, DETECTED, DISTANCE, DISTANCE_RESULT, Unit, packet, real, text, u16  # noqa: E402
from pages import block, commands, read_page, write_files  # noqa: E402
from programs import ROOT, STRICTLY, TIMEOUT, Program, remove_folder  # noqa: E402

BUILD, COMPILER, FLAGS, PAGE = sys.argv.pop(1), sys.argv.pop(1), sys.argv.pop(1), os.path.abspath(sys.argv.pop(1))
BIN = os.path.join(BUILD, "bin")
SAMPLES = os.path.join(ROOT, "agent-sample/sigverse")
# A robot's view: things in front of, on and behind each other, bodies of many parts, and rotated things, with four cameras.
SEEN = """<world name="seen"><gravity x="0" y="0" z="0"/>
<instanciate class="ServiceRobot.xml" type="Robot"><set-attr-value name="name" value="robot"/><set-attr-value name="qy" value="0.1"/>
  <camera id="1" link="HEAD_LINK" position="0 0 5" direction="0 -0.3 1" fov="60"/>
  <camera id="2" link="HEAD_LINK" position="10 0 5" direction="0.5 -0.3 1" fov="100" aspectRatio="0.7"/>
  <camera id="3" link="body" position="0 200 0" direction="0 -1 0" fov="120"/>
  <camera id="4" link="HEAD_LINK" quaternion="0.9 0.1 0.3 0.2" fov="80"/></instanciate>
<instanciate class="Table.xml"><set-attr-value name="name" value="table"/><set-attr-value name="z" value="150"/>
  <set-attr-value name="qy" value="0.3"/></instanciate>
<instanciate class="Can.xml"><set-attr-value name="name" value="can"/><set-attr-value name="x" value="20"/><set-attr-value name="y" value="80"/>
  <set-attr-value name="z" value="130"/><set-attr-value name="qx" value="0.5"/></instanciate>
<instanciate class="Ball.xml"><set-attr-value name="name" value="ball"/><set-attr-value name="x" value="-30"/>
  <set-attr-value name="y" value="90"/><set-attr-value name="z" value="130"/></instanciate>
<instanciate class="Humanoid.xml" type="Robot"><set-attr-value name="name" value="person"/><set-attr-value name="x" value="90"/>
  <set-attr-value name="z" value="200"/></instanciate>
<instanciate class="Cupboard.xml"><set-attr-value name="name" value="cupboard"/><set-attr-value name="z" value="260"/></instanciate>
<instanciate class="Bottle.xml"><set-attr-value name="name" value="hidden"/><set-attr-value name="z" value="350"/></instanciate></world>
"""
FILES = ["Looker.cpp", "Seeker.cpp", "look.xml", "nearby.cpp", "scorer.py", "seek.xml"]


class Page(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="sigverse_services_page.")
        self.addCleanup(remove_folder, self.folder)
        self.assertEqual(sorted(write_files(PAGE, self.folder)), FILES)
        for sample in ("painter/painter.cpp", "recog.py", "sigservice.py"):
            shutil.copy(os.path.join(SAMPLES, sample), self.folder)
        self.environment = dict(os.environ, SIGVERSE_PATH=os.path.join(BUILD, "sigverse"), PATH=f"{BIN}:{os.environ['PATH']}")
        for source in ("Looker.cpp", "Seeker.cpp"):
            self.do(f"sigmake {source}")
        self.first, self.second = commands(PAGE, "rcssserver3D")

    def do(self, line):
        """Runs a line in a shell; the line must be on the page."""
        self.assertIn(f"\n    {line}\n", read_page(PAGE))
        done = subprocess.run(line, shell=True, cwd=self.folder, env=self.environment, capture_output=True, text=True, timeout=TIMEOUT)
        self.assertEqual((done.returncode, done.stderr), (0, ""), line)
        return done.stdout

    def build(self, program):
        (line,) = [" ".join(["c++", *words]) for words in commands(PAGE, "c++") if words[1] == program + ".cpp"]
        compiler = f"{shlex.quote(COMPILER)} {FLAGS}"
        done = subprocess.run(line.replace("c++", compiler, 1), shell=True, cwd=self.folder, env=self.environment, capture_output=True, text=True,
                              timeout=TIMEOUT)
        self.assertEqual((done.returncode, done.stderr), (0, ""), line)

    def server(self, words):
        server = Program(["rcssserver3D", *words, *STRICTLY, "--monitor_port", "off", "--Sig.Port", "0"], self.folder, env=self.environment)
        self.addCleanup(server.close)
        self.environment["SIGVERSE_SERVER"] = f"127.0.0.1:{server.port(r'^sigverse port ([0-9]+)')}"  # for all programs
        server.wait_for("^sigverse: ready")
        return server

    def start(self, words, line):
        """Starts a program and waits for this first line."""
        program = Program(words, self.folder, env=dict(self.environment, PYTHONUNBUFFERED="1"), stdout=subprocess.PIPE)
        self.addCleanup(program.close)
        self.assertTrue(select.select([program.process.stdout], [], [], TIMEOUT)[0], f"{words} prints nothing")
        program.first = program.process.stdout.readline()
        self.assertRegex(program.first, line)
        return program

    def log(self, agent):
        with open(os.path.join(self.folder, f"Logfiles/agent{agent}-stdout.log"), encoding="utf-8") as log:
            return log.read()

    def test_the_providers_of_the_page_answer(self):
        for program in ("nearby", "painter"):
            self.build(program)
        server = self.server(self.first)
        nearby = self.start(["./nearby"], "^nearby: up to 200 cm, at port ")
        painter = self.start(["./painter"], "^painter: pictures at port ")
        services = self.do("sigctl services")
        self.assertRegex(services, r"nearby\b.*detection")
        self.assertRegex(services, r"painter\b.*pictures")
        self.do("sigctl start")
        self.assertEqual(server.wait(), 0, server.printed())
        self.assertEqual(self.log(0), block(PAGE, "text looked"))
        for program in (nearby, painter):
            self.assertEqual((program.wait(), program.printed()), (0, ""))
        with open(os.path.join(self.folder, "Logfiles/agent0-files/view.bmp"), "rb") as file:
            self.check_picture(file.read())

    def test_the_provider_answers_like_the_server_itself(self):
        """The provider's answers are the same octets as the server's own, for cameras on the head and the body."""
        self.build("nearby")
        with open(os.path.join(self.folder, "seen.xml"), "w", encoding="utf-8") as world:
            world.write(SEEN)
        self.server(["--script", "sigverse.rb", "--Sig.World", "seen.xml"])
        port = self.environment["SIGVERSE_SERVER"].rpartition(":")[2]
        questions = [(packet(DETECT, text("robot") + u16(camera)), DETECTED) for camera in range(1, 5)]
        questions += [(packet(DISTANCE, text("robot") + real(20.0, 300.0) + u16(camera) + u16(dimensions)), DISTANCE_RESULT)
                      for camera in range(1, 5) for dimensions in range(3)]
        with Client(int(port)) as client:
            client.begin_as_viewer()
            own = [self.answer(client.send(question).stream, kind) for question, kind in questions]
        self.assertIn(text("table"), own[0])
        self.assertGreater(len(set(own)), 12)  # the cameras see different things
        self.assertEqual(len(own[-1]), 12 + 240 * 320)
        self.assertGreater(len(set(own[-1])), 50)
        self.environment["SIGVERSE_SERVER"] = "nowhere:1"
        nearby = self.start(["./nearby", "-h", "localhost", "1e6", "--port", port], r"^nearby: up to 1e\+06 cm, at port ")
        mine = int(nearby.first.split()[-1])
        for (question, kind), expected in zip(questions, own):
            with socket.create_connection(("127.0.0.1", mine), TIMEOUT) as link, link.makefile("rb") as stream:
                link.sendall(question)
                self.assertEqual(self.answer(stream, kind), expected, question)

    @staticmethod
    def answer(stream, kind):
        """The data of all packets of the next reply of this kind."""
        while (unit := Unit(stream)).kind != kind:
            pass
        return b"".join([unit.body.rest(), *(Unit(stream).body.rest()[2:] for _ in range(1, unit.count))])

    def check_picture(self, file):
        """Checks that the picture has sky above, and a floor and a table below."""
        start, = struct.unpack("<I", file[10:14])
        width, height = struct.unpack("<ii", file[18:26])
        self.assertEqual((width, height, len(file)), (320, -240, start + 230400))
        colours = {tuple(file[at:at + 3]) for at in range(start, len(file), 3)}
        self.assertEqual(tuple(file[start:start + 3]), (255, 204, 153))  # blue, green, red
        self.assertGreater(len(colours), 10)
        coloured = [at for at in range(start + 120 * 960, start + 239 * 960, 3) if max(file[at:at + 3]) - min(file[at:at + 3]) > 60]
        self.assertGreater(len(coloured), 3000)  # the table is below the middle, and is not grey

    def test_a_provider_reports_help_and_wrong_usage(self):
        self.build("painter")
        for words, status, out, err in ((["--help"], 0, r"^Usage: painter \[options\]\n\n.*-h, --host HOST\[:PORT\].*SIGVERSE_SERVER, HOST:PORT", "^$"),
                                        (["45659"], 1, "^$", r"^painter: unexpected: 45659 \(--help shows the options\)\n$"),
                                        (["-p", "1"], 1, "^$", r"^painter: cannot connect to localhost:1: [^\n]*\n$")):
            done = subprocess.run(["./painter", *words], cwd=self.folder, env=dict(self.environment, SIGVERSE_SERVER="localhost:2"),
                                  capture_output=True, text=True, timeout=TIMEOUT)
            self.assertEqual(done.returncode, status, done)
            self.assertRegex(done.stdout, re.compile(out, re.S))
            self.assertRegex(done.stderr, err)

    def test_the_services_of_the_page_answer(self):
        server = self.server(self.second)
        programs = [self.start([sys.executable, program, "--once"], line)
                    for program, line in (("recog.py", "RecogTrash: is at "), ("scorer.py", "^Scorer: is ready"))]
        self.do("sigctl start")
        self.assertEqual(server.wait(), 0, server.printed())
        self.assertEqual(self.log(1), block(PAGE, "text sought"))
        for program in programs:
            self.assertEqual((program.wait(), program.printed()), (0, ""))

    def test_every_command_of_the_page_is_tested(self):
        words = re.sub(r"^```.*?^```$", "", read_page(PAGE), flags=re.M | re.S)
        lines = re.findall(r"^    (\S+)", words, re.M)
        self.assertEqual(sorted(set(lines) - {"export"}), ["./nearby", "./painter", "c++", "python3", "rcssserver3D", "sigctl", "sigmake"])
        self.assertEqual([" ".join(words) for words in commands(PAGE, "python3")], ["recog.py", "scorer.py"])
        self.assertEqual([" ".join(words) for words in commands(PAGE, "sigctl")], ["services", "start", "start"])


if __name__ == "__main__":
    unittest.main()
