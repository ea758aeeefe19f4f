// SPDX-License-Identifier: Apache-2.0
//
// Plays a motion in a loop (scenes/sigverse/wave.xml). The first line of the file wave.txt, beside the world file,
// names joints; each further line has their angles in degrees, 0.1 s after the line before.

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "Controller.h"
#include "ControllerEvent.h"
#include "Logger.h"

class Wave : public Controller {
 public:
  void onInit(InitEvent &) {
    joints_.clear();
    rows_.clear();
    std::ifstream file("wave.txt");
    std::string line, joint;
    std::getline(file, line);
    for (std::istringstream names(line); names >> joint;) joints_.push_back(joint);
    while (std::getline(file, line)) {
      std::vector<double> row;
      double degrees;
      for (std::istringstream angles(line); angles >> degrees;) row.push_back(degrees / 180.0 * M_PI);
      if (row.size() == joints_.size()) rows_.push_back(row);
    }
    LOG_MSG(("wave.txt has %d joints and %d rows", static_cast<int>(joints_.size()), static_cast<int>(rows_.size())));
  }

  double onAction(ActionEvent &event) {
    if (rows_.empty()) return 1.0;
    // Angles are interpolated linearly between two rows.
    const double at = event.time() / 0.1;
    const size_t before = static_cast<size_t>(at);
    const std::vector<double> &from = rows_[before % rows_.size()], &to = rows_[(before + 1) % rows_.size()];
    SimObj *me = getObj(myname());
    for (size_t i = 0; i < joints_.size(); ++i)
      me->setJointAngle(joints_[i].c_str(), from[i] + (at - before) * (to[i] - from[i]));
    return 0.02;
  }

 private:
  std::vector<std::string> joints_;
  std::vector<std::vector<double> > rows_;  // radians
};

extern "C" Controller *createController() {
  return new Wave;
}
