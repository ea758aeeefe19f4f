// SPDX-License-Identifier: Apache-2.0
#include "spark/sim/time_limit_aspect.h"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "spark/core/core.h"

namespace spark {

void TimeLimitAspect::set_seconds(double seconds) {
  if (!(seconds >= 0 && seconds <= kMaxSeconds))
    throw std::runtime_error(fmt::format("setSeconds {}: expected a number from 0 to {} s", seconds, kMaxSeconds));
  seconds_ = seconds;
}

bool TimeLimitAspect::finished() const {
  if (seconds_ == 0) return false;
  // 0.07 s are 7 steps of 0.01 s, although the quotient is a little larger in binary.
  const double steps = seconds_ / core().clock.step_seconds();
  return static_cast<double>(core().clock.now()) >= std::ceil(steps * (1 - 1e-12));
}

std::string TimeLimitAspect::status() const {
  return seconds_ > 0 ? fmt::format("time limit {} s", seconds_) : std::string();
}

std::vector<std::string> TimeLimitAspect::summary() const {
  if (seconds_ == 0) return {};
  return {fmt::format("time limit: {} s{}", seconds_, finished() ? "" : ", not reached")};
}

}  // namespace spark
