#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Two robots in one world. The controller of one hangs, dies, or sends invalid values: that is reported in a line, the other robot and the world
continue.  test_controllers.py RCSSSERVER3D RTM"""

import contextlib
import itertools
import os
import signal
import sys
import textwrap
import threading
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, os.pardir, "host"))

from host_stage import Running  # noqa: E402
from controllers import PERIOD, TARGET, Controller, EarlyContext  # noqa: E402
import omg_idl  # noqa: E402
from omg_peer import ERROR, INACTIVE, Naming, Orb, SystemException, hang_up, raises  # noqa: E402
from programs import TemporaryFolder, wait_until  # noqa: E402
from server_stage import COLUMNS, rows_of_controllers  # noqa: E402
from skipping import run_tests  # noqa: E402

SERVER, RTM = (os.path.abspath(argument) for argument in sys.argv[1:3])
SECONDS = 1.0  # simulated
PERIODS = SECONDS / PERIOD - 5  # at least: robots enter at step 3
FOR_EVER = 1_000_000
LINES = """
    in-port = torque:JOINT_TORQUE
    out-port = angle:JOINT_VALUE
    connection = angle:angle
    connection = torque:torque
"""


class Robots(unittest.TestCase):
    """A name server, and worlds with two arms, `first` and `second`, whose controllers are Good0 and Bad0."""

    def setUp(self):
        self.stack = contextlib.ExitStack()
        self.addCleanup(self.stack.close)
        self.folder = self.stack.enter_context(TemporaryFolder(prefix="rtm_controllers."))
        self.names = self.name_server()
        self.orb = self.stack.enter_context(contextlib.closing(Orb()))
        self.good = self.publish(Controller(self.orb, "Good0"))

    def name_server(self, port=0):
        names = self.stack.enter_context(Running([RTM, "names", "--port", str(port)]))
        names.wait_for("127.0.0.1:")
        self.address = names.lines[0].split()[-1]
        return names

    def publish(self, controller):
        naming = Naming(self.address)
        naming.rebind(controller.name + ".rtc", controller.reference)
        naming.close()
        return controller

    def bad(self, **how):
        return self.publish(Controller(self.orb, "Bad0", **how))

    def start(self, *options, bad=LINES, seconds=SECONDS):
        text = "run 'rtm/base.rb'\nrtm = get('/sys/server/rtm')\n"
        for robot, controller, lines in (("first", "good", LINES), ("second", "bad", bad)):
            with open(os.path.join(self.folder, controller + ".conf"), "w", encoding="utf-8") as file:
                file.write(textwrap.dedent(lines).lstrip())
            text += f"rtm.addRobot('{robot}', 'robots/arm_torque.rsg')\n"
            text += f"rtm.bridge('{robot}', '{controller}.conf', '{controller.capitalize()}0', {PERIOD})\n"
        script = os.path.join(self.folder, "world.rb")
        with open(script, "w", encoding="utf-8") as file:
            file.write(text)
        given = {"Rtm.NameServer": self.address, "Rtm.Sync": "true", "Rtm.CallTimeout": 2000, "Rtm.SyncTimeout": 10, "Spades.TimePerStep": PERIOD,
                 "Spades.EndTime": seconds, "Rtm.ReadyLimit": 60, **dict(zip(options[::2], options[1::2]))}
        words = [word for name, value in given.items() for word in ("--" + name, str(value))]
        return self.stack.enter_context(Running([SERVER, "--home", "off", "--monitor_port", "off", "--script", script, *words]))

    def stop(self, server):
        self.assertEqual(128 + signal.SIGTERM, server.stop(), server.lines)

    def assert_good_has_done_its_work(self, seconds=SECONDS):
        """The good controller has controlled all periods of the run, and J1 has reached its target."""
        self.assertAlmostEqual(self.good.times[-1], seconds, delta=5 * PERIOD)
        self.assertEqual(len(self.good.times), round((self.good.times[-1] - self.good.times[0]) / PERIOD) + 1)
        if seconds >= 1:
            self.assertAlmostEqual(self.good.angles[-1][0], TARGET, delta=0.05)

    def row(self, server, controller):
        """A controller's row of the table at the end, as numbers by headings."""
        return dict(zip(COLUMNS, rows_of_controllers(server.lines)[controller]))

    def survived(self, server, seconds=SECONDS):
        self.assertEqual(0, server.wait(), server.lines)
        self.assert_good_has_done_its_work(seconds)
        return self.row(server, "Bad0")

    def assert_one_line(self, server, *words):
        found = [line for line in server.lines if all(word in line for word in words)]
        self.assertEqual(1, len(found), server.lines)
        return found[0]


