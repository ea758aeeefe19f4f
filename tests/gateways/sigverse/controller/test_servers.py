# SPDX-License-Identifier: Apache-2.0
"""Servers of other generations, over TCP; providers of sight and speech; services by name. Usage: test_servers.py FOLDER-OF-PROGRAMS"""

import pathlib
import socket
import subprocess
import sys
import threading
import unittest

from octets import (ATTACH, CAPTURE, DETECT, DETECTED, DISTANCE, DISTANCE_RESULT, FORWARD, LOG, NS_QUERY, NS_RESULT, ON_ACTION, ON_INIT,
                    PICTURE, RECOGNISE, RECOGNISED, SET_MASS, UPDATE, Unit, large, packet, raw, real, text, texts, u16, u32)
from stage import PATIENCE, LibraryCase, Stage, changes, connected

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
    LOG_MSG(("%s %dx%d %d %d %d", what, img->getWidth(), img->getHeight(), img->getBufferLength(), (int)buf[0],
             (int)buf[img->getBufferLength() - 1]));
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
    else if (what == "say") LOG_MSG(("said %d", m_ref->sendMsgToSrv("hello, you")));
    else if (what == "view capture") tell("view", m_view->captureView(2, COLORBIT_24, IMAGE_320X240));
    else if (what == "view detect") { bool any = m_view->detectEntities(v, 2); names("view", any, v); }
    else if (what == "distance") LOG_MSG(("distance %d", m_view->distanceSensor(0.0, 255.0, 2)));
    else if (what == "distance1") tell("distance1", m_view->distanceSensor1D(10.0, 255.0));
    else if (what == "distance2") tell("distance2", m_view->distanceSensor2D(10.0, 255.0, 1));
    else LOG_MSG(("%s: %s", evt.getSender(), what.c_str()));
  }
};
extern "C" Controller *createController() { return new Seer; }
"""


def message(what):
    return raw(1, f"a,{len(what):05},{what},-1.0,1,robot,".encode())


class Case(LibraryCase):
    NAME, SOURCE = "Seer.cpp", SOURCE
    STANDARD = "c++11"

    def begin(self, **how):
        stage = Stage(self.built, self.library, **how)
        self.addCleanup(stage.__exit__)
        return stage

    def said(self, link, line):
        unit = link.expect(LOG)
        unit.body.s16()
        self.assertEqual(unit.body.text(), line)


class OtherServers(Case):
    """Without turns: handlers on the command connection, requests and changes on the data connection."""

    def act(self, stage, time):
        unit = stage.data.expect(SET_MASS)
        self.assertEqual(unit.body.rest(), text("robot") + real(time))
        self.assertEqual(changes(stage.data.expect(UPDATE)), {"robot": (1, {"x": time, "y": 0.0, "z": 0.0})})

    def test_packets_for_all(self):
        stage = self.begin(answer="", connects=True)
        stage.link.send(packet(ON_INIT))
        stage.give("robot")
        self.said(stage.data, "onInit 127.0.0.1 1")
        for time in (0.01, 0.02, 0.03):
            stage.link.send(packet(ON_ACTION, real(time)))
        self.act(stage, 0.01)
        self.act(stage, 0.03)
        stage.finish()

    def test_start_and_stop_and_a_timer_of_its_own(self):
        stage = self.begin(answer="", connects=True)
        stage.link.send(raw(2, real(0.0)))
        stage.give("robot")
        self.said(stage.data, "onInit 127.0.0.1 1")
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
        # What has been asked before it came is answered.
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

    def test_a_refusal_is_one_line(self):
        for number, why in ((1, "already attached"), (2, "no agent robot")):
            stage = self.begin(answer=None, connects=True)
            self.assertEqual(stage.link.expect(ATTACH).body.text(), "robot")
            stage.link.send(packet(11, u16(number) + text(why)))
            self.assertEqual(stage.finish(1)[1], f"runac: cannot attach to robot: {why}\n")

    def test_nobody_is_there(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
        done = subprocess.run([self.built.bin / "runac", "-p", str(port), "-n", "robot", "-l", self.library], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, rf"^runac: cannot connect to 127\.0\.0\.1:{port}: Connection refused\n$")


class Provider:
    """One that answers one request per connection."""

    def __init__(self, *answers):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.settimeout(PATIENCE)
        self.port = self.listener.getsockname()[1]
        self.asked = []
        self.thread = threading.Thread(target=self.serve, args=(answers,))
        self.thread.start()

    def serve(self, answers):
        with self.listener:
            for answer in answers:
                connection = self.listener.accept()[0]
                with connection, connection.makefile("rb") as stream:
                    unit = Unit(stream)
                    self.asked.append(unit)
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

    def asked(self, stage, kind, data, target=""):
        unit = stage.link.expect(kind)
        self.assertEqual(unit.body.rest(), data)
        self.assertEqual((unit.flags, unit.target), (FORWARD if target else 0, target))
        return unit

    def provider(self, stage, kind, name="eye", port=1):
        self.asked(stage, NS_QUERY, u16(kind))
        stage.link.send(packet(NS_RESULT, u16(1) + text(name) + u16(kind) + text("127.0.0.1") + u32(port)))

    def test_through_the_server(self):
        """Where programs may have no connections. Who provides is asked for once."""
        stage = self.ready()
        self.call(stage, "capture")
        self.provider(stage, 1)
        request = text("robot") + u16(0) + u16(1) + u16(320) + u16(240) + u16(2)
        self.asked(stage, CAPTURE, request, "eye")
        stage.link.send(self.picture())
        self.said(stage.link, "capture 320x240 230400 7 9")
        stage.end()
        self.call(stage, "capture")
        self.asked(stage, CAPTURE, request, "eye")
        stage.link.send(packet(PICTURE, bytes(8) + u32(0)))
        self.said(stage.link, "capture none")
        stage.end()
        self.call(stage, "capture")
        self.provider(stage, 1, "other")
        self.asked(stage, CAPTURE, request, "other")
        stage.link.send(self.picture(2, 320, 1))
        self.said(stage.link, "capture 320x1 320 7 9")
        stage.end()
        self.call(stage, "detect")
        self.asked(stage, NS_QUERY, u16(2))
        stage.link.send(packet(NS_RESULT, u16(0)))
        self.asked(stage, DETECT, text("robot") + u16(2))
        stage.link.send(packet(DETECTED, u16(2) + texts("cup", "can")))
        self.said(stage.link, "detect 1: mine cup can")
        stage.end()
        self.call(stage, "speech")
        self.provider(stage, 4, "ear")
        self.asked(stage, RECOGNISE, u16(1) + u16(16000) + u16(16) + u16(0) + u32(2), "ear")
        self.asked(stage, RECOGNISE, u16(2) + b"12", "ear")
        stage.link.send(packet(RECOGNISED, u16(4) + text("hello")))
        self.said(stage.link, "speech hello 4")
        stage.end()
        stage.finish()

    def test_nobody_sees_or_hears(self):
        stage = self.ready()
        for what, kind, line in (("capture", 1, "capture none"), ("detect", 2, "detect 0: mine"), ("speech", 4, "speech none 0")):
            self.call(stage, what)
            self.asked(stage, NS_QUERY, u16(kind))
            stage.link.send(packet(NS_RESULT, u16(0)))
            if kind == 1:
                stage.link.expect(CAPTURE)
                stage.link.send(packet(PICTURE, bytes(8) + u32(0)))
            if kind == 2:
                stage.link.expect(DETECT)
                stage.link.send(packet(DETECTED, u16(0)))
            self.said(stage.link, line)
            stage.end()
        stage.finish()

    def test_pictures_that_make_no_sense(self):
        stage = self.ready()
        whole = self.picture(2, 320, 1)
        head = u16(1) + u16(2) + u16(320) + u16(1)
        for answer in (packet(PICTURE, head[:5]), packet(PICTURE, head + u32(11 << 20), 1101), large(PICTURE, head, bytes(319)),
                       whole[:42 - 4] + packet(PICTURE, u16(5) + b"12345", 2, 1), packet(PICTURE, head + u32(320), 3)):
            self.call(stage, "capture")
            self.provider(stage, 1)
            stage.link.expect(CAPTURE)
            stage.link.send(answer)
            self.said(stage.link, "capture none")
            stage.end()
        stage.finish()

    def test_from_the_provider_itself(self):
        """Where there is a network; a dead one is asked for again, once."""
        stage = self.ready(connects=True)
        eye = Provider(self.picture(), packet(DETECTED, u16(1) + text("cup")))
        with socket.create_server(("127.0.0.1", 0)) as taken:
            dead = taken.getsockname()[1]
        self.call(stage, "capture")
        self.provider(stage, 1, "dead", dead)
        self.provider(stage, 1, "eye", eye.port)
        self.said(stage.link, "capture 320x240 230400 7 9")
        stage.end()
        self.call(stage, "detect")
        self.provider(stage, 2, "eye", eye.port)
        self.said(stage.link, "detect 1: mine cup")
        stage.end()
        eye.thread.join()
        self.assertEqual([unit.kind for unit in eye.asked], [CAPTURE, DETECT])
        self.assertEqual(eye.asked[0].octets, packet(CAPTURE, text("robot") + u16(0) + u16(1) + u16(320) + u16(240) + u16(2)))
        self.call(stage, "capture")
        self.asked(stage, NS_QUERY, u16(1))
        stage.link.send(packet(NS_RESULT, u16(0)))
        stage.link.expect(CAPTURE)
        stage.link.send(packet(PICTURE, bytes(8) + u32(0)))
        self.said(stage.link, "capture none")
        stage.end()
        stage.finish()

    def test_a_service_by_name_through_the_server(self):
        stage = self.ready()
        self.call(stage, "connect")
        for _ in range(2):
            self.assertEqual(stage.link.read().octets, raw(16, b"SIGViewer,"))
            stage.link.send(u16(1) + u16(4))
        self.said(stage.link, "view 1 SIGViewer 1")
        stage.end()
        self.call(stage, "say")
        self.assertEqual(stage.link.read().octets, raw(8, b"00010,hello, you,-1.0,1,SIGViewer,"))
        self.said(stage.link, "said 1")
        stage.end()
        self.call(stage, "view capture")
        self.asked(stage, CAPTURE, text("robot") + u16(0) + u16(1) + u16(320) + u16(240) + u16(2), "SIGViewer")
        stage.link.send(self.picture())
        self.said(stage.link, "view 320x240 230400 7 9")
        stage.end()
        self.call(stage, "view detect")
        self.asked(stage, DETECT, text("robot") + u16(2), "SIGViewer")
        stage.link.send(packet(DETECTED, u16(1) + text("cup")))
        self.said(stage.link, "view 1: mine cup")
        stage.end()
        self.call(stage, "distance")
        self.asked(stage, DISTANCE, text("robot") + real(0, 255) + u16(2) + u16(0), "SIGViewer")
        stage.link.send(packet(DISTANCE_RESULT, u16(77)))
        self.said(stage.link, "distance 77")
        stage.end()
        for dimensions, height in ((1, 1), (2, 240)):
            self.call(stage, f"distance{dimensions}")
            self.asked(stage, DISTANCE, text("robot") + real(10, 255) + u16(1) + u16(dimensions), "SIGViewer")
            stage.link.send(large(DISTANCE_RESULT, u16(1) + u16(2) + u16(320) + u16(height), b"\7" + bytes(320 * height - 2) + b"\11"))
            self.said(stage.link, f"distance{dimensions} 320x{height} {320 * height} 7 9")
            stage.end()
        self.call(stage, "disconnect")
        self.said(stage.link, "gone 1")
        stage.end()
        self.call(stage, "connect")
        self.assertEqual(stage.link.read().octets, raw(16, b"SIGViewer,"))
        stage.link.send(u16(0) + u16(4))
        self.said(stage.link, "view 1 SIGViewer 1")
        stage.end()
        self.call(stage, "say")
        self.said(stage.link, "said 0")
        stage.end()
        stage.finish()

    def test_a_service_by_name_on_a_connection_of_their_own(self):
        stage = self.ready(connects=True)
        self.call(stage, "connect")
        for _ in range(2):
            self.assertEqual(stage.link.read().octets, raw(16, b"SIGViewer,"))
            stage.link.send(u16(1) + u16(4))
        unit = stage.link.expect(("raw", 9))
        port = unit.body.u16()
        self.assertEqual(unit.body.rest(), b"SIGViewer,robot,")
        service = connected(socket.create_connection(("127.0.0.1", port)))
        self.addCleanup(service.close)
        service.send(raw(1))
        self.said(stage.link, "view 1 SIGViewer 1")
        stage.end()
        # It may speak at any time.
        service.send(raw(2, b"SIGViewer,6,hi, me"))
        self.said(stage.link, "SIGViewer: hi, me")
        self.call(stage, "say")
        self.assertEqual(service.read().octets, raw(1, b"robot,10,hello, you"))
        self.said(stage.link, "said 1")
        stage.end()
        self.call(stage, "view capture")
        self.assertEqual(service.read().octets, raw(5, b"robot,2,"))
        service.send(raw(2, b"SIGViewer,3,now"), u16(3) + u16(1) + b"\7" + bytes(230398) + b"\11")
        self.said(stage.link, "view 320x240 230400 7 9")
        stage.end()
        self.said(stage.link, "SIGViewer: now")
        self.call(stage, "view detect")
        self.assertEqual(service.read().octets, raw(7, b"robot,2,"))
        service.send(raw(8, b"2,cup,can,"))
        self.said(stage.link, "view 1: mine cup can")
        stage.end()
        self.call(stage, "distance")
        self.assertEqual(service.read().octets, raw(6, b"robot,2,2,0.000000,255.000000,"))
        service.send(u16(3) + b"\x4d")
        self.said(stage.link, "distance 77")
        stage.end()
        for dimensions, height in ((1, 1), (2, 240)):
            self.call(stage, f"distance{dimensions}")
            self.assertEqual(service.read().octets, raw(6, f"robot,{2 + dimensions},1,10.000000,255.000000,".encode()))
            service.send(u16(3) + b"\7" + bytes(320 * height - 2) + b"\11")
            self.said(stage.link, f"distance{dimensions} 320x{height} {320 * height} 7 9")
            stage.end()
        self.call(stage, "view capture")
        service.read()
        service.send(raw(6))
        self.said(stage.link, "view none")
        stage.end()
        self.call(stage, "disconnect")
        self.assertEqual(service.read().octets, raw(4))
        self.said(stage.link, "gone 1")
        stage.end()
        stage.finish()

    def test_a_service_that_does_not_come(self):
        stage = self.ready(connects=True)
        self.call(stage, "connect")
        for _ in range(2):
            self.assertEqual(stage.link.read().octets, raw(16, b"SIGViewer,"))
            stage.link.send(u16(1) + u16(4))
        port = stage.link.expect(("raw", 9)).body.u16()
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE).close()
        self.said(stage.link, "view 0  1")
        stage.end()
        stage.finish()

    def test_a_service_that_is_not_there_is_not_waited_for(self):
        stage = self.ready(connects=True)
        self.call(stage, "connect")
        for there in (1, 0):
            self.assertEqual(stage.link.read().octets, raw(16, b"SIGViewer,"))
            stage.link.send(u16(there) + u16(4))
        # Nothing between: no raw 9.
        self.said(stage.link, "view 0  1")
        stage.end()
        stage.finish()


if __name__ == "__main__":
    LibraryCase.BIN = pathlib.Path(sys.argv.pop(1))
    unittest.main()
