// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <utility>

#include "spark/core/real_clock.h"

namespace spark::net {

/// What is to be called at which time: the timers of one loop, on its thread. Of calls that are due at the same time
/// the one that was added first comes first.
class TimerQueue {
 public:
  /// When it is due, and its number.
  using Key = std::pair<RealClock::Time, std::uint64_t>;

  Key add(RealClock::Time due, std::function<void()> call);
  /// Does nothing if it has been called already, or is being called.
  void remove(const Key& key) { calls_.erase(key); }
  bool is_empty() const { return calls_.empty(); }
  /// When the next call is due; there must be one.
  RealClock::Time next() const { return calls_.begin()->first.first; }
  /// Calls what is due and was added before this began: a timer that starts itself again cannot keep its loop.
  void call_due(RealClock::Time now);

 private:
  std::map<Key, std::function<void()>> calls_;
  std::uint64_t added_ = 0;
};

}  // namespace spark::net
