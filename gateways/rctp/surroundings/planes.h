// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gateways/rctp/surroundings/extent.h"
#include "spark/scene/looks.h"

namespace rctp {

/// How planes, which have no end, are shown: as boxes around all that is else to be seen.
class PlaneBoxes {
 public:
  static constexpr double kMargin = 1.0;      ///< m, floors reach so far beyond everything else
  static constexpr double kFloor = 0.02;      ///< m, thickness of floors, below their planes
  static constexpr double kWall = 0.05;       ///< m, thickness of walls, outside of theirs
  static constexpr double kWallHeight = 0.6;  ///< m, above the lowest floor, or z = 0

  /// `around`: everything but planes.
  PlaneBoxes(const spark::Looks& looks, const Extent& around);

  static bool is_floor(const spark::ShapeLook& plane);
  /// A box with its pose in the world: of a plane whose normal points upwards a floor, of every other a wall, which is
  /// as long as floors are.
  spark::ShapeLook box(const spark::ShapeLook& plane) const;

 private:
  spark::Vec3 middle_, half_;
  double ground_ = 0.0;
};

}  // namespace rctp
