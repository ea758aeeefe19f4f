// SPDX-License-Identifier: Apache-2.0
//
// Walks around a square. Its handler sleeps between the steps of its plan, in simulated time, while the world and all
// other controllers continue.

#include <unistd.h>

#include "Controller.h"
#include "ControllerEvent.h"

class Walker : public Controller {
 public:
  double onAction(ActionEvent &) {
    static const double corners[4][2] = {{50, 50}, {50, -50}, {-50, -50}, {-50, 50}};
    for (int i = 0; i < 4; ++i) {
      getObj(myname())->setPosition(corners[i][0], 50, corners[i][1]);
      sleep(1);
    }
    return 0.0;  // call again at once
  }
};

extern "C" Controller *createController() {
  return new Walker;
}
