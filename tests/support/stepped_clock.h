// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <stdexcept>

#include "spark/core/real_clock.h"
#include "tests/support/waiting.h"

/// A clock whose waits end when the test decides. For a single thread that waits repeatedly.
class SteppedClock final : public spark::RealClock {
 public:
  Time now() const override { return Time(std::chrono::hours(1)) + Duration(passed_.load()); }
  void wait(Duration longest, const Block& block) override {
    interval = longest.count();
    finished_ = taken_.load();
    while (!block(std::chrono::milliseconds(2)))
      if (taken_ < steps_) {
        passed_ += longest.count();
        ++taken_;
        return;
      }
  }
  /// Ends the next wait.
  void step() { ++steps_; }
  /// The same, and returns after the thread has done the work that follows the wait.
  void step_and_wait() {
    const int number = ++steps_;
    if (!wait_until([&] { return finished_ >= number; })) throw std::runtime_error("no one waits for this clock");
  }

  std::atomic<std::int64_t> interval{0};  ///< duration of the last wait, ns; 0: none yet

 private:
  std::atomic<int> steps_{0}, taken_{0};
  std::atomic<std::int64_t> passed_{0};  ///< ns
  std::atomic<int> finished_{0};         ///< steps whose work has been done
};
