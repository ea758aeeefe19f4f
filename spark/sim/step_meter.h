// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/core/duration_histogram.h"
#include "spark/core/real_clock.h"

namespace spark {

/// How much real time the server itself takes from step to step: what it waits for agents, or for the clock, is left
/// out. A pause of the process by the system counts.
class StepMeter {
 public:
  using Time = RealClock::Time;

  /// The first step begins, or the first after a break; the time before counts for none.
  void begin(Time now) {
    busy_ = {};
    lap_ = now;
  }
  /// The simulation waits from now on.
  void waits(Time now) { busy_ += now - lap_; }
  /// The simulation works from now on. What was done since the last call of any of these counts for none, so without
  /// `waits` before it this leaves out what was done only because there was time.
  void resumes(Time now) { lap_ = now; }
  /// A step is complete; it has not waited since `resumes`.
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
