// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace monitor {

/// Computes the simulation steps of the frames of a monitor log, which contains none: a log has the game time, which
/// is stopped before the kick-off and restarts with a `(reset)`, while steps continue (docs/write/protocol.md, section
/// 8.6).
///
/// Frames are a constant number of steps apart, and the first is at step 0. The jump of the steps at a `(reset)`, 31 to
/// 45, follows from hints: moments known both as a step and as a game time. Without hints it is off by up to 7 steps.
class FrameSteps {
 public:
  struct Hint {
    double step;
    double time;  ///< of the game, s
  };
  /// `times`: the game time of each frame. `hints` in the order of their steps.
  FrameSteps(std::vector<double> times, double seconds_per_frame, std::span<const Hint> hints);

  /// The step at a frame, or between two.
  double at(double place) const;
  /// The inverse of `at`: a frame, between two, or after the last one.
  double place_of(double step) const;

 private:
  /// Frames between two resets.
  struct Episode {
    std::size_t first, end;  ///< frames
    double step;             ///< at the first
  };
  bool find_place(const Episode& episode, double time, double& place) const;
  double first_step(const Episode& episode, double guess, std::span<const Hint> hints) const;

  std::vector<double> times_;
  double seconds_per_frame_;
  double interval_;  ///< steps from frame to frame
  std::vector<Episode> episodes_;
};

}  // namespace monitor
