#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Services of SIGVerse 2 in whole runs are killed, stopped and started again, with controllers inside and outside the sandbox.

    sigverse_services.py SERVER RUNAC SIGMAKE [unittest's arguments]
"""

import os
import signal
import subprocess
import sys
import unittest

from sigverse_stage import TESTS, TIMEOUT, Client, Folder, packet

from octets import u16  # noqa: E402
from programs import Program, wait_until  # noqa: E402

SERVER, RUNAC, SIGMAKE = (os.path.abspath(path) for path in (sys.argv.pop(1) for _ in range(3)))
ECHO = os.path.join(TESTS, "support/sigverse/echo_service.py")
RESTART = packet(0, u16(3))

# As in published controllers, each onAction searches for the service. The controller sleeps when it gets a message.
ASKER = """
#include "Controller.h"
#include "ControllerEvent.h"
#include "Logger.h"
#include <sstream>
using namespace std;
class Asker : public Controller {
  BaseService *m_srv;
  int asked;
  string pid;
 public:
  Asker() : m_srv(NULL), asked(0) {}
  void onInit(InitEvent &) {
    m_srv = NULL;
    pid = "";
    LOG_MSG(("begins"));
  }
  double onAction(ActionEvent &) {
    bool available = checkService("Echo");
    if (!available && m_srv != NULL) { m_srv = NULL; LOG_MSG(("lost")); }
    else if (available && m_srv == NULL) m_srv = connectToService("Echo");
    if (m_srv != NULL) {
      ostringstream out;
      out << ++asked << ", please";
      m_srv->sendMsgToSrv(out.str());
    }
    return 0.1;
  }
  void onRecvMsg(RecvMsgEvent &evt) {
    istringstream in(evt.getMsg());
    string who, please;
    int number;
    char comma;
    in >> who >> number >> comma >> please;
    if (string("Echo") != evt.getSender() || please != "please" || number > asked) LOG_MSG(("nonsense: %s", evt.getMsg()));
    usleep(20000);
    if (who != pid) LOG_MSG(("hears %s", who.c_str()));
    pid = who;
  }
};
extern "C" Controller *createController() { return new Asker; }
"""

# Sends messages to all services.
CALLER = """
#include "Controller.h"
struct Caller : Controller {
  double onAction(ActionEvent &evt) {
    broadcastMsgToSrv("hello, services");
    return 0.05;
  }
};
extern "C" Controller *createController() { return new Caller; }
"""


class Services(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = cls.enterClassContext(Folder())
        cls.folder.make(SIGMAKE, "Asker", ASKER)
        cls.folder.make(SIGMAKE, "Caller", CALLER)

    def begin(self, inside, *options):
        """Begins a run in which the server or the test starts the controller of "asker"."""
        world = self.folder.world("inside" if inside else "outside", controllers={"asker": "Asker.so" if inside else None})
        server = self.folder.server(SERVER, world, *options, *(() if inside else ("--agents_awaited", "1")))
        if not inside:
            port = str(server.port())
            runner = Program([RUNAC, "-p", port, "-n", "asker", "-l", "./Asker.so"], self.folder.path)
            self.addCleanup(runner.close)
        return server

    def service(self, server, name="Echo"):
        log = open(os.path.join(self.folder.path, "services.log"), "a+")
        self.addCleanup(log.close)
        log.seek(0, os.SEEK_END)
        begin = log.tell()
        service = subprocess.Popen([sys.executable, ECHO, "127.0.0.1", str(server.port()), name], stdout=log)
        self.addCleanup(self.end, service)

        def printed():
            log.flush()
            with open(log.name, encoding="utf-8") as file:
                file.seek(begin)
                return file.read()

        service.printed = printed
        wait_until(lambda: "there" in printed(), "the service")
        return service

    def end(self, service):
        if service.poll() is None:
            service.kill()
        service.wait(TIMEOUT)

    def hears(self, server, service, times=1):
        wait_until(lambda: len(server.lines_of(": hears ", f" {service.pid}")) == times, f"what service {service.pid} says")

    def check_ends_and_beginnings(self, inside, *options):
        server = self.begin(inside, *options)
        server.wait_for(r"asker .*: begins")
        first = self.service(server)
        self.hears(server, first)
        first.kill()
        server.wait_for(r"the service Echo .* has left")
        server.wait_for(r"asker .*: lost")
        second = self.service(server)
        self.hears(server, second)
        # A service that hangs delays no one for long.
        second.send_signal(signal.SIGSTOP)
        with Client(server) as client:
            client.begin_as_viewer()
            begun = client.time()
            wait_until(lambda: client.time() > begun + 0.5, "time")
            second.send_signal(signal.SIGCONT)
            # The service remains when the world is reset, and is found again.
            client.send(RESTART)
            self.hears(server, second, 2)
            # A quick end and start, which the controller may not notice.
            second.kill()
            third = self.service(server)
            self.hears(server, third)
        self.assertEqual(server.lines_of("nonsense"), [])
        self.assertEqual(server.lines_of("TURN_"), [])
        server.quit()
        self.assertEqual(third.wait(TIMEOUT), 0)

    def test_services_restart_with_a_sandboxed_controller_in_lock_step(self):
        self.check_ends_and_beginnings(True)

    def test_services_restart_with_a_sandboxed_controller_without_lock_step(self):
        self.check_ends_and_beginnings(True, "--Sig.LockStep", "false")

    def test_services_restart_with_an_outside_controller_in_lock_step(self):
        self.check_ends_and_beginnings(False, "--sync", "--sync_timeout", str(TIMEOUT))

    def test_services_restart_with_an_outside_controller_without_lock_step(self):
        self.check_ends_and_beginnings(False)

    def test_services_are_notified_of_each_other_and_get_broadcasts(self):
        server = self.folder.server(SERVER, self.folder.world("call", controllers={"caller": "Caller.so"}))
        with Client(server) as eye:
            eye.send(b"SIGMESSAGE,Eye,")
            self.assertEqual(eye.octets(4), b"SUCC")
            echo = self.service(server)
            self.assertEqual(eye.unit(("raw", 2)).body.rest(), b"Echo")
            with Client(server) as ear:
                ear.send(b"SIGMESSAGE,Ear,")
                self.assertEqual(ear.octets(4), b"SUCC")
                wait_until(lambda: "came Ear" in echo.printed(), "Ear")
                for each in (eye, ear):
                    self.assertEqual(each.unit(("raw", 1)).body.rest(), b"caller,00015,hello, services,-1.0,-2,")
                ear.reset()
            wait_until(lambda: "left Ear" in echo.printed(), "the end of Ear")
            eye.send(b"00004")
            self.assertTrue(eye.is_closed())
            wait_until(lambda: "left Eye" in echo.printed(), "the end of Eye")
            with Client(server) as tool:
                tool.send(b"SIGMESSAGE,SIGEND,")
            self.assertEqual(server.wait(), 0, server.printed())


if __name__ == "__main__":
    unittest.main()
