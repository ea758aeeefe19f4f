// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <utility>

#include "spark/core/real_clock.h"

namespace spark::net {

/// The timers of one loop, on its thread. Of calls that are due at the same time the one added first is called first.
class TimerQueue {
 public:
  /// The time when it is due, and its number.
  using Key = std::pair<RealClock::Time, std::uint64_t>;

  Key add(RealClock::Time due, std::function<void()> call);
  /// Does nothing if it has been called already, or is being called.
  void remove(const Key& key) { calls_.erase(key); }
  bool is_empty() const { return calls_.empty(); }
  /// When the next call is due; there must be one.
  RealClock::Time next() const { return calls_.begin()->first.first; }
  /// Calls the functions that are due and were added before this call: a timer that restarts itself cannot block its
  /// loop.
  void call_due(RealClock::Time now);

 private:
  std::map<Key, std::function<void()>> calls_;
  std::uint64_t added_ = 0;
};

}  // namespace spark::net
