// SPDX-License-Identifier: Apache-2.0
#include "spark/core/duration_histogram.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace spark {

std::size_t DurationHistogram::place_of(std::uint64_t nanoseconds) {
  constexpr std::uint64_t kFine = 1U << kFineBits;
  if (nanoseconds < kFine) return static_cast<std::size_t>(nanoseconds);
  const unsigned power = static_cast<unsigned>(std::bit_width(nanoseconds)) - 1;  // >= kFineBits
  if (power >= kPowers) return (static_cast<std::size_t>(kPowers) << kFineBits) + kFine - 1;
  const std::uint64_t fine = (nanoseconds >> (power - kFineBits)) & (kFine - 1);
  return (static_cast<std::size_t>(power - kFineBits + 1) << kFineBits) + static_cast<std::size_t>(fine);
}

std::uint64_t DurationHistogram::upper_end_of(std::size_t place) {
  const std::size_t row = place >> kFineBits;
  const std::uint64_t fine = place & ((1U << kFineBits) - 1);
  if (row == 0) return fine;
  return (((1U << kFineBits) + fine + 1) << (row - 1)) - 1;
}

void DurationHistogram::add(Duration duration) {
  const auto nanoseconds = static_cast<std::uint64_t>(std::max<std::int64_t>(0, duration.count()));
  ++counts_[place_of(nanoseconds)];
  ++count_;
  longest_ = std::max(longest_, duration);
}

DurationHistogram::Duration DurationHistogram::quantile(double share) const {
  if (count_ == 0) return {};
  const auto wanted = static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(count_)));
  std::uint64_t passed = 0;
  for (std::size_t place = 0; place < counts_.size(); ++place) {
    passed += counts_[place];
    if (passed >= std::max<std::uint64_t>(1, wanted))
      return std::min(longest_, Duration(static_cast<std::int64_t>(upper_end_of(place))));
  }
  return longest_;
}

}  // namespace spark
