// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "monitor-lite/client/snapshot.h"
#include "monitor-lite/view/camera.h"
#include "monitor-lite/view/ground.h"
#include "monitor-lite/view/painter.h"

namespace monitor {

/// The colours of a match. The teams' are told apart by colour-blind people, too.
struct Palette {
  glm::vec4 left{0.25F, 0.62F, 1.0F, 1};
  glm::vec4 right{1.0F, 0.65F, 0.08F, 1};
  glm::vec4 nobody{0.75F, 0.75F, 0.78F, 1};
  glm::vec4 ball{1, 1, 1, 1};
  glm::vec4 halo{1.0F, 0.95F, 0.30F, 1};  ///< of the ball, and what it leaves behind
  glm::vec4 grass{0.145F, 0.375F, 0.165F, 1};
  glm::vec4 stripe{0.175F, 0.435F, 0.195F, 1};
  glm::vec4 outside{0.15F, 0.32F, 0.165F, 1};
  glm::vec4 lines{0.93F, 0.96F, 0.93F, 1};
  glm::vec4 wall{0.30F, 0.35F, 0.41F, 1};
  glm::vec4 haze{0.60F, 0.67F, 0.69F, 1};
  glm::vec4 sky{0.27F, 0.38F, 0.49F, 1};
  glm::vec4 trees{0.10F, 0.19F, 0.13F, 1};

  const glm::vec4& of(Side side) const { return side == Side::left ? left : side == Side::right ? right : nobody; }
};

/// Draws the world of one snapshot: sky, land, field, goals, players, and the ball.
///
/// Players and ball are never drawn smaller than some pixels, so that the whole field can be watched; near by they have
/// their true size. Where the ball is small it has a halo, which nothing hides, and a trail of where it has been.
class WorldView {
 public:
  explicit WorldView(Painter& painter, const Palette& palette) : painter_(painter), palette_(palette) {}

  /// Begins a picture. `game` and `snapshot` have to stay as long as it is drawn.
  void draw(const Game& game, const Snapshot& snapshot, const Camera& camera, int width, int height);
  /// What is seen of the ball though others stand before it: halo and trail, in the overlay.
  void mark_ball();
  /// Where the number of a player stands, in letters of that size; false if he is not seen.
  bool above(const Player& player, float size, glm::vec2& pixel) const;

 private:
  void draw_field();
  void draw_walls();
  void draw_goal(float side);
  void draw_nets();
  void draw_on_ground(const Player& player);
  void draw_player(const Player& player);
  void draw_shadow(const glm::vec3& place, float radius);
  void draw_below_ball();
  void draw_ball();
  void draw_trail(float width);
  /// As large as it is drawn, m.
  float player_radius(const Player& player) const;
  float ball_radius(const glm::vec3& place) const;
  float at_least(float metres, float pixels, const glm::vec3& place) const;
  /// A pixel in a picture of 720 lines.
  float unit() const { return static_cast<float>(height_) / 720.0F; }

  Painter& painter_;
  Ground ground_;
  Palette palette_;
  // Of the picture that is being drawn.
  const Game* game_ = nullptr;
  const Snapshot* now_ = nullptr;
  Camera camera_;
  glm::mat4 view_{1.0F};
  int height_ = 1;
};

}  // namespace monitor
