// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>

#include "spark/core/real_clock.h"

/// Real time that the test moves: with `advance`, or by letting something wait, which takes no time. A test that
/// waits for other threads or processes would time out at once: it needs the system's clock.
class ManualClock final : public spark::RealClock {
 public:
  Time now() const override {
    const Time now = now_.load();
    if (tick_ > Duration::zero()) now_ = now + tick_;
    return now;
  }
  /// From now on so much time passes with each look at the clock: what is timed takes that long.
  void tick(Duration tick) { tick_ = tick; }
  void advance(Duration by) { now_ = now_.load() + by; }
  /// A wait without a limit does not wait for time.
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
