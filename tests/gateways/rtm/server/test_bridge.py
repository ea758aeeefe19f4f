#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whole runs of robots with controllers, in the server and in other processes.  test_bridge.py RCSSSERVER3D RTM_HOST MODULE_FOLDER"""

import contextlib
import os
import signal
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "host"))

from host_stage import TIMEOUT, Host, NameServer  # noqa: E402
from programs import wait_until  # noqa: E402
from server_stage import Server  # noqa: E402
from skipping import run_tests  # noqa: E402

SERVER, RTM_HOST, MODULES = (os.path.abspath(argument) for argument in sys.argv[1:4])
JOINTS = "J1,J2,J3,J4,J5,J6,J7"
PORTS = f"out-port = angle:{JOINTS}:JOINT_VALUE\nout-port = velocity:{JOINTS}:JOINT_VELOCITY\nin-port = torque:{JOINTS}:JOINT_TORQUE\n"
WIRES = "".join(f"connection = {port}:{{0}}:{port}\n" for port in ("angle", "velocity", "torque"))
FILE = PORTS + "".join(f"connection = {port}:{port}\n" for port in ("angle", "velocity", "torque"))
STEP = 0.002
ONE_ARM = ("rtm.addRobot('arm', 'robots/arm_torque.rsg')", f"rtm.bridge('arm', 'arm.conf', 'Pd0', {STEP})")
PERIODS = 250


class Bridged(Server):
    """A world of robots with bridges, whose script has these lines; `files` are in its folder."""

    def __init__(self, lines, files, *options, names=None, seconds=PERIODS * STEP):
        text = "\n".join(["run 'rtm/base.rb'", f"Spades.TimePerStep = {STEP}", "rtm = get('/sys/server/rtm')", *lines, ""])
        super().__init__(SERVER, text, files, "--Rtm.PortLog", "true", "--Rtm.Sync", "true",
                         "--Rtm.NameServer", names.address if names else "none", "--Spades.EndTime", seconds, *options)


