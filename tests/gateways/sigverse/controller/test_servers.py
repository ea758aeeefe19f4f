# SPDX-License-Identifier: Apache-2.0
"""Servers of other versions, over TCP; providers of sight and speech; services by name. Usage: test_servers.py FOLDER-OF-PROGRAMS"""

import contextlib
import os
import pathlib
import re
import socket
import subprocess
import sys
import threading
import time
import unittest

from octets import (ATTACH, CAPTURE, CONTROLLER_COMMAND, DETECT, DETECTED, DISTANCE, DISTANCE_RESULT, DONE, FORWARD, LOG, NS_QUERY, NS_RESULT, ON_ACTION, ON_INIT,
                    PICTURE, RECOGNISE, RECOGNISED, SET_MASS, UPDATE, Unit, large, packet, raw, real, text, texts, u16, u32)
from stage import TIMEOUT, LibraryCase, Stage, changes, connected

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), *[os.pardir] * 3, "support"))

from programs import lasting_port  # noqa: E402

SOURCE = """
#include "Controller.h"
#include "ControllerEvent.h"
#include "Logger.h"
#include <sstream>
using namespace std;

class Seer : public Controller {
  ViewService *m_view;
  BaseService *m_ref;
  SimObj *my;
  void tell(const char *what, ViewImage *img) {
    if (!img) { LOG_MSG(("%s none", what)); return; }
    char *buf = img->getBuffer();
    LOG_MSG(("%s %dx%d %d %d %d, %g degrees, %g", what, img->getWidth(), img->getHeight(), img->getBufferLength(), (int)buf[0],
             (int)buf[img->getBufferLength() - 1], img->getFOVy(), img->getAspectRatio()));
    delete img;
  }
  void names(const char *what, bool any, const vector<string> &v) {
    ostringstream out;
    for (size_t i = 0; i < v.size(); i++) out << " " << v[i];
    LOG_MSG(("%s %d:%s", what, (int)any, out.str().c_str()));
  }
 public:
  void onInit(InitEvent &) {
    m_view = NULL;
    m_ref = NULL;
    my = getObj(myname());
    LOG_MSG(("onInit %s %d", server(), port() != 0));
  }
  double onAction(ActionEvent &evt) {
    my->setPosition(evt.time(), 0, 0);
    my->setMass(evt.time());
    return 0.02;
  }
  void onRecvMsg(RecvMsgEvent &evt) {
    string what = evt.getMsg();
    vector<string> v(1, "mine");
    RawSound sound(RawSoundHeader(), "12", 2);
    if (what == "capture") tell("capture", captureView(COLORBIT_24, IMAGE_320X240, 2));
    else if (what == "detect") { bool any = detectEntities(v, 2); names("detect", any, v); }
    else if (what == "speech") {
      Text *heard = getText(sound);
      LOG_MSG(("speech %s %d", heard ? heard->getString() : "none", heard ? (int)heard->getEncode() : 0));
      delete heard;
    }
    else if (what == "connect") {
      if (checkService("SIGViewer")) {
        m_view = (ViewService*)connectToService("SIGViewer");
        m_ref = getService("SIGViewer");
      }
      LOG_MSG(("view %d %s %d", m_view != NULL, m_view ? m_view->getName() : "", m_view == m_ref));
    }
    else if (what == "disconnect") { disconnectToService("SIGViewer"); LOG_MSG(("gone %d", getService("SIGViewer") == NULL)); }
    else if (what == "say much") LOG_MSG(("said %d", m_ref->sendMsgToSrv(string(70000, 'x'))))
    else if (what == "say") LOG_MSG(("said %d", m_ref->sendMsgToSrv("hello, you")))
    else if (what == "view capture") tell("view", m_view->captureView(2, COLORBIT_24, IMAGE_320X240));
    else if (what == "view detect") { bool any = m_view->detectEntities(v, 2); names("view", any, v); }
    else if (what == "distance") LOG_MSG(("distance %d", m_view->distanceSensor(0.0, 255.0, 2)))
    else if (what == "distance1") tell("distance1", m_view->distanceSensor1D(10.0, 255.0));
    else if (what == "distance2") tell("distance2", m_view->distanceSensor2D(10.0, 255.0, 1));
    else LOG_MSG(("%s: %s", evt.getSender(), what.c_str()));
  }
};
extern "C" Controller *createController() { return new Seer; }
"""


