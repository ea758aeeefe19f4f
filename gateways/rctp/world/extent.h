// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "spark/core/vec3.h"
#include "spark/scene/appearance.h"

namespace rctp {

/// An axis-aligned box around objects, in the frame of the world, m. Coordinates are clamped to `kMaxDistance`.
struct Extent {
  static constexpr double kMaxDistance = 1000.0;
  spark::Vec3 min, max;

  spark::Vec3 middle() const { return (min + max) * 0.5; }
  spark::Vec3 size() const { return max - min; }
};

/// The box around a shape whose pose in the world is `pose`. The shape must not be a plane.
Extent extent_of(const spark::ShapeAppearance& shape, const spark::Pose& pose);
/// The smallest box that contains both.
Extent joined(const std::optional<Extent>& a, const Extent& b);

}  // namespace rctp
