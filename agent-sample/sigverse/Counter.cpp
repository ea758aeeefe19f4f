// SPDX-License-Identifier: Apache-2.0
//
// Watches a robot tidy up (scenes/sigverse/tidy.xml): reports how many of the graspable objects are in the bin, and
// switches the television on when all are.

#include <cmath>
#include <string>
#include <vector>

#include "Controller.h"
#include "ControllerEvent.h"
#include "Logger.h"

class Counter : public Controller {
 public:
  void onInit(InitEvent &) {
    said_ = -1;
    SimObj *me = getObj(myname());
    me->setJointAngle("LARM_JOINT2", -1.4);  // arms down
    me->setJointAngle("RARM_JOINT2", 1.4);
  }

  double onAction(ActionEvent &event) {
    std::vector<std::string> names;
    getAllEntities(names);
    int all = 0, inside = 0;
    for (size_t i = 0; i < names.size(); ++i) {
      SimObj *object = getObj(names[i].c_str());
      if (!object->graspable()) continue;
      ++all;
      if (is_in_bin(object)) ++inside;
    }
    if (inside != said_) {
      LOG_MSG(("%.1f s: %d of %d things are in the bin", event.time(), inside, all));
      getObj("tv")->setAttrValue("switch", inside == all ? "on" : "off");
      said_ = inside;
    }
    return 1.0;
  }

 private:
  // An object counts if it has been released, below the rim and between the walls.
  bool is_in_bin(SimObj *object) {
    Vector3d place, bin;
    object->getPosition(place);
    getObj("bin")->getPosition(bin);
    place -= bin;
    return !object->getIsGrasped() && std::fabs(place.x()) < 23.0 && std::fabs(place.z()) < 23.0 && place.y() < 30.0;
  }

  int said_;
};

extern "C" Controller *createController() {
  return new Counter;
}
