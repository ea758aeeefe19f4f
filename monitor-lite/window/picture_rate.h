// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

namespace monitor {

/// Counts the pictures that a window draws per second.
class PictureRate {
 public:
  /// Counts a picture. `now`: seconds of a steady clock.
  void count(double now) {
    ++pictures_;
    if (now - began_ < 1.0) return;
    // After a pause the period was longer than a second.
    last_ = static_cast<int>(std::lround(pictures_ / (now - began_)));
    began_ = now;
    pictures_ = 0;
  }
  /// The rate of the last whole second.
  int last() const { return last_; }

 private:
  int pictures_ = 0;  ///< in this second
  int last_ = 0;
  double began_ = 0.0;
};

}  // namespace monitor
