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
/// The camera keeps its direction and its lens. The preferred content, with a margin, pulls the camera softly; the
/// required content moves it at once if the soft motion is too slow, so that no player who takes part in a shot is cut
/// off by the edge of the picture or by the score board. Plain logic: the same calls give the same cameras.
class Framing {
 public:
  /// Begins another shot: the next camera starts at its goal, without a transition.
  void cut() { is_new_ = true; }
  /// The camera `seconds` after the previous picture. For matches only, not for worlds without a game.
  Camera camera(std::string_view name, const Game& game, const Snapshot& snapshot, float aspect, float seconds);

 private:
  bool is_new_ = true;
  Point ball_;  ///< in the last picture
  Spring eye_;  ///< along right, up and ahead of the camera
};

}  // namespace monitor
