// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/pausing.h"

#include <condition_variable>
#include <mutex>

namespace rtm {

void pause(spark::RealClock& clock, std::chrono::nanoseconds time) {
  std::mutex mutex;
  std::condition_variable never;
  std::unique_lock lock(mutex);
  clock.wait(time, [&](spark::RealClock::Duration longest) {
    never.wait_for(lock, longest);
    return false;
  });
}

}  // namespace rtm
