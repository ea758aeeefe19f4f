// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>

namespace rtm {

/// Selects the control periods in which a periodic value is due: those nearest to the multiples of its interval, the
/// later one of two that are equally near.
class Interval {
 public:
  static constexpr double kMax = 1e9;
  /// In control periods, 1 to `kMax`; may be fractional.
  explicit Interval(double periods = 1.0) : periods_(std::round(periods * kParts) / kParts) {}

  /// Called with the number of each period, from 0, in increasing order.
  bool is_due(std::int64_t period) {
    if (period < nearest(next_)) return false;
    next_ = std::floor((static_cast<double>(period) + 0.5) / periods_);
    while (nearest(next_) <= period) ++next_;
    return true;
  }
  void restart() { next_ = 0.0; }

 private:
  /// Rounding makes quotients of decimal fractions exact: 0.003 / 0.001 is 3.
  static constexpr double kParts = 1e9;
  std::int64_t nearest(double multiple) const {
    return static_cast<std::int64_t>(std::floor(multiple * periods_ + 0.5));
  }

  double periods_;
  double next_ = 0.0;  ///< the next multiple that is due; a whole number
};

}  // namespace rtm
