// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "spark/core/vec3.h"

namespace rctp {

/// The world is in metres with z up; files and records are in metres with y up, as in VRML. A point (x, y, z) of the
/// world is (x, z, −y) there. All frames are rotated alike, so a pose within a frame is converted like one in the
/// world: a heading of h about z becomes a rotation by h about y.

/// Coordinates are clamped to this, m, because nodes of a scene may stand where no body could. NaN becomes 0.
constexpr double kMaxInFiles = 1e9;

/// A pose as in a VRML Transform. Files and records share these bits.
struct FilePose {
  std::array<float, 3> translation{};
  std::array<float, 4> rotation{0, 0, 1, 0};  ///< axis of length 1, and angle from 0 to π

  bool operator==(const FilePose&) const = default;
  bool is_moved() const { return translation != std::array<float, 3>{}; }
  bool is_turned() const { return rotation[3] != 0; }
};

/// Converts a pose. Less than a millionth of a metre or a radian becomes 0, because it is a rounding error.
FilePose file_pose(const spark::Pose& pose);
std::array<float, 3> file_point(const spark::Vec3& point);

}  // namespace rctp
