// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/camera_range.h"

#include <algorithm>
#include <cstdlib>

#include "soccer-plugin/angles.h"

namespace soccer {

bool CameraRange::set(int new_min, int new_max) {
  if (std::abs(new_min) > 360 || std::abs(new_max) > 360) return false;
  min = new_min;
  max = new_max;
  return true;
}

double CameraRange::limit(double degrees) const {
  const double wrapped = wrap_degrees(degrees);
  const double low = min;
  const double high = max;
  if (low <= high) return std::clamp(wrapped, low, high);
  if (wrapped >= low || wrapped <= high) return wrapped;
  return wrapped < (low + high) / 2.0 ? high : low;
}

}  // namespace soccer
