#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The client in Python with a small server in this file, octet by octet.  test_client.py CLIENT"""

import contextlib
import importlib.util
import json
import math
import os
import queue
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import unittest.mock

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "support"))

from skipping import run_tests  # noqa: E402

CLIENT = os.path.abspath(sys.argv[1])
TIMEOUT = 100.0


def load_client():
    spec = importlib.util.spec_from_file_location("rctp", CLIENT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


rctp = load_client()

DESCRIPTION = """<?xml version="1.0" encoding="UTF-8"?>
<X3D profile="Immersive" version="3.0"><Scene>
<ProtoDeclare name="RCML_Robot"><ProtoInterface><field accessType="initializeOnly" name="name" type="SFString" value=""/>
</ProtoInterface><ProtoBody><Group/></ProtoBody></ProtoDeclare>
<Transform DEF="rover" translation="1 0.1 -2" rotation="0 1 0 1.5707964"><Shape/></Transform>
<Transform DEF="ball" translation="0 0.2 0"/>
<Transform DEF="floor"/>
<ProtoInstance name="RCML_Robot"><fieldValue name="name" value="foo_11"/>
<fieldValue name="children">
<ProtoInstance name="RCML_Server" containerField="children"><fieldValue name="language" value="RCML/1.0"/></ProtoInstance>
<ProtoInstance name="RCML_ControlOutput" containerField="children"><fieldValue name="children">
<ProtoInstance name="RCML_ControlOutputData" containerField="children"><fieldValue name="name" value="drive"/>
<fieldValue name="parameters" value="3"/><fieldValue name="parameterName" value='"x" "y" "z"'/>
<fieldValue name="unit" value='"percent" "percent" "percent"'/><fieldValue name="dataType" value='"float32"'/>
<fieldValue name="minValue" value="-100 -100 -100"/><fieldValue name="maxValue" value="100 100 100"/></ProtoInstance>
<ProtoInstance name="RCML_ControlOutputData" containerField="children"><fieldValue name="name" value="mixed"/>
<fieldValue name="parameters" value="9"/><fieldValue name="parameterName" value='"a" "b" "c" "d" "e" "f" "g" "h" "i"'/>
<fieldValue name="dataType" value='"float64" "int32" "uint8" "float32" "float32" "float32" "float32" "float32" "uint8"'/>
<fieldValue name="timeStamp" value="false"/><fieldValue name="trigger" value="true"/></ProtoInstance>
</fieldValue></ProtoInstance>
<ProtoInstance name="RCML_ControlInput" containerField="children"><fieldValue name="children">
<ProtoInstance name="RCML_ControlInputData" containerField="children"><fieldValue name="name" value="AgentState"/>
<fieldValue name="parameters" value="4"/><fieldValue name="parameterName" value='"pan" "tilt" "battery" "temp"'/>
<fieldValue name="rate" value="5"/></ProtoInstance></fieldValue></ProtoInstance>
<ProtoInstance name="RCML_TextOutput" containerField="children"><fieldValue name="name" value="say"/></ProtoInstance>
<ProtoInstance name="RCML_TextInput" containerField="children"><fieldValue name="name" value="hear"/></ProtoInstance>
<ProtoInstance name="RCML_BinaryOutput" containerField="children"><fieldValue name="name" value="catch"/>
<fieldValue name="trigger" value="true"/></ProtoInstance>
<ProtoInstance name="RCML_BinaryInput" containerField="children"><fieldValue name="name" value="touch"/></ProtoInstance>
<ProtoInstance name="RCML_BinaryInput" containerField="children"><fieldValue name="name" value="world"/>
<fieldValue name="bits" value="0"/><fieldValue name="nodeName" value='"rover" "ball" "" "a\\"b\\\\"'/></ProtoInstance>
<ProtoInstance name="RCML_VideoInput" containerField="children"><fieldValue name="name" value="camera"/>
<fieldValue name="url" value='"http://here/foo_11/camera.mjpg"'/></ProtoInstance>
</fieldValue></ProtoInstance>
</Scene></X3D>
"""

# The number of each object in the tests, and how many octets follow the mask or the head in a client's records.
GRANTED = {"drive": ("1", "0.0 0.0 0.0"), "AgentState": ("2", "0.0 0.0 100.0 23.0"), "say": ("3", None), "hear": ("4", None),
           "catch": ("5", None), "touch": ("6", None), "world": ("7", None), "camera": ("8", None),
           "mixed": ("9", "1.0 2.0 3.0 4.0 5.0 6.0 7.0 8.0 9.0")}  # fmt: skip


def octets(text):
    return bytes.fromhex(text.replace(" ", ""))


class Server(threading.Thread):
    """Serves the description and one live session. Answers pings and goodbyes; every other record is put into `records`, with ss
    for the octets of its time stamp."""

    def __init__(self, files=None):
        super().__init__(daemon=True)
        self.files = files or {"/foo_11.x3d": DESCRIPTION, "/robots": json.dumps([{"name": "foo_11", "state": "idle", "operator": ""}])}
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.address = f"rctp://127.0.0.1:{self.port}/foo_11"
        self.headers = []
        self.requests, self.records, self.live = [], queue.Queue(), None
        self.has_gone_live, self.pings, self.loads = threading.Event(), 0, 0
        self.sending = threading.RLock()  # held for whole records
        self.start()

    def run(self):
        with contextlib.suppress(OSError):
            while True:
                peer, _ = self.listener.accept()
                threading.Thread(target=self.serve, args=(peer,), daemon=True).start()

    def serve(self, peer):
        with peer, peer.makefile("rb") as stream, contextlib.suppress(OSError):
            while request := stream.readline().decode():
                while (line := stream.readline()) != b"\r\n":
                    self.headers.append(line.decode())
                if request.startswith("GET "):
                    self.loads += 1
                    body = self.files.get(request.split()[1], "")
                    status = "200 OK" if body else "404 Not Found"
                    peer.sendall(f"HTTP/1.1 {status}\r\nContent-Length: {len(body.encode())}\r\n\r\n{body}".encode())
                    return
                self.requests.append(request)
                peer.sendall(self.answer(request.split()).encode())
                if request.startswith("GO "):
                    self.live = peer
                    self.has_gone_live.set()
                    return self.read_records(stream)

    def answer(self, words):
        if words[0] == "GO":
            return "RCMP/1.0 201 OK\r\n\r\n"
        number, values = GRANTED.get(words[1].rsplit("/", 1)[1], (None, None))
        if not number:
            return "RCMP/1.0 404 Not Found\r\nReason: foo_11 has no such object; it has drive\r\n\r\n"
        line = f"Current Value: {values}\r\n" if values else "Location: http://there/c.mjpg\r\n" if number == "8" else ""
        return f"RCMP/1.0 201 OK\r\nID: {number}\r\n{line}\r\n"

    def read_records(self, stream):
        while head := stream.read(1):
            if head == b"\0":
                code = stream.read(1)
                if code == b"\2":
                    self.pings += 1
                    pong = b"\0\3" + stream.read(4) + octets("00001388")
                    with self.sending:
                        self.live.sendall(pong)
                    continue
                self.records.put((head + code).hex(" "))
                if code == b"\0":
                    return self.live.sendall(b"\0\0")
                continue
            shown = head.hex()
            if head != b"\x09":
                self.stamp = int.from_bytes(stream.read(4), "big")
                shown += " ss"
            if head == b"\1":
                mask = stream.read(1)
                body = mask + stream.read(4 * mask[0].bit_count())
            elif head == b"\3":
                length = stream.read(2)
                body = length + stream.read(int.from_bytes(length, "big"))
            elif head == b"\5":
                body = stream.read(1)
            else:
                mask = stream.read(2)
                sizes = (8, 4, 1, 4, 4, 4, 4, 4, 1)
                body = mask + stream.read(sum(size for i, size in enumerate(sizes) if mask[1] >> i & 1 or i == 8 and mask[0]))
            self.records.put(f"{shown} {body.hex(' ')}")

    def send(self, text):
        with self.sending:
            self.live.sendall(octets(text))

    def next_record(self):
        return self.records.get(timeout=TIMEOUT)

    def close(self):
        with contextlib.suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()


class ClientTest(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.addCleanup(self.server.close)

    def live(self, *names):
        robot = rctp.Robot(self.server.address)
        self.addCleanup(robot.close)
        robot.assign(*names)
        robot.go()
        self.assertTrue(self.server.has_gone_live.wait(TIMEOUT))
        return robot

    def poll_until(self, robot, condition):
        end = time.monotonic() + TIMEOUT
        while not condition():
            self.assertLess(time.monotonic(), end, "timed out")
            robot.poll(0.01)

    def test_objects_are_read_from_the_description(self):
        robot = rctp.Robot(self.server.address)
        self.assertEqual(list(robot.objects), ["drive", "mixed", "AgentState", "say", "hear", "catch", "touch", "world", "camera"])
        drive, mixed = robot.objects["drive"], robot.objects["mixed"]
        self.assertEqual(drive.parameters[1], rctp.Parameter("y", "percent", -100.0, 100.0, 0.0, "float32"))
        self.assertTrue(drive.is_output and drive.time_stamp and drive.data_mask and not drive.trigger)
        self.assertEqual([parameter.type for parameter in mixed.parameters[:4]], ["float64", "int32", "uint8", "float32"])
        self.assertEqual(mixed.parameters[0].most, math.inf)
        self.assertTrue(mixed.trigger and not mixed.time_stamp)
        self.assertEqual(robot.objects["world"].node_names, ["rover", "ball", "", 'a"b\\'])
        self.assertEqual(robot.objects["camera"].url, "http://here/foo_11/camera.mjpg")
        self.assertEqual(str(drive), "output control drive            x -100 … 100 percent, y -100 … 100 percent, z -100 … 100 percent")
        self.assertEqual(set(robot.world), {"rover", "ball"})
        self.assertEqual(robot.world["rover"].position, (1, 2, 0.1))
        self.assertAlmostEqual(robot.world["rover"].heading, 90, 5)

    def test_a_whole_session_exchanges_the_documented_octets(self):
        robot = self.live("drive", "AgentState")
        self.assertEqual(self.server.requests, ["ASSIGN /foo_11/drive RCMP/1.0\r\n", "ASSIGN /foo_11/AgentState RCMP/1.0\r\n",
                                                "GO RCMP/1.0\r\n"])  # fmt: skip
        self.assertEqual(robot.values, {"drive": [0, 0, 0], "AgentState": [0, 0, 100, 23]})
        reported = []
        robot.on_values = lambda name, values: reported.append((name, values))
        robot.on_stopped, robot.on_released = lambda: reported.append("stopped"), lambda: reported.append("released")
        self.server.send("02 00 00 00 00 0f 00 00 00 00 00 00 00 00 42 c8 00 00 41 b8 00 00")
        self.poll_until(robot, lambda: reported)
        robot.send("drive", 100, 0, 0)
        self.assertEqual(self.server.next_record(), "01 ss 07 42 c8 00 00 00 00 00 00 00 00 00 00")
        robot.send("drive", y=-50)
        self.assertEqual(self.server.next_record(), "01 ss 02 c2 48 00 00")
        self.assertEqual(robot.values["drive"], [100, -50, 0])
        self.server.send("02 00 00 07 da 04 42 c7 99 9a")
        self.poll_until(robot, lambda: len(reported) == 2)
        self.assertEqual(reported[0], ("AgentState", [0, 0, 100, 23]))
        self.assertAlmostEqual(reported[1][1][2], 99.8, 4)
        self.assertEqual(reported[1][1][3], 23)
        robot.stop()
        self.assertEqual(self.server.next_record(), "00 01")
        self.server.send("00 01")
        self.poll_until(robot, lambda: "stopped" in reported)
        self.assertTrue(robot.is_stopped)
        robot.release()
        self.assertEqual(self.server.next_record(), "00 05")
        self.server.send("00 05")
        self.poll_until(robot, lambda: "released" in reported)
        self.assertFalse(robot.is_stopped)
        robot.close()
        self.assertEqual(self.server.next_record(), "00 00")
        self.assertFalse(robot.poll(0))

    def test_values_of_all_types_are_sent_and_received(self):
        robot = self.live("say", "hear", "catch", "touch", "mixed", "camera")
        self.assertEqual(robot.objects["camera"].url, "http://there/c.mjpg")
        robot.say("hello")
        self.assertEqual(self.server.next_record(), "03 ss 00 05 68 65 6c 6c 6f")
        robot.say("é")
        self.assertEqual(self.server.next_record(), "03 ss 00 02 c3 a9")
        robot.send("catch")
        self.assertEqual(self.server.next_record(), "05 ss 01")
        robot.send("mixed", 0.1, -2, 200, 0.1)
        self.assertEqual(self.server.next_record(), "09 00 0f 3f b9 99 99 99 99 99 9a ff ff ff fe c8 3d cc cc cd")
        robot.send("mixed", i=7, b=1)
        self.assertEqual(self.server.next_record(), "09 01 02 00 00 00 01 07")
        reported = []
        robot.on_text, robot.on_binary = lambda *what: reported.append(what), lambda *what: reported.append(what)
        self.server.send("04 00 00 10 0e 00 15 28 68 65 61 72 20 33 2e 32 20 73 65 6c 66 20 68 65 6c 6c 6f 29 06 00 00 ee 48 01")
        self.poll_until(robot, lambda: len(reported) == 2)
        self.assertEqual(reported, [("hear", "(hear 3.2 self hello)"), ("touch", b"\1")])

    def test_states_of_the_world_are_in_world_coordinates(self):
        robot = self.live("world")
        record = ("07 00 00 2e e0 00 2d 00 00 04 b0 00 00 01 c0 00 00 00 3d cc cc cd 40 00 00 00 00 00 00 00 3f 80 00 00 00 00 00 00 "
                  "3f c9 0f db 00 00 02 3f 49 0f d8 00 01 03")  # fmt: skip
        steps = []
        robot.on_world = steps.append
        # Cut between any two octets.
        with self.server.sending:
            for octet in record.split():
                self.server.send(octet)
                robot.poll(0)
        self.poll_until(robot, lambda: steps)
        self.assertEqual((steps, robot.step), ([1200], 1200))
        self.assertEqual(set(robot.world), {"rover"})
        rover = robot.world["rover"]
        self.assertEqual(rover.position[:2], (-2, -2))
        self.assertAlmostEqual(rover.position[2], 0.1, 6)
        self.assertAlmostEqual(rover.heading, 90, 4)
        self.assertAlmostEqual(rover.field_of_view, 0.785398, 6)
        # A node that is not in the description yet is skipped.
        self.server.send("07 00 00 2e e0 00 0e 00 00 04 b1 00 63 02 3f 49 0f d8 00 63 03")
        self.poll_until(robot, lambda: len(steps) == 2)
        self.assertEqual(set(robot.world), {"rover"})

    def test_a_changed_model_is_loaded_again(self):
        robot = self.live("world")
        self.server.files["/foo_11.x3d"] = DESCRIPTION.replace('"rover" "ball" ""', '"rover" "ball" "floor"')
        self.server.send("00 06")
        self.poll_until(robot, lambda: "floor" in robot.world)
        self.assertEqual(robot.objects["world"].node_names[2], "floor")
        loads = self.server.loads
        self.server.send("00 06 00 06 00 06 07 00 00 2e e0 00 04 00 00 04 b2")
        self.poll_until(robot, lambda: robot.step == 1202)
        self.assertEqual(self.server.loads, loads)  # not more than once in a second

    def test_the_connection_is_kept_alive(self):
        robot = self.live("drive")
        self.poll_until(robot, lambda: self.server.pings >= 3 and robot.round_trip is not None)
        self.assertGreater(robot.round_trip, 0)
        self.assertLess(robot.round_trip, TIMEOUT)

    def test_the_secret_is_sent_with_claims(self):
        with tempfile.NamedTemporaryFile("w", suffix=".secret") as file:
            server = self.server
            file.write("a secret of operators \nnot this\n")
            file.flush()
            secret = rctp.load_secret(file.name)
            with rctp.Robot(server.address, secret=secret) as robot:
                robot.assign("drive")
                robot.go()
            self.assertIn("Authorization: Bearer a secret of operators\r\n", server.headers)
            server.headers.clear()
            with rctp.Robot(server.address) as robot:
                robot.assign("drive")
            self.assertEqual([line for line in server.headers if line.startswith("Authorization")], [])
        with self.assertRaisesRegex(rctp.RctpError, "cannot read a secret from"):
            rctp.load_secret("/no/such/file")

    def test_refusals_and_wrong_usage_are_reported(self):
        robot = rctp.Robot(self.server.address)
        self.addCleanup(robot.close)
        with self.assertRaises(rctp.Refused) as refused:
            robot.assign("haed")
        self.assertEqual((refused.exception.code, refused.exception.sentence), (404, "foo_11 has no such object; it has drive"))
        with self.assertRaisesRegex(rctp.RctpError, "'drive' has not been assigned in a live session"):
            robot.send("drive", 1, 2, 3)
        robot.assign("drive")
        robot.go()
        with self.assertRaisesRegex(rctp.RctpError, "drive has x, y, z; not w"):
            robot.send("drive", w=1)
        with self.assertRaisesRegex(rctp.RctpError, "drive has x, y, z; not 4"):
            robot.send("drive", 1, 2, 3, 4)
        with self.assertRaisesRegex(rctp.RctpError, "live"):
            robot.assign("say")
        reported = []
        robot.on_error = reported.append
        self.server.has_gone_live.wait(TIMEOUT)
        self.server.send("00 04 00 18 6f 62 6a 65 63 74 20 39 20 69 73 20 6e 6f 74 20 61 73 73 69 67 6e 65 64 00 00")
        self.poll_until(robot, lambda: not robot.is_live)
        self.assertEqual(reported, ["object 9 is not assigned"])
        self.assertEqual(self.server.next_record(), "00 00")

    def test_invalid_records_of_the_server_end_the_session(self):
        for record in ("09", "01", "00 07", "00 02", "07 00 00 00 00 00 05 00 00 00 00 09", "07 00 00 00 00 00 07 00 00 00 01 00 01 09"):
            with self.subTest(record):
                self.server = Server()
                self.addCleanup(self.server.close)
                robot = self.live("world", "drive")
                self.server.send(record)
                with self.assertRaisesRegex(rctp.RctpError, "the server has sent"):
                    self.poll_until(robot, lambda: False)

    def test_a_file_that_is_too_large_is_refused(self):
        """The size limit counts octets: of letters with two octets each only half as many fit."""
        limit = len(DESCRIPTION.encode())
        with unittest.mock.patch.object(rctp, "MAX_OCTETS", limit):
            rctp.Robot(self.server.address).close()
            self.server.files["/foo_11.x3d"] = DESCRIPTION.replace("<X3D", "<!-- " + "ö" * limit + " --><X3D", 1)
            with self.assertRaisesRegex(rctp.RctpError, "is too large"):
                rctp.Robot(self.server.address)

    def test_addresses_are_parsed_and_invalid_ones_refused(self):
        self.assertEqual(rctp.split_address("rctp://a:1/b"), ("a", 1, "b"))
        self.assertEqual(rctp.split_address("a:1"), ("a", 1, ""))
        self.assertEqual(rctp.split_address("http://[::1]/b%20c"), ("::1", 3300, "b c"))
        for wrong in ("rctp://:1/b", "rctp://a:x/b", "rctp://a:99999/b"):
            with self.assertRaises(rctp.RctpError):
                rctp.split_address(wrong)
        self.assertEqual(rctp.Robot(f"127.0.0.1:{self.server.port}").name, "foo_11")
        with self.assertRaisesRegex(rctp.Refused, "404"):
            rctp.Robot(f"rctp://127.0.0.1:{self.server.port}/missing")
        self.server.files["/bad.x3d"] = "<X3D>"
        with self.assertRaisesRegex(rctp.RctpError, "is not XML"):
            rctp.Robot(f"rctp://127.0.0.1:{self.server.port}/bad")
        self.server.files["/bad.x3d"] = "<X3D/>"
        with self.assertRaisesRegex(rctp.RctpError, "describes no robot"):
            rctp.Robot(f"rctp://127.0.0.1:{self.server.port}/bad")

    def run_program(self, *arguments):
        return subprocess.run([sys.executable, CLIENT, *arguments], capture_output=True, text=True, timeout=60, check=False)

    def test_the_client_works_as_a_program(self):
        printed = self.run_program(self.server.address)
        self.assertEqual((printed.returncode, printed.stderr), (0, ""))
        self.assertTrue(printed.stdout.startswith(f"rctp://127.0.0.1:{self.server.port}/foo_11\noutput control drive "), printed.stdout)
        self.assertEqual(self.run_program(self.server.address, "--list").stdout, f"{'foo_11':24} idle\n")
        sent = self.run_program(self.server.address, "--send", "drive", "100", "-50", "0", "--send", "say", "hello", "--for", "0.1")
        self.assertEqual((sent.returncode, sent.stdout, sent.stderr), (0, "", ""))
        self.assertEqual(self.server.next_record(), "01 ss 07 42 c8 00 00 c2 48 00 00 00 00 00 00")
        self.assertEqual(self.server.next_record(), "03 ss 00 05 68 65 6c 6c 6f")
        self.assertEqual(self.server.next_record(), "00 00")
        for arguments, problem in ((("--send", "haed", "1"), "rctp.py: 404: foo_11 has no such object; it has drive\n"),
                                   (("--send", "drive", "x"), "rctp.py: could not convert string to float: 'x'\n")):  # fmt: skip
            failed = self.run_program(self.server.address, *arguments)
            self.assertEqual((failed.returncode, failed.stderr), (1, problem))
        self.server.close()
        failed = self.run_program(self.server.address)
        self.assertEqual(failed.returncode, 1)
        self.assertIn("rctp.py: cannot load http://127.0.0.1:", failed.stderr)
        self.assertEqual(failed.stderr.count("\n"), 1)


if __name__ == "__main__":
    run_tests()
