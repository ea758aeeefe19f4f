#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The world as a component: its service port, used by another system, and a Stepper in rtm-host.  test_world.py RCSSSERVER3D RTM_HOST"""

import os
import pathlib
import signal
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "host"))

from host_stage import TIMEOUT, Host, Running  # noqa: E402
from giop import Reference, SystemException  # noqa: E402
from omg_idl import Proxy, found  # noqa: E402
from omg_peer import OK, Struct, connector  # noqa: E402
from programs import TemporaryFolder, wait_until  # noqa: E402
from skipping import run_tests  # noqa: E402

SERVER, RTM_HOST = (os.path.abspath(argument) for argument in sys.argv[1:3])
STEP = 0.01  # s
SCRIPT = """
run 'rtm/base.rb'
get('/sys/server/rtm').addRobot('bench', 'rtm/motor.rsg', 9.0)
"""


class Server(Running):
    """A world with a motor, or the world of a script; its references are files."""

    def __init__(self, *options, script=None):
        self.scripts, self.provided = TemporaryFolder(), None
        own = pathlib.Path(self.scripts.name, "world.rb")
        own.write_text(SCRIPT)
        super().__init__([SERVER, "--home", "off", "--monitor_port", "off", "--script", script or str(own), "--Rtm.NameServer", "none", *options])
        self.wait_for("rtm name World0")

    def close(self):
        super().close()
        self.scripts.cleanup()

    def reference(self, name, kind="rtc"):
        file = pathlib.Path(self.folder.name, "Logfiles", "ior", f"{name}.{kind}")
        wait_until(file.exists)
        return Reference.parse(file.read_text())

    def port(self):
        """The service port of the world, as a proxy."""
        ports = Proxy(self.reference("World0"), "RTComponent").get_ports()
        assert len(ports) == 1, ports
        return Proxy(ports[0], "PortService")

    def simulation(self, minor=2, little=True):
        """The object that the service port provides, got by a connection of that port alone."""
        if not self.provided:
            port = self.port()
            code, profile = port.connect(connector([port.reference]))
            assert code == OK, code
            self.provided = Reference.parse(found(profile.properties, "port.rcss::Simulation.simulation"))
        return Proxy(self.provided, "Simulation", minor, little)


class World(unittest.TestCase):
    def server(self, *options, **how):
        return self.enterContext(Server(*options, **how))

    def test_the_service_port_has_its_profile(self):
        port = self.server().port()
        profile = port.get_port_profile()
        self.assertEqual("World0.simulation", profile.name)
        self.assertEqual("CorbaPort", found(profile.properties, "port.port_type"))
        self.assertEqual([Struct(instance_name="simulation", type_name="rcss::Simulation", polarity="PROVIDED")], profile.interfaces)

    def test_steps_advance_the_world(self):
        server = self.server()
        for minor, little in ((0, True), (0, False), (2, True), (2, False)):
            with self.subTest(minor=minor, little=little):
                world = server.simulation(minor, little)
                self.assertEqual(STEP, world.time_step())
                world.pause()
                begin = world.time()
                world.step(5)
                self.assertAlmostEqual(begin + 5 * STEP, world.time())
                world.step(0)
                self.assertAlmostEqual(begin + 5 * STEP, world.time())
                world.run()
                wait_until(lambda: world.time() > begin + 10 * STEP)
                world.step(1)
                end = world.time()
                world.step(1)
                self.assertAlmostEqual(end + STEP, world.time())

    def test_invalid_requests_are_refused(self):
        world = self.server("--Rtm.CallTimeout", "200").simulation()
        with self.assertRaises(SystemException) as caught:
            world.step(1_000_001)
        self.assertEqual("BAD_PARAM", caught.exception.name)
        # In real time these take longer than a call may.
        with self.assertRaises(SystemException) as caught:
            world.step(1000)
        self.assertEqual("TIMEOUT", caught.exception.name)
        # Steps that have not been made are dropped. The pause comes with the next step.
        world.step(0)
        end = world.time()
        self.assertLess(end, 1000 * STEP)
        world.step(1)
        self.assertAlmostEqual(end + STEP, world.time())

    def test_a_stepper_in_another_process_runs_the_world(self):
        server = self.server()
        with Host(RTM_HOST, "-l", "Stepper", "--set", "Stepper.steps=3") as host:
            stepper = Proxy(host.reference("Stepper0", "rtc"), "RTComponent")
            needs = next(port for port in stepper.get_ports() if Proxy(port, "PortService").get_port_profile().name == "Stepper0.simulation")
            world = server.simulation()
            world.pause()
            begin = world.time()
            code, profile = server.port().connect(connector([server.port().reference, needs], port__connection__strictness="strict"))
            self.assertEqual(OK, code)
            context = Proxy(stepper.get_owned_contexts()[0], "ExecutionContextService")
            self.assertEqual(OK, context.activate_component(stepper.reference))
            wait_until(lambda: world.time() > begin + 30 * STEP)
            self.assertEqual(OK, context.deactivate_component(stepper.reference))
            steps = round((world.time() - begin) / STEP)
            self.assertEqual(0, steps % 3)
            # A Stepper that dies leaves the world paused, and others may run it.
            self.assertEqual(OK, context.activate_component(stepper.reference))
            wait_until(lambda: world.time() > begin + (steps + 30) * STEP)
            host.process.kill()
            host.process.wait()
        wait_until(lambda: profile.connector_id not in [one.connector_id for one in server.port().get_connector_profiles()])
        world.pause()
        begin = world.time()
        world.run()
        wait_until(lambda: world.time() > begin + 10 * STEP)

    def test_a_run_is_the_same_however_it_is_stepped(self):
        def log_of(play, *options):
            server = self.server("--Rtm.Sync", "true", "--Rtm.Scripted", "true", "--Rtm.PortLog", "true", "--Spades.EndTime", "3", *options,
                                 script="rtm/light.rb")
            play(server)
            self.assertEqual(0, server.process.wait(TIMEOUT))
            return pathlib.Path(server.folder.name, "Logfiles", "ports.log").read_bytes()

        def step(server):
            world, made = server.simulation(), 0
            with self.assertRaises((OSError, SystemException)):
                while True:
                    try:
                        world.step(1 + made % 7)
                        made += 1
                    except SystemException as exception:
                        if exception.name != "TIMEOUT":
                            raise
            self.assertGreater(made, 10)

        whole = log_of(lambda server: None)
        self.assertGreater(whole.count(b"\n"), 1000)
        self.assertEqual(whole, log_of(step, "--speed", "0.5"))

    def test_the_server_ends_while_callers_wait(self):
        server = self.server("--Rtm.CallTimeout", "60000")
        world = server.simulation()
        world.pause()
        server.send(signal.SIGTERM)
        with self.assertRaises((OSError, SystemException)):
            while True:
                world.step(1)
        self.assertEqual(128 + signal.SIGTERM, server.process.wait(TIMEOUT))


if __name__ == "__main__":
    run_tests()
