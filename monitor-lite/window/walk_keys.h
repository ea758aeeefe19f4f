// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>

#include "monitor-lite/view/camera_rig.h"
#include "monitor-lite/window/input.h"

namespace monitor {

/// The keys that move a camera while they are held: W, A, S and D by their positions.
class WalkKeys {
 public:
  /// `key` went down or up; others are ignored.
  void hold(Key key, bool down);
  /// Called when releases of keys are no longer reported.
  void release_all() { held_.clear(); }
  bool are_held() const { return !held_.empty(); }
  /// Moves the camera, `seconds` after the last picture; a long pause counts as a short one.
  void walk(CameraRig& cameras, float seconds) const;

 private:
  std::set<Key> held_;
};

}  // namespace monitor
