// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>

#include "monitor-lite/client/log_file.h"

namespace monitor {

/// Where the ball has come from, for the eye. It follows from frames alone, so a paused or sought replay shows the same
/// as one that is played.
///
/// There is none while the ball is dead, and none across a jump: a ball that moves farther between two frames than it
/// can fly, or jumps between two frames at rest, was put there.
class BallTrail {
 public:
  static constexpr double kShown = 0.8;       ///< s of game time
  static constexpr std::size_t kFrames = 24;  ///< as many as are kept; more than fill that time

  /// Frames one after the other. One that is not later than the one before starts a new trail.
  void follow(const Game& game, const Snapshot& frame);
  /// From the first to the last of the frames that decide about the trail at the one at `index`, of `count`, or shortly
  /// after it.
  struct Range {
    std::size_t first, last;
  };
  static Range around(std::size_t index, std::size_t count, const std::function<double(std::size_t)>& time_of);
  /// These frames of a log.
  void look_around(LogFile& log, std::size_t index);
  void forget() { frames_.clear(); }
  /// Fills in the trail of a moment between the frames followed, or of the last one. Frames after that moment only
  /// reveal jumps.
  void show(Snapshot& shown) const;

 private:
  struct Frame {
    double time;
    Point ball;
    bool in_play;
  };
  bool leads_on(std::size_t index) const;

  std::deque<Frame> frames_;
};

}  // namespace monitor
