// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>

#include "spark/core/real_clock.h"

/// Real time that only the test advances. A wait lasts until the time has advanced far enough, or until its event has
/// occurred, which is checked every millisecond of the system's time. So other threads and processes have unlimited
/// time, and a timeout ends when the test decides.
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
  /// Number of waiting threads: each counted thread will notice the next call of `advance`.
  int waiting() const { return waiting_; }

 private:
  std::atomic<int> waiting_{0};
  std::atomic<Time> now_{Time(std::chrono::hours(5))};
};
