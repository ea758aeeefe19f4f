// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace soccer {

/// A clock of the game, s. As long as 32-bit floats are fine enough it is the sum of the steps in such floats, whose
/// digits agents of 0.5.2 know and logs have (behaviour 5.5). From then on it counts steps: the sum would be 2.3 % slow
/// from 409,600 steps on (4,096 s of steps of 0.01 s), later 17 % fast, and would stand still in the end.
class GameClock {
 public:
  static constexpr double kSummedSteps = 409'600;

  double seconds() const { return steps_ > 0 ? begin_ + static_cast<double>(steps_) * step_ : begin_; }
  /// `sums_on`: however long the sum gets, as in matches that were recorded before steps were counted.
  void advance(double step, bool sums_on) {
    if (sums_on || (steps_ == 0 && begin_ < kSummedSteps * step)) {
      begin_ = static_cast<float>(begin_) + static_cast<float>(step);
    } else {
      if (step != step_) *this = from(seconds(), step);
      ++steps_;
    }
  }
  /// Lets it be at least so much.
  void advance_to(double seconds) {
    const double least = static_cast<float>(seconds);
    if (least > this->seconds()) *this = from(least, step_);
  }

 private:
  static GameClock from(double seconds, double step) {
    GameClock clock;
    clock.begin_ = seconds;
    clock.step_ = step;
    return clock;
  }

  double begin_ = 0.0;  ///< the sum, or where counting began
  std::int64_t steps_ = 0;
  double step_ = 0.0;
};

}  // namespace soccer
