#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Connections and values between our ports and those of another system, which may misbehave.  test_omg_ports.py RTM_HOST FOLDER_OF_PROBE"""

import math
import socket
import struct
import threading
import time

from omg_stage import MODULES, RTM_HOST, TIMEOUT, TYPES, WAYS, Host, Stage

import giop
import omg_idl
import omg_peer
from giop import Reference
from omg_idl import Proxy, Struct, found
from omg_peer import BAD_PARAMETER, OK, connector
from programs import wait_until
from skipping import run_tests

AT_ONCE = Struct(sec=0, nsec=0)


class Values(Stage):
    """Values from another system and back to it, through our component, which passes on each value."""

    SAMPLES = {"float": 2.5, "double": -0.1, "long": -7, "boolean": True, "string": "Gruss", "floats": [1.0, -2.5], "doubles": [0.1, 1e300],
               "short": -32_768, "ushort": 65_535, "ulong": 4_000_000_000, "octet": 255, "char": 200, "state": -3, "shorts": [-1, 2],
               "longs": [-5, 1 << 30], "ushorts": [1, 65_535], "ulongs": [4_000_000_000], "octets": b"\0\1\xff", "chars": [65, 66],
               "booleans": [True, False, True], "strings": ["", "ab", "abc"],
               "pose3d": Struct(position=Struct(x=1.0, y=2.0, z=3.0), orientation=Struct(r=0.1, p=0.2, y=0.3)),
               "angular_velocity3d": Struct(avx=1.0, avy=-2.0, avz=3.0), "acceleration3d": Struct(ax=0.0, ay=0.0, az=9.81)}

    def setUp(self):
        super().setUp()
        self.switched_on()

    def ends(self, name, orb=None):
        orb = orb or self.orb
        return omg_peer.OutPort(orb, "Y0.out", TYPES[name]), omg_peer.InPort(orb, "X0.in", TYPES[name])

    def test_values_of_every_type_pass_with_their_time_in_both_byte_orders(self):
        for minor, little in WAYS:
            orb = self.another_orb(little, minor)
            for number, (name, sample) in enumerate(self.SAMPLES.items()):
                with self.subTest(minor=minor, little=little, type=name):
                    source, target = self.ends(name, orb)
                    ours_in, ours_out = self.port(name), self.port(f"{name}_out")
                    endian = "little,big" if little else "big,little"
                    # Our port and theirs alternate as the first of the list; the first connection is made at ours, the other one at theirs.
                    first = [ours_in.reference, source.reference][::1 if number % 2 else -1]
                    code, incoming = ours_in.connect(connector(first, serializer__cdr__endian=endian))
                    self.assertEqual(OK, code)
                    second = [target.reference, ours_out.reference][::1 if number % 2 else -1]
                    code, outgoing = Proxy(target.reference, "PortService", minor, little).connect(connector(second, serializer__cdr__endian=endian))
                    self.assertEqual(OK, code)
                    self.assertEqual(["PORT_OK"], source.write(sample, sec=12 + number, nsec=345))
                    end = target.ends[outgoing.connector_id]
                    self.assertTrue(end.wait_for(1))
                    (came,) = target.values(outgoing.connector_id, little)
                    self.assertEqual((12 + number, 345), (came.tm.sec, came.tm.nsec))
                    self.assertEqual(sample, came.data)
                    self.assertEqual(OK, ours_in.disconnect(incoming.connector_id))
                    self.assertEqual(OK, Proxy(target.reference, "PortService").disconnect(outgoing.connector_id))
                    self.assert_unconnected(ours_in, ours_out)
                    self.assertEqual(({}, {}), (source.connectors, target.connectors))

    def test_a_third_program_can_connect_two_ports(self):
        source, target = self.ends("long")
        ours_in, ours_out = self.port("long"), self.port("long_out")
        third = omg_peer.Port(self.orb, "Tool0.any")
        code, _ = third.connect(connector([source.reference, ours_in.reference]))
        self.assertEqual(OK, code)
        code, outgoing = third.connect(connector([ours_out.reference, target.reference]))
        self.assertEqual(OK, code)
        for number in range(50):
            self.assertEqual(["PORT_OK"], source.write(number))
            self.assertTrue(target.ends[outgoing.connector_id].wait_for(number + 1))
        self.assertEqual(list(range(50)), [value.data for value in target.values(outgoing.connector_id)])
        self.assertEqual([OK, OK], [ours_in.disconnect_all(), ours_out.disconnect_all()])
        self.assertEqual(({}, {}), (source.connectors, target.connectors))

    def test_two_of_our_ports_can_be_connected(self):
        third = omg_peer.Port(self.orb, "Tool0.any")
        ours_out, ours_in = self.port("double_out"), self.port("float")
        code, profile = third.connect(connector([ours_in.reference, ours_out.reference]))
        self.assertNotEqual(OK, code)  # a port of floats has another type
        self.assert_unconnected(ours_out, ours_in)
        ours_in = self.port("double")
        code, profile = third.connect(connector([ours_in.reference, ours_out.reference]))
        self.assertEqual(OK, code)
        self.assertEqual([profile.connector_id], [one.connector_id for one in ours_out.get_connector_profiles()])
        self.assertEqual(profile.ports, ours_in.get_connector_profile(profile.connector_id).ports)
        self.assertEqual(OK, ours_out.disconnect(profile.connector_id))
        self.assert_unconnected(ours_out, ours_in)

    def test_values_can_be_pulled(self):
        source, target = self.ends("long")
        ours_out, ours_in = self.port("long_out"), self.port("long")
        pulled = self.connected(ours_out, target, dataflow_type="pull", outport__buffer__read__empty_policy="do_nothing")
        end = target.ends[pulled.connector_id]
        self.assertEqual(("BUFFER_EMPTY", b""), end.get())
        pushed = self.connected(ours_in, source)
        for number in range(3):
            self.assertEqual(["PORT_OK"], source.write(number, pushed.connector_id))
            status, data = wait_until(lambda: next((answer for answer in [end.get()] if answer[0] == "PORT_OK"), None))
            self.assertEqual(number, omg_idl.value("TimedLong", data).data)
        self.assertEqual("BUFFER_EMPTY", end.get()[0])
        self.assertEqual(OK, ours_in.disconnect(pushed.connector_id))
        # Now our InPort pulls. It does so when it is read, so a value at another port makes the component run.
        pulled = self.connected(ours_in, source, dataflow_type="pull")
        octets = omg_idl.octets("TimedLong", Struct(tm=Struct(sec=1, nsec=2), data=41))
        source.ends[pulled.connector_id].waiting = [octets]
        nudge = omg_peer.OutPort(self.orb, "Y1.out", "TimedBoolean")
        self.connected(self.port("boolean"), nudge)
        nudge.write(True)
        wait_until(lambda: nudge.write(True) and end.get() == ("PORT_OK", octets))

    def test_new_and_periodic_subscriptions_deliver_values(self):
        source, _ = self.ends("long")
        incoming = self.connected(self.port("long"), source)
        targets = {}
        for key, how in {"new": {"subscription_type": "new"}, "all": {"subscription_type": "new", "publisher__push_policy": "all"},
                         "periodic": {"subscription_type": "periodic", "publisher__push_rate": "200"},
                         "old word": {"subscription_type": "periodic", "push_rate": "200"},
                         "unknown policy": {"subscription_type": "new", "publisher__push_policy": "sometimes"},
                         "preset": {"subscription_type": None}}.items():
            target = omg_peer.InPort(self.orb, "X0.in", "TimedLong")
            targets[key] = (target, self.connected(self.port("long_out"), target, **how).connector_id)
        flushed, connector_id = targets["preset"]
        for number in range(8):
            source.write(number, incoming.connector_id)
            self.assertTrue(flushed.ends[connector_id].wait_for(number + 1))
        for key, (target, connector_id) in targets.items():
            wait_until(lambda: [value.data for value in target.values(connector_id)][-1:] == [7], key)
            values = [value.data for value in target.values(connector_id)]
            self.assertEqual(sorted(values), values, key)
            if key in ("all", "preset"):
                self.assertEqual(list(range(8)), values, key)

    def test_buffers_have_the_requested_length_and_policy(self):
        self.context().deactivate_component(self.component().reference)  # values that arrive stay in the buffer
        source, _ = self.ends("long")
        for how, answers in (({}, ["PORT_OK"] * 12),
                             ({"inport__buffer__length": "3", "inport__buffer__write__full_policy": "do_nothing"},
                              ["PORT_OK"] * 3 + ["BUFFER_FULL"] * 9),
                             ({"buffer__length": "2", "buffer__write__full_policy": "do_nothing"}, ["PORT_OK"] * 2 + ["BUFFER_FULL"] * 10),
                             ({"buffer__length": "2", "inport__buffer__length": "4", "buffer__write__full_policy": "do_nothing"},
                              ["PORT_OK"] * 4 + ["BUFFER_FULL"] * 8)):
            with self.subTest(**how):
                code, profile = self.port("long").connect(connector([source.reference, self.port("long").reference], **how))
                self.assertEqual(OK, code)
                self.assertEqual(answers, [source.write(number)[0] for number in range(12)])
                self.assertEqual(OK, self.port("long").disconnect(profile.connector_id))
        self.context().activate_component(self.component().reference)

    def test_undecodable_octets_are_refused(self):
        def inlet(name):
            source, _ = self.ends(name)
            return source.ends[self.connected(self.port(name), source).connector_id]

        time = bytes(8)
        one = struct.pack("<I", 1)
        for name, bad in (
                ("long", [b"", b"abc", time, time + b"\1\2\3", time + bytes(5), bytes(400)]),
                ("float", [time + struct.pack("<f", math.nan), time + struct.pack("<f", -math.inf)]),
                ("double", [time + struct.pack("<d", math.nan), time + bytes(7)]),
                ("doubles", [time, time + b"\xff\xff\xff\xff", time + struct.pack("<I", 0x10000000) + bytes(64), time + one + bytes(4),
                             time + one + bytes(4) + struct.pack("<d", math.nan), time + bytes(4) + b"more"]),
                ("floats", [time + struct.pack("<I", 307_201) + bytes(4 * 307_201)]),
                ("string", [time, time + bytes(4), time + one + b"x", time + b"\xff\xff\xff\xff" + b"x", time + struct.pack("<I", 3) + b"a\0b",
                            time + struct.pack("<I", 65_538) + b"x" * 65_537 + b"\0"]),
        ):
            end = inlet(name)
            for octets in bad:
                with self.subTest(type=name, octets=octets[:24].hex(), size=len(octets)):
                    self.assertEqual("PORT_ERROR", end.put(octets))
            good = omg_idl.octets(TYPES[name], Struct(tm=AT_ONCE, data=self.SAMPLES[name]))
            self.assertEqual("PORT_OK", end.put(good))
        self.assert_alive()


