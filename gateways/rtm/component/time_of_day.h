// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>

#include "spark/core/real_clock.h"

namespace rtm {

/// The clock of components outside a world (`Environment::time`): the time since 1970 when this was called, plus the
/// time elapsed since by `clock`, so that it never jumps when the system's date is set. Time stamps of values can be
/// compared with those of other programs. The result may be called on any thread; `clock` outlives it.
std::function<std::chrono::nanoseconds()> time_of_day(const spark::RealClock& clock);

}  // namespace rtm
