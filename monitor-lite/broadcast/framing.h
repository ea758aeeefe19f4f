// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "monitor-lite/view/camera.h"
#include "monitor-lite/view/spring.h"

namespace monitor {

/// A broadcast's near cameras: `ball`, `left` and `right` of kCameraNames, moved so far that the picture holds what the
/// moment is about: the ball, the players near it, and, when the ball is near a goal, the goal with those before it.
///
/// The camera keeps its direction and its lens. What should be seen, with room around it, draws it softly; what must be
/// seen moves it at once if the soft motion is too slow, so nobody who takes part in a shot is cut off by the edge of
/// the picture or by the score board. Plain logic: the same calls give the same cameras.
class Framing {
 public:
  /// Another shot begins: the next camera is where it should be.
  void cut() { is_new_ = true; }
  /// `seconds` after the picture before. Of a match, not of a world without a game.
  Camera camera(std::string_view name, const Game& game, const Snapshot& snapshot, float aspect, float seconds);

 private:
  bool is_new_ = true;
  Point ball_;  ///< in the picture before
  Spring eye_;  ///< along right, up and ahead of the camera
};

}  // namespace monitor
