// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/perceptors/restricted_vision_perceptor.h"

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

Blind RestrictedVisionPerceptor::blind(double noise) {
  constexpr double kSlack = 0.001;  // degrees, far more than a rounding error
  const double reach = horizontal_cone_ + noise + kSlack;
  if (reach != reach_) {
    reach_ = reach;
    // The noise may be of any size, or NaN.
    limit_ = reach < 179.0 ? std::cos(to_radians(reach)) : -2.0;
  }
  const double pan = to_radians(player().pan_deg);
  return {std::cos(pan), std::sin(pan), limit_};
}

bool RestrictedVisionPerceptor::set_view_cones(int horizontal, int vertical) {
  if (horizontal < 0 || horizontal > 180 || vertical < 0 || vertical > 180) return false;
  horizontal_cone_ = horizontal;
  vertical_cone_ = vertical;
  return true;
}

void RestrictedVisionPerceptor::linked() {
  VisionBase::linked();
  player().has_camera = true;
}

void RestrictedVisionPerceptor::unlinking() {
  if (is_bound()) player().has_camera = false;
  VisionBase::unlinking();
}

}  // namespace soccer
