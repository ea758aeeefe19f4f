// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "monitor-lite/view/camera.h"
#include "monitor-lite/view/spring.h"

namespace monitor {

/// A broadcast's near cameras: `ball`, `left` and `right` of kCameraNames, moved so that the picture contains the
/// action: the ball, the players near it and, when the ball is near a goal, the goal with the players in front of it.
///
/// The camera keeps its direction and its lens. What should be seen, with room around it, pulls the camera softly; what
/// must be seen moves it at once if the soft motion is too slow, so that no player who takes part in a shot is cut off
/// by the edge of the picture or by the score board. Plain logic: the same calls give the same cameras.
class Framing {
 public:
  /// Another shot begins: the next camera starts where it should be, without a transition.
  void cut() { is_new_ = true; }
  /// The camera `seconds` after the previous picture. For matches only, not for worlds without a game.
  Camera camera(std::string_view name, const Game& game, const Snapshot& snapshot, float aspect, float seconds);

 private:
  bool is_new_ = true;
  Point ball_;  ///< in the previous picture
  Spring eye_;  ///< along right, up and ahead of the camera
};

}  // namespace monitor
