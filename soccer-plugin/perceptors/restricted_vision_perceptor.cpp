// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/perceptors/restricted_vision_perceptor.h"

#include <algorithm>
#include <cmath>

#include "soccer-plugin/angles.h"

namespace soccer {

Polar RestrictedVisionPerceptor::look(const spark::Vec3& v, double distance) const {
  Polar place = polar_of(v, distance);
  place.theta = wrap_degrees(place.theta - player().pan_deg);
  place.phi = wrap_degrees(place.phi - player().tilt_deg);
  return place;
}

bool RestrictedVisionPerceptor::sees(const Polar& place) const {
  return std::abs(place.theta) <= horizontal_cone_ && std::abs(place.phi) <= vertical_cone_;
}

bool RestrictedVisionPerceptor::set_view_cones(int horizontal, int vertical) {
  if (horizontal < 0 || horizontal > 180 || vertical < 0 || vertical > 180) return false;
  horizontal_cone_ = horizontal;
  vertical_cone_ = vertical;
  return true;
}

bool RestrictedVisionPerceptor::Range::set(int new_least, int new_most) {
  if (std::abs(new_least) > 360 || std::abs(new_most) > 360) return false;
  least = new_least;
  most = new_most;
  return true;
}

double RestrictedVisionPerceptor::Range::limit(double degrees) const {
  const double wrapped = wrap_degrees(degrees);
  const double low = least;
  const double high = most;
  if (low <= high) return std::clamp(wrapped, low, high);
  if (wrapped >= low || wrapped <= high) return wrapped;
  return wrapped < (low + high) / 2.0 ? high : low;
}

void RestrictedVisionPerceptor::linked() {
  VisionBase::linked();
  player().has_camera = true;
}

}  // namespace soccer
