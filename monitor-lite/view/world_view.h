// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "monitor-lite/client/snapshot.h"
#include "monitor-lite/view/bodies_view.h"
#include "monitor-lite/view/camera.h"
#include "monitor-lite/view/ground.h"
#include "monitor-lite/view/painter.h"
#include "monitor-lite/view/palette.h"
#include "monitor-lite/view/screen.h"

namespace monitor {

/// Draws the world of one snapshot: sky, land, field, goals, players, and the ball. For a world without a game: sky,
/// land and bodies.
///
/// Players and ball are never drawn smaller than some units (`unit_of`), so that the whole field can be watched; nearby
/// they have their true size. A small ball has a halo, which nothing hides, and a trail.
class WorldView {
 public:
  explicit WorldView(Painter& painter, const Palette& palette)
      : painter_(painter), bodies_(painter), palette_(palette) {}

  /// For later pictures.
  void use(const Palette& palette) { palette_ = palette; }
  /// Begins a picture. `game` and `snapshot` must exist while it is drawn. `followed`: the player in it who gets a
  /// ring; may be null.
  void draw(const Game& game, const Snapshot& snapshot, const Camera& camera, int width, int height,
            const Player* followed);
  /// Joints, names and scale of a world without a game, in the overlay.
  void mark_bodies();
  /// The parts of the ball that nothing hides: halo and trail, in the overlay.
  void mark_ball();
  /// The position of a player's number, in letters of that size; returns false if the player is not visible.
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
  /// Its radius as drawn, m.
  float player_radius(const Player& player) const;
  float ball_radius(const glm::vec3& place) const;
  float at_least(float metres, float pixels, const glm::vec3& place) const;
  float unit() const { return unit_of(width_, height_); }

  void draw_bodies();

  Painter& painter_;
  Ground ground_;
  BodiesView bodies_;
  Palette palette_;
  // State of the picture in progress.
  const Game* game_ = nullptr;
  const Snapshot* now_ = nullptr;
  const Player* followed_ = nullptr;
  Camera camera_;
  glm::mat4 view_{1.0F};
  int width_ = 1;
  int height_ = 1;
};

}  // namespace monitor
