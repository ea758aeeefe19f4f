// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace rtm {

/// A histogram of how late a thread has woken, in bins of 1 us up to 10 ms; the last bin counts everything later.
/// Allocates only in the constructor.
class Lateness {
 public:
  void add(std::chrono::nanoseconds late) {
    late = std::max(late, std::chrono::nanoseconds(0));
    const auto place = static_cast<std::size_t>(std::chrono::duration_cast<std::chrono::microseconds>(late).count());
    ++counts_[std::min(place, counts_.size() - 1)];
    ++total_;
    worst_ = std::max(worst_, late);
  }

  std::uint64_t total() const { return total_; }
  std::chrono::nanoseconds worst() const { return worst_; }
  /// The lateness that this `share` (0 to 1) of all wake-ups did not exceed, in whole microseconds; 0 if there were
  /// none.
  std::int64_t quantile(double share) const {
    const double wanted = share * static_cast<double>(total_);
    std::uint64_t so_far = 0;
    for (std::size_t us = 0; us + 1 < counts_.size(); ++us) {
      so_far += counts_[us];
      if (total_ > 0 && static_cast<double>(so_far) >= wanted) return static_cast<std::int64_t>(us);
    }
    return std::chrono::duration_cast<std::chrono::microseconds>(worst_).count();
  }

 private:
  std::array<std::uint64_t, 10'001> counts_{};
  std::uint64_t total_ = 0;
  std::chrono::nanoseconds worst_{0};
};

}  // namespace rtm
