#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Services in Python (agent-sample/sigverse/sigservice.py), tested with the example recog.py and a server that the test controls:
test_recog.py RECOG [TEST ...]."""

import contextlib
import os
import queue
import signal
import socket
import struct
import subprocess
import sys
import threading
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "../../../support")]

from programs import Program, lasting_port  # noqa: E402
from skipping import run_tests  # noqa: E402
from stand_in import TIMEOUT, attribute, entity, packet, part, raw, record, text  # noqa: E402

RECOG = os.path.abspath(sys.argv[1])
GREETING = b"SIGMESSAGE,RecogTrash,"


def thing(name, x, graspable):
    values = [attribute("graspable", "", graspable), attribute("mass", "physics", 1.0), attribute("name", "", name),
              attribute("x", "position", x), attribute("y", "position", 50.0), attribute("z", "position", -0.04)]
    return record(1, name, "Can", False, values, [part(1, 2, "body", (x, 50.0, 0.0), (1.0, 0.0, 0.0, 0.0), (3.0,))])


def detecting(agent, camera):
    return packet(8, text(agent), struct.pack(">h", camera))


ROOM = {packet(3, text("robot")): entity(0.5, thing("robot", 0.0, False)), packet(3, text("can")): entity(0.5, thing("can", 20.0, True)),
        packet(3, text("shelf")): entity(0.5, thing("shelf", -10.0, False)), packet(3, text("cup")): entity(0.5, thing("cup", 5.25, True)),
        packet(3, text("cat")): entity(0.5), packet(3, text(b"\xe9\xff")): entity(0.5),
        detecting("robot", 1): packet(9, struct.pack(">h", 3), *map(text, ("can", "cup", "shelf"))),
        detecting("robot", 2): packet(9, struct.pack(">h", 0))}


class Server:
    """Accepts one service after the other, and answers requests on other connections from `ROOM`."""

    def __init__(self, port=0, reply=b"SUCC"):
        self.reply, self.services = reply, queue.Queue()
        self.listener = socket.create_server(("127.0.0.1", port))
        self.port = self.listener.getsockname()[1]
        self.thread = threading.Thread(target=self.accept, daemon=True)
        self.thread.start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                connection = self.listener.accept()[0]
                connection.settimeout(TIMEOUT)
                if connection.recv(1, socket.MSG_PEEK) == b"S":
                    self.services.put(connection)
                else:
                    threading.Thread(target=self.answer, args=(connection,), daemon=True).start()

    @staticmethod
    def answer(connection):
        with contextlib.suppress(OSError), connection, connection.makefile("rb") as stream:
            while head := stream.read(4):
                connection.sendall(ROOM.get(head + stream.read(struct.unpack(">H", head[2:])[0] - 4), b""))

    def service(self):
        """The next service, after its greeting."""
        connection = self.services.get(timeout=TIMEOUT)
        greeting = receive(connection, len(GREETING))
        assert greeting == GREETING, greeting
        connection.sendall(self.reply)
        return connection

    def close(self):
        self.listener.shutdown(socket.SHUT_RDWR)  # close alone does not end a waiting accept
        self.thread.join(TIMEOUT)
        self.listener.close()


def receive(connection, count):
    octets = b""
    while len(octets) < count and (more := connection.recv(count - len(octets))):
        octets += more
    return octets


def receive_text(connection):
    """A message of a service in text form, without its length."""
    length = int(receive(connection, 5))
    return receive(connection, length - 5)


def message(sender, words):
    return raw(1, f"{sender},{len(words):05},{words},-1.0,1,RecogTrash,".encode())


class Case(unittest.TestCase):
    OPTIONS = ()

    def setUp(self):
        self.server = Server()
        self.addCleanup(lambda: self.server.close())
        self.program = Program([sys.executable, RECOG, "-p", str(self.server.port), *self.OPTIONS], None, stdout=subprocess.PIPE)
        self.addCleanup(self.program.close)
        self.service = self.server.service()
        self.addCleanup(self.service.close)
        self.expect_line(f"is at 127.0.0.1:{self.server.port}")

    def expect_line(self, line):
        self.assertEqual(self.program.process.stdout.readline(), f"RecogTrash: {line}\n")

    def check_reply(self, sender, words, reply):
        self.service.sendall(message(sender, words))
        self.assertEqual(receive_text(self.service), f"{len(reply):05},{reply},-1.0,1,{sender},".encode())
        self.expect_line(f"{sender} asks {words}: {reply}")

    def connected(self):
        """A controller to which the service has connected."""
        with socket.create_server(("127.0.0.1", 0)) as listener:
            listener.settimeout(TIMEOUT)
            self.service.sendall(raw(3, struct.pack(">H", listener.getsockname()[1]) + b"robot,"))
            connection = listener.accept()[0]
        connection.settimeout(TIMEOUT)
        self.addCleanup(connection.close)
        self.assertEqual(receive(connection, 4), b"\0\1\0\4")
        self.expect_line("robot has connected")
        return connection


class Recognising(Case):
    def test_questions_through_the_server_are_answered(self):
        self.check_reply("robot", "see", "seen 3 cup 5.2 50.0 -0.0 shelf -10.0 50.0 -0.0 can 20.0 50.0 -0.0")
        self.check_reply("robot", "trash 1", "trash 2 cup 5.2 50.0 -0.0 can 20.0 50.0 -0.0")
        self.check_reply("robot", "see 2", "seen 0")
        self.check_reply("robot", "what can", "is can Can graspable 20.0 50.0 -0.0")
        self.check_reply("robot", "what shelf", "is shelf Can fixed -10.0 50.0 -0.0")
        self.check_reply("robot", "what cat", "unknown cat")

    def test_unanswerable_questions_get_failed_replies(self):
        for words, why in (("see x", "robot has no camera x"), ("trash 77", "robot has no camera 77")):
            self.service.sendall(message("robot", words))
            word = words.split()[0]
            self.assertEqual(receive_text(self.service), f"{len(word) + 7:05},failed {word},-1.0,1,robot,".encode())
            self.expect_line(f"robot asks {words}: {why}")
            self.expect_line(f"robot asks {words}: failed {word}")
        self.service.sendall(message("cat", "see"))
        self.assertEqual(receive_text(self.service), b"00010,failed see,-1.0,1,cat,")
        self.expect_line("cat asks see: cat has no camera 1")
        self.expect_line("cat asks see: failed see")

    def test_a_server_that_does_not_answer_is_reported(self):
        self.service.sendall(message("robot", "what else"))
        self.assertEqual(receive_text(self.service), b"00011,failed what,-1.0,1,robot,")
        self.expect_line("robot asks what else: the server does not answer packet 3: timed out")

    def test_other_words_are_not_answered(self):
        self.service.sendall(message("robot", "11111") + message("other", "") + message("robot", "what cat"))
        self.expect_line("robot says 11111")
        self.expect_line("other says ")
        self.assertEqual(receive_text(self.service), b"00011,unknown cat,-1.0,1,robot,")

    def test_names_and_texts_may_have_any_octets(self):
        self.service.sendall(raw(1, b"robot,00006,x \xff\x1bhi,-1.0,1,RecogTrash,"))
        self.expect_line("robot says x ??hi")
        self.service.sendall(raw(1, b"r\x83,00007,what \xe9\xff,-1.0,1,RecogTrash,"))
        self.assertEqual(receive_text(self.service), b"00010,unknown \xe9\xff,-1.0,1,r\x83,")
        self.expect_line("r? asks what ??: unknown ??")

    def test_questions_over_the_controllers_own_connection_are_answered(self):
        controller = self.connected()
        words = b"what can"
        reply = b"is can Can graspable 20.0 50.0 -0.0"
        controller.sendall(raw(1, b"robot,%d,%s" % (len(words), words)))
        answer = raw(2, b"RecogTrash,%d,%s" % (len(reply), reply))
        self.assertEqual(receive(controller, len(answer)), answer)
        self.expect_line("robot asks what can: " + reply.decode())
        names = raw(8, b"3,can,cup,shelf,")
        for octet in raw(7, b"robot,1,"):
            controller.sendall(bytes([octet]))
        self.assertEqual(receive(controller, len(names)), names)
        controller.sendall(raw(7, b"robot,x,") + raw(5, b"robot,1,") + raw(6, b"robot,2,1,0.0,255.0,"))
        self.assertEqual(receive(controller, 12), raw(6) * 3)
        self.expect_line("robot gets no names: invalid literal for int() with base 10: b'x'")
        # A message through the server is answered over its own connection, too.
        self.service.sendall(message("robot", "what cat"))
        answer = raw(2, b"RecogTrash,11,unknown cat")
        self.assertEqual(receive(controller, len(answer)), answer)
        self.expect_line("robot asks what cat: unknown cat")
        controller.sendall(raw(4))
        self.assertEqual(controller.recv(1), b"")
        self.expect_line("robot has disconnected")
        self.check_reply("robot", "what cat", "unknown cat")

    def test_a_controller_may_reconnect_or_leave_silently(self):
        first = self.connected()
        with socket.create_server(("127.0.0.1", 0)) as listener:
            listener.settimeout(TIMEOUT)
            self.service.sendall(raw(3, struct.pack(">H", listener.getsockname()[1]) + b"robot,"))
            second = listener.accept()[0]
        self.expect_line("robot has disconnected")
        self.expect_line("robot has connected")
        self.assertEqual(first.recv(1), b"")
        second.close()
        self.expect_line("robot has disconnected")

    def test_invalid_messages_are_survived(self):
        controller = self.connected()
        controller.sendall(raw(1, b"robot") + raw(1, b"robot,9999999,x") + raw(1, b"robot,5,x") + raw(99) + b"\0\1\0\3")
        self.assertEqual(controller.recv(1), b"")
        self.expect_line("robot has disconnected")
        for body in (b"", b"robot,00099,x,", b"robot,-1,x,"):
            self.service.sendall(raw(1, body))
        self.service.sendall(raw(3, b"\0") + raw(77, b"what") + raw(2) + raw(8))
        closed = self.enterContext(socket.socket())
        closed.bind(("127.0.0.1", 0))
        self.service.sendall(raw(3, struct.pack(">H", closed.getsockname()[1]) + b"robot,"))
        self.expect_line("the service  is available, too")
        self.expect_line("the service  has left")
        self.expect_line("cannot connect to robot: [Errno 111] Connection refused")
        self.check_reply("robot", "what cat", "unknown cat")


class ComingAndGoing(Case):
    def test_other_services_that_connect_and_leave_are_reported(self):
        self.service.sendall(raw(2, b"SIGViewer,") + raw(8, b"SIGViewer,"))
        self.expect_line("the service SIGViewer is available, too")
        self.expect_line("the service SIGViewer has left")

    def test_the_service_waits_for_the_next_server(self):
        controller = self.connected()
        self.server.close()
        self.service.close()
        self.expect_line("the server has closed the connection")
        self.expect_line("robot has disconnected")
        self.expect_line("waits for the next server")
        self.assertEqual(controller.recv(1), b"")
        self.server = Server(self.server.port, reply=b"FAIL")
        self.server.service().close()  # it still has the old name
        self.server.reply = b"SUCC"
        self.service = self.server.service()
        self.addCleanup(self.service.close)
        self.expect_line(f"is at 127.0.0.1:{self.server.port}")
        self.check_reply("robot", "what cat", "unknown cat")

    def test_signals_end_the_service_cleanly(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(number):
                self.program.send(number)
                self.assertEqual(receive(self.service, 6), b"00004")
                self.assertEqual(self.program.wait(), 0)
                self.assertEqual(self.program.printed(), "")
                if number == signal.SIGTERM:
                    self.service.close()
                    self.doCleanups()
                    self.setUp()


class Once(Case):
    OPTIONS = ("--once",)

    def test_with_once_the_service_ends_with_the_server(self):
        self.service.close()
        self.expect_line("the server has closed the connection")
        self.expect_line("ends with it")
        self.assertEqual(self.program.wait(), 0)


class Refused(unittest.TestCase):
    def run_recog(self, *arguments, usual=""):
        done = subprocess.run([sys.executable, RECOG, *arguments], capture_output=True, text=True, timeout=TIMEOUT,
                              env=dict(os.environ, SIGVERSE_SERVER=usual))
        return done.returncode, done.stdout, done.stderr

    def test_a_used_name_is_refused(self):
        server = Server(reply=b"FAIL")
        self.addCleanup(server.close)
        greeter = threading.Thread(target=lambda: server.service().close())
        greeter.start()
        self.assertEqual(self.run_recog("-p", str(server.port)), (1, "", "RecogTrash: the name RecogTrash is taken\n"))
        greeter.join()

    def test_a_missing_server_ends_the_service(self):
        port = lasting_port()
        for arguments, usual, host in (((), f"localhost:{port}", "localhost"), ((), f"[::1]:{port}", "::1"), (("-p", str(port)), "", r"127\.0\.0\.1"),
                                       (("-p", str(port)), "localhost", "localhost"), (("--host", "localhost"), f"nowhere:{port}", "localhost"),
                                       (("-h", "localhost", "--port", str(port)), "nowhere:1", "localhost")):
            with self.subTest(arguments=arguments, usual=usual):
                status, out, err = self.run_recog("--once", *arguments, usual=usual)
                self.assertEqual((status, out), (1, ""))
                self.assertRegex(err, rf"^RecogTrash: cannot connect to {host}:{port}: .*\n$")

    def test_the_service_retries_until_the_server_starts(self):
        port = lasting_port()
        with Program([sys.executable, RECOG, "-p", str(port)], None, stdout=subprocess.PIPE) as program:
            self.assertEqual(program.process.stdout.readline(),
                             f"RecogTrash: cannot connect to 127.0.0.1:{port}: Connection refused; tries again every second\n")
            server = Server(port)
            self.addCleanup(server.close)
            server.service().close()
            self.assertEqual(program.process.stdout.readline(), f"RecogTrash: is at 127.0.0.1:{port}\n")

    def test_invalid_addresses_of_the_server_are_refused(self):
        for usual in ("a:b:c", "nowhere:0", "nowhere:65536", "nowhere:", ":9000", "[]:9000", "[::1", "[::1]9000"):
            status, out, err = self.run_recog(usual=usual)
            self.assertEqual((status, out, err.splitlines()[-1]), (2, "", f"recog.py: error: SIGVERSE_SERVER {usual}: expected HOST or HOST:PORT"))
            status, out, err = self.run_recog("-h", usual)
            self.assertEqual((status, out, err.splitlines()[-1]), (2, "", f"recog.py: error: argument -h/--host: {usual}: expected HOST or HOST:PORT"))
        for port in ("0", "65536", "-1", "x", ""):
            status, out, err = self.run_recog("-p", port)
            self.assertEqual((status, out, err.splitlines()[-1]),
                             (2, "", f"recog.py: error: argument -p/--port: {port}: expected a port from 1 to 65535"))

    def test_help_lists_the_options(self):
        status, out, err = self.run_recog("--help", usual="a:b:c")
        self.assertEqual((status, err), (0, ""))
        for word in ("-h HOST", "-p PORT", "--name", "--once", "SIGVERSE_SERVER"):
            self.assertIn(word, out)

    def test_invalid_names_are_refused(self):
        self.assertEqual(self.run_recog("--name", "a,b"), (1, "", "a,b: a service has a name of 1 to 255 octets without a comma\n"))


if __name__ == "__main__":
    run_tests(sys.argv[2:])
