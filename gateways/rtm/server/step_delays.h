// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "spark/core/clock.h"

namespace rtm {

/// A histogram of the delays of orders, in steps after the sensations that they answer. Allocates only in the
/// constructor.
class StepDelays {
 public:
  void add(spark::Step steps) {
    ++counts_[static_cast<std::size_t>(std::clamp<spark::Step>(steps, 0, kCounted))];
    ++all_;
    most_ = std::max(most_, steps);
  }
  /// The delay that this share of all (0 to 1) does not exceed, up to 1,000 steps; 0 if there are none.
  spark::Step quantile(double share) const {
    std::uint64_t so_far = 0;
    for (std::size_t steps = 0; steps < counts_.size(); ++steps) {
      so_far += counts_[steps];
      if (so_far > 0 && static_cast<double>(so_far) >= share * static_cast<double>(all_))
        return static_cast<spark::Step>(steps);
    }
    return 0;
  }
  spark::Step most() const { return most_; }

 private:
  static constexpr spark::Step kCounted = 1'000;  ///< longer ones count as this
  std::vector<std::uint64_t> counts_ = std::vector<std::uint64_t>(kCounted + 1);
  std::uint64_t all_ = 0;
  spark::Step most_ = 0;
};

}  // namespace rtm