def message(what):
    return raw(1, f"a,{len(what):05},{what},-1.0,1,robot,".encode())
NO_PICTURES = "captureView returns NULL: there is no service that takes pictures"


class Case(LibraryCase):
    NAME, SOURCE = "Seer.cpp", SOURCE
    STANDARD = "c++11"

    def begin(self, **how):
        stage = Stage(self.built, self.library, **how)
        self.addCleanup(stage.__exit__)
        return stage

    def expect_log(self, link, line):
        unit = link.expect(LOG)
        unit.body.s16()
        self.assertEqual(unit.body.text(), line)


class OtherServers(Case):
    """Servers without turns: handlers run on the command connection, requests use the data connection."""

    def act(self, stage, time):
        unit = stage.data.expect(SET_MASS)
        self.assertEqual(unit.body.rest(), text("robot") + real(time))
        self.assertEqual(changes(stage.data.expect(UPDATE)), {"robot": (1, {"x": time, "y": 0.0, "z": 0.0})})

    def test_only_due_actions_are_carried_out(self):
        stage = self.begin(answer="", connects=True)
        stage.link.send(packet(ON_INIT))
        stage.give("robot")
        self.expect_log(stage.data, "onInit 127.0.0.1 1")
        for time in (0.01, 0.02, 0.03):
            stage.link.send(packet(ON_ACTION, real(time)))
        self.act(stage, 0.01)
        self.act(stage, 0.03)
        stage.finish()

    def test_the_controller_uses_its_own_timer_between_start_and_stop(self):
        stage = self.begin(answer="", connects=True)
        stage.link.send(raw(2, real(0.0)))
        stage.give("robot")
        self.expect_log(stage.data, "onInit 127.0.0.1 1")
        times = iter((0.0, 0.01, 0.02, 0.05))
        for _ in range(2):
            for time in times:
                self.assertEqual(stage.data.read().octets, raw(38))
                stage.data.send(real(time))
                if time != 0.01:
                    self.act(stage, time)
                if time == 0.02:
                    break
        stage.link.send(raw(3))
        # Requests that were sent before are still answered.
        while True:
            stage.data.reads.raw._sock.settimeout(0.3)
            try:
                unit = stage.data.read()
            except TimeoutError:
                break
            if unit.kind == ("raw", 38):
                stage.data.send(real(0.05))
        stage.link.send(raw(2, real(0.1)))
        stage.data.close(), stage.link.close()
        stage.finish()

    def test_a_refusal_is_reported_in_one_line(self):
        for number, why in ((1, "already attached"), (2, "no agent robot")):
            stage = self.begin(answer=None, connects=True)
            self.assertEqual(stage.link.expect(ATTACH).body.text(), "robot")
            stage.link.send(packet(11, u16(number) + text(why)))
            self.assertEqual(stage.finish(1)[1], f"runac: cannot attach to robot: {why}\n")

    def test_a_server_that_cannot_be_reached_is_reported(self):
        port = lasting_port()
        for options, usual, place in ((("-p", port), "", f"127.0.0.1:{port}"), ((), f"localhost:{port}", f"localhost:{port}"),
                                      (("--host", "localhost"), f"nowhere:{port}", f"localhost:{port}"),
                                      (("--port", port, "-h", "::1"), "nowhere:1", f"[::1]:{port}")):
            with self.subTest(usual=usual, options=options):
                done = subprocess.run([self.built.bin / "runac", *map(str, options), "-n", "robot", "-l", self.library], capture_output=True,
                                      text=True, env=dict(os.environ, SIGVERSE_SERVER=usual))
                self.assertEqual((done.returncode, done.stdout), (1, ""))
                self.assertRegex(done.stderr, rf"^runac: cannot connect to {re.escape(place)}: [^:]+\n$")


class Provider:
    """A provider that answers one request per connection."""

    def __init__(self, *answers):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.settimeout(TIMEOUT)
        self.port = self.listener.getsockname()[1]
        self.requests = []
        self.thread = threading.Thread(target=self.serve, args=(answers,))
        self.thread.start()

    def serve(self, answers):
        with self.listener:
            for answer in answers:
                connection = self.listener.accept()[0]
                with connection, connection.makefile("rb") as stream:
                    unit = Unit(stream)
                    self.requests.append(unit)
                    for _ in range(1, unit.count):
                        Unit(stream)
                    connection.sendall(answer)


