// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/frame_clock.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace monitor {
namespace {

constexpr double kSteady = 0.1;  // share of the interval, the tolerance for an unchanged interval
constexpr double kDigits = 5.0;  // in units of the clock's last digit: from this time on, an interval can be measured
constexpr double kExact = 0.01;  // share of the interval

/// The value of the last of six digits, s.
double last_digit(double time) {
  return std::pow(10.0, std::floor(std::log10(std::clamp(time, 1.0, 1e9))) - 5.0);
}

}  // namespace

void FrameClock::add(const Game& game, const Snapshot& now) {
  const bool is_in_play = play_mode_text(game, now.play_mode) == "PlayOn";
  const bool was_in_play = std::exchange(was_in_play_, is_in_play);
  const double passed = now.time - std::exchange(last_time_, now.time);
  if (!std::exchange(begun_, true) || passed < 0.0) {
    seconds_ = frames_ = passed_ = 0.0;
    return;
  }
  const double digit = last_digit(now.time);
  if (is_in_play && was_in_play) {
    frames_ += 1.0;
    passed_ += passed;
    measure(digit);
  } else {
    frames_ = passed_ = 0.0;
  }
  // The clock runs in other modes, too, and a single interval suffices if it has enough digits.
  const double doubt = kSteady * interval_;
  if (digit <= doubt && std::abs(passed - interval_) <= doubt) is_measured_ = true;
  seconds_ = passed > 1.5 * interval_ + digit ? passed : interval_;
}

/// Updates the interval from the last frames in PlayOn, if they contradict the previous value or are more accurate.
void FrameClock::measure(double digit) {
  if (passed_ < kDigits * digit) return;
  is_measured_ = true;
  const double expected = frames_ * interval_, error = digit / passed_;
  const bool is_another = std::abs(passed_ - expected) > digit + kSteady * expected;
  if (!is_another && (error_ < kExact || error > error_ / 2)) return;
  interval_ = passed_ / frames_;
  error_ = error;
  if (is_another) frames_ = passed_ = 0.0;
}

}  // namespace monitor
