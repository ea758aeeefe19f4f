// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/surroundings/vrml_frame.h"

#include <algorithm>
#include <cmath>

namespace rctp {

using spark::Mat3;
using spark::Vec3;
namespace {

/// Less than this cannot be seen, and its axis is noise: about half of the smallest angle that is told of.
constexpr double kNoTurn = 1e-6;  // rad

/// w, x, y, z of length 1 with w not negative. By the greatest of the four, so that nothing is divided by a small
/// number.
std::array<double, 4> quaternion_of(const Mat3& m) {
  const std::array<double, 4> squares{1 + m[0] + m[4] + m[8], 1 + m[0] - m[4] - m[8], 1 - m[0] + m[4] - m[8],
                                      1 - m[0] - m[4] + m[8]};
  std::array<double, 4> q{};
  switch (std::ranges::max_element(squares) - squares.begin()) {
    case 0:
      q = {squares[0], m[7] - m[5], m[2] - m[6], m[3] - m[1]};
      break;
    case 1:
      q = {m[7] - m[5], squares[1], m[1] + m[3], m[2] + m[6]};
      break;
    case 2:
      q = {m[2] - m[6], m[1] + m[3], squares[2], m[5] + m[7]};
      break;
    default:
      q = {m[3] - m[1], m[2] + m[6], m[5] + m[7], squares[3]};
      break;
  }
  double size = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  if (q[0] < 0) size = -size;
  for (double& part : q) part /= size;
  return q;
}

}  // namespace

std::array<float, 3> to_vrml(const Vec3& point) {
  // 0 - y, for -y of 0 would be -0.
  return {static_cast<float>(point.x), static_cast<float>(point.z), static_cast<float>(0.0 - point.y)};
}

VrmlPose to_vrml(const spark::Pose& pose) {
  const auto [w, x, y, z] = quaternion_of(pose.rotation);
  VrmlPose result{to_vrml(pose.position)};
  const double sine = std::sqrt(x * x + y * y + z * z);
  const double angle = 2.0 * std::atan2(sine, w);
  if (angle < kNoTurn) return result;
  const auto axis = to_vrml(Vec3{x / sine, y / sine, z / sine});
  result.rotation = {axis[0] + 0.0F, axis[1] + 0.0F, axis[2] + 0.0F, static_cast<float>(angle)};
  return result;
}

}  // namespace rctp
