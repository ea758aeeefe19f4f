// SPDX-License-Identifier: Apache-2.0
//
// Pushes crates and weighs them (scenes/sigverse/push.xml): a plate is joined to the robot's hand, and the joint
// reports the force on it. A sliding crate takes mu * m * g; each crate that the plate meets adds to the force.

#include <cmath>
#include <sstream>
#include <string>

#include "Controller.h"
#include "ControllerEvent.h"
#include "Logger.h"

static const double kFriction = 0.5, kGravity = 980.7;  // of push.xml

class Pusher : public Controller {
 public:
  void onInit(InitEvent &) {
    RobotObj *me = getRobotObj(myname());
    me->setWheel(10.0, 40.0);
    me->setJointAngle("RARM_JOINT1", -0.5);  // the hand forward, behind the plate
    me->setJointAngle("RARM_JOINT4", -0.5);
    me->connectJoint("tool", "RARM_LINK7", "plate", NULL);
    me->setWheelVelocity(1.0, 1.0);  // 10 cm/s
    sum_ = 0.0;
    count_ = 0;
    for (int i = 0; i < kCrates; ++i) begin_[i] = crate(i);
  }

  double onAction(ActionEvent &event) {
    JointForce hand, plate;
    if (getObj(myname())->getJointForce("tool", hand, plate)) {
      sum_ += hand.getForce().z();
      ++count_;
    }
    if (count_ < 100) return 0.01;

    std::ostringstream moved;
    for (int i = 0; i < kCrates; ++i) moved << (i ? ", " : "") << std::floor(crate(i) - begin_[i] + 0.5);
    const double force = std::fabs(sum_ / count_);
    LOG_MSG(("%.1f s: %.0f kg cm/s2, as for %.2f kg; the crates have moved %s cm", event.time(), force,
             force / (kFriction * kGravity), moved.str().c_str()));
    sum_ = 0.0;
    count_ = 0;
    return 0.01;
  }

 private:
  static const int kCrates = 3;

  // The z of a crate; crates are pushed along z.
  double crate(int number) {
    std::ostringstream name;
    name << "crate_" << number + 1;
    Vector3d place;
    return getObj(name.str().c_str())->getPosition(place).z();
  }

  double begin_[kCrates];  // where the crates stood, cm
  double sum_;             // of the forces of this second
  int count_;
};

extern "C" Controller *createController() {
  return new Pusher;
}
