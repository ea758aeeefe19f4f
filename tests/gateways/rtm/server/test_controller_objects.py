#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Robots whose controllers are objects of another system, written from the published interfaces alone.  test_controller_objects.py RCSSSERVER3D"""

import math
import os
import signal
import sys
import threading
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "host"))

from host_stage import TIMEOUT, NameServer  # noqa: E402
from giop import SystemException, UserException  # noqa: E402
from omg_idl import Proxy  # noqa: E402
from omg_peer import Context, Naming, Orb, Servant, raises, refuses_to_start  # noqa: E402
from programs import wait_until  # noqa: E402
from server_stage import Server  # noqa: E402
from skipping import run_tests  # noqa: E402

SERVER = os.path.abspath(sys.argv[1])
STEP = 0.002  # s
PERIODS = 250
ARM = "rtm.addRobot('{0}', 'robots/arm_torque.rsg')"
ONE_ARM = (ARM.format("arm"), f"rtm.controller('arm', 'Walker', {STEP})")


class Controlled(Server):
    """A world of robots whose script has these lines, in lock-step unless it is `free`."""

    def __init__(self, names, lines=ONE_ARM, *options, seconds=PERIODS * STEP, free=False, files=None):
        text = "\n".join(["run 'rtm/base.rb'", f"Spades.TimePerStep = {STEP}", "rtm = get('/sys/server/rtm')", *lines, ""])
        super().__init__(SERVER, text, files or {}, "--Rtm.NameServer", names.address, "--Spades.EndTime", seconds,
                         "--Rtm.Sync", "false" if free else "true", "--Rtm.SyncTimeout", "0", "--Rtm.CallTimeout", "10000", *options)

    def row(self, name="Walker"):
        """A row of the table at the end: periods, ticks, misses, failures, refused."""
        return self.table()[name][:5]


class ThreeOperations(Servant):
    """A controller with only input, control and output. `orders` lists its calls in order; `when` maps an operation to a function called in it."""

    interface = "Controller"

    def __init__(self, orb, key=None):
        super().__init__(orb, key)
        self.orders, self.when, self.updated = [], {}, threading.Condition()

    def note(self, operation):
        with self.updated:
            self.orders.append(operation)
            self.updated.notify_all()
        if operation in self.when:
            self.when[operation]()

    def wait_for(self, operation, count=1):
        with self.updated:
            assert self.updated.wait_for(lambda: self.orders.count(operation) >= count, 3 * TIMEOUT), self.orders[-10:]

    def input(self):
        self.note("input")

    def control(self):
        self.note("control")

    def output(self):
        self.note("output")


class Walker(ThreeOperations):
    """A controller with all operations. `simulation` is the object that it was given."""

    simulation = None

    def setModelName(self, name):
        self.note(f"setModelName {name}")

    def setDynamicsSimulator(self, simulation):
        self.simulation = Proxy(simulation, "DynamicsSimulator")
        self.note("setDynamicsSimulator")

    def setTimeStep(self, seconds):
        self.note(f"setTimeStep {seconds}")

    def initialize(self):
        self.note("initialize")

    def start(self):
        self.note("start")

    def stop(self):
        self.note("stop")

    def state(self, robot="arm"):
        return self.simulation.getCharacterSensorState(robot)

    def follow(self, targets, robot="arm"):
        """Drives the first joints towards these angles."""

        def control():
            state = self.state(robot)
            torques = [400 * (target - q) - 40 * dq for target, q, dq in zip(targets, state.q, state.dq)]
            self.simulation.setCharacterAllLinkData(robot, "JOINT_TORQUE", torques)

        self.when["control"] = control


BEGIN = ["setModelName arm", "setDynamicsSimulator", f"setTimeStep {STEP}", "initialize", "start"]
PERIOD = ["input", "control", "output"]


