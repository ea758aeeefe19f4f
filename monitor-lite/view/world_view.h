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
  glm::vec4 grass{0.13F, 0.36F, 0.17F, 1};
  glm::vec4 stripe{0.15F, 0.40F, 0.19F, 1};
  glm::vec4 outside{0.10F, 0.27F, 0.14F, 1};
  glm::vec4 lines{0.93F, 0.96F, 0.93F, 1};
  glm::vec4 sky{0.07F, 0.10F, 0.13F, 1};

  const glm::vec4& of(Side side) const { return side == Side::left ? left : side == Side::right ? right : nobody; }
};

/// Draws the world of one snapshot: field, goals, players, ball with its shadow.
///
/// Players and ball are never drawn smaller than some pixels, so that the whole field can be watched; near by they have
/// their true size.
class WorldView {
 public:
  explicit WorldView(Painter& painter, const Palette& palette) : painter_(painter), palette_(palette) {}

  /// Begins a picture. `game` and `snapshot` have to stay as long as it is drawn.
  void draw(const Game& game, const Snapshot& snapshot, const Camera& camera, int width, int height);
  /// Where the number of a player stands, in letters of that size; false if he is not seen.
  bool above(const Player& player, float size, glm::vec2& pixel) const;

 private:
  void draw_field();
  void draw_walls();
  void draw_goal(float side);
  void draw_net(float side);
  void draw_on_ground(const Player& player);
  void draw_player(const Player& player);
  void draw_below_ball();
  void draw_ball();
  float at_least(float metres, float pixels, const glm::vec3& place) const;

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
