// SPDX-License-Identifier: Apache-2.0
//
// Controllers that put load on a server. LOAD says which: "push" (one addForce in each step), "look" (with getObj and
// getPosition), "seldom" (every 0.1 s), "ask" (in 200 steps asks for 100 objects each, o0 to o99, and prints how long
// an answer takes).

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "Controller.h"
#include "ControllerEvent.h"

namespace {

double now_us() {
  timespec t;
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &t);  // clock_gettime is simulated time here
  return 1e6 * static_cast<double>(t.tv_sec) + 1e-3 * static_cast<double>(t.tv_nsec);
}

class Load : public Controller {
 public:
  void onInit(InitEvent &) {
    kind_ = LOAD;
    me_ = getObj(myname());
  }

  double onAction(ActionEvent &) {
    if (kind_ == "ask") return ask();
    if (kind_ == "look") {
      Vector3d place;
      getObj(myname())->getPosition(place);
    }
    me_->addForce(0, 0, 100);
    return kind_ == "seldom" ? 0.1 : 0.0;
  }

 private:
  double ask() {
    for (int i = 1; i < 100; ++i) {
      char name[8];
      std::sprintf(name, "o%d", i);
      const double begun = now_us();
      getObj(name);
      times_.push_back(now_us() - begun);
    }
    if (times_.size() < 200 * 99) return 0.0;
    std::sort(times_.begin(), times_.end());
    std::printf("median %.1f us, 99 of 100 below %.1f us\n", times_[times_.size() / 2],
                times_[times_.size() * 99 / 100]);
    return 1e6;
  }

  std::string kind_;
  SimObj *me_;
  std::vector<double> times_;
};

}  // namespace

extern "C" Controller *createController() {
  return new Load;
}
