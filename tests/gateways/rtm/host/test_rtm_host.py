#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""rtm-host as users start it, and its components called by another ORB.  test_rtm_host.py RTM_HOST FOLDER_OF_PROBE [paced]"""

import math
import os
import pathlib
import random
import shutil
import signal
import socket
import struct
import subprocess
import sys
import time
import unittest

from host_stage import TIMEOUT, Host, NameServer

import giop  # noqa: E402
import omg_idl  # noqa: E402
import omg_peer  # noqa: E402
from giop import TK_BOOLEAN, TK_DOUBLE, TK_FLOAT, TK_LONG, TK_STRING, Caller, ComponentCaller, InPortServer, Reference  # noqa: E402
from pace import PACED, check_pace  # noqa: E402
from programs import TemporaryFolder, wait_until  # noqa: E402
from skipping import run_tests  # noqa: E402

RTM_HOST, MODULES = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
ONCE, REPEATED = 0, 1
PACES = "AnotherOrb.test_subscribers_that_vanish_hang_or_refuse_are_dropped_and_others_are_served"


def probe_host(*arguments):
    """rtm-host with a Probe0."""
    return Host(RTM_HOST, "--modules", MODULES, "-l", "Probe", *arguments)


def conf(text, test):
    """The option for a file of properties."""
    folder = TemporaryFolder()
    test.addCleanup(folder.cleanup)
    file = pathlib.Path(folder.name, "rtc.conf")
    file.write_text(text, newline="")
    return "-f", str(file)


class Bench(ComponentCaller):
    """The ports of Probe0, by names, for one version of GIOP and one byte order."""

    def __init__(self, host, minor=0, little=True, name="Probe0"):
        super().__init__(host.reference(name), minor=minor, little=little)


