// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace soccer {

/// A clock of the game, s. As long as 32-bit floats are precise enough, it is the sum of the steps in such floats:
/// agents of 0.5.2 and logs have its digits (behaviour 5.5). After 409,600 steps (4,096 s with steps of 0.01 s) it
/// counts steps: from there on the sum would be 2.3 % slow, later 17 % fast, and would finally stop.
class GameClock {
 public:
  static constexpr double kSummedSteps = 409'600;

  double seconds() const { return steps_ > 0 ? begin_ + static_cast<double>(steps_) * step_ : begin_; }
  /// `sums_on`: never count steps, for matches that were recorded before counting was introduced.
  void advance(double step, bool sums_on) {
    if (sums_on || (steps_ == 0 && begin_ < kSummedSteps * step)) {
      begin_ = static_cast<float>(begin_) + static_cast<float>(step);
    } else {
      if (step != step_) *this = from(seconds(), step);
      ++steps_;
    }
  }
  /// Sets the clock to `seconds` if it shows less.
  void advance_to(double seconds) {
    const double rounded = static_cast<float>(seconds);
    if (rounded > this->seconds()) *this = from(rounded, step_);
  }

 private:
  static GameClock from(double seconds, double step) {
    GameClock clock;
    clock.begin_ = seconds;
    clock.step_ = step;
    return clock;
  }

  double begin_ = 0.0;  ///< the sum, or the time at which counting began
  std::int64_t steps_ = 0;
  double step_ = 0.0;
};

}  // namespace soccer
