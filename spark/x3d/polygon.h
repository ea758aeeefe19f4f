// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "spark/core/vec3.h"

namespace x3d {

/// The normal of a polygon, concave or not, whose length is twice the area (Newell). It points to the side from which
/// the corners are counter-clockwise.
inline spark::Vec3 polygon_normal(std::span<const spark::Vec3> corners) {
  spark::Vec3 normal;
  if (corners.empty()) return normal;
  // Relative to the first corner, so that a polygon far from the origin loses no precision.
  const spark::Vec3 origin = corners[0];
  for (std::size_t i = 1; i + 1 < corners.size(); ++i)
    normal = normal + spark::cross(corners[i] - origin, corners[i + 1] - origin);
  return normal;
}

}  // namespace x3d
