// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/world/file_pose.h"

#include <algorithm>
#include <cmath>

#include "spark/core/quaternion.h"

namespace rctp {
namespace {

float as_float(double number) {
  constexpr double kRounding = 1e-6;
  if (!(std::abs(number) >= kRounding)) return 0.0F;
  return static_cast<float>(std::clamp(number, -kMaxInFiles, kMaxInFiles));
}

}  // namespace

std::array<float, 3> file_point(const spark::Vec3& point) {
  return {as_float(point.x), as_float(point.z), as_float(-point.y)};
}

FilePose file_pose(const spark::Pose& pose) {
  FilePose file;
  file.translation = file_point(pose.position);
  // A rotation about an axis becomes, in the other frame, one by the same angle about the converted axis.
  const auto [w, x, y, z] = spark::quaternion_of(pose.rotation);
  const double sine = std::hypot(x, y, z);
  const float angle = as_float(2 * std::atan2(sine, w));
  if (angle == 0) return file;
  const auto axis = file_point(spark::Vec3{x, y, z} * (1 / sine));
  file.rotation = {axis[0], axis[1], axis[2], angle};
  return file;
}

}  // namespace rctp
