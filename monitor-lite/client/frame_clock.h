// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "monitor-lite/client/snapshot.h"

namespace monitor {

/// Measures the interval between the frames of a stream, for speeds.
///
/// The game's clock alone does not give it: it is stopped in some play modes while bodies move, and a stream has six
/// digits of it, so that beyond 10,000 s it advances in steps of 0.1 s. But frames are a constant number of steps
/// apart, and in PlayOn the clock runs: the time of many frames gives the interval. Frames that were lost on the way to
/// a monitor show as a longer time.
class FrameClock {
 public:
  /// The usual interval, s, and the longest at which kicks can be attributed to players and running speeds measured: in
  /// 0.2 s a ball flies 6 m, farther than the distance between the players around it.
  static constexpr double kUsual = 0.15, kLongest = 0.2;
  /// Whether frames with that interval are close enough; the digits of the clock may make it seem a little longer.
  static bool is_near(double seconds) { return seconds <= 1.05 * kLongest; }

  /// Adds the next frame.
  void add(const Game& game, const Snapshot& snapshot);
  /// The interval between the last two frames, s; 0 for the first.
  double seconds() const { return seconds_; }
  /// The interval between the frames of this stream, s.
  double interval() const { return interval_; }
  /// Whether the interval has been measured; before that, it is assumed to be the usual one.
  bool is_measured() const { return is_measured_; }
  /// Whether the last frame is close enough to the previous one.
  bool is_dense() const { return is_near(seconds_); }

 private:
  void measure(double digit);

  bool begun_ = false, was_in_play_ = false, is_measured_ = false;
  double last_time_ = 0.0;
  double interval_ = kUsual, seconds_ = 0.0;
  double error_ = 0.02;                 ///< relative, of the interval, which is initially assumed to be the usual one
  double frames_ = 0.0, passed_ = 0.0;  ///< in PlayOn, since it began or the interval changed
};

}  // namespace monitor
