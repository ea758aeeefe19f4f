// SPDX-License-Identifier: Apache-2.0
//
// A minimal controller: every second it pushes its own object and prints where it is.

#include "Controller.h"
#include "ControllerEvent.h"
#include "Logger.h"

class Hello : public Controller {
 public:
  double onAction(ActionEvent &event) {
    SimObj *me = getObj(myname());
    Vector3d place;
    me->getPosition(place);
    LOG_MSG(
        ("%.1f s: %s is at x %.1f cm, y %.1f cm, z %.1f cm", event.time(), myname(), place.x(), place.y(), place.z()));
    me->addForce(0, 0, 50000);
    return 1.0;
  }
};

extern "C" Controller *createController() {
  return new Hello;
}
