#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The demo of SIGVerse and whole runs of controllers, with other functions of the server.

    sigverse_worlds.py SERVER RUNAC SIGMAKE SIGCTL SOURCE_FOLDER [unittest's arguments]
"""

import math
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))

from frames import frame  # noqa: E402
from programs import TIMEOUT, STRICT, STRICTLY, Program, is_alive, remove_folder, wait_until  # noqa: E402
from skipping import run_tests  # noqa: E402

SERVER, RUNAC, SIGMAKE, SIGCTL, SOURCES = (os.path.abspath(path) for path in (sys.argv.pop(1) for _ in range(5)))
DEMO = os.path.join(SOURCES, "scenes/sigverse/demo.xml")
SAMPLES = os.path.join(SOURCES, "agent-sample/sigverse")


def read(*path, mode="r"):
    with open(os.path.join(*path), mode, **({} if "b" in mode else {"encoding": "utf-8"})) as file:
        return file.read()


def poses(path):
    """For each run in a log, SIG time → the states of all objects. A reset begins the next run."""
    runs = [{}]
    for time_, objects in re.findall(r"\(sig \(time (\S+)\)(.*)\)\)$", read(path), re.M):
        if runs[-1] and float(time_) < max(runs[-1]):
            runs.append({})
        runs[-1][float(time_)] = objects
    return runs


def objects(frame_):
    """The places and attitudes of all objects in a frame, and of their parts as "object/part"."""
    found, owner = {}, ""
    for kind, name, pose in re.findall(r"\((obj|part) (\S+) ([^()]*)", frame_):
        owner = name if kind == "obj" else owner
        found[name if kind == "obj" else f"{owner}/{name}"] = [float(number) for number in pose.split()]
    return found


def children(pid):
    """All processes below a process."""
    found = [pid]
    for each in found:
        found += [int(child) for child in subprocess.run(["pgrep", "-P", str(each)], capture_output=True, text=True).stdout.split()]
    return found[1:]


class WorldTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="sigverse.")
        self.addCleanup(remove_folder, self.folder)
        self.runs = 0

    def server(self, *options, world=DEMO, speed="max", start="true"):
        self.runs += 1
        self.logs = os.path.join(self.folder, f"logs{self.runs}")
        program = Program([SERVER, *STRICTLY, "--script", "sigverse.rb", "--Sig.World", world, "--Sig.AutoStart", start, "--Sig.Port", "0",
                           "--monitor_port", "off", "--logdir", self.logs, "--speed", speed, *options], self.folder)
        self.addCleanup(program.close)
        return program

    def play(self, *options, **more):
        """Plays a whole run. Returns its monitor.log."""
        server = self.server(*options, **more)
        self.assertEqual(server.wait(), 0, server.printed())
        return read(self.logs, "monitor.log", mode="rb")

    def agent_output(self, number):
        return read(self.logs, f"agent{number}-stdout.log")

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def make(self, *sources):
        done = subprocess.run([SIGMAKE, *sources], cwd=self.folder, capture_output=True, text=True, timeout=TIMEOUT)
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
        done = subprocess.run([SIGCTL, "-p", port, *words], capture_output=True, text=True, timeout=TIMEOUT)
        self.assertEqual(done.returncode, status, (words, done.stdout, done.stderr))
        return done.stdout

    def restart(self, world, seconds, speed, happened, speaker):
        """Restarts the world when these words are in the output, and checks that the run and the output of the agent `speaker` begin again."""
        options = ("--seed", "5", "--Spades.MonitorInterval", "1")
        self.play("--Sig.EndTime", str(seconds), *options, world=world)
        (wanted,) = poses(os.path.join(self.logs, "monitor.log"))
        before = self.agent_output(speaker)
        server = self.server(*options, world=world, speed=speed)
        server.wait_for(happened)
        self.ctl(server, "restart")
        server.wait_for("sigverse: reset by sigctl")
        wait_until(lambda: float(self.ctl(server, "time")) > seconds, f"{seconds} s of the second run")
        self.ctl(server, "quit")
        self.assertEqual(server.wait(), 0, server.printed())
        _, again = poses(os.path.join(self.logs, "monitor.log"))
        again = {each: states for each, states in again.items() if each <= seconds}
        self.assertGreaterEqual(len(again), 100 * seconds)
        self.assertEqual({each: wanted[each] for each in again}, again)
        self.assertGreater(self.agent_output(speaker).rfind(before), 0, before)  # not only at the beginning


class Demo(WorldTest):
    def test_both_agents_hit_in_turn_for_twenty_seconds(self):
        self.play("--Sig.EndTime", "20")
        scores = re.findall(r"red (\d+) : (\d+) blue", self.agent_output(2))
        self.assertGreaterEqual(len(scores), 4, self.agent_output(2))
        # Only one agent hits at a time, and both hit.
        totals = [int(red) + int(blue) for red, blue in scores]
        self.assertEqual(totals, list(range(1, len(scores) + 1)))
        self.assertGreater(int(scores[-1][0]), 1)
        self.assertGreater(int(scores[-1][1]), 1)
        self.assertIn("blue has the turn", self.agent_output(1))
        ball = [[float(number) for number in found] for found in re.findall(r"\(obj ball (\S+) (\S+) (\S+)", read(self.logs, "monitor.log"))]
        self.assertGreater(max(place[0] for place in ball) - min(place[0] for place in ball), 100)
        for place in ball:
            self.assertTrue(abs(place[0]) < 300 and abs(place[2]) < 200 and 5 < place[1] < 100, place)

    def test_a_run_depends_on_the_seed_alone(self):
        wanted = self.play("--Sig.EndTime", "8", "--seed", "5")
        first = self.agent_output(2)
        busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(3)]
        try:
            self.assertEqual(self.play("--Sig.EndTime", "8", "--seed", "5"), wanted)
        finally:
            for each in busy:
                each.kill()
                each.wait()
        self.assertEqual(self.agent_output(2), first)
        self.assertEqual(self.play("--Sig.EndTime", "8", "--seed", "5", "--sandbox", "off"), wanted)
        self.assertEqual(self.play("--Sig.EndTime", "8", "--seed", "5", speed="20"), wanted)
        self.assertNotEqual(self.play("--Sig.EndTime", "8", "--seed", "6"), wanted)

    def test_a_restart_in_the_middle_repeats_the_run(self):
        self.restart(DEMO, 6, "4", "blue has the turn", 1)

    def test_a_trainer_cannot_reset_it(self):
        """The command is refused, because it would reset bodies but not SIG time and controllers; the run does not change."""
        options = ("--Sig.EndTime", "6", "--seed", "5", "--Spades.MonitorInterval", "1")
        wanted = self.play(*options)
        server = self.server(*options, "--monitor_port", "0", speed="1")
        with socket.create_connection(("127.0.0.1", server.port(r"^monitor port (\d+)")), timeout=TIMEOUT) as trainer:
            server.wait_for("blue has the turn")  # the world has changed
            trainer.sendall(frame("W(reset (seed 3))") + frame("W(reset)"))
            for _ in range(2):
                server.wait_for(r"monitor \S+: \(reset \.\.\.\) refused: this world also changes by requests of SIGVerse")
            self.assertEqual(server.wait(), 0, server.printed())
        self.assertEqual(read(self.logs, "monitor.log", mode="rb"), wanted)

    def test_a_run_is_replayed_from_its_parameters(self):
        wanted = self.play("--Sig.EndTime", "5")
        parameters = os.path.join(self.logs, "parameters.xml")
        again = os.path.join(self.folder, "again")
        done = subprocess.run([SERVER, *STRICTLY, "--parameters", parameters, "--logdir", again, "--monitor_port", "off", "--Sig.Port", "0"],
                              cwd=self.folder, capture_output=True, text=True, timeout=TIMEOUT)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(read(again, "monitor.log", mode="rb"), wanted)

    def test_received_parameters_run_nothing_of_the_current_folder(self):
        """If a user replays a received match in its folder, the files of this server are used."""
        wanted = self.play("--Sig.EndTime", "2", "--seed", "5")
        parameters = self.write("parameters.xml", read(self.logs, "parameters.xml")
                                .replace('name="sandbox" value="auto"', 'name="sandbox" value="off"')
                                .replace('name="Sig.World" value="' + DEMO, 'name="Sig.World" value="demo.xml'))  # fmt: skip
        for library in ("Player.so", "Referee.so"):
            self.write(library, "none of this server's")
        os.mkdir(os.path.join(self.folder, "data"))
        self.write("data/demo.xml", "<world/>")
        again = os.path.join(self.folder, "again")
        options = ["--parameters", parameters, "--logdir", again, "--monitor_port", "off", "--Sig.Port", "0"]
        done = subprocess.run([SERVER, *STRICTLY, *options], cwd=self.folder, capture_output=True, text=True, timeout=TIMEOUT)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("not taken from files of --parameters: --sandbox off (", done.stderr)
        self.assertEqual(read(again, "monitor.log", mode="rb"), wanted)
        # With --trust_scripts all its files are used.
        done = subprocess.run([SERVER, *STRICTLY, *options, "--trust_scripts"], cwd=self.folder, capture_output=True, text=True, timeout=TIMEOUT)
        self.assertNotIn("not taken", done.stderr)
        self.assertNotEqual(read(again, "monitor.log", mode="rb"), wanted, "the match was played from data/demo.xml")
        # Files named on the command line are found, too.
        self.write("mine.xml", "<world/>")
        done = subprocess.run([SERVER, *STRICTLY, *options, "--Sig.World", "mine.xml"], cwd=self.folder, capture_output=True, text=True, timeout=TIMEOUT)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f'<file kind="world" path="{os.path.realpath(self.folder)}/mine.xml"', read(again, "parameters.xml"))

    def test_default_values_in_a_file_are_not_reported(self):
        """The table of options knows the usual ports and addresses of this module."""
        usual = subprocess.run([SERVER, *STRICT, "--script", "sigverse.rb", "--variables"], cwd=self.folder, capture_output=True, text=True, timeout=TIMEOUT)
        values = re.findall(r"^--(Sig\.(?:Port|Address)) (\S+)$", usual.stdout, re.M)
        self.assertEqual(len(values), 2, usual.stdout)
        for more, count in ("", 0), ("1", 1):
            parameters = "".join(f'<parameter name="{name}" value="{value}{more}"/>' for name, value in values)
            file = self.write("usual.xml", f'<parameters><parameter name="script" value="sigverse.rb"/>{parameters}</parameters>')
            done = subprocess.run([SERVER, *STRICT, "--parameters", file, "--variables"], cwd=self.folder, capture_output=True, text=True, timeout=TIMEOUT)
            self.assertEqual(re.findall(r"^--(Sig\.(?:Port|Address)) (\S+)$", done.stdout, re.M), values)
            self.assertEqual(done.stderr.count("not taken"), count, done.stderr)

    def test_no_process_is_left_after_the_end(self):
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
    def test_a_match_does_not_load_the_module(self):
        server = Program([SERVER, *STRICTLY, "--monitor_port", "off", "--logdir", os.path.join(self.folder, "logs"), "--speed", "1"], self.folder)
        self.addCleanup(server.close)
        server.wait_for("agents run")
        maps = read(f"/proc/{server.pid}/maps")
        self.assertIn("soccer.so", maps)
        self.assertNotIn("sigverse.so", maps)


class LostControllers(WorldTest):
    HEAD = '#include "Controller.h"\n#include "ControllerEvent.h"\n#include "Logger.h"\n'

    def controller(self, name, body):
        return self.write(name + ".cpp", f"{self.HEAD}class {name} : public Controller {{ public: {body} }};\n"
                                         f'extern "C" Controller *createController() {{ return new {name}; }}\n')

    def play_beside_a_counter(self, body, *options):
        """Plays a controller with this onAction at 1 s, together with one that counts calls. Returns the server's output."""
        self.controller("Odd", f"double onAction(ActionEvent &e) {{ if (e.time() > 1) {{ {body} }} return 0.1; }}")
        self.controller("Counter", 'int n; void onInit(InitEvent &) { n = 0; } double onAction(ActionEvent &) { LOG_MSG(("%d", ++n)); return 0.1; }')
        self.make("Odd.cpp")
        self.make("Counter.cpp")
        server = self.server("--Sig.EndTime", "3", *options, world=self.world("odd", {"odd": "Odd.so", "counter": "Counter.so"}))
        self.assertEqual(server.wait(), 0, server.printed())
        self.assertEqual(re.findall(r"\d+", self.agent_output(1))[-1], "30", self.agent_output(1))
        self.assertIn(b"(obj odd ", read(self.logs, "monitor.log", mode="rb").splitlines()[-2])
        return server.printed()

    def test_a_controller_that_aborts_is_lost_alone(self):
        self.assertRegex(self.play_beside_a_counter("abort();"), r"odd.*(Aborted|signal 6)")

    def test_a_controller_that_exits_is_lost_alone(self):
        self.assertRegex(self.play_beside_a_counter("exit(3);"), r"odd.*status 3")

    def test_a_controller_that_throws_is_lost_alone(self):
        reported = self.play_beside_a_counter('throw std::string("no");')
        self.assertNotRegex(reported, "lost")
        self.assertRegex(self.agent_output(0), "string")

    def test_a_controller_that_hangs_is_lost_alone(self):
        reported = self.play_beside_a_counter("volatile int i = 0; for (;;) i = i + 1;", "--max_secs_for_agent_think", "5")
        self.assertRegex(reported, r"odd.*5 s")

    def test_a_killed_controller_is_lost_alone(self):
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
        self.assertEqual(server.wait(), 0, server.printed())


def sample(world):
    return os.path.join(SOURCES, "scenes/sigverse", world + ".xml")


class Samples(WorldTest):
    def test_tidying_up_three_things_is_repeatable(self):
        runs = []
        for _ in range(2):
            log = self.play("--Sig.EndTime", "60", "--seed", "5", world=sample("tidy"))
            runs.append((log, self.agent_output(0), self.agent_output(1)))
        self.assertEqual(runs[0], runs[1])
        counted = re.findall(r"^\[MSG\]  (\S+) s: (\d) of 3 things are in the bin$", runs[0][2], re.M)
        self.assertEqual([number for _, number in counted], ["0", "1", "2", "3"], runs[0][2])
        self.assertIn("everything is in the bin", runs[0][1])
        # The bin stands at x 150 and is 46 cm wide inside; its bottom is 2 cm thick, its walls end at 30 cm.
        end = objects(runs[0][0].decode().splitlines()[-2])
        for thing in ("can", "bottle", "toy_house"):
            x, y, z = end[thing][:3]
            self.assertTrue(abs(x - 150) < 23 and abs(z) < 23 and 2 < y < 30, (thing, end[thing]))

    def test_crates_are_weighed_by_pushing_them(self):
        self.play("--Sig.EndTime", "20", world=sample("push"))
        measured = [(float(force), float(weight), list(map(int, moved.split(", ")))) for force, weight, moved in
                    re.findall(r" s: (\S+) kg cm/s2, as for (\S+) kg; the crates have moved (.*) cm$", self.agent_output(0), re.M)]
        self.assertGreater(len(measured), 15, self.agent_output(0))
        for pushed, kilograms in enumerate((0, 1, 3, 6)):
            # Without the second in which the plate hits a crate.
            found = [(force, weight) for force, weight, moved in measured if len([way for way in moved if way > 0]) == pushed][1:]
            self.assertGreater(len(found), 1, measured)
            for force, weight in found:
                self.assertAlmostEqual(weight, kilograms, delta=0.02 + 0.02 * kilograms)
                self.assertAlmostEqual(force, 0.5 * 980.7 * weight, delta=5)
        first, second, third = measured[-1][2]
        self.assertTrue(first > second > third > 1, measured[-1])
        # 90 cm from one crate to the next, each 30 cm long.
        self.assertAlmostEqual(first - second, 60, delta=3)
        self.assertAlmostEqual(second - third, 60, delta=3)

    def test_a_restart_releases_what_is_held_and_joined(self):
        self.restart(sample("tidy"), 10, "10", "toy_house is held", 0)
        self.restart(sample("push"), 8, "10", "as for 1.00 kg", 0)

    def test_motors_drive_a_robot_around_a_square(self):
        self.play("--Sig.EndTime", "26", world=sample("drive"))
        legs = [list(map(int, numbers_)) for numbers_ in
                re.findall(r"x (\S+) cm, z (\S+) cm; the wheels have rolled (\S+) cm and (\S+) cm$", self.agent_output(0), re.M)]
        ways = legs[::2]  # after each straight path, with a quarter of a turn between two of them
        self.assertEqual(len(ways), 4, self.agent_output(0))
        quarter = math.pi / 4 * 40
        for number, (corner, (x, z, left, right)) in enumerate(zip(((0, 90), (90, 90), (90, 0), (0, 0)), ways)):
            self.assertTrue(abs(x - corner[0]) < 6 and abs(z - corner[1]) < 6, ways)
            self.assertAlmostEqual(left, 90 * (number + 1) - quarter * number, delta=2)
            self.assertAlmostEqual(right, 90 * (number + 1) + quarter * number, delta=2)

    def test_a_person_is_followed(self):
        self.play("--Sig.EndTime", "26", world=sample("follow"))
        behind = [(float(time_), float(distance)) for time_, distance in re.findall(r"(\S+) s: (\d+) cm behind", self.agent_output(1))]
        self.assertEqual(behind[0][1], behind[1][1])  # it has not been asked to follow yet
        for time_, distance in behind:
            if time_ > 8:
                self.assertTrue(80 < distance < 160, (time_, distance))
        self.assertEqual(re.findall(r"leader says: (.*)", self.agent_output(1)), ["follow me", "stop"])
        (run,) = poses(os.path.join(self.logs, "monitor.log"))
        turned = {round(math.atan2(*objects(frame_)["robot"][:3:2])) for frame_ in run.values()}
        self.assertGreaterEqual(len(turned), 6)  # in all directions

    def test_a_motion_is_played(self):
        self.play("--Sig.EndTime", "4", "--Spades.MonitorInterval", "10", world=sample("wave"))
        self.assertIn("wave.txt has 7 joints and 16 rows", self.agent_output(0))
        (run,) = poses(os.path.join(self.logs, "monitor.log"))
        hand = [objects(frame_)["person/RARM_LINK7"][:3] for time_, frame_ in run.items() if time_ > 0]  # every 0.1 s
        self.assertEqual(len(hand), 40)
        self.assertGreater(min(place[1] for place in hand), 160)  # above the shoulder
        # The hand moves from side to side and back in 1.6 s.
        self.assertGreater(max(place[0] for place in hand) - min(place[0] for place in hand), 10)
        for now, later in zip(hand, hand[16:]):
            for a, b in zip(now, later):
                self.assertAlmostEqual(a, b, delta=1e-6)


class Things(WorldTest):
    def test_all_classes_are_read_and_at_rest_in_their_places(self):
        heights = {"Bin": 0, "Bottle": 9, "Can": 6, "Chair": 0, "Cup": 4.5, "Cupboard": 0, "Humanoid": 92, "ServiceRobot": 0, "Shelf": 0, "TV": 0,
                   "Table": 0, "ToyHouse": 7}
        lines = ['<world name="all"><collisionparam mu="0.5"/>']
        for number, (name, height) in enumerate(heights.items()):
            lines.append(f'<instanciate class="{name}.xml"><set-attr-value name="name" value="{name}"/><set-attr-value name="x" '
                         f'value="{200 * number}"/><set-attr-value name="y" value="{height + 0.1}"/></instanciate>')
        server = self.server("--Sig.EndTime", "2", world=self.write("all.xml", "\n".join([*lines, "</world>"])))
        self.assertEqual(server.wait(), 0, server.printed())
        self.assertNotIn("warning", server.printed())
        end = objects(read(self.logs, "monitor.log").splitlines()[-2])
        for name, height in heights.items():
            self.assertAlmostEqual(end[name][1], height, delta=0.15, msg=name)


class Shapes(unittest.TestCase):
    """The bodies of humanoids among the supplied shapes."""

    def segments(self, file):
        tree = xml.etree.ElementTree.parse(os.path.join(SOURCES, "scenes/sigverse", file))
        for node in tree.iter("ProtoInstance"):
            if node.get("name") == "Segment":
                yield node, {field.get("name"): field.get("value") for field in node if field.get("value")}

    def test_masses_are_those_of_solid_bodies(self):
        for file, weight in (("Humanoid.x3d", 80), ("ServiceRobot.x3d", 57)):
            total = 0.0
            for node, fields in self.segments(file):
                with self.subTest(file=file, segment=fields["name"]):
                    mass = float(fields["mass"])
                    total += mass
                    centre, inertia = mass_properties(mass, list(solids(node)))
                    self.assertEqual([round(a - b, 3) for a, b in zip(centre, numbers(fields["centerOfMass"]))], [0] * 3)
                    for stated, right in zip(numbers(fields["momentsOfInertia"]), inertia):
                        self.assertAlmostEqual(stated, right, delta=1e-4 * max(map(abs, inertia)))
            self.assertAlmostEqual(total, weight, delta=3, msg=file)

    def test_left_and_right_sides_are_mirror_images(self):
        for file in ("Humanoid.x3d", "ServiceRobot.x3d"):
            sides = {}
            for node, fields in self.segments(file):
                side, name = fields["name"][0], fields["name"][1:]
                if side in "LR" and name[:3] in ("ARM", "LEG", "EYE", "WHE"):
                    mirrored = [[x if side == "L" else -x, y, z] for _, _, (x, y, z) in solids(node)]
                    sides.setdefault(name, []).append((fields["mass"], sorted(mirrored)))
            self.assertGreaterEqual(len(sides), 6)
            for name, (left, right) in sides.items():
                self.assertEqual(left, right, name)


def numbers(text):
    return [float(number) for number in text.split()]


def solids(segment):
    """Returns (volume, moments about its axes for 1 kg, place) of each shape."""
    for holder in segment.iter():
        for shape in holder.findall("Shape"):
            place = numbers(holder.get("translation", "0 0 0")) if holder.tag == "Transform" else [0.0] * 3
            if (box := shape.find("Box")) is not None:
                x, y, z = (side * side / 12 for side in numbers(box.get("size")))
                yield math.prod(numbers(box.get("size"))), (y + z, x + z, x + y), place
            elif (ball := shape.find("Sphere")) is not None:
                radius = float(ball.get("radius"))
                yield 4 / 3 * math.pi * radius**3, (0.4 * radius**2,) * 3, place
            else:
                radius, height = (float(shape.find("Cylinder").get(name)) for name in ("radius", "height"))
                along, across = radius**2 / 2, radius**2 / 4 + height**2 / 12
                lies = holder.get("rotation", "").startswith("0 0 1 1.57")  # along x
                yield math.pi * radius**2 * height, (along, across, across) if lies else (across, along, across), place


def mass_properties(mass, shapes):
    whole = sum(volume for volume, _, _ in shapes)
    centre = [sum(volume * place[axis] for volume, _, place in shapes) / whole for axis in range(3)]
    inertia = [[0.0] * 3 for _ in range(3)]
    for volume, own, place in shapes:
        arm = [a - b for a, b in zip(place, centre)]
        for row in range(3):
            for column in range(3):
                on_axis = own[row] + sum(a * a for a in arm) if row == column else 0.0
                inertia[row][column] += mass * volume / whole * (on_axis - arm[row] * arm[column])
    return centre, sum(inertia, [])


if __name__ == "__main__":
    run_tests(sys.argv[1:], side_by_side=3)
