// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "spark/core/clock.h"

namespace spark {

/// Limits for position and speed of a world's bodies. A body beyond them is stopped after the step and returned to its
/// earlier position (`World::step`).
struct MotionLimits {
  double distance;  ///< from the origin, m
  double speed;     ///< m/s
};

/// Counts and names the bodies that were stopped and returned because of a bad state, for the summary.
class BadStates {
 public:
  enum class Why { not_finite, too_far, too_fast };
  static constexpr std::size_t kMaxNamed = 6;
  struct Named {
    std::string path;
    std::uint64_t times = 0;
    Step first = 0;
  };

  static const char* words(Why why);  ///< "too far"

  void add(Why why, std::string_view path, Step now);

  std::uint64_t count(Why why) const { return counts_[static_cast<std::size_t>(why)]; }
  std::uint64_t count() const { return counts_[0] + counts_[1] + counts_[2]; }
  /// The first bodies, in the order of their first bad states.
  const std::vector<Named>& named() const { return named_; }

 private:
  std::array<std::uint64_t, 3> counts_{};
  std::vector<Named> named_;
};

}  // namespace spark
