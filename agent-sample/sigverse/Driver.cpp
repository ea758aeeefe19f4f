// SPDX-License-Identifier: Apache-2.0
//
// A robot that the physics moves (scenes/sigverse/drive.xml) drives around a square: motors turn its two wheels, and
// servos hold all other joints.

#include <unistd.h>

#include <map>
#include <string>

#include "Controller.h"
#include "ControllerEvent.h"
#include "Logger.h"

class Driver : public Controller {
 public:
  void onInit(InitEvent &) {
    SimObj *me = getObj(myname());
    const std::map<std::string, double> angles = me->getAllJointAngles();
    for (std::map<std::string, double>::const_iterator joint = angles.begin(); joint != angles.end(); ++joint) {
      const bool is_wheel = joint->first == "LWHEEL_JOINT" || joint->first == "RWHEEL_JOINT";
      if (!is_wheel) me->setJointAngle(joint->first.c_str(), 0.0);
    }
    // For each wheel: consumption, maximum speed and its unit (rad/s), slip noise, encoder resolution, maximum torque.
    setWheelProperty("LWHEEL_LINK", 0.0, 20.0, 0.1, 0.0, 0.0, 1e6, "RWHEEL_LINK", 0.0, 20.0, 0.1, 0.0, 0.0, 1e6);
    radius_ = getLeftWheelRadius();
  }

  double onAction(ActionEvent &) {
    drive(3.0, 3.0, 3.0);                                      // forward, for 3 s
    drive(-1.0, 1.0, M_PI / 4.0 * getAxleLength() / radius_);  // a quarter turn to the left
    return 0.0;
  }

 private:
  // Drives with these wheel speeds, rad/s, for that many seconds.
  void drive(double left, double right, double seconds) {
    differentialWheelsSetSpeed(left, right);
    usleep(static_cast<useconds_t>(seconds * 1e6));
    differentialWheelsSetSpeed(0.0, 0.0);
    usleep(500000);

    SimObj *me = getObj(myname());
    Vector3d place;
    me->getPosition(place);
    LOG_MSG(("%.1f s: at x %.0f cm, z %.0f cm; the wheels have rolled %.0f cm and %.0f cm", getSimulationTime(),
             place.x(), place.z(), me->getJointAngle("LWHEEL_JOINT") * radius_,
             me->getJointAngle("RWHEEL_JOINT") * radius_));
  }

  double radius_;  // of the wheels, cm
};

extern "C" Controller *createController() {
  return new Driver;
}
