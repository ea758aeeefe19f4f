// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/camera_range.h"

#include <algorithm>
#include <cstdlib>

#include "soccer-plugin/angles.h"

namespace soccer {

bool CameraRange::set(int new_least, int new_most) {
  if (std::abs(new_least) > 360 || std::abs(new_most) > 360) return false;
  least = new_least;
  most = new_most;
  return true;
}

double CameraRange::limit(double degrees) const {
  const double wrapped = wrap_degrees(degrees);
  const double low = least;
  const double high = most;
  if (low <= high) return std::clamp(wrapped, low, high);
  if (wrapped >= low || wrapped <= high) return wrapped;
  return wrapped < (low + high) / 2.0 ? high : low;
}

}  // namespace soccer
