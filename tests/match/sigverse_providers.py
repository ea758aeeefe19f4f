#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Providers of pictures, names, distances and words for SIGVerse in whole runs: controllers inside and outside the sandbox get the same octets, and
providers that end, hang or send invalid data stop nothing.

    sigverse_providers.py SERVER RUNAC SIGMAKE SIGCTL [unittest's arguments]
"""

import contextlib
import json
import os
import socket
import subprocess
import sys
import threading
import unittest
import zlib

from sigverse_stage import TIMEOUT, Folder, packet, real, text

from octets import (CAPTURE, DETECT, DETECTED, DISTANCE, DISTANCE_RESULT, PICTURE, RECOGNISE, RECOGNISED, Reader, Unit, large, texts, u16,
                    u32)  # noqa: E402
from programs import SYNC, Program, wait_until  # noqa: E402

SERVER, RUNAC, SIGMAKE, SIGCTL = (os.path.abspath(path) for path in (sys.argv.pop(1) for _ in range(4)))
PROVIDE, PROVIDED, PING, PONG = 16, 17, 37, 38
CAPTURES, DETECTS, HEARS, MEASURES = 1, 2, 4, 5
STEPS = 40

# Requests everything in each step, and prints the answers; with DISTANCES also from a service by its name. The answers move it, so that they change
# the record of the run.
LOOKER = """
#include "Controller.h"
#include "ControllerEvent.h"
#include <cstdio>
#include <string>
#include <vector>
using namespace std;
static unsigned sum(const char *octets, int count) {
  unsigned h = 2166136261u;
  for (int i = 0; i < count; ++i) h = (h ^ static_cast<unsigned char>(octets[i])) * 16777619u;
  return h;
}
class Looker : public Controller {
  int steps;
  void show(const char *what, ViewImage *image) {
    if (image) printf(" %s %dx%d %08x", what, image->getWidth(), image->getHeight(), sum(image->getBuffer(), image->getBufferLength()));
    else printf(" %s none", what);
    delete image;
  }
 public:
  Looker() : steps(0) {}
  double onAction(ActionEvent &) {
    if (++steps > 40) return 1000;
    printf("%d:", steps);
    vector<string> names;
    detectEntities(names);
    for (size_t i = 0; i < names.size(); ++i) printf(" %s", names[i].c_str());
    if (!names.empty()) getObj(myname())->addForce(100.0 * names[0].size(), 0, 10.0 * names.size());
    show("picture", captureView(COLORBIT_24, IMAGE_320X240));
    if (DISTANCES) {
      ViewService *eye = static_cast<ViewService *>(connectToService("SIGViewer"));
      printf(" %d", eye ? eye->distanceSensor(10, 255, 1) : -1);
      show("line", eye ? eye->distanceSensor1D(10, 255, 1) : NULL);
      show("plane", eye ? eye->distanceSensor2D(10, 255, 1) : NULL);
      if (eye) show("again", eye->captureView(1, COLORBIT_24, IMAGE_320X240));
    }
    string samples(2000 + 10 * steps, 's');
    RawSound sound(RawSoundHeader(1, 16000, 16), samples.data(), samples.size());
    Text *words = getText(sound);
    printf(" words %s\\n", words && words->getString() ? words->getString() : "none");
    delete words;
    fflush(stdout);
    return 0;
  }
};
extern "C" Controller *createController() { return new Looker; }
"""


def answer_to(kind, data):
    """An answer of this kind, which depends only on the data of the request."""
    seed = zlib.crc32(data)
    if kind == DETECT:
        return packet(DETECTED, u16(seed % 4) + texts(*(f"thing_{seed % 1000 + number}" for number in range(seed % 4))))
    if kind == RECOGNISE:
        return packet(RECOGNISED, u16(4) + text(f"{len(data)} octets, {seed}"))
    if kind == DISTANCE and data[-2:] == u16(0):
        return packet(DISTANCE_RESULT, u16(seed % 256))
    width, height, colour = 320, 1 if kind == DISTANCE and data[-2:] == u16(1) else 240, 1 if kind == CAPTURE else 2
    content = bytes((seed + number) % 251 for number in range(1000)) * 240
    content = content[:width * height * (3 if colour == 1 else 1)]
    content += bytes(width * height * (3 if colour == 1 else 1) - len(content))
    return large(PICTURE if kind == CAPTURE else DISTANCE_RESULT, u16(1) + u16(colour) + u16(width) + u16(height), content)


class Provider:
    """`fails(number, connection, unit)` is called for each request except pings, with its number from 1; if it returns true, it has handled the
    request."""

    def __init__(self, server, name, *kinds, fails=None):
        self.fails, self.received, self.answered, self.number = fails or (lambda *_: False), [], [], 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.registration = socket.create_connection(("127.0.0.1", server), TIMEOUT)
        stream = self.registration.makefile("rb")
        for kind in kinds:
            self.registration.sendall(packet(PROVIDE, text(name) + u32(kind) + text("") + u32(self.listener.getsockname()[1])))
            unit = Unit(stream)
            assert unit.kind == PROVIDED and unit.body.u16() == 0, unit.octets
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def serve(self):
        with contextlib.suppress(OSError):
            while True:
                connection = self.listener.accept()[0]
                with connection, contextlib.suppress(EOFError, ConnectionError):
                    self.serve_one(connection)

    def serve_one(self, connection):
        connection.settimeout(TIMEOUT)
        stream = connection.makefile("rb")
        unit = Unit(stream)
        if unit.kind == PING:
            return connection.sendall(packet(PONG, u16(1)))
        data = unit.body.rest() + b"".join(Unit(stream).body.rest() for _ in range(1, unit.count))
        self.number += 1
        if self.fails(self.number, connection, unit):
            return None
        answer = answer_to(unit.kind, data)
        self.received.append((unit.kind, unit.count, data))
        self.answered.append(answer)
        return connection.sendall(answer)

    def die(self):
        """Ends like a killed process: the registration ends, and no port listens."""
        self.registration.shutdown(socket.SHUT_RDWR)
        self.registration.close()
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()


class Providers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = cls.enterClassContext(Folder())
        cls.folder.make(SIGMAKE, "Looker", "#define DISTANCES false\n" + LOOKER)
        cls.folder.make(SIGMAKE, "Measurer", "#define DISTANCES true\n" + LOOKER)

    def run_with(self, *providers, inside=True, library="Looker.so"):
        """Makes a run. Returns the controller's lines, the server with its record, and the providers that `providers` make at its port."""
        world = self.folder.world("inside" if inside else "outside", controllers={"looker": library if inside else None})
        server = self.folder.server(SERVER, world, "--Sig.EndTime", "0.5", "--Sig.OwnEyes", "false", *(() if inside else (*SYNC, "--agents_awaited", "1")),
                                    speed="max", start="false")
        port = server.port()
        made = [make(port) for make in providers]
        if not inside:
            lines = open(os.path.join(self.folder.path, "outside.txt"), "w+", encoding="utf-8")
            self.addCleanup(lines.close)
            runner = Program([RUNAC, "-p", str(port), "-n", "looker", "-l", "./Looker.so"], self.folder.path, stdout=lines)
            self.addCleanup(runner.close)
            server.wait_for("sigverse: ready")
        subprocess.run([SIGCTL, "-p", str(port), "start"], check=True, timeout=TIMEOUT)
        self.assertEqual(server.wait(), 0, server.printed())
        if inside:
            with open(os.path.join(server.logs, "agent0-stdout.log"), encoding="utf-8") as file:
                return file.read().splitlines(), server, made
        runner.wait()
        lines.seek(0)
        return lines.read().splitlines(), server, made

    @staticmethod
    def all_of(name, **more):
        return lambda port: Provider(port, name, CAPTURES | DETECTS | HEARS, MEASURES, **more)

    def test_controllers_inside_and_outside_the_sandbox_get_the_same_answers(self):
        inside, server, (first,) = self.run_with(self.all_of("eye"))
        outside, _, (second,) = self.run_with(self.all_of("eye"), inside=False)
        self.assertEqual(len(inside), STEPS)
        self.assertEqual(inside, outside)
        self.assertEqual(len(first.received), 3 * STEPS)
        self.assertEqual((first.received, first.answered), (second.received, second.answered))
        self.assertFalse([line for line in inside if "none" in line])
        self.assertEqual(server.lines_of("warning"), [])

    def test_distances_can_come_from_a_service_by_its_name(self):
        """For controllers in the sandbox, a service to which controllers connect gets packets if it also provides under its name."""

        def viewer(port):
            provider = self.all_of("SIGViewer")(port)
            provider.service = socket.create_connection(("127.0.0.1", port), TIMEOUT)
            provider.service.sendall(b"SIGMESSAGE,SIGViewer,")
            self.assertEqual(provider.service.recv(4), b"SUCC")
            return provider

        lines, _, (viewer,) = self.run_with(viewer, library="Measurer.so")
        self.assertEqual(len(lines), STEPS)
        self.assertFalse([line for line in lines if "none" in line or " -1 " in line])
        self.assertRegex(lines[0], r" line 320x1 [0-9a-f]{8} plane 320x240 [0-9a-f]{8} again 320x240 ")
        request = text("looker") + real(10, 255) + u16(1)
        self.assertEqual([data for kind, _, data in viewer.received if kind == DISTANCE], [request + u16(number) for number in range(3)] * STEPS)
        self.assertEqual(sum(kind == CAPTURE for kind, _, _ in viewer.received), 2 * STEPS)
        viewer.service.close()

    def test_a_run_with_providers_is_repeatable(self):
        lines, one, _ = self.run_with(self.all_of("eye"), self.all_of("other"))
        again, two, (first, second) = self.run_with(self.all_of("eye"), self.all_of("other"))
        self.assertEqual(lines, again)
        self.assertEqual(one.poses(), two.poses())
        # Both providers have been used.
        self.assertTrue(first.received and second.received)
        _, alone, _ = self.run_with()
        self.assertNotEqual(one.poses(), alone.poses())

    def fails_at(self, number, how):
        return lambda this, connection, unit: this >= number and (how(connection, unit) or True)

    def check_other_takes_over(self, how, at=50, inside=True):
        """Checks that all lines are the same as without the failure, because the second provider gives the same answers."""
        expected = self.run_with(self.all_of("eye"), inside=inside)[0]
        lines, server, (_, other) = self.run_with(self.all_of("eye", fails=self.fails_at(at, how)), self.all_of("other"), inside=inside)
        self.assertEqual(lines, expected)
        self.assertTrue(other.received)
        return server

    def test_another_provider_replaces_one_that_dies(self):
        def dies(connection, unit):
            eye.die()

        for inside in (True, False):
            expected = self.run_with(self.all_of("eye"), inside=inside)[0]

            def make(port):
                nonlocal eye
                eye = self.all_of("eye", fails=self.fails_at(50, dies))(port)
                return eye

            eye = None
            lines, server, (_, other) = self.run_with(make, self.all_of("other"), inside=inside)
            self.assertEqual(lines, expected)
            self.assertTrue(other.received)
            self.assertEqual(len(server.lines_of("eye no longer provides")), 2)

    def test_another_provider_replaces_one_that_answers_garbage(self):
        server = self.check_other_takes_over(lambda connection, unit: connection.sendall(answer_to(unit.kind, b"x" * 20 + u16(0))[:-7]))
        self.assertTrue(server.lines_of("service eye: closes its connection before it has answered"))
        server = self.check_other_takes_over(lambda connection, unit: connection.sendall(b"HTTP/1.0 400 Bad Request\r\n\r\n"))
        self.assertTrue(server.lines_of("service eye: gives an invalid answer"))
        server = self.check_other_takes_over(lambda connection, unit: connection.sendall(packet(PONG, u16(1))))
        self.assertTrue(server.lines_of("service eye: gives an invalid answer"))

    def test_another_provider_replaces_one_that_hangs(self):
        """A provider answers pings and all other requests, but none for names any more."""
        kept = []

        def hangs(_, connection, unit):
            if unit.kind == DETECT:
                kept.append(connection.dup())
            return bool(kept) and unit.kind == DETECT

        expected = self.run_with(self.all_of("eye"))[0]
        lines, server, (eye, other) = self.run_with(self.all_of("eye", fails=lambda *request: request[0] > 50 and hangs(*request)),
                                                    self.all_of("other"))
        for connection in kept:
            connection.close()
        self.assertEqual(lines, expected)
        self.assertEqual((len(kept), len(server.lines_of("service eye: does not answer in time"))), (1, 1))
        self.assertTrue({kind for kind, _, _ in other.received} >= {DETECT})

    def test_providers_may_come_late_and_return(self):
        """Without a provider nothing is seen; sigctl lists the providers that exist."""
        world = self.folder.world("late", controllers={"looker": "Looker.so"})
        server = self.folder.server(SERVER, world, "--Sig.OwnEyes", "false", start="true")

        def listed():
            done = subprocess.run([SIGCTL, "-p", str(server.port()), "--json", "services"], capture_output=True, text=True, check=True,
                                  timeout=TIMEOUT)
            return json.loads(done.stdout)

        def lines():
            with open(os.path.join(server.logs, "agent0-stdout.log"), encoding="utf-8") as file:
                return file.read().splitlines()

        # The library prints the reason once, on the same output, in the middle of the line.
        wait_until(lambda: os.path.exists(os.path.join(server.logs, "agent0-stdout.log")) and any("picture none" in line for line in lines()),
                   "no picture")
        self.assertEqual(listed(), [])
        provider = self.all_of("eye")(server.port())
        self.assertEqual([(each["name"], each["kinds"], each["alive"]) for each in listed()], [("eye", 7, True), ("eye", 5, True)])
        provider.die()
        wait_until(lambda: not listed(), "the end of the service")
        self.all_of("eye")(server.port())
        self.assertEqual(len(listed()), 2)
        server.quit()


if __name__ == "__main__":
    unittest.main(argv=sys.argv)
