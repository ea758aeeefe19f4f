// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "spark/core/vec3.h"

namespace rctp {

/// A pose as VRML97 has it: metres with y up, the viewer looking along -z, a rotation as axis and angle. What was
/// (x, y, z) in the world or in the frame of a part is (x, z, -y) here, in every frame alike, so that what hangs below
/// needs no further turn. Records of the world and descriptions have the same numbers.
struct VrmlPose {
  std::array<float, 3> translation{};
  std::array<float, 4> rotation{0, 0, 1, 0};  ///< an axis of length 1, then 0 to pi radians
};

VrmlPose to_vrml(const spark::Pose& pose);
std::array<float, 3> to_vrml(const spark::Vec3& point);

}  // namespace rctp