class Bridges(unittest.TestCase):
    def setUp(self):
        self.names = None

    def need_names(self):
        try:
            self.names = self.enterContext(NameServer())
        except FileNotFoundError:
            self.skipTest("there is no omniNames")

    def server(self, lines=ONE_ARM, files=None, *options, **how):
        return self.enterContext(Bridged(lines, {"arm.conf": FILE} if files is None else files, *options, names=self.names, **how))

    def loaded(self, *options, **how):
        return self.server((f"rtm.load('{MODULES}/Pd.so')", *ONE_ARM), None, *options, **how)

    def controller(self, *options, context="SynchExtTriggerEC"):
        """A Pd in a process of its own, called by the first free name."""
        return self.enterContext(Host(RTM_HOST, "-l", f"{MODULES}/Pd.so", "-o", f"exec_cxt.periodic.type={context}", *options, names=self.names))

    def test_a_run_depends_on_neither_speed_nor_load_nor_place_of_the_controller(self):
        periods = 100
        how = {"seconds": periods * STEP}
        server = self.loaded(**how)
        server.end()
        log = server.log()
        # The robot enters within the first few steps.
        sensed = log.count("Arm0,angle,")
        self.assertLess(periods - 5, sensed)
        self.assertEqual(sensed, log.count("Arm0,torque,"))

        def check(server):
            server.end()
            self.assertEqual(log, server.log())
            self.assertEqual([sensed, sensed, 0, 0, 0, 0, 0, 0, 0], server.table()["Pd0"])

        check(server)
        # Each run finds the same remote controller again, and activates it afresh.
        ways = [(speed, company) for speed in ("max", "1", "0.1") for company in (contextlib.nullcontext, loaded_core)]
        for speed, company in ways:
            with self.subTest(controller="loaded", speed=speed, company=company.__name__), company():
                check(self.loaded("--speed", speed, **how))
        self.need_names()
        self.controller()
        for speed, company in ways:
            with self.subTest(controller="remote", speed=speed, company=company.__name__), company():
                check(self.server(ONE_ARM, None, "--speed", speed, "--Rtm.SyncTimeout", "0", **how))

    def all_ticked(self, server, controller="Pd0"):
        periods, ticks, misses, failures = server.table()[controller][:4]
        self.assertLess(PERIODS - 5, periods)
        self.assertEqual((periods, 0, 0), (ticks, misses, failures))

    def test_the_clock_waits_for_the_controllers(self):
        self.need_names()
        files = {"arm.conf": PORTS + WIRES.format("Pd0") + WIRES.format("Other0").replace("torque:Other0:torque", "angle:Other0:more")}
        server = self.server(("rtm.addRobot('arm', 'robots/arm_torque.rsg')", f"rtm.bridge('arm', 'arm.conf', '', {STEP})"), files,
                             "--Rtm.ReadyLimit", "10")
        server.wait_for("rtm: waiting for Pd0, Other0")
        self.controller()
        server.end(1)
        self.assertEqual(1, server.count("rtm: no Other0 after 10 s; --Rtm.ReadyLimit is how long controllers are waited for"), server.lines)

    def test_the_wait_can_be_interrupted(self):
        self.need_names()
        server = self.server(ONE_ARM, None, "--Rtm.ReadyLimit", "0")
        server.wait_for("rtm: waiting for Pd0")
        server.send(signal.SIGINT)
        server.end(128 + signal.SIGINT)

    def test_errors_in_files_end_the_start_with_one_line(self):
        def refused(expected, text, *options, lines=ONE_ARM):
            with self.subTest(expected=expected, options=options):
                server = self.server((f"rtm.load('{MODULES}/Pd.so')", *lines), {"arm.conf": text}, *options)
                server.end(1)
                self.assertEqual(1, server.count(expected), server.lines)

        for options in ((), ("--strict",)):
            refused("arm.conf:4: Pd0 has no InPort 'angel'; did you mean angle?", PORTS + "connection = angle:Pd0:angel\n", *options)
            refused("arm.conf:1: ", "out-port = angle:J9:JOINT_VALUE\nconnection = angle:Pd0:angle\n", *options)
            refused("there is no controller Pd1; there is Pd0", FILE + "periodic-rate = Pd1:1\n", *options)
            refused("cannot be activated: on_activated: it does not want to", FILE, *options,
                    lines=(f"rtm.load('{MODULES}/Pd.so', 'refuses=yes')", ONE_ARM[0], f"rtm.bridge('arm', 'arm.conf', 'Pd1', {STEP})"))
        refused("0.003 s, is not a whole number of steps of 0.002 s", FILE, lines=(ONE_ARM[0], "rtm.bridge('arm', 'arm.conf', 'Pd0', 0.003)"))
        refused("Pd0 already controls a robot", FILE,
                lines=(*ONE_ARM, "rtm.addRobot('leg', 'robots/arm_torque.rsg')", f"rtm.bridge('leg', 'arm.conf', 'Pd0', {STEP})"))
        refused("there is no robot 'leg'; addRobot comes first", FILE, lines=("rtm.bridge('leg', 'arm.conf', 'Pd0', 0.002)",))
        refused("there is no such file beside the script", FILE, lines=(ONE_ARM[0], "rtm.bridge('arm', 'leg.conf', 'Pd0', 0.002)"))

    def test_a_robot_without_a_body_ends_the_start(self):
        for before, scene in (((), "nowhere.rsg"), (("def addAgent(path)", "end"), "robots/arm_torque.rsg")):
            for delay in (0, 3):
                with self.subTest(scene=scene, delay=delay):
                    server = self.server((*before, f"rtm.load('{MODULES}/Pd.so')", f"rtm.addRobot('arm', '{scene}')", ONE_ARM[1]), None,
                                         "--Rtm.OutputDelay", str(delay))
                    server.end(1)
                    place = f"world.rb:{5 + len(before)}"
                    self.assertEqual(1, server.count(f"{place}: robot 'arm' has no body: its scene {scene} has not been built"), server.lines)
                    self.assertEqual(0, server.count("has no joint"), server.lines)

    def test_a_controller_that_is_killed_is_found_again(self):
        self.need_names()
        server = self.server(ONE_ARM, None, "--speed", "1", "--Rtm.CallTimeout", "10000", seconds=600)
        first = self.controller()
        wait_until(lambda: server.count("all controllers are ready") == 1)
        wait_until(lambda: torques(server) > 100)
        first.process.kill()
        first.process.wait()
        wait_until(lambda: server.count("Pd0: is skipped until it answers again") == 1)
        # The world continues without it.
        before = angles(server)
        wait_until(lambda: angles(server) > before + 100)
        before = torques(server)
        self.controller()
        wait_until(lambda: server.count("rtm: Pd0 answers again") == 1)
        wait_until(lambda: torques(server) > before + 100)
        server.send(signal.SIGTERM)
        server.end(128 + signal.SIGTERM)
        self.assertEqual(1, server.count("is skipped until it answers again"), server.lines)

    def test_a_hanging_controller_is_skipped_and_the_other_robot_continues(self):
        self.need_names()
        lines = ("rtm.addRobot('left', 'robots/arm_torque.rsg')", f"rtm.bridge('left', 'left.conf', '', {STEP})",
                 "rtm.addRobot('right', 'robots/arm_torque.rsg')", f"rtm.bridge('right', 'right.conf', '', {STEP})")
        server = self.server(lines, {"left.conf": PORTS + WIRES.format("Pd1"), "right.conf": PORTS + WIRES.format("Pd0")}, "--speed", "1",
                             "--Rtm.CallTimeout", "2000", "--Rtm.ReadyLimit", "60", seconds=600)
        self.controller()
        other = self.controller()
        wait_until(lambda: server.count("all controllers are ready") == 1)
        wait_until(lambda: torques(server, "Left0") > 50 and torques(server, "Right0") > 50)
        other.send(signal.SIGSTOP)
        wait_until(lambda: server.count("Pd1: is skipped until it answers again") == 1)
        before = torques(server, "Right0")
        wait_until(lambda: torques(server, "Right0") > before + 100)
        before = torques(server, "Left0")
        other.send(signal.SIGCONT)
        wait_until(lambda: server.count("rtm: Pd1 answers again") == 1)
        wait_until(lambda: torques(server, "Left0") > before + 100)
        server.send(signal.SIGTERM)
        server.end(128 + signal.SIGTERM)
        self.assertEqual(0, server.count("Pd0: is skipped"), server.lines)

    def test_the_hanging_controller_of_the_only_robot_is_skipped(self):
        self.need_names()
        server = self.server(ONE_ARM, None, "--speed", "1", "--Rtm.CallTimeout", "200", "--Rtm.ReadyLimit", "60", seconds=600)
        controller = self.controller()
        wait_until(lambda: torques(server) > 50)
        controller.send(signal.SIGSTOP)
        wait_until(lambda: server.count("Pd0: is skipped until it answers again") == 1)
        before = angles(server)
        wait_until(lambda: angles(server) > before + 100)
        before = torques(server)
        controller.send(signal.SIGCONT)
        wait_until(lambda: server.count("rtm: Pd0 answers again") == 1)
        wait_until(lambda: torques(server) > before + 100)
        server.send(signal.SIGTERM)
        server.end(128 + signal.SIGTERM)

    def test_a_hanging_controller_in_the_server_is_reported_and_the_run_ends(self):
        # It hangs from the first period on, in which the world waits for longer; then the match runs to its end.
        server = self.server((f"rtm.load('{MODULES}/Pd.so', 'delay=1000000000')", *ONE_ARM), None, "--Rtm.ReadyLimit", "1",
                             "--Rtm.SyncTimeout", "0.2", "--Rtm.Patience", "1", "--Rtm.CallTimeout", "100")
        server.end(1)
        self.assertEqual(1, server.count("its components have not answered in time; until they do the world does not wait for them"), server.lines)
        self.assertEqual(1, server.count("rtm: a component in the server, or a call to another one, does not return; the process ends without it"), server.lines)
        self.assertEqual(1, server.count(f"the match ends, its logs are complete up to {PERIODS * STEP:.2f} s"), server.lines)

    def test_controllers_of_two_robots_think_at_the_same_time(self):
        # Each pass waits until the other one has begun: called one after another they would fail.
        lines = ("rtm.addRobot('left', 'robots/arm_torque.rsg')", f"rtm.bridge('left', 'left.conf', '', {STEP})",
                 "rtm.addRobot('right', 'robots/arm_torque.rsg')", f"rtm.bridge('right', 'right.conf', '', {STEP})",
                 f"rtm.load('{MODULES}/Pd.so', 'meets=yes')", f"rtm.load('{MODULES}/Pd.so', 'meets=yes')")
        logs = []
        for _ in range(2):
            server = self.server(lines, {"left.conf": PORTS + WIRES.format("Pd0"), "right.conf": PORTS + WIRES.format("Pd1")})
            server.end()
            for name in ("Pd0", "Pd1"):
                self.all_ticked(server, name)
            logs.append(server.log())
        self.assertEqual(*logs)

    def test_early_ticks_are_awaited_and_late_values_are_misses(self):
        self.need_names()
        self.controller(context="ExtTrigExecutionContext")
        server = self.server(ONE_ARM, None, "--Rtm.TickTimeout", "500", "--Rtm.SyncTimeout", "0")
        server.end()
        periods, ticks, misses, failures = server.table()["Pd0"][:4]
        self.assertLess(PERIODS - 5, periods)
        self.assertEqual((periods, 0), (ticks, failures))
        # A tick is lost if the values are there but the pass before is not over: that is rare, and never happens twice in a row.
        self.assertLess(misses, periods // 10)
        if misses == 0:
            loaded = self.loaded()
            loaded.end()
            self.assertEqual(loaded.log(), server.log())

    def test_ticks_without_values_are_misses(self):
        self.need_names()
        self.controller("--set", "Pd.silent=yes", context="ExtTrigExecutionContext")
        server = self.server(ONE_ARM, None, "--Rtm.TickTimeout", "2", seconds=0.1)
        server.end()
        periods, ticks, misses, failures = server.table()["Pd0"][:4]
        self.assertLess(40, periods)
        self.assertEqual((periods, periods, 0), (ticks, misses, failures))

    def test_a_synchronous_tick_is_not_awaited(self):
        server = self.server((f"rtm.load('{MODULES}/Pd.so', 'silent=yes')", *ONE_ARM), None, "--Rtm.TickTimeout", "60000")
        server.end()
        self.all_ticked(server)

    def test_a_free_run_ticks_without_misses(self):
        server = self.loaded("--Rtm.Sync", "false", seconds=1)
        server.end()
        periods, ticks, misses, failures = server.table()["Pd0"][:4]
        self.assertGreater(ticks, 0)
        self.assertEqual((periods, 0, 0), (ticks, misses, failures))
        self.assertGreater(torques(server), 0)

    def test_the_output_delay_is_applied(self):
        server = self.loaded("--Rtm.OutputDelay", "1")
        server.end()
        self.assertEqual([0, 0, 0, 0, 1, 1, 1], server.table()["Pd0"][2:])

    def test_a_robot_has_its_body_in_the_first_sensation_at_any_delay(self):
        for delay in (0, 1, 2, 5, 50):
            for sync in ("true", "false"):
                with self.subTest(delay=delay, sync=sync):
                    server = self.loaded("--Rtm.OutputDelay", str(delay), "--Rtm.Sync", sync)
                    server.end()
                    periods, ticks, misses, failures = server.table()["Pd0"][:4]
                    self.assertEqual((periods, 0, 0), (ticks, misses, failures))
                    self.assertGreater(periods, 0)
                    first, second = [line for line in server.log().splitlines() if ",Arm0,angle," in line][:2]
                    self.assertEqual(len(first.split(",")), len(second.split(",")))
                    if sync == "true":
                        # Two acts, each of which takes effect before the next is sent.
                        self.assertEqual(3 + 2 * delay, int(first.split(",")[0]))
                        self.assertEqual([delay] * 3, server.table()["Pd0"][6:])

    def test_controllers_may_have_a_longer_period(self):
        server = self.server((f"rtm.load('{MODULES}/Pd.so')", ONE_ARM[0], f"rtm.bridge('arm', 'arm.conf', 'Pd0', {5 * STEP})"))
        server.end()
        self.assertLess(abs(PERIODS // 5 - server.table()["Pd0"][1]), 4)
        steps = [int(line.split(",")[0]) for line in server.log().splitlines() if ",Arm0,angle," in line]
        self.assertEqual({5}, {after - before for before, after in zip(steps, steps[1:])})


@contextlib.contextmanager
def loaded_core():
    """Another program that loads a core all the time."""
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as busy:
        try:
            yield
        finally:
            busy.kill()


def lines_of(server, text):
    try:
        return server.log().count(text)
    except FileNotFoundError:
        return 0


def torques(server, robot="Arm0"):
    return lines_of(server, f"{robot},torque,")


def angles(server, robot="Arm0"):
    return lines_of(server, f"{robot},angle,")


if __name__ == "__main__":
    run_tests()