class Connections(Stage):
    """The chain, its beginning and end, with ports that work and ports that misbehave."""

    def setUp(self):
        super().setUp()
        self.ours, self.theirs = self.port("double_out"), omg_peer.InPort(self.orb, "X0.in", "TimedDouble")

    def both_orders(self):
        return ([self.ours.reference, self.theirs.reference], [self.theirs.reference, self.ours.reference])

    def assert_refused(self, code, profile, *, asked=None):
        answer, _ = (asked or self.ours).connect(profile)
        self.assertEqual(code, answer)
        self.assert_unconnected(self.ours)
        self.assertEqual({}, self.theirs.connectors)

    def test_invalid_properties_are_refused(self):
        for order in self.both_orders():
            for how, code in (({"interface_type": "carrier_pigeon"}, BAD_PARAMETER),
                              ({"marshaling_type": "xml"}, "RTC_ERROR"), ({"dataflow_type": "sideways"}, BAD_PARAMETER),
                              ({"serializer__cdr__endian": "middle"}, "UNSUPPORTED"), ({"subscription_type": "periodic"}, "RTC_ERROR"),
                              ({"subscription_type": "periodic", "publisher__push_rate": "nan"}, "RTC_ERROR"),
                              ({"subscription_type": "periodic", "publisher__push_rate": "-1"}, "RTC_ERROR")):
                with self.subTest(first=order[0].type_id, **how):
                    self.assert_refused(code, connector(order, **how))
        self.assert_alive()

    def test_properties_in_any_spelling_are_accepted(self):
        for order in self.both_orders():
            for how in ({"dataflow_type": "Push"}, {"dataflow_type": "PUSH"}, {"subscription_type": "Flush"},
                        {"marshaling_type": "cdr"}, {"serializer__cdr__endian": "big"}):
                with self.subTest(**how):
                    code, profile = self.ours.connect(connector(order, **how))
                    self.assertEqual(OK, code)
                    self.assertEqual(OK, self.ours.disconnect(profile.connector_id))
                    self.assertEqual({}, self.theirs.connectors)
        code, profile = self.ours.connect(connector([self.ours.reference, self.theirs.reference], dataflow_type=None))
        self.assertEqual((OK, "push"), (code, found(profile.properties, "dataport.dataflow_type")))
        self.assertEqual("little,big", found(profile.properties, "dataport.serializer.cdr.endian"))
        self.assertEqual(OK, self.ours.disconnect(profile.connector_id))

    def test_a_connection_cannot_be_made_twice(self):
        profile = self.connected(self.ours, self.theirs)
        self.assertTrue(profile.connector_id)
        self.assertEqual([profile], self.ours.get_connector_profiles())
        self.assertEqual([profile], self.ours.get_port_profile().connector_profiles)
        again = connector(profile.ports)
        self.assertEqual("PRECONDITION_NOT_MET", self.ours.connect(again)[0])
        same_id = connector(profile.ports, connector_id=profile.connector_id, allow_dup_connection="YES")
        self.assertEqual("PRECONDITION_NOT_MET", self.ours.connect(same_id)[0])
        code, second = self.ours.connect(connector(profile.ports, allow_dup_connection="YES"))
        self.assertEqual((OK, 2), (code, len(self.ours.get_connector_profiles())))
        self.assertEqual(OK, self.ours.disconnect(second.connector_id))
        self.assertEqual([profile], self.ours.get_connector_profiles())
        self.assertEqual((BAD_PARAMETER, BAD_PARAMETER), (self.ours.disconnect("x"), self.ours.notify_disconnect("x")))
        self.assertEqual(Struct(name="", connector_id="", ports=[], properties=[]), self.ours.get_connector_profile("x"))

    def test_invalid_lists_of_ports_are_refused(self):
        closed = self.enterContext(socket.socket())
        closed.bind(("127.0.0.1", 0))
        dead = Reference("IDL:omg.org/RTC/PortService:1.0", "127.0.0.1", closed.getsockname()[1], b"dead")
        component = self.component().reference
        own, theirs = self.ours.reference, self.theirs.reference
        for ports in ([], [None], [own], [theirs], [own, None], [None, own], [own, own], [theirs, theirs], [own, theirs, own], [own, theirs, theirs],
                      [own, dead], [dead, own], [own, theirs, dead], [own, component], [component, own], [own] * 1000):
            with self.subTest(ports=len(ports)):
                self.assertNotEqual(OK, self.ours.connect(connector(ports))[0])
                code, _ = self.ours.notify_connect(connector(ports, connector_id="half way"))
                self.assertNotEqual(OK, code)
                self.assert_unconnected(self.ours)
                self.assertEqual({}, self.theirs.connectors)
        self.assert_alive()

    def assert_chain_fails(self, operation, behaviour):
        """A chain through a port of the other system whose operation misbehaves, begun at our port, and by a third one."""
        for order in self.both_orders():
            for asked in (self.ours.connect, omg_peer.Port(self.orb, "Tool0.any").connect):
                setattr(self.theirs, operation, behaviour)
                try:
                    code, _ = asked(connector(order))
                except (giop.SystemException, OSError):  # from the Python code of the third port
                    code = None
                self.assertNotEqual(OK, code)
                del self.theirs.__dict__[operation]
                wait_until(lambda: not self.ours.get_connector_profiles())
                self.theirs.connectors.clear()
        # A valid connection still works.
        code, profile = self.ours.connect(connector([self.ours.reference, self.theirs.reference]))
        self.assertEqual((OK, OK), (code, self.ours.disconnect(profile.connector_id)))

    def test_a_refused_chain_leaves_no_connection(self):
        self.assert_chain_fails("notify_connect", lambda profile: ("RTC_ERROR", profile))

    def test_a_chain_with_an_exception_leaves_no_connection(self):
        self.assert_chain_fails("notify_connect", omg_peer.raises("UNKNOWN"))

    def test_a_chain_with_a_closed_connection_leaves_no_connection(self):
        self.assert_chain_fails("notify_connect", omg_peer.hang_up)

    def test_an_incomplete_chain_leaves_no_connection(self):
        self.theirs.notify_connect = lambda profile: (OK, Struct(name="", connector_id="", ports=[], properties=[]))
        for order in self.both_orders():
            self.assertNotEqual(OK, self.ours.connect(connector(order))[0])
            self.assert_unconnected(self.ours)

    def test_a_circular_chain_leaves_no_connection(self):
        def back(profile):
            return self.theirs.proxy(self.ours.reference, "PortService").notify_connect(profile)

        self.assert_chain_fails("notify_connect", back)

    def test_a_hanging_port_leaves_no_connection(self):
        self.theirs.notify_connect = self.orb.hang
        self.assertNotEqual(OK, self.ours.connect(connector([self.ours.reference, self.theirs.reference]))[0])
        self.assert_unconnected(self.ours)
        del self.theirs.notify_connect
        profile = self.connected(self.ours, self.theirs)
        self.theirs.notify_disconnect = self.orb.hang
        self.theirs.get_port_profile = self.theirs.get_connector_profiles = self.orb.hang
        self.theirs.non_existent = self.theirs.is_a = self.orb.hang
        self.assertEqual(1, len(self.ours.get_connector_profiles()))
        self.ours.disconnect(profile.connector_id)
        self.assert_unconnected(self.ours)

    def test_a_port_may_call_back_while_it_is_connected(self):
        ours = self.ours.reference

        def asks(profile):
            proxy = self.theirs.proxy(ours, "PortService")
            proxy.get_connector_profiles()
            proxy.get_port_profile()
            proxy._non_existent()
            return omg_peer.InPort.notify_connect(self.theirs, profile)

        self.theirs.notify_connect = asks
        for order in self.both_orders():
            code, profile = self.ours.connect(connector(order))
            self.assertEqual(OK, code)
            self.assertEqual(OK, self.ours.disconnect(profile.connector_id))

    def test_no_connection_is_left_when_the_other_end_dies(self):
        """In the middle of a chain, in a put and at its end: no connection is left over."""
        for dies_in in ("notify_connect", "put", "notify_disconnect"):
            with self.subTest(dies_in=dies_in):
                other = self.another_orb()
                theirs = omg_peer.InPort(other, "X1.in", "TimedDouble")

                def die(*_):
                    other.close()
                    raise ConnectionError("dead")

                if dies_in == "notify_connect":
                    theirs.notify_connect = die
                code, profile = self.ours.connect(connector([self.ours.reference, theirs.reference]))
                if dies_in == "notify_connect":
                    self.assertNotEqual(OK, code)
                else:
                    self.assertEqual(OK, code)
                if dies_in == "put":
                    self.switched_on()
                    source = omg_peer.OutPort(self.orb, "Y0.out", "TimedDouble")
                    self.connected(self.port("double"), source)
                    theirs.ends[profile.connector_id].put = die
                    wait_until(lambda: source.write(1.0) and not self.ours.get_connector_profiles())
                    self.host.wait_for("double")
                elif dies_in == "notify_disconnect":
                    theirs.notify_disconnect = die
                    self.ours.disconnect(profile.connector_id)
                self.assert_unconnected(self.ours)

    def test_their_port_can_be_connected_again_after_our_end_dies(self):
        """Killed while it is connected: the other end can be disconnected, and connected again."""
        with Host(RTM_HOST, "--modules", MODULES, "-l", "Probe") as host:
            component = Proxy(host.reference(kind="rtc"), "RTComponent")
            port = next(one for one in component.get_component_profile().port_profiles if one.name == "Probe0.double_out")
            code, profile = Proxy(port.port_ref, "PortService").connect(connector([port.port_ref, self.theirs.reference]))
            self.assertEqual((OK, [profile.connector_id]), (code, list(self.theirs.connectors)))
            host.process.kill()
            host.process.wait()
        self.assertEqual(OK, self.theirs.disconnect(profile.connector_id))
        self.connected(self.ours, self.theirs)

    def test_our_end_disconnects_when_it_ends(self):
        with Host(RTM_HOST, "--modules", MODULES, "-l", "Probe") as host:
            component = Proxy(host.reference(kind="rtc"), "RTComponent")
            port = next(one for one in component.get_component_profile().port_profiles if one.name == "Probe0.double_out")
            code, _ = Proxy(port.port_ref, "PortService").connect(connector([self.theirs.reference, port.port_ref]))
            self.assertEqual((OK, 1), (code, len(self.theirs.connectors)))
            host.process.terminate()
            self.assertEqual(0, host.process.wait(TIMEOUT))
        self.assertEqual({}, self.theirs.connectors)

    def test_our_end_ends_in_time_although_others_hang(self):
        """Five ports of one connector stop answering: each may cost the timeout of a call, not that of the whole chain."""
        is_asked = threading.Event()
        others = []
        for orb in [self.another_orb() for _ in range(5)]:
            def hang(*_, orb=orb):
                is_asked.set()
                orb.hang()

            other = omg_peer.OutPort(orb, "Z0.out", TYPES["double"])
            other.notify_connect = lambda profile: ("RTC_OK", profile)
            other.get_connector_profile = other.notify_disconnect = hang
            others.append(other.reference)
        with Host(RTM_HOST, "--modules", MODULES, "-l", "Probe") as host:
            component = Proxy(host.reference(kind="rtc"), "RTComponent")
            port = next(one for one in component.get_component_profile().port_profiles if one.name == "Probe0.double")
            code, _ = Proxy(port.port_ref, "PortService").connect(connector([port.port_ref, *others]))
            self.assertEqual(OK, code)
            self.assertTrue(is_asked.wait(TIMEOUT))
            host.process.terminate()
            self.assertEqual(0, host.process.wait(TIMEOUT))

    def test_invalid_properties_leave_no_connection(self):
        def profile(*more):
            one = connector([self.ours.reference, self.theirs.reference])
            one.properties += more
            return one

        def pair(name, kind, value):
            return Struct(name=name, value=(kind, value))

        text = giop.TK_STRING
        refused = {
            "many": profile(*(pair(f"key{number}", text, "x") for number in range(30_000))),
            "a number for a word": profile(*[pair("dataport.interface_type", giop.TK_LONG, 1)]),
            "long": profile(pair("key", text, "x" * 1_000_000)),
        }
        refused["a number for a word"].properties = [one for one in refused["a number for a word"].properties
                                                     if one.name != "dataport.interface_type" or one.value[0] != text]
        for what, one in refused.items():
            with self.subTest(what=what):
                code, _ = self.ours.connect(one)
                if code == OK:  # a long text that is not read is harmless
                    self.assertEqual("long", what)
                    self.ours.disconnect_all()
                self.assert_unconnected(self.ours)
        with self.assertRaises(OSError):  # a message that is larger than the ORB takes
            self.ours.connect(profile(*(pair(f"key{number}", text, "x") for number in range(100_000))))
        for what, one in {"twice": profile(pair("dataport.dataflow_type", text, "pull")), "empty names": profile(pair("", text, "")),
                          "types": profile(pair("a", giop.TK_DOUBLE, 1.5), pair("b", ("sequence", giop.TK_LONG), [1, 2]),
                                           pair("c", ("object", ""), None))}.items():
            with self.subTest(what=what):
                code, answer = self.ours.connect(one)
                self.assertEqual((OK, "push"), (code, found(answer.properties, "dataport.dataflow_type")))
                self.assertEqual(OK, self.ours.disconnect_all())
        self.assert_alive()

    def test_invalid_references_are_survived(self):
        """Our OutPort calls the object that their InPort publishes."""
        ours = self.ours.reference
        hello = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(hello.close)
        silent = Reference("IDL:OpenRTM/InPortCdr:1.0", "127.0.0.1", hello.getsockname()[1], b"silent")
        for ior in ("", "IOR:", "IOR:00", "nonsense", "corbaloc::127.0.0.1:1/x", "IOR:" + "00" * 5000, silent.text(), ours.text(),
                    self.component().reference.text(), "file:///etc/passwd", "corbaname::127.0.0.1:1#x", "corbaloc:rir:/NameService"):
            with self.subTest(ior=ior[:40]):
                self.theirs.publish = lambda profile, ior=ior: profile.properties.extend(
                    omg_idl.properties({"dataport.corba_cdr.inport_ior": ior})) or OK
                code, profile = self.ours.connect(connector([self.ours.reference, self.theirs.reference]))
                if code == OK:  # whether an object answers there is found out by the first value
                    self.assertEqual(OK, self.ours.disconnect(profile.connector_id))
                self.assert_unconnected(self.ours)
                self.assertEqual({}, self.theirs.connectors)
        self.assert_alive()

    def test_hundreds_of_connections_leave_nothing_behind(self):
        for number in range(300):
            code, profile = self.ours.connect(connector(self.both_orders()[number % 2]))
            self.assertEqual(OK, code)
            self.assertEqual(OK, (self.ours if number % 3 else Proxy(self.theirs.reference, "PortService")).disconnect(profile.connector_id))
        self.assert_unconnected(self.ours)
        ids = []
        while len(ids) < 70:
            code, profile = self.ours.connect(connector([self.ours.reference, self.theirs.reference], allow_dup_connection="YES"))
            if code != OK:
                break
            ids.append(profile.connector_id)
        self.assertEqual((64, "OUT_OF_RESOURCES"), (len(ids), code))
        self.assertEqual(OK, self.ours.disconnect_all())
        self.assertEqual({}, self.theirs.connectors)


if __name__ == "__main__":
    run_tests()
