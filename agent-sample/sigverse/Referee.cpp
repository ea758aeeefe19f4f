// SPDX-License-Identifier: Apache-2.0
//
// Counts who has hit the ball, and tells everybody the score. Every 5 s it looks how far the ball has got.

#include <sstream>
#include <string>

#include "Controller.h"
#include "ControllerEvent.h"
#include "Logger.h"

class Referee : public Controller {
 public:
  void onInit(InitEvent &) {
    red_ = blue_ = 0;
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
