// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <glm/glm.hpp>
#include <string_view>
#include <vector>

#include "monitor-lite/client/snapshot.h"
#include "monitor-lite/view/camera.h"
#include "monitor-lite/view/painter.h"
#include "monitor-lite/view/stage.h"

namespace monitor {

/// Draws a world without a game: its bodies by their shapes (a small ball for one without shapes), scenery, a grid on
/// the ground, and, on top of it all, joints. Shapes without a colour of their own have that of their group: bodies
/// with a common prefix (`AgentAspect0/…`), with a label above the first.
class BodiesView {
 public:
  explicit BodiesView(Painter& painter) : painter_(painter) {}

  /// Must be called in the layer of that name.
  void draw_on_ground(const Snapshot& snapshot);
  void draw_solid(const Snapshot& snapshot, const Camera& camera, const glm::ivec2& size);
  void draw_glass(const Snapshot& snapshot);
  /// In the overlay; `unit` as in `unit_of`.
  void draw_joints(const Snapshot& snapshot, float unit);
  /// In the overlay; letters of `size` pixels.
  void draw_labels(const Snapshot& snapshot, float size);
  /// Writes the distance of the grid's lines near the lower right corner of the picture.
  void draw_scale(const Snapshot& snapshot, float size, const glm::vec2& corner);

 private:
  void draw_grid(const Stage& stage);
  bool top_of(const Snapshot& snapshot, const Body& body, glm::vec2& pixel) const;
  void draw_shadow(const BodyShape& shape, const PlacedShape& there);
  void draw(const BodyShape& shape, const PlacedShape& there, const glm::vec4& colour, Rounds::Mark mark);
  void draw_line(const glm::vec3& from, const glm::vec3& to, float half_width, const glm::vec4& colour);

  Painter& painter_;
};

}  // namespace monitor
