// SPDX-License-Identifier: Apache-2.0
#include "spark/sim/pacer.h"

namespace spark {

Pacer::Duration Pacer::delay(Step step, double step_seconds, std::optional<double> pace, Time now) {
  if (!pace) {
    pace_.reset();
    return Duration::zero();
  }
  const auto due = [&] {
    const double seconds = static_cast<double>(step + 1 - base_step_) * step_seconds / *pace;
    return base_time_ + std::chrono::duration_cast<Duration>(std::chrono::duration<double>(seconds));
  };
  if (pace_ != pace || now > due() + kForgiven) {
    pace_ = pace;
    base_time_ = now;
    base_step_ = step;
  }
  return std::max(due() - now, Duration::zero());
}

}  // namespace spark