class Sight(Case):
    def ready(self, **how):
        stage = self.begin(**how)
        stage.begin(0.0, packet(ON_INIT))
        stage.give("robot")
        stage.link.expect(LOG)
        stage.end()
        return stage

    def call(self, stage, what):
        stage.begin(0.5, message(what))

    def picture(self, colour=1, width=320, height=240):
        length = width * height * (3 if colour == 1 else 1)
        return large(PICTURE, u16(1) + u16(colour) + u16(width) + u16(height), b"\7" + bytes(length - 2) + b"\11")

    def expect_picture(self, stage, line, **numbers):
        """The controller gets the picture, with the values of its camera, which the library requests."""
        stage.give("robot", **{name: ("eye", number) for name, number in numbers.items()})
        self.expect_log(stage.link, line)

    def expect_request(self, stage, kind, data, target=""):
        unit = stage.link.expect(kind)
        self.assertEqual(unit.body.rest(), data)
        self.assertEqual((unit.flags, unit.target), (FORWARD if target else 0, target))
        return unit

    def provider(self, stage, kind, name="eye", port=1):
        self.expect_request(stage, NS_QUERY, u16(kind))
        stage.link.send(packet(NS_RESULT, u16(1) + text(name) + u16(kind) + text("127.0.0.1") + u32(port)))

    def test_requests_without_network_access_go_through_the_server(self):
        """Without network access requests go through the server, which is asked for a provider once."""
        stage = self.ready()
        self.call(stage, "capture")
        self.provider(stage, 1)
        request = text("robot") + u16(0) + u16(1) + u16(320) + u16(240) + u16(2)
        self.expect_request(stage, CAPTURE, request, "eye")
        stage.link.send(self.picture())
        self.expect_picture(stage, "capture 320x240 230400 7 9, 60 degrees, 2", FOV2=60.0, aspectRatio2=2.0)
        stage.end()
        self.call(stage, "capture")
        self.expect_request(stage, CAPTURE, request, "eye")
        stage.link.send(packet(PICTURE, bytes(8) + u32(0)))
        self.expect_log(stage.link, "captureView returns NULL: eye gives no such picture")
        self.expect_log(stage.link, "capture none")
        stage.end()
        self.call(stage, "capture")
        self.provider(stage, 1, "other")
        self.expect_request(stage, CAPTURE, request, "other")
        stage.link.send(self.picture(2, 320, 1))
        self.expect_picture(stage, "capture 320x1 320 7 9, 30 degrees, 1.25", FOV=30.0, aspectRatio=1.25)
        stage.end()
        self.call(stage, "detect")
        self.expect_request(stage, NS_QUERY, u16(2))
        stage.link.send(packet(NS_RESULT, u16(0)))
        self.expect_request(stage, DETECT, text("robot") + u16(2))
        stage.link.send(packet(DETECTED, u16(2) + texts("cup", "can")))
        self.expect_log(stage.link, "detect 1: mine cup can")
        stage.end()
        self.call(stage, "speech")
        self.provider(stage, 4, "ear")
        self.expect_request(stage, RECOGNISE, u16(1) + u16(16000) + u16(16) + u16(0) + u32(2), "ear")
        self.expect_request(stage, RECOGNISE, u16(2) + b"12", "ear")
        stage.link.send(packet(RECOGNISED, u16(4) + text("hello")))
        self.expect_log(stage.link, "speech hello 4")
        stage.end()
        stage.finish()

    def test_another_provider_is_queried_once_after_a_failure(self):
        """A failure is reported through the server, by a flag of its reply."""
        failed, request = {"flags": 0x8000}, text("robot") + u16(2)
        stage = self.ready()
        self.call(stage, "detect")
        self.provider(stage, 2, "dies")
        self.expect_request(stage, DETECT, request, "dies")
        stage.link.send(packet(DETECTED, u16(0), **failed))
        self.provider(stage, 2, "lives")
        self.expect_request(stage, DETECT, request, "lives")
        stage.link.send(packet(DETECTED, u16(1) + text("cup")))
        self.expect_log(stage.link, "detect 1: mine cup")
        stage.end()
        # An empty result is an answer, too; a known provider is forgotten when it fails.
        self.call(stage, "detect")
        self.expect_request(stage, DETECT, request, "lives")
        stage.link.send(packet(DETECTED, u16(0)))
        self.expect_log(stage.link, "detect 0: mine")
        stage.end()
        self.call(stage, "detect")
        for name, more in (("lives", False), ("again", True)):
            if more:
                self.provider(stage, 2, name)
            self.expect_request(stage, DETECT, request, name)
            stage.link.send(packet(DETECTED, u16(0), **failed))
        self.expect_log(stage.link, "detect 0: mine")
        stage.end()
        # Without another provider the server uses its own eyes.
        self.call(stage, "detect")
        self.provider(stage, 2, "dies")
        self.expect_request(stage, DETECT, request, "dies")
        stage.link.send(packet(DETECTED, u16(0), **failed))
        self.expect_request(stage, NS_QUERY, u16(2))
        stage.link.send(packet(NS_RESULT, u16(0)))
        self.expect_request(stage, DETECT, request)
        stage.link.send(packet(DETECTED, u16(1) + text("can")))
        self.expect_log(stage.link, "detect 1: mine can")
        stage.end()
        self.call(stage, "speech")
        for name in ("dies", "too"):
            self.provider(stage, 4, name)
            for _ in range(2):
                stage.link.expect(RECOGNISE)
            stage.link.send(packet(RECOGNISED, u16(0) + text(""), **failed))
        self.expect_log(stage.link, "speech none 0")
        stage.end()
        stage.finish()

    def test_without_providers_results_are_empty(self):
        stage = self.ready()
        for what, kind, line in (("capture", 1, "capture none"), ("detect", 2, "detect 0: mine"), ("speech", 4, "speech none 0")):
            self.call(stage, what)
            self.expect_request(stage, NS_QUERY, u16(kind))
            stage.link.send(packet(NS_RESULT, u16(0)))
            if kind == 1:
                self.expect_log(stage.link, NO_PICTURES)
                stage.link.expect(CAPTURE)
                stage.link.send(packet(PICTURE, bytes(8) + u32(0)))
            if kind == 2:
                stage.link.expect(DETECT)
                stage.link.send(packet(DETECTED, u16(0)))
            self.expect_log(stage.link, line)
            stage.end()
        stage.finish()

    def test_a_provider_that_arrives_after_the_query_is_used(self):
        """A first query finds no provider; a later reply of the server says that there is one."""
        request = text("robot") + u16(2)
        stage = self.ready()
        self.call(stage, "detect")
        self.expect_request(stage, NS_QUERY, u16(2))
        stage.link.send(packet(NS_RESULT, u16(0)))
        self.expect_request(stage, DETECT, request)
        stage.link.send(packet(DETECTED, u16(0), flags=0x8000))
        self.provider(stage, 2, "new")
        self.expect_request(stage, DETECT, request, "new")
        stage.link.send(packet(DETECTED, u16(1) + text("cup")))
        self.expect_log(stage.link, "detect 1: mine cup")
        stage.end()
        # The provider leaves before it is given out.
        self.call(stage, "detect")
        self.expect_request(stage, DETECT, request, "new")
        stage.link.send(packet(DETECTED, u16(0), flags=0x8000))
        self.expect_request(stage, NS_QUERY, u16(2))
        stage.link.send(packet(NS_RESULT, u16(0)))
        self.expect_request(stage, DETECT, request)
        stage.link.send(packet(DETECTED, u16(0), flags=0x8000))
        self.expect_request(stage, NS_QUERY, u16(2))
        stage.link.send(packet(NS_RESULT, u16(0)))
        self.expect_log(stage.link, "detect 0: mine")
        stage.end()
        stage.finish()

    def test_invalid_pictures_are_not_returned(self):
        stage = self.ready()
        whole = self.picture(2, 320, 1)
        head = u16(1) + u16(2) + u16(320) + u16(1)
        for answer in (packet(PICTURE, head[:5]), packet(PICTURE, head + u32(11 << 20), 1101), large(PICTURE, head, bytes(319)),
                       whole[:42 - 4] + packet(PICTURE, u16(5) + b"12345", 2, 1), packet(PICTURE, head + u32(320), 3)):
            self.call(stage, "capture")
            self.provider(stage, 1)
            stage.link.expect(CAPTURE)
            stage.link.send(answer)
            if stage.number == 2:  # and not again
                self.expect_log(stage.link, "captureView returns NULL: eye gives no such picture")
            self.expect_log(stage.link, "capture none")
            stage.end()
        stage.finish()

    def test_requests_with_network_access_go_to_the_provider(self):
        """With network access the provider is asked directly; a dead one is replaced by one more query."""
        stage = self.ready(connects=True)
        eye = Provider(self.picture(), packet(DETECTED, u16(1) + text("cup")))
        closed = self.enterContext(socket.socket())
        closed.bind(("127.0.0.1", 0))
        dead = closed.getsockname()[1]
        self.call(stage, "capture")
        self.provider(stage, 1, "dead", dead)
        self.provider(stage, 1, "eye", eye.port)
        self.expect_picture(stage, "capture 320x240 230400 7 9, 60 degrees, 2", FOV2=60.0, aspectRatio2=2.0)
        stage.end()
        self.call(stage, "detect")
        self.provider(stage, 2, "eye", eye.port)
        self.expect_log(stage.link, "detect 1: mine cup")
        stage.end()
        eye.thread.join()
        self.assertEqual([unit.kind for unit in eye.requests], [CAPTURE, DETECT])
        self.assertEqual(eye.requests[0].octets, packet(CAPTURE, text("robot") + u16(0) + u16(1) + u16(320) + u16(240) + u16(2)))
        self.call(stage, "capture")
        self.expect_request(stage, NS_QUERY, u16(1))
        stage.link.send(packet(NS_RESULT, u16(0)))
        self.expect_log(stage.link, NO_PICTURES)
        stage.link.expect(CAPTURE)
        stage.link.send(packet(PICTURE, bytes(8) + u32(0)))
        self.expect_log(stage.link, "capture none")
        stage.end()
        stage.finish()

    def test_a_hanging_provider_is_requested_only_once(self):
        """A provider that hangs may still answer pings, so that the server gives it out again."""
        stage = self.ready(connects=True)
        with socket.create_server(("127.0.0.1", 0)) as hangs:
            port = hangs.getsockname()[1]
            self.call(stage, "detect")
            self.provider(stage, 2, "hangs", port)
            self.provider(stage, 2, "hangs", port)
            self.expect_log(stage.link, "detect 0: mine")
            stage.end()
            hangs.settimeout(TIMEOUT)
            hangs.accept()[0].close()
            hangs.setblocking(False)
            with self.assertRaises(BlockingIOError):
                hangs.accept()
        stage.finish()

    def test_messages_and_requests_to_a_service_go_through_the_server(self):
        stage = self.ready()
        self.call(stage, "connect")
        for _ in range(2):
            self.assertEqual(stage.link.read().octets, raw(16, b"SIGViewer,"))
            stage.link.send(u16(1) + u16(4))
        self.expect_log(stage.link, "view 1 SIGViewer 1")
        stage.end()
        self.call(stage, "say")
        self.assertEqual(stage.link.read().octets, raw(8, b"00010,hello, you,-1.0,1,SIGViewer,"))
        self.expect_log(stage.link, "said 1")
        stage.end()
        self.call(stage, "say much")
        self.expect_log(stage.link, "a message of 70000 octets is too long: it is not sent")
        self.expect_log(stage.link, "said 0")
        stage.end()
        self.call(stage, "view capture")
        self.expect_request(stage, CAPTURE, text("robot") + u16(0) + u16(1) + u16(320) + u16(240) + u16(2), "SIGViewer")
        stage.link.send(self.picture())
        self.expect_picture(stage, "view 320x240 230400 7 9, 70 degrees, 1.5", FOV2=70.0)
        stage.end()
        self.call(stage, "view detect")
        self.expect_request(stage, DETECT, text("robot") + u16(2), "SIGViewer")
        stage.link.send(packet(DETECTED, u16(1) + text("cup")))
        self.expect_log(stage.link, "view 1: mine cup")
        stage.end()
        self.call(stage, "distance")
        self.expect_request(stage, DISTANCE, text("robot") + real(0, 255) + u16(2) + u16(0), "SIGViewer")
        stage.link.send(packet(DISTANCE_RESULT, u16(77)))
        self.expect_log(stage.link, "distance 77")
        stage.end()
        for dimensions, height in ((1, 1), (2, 240)):
            self.call(stage, f"distance{dimensions}")
            self.expect_request(stage, DISTANCE, text("robot") + real(10, 255) + u16(1) + u16(dimensions), "SIGViewer")
            stage.link.send(large(DISTANCE_RESULT, u16(1) + u16(2) + u16(320) + u16(height), b"\7" + bytes(320 * height - 2) + b"\11"))
            self.expect_picture(stage, f"distance{dimensions} 320x{height} {320 * height} 7 9, 80 degrees, 1.5", FOV1=80.0, FOV2=10.0)
            stage.end()
        self.call(stage, "disconnect")
        self.expect_log(stage.link, "gone 1")
        stage.end()
        self.call(stage, "connect")
        self.assertEqual(stage.link.read().octets, raw(16, b"SIGViewer,"))
        stage.link.send(u16(0) + u16(4))
        self.expect_log(stage.link, "view 1 SIGViewer 1")
        stage.end()
        self.call(stage, "say")
        self.expect_log(stage.link, "said 0")
        stage.end()
        stage.finish()

    def answer_presence(self, stage, *answers):
        """The controller checks whether the service is there."""
        for answer in answers:
            self.assertEqual(stage.link.read().octets, raw(16, b"SIGViewer,"))
            stage.link.send(u16(answer) + u16(4))

    def service_while_connecting(self, stage):
        """The service to which the controller wants to connect."""
        self.call(stage, "connect")
        self.answer_presence(stage, 1, 1)
        return self.accept_connection(stage)

    def connected_service(self, stage):
        """The same, after the service has reported that it is there."""
        service = self.service_while_connecting(stage)
        service.send(raw(1))
        self.expect_log(stage.link, "view 1 SIGViewer 1")
        stage.end()
        return service

    def accept_connection(self, stage):
        unit = stage.link.expect(("raw", 9))
        port = unit.body.u16()
        self.assertEqual(unit.body.rest(), b"SIGViewer,robot,")
        service = connected(socket.create_connection(("127.0.0.1", port)))
        self.addCleanup(service.close)
        return service

    def expect_messages(self, stage, service, *texts):
        """In lock-step a service is heard in the next turn, which the controller asks for by a packet to itself."""
        service.send(*(raw(2, b"SIGViewer,%d,%s" % (len(each), each)) for each in texts))
        unit = stage.link.expect(CONTROLLER_COMMAND)
        self.assertEqual((unit.flags, unit.target, unit.body.rest()), (FORWARD, "robot", b""))
        stage.begin(0.5, unit.octets)
        for each in texts:
            self.expect_log(stage.link, "SIGViewer: " + each.decode())
        stage.end()

    def test_the_greeting_of_a_service_may_have_four_octets(self):
        """In this message the library for Python sends a size of 4, and that for C++ a size of 2."""
        for octets, connects in (("00010004", 1), ("00010002", 1), ("00070004", 0)):
            stage = self.ready(connects=True)
            service = self.service_while_connecting(stage)
            service.send(bytes.fromhex(octets)[:2])
            service.send(bytes.fromhex(octets)[2:])
            self.expect_log(stage.link, "view 1 SIGViewer 1" if connects else "view 0  1")
            stage.end()
            if connects:
                self.expect_messages(stage, service, b"hi, me")
            stage.finish()

    def test_messages_and_requests_to_a_service_use_their_own_connection(self):
        stage = self.ready(connects=True)
        service = self.connected_service(stage)
        # The service may send at any time.
        self.expect_messages(stage, service, b"hi, me")
        self.call(stage, "say")
        self.assertEqual(service.read().octets, raw(1, b"robot,10,hello, you"))
        self.expect_log(stage.link, "said 1")
        stage.end()
        self.call(stage, "say much")
        self.expect_log(stage.link, "a message of 70000 octets is too long: it is not sent")
        self.expect_log(stage.link, "said 0")
        stage.end()
        self.call(stage, "view capture")
        self.assertEqual(service.read().octets, raw(5, b"robot,2,"))
        service.send(raw(2, b"SIGViewer,3,now"), u16(3) + u16(1) + b"\7" + bytes(230398) + b"\11")
        self.expect_picture(stage, "view 320x240 230400 7 9, 70 degrees, 1.5", FOV2=70.0)
        self.expect_log(stage.link, "SIGViewer: now")
        stage.end()
        self.call(stage, "view detect")
        self.assertEqual(service.read().octets, raw(7, b"robot,2,"))
        service.send(raw(8, b"2,cup,can,"))
        self.expect_log(stage.link, "view 1: mine cup can")
        stage.end()
        self.call(stage, "distance")
        self.assertEqual(service.read().octets, raw(6, b"robot,0,2,0.000000,255.000000,"))
        service.send(u16(3) + u16(2) + b"\x4d")
        self.expect_log(stage.link, "distance 77")
        stage.end()
        for dimensions, height in ((1, 1), (2, 240)):
            self.call(stage, f"distance{dimensions}")
            self.assertEqual(service.read().octets, raw(6, f"robot,{dimensions},1,10.000000,255.000000,".encode()))
            service.send(u16(3) + u16(2 + dimensions) + b"\7" + bytes(320 * height - 2) + b"\11")
            self.expect_picture(stage, f"distance{dimensions} 320x{height} {320 * height} 7 9, 80 degrees, 1.5", FOV1=80.0, FOV2=10.0)
            stage.end()
        # A refused picture may come from another provider. A missing one is reported once.
        for refusal in range(3):
            self.call(stage, "view capture")
            service.read()
            service.send(raw(6))
            self.expect_request(stage, NS_QUERY, u16(1))
            stage.link.send(packet(NS_RESULT, u16(0)))
            if refusal == 0:
                self.expect_log(stage.link, NO_PICTURES)
            stage.link.expect(CAPTURE)
            stage.link.send(packet(PICTURE, bytes(8) + u32(0)))
            self.expect_log(stage.link, "view none")
            stage.end()
        self.call(stage, "view capture")
        service.read()
        service.send(raw(6))
        eye = Provider(self.picture())
        self.provider(stage, 1, port=eye.port)
        self.expect_picture(stage, "view 320x240 230400 7 9, 45 degrees, 3", FOV2=0.0, aspectRatio2=3.0)
        stage.end()
        self.call(stage, "disconnect")
        self.assertEqual(service.read().octets, raw(4))
        self.expect_log(stage.link, "gone 1")
        stage.end()
        stage.finish()

    def test_a_service_that_closes_its_connection_is_not_returned(self):
        stage = self.ready(connects=True)
        self.call(stage, "connect")
        for _ in range(2):
            self.assertEqual(stage.link.read().octets, raw(16, b"SIGViewer,"))
            stage.link.send(u16(1) + u16(4))
        port = stage.link.expect(("raw", 9)).body.u16()
        socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT).close()
        self.expect_log(stage.link, "view 0  1")
        stage.end()
        stage.finish()

    def test_a_missing_service_is_not_awaited(self):
        stage = self.ready(connects=True)
        self.call(stage, "connect")
        for there in (1, 0):
            self.assertEqual(stage.link.read().octets, raw(16, b"SIGViewer,"))
            stage.link.send(u16(there) + u16(4))
        # Nothing between: no raw 9.
        self.expect_log(stage.link, "view 0  1")
        stage.end()
        stage.finish()

    def test_a_restarted_service_is_reached_by_the_old_pointer(self):
        """The controller's old pointer reaches the new service; in between nothing can be sent."""
        stage = self.ready(connects=True)
        service = self.connected_service(stage)
        service.close()
        self.call(stage, "say")
        self.answer_presence(stage, 0)
        self.expect_log(stage.link, "said 0")
        stage.end()
        self.call(stage, "connect")
        self.answer_presence(stage, 1, 0)
        self.expect_log(stage.link, "view 0  0")
        stage.end()
        self.call(stage, "say")
        self.answer_presence(stage, 1)
        again = self.accept_connection(stage)
        again.send(raw(1))
        self.assertEqual(again.read().octets, raw(1, b"robot,10,hello, you"))
        self.expect_log(stage.link, "said 1")
        stage.end()
        self.expect_messages(stage, again, b"here", b"again")
        # Again; this time the controller notices it by a request.
        again.close()
        self.call(stage, "connect")
        self.answer_presence(stage, 1, 1)
        third = self.accept_connection(stage)
        third.send(raw(1))
        self.expect_log(stage.link, "view 1 SIGViewer 1")
        stage.end()
        third.close()
        self.call(stage, "view detect")
        self.answer_presence(stage, 1)
        fourth = self.accept_connection(stage)
        fourth.send(raw(1))
        self.assertEqual(fourth.read().octets, raw(7, b"robot,2,"))
        fourth.send(raw(8, b"1,cup,"))
        self.expect_log(stage.link, "view 1: mine cup")
        stage.end()
        stage.finish()
        self.assertEqual(fourth.read().octets, raw(4), "the service was not notified of the end")

    def drip(self, link):
        """Sends single octets slowly, until the other side closes the connection."""
        with contextlib.suppress(OSError):
            while True:
                link.send(b"\7")
                time.sleep(0.1)

    def test_cut_and_late_answers_are_not_taken_for_the_next_request(self):
        stage = self.ready(connects=True)
        service = self.connected_service(stage)
        for sent in (u16(3) + u16(1) + b"\7" * 1000, raw(8, b"2,cup,")[:8], u16(8) + u16(3), raw(9)):
            self.call(stage, "view detect" if sent[1] == 8 else "view capture")
            service.read()
            service.send(sent)
            if sent[1] == 3:
                self.drip(service)
            self.expect_log(stage.link, "view 0: mine" if sent[1] == 8 else "view none")
            stage.end()
            with contextlib.suppress(OSError):
                service.send(bytes(300_000))
            self.call(stage, "view detect")
            self.answer_presence(stage, 1)
            service = self.accept_connection(stage)
            service.send(raw(1))
            self.assertEqual(service.read().octets, raw(7, b"robot,2,"))
            service.send(raw(8, b"1,can,"))
            self.expect_log(stage.link, "view 1: mine can")
            stage.end()
        stage.finish()

    def test_messages_without_lock_step_arrive_between_turns(self):
        """Without lock-step the messages of a service arrive at once."""
        stage = self.ready(connects=True, answer="ext1 free")
        service = self.connected_service(stage)
        service.send(raw(2, b"SIGViewer,6,hi, me"))
        self.expect_log(stage.link, "SIGViewer: hi, me")
        stage.finish()

    def test_a_turn_is_requested_once_and_a_reset_drops_messages(self):
        stage = self.ready(connects=True)
        service = self.connected_service(stage)
        service.send(raw(2, b"SIGViewer,3,one"))
        stage.link.expect(CONTROLLER_COMMAND)
        service.send(raw(2, b"SIGViewer,3,two"))
        stage.begin(0.0, packet(ON_INIT))
        stage.give("robot")
        self.expect_log(stage.link, "onInit 127.0.0.1 1")
        stage.end()
        self.expect_messages(stage, service, b"three")
        stage.finish()

    def test_invalid_and_endless_messages_are_survived(self):
        stage = self.ready(connects=True)
        service = self.connected_service(stage)
        # One line for all of them; messages with other codes are skipped.
        service.send(raw(2, b"SIGViewer,60,hi"), raw(2, b"SIGViewer"), raw(2, b"SIGViewer,-2,hi"), raw(2), raw(9, b"what"))
        self.expect_log(stage.link, "the service SIGViewer sends a message without its length, or shorter than that")
        self.expect_messages(stage, service, b"hi, me")
        # A flood waits at its sender, and the turns continue.
        text = bytes(60000)
        flood = raw(2, b"SIGViewer,%d,%s" % (len(text), text))
        for _ in range(20):
            service.send(flood)
        left = 20
        while left:
            stage.begin(0.5, stage.link.expect(CONTROLLER_COMMAND).octets)
            while (unit := stage.link.read()).kind == LOG:
                left -= 1
            self.assertEqual((unit.kind, unit.body.u32()), (DONE, stage.number))
        # Endless messages instead of an answer: the connection is closed.
        self.call(stage, "view detect")
        service.expect(("raw", 7))
        with contextlib.suppress(OSError):
            for _ in range(1000):
                service.send(flood)
        self.expect_log(stage.link, "view 0: mine")
        while (unit := stage.link.read()).kind == LOG:
            pass
        self.assertEqual((unit.kind, unit.body.u32()), (DONE, stage.number))
        stage.finish()


if __name__ == "__main__":
    LibraryCase.BIN = pathlib.Path(sys.argv.pop(1))
    unittest.main()
