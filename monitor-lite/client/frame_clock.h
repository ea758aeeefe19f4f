// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "monitor-lite/client/snapshot.h"

namespace monitor {

/// How far apart the frames of a stream are, for speeds.
///
/// The game's clock does not say it by itself: it stands in some play modes while bodies go on, and a stream has six
/// digits of it, so that beyond 10,000 s it goes in steps of 0.1 s. But frames are a constant number of steps apart,
/// and in PlayOn the clock runs: the time that many frames take tells what one takes. Frames that were lost on the way
/// to a monitor show as a longer time.
class FrameClock {
 public:
  /// The usual interval, s, and the longest at which it can be told who kicked the ball, and how fast players run: at
  /// 0.2 s a ball flies 6 m, farther than the players around it are apart.
  static constexpr double kUsual = 0.15, kLongest = 0.2;
  /// Whether frames that far apart are near enough; the digits of the clock may make them seem a little farther apart.
  static bool is_near(double seconds) { return seconds <= 1.05 * kLongest; }

  /// The next frame.
  void add(const Game& game, const Snapshot& snapshot);
  /// Between the frame added last and the one before it, s; 0 for the first.
  double seconds() const { return seconds_; }
  /// Between the frames of this stream, s.
  double interval() const { return interval_; }
  /// Whether that has been measured; before, it is believed to be the usual one.
  bool is_measured() const { return is_measured_; }
  /// Whether the frame added last is near enough to the one before it.
  bool is_dense() const { return is_near(seconds_); }

 private:
  void measure(double digit);

  bool begun_ = false, was_in_play_ = false, is_measured_ = false;
  double last_time_ = 0.0;
  double interval_ = kUsual, seconds_ = 0.0;
  double error_ = 0.02;                 ///< of the interval, as a share; at first it is believed to be the usual one
  double frames_ = 0.0, passed_ = 0.0;  ///< in PlayOn, since it began or the interval changed
};

}  // namespace monitor
