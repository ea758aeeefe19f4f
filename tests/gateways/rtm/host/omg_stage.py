# SPDX-License-Identifier: Apache-2.0
"""Our components in rtm-host, and another system that talks to them: tests/support/omg_peer.py, octets written from the standard, without an ORB.

Tests that use it are called with RTM_HOST FOLDER_OF_PROBE.
"""

import os
import sys
import unittest

from host_stage import TIMEOUT, Host  # noqa: F401

from omg_idl import Proxy  # noqa: F401
from omg_peer import OK, Orb, connector

RTM_HOST, MODULES = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
WAYS = [(minor, little) for minor in (0, 2) for little in (True, False)]  # version of GIOP, byte order
# The types of ports, by our names and by those of the other system.
TYPES = {"float": "TimedFloat", "double": "TimedDouble", "long": "TimedLong", "boolean": "TimedBoolean", "string": "TimedString",
         "floats": "TimedFloatSeq", "doubles": "TimedDoubleSeq", "short": "TimedShort", "ushort": "TimedUShort", "ulong": "TimedULong",
         "octet": "TimedOctet", "char": "TimedChar", "state": "TimedState", "shorts": "TimedShortSeq", "longs": "TimedLongSeq",
         "ushorts": "TimedUShortSeq", "ulongs": "TimedULongSeq", "octets": "TimedOctetSeq", "chars": "TimedCharSeq",
         "booleans": "TimedBooleanSeq", "strings": "TimedStringSeq", "pose3d": "TimedPose3D",
         "angular_velocity3d": "TimedAngularVelocity3D", "acceleration3d": "TimedAcceleration3D"}


class Stage(unittest.TestCase):
    """rtm-host with `components`, and another system for each test."""

    components, arguments = ("Probe",), ()

    @classmethod
    def setUpClass(cls):
        loads = [word for name in cls.components for word in ("-l", name)]
        # Calls to the other system may take longer than a second where many tests run at the same time.
        cls.host = Host(RTM_HOST, "--modules", MODULES, "--call_timeout", "2000", *loads, *cls.arguments).__enter__()
        cls.addClassCleanup(cls.host.close)

    def setUp(self):
        self.orb = Orb()
        self.addCleanup(self.orb.close)

    def another_orb(self, *how):
        orb = Orb(*how)
        self.addCleanup(orb.close)
        return orb

    def component(self, name="Probe0", **how):
        return Proxy(self.host.reference(name, "rtc"), "RTComponent", **how)

    def context(self, name="Probe0", **how):
        """The component's own context, which is its only one."""
        (reference,) = self.component(name).get_owned_contexts()
        return Proxy(reference, "ExtTrigExecutionContextService", **how)

    def port(self, name, component="Probe0", **how):
        profiles = self.component(component).get_component_profile().port_profiles
        reference = next(profile.port_ref for profile in profiles if profile.name == f"{component}.{name}")
        return Proxy(reference, "PortService", **how)

    def switched_on(self, name="Probe0"):
        component, context = self.component(name), self.context(name)
        self.assertEqual(OK, context.activate_component(component.reference))
        self.addCleanup(context.deactivate_component, component.reference)

    def connected(self, port, *others, **how):
        """A connection that ends with the test."""
        code, profile = port.connect(connector([port.reference, *(other.reference for other in others)], **how))
        self.assertEqual(OK, code)
        self.addCleanup(port.disconnect, profile.connector_id)
        return profile

    def assert_unconnected(self, *ports):
        for port in ports:
            self.assertEqual([], port.get_connector_profiles())

    def assert_alive(self):
        self.assertIsNone(self.host.process.poll())
        self.assertEqual("Probe0", self.component().get_component_profile().instance_name)
