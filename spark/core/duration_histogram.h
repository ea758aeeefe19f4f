// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace spark {

/// A histogram of durations: quantiles are accurate to 6 percent, and adding a duration allocates nothing.
class DurationHistogram {
 public:
  using Duration = std::chrono::nanoseconds;

  void add(Duration duration);
  std::uint64_t count() const { return count_; }
  Duration longest() const { return longest_; }
  /// The duration not exceeded by `share` (0 … 1) of all; zero if there are none.
  Duration quantile(double share) const;

 private:
  // Sixteen bins for each power of two of nanoseconds, up to 2^40 (18 minutes).
  static constexpr unsigned kFineBits = 4;
  static constexpr unsigned kPowers = 40;
  static std::size_t place_of(std::uint64_t nanoseconds);
  static std::uint64_t upper_end_of(std::size_t place);

  std::array<std::uint32_t, (kPowers + 1) << kFineBits> counts_{};
  std::uint64_t count_ = 0;
  Duration longest_{};
};

}  // namespace spark
