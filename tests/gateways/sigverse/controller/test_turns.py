# SPDX-License-Identifier: Apache-2.0
"""What a controller receives in turns, what it sends at their end, and in which order. Usage: test_turns.py FOLDER-OF-PROGRAMS"""

import math
import pathlib
import re
import sys
import unittest

from octets import (ADD_FORCE, ENDS, FORWARD, GET_ENTITY, GO_ON, LOG, ON_ACTION, ON_COLLISION, ON_INIT, ON_MESSAGE, ON_SOUND, ON_TEXT, UPDATE,
                    WAIT, large, packet, raw, real, text, texts, u16, u32)
from stage import LibraryCase, Stage, changes

SOURCE = """
#include "Controller.h"
#include "ControllerEvent.h"
#include "Logger.h"
#include <algorithm>
#include <stdexcept>
#include <sys/time.h>
#include <time.h>
using namespace std;

class MyController : public Controller {
  SimObj *my, *ball;
  string what;
 public:
  void onInit(InitEvent &) {
    my = getObj(myname());
    LOG_MSG(("onInit %s %d", myname(), isAttached()));
  }
  double onAction(ActionEvent &evt) {
    ball = getObj("ball");
    LOG_MSG(("onAction %.2f same %d\\n", evt.time(), ball == getObj("ball")));
    if (what == "never") return -1.0;
    if (what == "fail") throw std::runtime_error("failed");
    ball->addForce(0, 0, 500);
    ball->setPosition(7, 8, 9);
    ball->addForce(1, 0, 0);
    my->x(my->x() + 1);
    ball->setAttrValue("switch", "on");
    return 0.25;
  }
  void onRecvText(RecvTextEvent &evt) {
    LOG_MSG(("onRecvText %.2f %s %s %d", evt.time(), evt.getCaller(), evt.getText(), evt.getEncode()));
  }
  void onRecvSound(RecvSoundEvent &evt) {
    RawSound *sound = evt.releaseRawSound();
    LOG_MSG(("onRecvSound %.2f %s %d %d %d", evt.time(), evt.getCaller(), sound->getDataLen(), sound->getHeader().getSamplingRate(),
             (int)sound->getData()[sound->getDataLen() - 1]));
    delete sound;
  }
  void onRecvMessage(RecvMessageEvent &evt) {
    LOG_MSG(("onRecvMessage %s %d %s %s", evt.getSender(), evt.getSize(), evt.getString(0), evt.getString(1)));
  }
  void onRecvMsg(RecvMsgEvent &evt) {
    string sender = evt.getSender();
    char *all_msg = (char*)evt.getMsg();
    LOG_MSG(("onRecvMsg %s %s", sender.c_str(), all_msg));
    what = all_msg;
    if (what == "throw") {
      ball->addForce(5, 5, 5);
      throw std::runtime_error("no idea");
    }
    if (what == "text") throw string("no");
    if (what == "literal") throw "no";
    if (what == "number") throw 42;
    if (what == "other") throw make_pair(1, 2);
    if (what == "attribute") ball->setAttrValue("nonsense", "1");
    if (what == "read-only") ball->setAttrValue("class", "Cube");
    if (what == "no number") ball->setAttrValue("mass", "heavy");
    if (what == "caught") {
      try { ball->setAttrValue("nonsense", 1.0); }
      catch (SimObj::NoAttributeException &e) { LOG_ERR(("caught %s", e.msg())); }
    }
    if (what == "exit") exit(3);
    if (what == "nap") {
      usleep(100000);
      LOG_MSG(("woke"));
    }
    if (what == "sleep") {
      ball->addForce(1, 1, 1);
      sleep(2);
      usleep(250000);
      struct timespec t = {0, 250000000};
      nanosleep(&t, NULL);
      LOG_MSG(("woke"));
    }
    if (what == "clock") {
      struct timeval tv;
      struct timespec ts;
      gettimeofday(&tv, NULL);
      clock_gettime(CLOCK_MONOTONIC, &ts);
      LOG_MSG(("clock %ld %ld.%06ld %ld.%09ld", (long)time(NULL), (long)tv.tv_sec, (long)tv.tv_usec, (long)ts.tv_sec, ts.tv_nsec));
    }
    if (what == "rand") LOG_MSG(("rand %.17g %.17g", getRand(), getRand()));
    if (what == "detach") detach();
  }
  void onCollision(CollisionEvent &evt) {
    typedef CollisionEvent::WithC C;
    C with = evt.getWith();
    const vector<string> &mparts = evt.getMyParts();
    for (unsigned i = 0; i < with.size(); i++)
      LOG_MSG(("onCollision %.2f %s %s %s", evt.time(), with[i].c_str(), evt.getWithParts()[i].c_str(), mparts[i].c_str()));
  }
};

extern "C" Controller *createController() { return new MyController; }
"""

