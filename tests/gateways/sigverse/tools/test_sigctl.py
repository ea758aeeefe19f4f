#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The command line of sigctl, and the sample client in Python: test_sigctl.py SIGCTL SIGVIEWER CLIENT [TEST ...]. Also
the commands that sigviewer shares with sigctl."""

import json
import os
import socket
import struct
import subprocess
import sys
import tempfile
import unittest
import wave

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "../../../support")]

from skipping import run_tests  # noqa: E402
from stand_in import TIMEOUT, Server, attribute, entity, names, packet, part, raw, record, services, text  # noqa: E402

SIGCTL, SIGVIEWER, CLIENT = map(os.path.abspath, sys.argv[1:4])
GREETING = b"SIGViewer,sigctl,"
VIEWER_GREETING = b"SIGViewer,sigviewer,"
NOW = packet(3, text(""))
SERVICES = packet(133)
ALL, AGENTS = packet(41, struct.pack(">H", 3)), packet(41, struct.pack(">H", 1))
BALL = record(3, "ball_0", "seToy_A", False, [
    attribute("dynamics", "physics", True), attribute("mass", "physics", 2.5), attribute("name", "", "ball_0"),
    attribute("x", "position", -12.5), attribute("y", "position", 50.0), attribute("z", "position", -0.0)],
    [part(1, 0, "body", (-12.5, 50.0, 0.0), (1.0, 0.0, 0.0, 0.0), (10.0, 20.0, 30.0)),
     part(2, 1, "stick", (0.0, 100.0, 0.0), (0.5, 0.5, 0.5, 0.5), (1.5, 40.0)),
     part(3, 2, "tip", (0.0, 120.0, 0.0), (1.0, 0.0, 0.0, 0.0), (2.0,))])
ROBOT = record(1, "robot_000", "Robot", True, [attribute("agent", "", True)], [])


def run(*arguments, environment=None, program=SIGCTL):
    """Exit status, standard output and standard error."""
    inherited = {name: value for name, value in os.environ.items() if name != "SIGVERSE_SERVER"}
    done = subprocess.run([program, *arguments], capture_output=True, timeout=TIMEOUT, env=inherited | (environment or {}))
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def run_against(answers, *arguments):
    """Runs sigctl with a server that gives these answers. Returns its output and its requests."""
    with Server(answers, GREETING) as server:
        outcome = run("-p", str(server.port), *arguments)
    assert server.greeted == GREETING, server.greeted
    return outcome, server.requests


def run_viewer_against(answers, *arguments):
    """The same with sigviewer."""
    with Server(answers, VIEWER_GREETING) as server:
        outcome = run("-p", str(server.port), *arguments, program=SIGVIEWER)
    assert server.greeted == VIEWER_GREETING, server.greeted
    return outcome, server.requests


class Sigctl(unittest.TestCase):
    def test_sigctl_ends_when_the_server_has_taken_the_command(self):
        for number, command in enumerate(["start", "stop", "reset", "restart"]):
            outcome, requests = run_against({NOW: entity(0.0)}, command)
            self.assertEqual(outcome, (0, "", ""))
            self.assertEqual(requests, [packet(0, struct.pack(">h", number)), NOW])

    def test_quit_waits_for_the_end_of_the_server(self):
        outcome, requests = run_against({raw(7): None}, "quit")
        self.assertEqual(outcome, (0, "", ""))
        self.assertEqual(requests, [raw(7)])

    def test_a_server_that_does_not_end_is_reported(self):
        (status, out, err), _ = run_against({}, "--patience", "0.2", "quit")
        self.assertEqual((status, out), (1, ""))
        self.assertRegex(err, r"^sigctl: 127\.0\.0\.1:\d+: the server does not answer\n$")

    def test_time_is_printed(self):
        self.assertEqual(run_against({NOW: entity(12.34)}, "time")[0], (0, "12.34\n", ""))

    def test_names_of_several_packets_are_printed(self):
        everything = [f"object_{number:03}" for number in range(120)]
        (status, out, err), _ = run_against({ALL: b"".join(names(*everything))}, "names")
        self.assertEqual((status, out.split("\n"), err), (0, [*everything, ""], ""))

    def test_services_are_printed(self):
        answer = b"".join(services(("eye", 3, "127.0.0.1", 9300, 12, 1), ("eye", 5, "host", 9301, 1, 0), ("ear", 4, "::1", 80, 0, 1),
                                   ("Recog\x1bTrash", 0, "127.0.0.1", 0, 0, 1), ("SIGViewer", 5, "", 0, 0, 1)))
        outcome, requests = run_against({SERVICES: answer}, "services")
        self.assertEqual(requests, [SERVICES])
        self.assertEqual(outcome, (0, "eye          pictures, detection  127.0.0.1:9300     used 12 times  alive\n"
                                      "eye          distances            host:9301          used once      dead\n"
                                      "ear          speech               [::1]:80           not used       alive\n"
                                      "Recog?Trash  messages             127.0.0.1                         alive\n"
                                      "SIGViewer    distances            the server itself                 alive\n", ""))
        printed = json.loads(run_against({SERVICES: answer}, "--json", "services")[0][1])
        self.assertEqual(len(printed), 5)
        self.assertEqual(printed[0], {"name": "eye", "does": "pictures, detection", "kinds": 3, "host": "127.0.0.1", "port": 9300,
                                      "uses": 12, "alive": True})
        self.assertEqual([each["alive"] for each in printed], [True, False, True, True, True])

    def test_service_lists_of_any_length_are_printed(self):
        answer = b"".join(services(*((f"eye {number}", 1, "h", 1, 0, 1) for number in range(100))))
        out = run_against({SERVICES: answer}, "services")[0][1]
        self.assertEqual([line[:6].strip() for line in out.splitlines()], [f"eye {number}" for number in range(100)])
        self.assertEqual(run_against({SERVICES: b"".join(services())}, "services")[0], (0, "no services\n", ""))
        self.assertEqual(run_against({SERVICES: b"".join(services())}, "--json", "services")[0], (0, "[]\n", ""))
        self.assertRegex(run_against({SERVICES: packet(134, b"\0\2")}, "services")[0][2], r"a list of services that cannot be read\n$")

    def test_unrequested_messages_are_skipped(self):
        chatter = packet(33, struct.pack(">h", 2), text("[MSG] hello")) + raw(1, b"a,00002,hi,-1.0,1,b,")
        self.assertEqual(run_against({NOW: chatter + entity(0.5)}, "time")[0], (0, "0.5\n", ""))

    def test_an_object_is_printed_as_text(self):
        (status, out, err), _ = run_against({packet(3, text("ball_0")): entity(1.25, BALL)}, "print", "ball_0")
        self.assertEqual((status, err), (0, ""))
        self.assertEqual(
            out,
            "ball_0: class seToy_A, id 3, no controller; at 1.25 s\n"
            "\n"
            'other     name "ball_0"\n'
            "physics   dynamics true  mass 2.5\n"
            "position  x -12.5  y 50  z 0\n"
            "\n"
            "parts\n"
            "  body   at (-12.5, 50, 0)  turned (1, 0, 0, 0)          box 10 x 20 x 30\n"
            "  stick  at (0, 100, 0)     turned (0.5, 0.5, 0.5, 0.5)  cylinder of radius 1.5, length 40\n"
            "  tip    at (0, 120, 0)     turned (1, 0, 0, 0)          sphere of radius 2\n",
        )

    def test_an_object_is_printed_as_json(self):
        (status, out, err), _ = run_against({packet(3, text("ball_0")): entity(1.25, BALL)}, "--json", "print", "ball_0")
        self.assertEqual((status, err), (0, ""))
        printed = json.loads(out)
        self.assertEqual(printed["attributes"], {"dynamics": True, "mass": 2.5, "name": "ball_0", "x": -12.5, "y": 50.0, "z": 0.0})
        self.assertEqual([printed[key] for key in ("name", "class", "id", "attached", "time")], ["ball_0", "seToy_A", 3, False, 1.25])
        self.assertEqual(printed["parts"][1], {"name": "stick", "id": 2, "shape": "cylinder", "position": [0, 100, 0],
                                               "rotation": [0.5, 0.5, 0.5, 0.5], "size": [1.5, 40, 0]})

    def test_names_in_other_encodings_are_printed(self):
        japanese = record(1, "太郎".encode("shift_jis"), "Man", True, [attribute("x", "p", float("nan"))], [])
        request = {packet(3, text("taro")): entity(0.0, japanese)}
        status, out, err = run_against(request, "--json", "print", "taro")[0]
        self.assertEqual((status, err), (0, ""))
        self.assertIn("\N{REPLACEMENT CHARACTER}", json.loads(out)["name"])
        self.assertEqual(json.loads(out)["attributes"], {"x": None})

    def test_control_characters_in_names_are_replaced(self):
        status, out, err = run_against({ALL: b"".join(names("a\x1b[2Jb\nc"))}, "names")[0]
        self.assertEqual((status, out, err), (0, "a?[2Jb?c\n", ""))

    def test_similar_names_are_suggested_for_an_unknown_object(self):
        answers = {packet(3, text("bal_0")): entity(0.0), ALL: b"".join(names("ball_0", "robot_000"))}
        self.assertEqual(run_against(answers, "print", "bal_0")[0],
                         (1, "", "sigctl: there is no object 'bal_0'; did you mean ball_0?\n"))

    def test_a_text_is_sent_to_a_controller(self):
        answers = {packet(3, text("robot_000")): entity(0.0, ROBOT), NOW: entity(0.0)}
        outcome, requests = run_against(answers, "send", "robot_000", "go, now")
        self.assertEqual(outcome, (0, "", ""))
        self.assertEqual(requests[1:], [raw(8, b"00007,go, now,-1.0,1,robot_000,"), NOW])
        outcome, requests = run_against(answers, "send", "robot_000", "--", "-5")
        self.assertEqual(requests[1:], [raw(8, b"00002,-5,-1.0,1,robot_000,"), NOW])

    def test_a_text_without_a_receiver_is_refused(self):
        answers = {packet(3, text("robot")): entity(0.0), AGENTS: b"".join(names("robot_000"))}
        self.assertEqual(run_against(answers, "send", "robot", "go")[0], (1, "", "sigctl: there is no agent 'robot'\n"))
        answers = {packet(3, text("ball_0")): entity(0.0, BALL)}
        self.assertEqual(run_against(answers, "send", "ball_0", "go")[0], (1, "", "sigctl: 'ball_0' has no controller to hear it\n"))

    def test_a_text_that_is_too_long_is_refused(self):
        answers = {packet(3, text("robot_000")): entity(0.0, ROBOT)}
        (status, out, err), requests = run_against(answers, "send", "robot_000", "x" * 70_000)
        self.assertEqual((status, out, err), (1, "", "sigctl: the text is too long (70000 octets)\n"))
        self.assertEqual(len(requests), 1)

    def test_a_wave_file_is_sent_to_a_controller_as_by_a_viewer(self):
        answers = {packet(3, text("robot_000")): entity(7.25, ROBOT), NOW: entity(7.5)}
        for length in (4, 25_000):
            samples = bytes(number % 251 for number in range(length))
            path = self.wave(samples, rate=44_100, channels=2)
            outcome, requests = run_against(answers, "say", path, "--to", "robot_000")
            self.assertEqual(outcome, (0, "", ""))
            self.assertEqual(run_viewer_against(answers, "--say", path, "--to", "robot_000"), (outcome, requests))
            head = struct.pack("<d", 7.25) + text("SIGViewer") + struct.pack(">hHHHI", 2, 44_100, 16, 0, length)
            pieces = [samples[at:at + 10_000] for at in range(0, length, 10_000)]
            parts = [head, *(struct.pack(">H", len(piece)) + piece for piece in pieces)]
            self.assertEqual(requests[1:], [*(packet(31, part, count=len(parts), number=number, flags=1, target="robot_000")
                                              for number, part in enumerate(parts)), NOW])

    def test_invalid_wave_files_are_not_sent(self):
        answers = {packet(3, text("robot_000")): entity(0.0, ROBOT)}
        path = self.wave(b"1234")
        with open(path, "r+b") as file:
            file.truncate(46)
        self.assertEqual(run_against(answers, "say", path, "--to", "robot_000"),
                         ((1, "", f"sigctl: {path}: its header gives 48 octets, but it has 46\n"), []))
        self.assertEqual(run_against(answers, "say", "no/such.wav", "--to", "robot_000")[0],
                         (1, "", "sigctl: no/such.wav: No such file or directory\n"))
        # A pipe to which no program writes.
        os.remove(path)
        os.mkfifo(path)
        self.assertEqual(run_against(answers, "say", path, "--to", "robot_000")[0], (1, "", f"sigctl: {path}: it is not a regular file\n"))
        answers = {packet(3, text("ball_0")): entity(0.0, BALL)}
        path = self.wave(b"12")
        self.assertEqual(run_against(answers, "say", path, "--to", "ball_0")[0], (1, "", "sigctl: 'ball_0' has no controller to hear it\n"))
        self.assertEqual(run_viewer_against(answers, "--say", path, "--to", "ball_0")[0],
                         (1, "", "sigviewer: 'ball_0' has no controller to hear it\n"))

    def wave(self, samples, rate=16_000, channels=1):
        """The path of a wave file, which is removed after the test."""
        file, path = tempfile.mkstemp(suffix=".wav")
        self.addCleanup(os.remove, path)
        with open(file, "wb") as opened, wave.open(opened, "wb") as written:
            written.setparams((channels, 2, rate, 0, "NONE", ""))
            written.writeframes(samples)
        return path

    def test_a_server_that_leaves_or_sends_invalid_data_is_reported(self):
        self.assertRegex(run_against({NOW: None}, "time")[0][2], r"^sigctl: 127\.0\.0\.1:\d+: the server has closed the connection\n$")
        self.assertRegex(run_against({NOW: b"HTTP/1.0 400"}, "time")[0][2], r"^sigctl: [^\n]*received neither a packet nor a raw request\n$")
        self.assertRegex(run_against({NOW: packet(4, b"\0")}, "time")[0][2], r"^sigctl: [^\n]*the server sends an object that cannot be read\n$")

    def test_a_missing_server_is_reported(self):
        with socket.socket() as closed:  # no one listens there, and no one else can
            closed.bind(("127.0.0.1", 0))
            port = closed.getsockname()[1]
            self.assertEqual(run("-p", str(port), "time"), (1, "", f"sigctl: cannot connect to 127.0.0.1:{port}: Connection refused\n"))

    def test_the_environment_names_the_server(self):
        with Server({NOW: entity(0.5)}, GREETING) as server:
            self.assertEqual(run("time", environment={"SIGVERSE_SERVER": f"localhost:{server.port}"}), (0, "0.5\n", ""))
        with Server({NOW: entity(0.5)}, GREETING) as server:
            self.assertEqual(run("-p", str(server.port), "-h", "127.0.0.1", "time", environment={"SIGVERSE_SERVER": "nowhere:1"}),
                             (0, "0.5\n", ""))
        status, out, err = run("time", environment={"SIGVERSE_SERVER": "nowhere:0"})
        self.assertEqual((status, out, err), (2, "", "sigctl: SIGVERSE_SERVER nowhere:0: expected HOST or HOST:PORT, with a port from 1 to 65535 (--help shows the options)\n"))

    def test_the_port_may_follow_the_host(self):
        for name, host in (("-h", "127.0.0.1"), ("--host", "localhost")):
            with Server({NOW: entity(0.5)}, GREETING) as server:
                self.assertEqual(run(name, f"{host}:{server.port}", "time", environment={"SIGVERSE_SERVER": "nowhere:1"}), (0, "0.5\n", ""))
        with Server({NOW: entity(0.5)}, GREETING) as server:
            self.assertEqual(run("-h", "127.0.0.1:1", "-p", str(server.port), "time"), (0, "0.5\n", ""))

    def test_wrong_usage_is_refused_without_a_request(self):
        for arguments, message in [([], "expected a command: start, stop, reset, restart, quit, names, services, print, send, say, time"),
                                   (["strat"], "unknown command 'strat'; did you mean start?"),
                                   (["print"], "expected: print NAME"),
                                   (["print", "a", "b"], "expected: print NAME"),
                                   (["send", "a"], "expected: send NAME TEXT"),
                                   (["start", "now"], "expected: start"),
                                   (["say", "a.wav"], "expected: say FILE --to NAME"),
                                   (["say", "--to", "a"], "expected: say FILE --to NAME"),
                                   (["time", "--to", "a"], "expected: time"),
                                   (["-h", "a:b:c", "time"], "-h a:b:c: expected HOST or HOST:PORT, with a port from 1 to 65535"),
                                   (["-p", "0", "time"], "-p 0: expected a whole number from 1 to 65535")]:
            self.assertEqual(run(*arguments), (2, "", f"sigctl: {message} (--help shows the options)\n"))

    def test_help_and_version_are_printed(self):
        self.assertIn("-h, --host HOST", run("--help")[1])
        self.assertRegex(run("--version")[1], r"^sigctl \d")


class Client(unittest.TestCase):
    def run_client(self, server, thing):
        done = subprocess.run([sys.executable, CLIENT, "127.0.0.1", str(server.port), "robot_000", thing], capture_output=True,
                              timeout=TIMEOUT)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def test_the_client_attaches_reads_pushes_and_sends(self):
        push = packet(53, text("ball_0"), struct.pack("<3d", 0.0, 0.0, 500.0), b"\0")
        message = packet(32, text("robot_000"), struct.pack(">I", 2), text("pushed"), text("ball_0"), flags=1)
        attach, look = packet(10, text("robot_000")), packet(3, text("ball_0"))
        heard = packet(28) + raw(2, struct.pack("<d", 0.0))
        answers = {attach: heard + packet(11, struct.pack(">H", 0), text("ext1")), ALL: b"".join(names(*"abcd")),
                   look: entity(1.25, BALL), message: None}
        with Server(answers) as server:
            status, out, err = self.run_client(server, "ball_0")
        self.assertEqual((status, err), (0, ""))
        self.assertEqual(server.requests, [attach, ALL, look, push, message])
        self.assertEqual(out, "heard: packet 28 b'\\xdc\\xba'\n"
                              "heard: raw 2 b'\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00'\n"
                              "there are: a, b, c, d\n"
                              "ball_0 (seToy_A): body at (-12.5, 50.0, 0.0) cm, time 1.25 s\n")

    def test_the_client_reports_why_it_is_not_attached(self):
        with Server({packet(10, text("robot_000")): packet(11, struct.pack(">H", 2), text("no agent robot_000"))}) as server:
            self.assertEqual(self.run_client(server, "ball"), (1, "", "not attached: no agent robot_000\n"))

    def test_the_client_is_short(self):
        with open(CLIENT, encoding="utf-8") as file:
            self.assertLessEqual(len(file.readlines()), 60)


if __name__ == "__main__":
    run_tests(sys.argv[4:])
