#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""rtm-host as people start it, and its components as callers of another ORB meet them.  test_rtm_host.py RTM_HOST FOLDER_OF_PROBE"""

import math
import os
import pathlib
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "support"))

import giop  # noqa: E402
from giop import TK_BOOLEAN, TK_DOUBLE, TK_FLOAT, TK_LONG, TK_STRING, Caller, ComponentCaller, InPortServer, Reference  # noqa: E402
from programs import wait_until  # noqa: E402
from skipping import run_tests  # noqa: E402

RTM_HOST, MODULES = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
PATIENCE = 30.0
ONCE, REPEATED = 0, 1


class Host:
    """rtm-host with a Probe0, which writes its references into a folder."""

    def __init__(self, *arguments):
        self.folder = tempfile.TemporaryDirectory()
        self.lines, self.news = [], threading.Condition()
        self.process = subprocess.Popen(
            [RTM_HOST, "--modules", MODULES, "-l", "Probe", "--nameserver", "none", *arguments],
            cwd=self.folder.name, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        threading.Thread(target=self.read, daemon=True).start()
        self.wait_for("ready")

    def read(self):
        for line in self.process.stdout:
            with self.news:
                self.lines.append(line.rstrip("\n"))
                self.news.notify_all()

    def wait_for(self, text):
        with self.news:
            assert self.news.wait_for(lambda: any(text in line for line in self.lines), PATIENCE), (text, self.lines)

    def count(self, text):
        with self.news:
            return sum(text in line for line in self.lines)

    def reference(self, name="Probe0", kind="rtcomp"):
        return Reference.parse(pathlib.Path(self.folder.name, "ior", f"{name}.{kind}").read_text())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.folder.cleanup()


class Bench(ComponentCaller):
    """The ports of Probe0, by names, for one version of GIOP and one byte order."""

    def __init__(self, host, minor=0, little=True):
        super().__init__(host.reference(), minor=minor, little=little)


class AnotherOrb(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.host = Host().__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.host.__exit__()

    def test_references_have_the_ids_of_the_idl(self):
        self.assertEqual("IDL:RtComponent:1.0", self.host.reference().type_id)
        self.assertEqual("IDL:rcssserver3D/RtmView/Monitor:1.0", self.host.reference(kind="rtmon").type_id)
        component = Caller(self.host.reference())
        self.assertEqual({"IDL:InPort:1.0"}, {port.type_id for port in component.ports("in_ports")})
        self.assertEqual({"IDL:OutPort:1.0"}, {port.type_id for port in component.ports("out_ports")})
        component.close()

    def test_every_type_goes_in_and_comes_out(self):
        values = {"float": (TK_FLOAT, 2.5), "double": (TK_DOUBLE, -0.1), "long": (TK_LONG, -7), "boolean": (TK_BOOLEAN, 1),
                  "string": (TK_STRING, "Gruß"), "floats": (("sequence", TK_FLOAT), [1.0, -2.5]),
                  "doubles": (("sequence", TK_DOUBLE), [0.1, 1e300])}
        for minor in (0, 1, 2):
            for little in (True, False):
                with self.subTest(minor=minor, little=little), Bench(self.host, minor, little) as bench:
                    self.assertEqual(list(values), list(bench.ins))
                    bench.component.call("on")
                    for name, (kind, value) in values.items():
                        if name == "string":
                            value = "Gruss"  # without the negotiation of letters everybody has only these
                        self.assertEqual(kind, bench.ins[name].port_type())
                        self.assertEqual(kind, bench.outs[name].port_type())
                        bench.ins[name].put(kind, value)
                        wait_until(lambda: bench.outs[name].get() == (kind, value))
                    bench.component.call("off")

    def test_numbers_and_aliases(self):
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

    def refused(self, minor, call, *arguments):
        with self.assertRaises(giop.SystemException) as caught:
            call(*arguments)
        self.assertEqual(("BAD_PARAM", minor, 1), (caught.exception.name, caught.exception.minor, caught.exception.completed))

    def test_what_is_refused(self):
        with Bench(self.host) as bench:
            self.refused(1, bench.ins["float"].put, TK_FLOAT, math.nan)
            self.refused(1, bench.ins["double"].put, TK_DOUBLE, -math.inf)
            self.refused(1, bench.ins["floats"].put, ("sequence", TK_FLOAT), [1.0, math.inf])
            self.refused(2, bench.ins["float"].put, TK_STRING, "one")
            self.refused(2, bench.ins["string"].put, TK_FLOAT, 1.0)
            self.refused(2, bench.ins["floats"].put, ("sequence", TK_DOUBLE), [1.0])
            self.refused(2, bench.ins["floats"].put, ("sequence", ("sequence", TK_FLOAT)), [])
            self.refused(3, bench.ins["float"].put, TK_DOUBLE, 1e300)
            self.refused(3, bench.ins["long"].put, TK_DOUBLE, 3e9)
            self.refused(4, bench.ins["string"].put, TK_STRING, "x" * 65_537)
            self.refused(4, bench.ins["floats"].put, ("sequence", TK_FLOAT), [0.0] * 65_537)
            bench.ins["string"].put(TK_STRING, "x" * 65_536)
            bench.ins["floats"].put(("sequence", TK_FLOAT), [0.0] * 65_536)
        self.host.wait_for("Probe0.float")

    def test_the_octets_of_a_put(self):
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

    def test_once_is_once(self):
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

    def test_subscribers_that_are_none(self):
        with Bench(self.host) as bench:
            out = bench.outs["float"]
            self.assertFalse(out.subscribe(REPEATED, None))
            nobody = socket.create_server(("127.0.0.1", 0))
            dead = Reference("IDL:InPort:1.0", "127.0.0.1", nobody.getsockname()[1], b"dead")
            nobody.close()
            self.assertFalse(out.subscribe(REPEATED, dead))
            words = InPortServer(TK_STRING)
            self.assertFalse(out.subscribe(REPEATED, words.reference))
            words.close()
            silent = socket.create_server(("127.0.0.1", 0))  # takes connections and says nothing
            hanging = Reference("IDL:InPort:1.0", "127.0.0.1", silent.getsockname()[1], b"hang")
            begin = time.monotonic()
            self.assertFalse(out.subscribe(REPEATED, hanging))
            self.assertLess(time.monotonic() - begin, 3.0)
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
            while time.monotonic() - begin < PATIENCE and self.host.count(" has ended: ") < ended + 2:  # who is gone, and who hangs
                number += 1
                bench.ins["double"].put(TK_DOUBLE, number)
                sent = time.monotonic()
                self.assertTrue(good.wait_for(number))
                self.assertLess(time.monotonic() - sent, 0.9)  # not the time-out of those that hang, which is 1 s
            self.assertFalse(out.subscribe(REPEATED, gone.reference, "unsubscribe"))
            self.assertFalse(out.subscribe(REPEATED, hanging.reference, "unsubscribe"))
            self.assertTrue(out.subscribe(REPEATED, refusing.reference, "unsubscribe"))
            self.assertTrue(out.subscribe(REPEATED, good.reference, "unsubscribe"))
            bench.component.call("off")
            for server in (good, gone, hanging, refusing):
                server.close()


class Hostile(unittest.TestCase):
    def test_garbage_nested_types_and_half_requests(self):
        with Host() as host, Bench(host) as bench:
            address = (bench.component.reference.host, bench.component.reference.port)
            for octets in (b"GET / HTTP/1.1\r\n\r\n", os.urandom(4096), b"GIOP\x01\x02\x01\x00\xff\xff\xff\xff",
                           b"GIOP\x01\x00\x01\x00\x00\x00\x00\x00", b"GIOP\x09\x09\x01\x00\x04\0\0\0aaaa", b"\0" * 100):
                for _ in range(30):
                    with socket.create_connection(address, timeout=PATIENCE) as connection:
                        connection.sendall(octets)
            halves = []
            for _ in range(20):
                half = socket.create_connection(address, timeout=PATIENCE)
                half.sendall(b"GIOP\x01\x00\x01\x00\x40\0\0\0half")
                halves.append(half)
            # Types within types, each a description that holds the next: 1 MB of them.
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
            self.assertLessEqual(host.count("CORBA peer 127.0.0.1"), 12)  # rate-limited: 1 to 5, 10, 100 …
            self.assertGreaterEqual(host.count("CORBA peer 127.0.0.1"), 1)
            for half in halves:
                half.close()

    def test_a_thousand_connections(self):
        with Host() as host, Bench(host) as bench:
            address = (bench.component.reference.host, bench.component.reference.port)
            many = []
            try:
                for _ in range(1000):
                    many.append(socket.create_connection(address, timeout=PATIENCE))
                begin = time.monotonic()
                for number in range(100):
                    bench.ins["float"].put(TK_FLOAT, number)
                self.assertLess(time.monotonic() - begin, 10.0)
            finally:
                for one in many:
                    one.close()
            bench.ins["float"].put(TK_FLOAT, 1.0)

    def test_a_type_of_a_subscriber_that_nests_without_end(self):
        with Host() as host, Bench(host) as bench:
            kind = TK_FLOAT
            for _ in range(100):
                kind = ("alias", kind)
            server = InPortServer(kind)
            self.assertFalse(bench.outs["float"].subscribe(REPEATED, server.reference))
            server.close()
            bench.ins["float"].put(TK_FLOAT, 1.0)


class Program(unittest.TestCase):
    def run_host(self, *arguments):
        done = subprocess.run([RTM_HOST, *arguments], capture_output=True, text=True, timeout=PATIENCE)
        return done.returncode, done.stderr

    def test_ends_with_its_names(self):
        for end in (signal.SIGINT, signal.SIGTERM):
            with Host() as host:
                files = pathlib.Path(host.folder.name, "ior")
                self.assertEqual(["Probe0.rtcomp", "Probe0.rtmon"], sorted(file.name for file in files.iterdir()))
                begin = time.monotonic()
                host.process.send_signal(end)
                self.assertEqual(0, host.process.wait(PATIENCE))
                self.assertLess(time.monotonic() - begin, 15.0)
                self.assertEqual([], list(files.iterdir()))
                host.wait_for("rtm: values in 0, out 0, refused 0, overwritten 0, watchdogs 0")

    def test_says_what_is_missing(self):
        status, said = self.run_host("-l", "Nix", "--nameserver", "none")
        self.assertEqual(1, status)
        self.assertRegex(said, r"^rtm-host: component module Nix: [^\n]*\n$")
        status, said = self.run_host("-l", "Probe", "--nameserver", "127.0.0.1:1")
        self.assertEqual((1, "rtm-host: the name server 127.0.0.1:1: cannot be reached; start one with: rtm names --port 1\n"), (status, said))
        status, said = self.run_host()
        self.assertEqual(2, status)
        status, said = self.run_host("--modules", MODULES, "-l", "Probe", "--nameserver", "none", "--set", "Probe.x=1")
        self.assertEqual(1, status)
        self.assertRegex(said, r"^rtm-host: [^\n]*x[^\n]*\n$")
        with Host() as host:
            port = host.reference().port
            status, said = self.run_host("-l", "Probe", "--nameserver", "none", "--endpoint", f"127.0.0.1:{port}")
            self.assertEqual(1, status)
            self.assertRegex(said, rf"^rtm-host: cannot listen on giop:tcp:127.0.0.1:{port}[^\n]*\n$")


if __name__ == "__main__":
    run_tests()
