// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/core/duration_histogram.h"
#include "spark/core/real_clock.h"

namespace spark {

/// Measures the real time of the server itself from step to step, without waiting for agents or the clock. If the
/// system suspends the process, that time counts.
class StepMeter {
 public:
  using Time = RealClock::Time;

  /// To be called when the first step begins, or the first after a break; earlier time is not counted.
  void begin(Time now) {
    busy_ = {};
    lap_ = now;
  }
  /// To be called before the simulation waits.
  void waits(Time now) { busy_ += now - lap_; }
  /// To be called after waiting. Time since the last call of any of these functions is not counted, so without `waits`
  /// before it this excludes work that was done only because there was time.
  void resumes(Time now) { lap_ = now; }
  /// To be called when a step is complete, without waiting since `resumes`.
  void stepped(Time now) {
    steps_.add(busy_ + (now - lap_));
    busy_ = {};
    lap_ = now;
  }
  const DurationHistogram& steps() const { return steps_; }

 private:
  DurationHistogram steps_;
  DurationHistogram::Duration busy_{};
  Time lap_{};
};

}  // namespace spark
