// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

namespace monitor {

/// How many pictures a window draws in a second.
class PictureRate {
 public:
  /// One was drawn. `now`: seconds of a steady clock.
  void count(double now) {
    ++pictures_;
    if (now - began_ < 1.0) return;
    // After a pause the second was a longer one.
    last_ = static_cast<int>(std::lround(pictures_ / (now - began_)));
    began_ = now;
    pictures_ = 0;
  }
  /// In the last whole second.
  int last() const { return last_; }

 private:
  int pictures_ = 0;  ///< in this second
  int last_ = 0;
  double began_ = 0.0;
};

}  // namespace monitor
