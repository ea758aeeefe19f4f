// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gateways/rctp/world/extent.h"
#include "spark/scene/appearance.h"

namespace rctp {

/// Shows planes, which are infinite, as boxes that enclose everything else.
class PlaneBoxes {
 public:
  static constexpr double kFloor = 0.02;      ///< m, thickness of floors, below their planes
  static constexpr double kWall = 0.05;       ///< m, thickness of walls, outside of their planes
  static constexpr double kWallHeight = 0.6;  ///< m, above the lowest floor, or z = 0

  /// `around` is the extent of everything but planes; floors exceed it by `margin`, m.
  PlaneBoxes(const spark::Appearance& appearance, const Extent& around, double margin);

  static bool is_floor(const spark::ShapeAppearance& plane);
  /// A box with its pose in the world: a floor if the normal of the plane points upwards, else a wall as long as the
  /// floors.
  spark::ShapeAppearance box(const spark::ShapeAppearance& plane) const;

 private:
  spark::Vec3 middle_, half_;
  double ground_ = 0.0;
};

}  // namespace rctp
