// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "monitor-lite/view/camera.h"
#include "monitor-lite/view/spring.h"
#include "monitor-lite/view/stage.h"

namespace monitor {

/// A camera that users choose by name and move by hand.
///
/// Two more cameras exist while a player is followed: `player` moves with that player as `ball` does with the ball, and
/// `own` is the player's view of the ball.
///
/// `ball` follows the ball like a camera operator: it starts and stops softly, and hurries only when the ball is about
/// to leave the picture. Moved by hand, it still follows the ball, `top` stays a map, and the others become free.
/// Distances moved by the mouse are shares of the picture's height.
class CameraRig {
 public:
  /// One of kCameraNames, or `player` or `own` if available; others are ignored. Resets moves by hand.
  void choose(std::string_view name);
  void next();
  /// The place of the followed player in the next picture; nothing: none is followed.
  void follow_player(std::optional<Point> place);
  /// The chosen name, or "free".
  std::string_view name() const { return free_ ? "free" : name_; }

  void turn(float right, float down);
  void shift(float right, float down);
  /// Moves nearer by some notches of a wheel.
  void zoom(float notches);
  /// Moves over the ground for that many seconds: ahead and to the right, each -1 to 1.
  void walk(float ahead, float right, float seconds);

  /// The camera for the next picture, `seconds` after the last one.
  Camera camera(const Game& game, const Snapshot& snapshot, float aspect, float seconds);
  /// The same for a world without a game; `ball` follows `followed` there.
  Camera camera(const Stage& stage, const glm::vec3& followed, float aspect, float seconds);
  /// Whether the camera still moves when nothing else does.
  bool is_moving() const { return moving_; }

 private:
  void take_over();
  void look_from_pose();
  /// The range of the target.
  struct Reach {
    glm::vec3 low, high;
  };
  void move(const glm::vec3& followed, const Reach& reach, float seconds);
  void follow(const glm::vec3& ball, float seconds);
  bool follows() const { return (name_ == "ball" || name_ == "player") && !free_; }
  Camera named(const Game& game, const Snapshot& snapshot, float aspect);
  Camera own_view(const Point& ball);

  std::string_view name_ = "side";
  std::optional<Point> player_;
  glm::vec2 ahead_{1, 0};  ///< the viewing direction of the followed player
  bool free_ = false;
  bool by_hand_ = false;    ///< viewed from the pose, not from the named camera
  bool following_ = false;  ///< the last picture has followed the ball
  bool moving_ = false;
  glm::vec3 ball_{0, 0, 0};  ///< in the last picture
  Spring followed_;          ///< the target of the ball's camera
  Camera camera_;
  std::optional<Stage> stage_;  ///< of a world without a game
  // The pose set by hand: looks at `target_` from `distance_`, m; angles in radians, `pitch_` downwards.
  glm::vec3 target_{0, 0, 0};
  float distance_ = 60.0F;
  float yaw_ = 0.0F;
  float pitch_ = 0.5F;
};

}  // namespace monitor
