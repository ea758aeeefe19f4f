// SPDX-License-Identifier: Apache-2.0
//
// A person (scenes/sigverse/errand.xml) who wants something from a robot: holds out a hand, speaks the sentence of
// errand.wav, and takes what the robot brings. If there is a referee, it then has time to look.

#include <sys/select.h>

#include <cstdio>
#include <sstream>
#include <string>

#include "Controller.h"
#include "ControllerEvent.h"
#include "Logger.h"

static const char *const kRobot = "robot";
static const char *const kReferee = "referee";
static const double kSpeaks = 0.5;          // s at which the person speaks
static const double kLongest = 280.0;       // s, how long the robot may take
static const int kWaits = 160, kWait = 50;  // attempts to wait for the referee, and ms of each

class Caller : public Controller {
 public:
  void onInit(InitEvent &) {
    SimObj *me = getObj(myname());
    me->setJointAngle("LARM_JOINT2", -1.4);  // arms down
    me->setJointAngle("RARM_JOINT2", 1.5);
    me->setJointAngle("RARM_JOINT4", 1.5);  // and the right hand forward
    has_spoken_ = is_over_ = false;
  }

  double onAction(ActionEvent &event) {
    if (event.time() < kSpeaks) return 0.1;
    if (!has_spoken_) {
      speak(event.time());
      return kLongest;
    }
    if (!is_over_) end("failed", "the robot has not come");
    return 1e9;
  }

  // Messages report what the robot does: "38.0 gives can".
  void onRecvMsg(RecvMsgEvent &event) {
    if (std::string(event.getSender()) != kRobot || is_over_) return;
    std::istringstream text(event.getMsg());
    std::string time, what, thing;
    text >> time >> what >> thing;
    if (what == "gives") {
      if (getObj(myname())->getParts("RARM_LINK7")->graspObj(thing)) {
        report("has", thing);
      } else {
        end("failed", "the robot has let go of the " + thing + " too early");
      }
    }
    if (what == "done" || what == "failed") end("ends", "");
  }

 private:
  void speak(double time) {
    has_spoken_ = true;
    RawSound sentence;
    if (!sentence.loadWaveFile("errand.wav")) return end("failed", "errand.wav cannot be loaded");
    report("speaks", "");
    sendSound(time, kRobot, sentence);
  }

  // The referee works in real time. The world stands still while a handler runs, unless it calls sleep, so select waits
  // in real time until the referee has ended the run.
  void end(const std::string &event, const std::string &what) {
    is_over_ = true;
    report(event, what);
    for (int i = 0; i < kWaits && checkService(kReferee); ++i) {
      timeval wait = {0, 1000L * kWait};
      select(0, NULL, NULL, NULL, &wait);
    }
  }

  // Reports to the log and to the referee: "68.5 has can".
  void report(const std::string &event, const std::string &what) {
    char time[32];
    std::snprintf(time, sizeof time, "%.1f ", getSimulationTime());
    const std::string text = time + event + (what.empty() ? "" : " ") + what;
    LOG_MSG(("%s", text.c_str()));
    broadcastMsg(text);
  }

  bool has_spoken_, is_over_;
};

extern "C" Controller *createController() {
  return new Caller;
}
