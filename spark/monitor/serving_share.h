// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>

#include "spark/core/real_clock.h"

namespace spark {

/// Limits the share of real time in which monitors are served, so that a match with many of them runs nearly as fast as
/// one without. Unused time is saved for a burst.
class ServingShare {
 public:
  using Time = RealClock::Time;
  using Duration = RealClock::Duration;
  static constexpr Duration kBurst = std::chrono::milliseconds(100);

  /// 0 … 1; 1: all of it.
  explicit ServingShare(double share) : share_(share) {}

  /// Counts the time from `begin` to `end`, in which they were served. False if it exceeded the available time: then
  /// they should not be served for `rest()`.
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
  /// The time until a full burst is available again.
  Duration rest() const { return std::chrono::duration_cast<Duration>((kBurst - left_) / share_); }

 private:
  Duration whole_rest() const { return std::chrono::duration_cast<Duration>(kBurst / share_); }

  double share_;
  Duration left_ = kBurst;
  Time at_{};
};

}  // namespace spark