class AnotherOrb(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.host = probe_host().__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.host.close()

    def test_references_have_the_ids_of_the_idl(self):
        self.assertEqual("IDL:RtComponent:1.0", self.host.reference().type_id)
        self.assertEqual("IDL:rcssserver3D/RtmView/Monitor:1.0", self.host.reference(kind="rtmon").type_id)
        component = Caller(self.host.reference())
        self.assertEqual({"IDL:InPort:1.0"}, {port.type_id for port in component.ports("in_ports")})
        self.assertEqual({"IDL:OutPort:1.0"}, {port.type_id for port in component.ports("out_ports")})
        component.close()

    def test_values_of_every_type_pass_through(self):
        values = {"float": (TK_FLOAT, 2.5), "double": (TK_DOUBLE, -0.1), "long": (TK_LONG, -7), "boolean": (TK_BOOLEAN, 1),
                  "string": (TK_STRING, "Gruß"), "floats": (("sequence", TK_FLOAT), [1.0, -2.5]),
                  "doubles": (("sequence", TK_DOUBLE), [0.1, 1e300])}
        for minor in (0, 1, 2):
            for little in (True, False):
                with self.subTest(minor=minor, little=little), Bench(self.host, minor, little) as bench:
                    self.assertEqual(list(values), list(bench.ins)[:len(values)])
                    bench.component.call("on")
                    for name, (kind, value) in values.items():
                        if name == "string":
                            value = "Gruss"  # without the negotiation of code sets both sides have only these letters
                        self.assertEqual(kind, bench.ins[name].port_type())
                        self.assertEqual(kind, bench.outs[name].port_type())
                        bench.ins[name].put(kind, value)
                        wait_until(lambda: bench.outs[name].get() == (kind, value))
                    bench.component.call("off")

    def test_other_numbers_and_aliases_are_converted(self):
        with Bench(self.host) as bench:
            bench.component.call("on")
            for kind in (2, 4, 5, 10, 23, 24, TK_LONG, TK_FLOAT, TK_DOUBLE, ("alias", TK_DOUBLE), ("alias", ("alias", 2))):
                bench.ins["float"].put(TK_FLOAT, 0.0)
                wait_until(lambda: bench.outs["float"].get() == (TK_FLOAT, 0.0))
                bench.ins["float"].put(kind, 101)
                wait_until(lambda: bench.outs["float"].get() == (TK_FLOAT, 101.0))
            bench.ins["floats"].put(("alias", ("sequence", ("alias", TK_FLOAT))), [4.0])
            wait_until(lambda: bench.outs["floats"].get()[1] == [4.0])
            bench.component.call("off")

    def assert_refused(self, minor, call, *arguments):
        with self.assertRaises(giop.SystemException) as caught:
            call(*arguments)
        self.assertEqual(("BAD_PARAM", minor, 1), (caught.exception.name, caught.exception.minor, caught.exception.completed))

    def test_invalid_values_are_refused(self):
        with Bench(self.host) as bench:
            self.assert_refused(1, bench.ins["float"].put, TK_FLOAT, math.nan)
            self.assert_refused(1, bench.ins["double"].put, TK_DOUBLE, -math.inf)
            self.assert_refused(1, bench.ins["floats"].put, ("sequence", TK_FLOAT), [1.0, math.inf])
            self.assert_refused(2, bench.ins["float"].put, TK_STRING, "one")
            self.assert_refused(2, bench.ins["string"].put, TK_FLOAT, 1.0)
            self.assert_refused(2, bench.ins["floats"].put, ("sequence", TK_DOUBLE), [1.0])
            self.assert_refused(2, bench.ins["floats"].put, ("sequence", ("sequence", TK_FLOAT)), [])
            self.assert_refused(3, bench.ins["float"].put, TK_DOUBLE, 1e300)
            self.assert_refused(3, bench.ins["long"].put, TK_DOUBLE, 3e9)
            self.assert_refused(4, bench.ins["string"].put, TK_STRING, "x" * 65_537)
            self.assert_refused(4, bench.ins["floats"].put, ("sequence", TK_FLOAT), [0.0] * 307_201)
            bench.ins["string"].put(TK_STRING, "x" * 65_536)
            bench.ins["floats"].put(("sequence", TK_FLOAT), [0.0] * 307_200)
        self.host.wait_for("Probe0.float")

    def test_a_put_in_octets_is_answered(self):
        with Bench(self.host) as bench:
            caller = bench.ins["float"]
            octets = caller.request("put", lambda writer: giop.any_value(writer, TK_FLOAT, 2.5))
            self.assertEqual(b"GIOP\x01\x00\x01\x00", octets[:8])
            self.assertTrue(octets.endswith(b"\x06\0\0\0\0\0\x20\x40"))
            caller.connection.sendall(octets)
            minor, little, kind, body = giop.message(caller.connection)
            self.assertEqual((0, giop.REPLY), (minor, kind))
            self.assertEqual(struct.pack("<III", 0, caller.number, 0), body)

    def test_a_subscriber_gets_every_value_in_order(self):
        for kind in (TK_FLOAT, TK_DOUBLE, ("alias", TK_FLOAT)):
            with self.subTest(kind=kind), Bench(self.host) as bench:
                server = InPortServer(kind)
                bench.component.call("on")
                self.assertTrue(bench.outs["float"].subscribe(REPEATED, server.reference))
                self.assertFalse(bench.outs["float"].subscribe(REPEATED, server.reference))
                for number in range(20):
                    bench.ins["float"].put(TK_FLOAT, number)
                    self.assertTrue(server.wait_for(number + 1))
                self.assertEqual([float(number) for number in range(20)], [value for _, value in server.values])
                self.assertEqual({giop.plain(kind)}, {kind for kind, _ in server.values})
                self.assertTrue(bench.outs["float"].subscribe(REPEATED, server.reference, "unsubscribe"))
                self.assertFalse(bench.outs["float"].subscribe(REPEATED, server.reference, "unsubscribe"))
                bench.component.call("off")
                server.close()

    def test_a_single_value_is_delivered_once(self):
        with Bench(self.host) as bench:
            bench.component.call("on")
            bench.ins["long"].put(TK_LONG, 5)
            wait_until(lambda: bench.outs["long"].get()[1] == 5)
            server = InPortServer(TK_LONG)
            self.assertTrue(bench.outs["long"].subscribe(ONCE, server.reference))
            self.assertTrue(server.wait_for(1))
            bench.ins["long"].put(TK_LONG, 6)
            wait_until(lambda: bench.outs["long"].get()[1] == 6)
            self.assertFalse(bench.outs["long"].subscribe(ONCE, server.reference, "unsubscribe"))
            self.assertEqual([(TK_LONG, 5)], server.values)
            bench.component.call("off")
            server.close()

    def test_invalid_subscribers_are_refused(self):
        with Bench(self.host) as bench:
            out = bench.outs["float"]
            self.assertFalse(out.subscribe(REPEATED, None))
            with socket.socket() as no_listener:
                no_listener.bind(("127.0.0.1", 0))
                dead = Reference("IDL:InPort:1.0", "127.0.0.1", no_listener.getsockname()[1], b"dead")
                self.assertFalse(out.subscribe(REPEATED, dead))
            words = InPortServer(TK_STRING)
            self.assertFalse(out.subscribe(REPEATED, words.reference))
            words.close()
            silent = socket.create_server(("127.0.0.1", 0))  # accepts connections and never answers
            hanging = Reference("IDL:InPort:1.0", "127.0.0.1", silent.getsockname()[1], b"hang")
            begin = time.monotonic()
            self.assertFalse(out.subscribe(REPEATED, hanging))
            self.assertLess(time.monotonic() - begin, 10.0)  # its call lasts 1 s at most
            silent.close()

    def test_subscribers_that_vanish_hang_or_refuse_are_dropped_and_others_are_served(self):
        with Bench(self.host) as bench:
            bench.component.call("on")
            out = bench.outs["double"]
            good, gone, hanging, refusing = (InPortServer(TK_DOUBLE, how) for how in ("take", "gone", "hang", "refuse"))
            for server in (gone, hanging, refusing, good):
                self.assertTrue(out.subscribe(REPEATED, server.reference))
            begin, ended = time.monotonic(), self.host.count(" has ended: ")
            number = 0
            while time.monotonic() - begin < TIMEOUT and self.host.count(" has ended: ") < ended + 2:  # those of `gone` and `hanging`
                number += 1
                bench.ins["double"].put(TK_DOUBLE, number)
                sent = time.monotonic()
                self.assertTrue(good.wait_for(number))
                took = time.monotonic() - sent
                check_pace(took < 0.9, f"the others got a value after {took:.2f} s; the time-out of those that hang is 1 s")
            self.assertFalse(out.subscribe(REPEATED, gone.reference, "unsubscribe"))
            self.assertFalse(out.subscribe(REPEATED, hanging.reference, "unsubscribe"))
            self.assertTrue(out.subscribe(REPEATED, refusing.reference, "unsubscribe"))
            self.assertTrue(out.subscribe(REPEATED, good.reference, "unsubscribe"))
            bench.component.call("off")
            for server in (good, gone, hanging, refusing):
                server.close()


class Hostile(unittest.TestCase):
    def test_garbage_nested_types_and_incomplete_requests_are_survived(self):
        with probe_host() as host, Bench(host) as bench:
            address = (bench.component.reference.host, bench.component.reference.port)
            for octets in (b"GET / HTTP/1.1\r\n\r\n", random.Random(2003).randbytes(4096), b"GIOP\x01\x02\x01\x00\xff\xff\xff\xff",
                           b"GIOP\x01\x00\x01\x00\x00\x00\x00\x00", b"GIOP\x09\x09\x01\x00\x04\0\0\0aaaa", b"\0" * 100):
                for _ in range(30):
                    with socket.create_connection(address, timeout=TIMEOUT) as connection:
                        connection.sendall(octets)
            halves = []
            for _ in range(20):
                half = socket.create_connection(address, timeout=TIMEOUT)
                half.sendall(b"GIOP\x01\x00\x01\x00\x40\0\0\0half")
                halves.append(half)
            # Nested types, each an alias of the next one: 1 MB of them.
            begin = struct.pack("<I", giop.TK_ALIAS)
            inside = bytes([1, 0, 0, 0]) + 2 * (struct.pack("<I", 1) + bytes(4))
            octets = struct.pack("<I", TK_FLOAT)
            sizes = [len(octets) + depth * (len(begin) + 4 + len(inside)) for depth in range(40_000)]
            octets = b"".join(begin + struct.pack("<I", size + len(inside)) + inside for size in reversed(sizes)) + octets
            self.assertLess(len(octets), 2_000_000)
            with self.assertRaises(giop.SystemException) as caught:
                bench.ins["float"].call("put", lambda writer: writer.data.extend(bytes(-(12 + len(writer.data)) % 4) + octets))
            self.assertEqual("BAD_PARAM", caught.exception.name)
            bench.ins["float"].put(TK_FLOAT, 1.0)
            self.assertIsNone(host.process.poll())
            wait_until(lambda: host.count("CORBA peer 127.0.0.1") >= 1, "a line about them")
            self.assertLessEqual(host.count("CORBA peer 127.0.0.1"), 12)  # rate-limited: 1 to 5, 10, 100 …
            for half in halves:
                half.close()

    def test_a_thousand_connections_do_not_block_others(self):
        with probe_host() as host, Bench(host) as bench:
            address = (bench.component.reference.host, bench.component.reference.port)
            many = []
            try:
                for _ in range(1000):
                    many.append(socket.create_connection(address, timeout=TIMEOUT))
                for number in range(100):
                    bench.ins["float"].put(TK_FLOAT, number)
            finally:
                for one in many:
                    one.close()
            bench.ins["float"].put(TK_FLOAT, 1.0)

    def test_a_deeply_nested_type_of_a_subscriber_is_refused(self):
        with probe_host() as host, Bench(host) as bench:
            kind = TK_FLOAT
            for _ in range(100):
                kind = ("alias", kind)
            server = InPortServer(kind)
            self.assertFalse(bench.outs["float"].subscribe(REPEATED, server.reference))
            server.close()
            bench.ins["float"].put(TK_FLOAT, 1.0)


FILE = """# as editors on Windows write it
manager.modules.preload = Probe.so, Logic
manager.components.precreate: Probe, \\
  Logic
manager.components.preactivation: Probe0, Logic0
manager.is_master: NO
Gates.Logic.conf.default.threshold: 5
Gates.Logic.conf.default.treshold: 6
Gates.Slider.conf.default.low: 1
Gates.Logik.exec_cxt.periodic.rate: 10
no property
""".replace("\n", "\r\n")


class Properties(unittest.TestCase):
    def run_host(self, *arguments):
        done = subprocess.run([RTM_HOST, "--nameserver", "none", *arguments], capture_output=True, text=True, timeout=TIMEOUT)
        return done.returncode, done.stderr

    def test_a_file_creates_components_and_switches_them_on(self):
        with Host(RTM_HOST, "--modules", MODULES, *conf(FILE, self)) as host, Bench(host) as probe, Bench(host, name="Logic0") as logic:
            self.assertEqual(
                ["6: manager.is_master has no effect here",
                 "8: Logic has no parameter treshold; did you mean threshold?",
                 "9: there is no component or type Slider here",
                 "10: there is no component or type Logik here",
                 "11: expected KEY: VALUE, not 'no property'; ignored"],
                sorted((line.partition("rtc.conf:")[2] for line in host.lines if "rtc.conf:" in line), key=lambda line: int(line.split(":")[0])))
            probe.ins["float"].put(TK_FLOAT, 1.0)
            wait_until(lambda: probe.outs["float"].get() == (TK_FLOAT, 1.0))
            logic.ins["in1"].put(TK_FLOAT, 2.0)
            logic.ins["in2"].put(TK_FLOAT, 5.5)
            wait_until(lambda: logic.outs["out"].get() == (TK_FLOAT, 2.0))

    def test_the_command_line_has_priority_over_the_file(self):
        with Host(RTM_HOST, "--modules", MODULES, *conf(FILE, self), "-o", "Gates.Logic0.conf.default.threshold:50") as host, \
                Bench(host, name="Logic0") as logic:
            for gate, value in ((49.0, 1.0), (51.0, 2.0)):
                logic.ins["in2"].put(TK_FLOAT, gate)
                logic.ins["in1"].put(TK_FLOAT, value)
            wait_until(lambda: logic.outs["out"].get() == (TK_FLOAT, 2.0))

    def test_a_file_selects_the_initial_configuration_set(self):
        sets = ("Gates.Logic.conf.default.threshold: 500\nGates.Logic.conf.soft.threshold: 5\nGates.Logic.conf.__widget__.threshold: slider\n"
                "Gates.Logic.configuration.active_config: soft\n")
        with probe_host("-l", "Logic", "-o", "manager.components.preactivation=Logic0", *conf(sets, self)) as host, Bench(host, name="Logic0") as logic:
            self.assertEqual(0, host.count("warning"), host.lines)
            logic.ins["in1"].put(TK_FLOAT, 2.0)
            logic.ins["in2"].put(TK_FLOAT, 50.0)
            wait_until(lambda: logic.outs["out"].get() == (TK_FLOAT, 2.0))

    def test_the_host_listens_at_every_end_point(self):
        with probe_host("-o", "corba.endpoints=127.0.0.1:, 127.0.0.2:") as host:
            self.assertEqual("127.0.0.1", host.reference().host)
            port = host.reference().port
            socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT).close()
            self.assertIn(b"127.0.0.2", bytes.fromhex(pathlib.Path(host.folder.name, "ior", "Probe0.rtcomp").read_text().strip()[4:]))

    def test_without_a_logger_only_warnings_and_errors_are_printed(self):
        with TemporaryFolder() as folder:
            host = subprocess.Popen([RTM_HOST, "--modules", MODULES, "-l", "Probe", "--nameserver", "none", "--references", folder,
                                     "-o", "logger.enable=NO", "-o", "x.y=1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            wait_until(lambda: os.path.exists(os.path.join(folder, "Probe0.rtcomp")))
            host.send_signal(signal.SIGTERM)
            self.assertEqual(("", "rtm-host: warning: -o x.y=1: x.y has no effect here\n"), host.communicate(timeout=TIMEOUT))

    def test_names_are_bound_in_the_given_formats(self):
        if not shutil.which("omniNames"):
            self.skipTest("there is no omniNames")
        with NameServer() as names, Host(RTM_HOST, "--modules", MODULES, "-l", "Probe", "-o", "naming.formats=lab.host_cxt/%n.rtc, %n.rtc",
                                         "-o", "naming.update.enable=NO", names=names) as host:
            naming = omg_peer.Naming(names.address)
            self.addCleanup(naming.close)
            for path in ("lab.host_cxt/Probe0.rtc", "Probe0.rtc"):
                reference = naming.resolve(path)
                self.assertIsNotNone(reference, path)
                self.assertEqual("Probe0", omg_idl.Proxy(reference, "RTComponent").get_component_profile().instance_name)
            host.send(signal.SIGTERM)
            self.assertEqual(0, host.process.wait(TIMEOUT))
            self.assertEqual([None, None], [naming.resolve("lab.host_cxt/Probe0.rtc"), naming.resolve("Probe0.rtc")])

    def test_properties_configure_the_execution_context(self):
        with probe_host("-o", "exec_cxt.periodic.rate=250", "-o", "Gates.Probe.exec_cxt.periodic.rate=125") as host:
            component = omg_idl.Proxy(host.reference(kind="rtc"), "RTComponent")
            context = omg_idl.Proxy(component.get_owned_contexts()[0], "ExecutionContextService")
            self.assertEqual(125.0, context.get_rate())
        with probe_host("-l", "Logic", "-o", "exec_cxt.periodic.rate=250", "-o", "exec_cxt.transition_timeout=20") as host:
            component = omg_idl.Proxy(host.reference("Logic0", "rtc"), "RTComponent")
            self.assertEqual(250.0, omg_idl.Proxy(component.get_owned_contexts()[0], "ExecutionContextService").get_rate())

    def test_a_context_can_be_ticked_from_outside(self):
        with probe_host("-o", "exec_cxt.periodic.type=SynchExtTriggerEC", "-o", "exec_cxt.periodic.rate=1000000",
                        "-o", "manager.components.preactivation=Probe0") as host, Bench(host) as probe:
            component = omg_idl.Proxy(host.reference(kind="rtc"), "RTComponent")
            context = omg_idl.Proxy(component.get_owned_contexts()[0], "ExtTrigExecutionContextService")
            self.assertEqual(1e6, context.get_rate())
            context.tick()
            self.assertEqual(omg_peer.ACTIVE, context.get_component_state(component.reference))
            probe.ins["float"].put(TK_FLOAT, 2.5)
            context.tick()
            self.assertEqual((TK_FLOAT, 2.5), probe.outs["float"].get())

    def test_the_port_log_has_a_line_for_each_value(self):
        with probe_host("--port_log", "ports.log") as host, Bench(host) as probe:
            log = pathlib.Path(host.folder.name, "ports.log")
            begin = time.time()
            probe.component.call("on")
            probe.ins["float"].put(TK_DOUBLE, 2.5)
            wait_until(lambda: probe.outs["float"].get() == (TK_FLOAT, 2.5))
            probe.ins["doubles"].put(("sequence", TK_DOUBLE), [0.1, -1.0])
            wait_until(lambda: probe.outs["doubles"].get()[1] == [0.1, -1.0])
            with self.assertRaises(giop.SystemException):
                probe.ins["float"].put(TK_DOUBLE, math.nan)
            orb = omg_peer.Orb()
            self.addCleanup(orb.close)
            ports = {(one.name, omg_idl.found(one.properties, "port.port_type")): one.port_ref
                     for one in (omg_idl.Proxy(port, "PortService").get_port_profile()
                                 for port in omg_idl.Proxy(host.reference(kind="rtc"), "RTComponent").get_ports())}
            source = omg_peer.OutPort(orb, "Y0.out", "TimedLong")
            target = next(port for (name, kind), port in ports.items() if kind == "DataInPort" and name.startswith("Probe0.long"))
            code, _ = source.connect(omg_peer.connector([source.reference, target]))
            self.assertEqual(omg_peer.OK, code)
            self.assertEqual(["PORT_OK"], source.write(7, sec=3, nsec=5))
            host.send(signal.SIGTERM)
            self.assertEqual(0, host.process.wait(TIMEOUT))
            lines = [line.split(",", 1) for line in log.read_text().splitlines()]
            self.assertEqual(["Probe0,float,2.5", "Probe0,float,2.5", "Probe0,doubles,0.1,-1", "Probe0,doubles,0.1,-1", "Probe0,long,7"],
                             [line[1] for line in lines][:5])
            for number, line in enumerate(lines[:4]):
                self.assertRegex(line[0], r"^\d+\.\d{9}$")
                self.assertLess(abs(float(line[0]) - begin), TIMEOUT, number)
            self.assertEqual("3.000000005", lines[4][0])

    def test_unusable_properties_are_errors_with_their_places(self):
        folder = TemporaryFolder()
        self.addCleanup(folder.cleanup)
        file = os.path.join(folder.name, "rtc.conf")
        foreign = os.path.join(folder.name, 100 * "f", "Foreign.so")  # long paths are printed completely
        os.mkdir(os.path.dirname(foreign))
        shutil.copy(os.path.join(MODULES, "Foreign.so"), foreign)
        for text, expected in (
                ("manager.modules.preload: Nix", rf"{file}:1: component module Nix: there is no Nix.so in [^\n]*"),
                ("\nmanager.components.precreate: Prob", rf"{file}:2: there is no component type Prob"),
                ("manager.components.preactivation: Prob0", rf"{file}:1: there is no component Prob0; did you mean Probe0\?"),
                ("manager.modules.abs_path_allowed: maybe", rf"{file}:1: manager.modules.abs_path_allowed: expected YES or NO, not 'maybe'"),
                (f"manager.modules.abs_path_allowed: NO\nmanager.modules.preload: {foreign}",
                 rf"{file}:2: component module {foreign}: manager.modules.abs_path_allowed is NO"),
                ("\nexec_cxt.periodic.type: OddEC",
                 rf"{file}:2: there is no type OddEC of execution contexts; there are [^\n]*"),
                (f"manager.modules.preload: {foreign}",
                 rf"{file}:1: component module {foreign}: it was not made for this manager; run components of other middleware in their own "
                 r"daemon, [^\n]*")):
            with self.subTest(text=text):
                pathlib.Path(file).write_text(text)
                status, printed = self.run_host("--modules", MODULES, "-l", "Probe", "-f", file, "--references", folder.name)
                self.assertRegex(printed, rf"^rtm-host: {expected}\n$")
                self.assertEqual(1, status)


class Program(unittest.TestCase):
    def run_host(self, *arguments):
        done = subprocess.run([RTM_HOST, *arguments], capture_output=True, text=True, timeout=TIMEOUT)
        return done.returncode, done.stderr

    def test_the_host_removes_its_names_at_the_end(self):
        for end in (signal.SIGINT, signal.SIGTERM):
            with probe_host() as host:
                files = pathlib.Path(host.folder.name, "ior")
                self.assertEqual(["Probe0.rtc", "Probe0.rtcomp", "Probe0.rtmon"], sorted(file.name for file in files.iterdir()))
                host.send(end)
                self.assertEqual(0, host.process.wait(TIMEOUT))
                self.assertEqual([], list(files.iterdir()))
                host.wait_for("rtm: values in 0, out 0, refused 0, overwritten 0, watchdogs 0")

    def test_missing_modules_and_name_servers_are_reported(self):
        status, printed = self.run_host("-l", "Nix", "--nameserver", "none")
        self.assertEqual(1, status)
        self.assertRegex(printed, r"^rtm-host: component module Nix: [^\n]*\n$")
        status, printed = self.run_host("-l", "Probe", "--nameserver", "127.0.0.1:1")
        self.assertEqual((1, "rtm-host: the name server 127.0.0.1:1: cannot be reached; start one with: rtm names --port 1\n"), (status, printed))
        status, printed = self.run_host()
        self.assertEqual(2, status)
        status, printed = self.run_host("--modules", MODULES, "-l", "Probe", "--nameserver", "none", "--set", "Probe.x=1")
        self.assertEqual(1, status)
        self.assertRegex(printed, r"^rtm-host: [^\n]*x[^\n]*\n$")
        with probe_host() as host:
            port = host.reference().port
            status, printed = self.run_host("-l", "Probe", "--nameserver", "none", "--endpoint", f"127.0.0.1:{port}")
            self.assertEqual(1, status)
            self.assertRegex(printed, rf"^rtm-host: cannot listen on giop:tcp:127.0.0.1:{port}[^\n]*\n$")


if __name__ == "__main__":
    run_tests([PACES] if PACED else ())
