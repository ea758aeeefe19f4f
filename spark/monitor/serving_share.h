// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>

#include "spark/core/real_clock.h"

namespace spark {

/// Which share of real time monitors may be served, so that a match before many of them goes nearly as fast as before
/// none. What has not been used is saved for a burst.
class ServingShare {
 public:
  using Time = RealClock::Time;
  using Duration = RealClock::Duration;
  static constexpr Duration kBurst = std::chrono::milliseconds(100);

  /// 0 … 1; 1: all of it.
  explicit ServingShare(double share) : share_(share) {}

  /// They were served from `begin` to `end`. False if that was more than there was: then they should not be served for
  /// `rest()`.
  bool serve(Time begin, Time end) {
    if (share_ >= 1) return true;
    const Duration passed = end - at_;
    at_ = end;
    if (passed >= whole_rest())
      left_ = kBurst;
    else if (passed > Duration::zero())
      left_ = std::min(kBurst, left_ + std::chrono::duration_cast<Duration>(share_ * passed));
    left_ -= end - begin;
    return left_ > Duration::zero();
  }
  /// How long it takes until a whole burst is there again.
  Duration rest() const { return std::chrono::duration_cast<Duration>((kBurst - left_) / share_); }

 private:
  Duration whole_rest() const { return std::chrono::duration_cast<Duration>(kBurst / share_); }

  double share_;
  Duration left_ = kBurst;
  Time at_{};
};

}  // namespace spark
