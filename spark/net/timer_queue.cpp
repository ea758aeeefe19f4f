// SPDX-License-Identifier: Apache-2.0
#include "spark/net/timer_queue.h"

namespace spark::net {

TimerQueue::Key TimerQueue::add(RealClock::Time due, std::function<void()> call) {
  const Key key{due, added_++};
  calls_.emplace(key, std::move(call));
  return key;
}

void TimerQueue::call_due(RealClock::Time now) {
  const std::uint64_t before = added_;
  for (auto next = calls_.begin(); next != calls_.end() && next->first.first <= now;) {
    if (next->first.second >= before) {
      ++next;
      continue;
    }
    const auto taken = calls_.extract(next);
    taken.mapped()();
    next = calls_.begin();  // the call may have added or removed any
  }
}

}  // namespace spark::net
