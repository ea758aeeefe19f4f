// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>

#include "spark/core/real_clock.h"

/// Real time that the test moves: with `advance`, or by letting something wait, which takes no time. Whoever waits for
/// what other threads or processes do finds its patience gone at once: that needs the system's clock.
class ManualClock final : public spark::RealClock {
 public:
  Time now() const override { return now_.load(); }
  void advance(Duration by) { now_ = now_.load() + by; }
  /// Who waits for ever does not wait for time.
  void wait(Duration longest, const Block& block) override {
    if (longest == Duration::max())
      block(longest);
    else if (!block(Duration::zero()))
      advance(std::max(longest, Duration::zero()));
  }

 private:
  std::atomic<Time> now_{Time(std::chrono::hours(5))};
};
