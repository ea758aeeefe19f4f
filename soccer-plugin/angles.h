// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <numbers>

namespace soccer {

constexpr double to_degrees(double radians) {
  return radians * (180.0 / std::numbers::pi);
}
constexpr double to_radians(double degrees) {
  return degrees * (std::numbers::pi / 180.0);
}

/// The same direction within −180 … 180 degrees; both bounds can occur. NaN stays NaN.
inline double wrap_degrees(double degrees) {
  return degrees >= -180.0 && degrees <= 180.0 ? degrees : std::remainder(degrees, 360.0);
}

}  // namespace soccer
