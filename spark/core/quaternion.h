// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "spark/core/vec3.h"

namespace spark {

/// The unit quaternion w, x, y, z of a rotation matrix: of the two, the one whose first non-zero component is positive.
inline std::array<double, 4> quaternion_of(const Mat3& m) {
  // The largest of the four is found first, so that no division is by a small number.
  const std::array<double, 4> squares{1 + m[0] + m[4] + m[8], 1 + m[0] - m[4] - m[8], 1 - m[0] + m[4] - m[8],
                                      1 - m[0] - m[4] + m[8]};
  const auto greatest = static_cast<std::size_t>(std::ranges::max_element(squares) - squares.begin());
  std::array<double, 4> q{};
  switch (greatest) {
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
  }
  double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (const double part : q) {
    if (std::abs(part) < 1e-9 * length) continue;
    if (part < 0) length = -length;
    break;
  }
  for (double& part : q) part /= length;
  return q;
}

}  // namespace spark
