// SPDX-License-Identifier: Apache-2.0
#include "commserver/think/think_meter.h"

#include <algorithm>

namespace commserver {

spark::Step MeasuringMeter::cost(char) {
  constexpr double kFarAway = 1e12;  // steps; an agent that thinks so long is dropped
  if (!counter_) return 0;
  const std::uint64_t now = counter_->read();
  const std::uint64_t units = now - std::min(begin_, now);
  return static_cast<spark::Step>(std::min(kFarAway, static_cast<double>(units) / units_per_step_));
}

}  // namespace commserver
