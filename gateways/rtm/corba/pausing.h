// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

#include "spark/core/real_clock.h"

namespace rtm {

/// Blocks this thread for that time of the clock.
void pause(spark::RealClock& clock, std::chrono::nanoseconds time);

}  // namespace rtm