class ControllerObjects(unittest.TestCase):
    def setUp(self):
        try:
            self.names = self.enterContext(NameServer())
        except FileNotFoundError:
            self.skipTest("there is no omniNames")
        self.naming = Naming(self.names.address)
        self.addCleanup(self.naming.close)

    def orb(self):
        orb = Orb()
        self.addCleanup(orb.close)
        return orb

    def controller(self, kind=Walker, name="Walker", orb=None):
        controller = kind(orb or self.orb())
        self.naming.rebind(name, controller.reference)
        return controller

    def server(self, *arguments, **how):
        return self.enterContext(Controlled(self.names, *arguments, **how))

    def object(self, name, interface):
        """An object that the server has bound, as a proxy."""
        return Proxy(wait_until(lambda: self.naming.resolve(name)), interface)

    def test_operations_are_called_in_order(self):
        walker = self.controller()
        targets = [0.3, 0.2, -0.3, 0.2, 0.1, 0.1, 0.1]
        walker.follow(targets)
        last = {}
        walker.when["stop"] = lambda: last.update(state=walker.state(), world=walker.simulation.getWorldState())
        server = self.server(seconds=1.5)
        server.end()
        count = walker.orders.count("control")
        self.assertEqual(BEGIN + count * PERIOD + ["stop"], walker.orders)
        self.assertEqual([count, count, 0, 0, 0], server.row())
        # The whole run but the entry of the robot.
        self.assertGreater(count, 1.5 / STEP - 10)
        for target, angle in zip(targets, last["state"].q):
            self.assertAlmostEqual(target, angle, delta=0.1)
        self.assertEqual(9, len(last["state"].q))
        self.assertEqual(1, len(last["state"].force))
        (arm,) = last["world"].characterPositions
        self.assertEqual(("arm", 10), (arm.characterName, len(arm.linkPositions)))
        self.assertAlmostEqual(1.5, last["world"].time, delta=3 * STEP)

    def test_three_operations_are_enough(self):
        controller = self.controller(ThreeOperations)
        server = self.server()
        server.end()
        count = len(controller.orders) // 3
        self.assertEqual(count * PERIOD, controller.orders)
        self.assertEqual([count, count, 0, 0, 0], server.row())

    def test_runs_are_repeatable(self):
        def run(*options):
            left, right, seen = self.controller(name="Left"), self.controller(name="Right"), []
            left.follow([0.3, 0.2], "left")
            right.when["control"] = lambda: seen.append((right.state("left").q, right.simulation.getWorldState().time))
            self.server((ARM.format("left"), ARM.format("right"), f"rtm.controller('left', 'Left', {STEP})",
                         f"rtm.controller('right', 'Right', {STEP})"), *options).end()
            return seen

        first = run()
        self.assertGreater(len(first), PERIODS - 10)
        self.assertGreater(abs(first[-1][0][0]), 0.1)
        self.assertEqual(first, run("--speed", "1"))

    def test_a_controller_can_read_but_not_move_another_robot(self):
        left, right = self.controller(name="Left"), self.controller(name="Right")
        left.follow([0.3], "left")
        seen = []

        def look():
            right.simulation.setCharacterAllLinkData("left", "JOINT_TORQUE", [80.0] * 9)
            seen.append((right.state("left").q[0], right.state("right").q[0]))

        right.when["control"] = look
        server = self.server((ARM.format("left"), ARM.format("right"), f"rtm.controller('left', 'Left', {STEP})",
                              f"rtm.controller('right', 'Right', {STEP})"), seconds=1.0)
        server.end()
        self.assertAlmostEqual(0.3, seen[-1][0], delta=0.1)
        self.assertAlmostEqual(0.0, seen[-1][1], delta=0.01)
        periods, ticks, _, failures, refused = server.row("Right")
        self.assertEqual((periods, 0, periods), (ticks, failures, refused))
        self.assertEqual(0, server.row("Left")[4])
        self.assertGreaterEqual(server.count("controller Right of robot right: sets data of 'left', but commands no robot other than 'right'"), 1)

    def test_a_failed_initialization_ends_the_start(self):
        walker = self.controller()
        walker.initialize = refuses_to_start("the gait file is missing")
        server = self.server()
        server.end(1)
        self.assertEqual(1, server.count("rtm: robot arm: controller Walker cannot be initialized: the gait file is missing"))
        self.assertNotIn("control", walker.orders)

    def test_a_missing_controller_ends_the_start(self):
        server = self.server(ONE_ARM, "--Rtm.ReadyLimit", "1")
        server.end(1)
        self.assertGreaterEqual(server.count("rtm: waiting for Walker"), 1)
        self.assertEqual(1, server.count("rtm: no Walker after "))

    def test_a_late_controller_is_awaited(self):
        server = self.server(ONE_ARM, "--Rtm.ReadyLimit", "0")
        server.wait_for("rtm: waiting for Walker")
        walker = self.controller()
        server.end()
        self.assertEqual(BEGIN, walker.orders[:5])

    def test_script_errors_are_refused(self):
        for lines, text in (((ARM.format("arm"), "rtm.controller('leg', 'Walker', 0.002)"), "there is no robot 'leg'"),
                            ((*ONE_ARM, "rtm.controller('arm', 'Other', 0.004)"), "the control period of arm is already 0.002 s"),
                            ((*ONE_ARM, ONE_ARM[1]), "Walker already controls a robot"),
                            ((*ONE_ARM, ARM.format("leg"), f"rtm.controller('leg', 'Walker', {STEP})"), "Walker already controls a robot"),
                            ((ARM.format("arm"), "rtm.controller('arm', 'no name', 0.002)"), "'no name' is not a name for a controller: expected 1 to 64 printable characters"),
                            ((ARM.format("arm"), "rtm.controller('arm', 'Walker', 0.003)"), "is not a whole number of steps")):
            with self.subTest(text):
                server = self.server(lines)
                server.end(1)
                self.assertGreaterEqual(server.count(text), 1, server.lines)

    def test_a_restarted_controller_is_found_again(self):
        orb = self.orb()
        walker = self.controller(orb=orb)
        server = self.server(ONE_ARM, "--Rtm.CallTimeout", "1000", seconds=1e6, free=True)
        walker.wait_for("output", 10)
        orb.close()
        server.wait_for("rtm: controller Walker of robot arm: ")
        another = self.controller()
        another.wait_for("output", 10)
        self.assertEqual(BEGIN + PERIOD, another.orders[:8])
        server.wait_for("was found again, and has started")
        server.send(signal.SIGTERM)
        server.process.wait(TIMEOUT)

    def test_hanging_and_raising_controllers_do_not_delay_others(self):
        def hang_in_control(bad):
            bad.control = bad.orb.hang

        def hang_for_good(bad):
            def control():
                bad.non_existent = bad.input = bad.orb.hang
                bad.orb.hang()

            bad.control = control

        def throw(bad):
            bad.control = raises("UNKNOWN")

        for misbehave in (hang_in_control, hang_for_good, throw):
            bad, good = self.controller(name="Bad"), self.controller(name="Good")
            misbehave(bad)
            server = self.server((ARM.format("left"), ARM.format("right"), f"rtm.controller('left', 'Bad', {STEP})",
                                  f"rtm.controller('right', 'Good', {STEP})"), "--Rtm.CallTimeout", "2000", "--Rtm.SyncTimeout", "0.2",
                                 free=True, seconds=5.0)
            server.end()
            periods, ticks, _, failures, _ = server.row("Bad")
            self.assertEqual(0, ticks)
            self.assertGreaterEqual(failures, 1)
            if misbehave is hang_for_good:
                self.assertEqual(1, failures)
            self.assertGreaterEqual(server.count("controller Bad of robot left: "), 1)
            self.assertEqual(0, server.row("Good")[3])
            self.assertGreater(server.row("Good")[1], 10)

    def test_invalid_calls_are_refused(self):
        walker = self.controller()
        refused = {}

        def control():
            simulation = walker.simulation
            if "done" in refused:
                return
            for bad in (math.nan, math.inf, -math.inf):
                simulation.setCharacterAllLinkData("arm", "JOINT_TORQUE", [bad] * 9)
                simulation.setCharacterLinkData("arm", "J1", "JOINT_TORQUE", [bad])
                simulation.setCharacterLinkData("arm", "BASE", "ABS_TRANSFORM", [bad] * 12)
            simulation.setCharacterLinkData("arm", "x" * 100_000, "JOINT_TORQUE", [1.0])
            simulation.setCharacterAllLinkData("arm", "JOINT_TORQUE", [0.0] * 200_000)
            self.assertEqual([], simulation.getCharacterLinkData("ghost", "J1", "JOINT_VALUE"))
            for operation, arguments in (("stepSimulation", ()), ("setCharacterAllLinkData", ("arm", "JOINT_TORQUE", [1.0] * 1_000_000)),
                                         ("getCharacterLinkData", ("arm", "J1", 77))):
                try:
                    Proxy(simulation.reference, "DynamicsSimulator").call(operation, *arguments)
                except (SystemException, OSError) as problem:
                    refused[operation] = getattr(problem, "name", "closed")
            refused["done"] = True

        walker.when["control"] = control
        server = self.server()
        server.end()
        self.assertEqual("BAD_OPERATION", refused["stepSimulation"])
        self.assertIn("setCharacterAllLinkData", refused)
        self.assertIn("getCharacterLinkData", refused)
        periods, ticks, _, failures, refusals = server.row()
        self.assertEqual((periods, 0), (ticks, failures))
        self.assertGreaterEqual(refusals, 10)

    def test_calls_after_the_end_fail(self):
        walker = self.controller()
        server = self.server()
        server.end()
        with self.assertRaises((OSError, SystemException)):
            walker.state()

    def test_contexts_are_ticked_by_the_clock_of_the_world(self):
        # (control period, delay of its output, period of the context, ticks in steps 0 to 249 of 2 ms)
        for control, delay, period, expected in ((STEP, 0, 0.003, 167), (2 * STEP, 0, 0.003, 167), (5 * STEP, 0, STEP, 250), (STEP, 1, 0.003, 167),
                                                 (STEP, 3, 0.003, 167)):
            with self.subTest(control=control, delay=delay, period=period):
                server = self.server((ARM.format("arm"), f"rtm.controller('arm', 'Walker', {control})"), "--Rtm.ReadyLimit", "0",
                                     "--Rtm.OutputDelay", str(delay))
                orb = self.orb()
                walker, context, times = Walker(orb), Context(orb), []

                def tick():
                    if walker.simulation:
                        times.append(walker.simulation.getWorldState().time)

                context.tick = tick
                self.object("ClockGenerator", "ClockGenerator").subscribe(context.reference, period)
                self.naming.rebind("Walker", walker.reference)
                server.end()
                self.assertEqual(expected, len(context.called("tick")))
                if control == STEP and not delay:
                    steps = [round(seconds / STEP) for seconds in times if seconds > 0]
                    self.assertEqual([math.ceil(3 * k / 2) for k in range(len(times))][-len(steps):], steps)
                self.naming.unbind("Walker")

    def test_other_schedulers_cannot_drive_a_bridge(self):
        file = "server-name = ArmController\nout-port = angle:JOINT_VALUE\nconnection = angle:angle\n"
        server = self.server((ARM.format("arm"), f"rtm.bridge('arm', 'arm.conf', 'Pd0', {STEP})"), "--Rtm.ReadyLimit", "0",
                             files={"arm.conf": file})
        bridge = self.object("ArmController", "Controller")
        with self.assertRaises(UserException) as caught:
            bridge.initialize()
        self.assertEqual("IDL:OpenHRP/Controller/ControllerException:1.0", caught.exception.type_id)
        self.assertIn("ArmController is the bridge of robot arm", caught.exception.reader.string())
        with self.assertRaises(SystemException) as caught:
            bridge.control()
        self.assertEqual("BAD_INV_ORDER", caught.exception.name)
        server.send(signal.SIGTERM)
        server.process.wait(TIMEOUT)


if __name__ == "__main__":
    run_tests()
