// SPDX-License-Identifier: Apache-2.0
//
// A person (scenes/sigverse/Humanoid.xml) who walks once around a circle of 2 m and asks the robot to follow
// (scenes/sigverse/follow.xml). The controller sets the position of the body and swings its legs and arms.

#include <cmath>

#include "Controller.h"
#include "ControllerEvent.h"

class Stroller : public Controller {
 public:
  void onInit(InitEvent &) {
    is_under_way_ = is_there_ = false;
    pose(getObj(myname()), 0.0);
  }

  double onAction(ActionEvent &event) {
    const double radius = 200.0, speed = 60.0, start = 2.0;  // cm, cm/s, s
    const double walked = speed * (event.time() - start), angle = walked / radius;
    if (walked <= 0.0 || is_there_) return 0.1;
    if (!is_under_way_) broadcastMsg("follow me");
    is_under_way_ = true;

    SimObj *me = getObj(myname());
    is_there_ = angle > 2.0 * M_PI;
    if (is_there_) {
      broadcastMsg("stop");
      pose(me, 0.0);
    } else {
      me->setPosition(radius * std::sin(angle), me->y(), radius * std::cos(angle));
      me->setAxisAndAngle(0.0, 1.0, 0.0, angle + 0.5 * M_PI);
      pose(me, walked / 70.0 * M_PI);  // a step of 70 cm is half a period
    }
    return 0.05;
  }

 private:
  // Angles of hip and shoulder are negative forwards; a knee's angle is positive when it bends.
  void pose(SimObj *me, double phase) {
    const double swing = 0.5 * std::sin(phase), bend = 0.5 * std::cos(phase);
    me->setJointAngle("LLEG_JOINT2", -swing);
    me->setJointAngle("RLEG_JOINT2", swing);
    me->setJointAngle("LLEG_JOINT4", phase > 0.0 && bend > 0.0 ? bend : 0.0);
    me->setJointAngle("RLEG_JOINT4", bend < 0.0 ? -bend : 0.0);
    me->setJointAngle("LARM_JOINT1", swing);
    me->setJointAngle("RARM_JOINT1", -swing);
    me->setJointAngle("LARM_JOINT2", -1.4);  // down
    me->setJointAngle("RARM_JOINT2", 1.4);
  }

  bool is_under_way_, is_there_;
};

extern "C" Controller *createController() {
  return new Stroller;
}
