// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>

#include "monitor-lite/client/log_file.h"

namespace monitor {

/// The trail of the ball, for display. It is computed from frames alone, so a paused or sought replay shows the same as
/// one that is played.
///
/// There is no trail while the ball is dead, and none across a jump: a ball that moves farther between two frames than
/// it can fly, or jumps between two frames at rest, was placed there.
class BallTrail {
 public:
  static constexpr double kShown = 0.8;       ///< s of game time
  static constexpr std::size_t kFrames = 24;  ///< maximum number of frames; more than the frames of that time

  /// Adds the next frame. One that is not later than the last one starts a new trail.
  void follow(const Game& game, const Snapshot& frame);
  /// The range of frames that determine the trail at the frame `index`, of `count`, or shortly after it.
  struct Range {
    std::size_t first, last;
  };
  static Range around(std::size_t index, std::size_t count, const std::function<double(std::size_t)>& time_of);
  /// Adds these frames of a log.
  void look_around(LogFile& log, std::size_t index);
  void forget() { frames_.clear(); }
  /// Fills in the trail of a moment between the added frames, or of the last one. Frames after that moment are used
  /// only to detect jumps.
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
