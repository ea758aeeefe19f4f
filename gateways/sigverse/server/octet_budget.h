// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>

namespace sigverse::server {

/// Limits the octets that a client may send: `kPerSecond` on average, plus one message of the maximum size at once.
/// Times are passed in by the caller, in s, of the real or the simulated clock.
class OctetBudget {
 public:
  static constexpr double kPerSecond = 8.0 * 1024 * 1024;
  /// A second's worth of other traffic plus the largest sound, 10 MB with the heads of its packets.
  static constexpr double kAtOnce = kPerSecond + 11.0 * 1024 * 1024;

  /// Takes octets from the budget; returns false, with nothing taken, if it has too few.
  bool take(std::size_t octets, double now) {
    // A clock that has been set back, by a reset of the world, adds nothing.
    left_ = std::min(kAtOnce, left_ + kPerSecond * std::max(0.0, now - filled_at_));
    filled_at_ = now;
    if (static_cast<double>(octets) > left_) return false;
    left_ -= static_cast<double>(octets);
    return true;
  }

 private:
  double left_ = kAtOnce;
  double filled_at_ = 0.0;
};

}  // namespace sigverse::server
