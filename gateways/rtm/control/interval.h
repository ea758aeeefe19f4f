// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>

namespace rtm {

/// Which control periods a value is due in that is written every so often: those nearest to the multiples of its
/// interval, the later one where two are as near.
class Interval {
 public:
  static constexpr double kMax = 1e9;
  /// In control periods, 1 to `kMax`; need not be a whole number.
  explicit Interval(double periods = 1.0) : periods_(std::round(periods * kParts) / kParts) {}

  /// Called with the number of each period that is done, from 0, in growing order.
  bool is_due(std::int64_t period) {
    if (period < nearest(next_)) return false;
    next_ = std::floor((static_cast<double>(period) + 0.5) / periods_);
    while (nearest(next_) <= period) ++next_;
    return true;
  }
  void restart() { next_ = 0.0; }

 private:
  /// Quotients of decimal fractions become what they mean: 0.003 / 0.001 is 3.
  static constexpr double kParts = 1e9;
  std::int64_t nearest(double multiple) const {
    return static_cast<std::int64_t>(std::floor(multiple * periods_ + 0.5));
  }

  double periods_;
  double next_ = 0.0;  ///< the multiple that is written next; a whole number
};

}  // namespace rtm
