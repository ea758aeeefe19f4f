// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "monitor-lite/client/frame_pace.h"
#include "monitor-lite/client/snapshot.h"

namespace monitor {

/// Turns frames that arrive irregularly into smooth motion: moves from the last shown picture to the newest frame
/// within the usual interval of frames. So pictures are late by at most one frame, and nothing jumps.
class Smoother {
 public:
  /// A frame that arrived at `now`, s.
  void take(const Snapshot& snapshot, double now);
  /// The next frame begins a new motion.
  void restart() { pace_.restart(); }

  Snapshot at(double now) const;
  bool is_moving(double now) const { return has_begun() && now < pace_.came() + interval_; }
  bool has_begun() const { return pace_.has_begun(); }
  const FramePace& pace() const { return pace_; }

 private:
  FramePace pace_;
  Snapshot from_;
  Snapshot to_;
  double interval_ = 0.0;  ///< usual real time between frames, s
};

}  // namespace monitor
