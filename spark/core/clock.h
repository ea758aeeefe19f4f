// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

namespace spark {

/// Simulated time, counted in steps since the start. Never seconds, never wall time.
using Step = std::int64_t;

/// The simulation clock; anyone may read it. Only the step loop (`spark/sim`) advances it.
class Clock {
 public:
  /// May be called from any thread: log lines of all threads carry it.
  Step now() const { return now_.load(std::memory_order_relaxed); }
  double step_seconds() const { return step_seconds_; }
  /// Length of a step in seconds, > 0; to be set before the first step.
  void set_step_seconds(double seconds) { step_seconds_ = seconds; }
  /// Whether game clocks are always sums of 32-bit floats, as in the version that recorded the match.
  bool sums_floats() const { return sums_floats_; }
  void sum_floats() { sums_floats_ = true; }
  void advance() { now_.store(now() + 1, std::memory_order_relaxed); }

  /// The step in which the current episode began: 0, or the last reset of the match. Displayed times count from here;
  /// steps never decrease.
  Step begin() const { return begin_; }
  /// Seconds since `begin`.
  double episode_seconds() const { return static_cast<double>(now() - begin_) * step_seconds_; }
  /// Begins a new episode at `step`, which must not be in the past.
  void begin_at(Step step) {
    begin_ = step;
    now_.store(step, std::memory_order_relaxed);
  }

 private:
  std::atomic<Step> now_{0};
  Step begin_ = 0;
  double step_seconds_ = 0.01;
  bool sums_floats_ = false;
};

}  // namespace spark
