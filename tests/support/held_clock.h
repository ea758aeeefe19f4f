// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>

#include "spark/core/real_clock.h"

/// Real time that only the test moves. A wait lasts until it has been moved far enough, or until what is waited for has
/// come, which is checked every millisecond of the system's time. So whatever other threads and processes have to do,
/// they have all the time that they need for it, and a timeout ends when the test says so.
class HeldClock final : public spark::RealClock {
 public:
  Time now() const override { return now_.load(); }
  void advance(Duration by) { now_ = now_.load() + by; }
  void wait(Duration longest, const Block& block) override {
    const Time end = longest == Duration::max() ? Time::max() : now() + longest;
    ++waiting_;
    while (now() < end && !block(std::chrono::milliseconds(1))) {
    }
    --waiting_;
  }
  /// How many threads wait: one that is counted will notice whatever `advance` is called now.
  int waiting() const { return waiting_; }

 private:
  std::atomic<int> waiting_{0};
  std::atomic<Time> now_{Time(std::chrono::hours(5))};
};
