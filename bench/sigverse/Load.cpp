// SPDX-License-Identifier: Apache-2.0
//
// Controllers that put load on a server. LOAD selects which: "push" (one addForce in each step), "look" (also calls
// getObj and getPosition), "seldom" (every 0.1 s), "ask" (in each of 200 steps requests 100 objects, o0 to o99, and
// prints the time of an answer), "detect" (in each of 200 steps asks ten times which objects it sees, and prints the
// same), "picture" (takes a picture in each of PICTURES steps, and prints the time of one and the number per second).

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "Controller.h"
#include "ControllerEvent.h"

#ifndef PICTURES
#define PICTURES 500
#endif

namespace {

double now_us() {
  timespec t;
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &t);  // clock_gettime itself returns simulated time here
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
    if (kind_ == "detect") return detect();
    if (kind_ == "picture") return picture();
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
    return times_.size() < 200 * 99 ? 0.0 : print();
  }

  double detect() {
    for (int i = 0; i < 10; ++i) {
      std::vector<std::string> names;
      const double begun = now_us();
      detectEntities(names);
      times_.push_back(now_us() - begun);
    }
    return times_.size() < 200 * 10 ? 0.0 : print();
  }

  double picture() {
    const double begun = now_us();
    if (times_.empty()) first_ = begun;
    ViewImage *image = captureView(COLORBIT_24, IMAGE_320X240);
    if (!image) {
      std::printf("no picture\n");
      return 1e6;
    }
    delete image;
    times_.push_back(now_us() - begun);
    if (times_.size() < PICTURES) return 0.0;
    std::printf("%.1f pictures/s; ", 1e6 * static_cast<double>(times_.size()) / (now_us() - first_));
    return print();
  }

  double print() {
    std::sort(times_.begin(), times_.end());
    std::printf("p50 %.1f us, p99 %.1f us\n", times_[times_.size() / 2], times_[times_.size() * 99 / 100]);
    return 1e6;
  }

  std::string kind_;
  SimObj *me_;
  std::vector<double> times_;
  double first_;  // us, the time of the request for the first picture
};

}  // namespace

extern "C" Controller *createController() {
  return new Load;
}