class Calls(Robots):
    """Controllers that do not answer, or answer with an error."""

    def assert_is_skipped(self, server, bad, why):
        """The second robot was controlled for a while, and then its controller was skipped for the rest of the run."""
        row = self.survived(server)
        skipped = [line for line in server.lines if "Bad0: is skipped until it answers again" in line and why in line]
        self.assertTrue(1 <= len(skipped) <= 8, server.lines)
        self.assertLessEqual(server.count("Bad0 answers again"), 8)
        self.assertGreaterEqual(row["failures"], 1)
        self.assertGreaterEqual(row["periods"], PERIODS)
        self.assertLess(row["ticks"], row["periods"])
        return row

    def test_a_hanging_controller_is_skipped(self):
        bad = self.bad()
        bad.think = lambda angles: None if len(bad.angles) < 50 else self.orb.hang()
        self.assert_is_skipped(self.start(), bad, "no answer in time")

    def test_a_controller_whose_context_raises_is_skipped(self):
        bad = self.bad()
        server = self.start()
        bad.wait_for_passes(50)
        bad.context.tick = raises("UNKNOWN")
        self.assert_is_skipped(server, bad, "CORBA::UNKNOWN")

    def test_a_removed_controller_is_skipped(self):
        bad = self.bad()
        server = self.start()
        bad.wait_for_passes(50)
        bad.context.vanish()
        bad.vanish()
        row = self.assert_is_skipped(server, bad, "it no longer exists")
        self.assertEqual(1, row["failures"])

    def test_a_controller_that_closes_the_connection_is_skipped(self):
        bad = self.bad()
        server = self.start()
        bad.wait_for_passes(50)
        bad.context.tick = hang_up
        self.assert_is_skipped(server, bad, "the connection broke")

    def test_a_faulty_controller_is_still_ticked(self):
        """It is still ticked, so that it resumes after a reset."""
        bad = self.bad()
        server = self.start("Spades.EndTime", FOR_EVER)
        bad.wait_for_passes(50)
        bad.fails["on_execute"] = ERROR
        server.wait_for("Bad0: is at fault")
        bad.fails.clear()
        bad.context.reset_component(bad.reference)
        wait_until(lambda: bad.context.get_component_state(bad.reference) == INACTIVE)
        bad.context.activate_component(bad.reference)
        passes = len(bad.times)
        self.assertTrue(bad.wait_for_passes(passes + 50))
        self.stop(server)
        self.assertEqual(1, server.count("Bad0: is at fault"), server.lines)

    def test_a_controller_that_cannot_be_activated_ends_the_start(self):
        bad = self.bad()
        bad.fails["on_activated"] = ERROR
        server = self.start()
        self.assertEqual(1, server.wait(), server.lines)
        self.assert_one_line(server, "Bad0 is at fault: it cannot be activated")
        self.assertEqual(2, bad.callbacks.count("on_activated"))

    def test_a_missing_controller_ends_the_start(self):
        server = self.start("Rtm.ReadyLimit", 1)
        self.assertEqual(1, server.wait(), server.lines)
        self.assert_one_line(server, "rtm: no Bad0 after 1 s", "--Rtm.ReadyLimit")
        self.assertEqual([], self.good.angles)

    def test_the_clock_waits_for_a_late_controller(self):
        """The clock is stopped until then."""
        server = self.start()
        server.wait_for("waiting for Bad0")
        self.assertEqual([], self.good.angles)
        bad = self.bad()
        self.assertEqual(0, self.survived(server)["failures"])
        self.assertEqual(self.good.times, bad.times)


class Death(Robots):
    """kill -9 of a controller."""

    def process(self):
        """A controller in a process of its own."""
        program = os.path.join(HERE, "controllers.py")
        running = self.stack.enter_context(Running([sys.executable, program, self.address, "Bad0"]))
        running.wait_for("ready")
        return running

    def test_a_restarted_controller_is_found_again(self):
        first = self.process()
        server = self.start("Spades.EndTime", FOR_EVER)
        first.wait_for("0.3")
        first.send(signal.SIGKILL)
        first.wait()
        server.wait_for("Bad0: is skipped until it answers again")
        passes = len(self.good.times)
        self.good.wait_for_passes(passes + 100)
        second = self.process()
        begun = time.monotonic()
        server.wait_for("Bad0 answers again")
        wait_until(lambda: len(second.lines) > 2, "control of the second one")
        print(f"found again after {time.monotonic() - begun:.1f} s", file=sys.stderr)
        self.assertGreater(float(second.lines[1].split()[0]), 0.3)
        self.stop(server)


