// SPDX-License-Identifier: Apache-2.0
//
// Counts the hits of each player and sends the score to all. Every 5 s it checks how far the ball has moved.

#include <sstream>
#include <string>

#include "Controller.h"
#include "ControllerEvent.h"
#include "Logger.h"

class Referee : public Controller {
 public:
  void onInit(InitEvent &) {
    red_ = blue_ = 0;
    SimObj *me = getObj(myname());
    me->setJointAngle("LARM_JOINT2", -1.4);  // arms down
    me->setJointAngle("RARM_JOINT2", 1.4);
    broadcastMsg("play");
  }

  double onAction(ActionEvent &event) {
    if (SimObj *ball = getObj("ball")) {
      Vector3d place;
      ball->getPosition(place);
      LOG_MSG(("%.0f s: the ball is at x %.0f cm, z %.0f cm", event.time(), place.x(), place.z()));
    }
    return 5.0;
  }

  void onRecvMsg(RecvMsgEvent &event) {
    if (std::string(event.getMsg()) != "hit") return;
    ++(std::string(event.getSender()) == "red" ? red_ : blue_);
    std::ostringstream score;
    score << "red " << red_ << " : " << blue_ << " blue";
    LOG_MSG(("%s", score.str().c_str()));
    broadcastMsg(score.str());
  }

 private:
  int red_, blue_;
};

extern "C" Controller *createController() {
  return new Referee;
}