MODERN = """
#include "Controller.h"
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
using namespace std::chrono_literals;
using namespace std::chrono;
struct Modern : Controller {
  void date() {
    const auto now = system_clock::now().time_since_epoch(), steady = steady_clock::now().time_since_epoch();
    LOG_MSG(("date %ld %.9f", (long)duration_cast<seconds>(now).count(), duration<double>(steady - now).count()));
  }
  void onInit(InitEvent &) override {
    std::this_thread::sleep_for(10ms);
    date();
    std::mutex mutex;
    std::condition_variable condition;
    std::unique_lock lock(mutex);
    const bool came = condition.wait_for(lock, 20ms, [] { return false; });
    LOG_MSG(("came %d", came));
  }
  double onAction(ActionEvent &) override {
    std::this_thread::sleep_for(500ms);
    std::this_thread::sleep_until(steady_clock::now() + 250ms);
    date();
    std::mutex mutex;
    std::condition_variable condition;
    std::unique_lock lock(mutex);
    const bool in_time = condition.wait_for(lock, 20ms) == std::cv_status::timeout
        && condition.wait_until(lock, system_clock::now() + 20ms) == std::cv_status::timeout;
    bool today = false, ready = false;
    std::thread thread([&] {
      std::this_thread::sleep_for(10ms);
      std::lock_guard guard(mutex);
      today = time(nullptr) > 1700000000;
      ready = true;
      condition.notify_one();
    });
    const bool came = condition.wait_for(lock, 30s, [&] { return ready; });
    lock.unlock();
    thread.join();
    LOG_MSG(("timeout %d, thread of today %d, ready %d", in_time, today, came));
    return 1;
  }
};
extern "C" Controller *createController() { return new Modern; }
"""

DREAMER = """
#include "Controller.h"
struct Diary {
  ~Diary() { LOG_MSG(("closed")); }
};
struct Dreamer : Controller {
  ~Dreamer() { LOG_MSG(("deleted")); }
  void onRecvMsg(RecvMsgEvent &) {
    Diary diary;
    try {
      sleep(100);
    } catch (std::exception &) {
    }
    LOG_MSG(("woke"));
  }
  double onAction(ActionEvent &) {
    LOG_MSG(("acted"));
    return 1;
  }
};
extern "C" Controller *createController() { return new Dreamer; }
"""

ENDLESS = """
#include "Controller.h"
struct Endless : Controller {
  void onInit(InitEvent &) { for (;;) getObj("ball"); }
  double onAction(ActionEvent &) { for (;;) usleep(1000); }
};
extern "C" Controller *createController() { return new Endless; }
"""