class Values(Robots):
    """Controllers whose values do not fit the bridge."""

    def run_with_torques(self, think, **how):
        bad = self.bad(**how)
        bad.think = think
        server = self.start()
        row = self.survived(server)
        return bad, server, row

    def test_fewer_torques_than_joints_are_accepted(self):
        """The other joints keep their torques."""
        bad, server, row = self.run_with_torques(lambda angles: [5.0])
        self.assertEqual(0, row["refused"])
        self.assertGreater(abs(bad.angles[-1][0]), 0.1)
        self.assertEqual(0, server.count("is refused"))

    def test_more_torques_than_joints_are_accepted(self):
        bad, _, row = self.run_with_torques(lambda angles: [5.0] * 500)
        self.assertEqual(0, row["refused"])
        self.assertGreater(abs(bad.angles[-1][0]), 0.1)

    def assert_refused(self, think):
        bad, server, row = self.run_with_torques(think)
        self.assertGreaterEqual(row["refused"], PERIODS, server.lines)
        lines = server.count(".torque")
        self.assertTrue(1 <= lines <= 8, server.lines)
        return bad, server

    def test_an_empty_sequence_is_refused(self):
        self.assert_refused(lambda angles: [])

    def test_infinite_numbers_are_refused(self):
        numbers = itertools.cycle((float("nan"), float("inf"), -float("inf")))
        self.assert_refused(lambda angles: [0.0] * 4 + [next(numbers)] + [0.0] * 4)

    def test_a_million_numbers_are_refused(self):
        numbers = [0.0] * 1_000_000
        data = omg_idl.octets("TimedDoubleSeq", omg_idl.Struct(tm=omg_idl.Struct(sec=0, nsec=0), data=numbers))
        bad = self.bad()

        def think(_):
            if len(bad.angles) % 100 == 0:
                with contextlib.suppress(OSError, SystemException):
                    next(iter(bad.torque.ends.values())).put(data)

        bad.think = think
        server = self.start()
        self.survived(server)
        refused = server.count("CORBA peer 127.0.0.1") + server.count("Second0.torque")
        self.assertTrue(1 <= refused <= 8, server.lines)

    def test_undecodable_octets_are_refused(self):
        bad = self.bad()
        bad.think = lambda angles: next(iter(bad.torque.ends.values())).put(b"\x01\x02\x03" * 50) and None
        server = self.start()
        row = self.survived(server)
        self.assertGreaterEqual(row["refused"], PERIODS, server.lines)

    def test_a_port_of_another_type_ends_the_start(self):
        self.bad(torque_type="TimedFloatSeq")
        server = self.start()
        self.assertEqual(1, server.wait(), server.lines)
        self.assert_one_line(server, "bad.conf:4: ", "Bad0.torque gives floats", "takes doubles")

    def test_a_missing_port_ends_the_start(self):
        self.bad()
        server = self.start(bad=LINES.replace("angle:angle", "angle:angel"))
        self.assertEqual(1, server.wait(), server.lines)
        self.assert_one_line(server, "bad.conf:3: ", "angel", "did you mean angle?")

    def test_the_later_of_two_ports_for_a_joint_wins(self):
        """The later port wins, and that is reported once."""
        other = self.publish(Controller(self.orb, "Other0"))
        other.think = lambda angles: [-5.0] + [0.0] * 8
        bad = self.bad()
        bad.think = lambda angles: [5.0] + [0.0] * 8
        server = self.start(bad=LINES + """
            in-port = second:J1:JOINT_TORQUE
            connection = second:Other0:torque
            connection = angle:Other0:angle
        """)
        self.survived(server)
        self.assertLess(bad.angles[-1][0], -0.1)
        self.assert_one_line(server, "J1", "second")


class Early(Robots):
    """Controllers whose ticks return before the pass is over."""

    def test_the_world_waits_for_values(self):
        bad = self.bad(context=EarlyContext)
        usual, pause = bad.think, threading.Event()

        def think(angles):
            pause.wait(0.002)
            return usual(angles)

        bad.think = think
        row = self.survived(self.start("Rtm.TickTimeout", 60000, "Rtm.SyncTimeout", 60))
        self.assertEqual(0, row["misses"])
        self.assertAlmostEqual(bad.angles[-1][0], TARGET, delta=0.05)

    def test_missing_values_are_counted(self):
        """A value in every tenth pass."""
        bad = self.bad(context=EarlyContext)
        bad.think = lambda angles: [0.0] * 9 if len(bad.angles) % 10 == 0 else None
        row = self.survived(self.start("Rtm.TickTimeout", 5))
        self.assertGreaterEqual(row["misses"], 0.8 * row["ticks"])

    def test_a_synchronous_controller_without_values_has_no_misses(self):
        """Its tick returns when the pass is over, so the server does not wait for a value."""
        bad = self.bad()
        bad.think = lambda angles: None
        row = self.survived(self.start("Rtm.TickTimeout", 60000))
        self.assertEqual(0, row["misses"])


class Names(Robots):
    def test_controllers_are_found_again_after_a_restart_of_the_name_server(self):
        bad = self.bad()
        server = self.start("Spades.EndTime", FOR_EVER)
        bad.wait_for_passes(50)
        port = self.address.split(":")[1]
        self.names.send(signal.SIGKILL)
        self.names.wait()
        passes = len(self.good.times)
        self.good.wait_for_passes(passes + 200)
        # A controller that fails now is skipped, and found again when it and the name server are back.
        bad.context.tick = raises("COMM_FAILURE")
        server.wait_for("Bad0: is skipped until it answers again")
        passes = len(self.good.times)
        self.good.wait_for_passes(passes + 200)
        del bad.context.tick
        self.name_server(port)
        self.publish(self.good)
        self.publish(bad)
        server.wait_for("Bad0 answers again")
        passes = len(bad.times)
        self.assertTrue(bad.wait_for_passes(passes + 50))
        self.stop(server)
        self.assertLessEqual(len(server.lines), 40)


if __name__ == "__main__":
    run_tests(sys.argv[3:], side_by_side=3)
