// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

#include "spark/core/real_clock.h"

namespace rtm {

/// Lets so much time pass on this thread.
void pause(spark::RealClock& clock, std::chrono::nanoseconds time);

}  // namespace rtm
