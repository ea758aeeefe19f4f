// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <glm/glm.hpp>

#include "monitor-lite/client/snapshot.h"

namespace monitor {

/// The extent of a world without a game: an axis-aligned box around all bodies and scenery with their shapes, and its
/// enclosing ball; in steps, so that a camera that shows all of it rarely moves. m.
struct Stage {
  glm::vec3 low{-0.5F}, high{0.5F};
  glm::vec3 middle{0, 0, 0};
  float radius = 1.0F;

  static constexpr float kMin = 0.25F, kMax = 10000.0F;
  /// The distance of the grid's lines on the ground: 0.01, 0.02, 0.05, 0.1 … m.
  float grid() const;
};

Stage stage_of(const Snapshot& snapshot);
/// The same for an axis-aligned box.
Stage stage_around(const glm::vec3& low, const glm::vec3& high);
/// The middle of the bodies, which a camera may follow.
Point middle_of(const Snapshot& snapshot);

/// A shape with its pose in the world, its body (null: none) and its extent from its middle: in any direction, and
/// along the axes of the world.
struct PlacedShape {
  glm::vec3 middle;
  glm::mat3 turn;
  float reach;
  glm::vec3 half;
};
PlacedShape placed(const BodyShape& shape, const Body* body);
glm::mat3 turn_of(const std::array<double, 4>& rotation);
glm::vec3 vector_of(const Point& point);

}  // namespace monitor
