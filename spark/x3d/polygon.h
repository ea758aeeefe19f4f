// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "spark/core/vec3.h"

namespace x3d {

/// The normal of a polygon, concave or not, as long as twice its area (Newell). It points to where the corners are seen
/// counter-clockwise.
inline spark::Vec3 polygon_normal(std::span<const spark::Vec3> corners) {
  spark::Vec3 normal;
  if (corners.empty()) return normal;
  // Seen from the first corner, so that a polygon far from the origin loses nothing.
  const spark::Vec3 origin = corners[0];
  for (std::size_t i = 1; i + 1 < corners.size(); ++i)
    normal = normal + spark::cross(corners[i] - origin, corners[i + 1] - origin);
  return normal;
}

}  // namespace x3d
