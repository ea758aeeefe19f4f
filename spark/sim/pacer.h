// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>

#include "spark/core/clock.h"
#include "spark/core/real_clock.h"

namespace spark {

/// Delays the clock to a pace. This is the only effect of real time: a pace on top of the simulation.
class Pacer {
 public:
  using Time = RealClock::Time;
  using Duration = RealClock::Duration;

  /// How long to wait before the step after `step` at `pace` simulated seconds per second; none = no limit. After a lag
  /// of more than `kForgiven` the pace starts again from here instead of catching up.
  Duration delay(Step step, double step_seconds, std::optional<double> pace, Time now);
  void restart() { pace_.reset(); }

  static constexpr std::chrono::milliseconds kForgiven{500};

 private:
  std::optional<double> pace_;
  Time base_time_;
  Step base_step_ = 0;
};

}  // namespace spark
