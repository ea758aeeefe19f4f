#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""sigviewer --offscreen with whole runs of SIGVerse: controllers inside and outside the sandbox get the same data as from the server itself, and
pictures in addition; simultaneous requests get their own answers; it may be killed at any time; hostile peers are refused.

    sigverse_offscreen.py SERVER RUNAC SIGMAKE SIGVIEWER [unittest's arguments]
"""

import concurrent.futures
import contextlib
import os
import re
import signal
import socket
import struct
import sys
import time
import unittest

from sigverse_stage import TIMEOUT, Client, Folder, packet, raw, real, text

from octets import CAPTURE, DETECT, DETECTED, DISTANCE, DISTANCE_RESULT, PICTURE, Unit, u16  # noqa: E402
from programs import Program, lasting_port, wait_until  # noqa: E402
from skipping import run_tests  # noqa: E402

SERVER, RUNAC, SIGMAKE, SIGVIEWER = (os.path.abspath(path) for path in (sys.argv.pop(1) for _ in range(4)))
START = 2
OCTETS = 320 * 240 * 3
STEPS = 20
AGENTS, ROUNDS = 16, 50

# The time that the server waits for a viewer: a busy viewer answers late, and only one that has ended gives no answer.
PATIENTLY = ("--Sig.PingTimeout", "60", "--Sig.ForwardTimeout", "60")

# The robot looks along z at a table, a shelf, and falling balls.
WORLD = """<world name="offscreen"><gravity x="0" y="-980.7" z="0"/>
<instanciate class="Player.xml"><set-attr-value name="name" value="robot"/><set-attr-value name="dynamics" value="false"/>
  <set-attr-value name="y" value="100"/>{controller}
  <camera id="1" link="body" position="0 0 0" fov="60"/><camera id="2" link="body" direction="1 -0.3 1" fov="90" aspectRatio="1"/></instanciate>
<instanciate class="Table.xml"><set-attr-value name="name" value="table"/><set-attr-value name="z" value="250"/></instanciate>
<instanciate class="Shelf.xml"><set-attr-value name="name" value="shelf"/><set-attr-value name="z" value="400"/></instanciate>
<instanciate class="Ball.xml"><set-attr-value name="name" value="ball"/><set-attr-value name="x" value="60"/>
  <set-attr-value name="y" value="200"/><set-attr-value name="z" value="300"/></instanciate>
<instanciate class="Ball.xml"><set-attr-value name="name" value="another"/><set-attr-value name="x" value="200"/>
  <set-attr-value name="y" value="150"/><set-attr-value name="z" value="180"/></instanciate></world>
"""
CONTROLLER = """<set-attr-value name="language" value="c++"/><set-attr-value name="implementation" value="./{}.so"/>"""

# Reports in each step what it sees, by its own calls and by those of the service, and turns a little.
LOOKER = """
#include "Controller.h"
#include "ControllerEvent.h"
#include <cstdio>
#include <string>
#include <vector>
using namespace std;
class Looker : public Controller {
  int steps;
  static string shown(ViewImage *image) {
    if (!image) return "NULL";
    unsigned h = 2166136261u;
    for (int i = 0; i < image->getBufferLength(); ++i) h = (h ^ static_cast<unsigned char>(image->getBuffer()[i])) * 16777619u;
    char text[99];
    sprintf(text, "%dx%d:%d:%08x", image->getWidth(), image->getHeight(), image->getBufferLength(), h);
    delete image;
    return text;
  }
  static string shown(bool any, const vector<string> &names) {
    string text(any ? "+" : "-");
    for (size_t i = 0; i < names.size(); ++i) text += names[i] + "+";
    return text;
  }
 public:
  Looker() : steps(0) {}
  double onAction(ActionEvent &) {
    if (++steps > STEPS) return 1000;
    vector<string> one, two, view;
    bool any = detectEntities(one), anyTwo = detectEntities(two, 2);
    ViewService *eye = static_cast<ViewService *>(connectToService("SIGViewer"));
    if (!eye) { printf("no service\\n"); return 0; }
    bool anyView = eye->detectEntities(view, 1);
    printf("names %s %s %s distances %d %d %s %s %s pictures %s %s %s %s depth %s\\n", shown(any, one).c_str(), shown(anyTwo, two).c_str(),
           shown(anyView, view).c_str(), eye->distanceSensor(10, 500), eye->distanceSensor(10, 500, 9),
           shown(eye->distanceSensor1D(10, 500, 2)).c_str(), shown(eye->distanceSensor2D(10, 500)).c_str(),
           shown(eye->distanceSensor2D(10, 500, 7)).c_str(), shown(captureView()).c_str(), shown(eye->captureView(1)).c_str(),
           shown(captureView(COLORBIT_24, IMAGE_320X240, 2)).c_str(), shown(captureView(COLORBIT_24, IMAGE_320X240, 7)).c_str(),
           shown(captureView(DEPTHBIT_8)).c_str());
    fflush(stdout);
    getObj(myname())->setAxisAndAngle(0, 1, 0, 0.01 * steps);
    return 0.02;
  }
};
extern "C" Controller *createController() { return new Looker; }
""".replace("STEPS", str(STEPS))

# Counts its different pictures.
COUNTER = """
#include "Controller.h"
#include "ControllerEvent.h"
#include <cstdio>
#include <map>
class Counter : public Controller {
  int steps;
  std::map<unsigned, int> counts;
 public:
  Counter() : steps(0) {}
  double onAction(ActionEvent &) {
    if (++steps > ROUNDS) return 1000;
    ViewImage *image = captureView();
    unsigned h = 2166136261u;
    for (int i = 0; image && i < image->getBufferLength(); ++i) h = (h ^ static_cast<unsigned char>(image->getBuffer()[i])) * 16777619u;
    delete image;
    ++counts[h];
    if (steps == ROUNDS)
      for (std::map<unsigned, int>::iterator i = counts.begin(); i != counts.end(); ++i) printf("%u: %d\\n", i->first, i->second);
    fflush(stdout);
    return 0.01;
  }
};
extern "C" Controller *createController() { return new Counter; }
""".replace("ROUNDS", str(ROUNDS))

# Reports when it begins or ceases to get pictures; it gets names and distances all the time.
WATCHER = """
#include "Controller.h"
#include "ControllerEvent.h"
#include "Logger.h"
class Watcher : public Controller {
  int last;
 public:
  Watcher() : last(-1) {}
  double onAction(ActionEvent &) {
    std::vector<std::string> names;
    detectEntities(names);
    ViewService *eye = (ViewService *)connectToService("SIGViewer");
    if (names.empty() || !eye || eye->distanceSensor(0, 900) == 255) LOG_MSG(("blind"));
    ViewImage *picture = captureView();
    int now = picture != NULL;
    delete picture;
    picture = eye ? eye->captureView(1) : NULL;
    now += 2 * (picture != NULL);
    delete picture;
    if (now != last) LOG_MSG(("pictures %d", last = now));
    return 0.02;
  }
};
extern "C" Controller *createController() { return new Watcher; }
"""


class Viewer(Program):
    """A viewer with any free port for services."""

    def __init__(self, folder, server, *options, **more):
        super().__init__([SIGVIEWER, "--offscreen", "-p", str(server), "--viewer_port", "0", *options], folder, **more)

    def begun(self):
        """Returns (its port as a provider, its port for services) when it has started."""
        found = self.wait_for(r"sees for .* as \w+: provider on port (\d+), services on port (\d+)")
        return int(found[1]), int(found[2])


def has_opengl(folder, server):
    with Viewer(folder, server) as viewer:
        with contextlib.suppress(AssertionError):
            return bool(viewer.begun())
        return "OpenGL" not in viewer.printed() and "EGL" not in viewer.printed()


def capture(eye, camera=1, width=320, height=240, colour=1):
    return packet(CAPTURE, text(eye) + u16(0) + u16(colour) + u16(width) + u16(height) + u16(camera))


def content(stream, kind):
    """The content of a reply of several packets."""
    first = Unit(stream)
    assert first.kind == kind, first.octets
    body = first.body
    body.take(8)
    length, pieces = body.u32(), []
    for _ in range(first.count - 1):
        body = Unit(stream).body
        pieces.append(body.take(body.u16()))
    octets = b"".join(pieces)
    assert len(octets) == length
    return octets


def ask(port, request, read):
    """Sends a request to a provider over a new connection, which the provider closes."""
    with socket.create_connection(("127.0.0.1", port), TIMEOUT) as link, link.makefile("rb") as stream:
        link.sendall(request)
        answer = read(stream)
        assert not stream.read(1), "the connection is not closed"
        return answer


def checksum(octets):
    """The checksum that Counter computes."""
    total = 2166136261
    for octet in octets:
        total = (total ^ octet) * 16777619 & 0xFFFFFFFF
    return total


def exactly(stream, count):
    octets = stream.read(count)
    if len(octets) < count:
        raise EOFError
    return octets


class Service:
    """A service that requests pictures at the viewer's port for services."""

    def __init__(self, port, name=b"Trash,"):
        self.link = socket.create_connection(("127.0.0.1", port), TIMEOUT)
        self.stream = self.link.makefile("rb")
        self.link.sendall(raw(0, name))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stream.close()
        self.link.close()

    def picture(self, eye, camera=1):
        self.link.sendall(raw(1, f"{eye},{camera},0,".encode()))
        result, _, _ = struct.unpack(">H8s8s", exactly(self.stream, 18))
        return exactly(self.stream, OCTETS) if result == 0 else result


class OutsideController:
    """A controller, made of octets, that lets the service connect to it."""

    def __init__(self, server, agent):
        self.agent, self.commands = agent, Client(server)
        assert self.commands.attach(agent)[0] == 0
        with socket.create_server(("127.0.0.1", 0)) as port:
            self.commands.send(raw(9, u16(port.getsockname()[1]) + f"SIGViewer,{agent},".encode()))
            port.settimeout(TIMEOUT)
            self.link = port.accept()[0]
        self.link.settimeout(TIMEOUT)
        self.stream = self.link.makefile("rb")
        assert exactly(self.stream, 4) == bytes.fromhex("00010004")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stream.close()
        self.link.close()
        self.commands.close()

    def picture(self, eye, camera=1):
        self.link.sendall(raw(5, f"{eye},{camera},".encode()))
        head = exactly(self.stream, 4)
        return exactly(self.stream, OCTETS) if head == bytes.fromhex("00030001") else head


class Offscreen(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = cls.enterClassContext(Folder())
        cls.folder.make(SIGMAKE, "Looker", LOOKER)
        cls.folder.make(SIGMAKE, "Watcher", WATCHER)
        cls.folder.make(SIGMAKE, "Counter", COUNTER)
        cls.inside = cls.folder.write("inside.xml", WORLD.format(controller=CONTROLLER.format("Looker")))
        cls.watched = cls.folder.write("watched.xml", WORLD.format(controller=CONTROLLER.format("Watcher")))
        cls.outside = cls.folder.write("outside.xml", WORLD.format(controller=""))

    def setUp(self):
        self.viewers = []

    def server(self, world, *options, start="true", speed="1"):
        return self.folder.server(SERVER, world, *PATIENTLY, *options, start=start, speed=speed)

    def viewer(self, server, *options, **more):
        viewer = Viewer(self.folder.path, server.port(), *options, **more)
        self.addCleanup(viewer.close)
        self.viewers.append(viewer)
        return viewer

    def output_of_all(self, server):
        """The output of all programs, to find the reason of a failure."""
        return "\n".join(program.printed() for program in (server, *self.viewers))

    def start(self, server):
        with Client(server) as client:
            client.begin_as_viewer()
            client.send(raw(START))
            client.time()

    # ---- the same as the server's own eyes ----

    def looks(self, printed):
        """The lines of Looker: (data from the server itself, pictures)."""
        lines = [re.fullmatch(r"(names .*) pictures (.*)", line) for line in printed.splitlines()]
        self.assertEqual([bool(line) for line in lines], STEPS * [True], printed)
        return [line[1] for line in lines], [line[2] for line in lines]

    def run_inside(self, with_viewer):
        server = self.server(self.inside, "--Sig.EndTime", "1", start="false", speed="max")
        if with_viewer:
            viewer = self.viewer(server)
            viewer.begun()
        else:
            server.wait_for("ready")
        self.start(server)
        self.assertEqual(server.wait(), 0, server.printed())
        if with_viewer:
            self.assertEqual(viewer.wait(), 0, viewer.printed())
            self.assertIn("the server has ended", viewer.printed())
        with open(os.path.join(server.logs, "agent0-stdout.log"), encoding="utf-8") as file:
            return self.looks("".join(line for line in file if line.startswith("names"))), server.poses()

    def check_pictures(self, pictures):
        for line in pictures:
            own, of_service, second, none, depth = re.fullmatch(r"(\S+) (\S+) (\S+) (\S+) depth (\S+)", line).groups()
            self.assertTrue(own.startswith("320x240:230400:"), line)
            self.assertEqual(own, of_service)
            self.assertTrue(second.startswith("320x240:230400:") and second != own, line)
            self.assertEqual(none, "NULL")
            self.assertTrue(depth.startswith("320x240:76800:"), line)
        # The balls fall, and the robot turns.
        self.assertEqual(len(set(pictures)), STEPS)

    def test_a_viewer_adds_pictures_in_the_sandbox(self):
        (seen, pictures), poses = self.run_inside(False)
        self.assertEqual(set(pictures), {"NULL NULL NULL NULL depth NULL"})
        (by_viewer, first), with_viewer = self.run_inside(True)
        self.assertEqual(by_viewer, seen)
        self.assertEqual(with_viewer, poses)
        self.check_pictures(first)
        (again, second), _ = self.run_inside(True)
        self.assertEqual((again, second), (by_viewer, first))

    def run_outside(self, with_viewer, output):
        server = self.server(self.outside, "--agents_awaited", "1", "--sync", "--sync_timeout", str(TIMEOUT), "--Sig.EndTime", "1", start="false")
        if with_viewer:
            self.viewer(server).begun()
        with open(os.path.join(self.folder.path, output), "w", encoding="utf-8") as printed:
            runner = Program([RUNAC, "-p", str(server.port()), "-n", "robot", "-l", "./Looker.so"], self.folder.path, stdout=printed)
        self.addCleanup(runner.close)
        server.wait_for("ready")
        self.start(server)
        self.assertEqual(server.wait(), 0, server.printed())
        runner.wait()
        with open(os.path.join(self.folder.path, output), encoding="utf-8") as printed:
            return self.looks("".join(line for line in printed if line.startswith("names")))

    def test_a_viewer_adds_pictures_outside_the_sandbox(self):
        seen, pictures = self.run_outside(False, "without.txt")
        self.assertEqual(set(pictures), {"NULL NULL NULL NULL depth NULL"})
        by_viewer, pictures = self.run_outside(True, "with.txt")
        self.assertEqual(by_viewer, seen)
        self.check_pictures(pictures)

    # ---- it comes and goes ----

    def watch(self, server):
        """Returns a function that waits for a state of Watcher's pictures: 0 none, 1 its own, 3 also the service's."""
        after = [0]

        def wait_for(pictures):
            server.wait_for(rf"pictures {pictures}$", after[0])
            after[0] = len(server.printed().splitlines())

        return wait_for

    def changes(self, server):
        """The lines of Watcher about pictures."""
        return re.findall(r".*pictures \d$", server.printed(), re.MULTILINE)

    def stands_still(self, client):
        """Waits until the world has stopped because its controller waits for an answer."""

        def stands():
            begin = client.time()
            time.sleep(0.2)
            return client.time() == begin

        wait_until(stands, "that the world waits for the viewer")

    def check_coming_and_going(self, server):
        pictures = self.watch(server)
        pictures(0)
        with self.viewer(server) as viewer:
            viewer.begun()
            pictures(3)
            viewer.process.kill()  # between two requests, or in one
            viewer.wait()
            pictures(0)
        with self.viewer(server) as viewer:
            viewer.begun()
            pictures(3)
            viewer.send(signal.SIGTERM)
            self.assertEqual(viewer.wait(), 0)
            pictures(0)
        with self.viewer(server) as viewer:
            viewer.begun()
            pictures(3)
        pictures(0)

    def test_a_sandboxed_controller_survives_the_death_of_its_viewer(self):
        server = self.server(self.watched)
        self.check_coming_and_going(server)
        # Every request has an answer, by a viewer or by the server itself.
        self.assertEqual(server.lines_of("blind"), [], self.output_of_all(server))

    def test_an_outside_controller_survives_the_death_of_its_viewer(self):
        server = self.server(self.outside, "--agents_awaited", "1")
        runner = Program([RUNAC, "-p", str(server.port()), "-n", "robot", "-l", "./Watcher.so"], self.folder.path)
        self.addCleanup(runner.close)
        self.check_coming_and_going(server)
        # A request over its connection to a viewer had no answer when the viewer ended, and its next connection may have failed.
        self.assertLessEqual(len(server.lines_of("blind")), 6, self.output_of_all(server))

    def test_another_viewer_takes_over_when_one_ends(self):
        server = self.server(self.watched)
        pictures = self.watch(server)
        with self.viewer(server) as first, Client(server) as client:
            client.begin_as_viewer()
            first.begun()
            pictures(3)
            self.viewer(server, "--name", "second").begun()
            changes = self.changes(server)
            self.assertEqual(first.stop(), 0)
            now = client.time()
            wait_until(lambda: client.time() > now + 0.5, "that controllers have more turns")
            self.assertEqual(self.changes(server), changes)

    def test_a_viewer_may_be_killed_during_a_request(self):
        server = self.server(self.watched)
        pictures = self.watch(server)
        with Client(server) as client:
            client.begin_as_viewer()
            for _ in range(2):
                with self.viewer(server) as viewer:
                    viewer.begun()
                    pictures(3)
                    viewer.send(signal.SIGSTOP)
                    self.stands_still(client)
                    viewer.process.kill()
                    pictures(0)

    # ---- many at the same time ----

    def crowd(self, name, controller):
        """A world in which each of many agents has a ball in front of it, which it sees in another size."""
        lines = [f'<world name="{name}"><gravity x="0" y="0" z="0"/>']
        for number in range(AGENTS):
            lines.append(f"""<instanciate class="Player.xml"><set-attr-value name="name" value="r{number}"/>
<set-attr-value name="dynamics" value="false"/><set-attr-value name="x" value="{100 * number}"/><set-attr-value name="y" value="50"/>{controller}
<camera id="1" link="body" position="0 0 0" direction="0 0 1" fov="{20 + 4 * number}"/></instanciate>
<instanciate class="Ball.xml"><set-attr-value name="name" value="b{number}"/><set-attr-value name="dynamics" value="false"/>
<set-attr-value name="x" value="{100 * number}"/><set-attr-value name="y" value="50"/><set-attr-value name="z" value="100"/></instanciate>""")
        return self.folder.write(name + ".xml", "\n".join([*lines, "</world>", ""]))

    def expected(self, port):
        """The picture of each agent, by its name."""
        pictures = {name: ask(port, capture(name), lambda stream: content(stream, PICTURE)) for name in (f"r{number}" for number in range(AGENTS))}
        self.assertEqual({len(picture) for picture in pictures.values()}, {OCTETS})
        self.assertEqual(len(set(pictures.values())), AGENTS)
        return pictures

    def test_sixteen_sandboxed_agents_get_their_own_pictures(self):
        world = self.crowd("inside16", CONTROLLER.format("Counter"))
        server = self.server(world, "--Sig.EndTime", str(0.01 * ROUNDS + 0.1), start="false", speed="max")
        viewer = self.viewer(server)
        pictures = self.expected(viewer.begun()[0])
        self.start(server)
        self.assertEqual(server.wait(), 0, server.printed())
        self.assertEqual(viewer.wait(), 0, viewer.printed())
        for number in range(AGENTS):
            with open(os.path.join(server.logs, f"agent{number}-stdout.log"), encoding="utf-8") as file:
                self.assertEqual(file.read().splitlines()[-1:], [f"{checksum(pictures[f'r{number}'])}: {ROUNDS}"])

    def test_sixteen_simultaneous_requests_get_their_own_pictures(self):
        server = self.server(self.crowd("outside16", ""), start="false")
        viewer = self.viewer(server)
        port, for_services = viewer.begun()
        expected = self.expected(port)

        def by_provider(name):
            return sum(ask(port, capture(name), lambda stream: content(stream, PICTURE)) == expected[name] for _ in range(ROUNDS))

        def by_service(name):
            with Service(for_services) as service:
                return sum(service.picture(name) == expected[name] for _ in range(ROUNDS))

        def by_connection(name):
            with OutsideController(server, name) as controller:
                return sum(controller.picture(name) == expected[name] for _ in range(ROUNDS))

        ways = [(by_provider, by_connection, by_service)[number % 3] for number in range(AGENTS)]
        with concurrent.futures.ThreadPoolExecutor(AGENTS) as threads:
            self.assertEqual(list(threads.map(lambda way, name: way(name), ways, expected)), AGENTS * [ROUNDS])
        self.assertEqual(viewer.printed().count("\n"), 0, viewer.printed())
        self.assertLess(viewer.memory(), 300)

    # ---- what makes no sense ----

    def test_invalid_requests_get_no_picture(self):
        server = self.server(self.outside, start="false")
        viewer = self.viewer(server)
        port, for_services = viewer.begun()
        failing = [capture("robot", width=0), capture("robot", height=0), capture("robot", width=0, height=0),
                   capture("robot", width=65535, height=65535), capture("robot", width=65535, height=1), capture("robot", width=1, height=65535),
                   capture("robot", 0), capture("robot", 3), capture("robot", 10), capture("robot", -1), capture("robot", 32767),
                   capture("nothing"), capture(""), capture("x" * 300), capture("table"), capture("robot", colour=9),
                   capture("robot", colour=2, width=100, height=100)]
        pictures = {request: ask(port, request, lambda stream: content(stream, PICTURE)) for request in failing}
        self.assertEqual(len(pictures.pop(capture("table"))), OCTETS)  # objects without cameras have a view point
        self.assertEqual(set(pictures.values()), {b""})
        detect = packet(DETECT, text("robot") + u16(9))
        self.assertEqual(ask(port, detect, lambda stream: Unit(stream)).body.u16(), 0)
        for start, end, camera in ((255.0, 0.0, 1), (float("nan"), 1.0, 1), (0.0, float("inf"), 1), (0.0, 255.0, 9)):
            request = packet(DISTANCE, text("robot") + real(start, end) + u16(camera) + u16(0))
            unit = ask(port, request, lambda stream: Unit(stream))
            self.assertEqual((unit.kind, unit.body.u16()), (DISTANCE_RESULT, 255))
        # A small picture, and the largest possible one.
        for width, height in ((1, 1), (3, 2), (1860, 1870)):
            octets = ask(port, capture("robot", width=width, height=height), lambda stream: content(stream, PICTURE))
            self.assertEqual(len(octets), (3 * width + 3) // 4 * 4 * height)
        with Service(for_services) as service:
            self.assertEqual([service.picture("nothing"), service.picture("robot", 9), service.picture("robot", -1)], [2, 3, 3])
            self.assertEqual(len(service.picture("robot")), OCTETS)
        with OutsideController(server, "robot") as controller:
            self.assertEqual({controller.picture("nothing"), controller.picture("robot", 9)}, {bytes.fromhex("00060004")})
            self.assertEqual(len(controller.picture("robot")), OCTETS)
        self.assertLess(len(viewer.printed().splitlines()), 40)
        self.assertLess(viewer.memory(), 300)

    def test_slow_hanging_and_flooding_peers_do_not_disturb_others(self):
        server = self.server(self.outside, start="false")
        viewer = self.viewer(server)
        port, for_services = viewer.begun()
        with contextlib.ExitStack() as stack:
            connect = lambda to: stack.enter_context(socket.create_connection(("127.0.0.1", to), TIMEOUT))  # noqa: E731
            for number in range(300):
                half = connect(port)
                half.sendall(capture("robot")[: number % 40])
            for number in range(60):
                connect(for_services).sendall((raw(0, b"half") + raw(1, b"robot,1,0,"))[: number % 19])
            greedy = Service(for_services)
            stack.enter_context(greedy)
            greedy.link.sendall(200 * raw(1, b"robot,1,0,"))  # and reads nothing
            rubbish = connect(for_services)
            rubbish.sendall(os.urandom(4096))
            with Service(for_services) as good:
                for _ in range(5):
                    self.assertEqual(len(good.picture("robot")), OCTETS)
                    self.assertEqual(len(ask(port, capture("robot"), lambda stream: content(stream, PICTURE))), OCTETS)
            self.assertLess(viewer.memory(), 300)
            exactly(greedy.stream, 18 + OCTETS)
        self.assertFalse(viewer.ended())

    # ---- its beginning and its end ----

    def test_a_signal_ends_the_viewer_although_the_server_hangs(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            server = self.server(self.outside, start="false")
            viewer = self.viewer(server)
            _, for_services = viewer.begun()
            with Service(for_services) as service:
                service.picture("robot")
                server.send(signal.SIGSTOP)
                service.link.sendall(raw(1, b"robot,1,0,"))
                time.sleep(0.1)  # by now it probably waits for the server; otherwise it still ends
                viewer.send(number)
                self.assertEqual(viewer.wait(), 0, viewer.printed())
            server.send(signal.SIGCONT)

    def test_services_are_notified_of_the_end(self):
        server = self.server(self.outside, start="false")
        viewer = self.viewer(server)
        _, for_services = viewer.begun()
        with Service(for_services) as service:
            service.picture("robot")
            server.quit()
            self.assertEqual(service.stream.read(), raw(5))
        self.assertEqual(viewer.wait(), 0, viewer.printed())

    def refused(self, viewer, why):
        self.assertEqual(viewer.wait(), 1, viewer.printed())
        self.assertRegex(viewer.printed(), "^sigviewer: " + why + r"[^\n]*$")

    def test_obstacles_at_the_start_are_reported(self):
        server = self.server(self.outside, start="false")
        viewer = self.viewer(server)
        _, for_services = viewer.begun()
        self.refused(self.viewer(server), "the server refuses the provider SIGViewer: ")
        with Client(server) as client:
            client.send(b"SIGMESSAGE,taken,")
            client.octets(4)
            self.refused(self.viewer(server, "--name", "taken"), "the server refuses the service taken: another program has that name")
        blind = {**os.environ, "__EGL_VENDOR_LIBRARY_DIRS": self.folder.path, "LIBGL_DRIVERS_PATH": self.folder.path,
                 "__EGL_VENDOR_LIBRARY_FILENAMES": ""}
        self.refused(self.viewer(server, "--name", "blind", env=blind), "")
        port = lasting_port()
        nowhere = Viewer(self.folder.path, port)
        self.addCleanup(nowhere.close)
        self.refused(nowhere, f"cannot connect to 127.0.0.1:{port}: ")
        # A second viewer shares the work. The port for services belongs to the first one.
        with self.viewer(server, "--name", "second", "--viewer_port", str(for_services)) as second:
            second.wait_for(f"cannot open port for services {for_services} on 127.0.0.1: ")
            port = int(second.wait_for(r"as second: provider on port (\d+), no port for services")[1])
            self.assertEqual(len(ask(port, capture("robot"), lambda stream: content(stream, PICTURE))), OCTETS)
            self.assertEqual(ask(port, packet(DETECT, text("robot") + u16(1)), lambda stream: Unit(stream).kind), DETECTED)


if __name__ == "__main__":
    with Folder() as folder, folder.server(SERVER, folder.write("w.xml", WORLD.format(controller=""))) as server:
        if not has_opengl(folder.path, server.port()):
            print("skipped: there is no OpenGL on this machine")
            sys.exit(77)
    run_tests(sys.argv[1:], side_by_side=2)