class Turns(LibraryCase):
    NAME, SOURCE = "Turns.cpp", SOURCE

    def stage(self, **how):
        stage = Stage(self.built, self.library, **how)
        self.addCleanup(stage.__exit__)
        return stage

    def log(self, stage):
        unit = stage.link.expect(LOG)
        unit.body.s16()
        return unit.body.text()

    def begun(self, **how):
        """A stage after onInit and the first onAction."""
        stage = self.stage(**how)
        stage.begin(0.0, packet(ON_INIT))
        stage.give("robot")
        self.assertEqual(self.log(stage), "onInit robot 1")
        self.assertEqual(stage.end(), 0.0)
        stage.begin(0.01, packet(ON_ACTION, real(0.01)))
        stage.give()
        return stage

    def message(self, what):
        return raw(1, f"a,{len(what):05},{what},-1.0,1,robot,".encode())

    def send_message(self, stage, what):
        """A turn with this message; the log's first line has been taken."""
        stage.begin(0.5, self.message(what))
        self.assertEqual(self.log(stage), f"onRecvMsg a {what}")

    def expect_first_action(self, stage):
        self.assertEqual(self.log(stage), "onAction 0.01 same 1")
        self.assertEqual(stage.link.expect(ADD_FORCE).body.rest(), text("ball") + real(0, 0, 500) + b"\0")
        self.assertEqual(stage.link.expect(ADD_FORCE).body.rest(), text("ball") + real(1, 0, 0) + b"\0")
        update = stage.link.expect(UPDATE)
        self.assertEqual(update.body.data[:8], real(0.01))
        self.assertEqual(changes(update), {"ball": (1, {"x": 7.0, "y": 8.0, "z": 9.0, "switch": "on"}),
                                           "robot": (1, {"x": 2.0, "y": 2.0, "z": 3.0})})
        self.assertEqual(stage.end(), 0.26)

    def test_changes_are_sent_once_at_the_end_of_a_turn(self):
        stage = self.begun()
        self.expect_first_action(stage)
        out, err = stage.finish()
        self.assertEqual(out, "[MSG]  onInit robot 1\n[MSG]  onAction 0.01 same 1\n")
        self.assertEqual(err, "")

    def test_the_requested_time_is_kept_and_early_actions_are_skipped(self):
        stage = self.begun()
        self.expect_first_action(stage)
        self.send_message(stage, "never")
        self.assertEqual(stage.end(), 0.26)
        stage.begin(0.2, packet(ON_ACTION, real(0.2)))
        self.assertEqual(stage.end(), 0.26)
        stage.begin(0.26 - 5e-10, packet(ON_ACTION, real(0.26 - 5e-10)))
        stage.give()
        self.assertEqual(self.log(stage), "onAction 0.26 same 1")
        self.assertEqual(stage.end(), 0.26 - 5e-10)
        stage.begin(0.0, packet(ON_INIT))
        stage.give("robot")
        self.log(stage)
        self.assertEqual(stage.end(), 0.0)
        stage.finish()

    def test_handlers_are_called_in_the_order_of_the_packets(self):
        stage = self.begun()
        self.expect_first_action(stage)
        sound = bytes(range(256)) * 100
        stage.begin(0.02, packet(ON_MESSAGE, text("a") + u32(2) + texts("go", "left"), flags=FORWARD, target="robot"), self.message("hi, there"),
                    packet(ON_TEXT, real(1.5) + texts("b", "robot", "text") + u16(4)),
                    large(ON_SOUND, real(2.5) + text("c") + u16(1) + u16(16000) + u16(16) + u16(0), sound),
                    packet(ON_COLLISION, real(0.02) + u16(2) + texts("box_0:body:LINK1:", "can:lid:body:")))
        self.assertEqual(self.log(stage), "onRecvMessage a 2 go left")
        self.assertEqual(self.log(stage), "onRecvMsg a hi, there")
        self.assertEqual(self.log(stage), "onRecvText 1.50 b text 4")
        self.assertEqual(self.log(stage), "onRecvSound 2.50 c 25600 16000 -1")
        self.assertEqual(self.log(stage), "onCollision 0.02 box_0 body LINK1")
        self.assertEqual(self.log(stage), "onCollision 0.02 can lid body")
        self.assertEqual(stage.end(), 0.26)
        stage.finish()

    def test_changes_of_a_throwing_handler_are_sent_and_the_controller_continues(self):
        stage = self.begun()
        self.expect_first_action(stage)
        self.send_message(stage, "throw")
        self.assertEqual(stage.link.expect(ADD_FORCE).body.rest(), text("ball") + real(5, 5, 5) + b"\0")
        self.assertEqual(self.log(stage), "onRecvMsg: std::runtime_error: no idea")
        self.assertEqual(stage.end(), 0.26)
        for what, line in (("text", "onRecvMsg: std::string: no"), ("literal", "onRecvMsg: char const*: no"),
                           ("number", "onRecvMsg: int: 42"), ("other", "onRecvMsg: std::pair<int, int>"), ("attribute", "onRecvMsg: SimObj::NoAttributeException: ball has no attribute nonsense"),
                           ("read-only", "onRecvMsg: SimObj::AttributeReadOnlyException: attribute class of ball is read-only"),
                           ("no number", 'onRecvMsg: SimObj::Exception: attribute mass is a double, not "heavy"'),
                           ("caught", "caught ball has no attribute nonsense")):
            self.send_message(stage, what)
            self.assertEqual(self.log(stage), line)
            self.assertEqual(stage.end(), 0.26)
        out, _ = stage.finish()
        self.assertIn("[ERR]  onRecvMsg: std::runtime_error: no idea\n", out)

    def test_a_throwing_action_is_called_again_after_its_last_interval(self):
        stage = self.begun()
        self.expect_first_action(stage)
        self.send_message(stage, "fail")
        stage.end()
        stage.begin(0.5, packet(ON_ACTION, real(0.5)))
        stage.give()
        self.log(stage)
        self.assertEqual(self.log(stage), "onAction: std::runtime_error: failed")
        self.assertEqual(stage.end(), 0.75)
        stage.begin(0.0, packet(ON_INIT))
        stage.give("robot")
        self.log(stage)
        stage.end()
        stage.begin(0.5, packet(ON_ACTION, real(0.5)))
        stage.give()
        self.log(stage)
        self.assertEqual(self.log(stage), "onAction: std::runtime_error: failed")
        self.assertEqual(stage.end(), 1.5)
        stage.finish()

    def test_exit_in_a_handler_ends_the_process(self):
        stage = self.begun()
        self.expect_first_action(stage)
        stage.begin(0.5, self.message("exit"))
        with self.assertRaises(EOFError):
            stage.link.read()
        out, _ = stage.finish(3)
        self.assertTrue(out.endswith("[MSG]  onRecvMsg a exit\n"))

    def test_the_world_continues_during_sleep(self):
        stage = self.begun()
        self.expect_first_action(stage)
        stage.begin(0.5, self.message("sleep"))
        self.assertEqual(self.log(stage), "onRecvMsg a sleep")
        self.assertEqual(stage.link.expect(ADD_FORCE).body.rest(), text("ball") + real(1, 1, 1) + b"\0")
        for until, now in ((2.5, 2.51), (2.76, 2.76), (3.01, 3.01)):
            body = stage.link.expect(WAIT).body
            self.assertEqual(body.u32(), stage.number)
            self.assertAlmostEqual(body.real(), until, 9)
            stage.link.send(packet(GO_ON, u32(stage.number) + real(now)))
        self.assertEqual(self.log(stage), "woke")
        self.assertEqual(stage.end(), 0.26)
        stage.finish()

    def test_sleep_and_clocks_of_the_standard_library_use_simulated_time(self):
        library = self.built.make(self.built.write("Modern.cpp", MODERN), "-std=c++20", "-Wall", "-Wextra", "-Werror")
        stage = Stage(self.built, library, seed=0)
        self.addCleanup(stage.__exit__)
        # Before time begins there is no world to wait for.
        stage.begin(0.0, packet(ON_INIT))
        self.assertEqual(self.log(stage), "date 946684800 0.000000000")
        self.assertEqual(self.log(stage), "came 0")
        stage.end()
        stage.begin(1.25, packet(ON_ACTION, real(1.25)))
        for until in (1.75, 2.0):
            body = stage.link.expect(WAIT).body
            self.assertEqual((body.u32(), body.real()), (2, until))
            stage.link.send(packet(GO_ON, u32(2) + real(until)))
        self.assertEqual(self.log(stage), "date 946684802 0.000000000")
        # Waiting for a thread takes real time; if it times out, simulated time. Threads use the real clock.
        for until in (2.02, 2.04):
            body = stage.link.expect(WAIT).body
            self.assertEqual(body.u32(), 2)
            self.assertAlmostEqual(body.real(), until, 9)
            stage.link.send(packet(GO_ON, u32(2) + real(until)))
        self.assertEqual(self.log(stage), "timeout 1, thread of today 1, ready 1")
        stage.end()
        stage.finish()

    def test_an_endless_handler_does_not_outlive_the_server(self):
        library = self.built.make(self.built.write("Endless.cpp", ENDLESS))
        for first in (ON_INIT, ON_ACTION):
            stage = Stage(self.built, library)
            self.addCleanup(stage.__exit__)
            stage.begin(0.01, packet(first, real(0.01) if first == ON_ACTION else b""))
            if first == ON_INIT:
                stage.link.expect(GET_ENTITY)
            else:
                stage.link.expect(WAIT)
            stage.finish()

    def test_a_sleeping_handler_does_not_wake_when_the_server_ends(self):
        stage = Stage(self.built, self.built.make(self.built.write("Dreamer.cpp", DREAMER)))
        self.addCleanup(stage.__exit__)
        stage.begin(0.01, self.message("sleep"), packet(ON_ACTION, real(0.01)))
        stage.link.expect(WAIT)
        out, err = stage.finish()
        self.assertEqual(re.findall(r"closed|woke|acted|deleted", out), ["closed", "deleted"], err)

    def test_a_sleeping_handler_ends_when_the_world_is_reset(self):
        stage = Stage(self.built, self.built.make(self.built.write("Dreamer.cpp", DREAMER)))
        self.addCleanup(stage.__exit__)
        stage.begin(0.01, self.message("sleep"), packet(ON_ACTION, real(0.01)))
        stage.link.expect(WAIT)
        stage.link.send(packet(GO_ON, u32(1) + real(math.nan)))
        self.assertEqual([self.log(stage) for _ in range(2)], ["closed", "acted"])
        stage.end()
        stage.begin(0.0, packet(ON_INIT))
        stage.end()
        stage.begin(0.01, packet(ON_ACTION, real(0.01)))
        self.assertEqual(self.log(stage), "acted")
        self.assertEqual(stage.end(), 1.01)
        stage.finish()

    def test_clocks_show_simulated_time(self):
        for seed, zero in ((None, 946684800), (3, 946684800 + 3 * 86400), (16384 + 1, 946684800 + 86400)):
            stage = self.begun(seed=seed)
            self.expect_first_action(stage)
            self.send_message(stage, "clock")
            self.assertEqual(self.log(stage), f"clock {zero} {zero}.500000 {zero}.500000000")
            stage.end()
            stage.finish()

    def test_clocks_and_sleep_use_real_time_without_lock_step(self):
        for how in ({"answer": "ext1 free"}, {"options": ["--real-clock"]}):
            stage = self.begun(**how)
            self.expect_first_action(stage)
            self.send_message(stage, "clock")
            self.assertGreater(int(self.log(stage).split()[1]), 1_700_000_000)
            stage.end()
            self.send_message(stage, "nap")
            self.assertEqual(self.log(stage), "woke")
            stage.end()
            stage.finish()

    def test_random_numbers_depend_only_on_seed_and_agent(self):
        def numbers(**how):
            stage = self.begun(**how)
            self.expect_first_action(stage)
            self.send_message(stage, "rand")
            line = self.log(stage)
            stage.end()
            stage.finish()
            return line

        def numbers_after_reset():
            stage = self.begun(seed=7)
            self.expect_first_action(stage)
            self.send_message(stage, "rand")
            self.log(stage)
            stage.end()
            stage.begin(0.0, packet(ON_INIT))
            stage.give("robot")
            self.log(stage)
            stage.end()
            self.send_message(stage, "rand")
            line = self.log(stage)
            stage.end()
            stage.finish()
            return line

        first = numbers(seed=7)
        self.assertEqual(first, numbers_after_reset())
        self.assertEqual(first, numbers(seed=7))
        self.assertNotEqual(first, numbers(seed=8))
        for number in first.split()[1:]:
            self.assertTrue(0 <= float(number) < 1)

    def test_detach_ends_the_connection(self):
        stage = self.begun()
        self.expect_first_action(stage)
        self.send_message(stage, "detach")
        with self.assertRaises(EOFError):
            stage.link.read()
        stage.finish()

    def test_pointers_stay_valid_and_keep_changes_until_the_next_load(self):
        stage = self.begun()
        self.expect_first_action(stage)
        stage.begin(0.26, packet(ON_ACTION, real(0.26)))
        stage.give("ball", x=("position", 100.0))
        self.assertEqual(self.log(stage), "onAction 0.26 same 1")
        stage.link.expect(ADD_FORCE), stage.link.expect(ADD_FORCE)
        # This handler has not loaded the agent's own object, so the copy from onInit is still in use, with its changes.
        self.assertEqual(changes(stage.link.expect(UPDATE))["robot"], (1, {"x": 3.0, "y": 2.0, "z": 3.0}))
        stage.end()
        stage.finish()

    def test_a_connection_that_breaks_within_a_packet_ends_the_controller(self):
        stage = self.stage()
        stage.begin(0.0, packet(ON_INIT))
        stage.link.expect(GET_ENTITY)
        stage.link.send(u16(0xABCD) + u16(100))
        stage.finish()


if __name__ == "__main__":
    LibraryCase.BIN = pathlib.Path(sys.argv.pop(1))
    unittest.main()
