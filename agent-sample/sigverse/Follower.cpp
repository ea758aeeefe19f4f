// SPDX-License-Identifier: Apache-2.0
//
// A robot on wheels that follows the object "leader" at a distance of 1 m, once the leader has told it to
// (scenes/sigverse/follow.xml).

#include <cmath>
#include <string>

#include "Controller.h"
#include "ControllerEvent.h"
#include "Logger.h"

class Follower : public Controller {
 public:
  void onInit(InitEvent &) {
    getRobotObj(myname())->setWheel(10.0, 40.0);
    follows_ = false;
    calls_ = 0;
  }

  void onRecvMsg(RecvMsgEvent &event) {
    const std::string said = event.getMsg();
    if (said == "follow me") follows_ = true;
    if (said == "stop") follows_ = false;
    LOG_MSG(("%s says: %s", event.getSender(), said.c_str()));
  }

  double onAction(ActionEvent &event) {
    RobotObj *me = getRobotObj(myname());
    Vector3d way, here, ahead(0, 0, 1), left(1, 0, 0);
    Rotation turn;
    getObj("leader")->getPosition(way);
    way -= me->getPosition(here);
    me->getRotation(turn);
    ahead.rotate(turn);
    left.rotate(turn);
    const double forward = way.x() * ahead.x() + way.z() * ahead.z();
    const double sideward = way.x() * left.x() + way.z() * left.z();
    const double distance = std::sqrt(forward * forward + sideward * sideward);
    const double angle = std::atan2(sideward, forward);

    // The speed of the wheels in rad/s; 1 rad/s is 10 cm/s. It grows with the distance, and is never negative.
    const double drive = follows_ ? limited(0.2 * (distance - 100.0), 0.0, 10.0) : 0.0;
    const double spin = follows_ ? limited(4.0 * angle, -4.0, 4.0) : 0.0;
    me->setWheelVelocity(drive - spin, drive + spin);
    if (calls_++ % 20 == 0) LOG_MSG(("%.1f s: %.0f cm behind", event.time(), distance));
    return 0.05;
  }

 private:
  static double limited(double value, double least, double most) {
    return value < least ? least : value > most ? most : value;
  }

  bool follows_;
  int calls_;
};

extern "C" Controller *createController() {
  return new Follower;
}
