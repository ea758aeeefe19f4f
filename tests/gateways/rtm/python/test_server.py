#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The server of the pages, with authorized and unauthorized requests. Usage: test_server.py RTM [TEST …]"""

import contextlib
import http.client
import io
import json
import os
import random
import socket
import sys
import threading
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from stage import TIMEOUT, wait_until  # noqa: E402 (before rtm: it says where the package is)
from fake_client import FakeClient, component, port  # noqa: E402
from rtm.page import handler, server  # noqa: E402
from rtm.page.board import Board  # noqa: E402


def components(count=3):
    return [component(f"Part{i}", "Sample", "off", [port("in")], [port("out")]) for i in range(count)]


class Served(unittest.TestCase):
    def setUp(self):
        self.reported = io.StringIO()
        self.enterContext(contextlib.redirect_stderr(self.reported))
        self.client = FakeClient(components())
        self.board = Board(self.client)
        self.addCleanup(self.board.close)
        self.server = server.PageServer(0, "browse.html", self.board, self.board.command)
        self.addCleanup(self.server.close)
        self.host = f"127.0.0.1:{self.server.server_port}"
        self.target = "/command?token=" + self.server.token

    def connect(self):
        connection = socket.create_connection(("127.0.0.1", self.server.server_port), TIMEOUT)
        self.addCleanup(connection.close)
        return connection

    def ask(self, method="POST", target=None, body=None, **headers):
        """Sends a request; returns status and text. Headers with the value None are left out."""
        given = {"Host": self.host, "Origin": f"http://{self.host}", "Content-Type": "application/json"}
        given.update({name.replace("_", "-"): value for name, value in headers.items()})
        if method == "GET" and "Origin" not in headers:
            del given["Origin"]
        connection = http.client.HTTPConnection("127.0.0.1", self.server.server_port, timeout=TIMEOUT)
        self.addCleanup(connection.close)
        connection.putrequest(method, self.target if target is None else target, skip_host=True, skip_accept_encoding=True)
        if body is not None and "Content-Length" not in given:
            given["Content-Length"] = len(body)
        for name, value in given.items():
            for one in value if isinstance(value, list) else [value]:
                if one is not None:
                    connection.putheader(name, one)
        connection.endheaders(body)
        answer = connection.getresponse()
        self.headers = answer.headers
        return answer.status, answer.read().decode()

    def still_serves(self):
        self.assertEqual(self.ask(body=json.dumps({"do": "on", "component": "Part0"}).encode())[0], 200)

    def events(self, connection):
        """Requests the stream of states, and yields them."""
        connection.sendall(f"GET /state?token={self.server.token} HTTP/1.1\r\nHost: {self.host}\r\n\r\n".encode())
        with connection.makefile(encoding="utf-8") as file:
            for line in file:
                if line.startswith("data: "):
                    yield json.loads(line[6:])

    def test_pages_are_served_with_a_strict_policy(self):
        status, text = self.ask("GET", "/?token=" + self.server.token)
        self.assertEqual(status, 200)
        self.assertNotIn("{{", text)
        self.assertIn(f'src="browse.js?token={self.server.token}"', text)
        policy = self.headers["Content-Security-Policy"]
        self.assertIn("default-src 'none'", policy)
        self.assertNotIn("unsafe", policy)
        self.assertEqual((self.headers["Referrer-Policy"], self.headers["Cache-Control"]), ("no-referrer", "no-store"))
        for name in [*os.listdir(handler.FILES), *(f"pages/{name}" for name in os.listdir(handler.PAGES))]:
            with self.subTest(name):
                self.assertEqual(self.ask("GET", f"/{name}?token={self.server.token}")[0], 200)
        for name in ("nothing.js", "../server.py", "%2e%2e/server.py", "..%2fserver.py", "browse.html/", "/etc/passwd", "files", "pages", "pages/", "pages/nothing.js",
                     "pages/../handler.py", "pages/pages/slider.js", "pages/%2e%2e/handler.py"):
            with self.subTest(name):
                self.assertEqual(self.ask("GET", f"/{name}?token={self.server.token}")[0], 404)

    def test_unauthorized_requests_are_refused(self):
        """None of these commands is carried out, and none of the pages is shown."""
        order = json.dumps({"do": "on", "component": "Part1"}).encode()
        bad = (
            {"target": "/command"}, {"target": "/command?token="}, {"target": "/command?token=x" + self.server.token},
            {"target": f"/command?token={self.server.token[:-1]}"}, {"target": f"{self.target}&token=x"},
            {"target": "/command?token=%ff%fe"},
            {"Host": "example.org"}, {"Host": f"example.org:{self.server.server_port}"}, {"Host": "127.0.0.1"}, {"Host": None},
            {"Host": [self.host, self.host]},
            {"Origin": "http://example.org"}, {"Origin": "null"}, {"Origin": None}, {"Origin": f"https://{self.host}"},
            {"Origin": "http://127.0.0.1:1"},
            {"Origin": [f"http://{self.host}", "http://example.org"]}, {"Origin": f"http://localhost:{self.server.server_port}"},
        )
        for what in bad:
            with self.subTest(what):
                self.assertEqual(self.ask(body=order, **what)[0], 403)
                if "Origin" not in what:
                    target = what.get("target", self.target).replace("/command", "/state")
                    self.assertEqual(self.ask("GET", target, **{k: v for k, v in what.items() if k != "target"})[0], 403)
        self.assertEqual(self.ask("GET", "/state?token=" + self.server.token, Origin="http://example.org")[0], 403)
        self.assertEqual(self.client.done, [])
        lines = self.reported.getvalue().splitlines()
        self.assertLess(len(lines), 8, "more than one line for each kind")
        self.assertTrue(all(line.startswith("the page's server refused a request: it") for line in lines), lines)
        self.still_serves()

    def test_commands_are_carried_out(self):
        for given, done in (({"do": "on", "component": "Part1"}, ("on", "Part1")), ({"do": "off", "component": "Part1"}, ("off", "Part1")),
                            ({"do": "connect", "out": "Part0.out", "in": "Part1.in"}, ("connect", "Part0.out", "Part1.in")),
                            ({"do": "disconnect", "out": "Part0.out", "in": "Part1.in"}, ("disconnect", "Part0.out", "Part1.in"))):
            with self.subTest(given):
                self.assertEqual(self.ask(body=json.dumps(given).encode()), (200, "{}"))
                self.assertEqual(self.client.done[-1], done)
        count = len(self.client.done)
        self.assertEqual(self.ask(body=b'{"do": "on", "component": "Nobody0"}'), (409, '{"error": "there is no component Nobody0"}'))
        for given in ({}, {"do": "fly"}, {"do": "on"}, {"do": "on", "component": 3}, {"do": "on", "component": ""},
                      {"do": "on", "component": "x" * 131},
                      {"do": "connect", "out": "Part0.out"}, {"do": ["on"]}, {"do": None, "component": "Part0"}):
            with self.subTest(given):
                self.assertEqual(self.ask(body=json.dumps(given).encode())[0], 409)
        self.assertEqual(len(self.client.done), count + 1)

    def test_invalid_commands_are_refused(self):
        for body, headers, status in ((b"{", {}, 400), (b"[]", {}, 400), (b"3", {}, 400), (b"\xff", {}, 400), (b"[" * 9000, {}, 400),
                                      (b"", {}, 400),
                                      (b"{}", {"Content_Type": "text/plain"}, 415), (b"{}", {"Content_Type": None}, 415),
                                      (b"{}", {"Content_Length": "-2"}, 411), (b"{}", {"Content_Length": "2e1"}, 411),
                                      (b"{}", {"Content_Length": None}, 411), (b"{}", {"Transfer_Encoding": "chunked"}, 411),
                                      (None, {"Content_Length": "99999999"}, 413), (b" " * 16384 + b"{}", {}, 413)):
            with self.subTest(body and body[:9], **headers):
                self.assertEqual(self.ask(body=body, **headers)[0], status)
        for method in ("PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "HEAD"):
            with self.subTest(method):
                self.assertEqual(self.ask(method, body=b"{}")[0], 501)
        # A request that is cut off, although the part that has arrived is a valid command.
        half = self.connect()
        half.sendall(f"POST {self.target} HTTP/1.1\r\nHost: {self.host}\r\nOrigin: http://{self.host}\r\nContent-Type: application/json\r\n"
                     'Content-Length: 60\r\n\r\n{"do": "on", "component": "Part0"}'.encode())
        half.shutdown(socket.SHUT_WR)
        self.assertEqual(half.recv(100), b"")
        self.assertEqual(self.client.done, [])
        self.still_serves()

    def test_damaged_requests_do_not_end_the_server(self):
        """Randomly damaged requests do no more than an intact one could, and never end the server."""
        chance = random.Random(16)
        body = json.dumps({"do": "on", "component": "Part0"})
        whole = (f"POST {self.target} HTTP/1.1\r\nHost: {self.host}\r\nOrigin: http://{self.host}\r\n"
                 f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}").encode()
        for _ in range(300):
            octets = bytearray(whole)
            for _ in range(chance.randint(1, 6)):
                at = chance.randrange(len(octets))
                kind = chance.randrange(4)
                if kind == 0:
                    octets[at] = chance.randrange(256)
                elif kind == 1:
                    del octets[at:at + chance.randint(1, 30)]
                elif kind == 2:
                    octets[at:at] = bytes(chance.randrange(256) for _ in range(chance.randint(1, 30)))
                else:
                    octets[at:at] = octets[chance.randrange(len(octets)):]
                octets = octets or bytearray(b"x")
            with socket.create_connection(("127.0.0.1", self.server.server_port), TIMEOUT) as connection:
                with contextlib.suppress(OSError):
                    connection.sendall(octets)
                    connection.shutdown(socket.SHUT_WR)
                    while connection.recv(65536):
                        pass
        self.assertLess(len(self.client.done), 200, "too few were refused")
        self.assertTrue(all(done[0] == "on" for done in self.client.done))
        self.assertNotIn("Traceback", self.reported.getvalue())
        self.still_serves()

    def test_long_requests_are_refused(self):
        for octets in (b"GET /" + b"x" * 200_000, b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 5000, b"GET / HTTP/1.1\r\nA: " + b"x" * 200_000):
            connection = self.connect()
            with contextlib.suppress(OSError):
                connection.sendall(octets + b"\r\n\r\n")
            with contextlib.suppress(ConnectionError):
                self.assertRegex(connection.recv(65536)[:40].decode(), r"^HTTP/1\.[01] 4\d\d|^$")
        self.still_serves()

    def test_slow_requests_are_ended(self):
        """Slow requests are ended after some seconds, although octets keep arriving; meanwhile others are served."""
        connections = [self.connect() for _ in range(8)]
        begun, ended = time.monotonic(), set()
        for one in connections:
            one.sendall(b"POST / HTTP/1.1\r\n")
            one.setblocking(False)
        while len(ended) < len(connections):
            self.assertLess(time.monotonic() - begun, TIMEOUT)
            for one in set(connections) - ended:
                with contextlib.suppress(BlockingIOError):
                    try:
                        one.send(b"x")
                        if one.recv(100) == b"":
                            ended.add(one)
                    except ConnectionError:
                        ended.add(one)
            self.still_serves()
            time.sleep(0.2)
        self.assertGreater(time.monotonic() - begun, server.REQUEST_TIMEOUT / 2)

    def test_the_number_of_connections_is_limited(self):
        held = [self.connect() for _ in range(server.MAX_CONNECTIONS + 20)]
        wait_until(lambda: "too many connections" in self.reported.getvalue())
        for one in held:
            one.close()
        wait_until(self.serves_again, "an answer")
        self.assertLess(threading.active_count(), server.MAX_CONNECTIONS + 40)

    def serves_again(self):
        try:
            self.still_serves()
            return True
        except OSError:
            return False

    def test_the_stream_sends_all_components_and_then_changes(self):
        """The stream sends all components first, then changes; components come and go."""
        stream = self.events(self.connect())
        state, seen = {"names": []}, {}

        def until(condition):
            nonlocal state
            while not condition():
                state = next(stream)
                seen.update({one["name"]: one for one in state["components"]})

        until(lambda: len(seen) == 3)
        self.assertEqual(state["names"], ["Part0", "Part1", "Part2"])
        self.client.set("Part1.out", "2.5")
        until(lambda: seen["Part1"]["out"][0]["value"] == "2.5")
        self.assertEqual([one["name"] for one in state["components"]], ["Part1"], "more than the changed component was sent")
        with self.client.lock:
            self.client.components["Late0"] = component("Late0", "Sample", "on")
            del self.client.components["Part2"]
        until(lambda: "Late0" in seen and "Part2" not in state["names"])
        self.assertEqual(state["names"], ["Late0", "Part0", "Part1"])
        self.assertEqual(seen["Late0"]["state"], "on")

    def test_components_are_polled_once_for_all_browsers(self):
        """Components are polled no more often for ten browsers than for one, and not at all for none."""
        def looks_a_second():
            before, begun = self.client.looks, time.monotonic()
            time.sleep(1.0)
            return (self.client.looks - before) / (time.monotonic() - begun)

        self.assertEqual(looks_a_second(), 0)
        first = self.events(self.connect())
        next(first)
        for _ in range(9):
            next(self.events(self.connect()))
        # 3 components every 0.1 s, or less often on a busy machine: 30 polls per second for one browser, 300 if each browser counted.
        self.assertLess(looks_a_second(), 100)
        wait_until(lambda: looks_a_second() > 0, "a poll")

    def test_too_many_browsers_are_refused(self):
        streams = [self.events(self.connect()) for _ in range(server.MAX_STREAMS)]
        for one in streams:
            next(one)
        self.assertEqual(self.ask("GET", "/state?token=" + self.server.token)[0], 503)
        self.still_serves()

    def test_a_slow_browser_does_not_delay_others(self):
        """A browser that reads nothing does not delay others."""
        slow = self.connect()
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.sendall(f"GET /state?token={self.server.token} HTTP/1.1\r\nHost: {self.host}\r\n\r\n".encode())
        quick = self.events(self.connect())
        next(quick)
        for value in range(1, 21):
            self.client.set("Part0.out", str(value))
            while not any(one["name"] == "Part0" and one["out"][0]["value"] == str(value) for one in next(quick)["components"]):
                pass
        self.still_serves()

    def test_effects_of_commands_are_shown_for_components_without_a_view(self):
        """For components without the view interface the page shows the effects of its own commands."""
        with self.client.lock:
            self.client.components["Plain0"] = component("Plain0", "", "unknown", [port("in")], [port("out")])
            plain = self.client.components["Plain0"]
        plain_links, plain["links"] = plain["links"], []
        seen = {}
        stream = self.events(self.connect())

        def until(condition):
            while not condition():
                seen.update({one["name"]: one for one in next(stream)["components"]})

        until(lambda: "Plain0" in seen)
        self.assertEqual(seen["Plain0"]["state"], "unknown")
        self.client._switch = lambda name, state: None  # it accepts the command, and shows no state
        self.assertEqual(self.ask(body=b'{"do": "on", "component": "Plain0"}')[0], 200)
        until(lambda: seen["Plain0"]["state"] == "on")
        self.client.connect = lambda out, in_, once=False: None
        self.assertEqual(self.ask(body=b'{"do": "connect", "out": "Plain0.out", "in": "Part0.in"}')[0], 200)
        until(lambda: [(link["from"], link["to"]) for link in seen["Plain0"]["links"]] == [("Plain0.out", "Part0.in")])
        self.assertEqual(plain_links, [])


if __name__ == "__main__":
    from skipping import run_tests

    run_tests(sys.argv[1:], side_by_side=3)
