// SPDX-License-Identifier: Apache-2.0
//
// Controllers that put load on a server. $SIGVERSE_LOAD says which: push (one addForce in each step), look (with getObj
// and getPosition), seldom (every 0.1 s), ask (times 20,000 requests for a position in onInit and prints them in us).

#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "Controller.h"
#include "ControllerEvent.h"

namespace {

double now_us() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC_RAW, &t);  // CLOCK_MONOTONIC is simulated time here
  return 1e6 * static_cast<double>(t.tv_sec) + 1e-3 * static_cast<double>(t.tv_nsec);
}

class Load : public Controller {
 public:
  void onInit(InitEvent &) {
    const char *kind = getenv("SIGVERSE_LOAD");
    kind_ = kind ? kind : "push";
    me_ = getObj(myname());
    if (kind_ == "ask") ask();
  }

  double onAction(ActionEvent &) {
    if (kind_ == "ask") return 1000.0;
    if (kind_ == "look") {
      Vector3d place;
      getObj(myname())->getPosition(place);
    }
    me_->addForce(0, 0, 100);
    return kind_ == "seldom" ? 0.1 : 0.0;
  }

 private:
  void ask() {
    std::vector<double> times;
    for (int i = 0; i < 20000; ++i) {
      const double begun = now_us();
      Vector3d place;
      me_->getPosition(place);
      times.push_back(now_us() - begun);
    }
    std::sort(times.begin(), times.end());
    std::printf("median %.1f us, 99 of 100 below %.1f us\n", times[times.size() / 2], times[times.size() * 99 / 100]);
  }

  std::string kind_;
  SimObj *me_;
};

}  // namespace

extern "C" Controller *createController() {
  return new Load;
}
