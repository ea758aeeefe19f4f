#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The view of controllers of SIGVerse without a service: inside and outside the sandbox, by the calls of both generations, and with a viewer that
connects and leaves.

    sigverse_sight.py SERVER RUNAC SIGMAKE [unittest's arguments]
"""

import os
import re
import socket
import struct
import sys
import threading
import unittest

from sigverse_stage import TIMEOUT, Client, Folder

from octets import Unit  # noqa: E402
from programs import Program, wait_until  # noqa: E402

SERVER, RUNAC, SIGMAKE = (os.path.abspath(path) for path in (sys.argv.pop(1) for _ in range(3)))

THINGS = {
    "Robot.xml": """<define-class name="Robot" inherit="Agent.xml"><simpleShape type="box"><size sx="20" sy="20" sz="20"/></simpleShape>
</define-class>""",
    "Plate.xml": """<define-class name="Plate" inherit="Entity.xml"><simpleShape type="box"><size sx="200" sy="200" sz="10"/></simpleShape>
</define-class>""",
    "Dot.xml": """<define-class name="Dot" inherit="Entity.xml"><simpleShape type="sphere"><size r="10"/></simpleShape></define-class>""",
}
# A plate 200 cm ahead of the robot, with a ball in front of it and another one behind it. Camera 2 looks to the left.
WORLD = """<world name="sight"><gravity x="0" y="0" z="0"/>
<instanciate class="Robot.xml"><set-attr-value name="name" value="robot"/><set-attr-value name="y" value="50"/>{controller}
  <camera id="1" link="body" position="0 0 0"/><camera id="2" link="body" direction="1 0 0" fov="90" aspectRatio="1"/></instanciate>
<instanciate class="Plate.xml"><set-attr-value name="name" value="plate"/><set-attr-value name="y" value="50"/>
  <set-attr-value name="z" value="205"/><set-attr-value name="dynamics" value="false"/></instanciate>
<instanciate class="Dot.xml"><set-attr-value name="name" value="ball"/><set-attr-value name="y" value="50"/>
  <set-attr-value name="x" value="50"/><set-attr-value name="z" value="120"/></instanciate>
<instanciate class="Dot.xml"><set-attr-value name="name" value="hidden"/><set-attr-value name="y" value="50"/>
  <set-attr-value name="z" value="300"/></instanciate></world>
"""
CONTROLLER = '<set-attr-value name="language" value="c++"/><set-attr-value name="implementation" value="./Looker.so"/>'

LOOKER = """
#include "Controller.h"
#include "ControllerEvent.h"
#include "Logger.h"
#include <sstream>
using namespace std;
class Looker : public Controller {
  int step;
  void names(const char *what, bool any, const vector<string> &v) {
    ostringstream out;
    for (size_t i = 0; i < v.size(); i++) out << " " << v[i];
    LOG_MSG(("%s %d%s", what, (int)any, out.str().c_str()));
  }
  void pixels(const char *what, ViewImage *img) {
    if (!img) { LOG_MSG(("%s NULL", what)); return; }
    const unsigned char *p = (const unsigned char *)img->getBuffer();
    int middle = img->getHeight() / 2 * img->getWidth() + img->getWidth() / 2;
    LOG_MSG(("%s %dx%d %d %d %d, %g degrees, %g", what, img->getWidth(), img->getHeight(), img->getBufferLength(), (int)p[middle],
             (int)p[0], img->getFOVy(), img->getAspectRatio()));
    delete img;
  }
 public:
  void onInit(InitEvent &) { step = 0; }
  double onAction(ActionEvent &) {
    if (step++ > 1) {
      getObj("hidden")->setPosition(0, 500, 0);
      return 100;
    }
    vector<string> v, w, gone, aside;
    names("detect", detectEntities(v), v);
    names("aside", detectEntities(aside, 2), aside);
    names("no camera", detectEntities(gone, 7), gone);
    pixels("picture", captureView(COLORBIT_24, IMAGE_320X240));
    LOG_MSG(("there %d", (int)checkService("SIGViewer")));
    ViewService *view = (ViewService *)connectToService("SIGViewer");
    if (!view) { LOG_MSG(("not connected")); return 100; }
    names("view", view->detectEntities(w, 1), w);
    pixels("view picture", view->captureView(1));
    view->sendMsgToSrv("hello");
    LOG_MSG(("distance %d", (int)view->distanceSensor(0.0, 400.0)));
    LOG_MSG(("distance %d", (int)view->distanceSensor(0.0, 255.0, 2)));
    LOG_MSG(("wrong range %d", (int)view->distanceSensor(255.0, 0.0)));
    pixels("line", view->distanceSensor1D(0.0, 400.0));
    pixels("plane", view->distanceSensor2D(100.0, 300.0));
    pixels("no camera", view->distanceSensor2D(100.0, 300.0, 5));
    pixels("aside", view->distanceSensor1D(0.0, 400.0, 2));
    getObj(myname())->setCamFOV(60.0, 2);
    pixels("narrower", view->distanceSensor1D(0.0, 400.0, 2));
    getObj(myname())->setCamFOV(90.0, 2);
    // It is seen, and measured, where it has been put in the same handler.
    getObj("ball")->setPosition(0, 50, 100);
    vector<string> x;
    names("moved", view->detectEntities(x), x);
    LOG_MSG(("distance %d", (int)view->distanceSensor(0.0, 400.0)));
    getObj("ball")->setPosition(50, 50, 120);
    return 0.05;
  }
};
extern "C" Controller *createController() { return new Looker; }
"""
SEEN = """detect 1 ball plate
aside 0
no camera 0
picture NULL
there 1
view 1 ball plate
view picture NULL
distance 128
distance 255
wrong range 255
line 320x1 320 128 255, 45 degrees, 1.5
plane 320x240 76800 128 255, 45 degrees, 1.5
no camera NULL
aside 320x1 320 255 255, 90 degrees, 1
narrower 320x1 320 255 255, 60 degrees, 1
moved 1 ball
distance 57
""".splitlines()

WATCHER = """
#include "Controller.h"
#include "ControllerEvent.h"
#include "Logger.h"
class Watcher : public Controller {
  int last;
 public:
  void onInit(InitEvent &) { last = -1; }
  double onAction(ActionEvent &) {
    ViewService *view = (ViewService *)connectToService("SIGViewer");
    int now = view ? (int)view->distanceSensor(0.0, 255.0) : -2;
    if (now != last) LOG_MSG(("sees %d", now));
    last = now;
    disconnectToService("SIGViewer");
    return 0.02;
  }
};
extern "C" Controller *createController() { return new Watcher; }
"""


class Viewer(threading.Thread):
    """A service SIGViewer for which everything is 42 cm away."""

    def __init__(self, server):
        super().__init__(daemon=True)
        self.client = Client(server)
        self.client.send(b"SIGMESSAGE,SIGViewer,")
        assert self.client.octets(4) == b"SUCC"

    def run(self):
        while True:
            try:
                port, = struct.unpack(">H", self.client.unit(("raw", 3)).body.rest()[:2])
                with socket.create_connection(("127.0.0.1", port), TIMEOUT) as link, link.makefile("rb") as stream:
                    link.sendall(struct.pack(">HH", 1, 4))
                    while Unit(stream).kind == ("raw", 6):
                        link.sendall(struct.pack(">HHB", 3, 2, 42))
            except (OSError, ValueError, EOFError, AssertionError, struct.error):
                return


class Sight(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = cls.enterClassContext(Folder())
        for name, text in THINGS.items():
            cls.folder.write(name, text)
        cls.folder.make(SIGMAKE, "Looker", LOOKER)
        cls.folder.make(SIGMAKE, "Watcher", WATCHER)
        cls.inside = cls.folder.write("inside.xml", WORLD.format(controller=CONTROLLER))
        cls.outside = cls.folder.write("outside.xml", WORLD.format(controller=""))

    def run_inside(self):
        server = self.folder.server(SERVER, self.inside, "--Sig.EndTime", "0.2", speed="max")
        self.assertEqual(server.wait(), 0, server.printed())
        with open(os.path.join(server.logs, "agent0-stdout.log"), encoding="utf-8") as file:
            return server, file.read()

    def runner(self, server, library, output="runner.txt"):
        with open(os.path.join(self.folder.path, output), "w", encoding="utf-8") as printed:
            runner = Program([RUNAC, "-p", str(server.port()), "-n", "robot", "-l", library], self.folder.path, stdout=printed)
        self.addCleanup(runner.close)
        return runner

    def check(self, printed):
        self.assertEqual(re.findall(r"^\[MSG\]  (.*)$", printed, re.M), 2 * SEEN)
        # This line is printed once per run.
        self.assertEqual(re.findall(r"^\[ERR\]  (.*)$", printed, re.M), ["captureView returns NULL: there is no service that takes pictures"])

    def test_views_in_the_sandbox_are_repeatable(self):
        first, printed = self.run_inside()
        self.check(printed)
        second, again = self.run_inside()
        self.assertEqual(printed, again)
        self.assertEqual(first.poses(), second.poses())

    def test_views_outside_the_sandbox_are_the_same(self):
        for options in (("--sync", "--sync_timeout", str(TIMEOUT)), ()):
            with self.subTest(options=options):
                server = self.folder.server(SERVER, self.outside, "--agents_awaited", "1", *options)
                runner = self.runner(server, "./Looker.so")
                with Client(server) as client:
                    client.begin_as_viewer()
                    wait_until(lambda: client.place("hidden") == [0, 500, 0], "the end of the second look")
                server.quit()
                runner.wait()
                with open(os.path.join(self.folder.path, "runner.txt"), encoding="utf-8") as printed:
                    self.check(printed.read())

    def test_a_viewer_replaces_the_servers_view_while_it_is_connected(self):
        server = self.folder.server(SERVER, self.outside, "--agents_awaited", "1")
        self.runner(server, "./Watcher.so")
        server.wait_for("sees 200")
        viewer = Viewer(server)
        viewer.start()
        server.wait_for("sees 42")
        viewer.client.reset()
        wait_until(lambda: len(server.lines_of("sees ")) == 3, "that the viewer has gone")
        self.assertEqual([line.split()[-1] for line in server.lines_of("sees ")], ["200", "42", "200"])
        server.quit()


if __name__ == "__main__":
    unittest.main()
