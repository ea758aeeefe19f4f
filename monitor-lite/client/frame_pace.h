// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

namespace monitor {

/// Measures the rate of frames of a live match. Servers of 2006 report a paused match only by the absence of frames;
/// the length of a significant silence follows from their rate, however slow the motion is.
class FramePace {
 public:
  /// Notes a frame at `now`, s.
  void take(double now) {
    if (has_begun_) gaps_[count_++ % gaps_.size()] = std::max(0.0, now - came_);
    has_begun_ = true;
    came_ = now;
  }
  void restart() { *this = {}; }
  bool has_begun() const { return has_begun_; }
  /// The time of the last frame.
  double came() const { return came_; }
  /// Whether frames are overdue.
  bool is_silent(double now) const { return has_begun_ && now - came_ > longest_gap(); }
  /// s. The shortest of the last gaps counts, because one of them may have been a pause.
  double longest_gap() const {
    constexpr double kMinGap = 2.0, kTimes = 4.0;
    const std::size_t known = std::min(count_, gaps_.size());
    if (known == 0) return kMinGap;
    return std::max(kMinGap,
                    kTimes * *std::min_element(gaps_.begin(), gaps_.begin() + static_cast<std::ptrdiff_t>(known)));
  }

 private:
  std::array<double, 3> gaps_{};
  std::size_t count_ = 0;  ///< gaps so far
  double came_ = 0.0;
  bool has_begun_ = false;
};

}  // namespace monitor
