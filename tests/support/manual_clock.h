// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>

#include "spark/core/real_clock.h"

/// Real time that the test advances: with `advance`, or by a wait, which returns immediately. A test that waits for
/// other threads or processes would time out immediately: it needs the system's clock.
class ManualClock final : public spark::RealClock {
 public:
  Time now() const override {
    const Time now = now_.load();
    if (tick_ > Duration::zero()) now_ = now + tick_;
    return now;
  }
  /// From now on the time advances by this much with each reading of the clock, so a timed operation takes that long.
  void tick(Duration tick) { tick_ = tick; }
  void advance(Duration by) { now_ = now_.load() + by; }
  /// A wait without a limit does not depend on time.
  void wait(Duration longest, const Block& block) override {
    if (longest == Duration::max())
      block(longest);
    else if (!block(Duration::zero()))
      advance(std::max(longest, Duration::zero()));
  }

 private:
  mutable std::atomic<Time> now_{Time(std::chrono::hours(5))};
  Duration tick_{};
};
