#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The demo of SIGVerse and whole runs of controllers with everything else that the server can do.

    sigverse_worlds.py SERVER RUNAC SIGMAKE SIGCTL SOURCE_FOLDER [unittest's arguments]
"""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))

from frames import frame  # noqa: E402
from programs import PATIENCE, STRICTLY, Program, is_alive, wait_until  # noqa: E402
from skipping import run_tests  # noqa: E402

SERVER, RUNAC, SIGMAKE, SIGCTL, SOURCES = (os.path.abspath(path) for path in (sys.argv.pop(1) for _ in range(5)))
DEMO = os.path.join(SOURCES, "scenes/sigverse/demo.xml")
SAMPLES = os.path.join(SOURCES, "agent-sample/sigverse")


def read(*path, mode="r"):
    with open(os.path.join(*path), mode, **({} if "b" in mode else {"encoding": "utf-8"})) as file:
        return file.read()


def poses(path):
    """Of each run in a log, SIG time to what all objects did then. A reset begins the next run."""
    runs = [{}]
    for time_, objects in re.findall(r"\(sig \(time (\S+)\)(.*)\)\)$", read(path), re.M):
        if runs[-1] and float(time_) < max(runs[-1]):
            runs.append({})
        runs[-1][float(time_)] = objects
    return runs


def children(pid):
    """Everything below a process."""
    found = [pid]
    for each in found:
        found += [int(child) for child in subprocess.run(["pgrep", "-P", str(each)], capture_output=True, text=True).stdout.split()]
    return found[1:]


class WorldTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="sigverse.")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.runs = 0

    def server(self, *options, world=DEMO, speed="max", start="true"):
        self.runs += 1
        self.logs = os.path.join(self.folder, f"logs{self.runs}")
        program = Program([SERVER, *STRICTLY, "--script", "sigverse.rb", "--Sig.World", world, "--Sig.AutoStart", start, "--Sig.Port", "0",
                           "--monitor_port", "off", "--logdir", self.logs, "--speed", speed, *options], self.folder)
        self.addCleanup(program.close)
        return program

    def play(self, *options, **more):
        """A whole run; its monitor.log."""
        server = self.server(*options, **more)
        self.assertEqual(server.wait(), 0, server.told())
        return read(self.logs, "monitor.log", mode="rb")

    def said(self, number):
        return read(self.logs, f"agent{number}-stdout.log")

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def make(self, *sources):
        done = subprocess.run([SIGMAKE, *sources], cwd=self.folder, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, 0, done.stderr)

    def world(self, name, objects, head=""):
        """A world of dynamic spheres: {name: controller or None}."""
        lines = [f'<world name="{name}">', head]
        for number, (each, controller) in enumerate(objects.items()):
            lines += ['<instanciate class="Player.xml">', f'<set-attr-value name="name" value="{each}"/>',
                      f'<set-attr-value name="x" value="{100 * number}"/>', '<set-attr-value name="y" value="15"/>']
            if controller:
                lines += ['<set-attr-value name="language" value="c++"/>', f'<set-attr-value name="implementation" value="{controller}"/>']
            lines.append("</instanciate>")
        return self.write(name + ".xml", "\n".join([*lines, "</world>", ""]))

    def ctl(self, server, *words, status=0):
        port = str(server.port(r"^sigverse port (\d+)"))
        done = subprocess.run([SIGCTL, "-p", port, *words], capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, status, (words, done.stdout, done.stderr))
        return done.stdout


class Demo(WorldTest):
    def test_twenty_seconds(self):
        self.play("--Sig.EndTime", "20")
        scores = re.findall(r"red (\d+) : (\d+) blue", self.said(2))
        self.assertGreaterEqual(len(scores), 4, self.said(2))
        # One hit at a time, and both take part.
        totals = [int(red) + int(blue) for red, blue in scores]
        self.assertEqual(totals, list(range(1, len(scores) + 1)))
        self.assertGreater(int(scores[-1][0]), 1)
        self.assertGreater(int(scores[-1][1]), 1)
        self.assertIn("blue has the turn", self.said(1))
        ball = [[float(number) for number in found] for found in re.findall(r"\(obj ball (\S+) (\S+) (\S+)", read(self.logs, "monitor.log"))]
        self.assertGreater(max(place[0] for place in ball) - min(place[0] for place in ball), 100)
        for place in ball:
            self.assertTrue(abs(place[0]) < 300 and abs(place[2]) < 200 and 5 < place[1] < 100, place)

    def test_the_same_run_twice_and_another_with_another_seed(self):
        wanted = self.play("--Sig.EndTime", "8", "--seed", "5")
        said = self.said(2)
        busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(3)]
        try:
            self.assertEqual(self.play("--Sig.EndTime", "8", "--seed", "5"), wanted)
        finally:
            for each in busy:
                each.kill()
                each.wait()
        self.assertEqual(self.said(2), said)
        self.assertEqual(self.play("--Sig.EndTime", "8", "--seed", "5", "--sandbox", "off"), wanted)
        self.assertEqual(self.play("--Sig.EndTime", "8", "--seed", "5", speed="20"), wanted)
        self.assertNotEqual(self.play("--Sig.EndTime", "8", "--seed", "6"), wanted)

    def test_a_restart_in_the_middle_gives_the_same_run_again(self):
        options = ("--Sig.EndTime", "6", "--seed", "5", "--Spades.MonitorInterval", "1")
        self.play(*options)
        (wanted,) = poses(os.path.join(self.logs, "monitor.log"))
        said = self.said(1)
        server = self.server(*options, speed="4")
        server.wait_for("blue has the turn")  # something has happened
        self.ctl(server, "restart")
        self.assertEqual(server.wait(), 0, server.told())
        first, again = poses(os.path.join(self.logs, "monitor.log"))
        self.assertLess(max(first), 6)
        self.assertGreaterEqual(len(again), 600)
        self.assertEqual({each: wanted[each] for each in again}, again)
        self.assertTrue(self.said(1).endswith(said))

    def test_a_trainer_cannot_reset_it(self):
        """Bodies would be thrown back while SIG time and controllers go on: the run is the one without that command."""
        options = ("--Sig.EndTime", "6", "--seed", "5", "--Spades.MonitorInterval", "1")
        wanted = self.play(*options)
        server = self.server(*options, "--monitor_port", "0", speed="4")
        with socket.create_connection(("127.0.0.1", server.port(r"^monitor port (\d+)")), timeout=PATIENCE) as trainer:
            server.wait_for("blue has the turn")  # something has happened
            trainer.sendall(frame("W(reset (seed 3))") + frame("W(reset)"))
            for _ in range(2):
                server.wait_for(r"monitor \S+: \(reset \.\.\.\) refused: this world also changes by requests of SIGVerse")
            self.assertEqual(server.wait(), 0, server.told())
        self.assertEqual(read(self.logs, "monitor.log", mode="rb"), wanted)

    def test_replayed_from_its_parameters(self):
        wanted = self.play("--Sig.EndTime", "5")
        parameters = os.path.join(self.logs, "parameters.xml")
        again = os.path.join(self.folder, "again")
        done = subprocess.run([SERVER, *STRICTLY, "--parameters", parameters, "--logdir", again, "--monitor_port", "off", "--Sig.Port", "0"],
                              cwd=self.folder, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(read(again, "monitor.log", mode="rb"), wanted)

    def test_nothing_is_left_of_it(self):
        for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT):
            with self.subTest(number):
                server = self.server(speed="1")
                server.wait_for("running")
                below = children(server.pid)
                self.assertGreaterEqual(len(below), 3)
                server.send(number)
                server.wait()
                wait_until(lambda: not any(map(is_alive, below)), "the end of its controllers")


class Soccer(WorldTest):
    def test_a_match_loads_nothing_of_it(self):
        server = Program([SERVER, *STRICTLY, "--monitor_port", "off", "--logdir", os.path.join(self.folder, "logs"), "--speed", "1"], self.folder)
        self.addCleanup(server.close)
        server.wait_for("agents run")
        maps = read(f"/proc/{server.pid}/maps")
        self.assertIn("soccer.so", maps)
        self.assertNotIn("sigverse", maps)


class LostControllers(WorldTest):
    HEAD = '#include "Controller.h"\n#include "ControllerEvent.h"\n#include "Logger.h"\n'

    def controller(self, name, body):
        return self.write(name + ".cpp", f"{self.HEAD}class {name} : public Controller {{ public: {body} }};\n"
                                         f'extern "C" Controller *createController() {{ return new {name}; }}\n')

    def play_beside_a_counter(self, body, *options):
        """A controller with that onAction at 1 s, beside one that counts calls; what the log says."""
        self.controller("Odd", f"double onAction(ActionEvent &e) {{ if (e.time() > 1) {{ {body} }} return 0.1; }}")
        self.controller("Counter", 'int n; void onInit(InitEvent &) { n = 0; } double onAction(ActionEvent &) { LOG_MSG(("%d", ++n)); return 0.1; }')
        self.make("Odd.cpp")
        self.make("Counter.cpp")
        server = self.server("--Sig.EndTime", "3", *options, world=self.world("odd", {"odd": "Odd.so", "counter": "Counter.so"}))
        self.assertEqual(server.wait(), 0, server.told())
        self.assertEqual(re.findall(r"\d+", self.said(1))[-1], "30", self.said(1))
        self.assertIn(b"(obj odd ", read(self.logs, "monitor.log", mode="rb").splitlines()[-2])
        return server.told()

    def test_killed_by_itself(self):
        self.assertRegex(self.play_beside_a_counter("abort();"), r"odd.*(Aborted|signal 6)")

    def test_that_calls_exit(self):
        self.assertRegex(self.play_beside_a_counter("exit(3);"), r"odd.*status 3")

    def test_that_throws(self):
        told = self.play_beside_a_counter('throw std::string("no");')
        self.assertNotRegex(told, "lost")
        self.assertRegex(self.said(0), "string")

    def test_that_hangs(self):
        begun = time.monotonic()
        told = self.play_beside_a_counter("volatile int i = 0; for (;;) i = i + 1;", "--max_secs_for_agent_think", "2")
        self.assertRegex(told, r"odd.*2 s")
        self.assertLess(time.monotonic() - begun, 30)

    def test_killed_from_outside(self):
        shutil.copy(os.path.join(SAMPLES, "Hello.cpp"), self.folder)
        self.make("Hello.cpp")
        server = self.server(world=self.world("two", {"one": "Hello.so", "other": "Hello.so"}), speed="20")
        server.wait_for("running")
        (found,) = [pid for pid in children(server.pid) if b"one" in read(f"/proc/{pid}/cmdline", mode="rb").split(b"\0")
                    and b"runac" in read(f"/proc/{pid}/cmdline", mode="rb").split(b"\0")[0]]
        os.kill(found, signal.SIGKILL)
        server.wait_for(r"one.*signal 9")
        self.ctl(server, "stop")
        self.assertIn("one", self.ctl(server, "names"))
        self.ctl(server, "quit")
        self.assertEqual(server.wait(), 0, server.told())


if __name__ == "__main__":
    run_tests(sys.argv[1:])
