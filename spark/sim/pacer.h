// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>

#include "spark/core/clock.h"
#include "spark/core/real_clock.h"

namespace spark {

/// Holds the clock back to a pace. Real time is nothing more than this: a pace on top of the simulation.
class Pacer {
 public:
  using Time = RealClock::Time;
  using Duration = RealClock::Duration;

  /// How long to wait before the step after `step` may be made at `pace` simulated seconds per second; none = no limit.
  /// After a lag of more than `kForgiven` the pace starts again from here instead of rushing to catch up.
  Duration delay(Step step, double step_seconds, std::optional<double> pace, Time now);
  void restart() { pace_.reset(); }

  static constexpr std::chrono::milliseconds kForgiven{500};

 private:
  std::optional<double> pace_;
  Time base_time_;
  Step base_step_ = 0;
};

}  // namespace spark
