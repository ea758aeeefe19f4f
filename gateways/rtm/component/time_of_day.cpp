// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/component/time_of_day.h"

namespace rtm {

std::function<std::chrono::nanoseconds()> time_of_day(const spark::RealClock& clock) {
  // Real time: the time stamps of values are dates. From now on they follow the clock that was passed in.
  const std::chrono::nanoseconds start = std::chrono::system_clock::now().time_since_epoch();
  return [&clock, start, begin = clock.now()] { return start + (clock.now() - begin); };
}

}  // namespace rtm
