// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "spark/core/vec3.h"
#include "spark/scene/looks.h"

namespace rctp {

/// The upright box around things, in the frame of the world, m. What is farther than `kFarthest` from the origin does
/// not stretch it beyond.
struct Extent {
  static constexpr double kFarthest = 1000.0;
  spark::Vec3 least, most;

  spark::Vec3 middle() const { return (least + most) * 0.5; }
  spark::Vec3 size() const { return most - least; }
};

/// Around a shape whose pose in the world is `pose`; not of planes.
Extent extent_of(const spark::ShapeLook& shape, const spark::Pose& pose);
/// Around both.
Extent joined(const std::optional<Extent>& a, const Extent& b);

}  // namespace rctp
