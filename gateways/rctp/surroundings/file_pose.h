// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "spark/core/vec3.h"

namespace rctp {

/// The world is metres with z up; files and records have metres with y up, as VRML. Of a point (x, y, z) there they
/// have (x, z, −y). Frames are turned likewise, so what hangs in a frame is converted in the same way as what stands in
/// the world: a heading of h about z is a turn by h about y.

/// Greater numbers become this one, m: nodes of a scene may stand where no body could. What is no number becomes 0.
constexpr double kMostInFiles = 1e9;

/// A pose as a Transform of VRML has it, to the bit: what a file says of a mover, a record says, too.
struct FilePose {
  std::array<float, 3> translation{};
  std::array<float, 4> rotation{0, 0, 1, 0};  ///< axis of length 1, and angle from 0 to π

  bool operator==(const FilePose&) const = default;
  bool is_moved() const { return translation != std::array<float, 3>{}; }
  bool is_turned() const { return rotation[3] != 0; }
};

/// Less than a millionth of a metre or of a radian is 0: it would be rounding of the arithmetic.
FilePose file_pose(const spark::Pose& pose);
std::array<float, 3> file_point(const spark::Vec3& point);

}  // namespace rctp
