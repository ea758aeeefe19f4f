// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "monitor-lite/client/snapshot.h"

namespace monitor {

/// Turns frames that arrive irregularly into smooth motion: moves from the picture last shown to the newest frame
/// within the usual interval between frames. So pictures are late by at most one frame, and nothing jumps.
class Smoother {
 public:
  /// A frame that arrived at `now`, s.
  void take(const Snapshot& snapshot, double now);
  /// The next frame starts afresh.
  void restart() { begun_ = false; }

  Snapshot at(double now) const;
  bool is_moving(double now) const { return begun_ && now < came_ + interval_; }
  bool has_begun() const { return begun_; }
  /// When the newest frame came.
  double came() const { return came_; }
  /// Without a frame for so long the match does not merely run slowly, s.
  double longest_gap() const;

 private:
  bool begun_ = false;
  Snapshot from_;
  Snapshot to_;
  double came_ = 0.0;
  double interval_ = 0.0;  ///< s of a clock on the wall between frames, as a rule
};

}  // namespace monitor
