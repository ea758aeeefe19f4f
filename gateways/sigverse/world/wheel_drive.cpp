// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/world/wheel_drive.h"

#include <cmath>

namespace sigverse {

std::string_view WheelDrive::set_wheels(double radius, double distance) {
  // Also false for NaN.
  const auto is_size = [](double size) { return size > 0.0 && size <= kMaxSize; };
  if (!is_size(radius) || !is_size(distance))
    return "radius and distance of wheels have to be above 0 and at most 1e4 cm";
  radius_ = radius;
  distance_ = distance;
  return {};
}

std::string_view WheelDrive::set_speeds(double left, double right) {
  if (!(std::abs(left) <= kMaxSpeed && std::abs(right) <= kMaxSpeed))
    return "a wheel's velocity has to be a number up to 1e4 rad/s";
  if (radius_ == 0.0) return "its wheels have no radius and distance yet";
  left_ = left;
  right_ = right;
  return {};
}

/// With v = (right + left)/2 · radius and ω = (right − left) · radius / distance, the object moves along a circle of
/// radius v/ω by the angle φ = ω·t, that is, by (v/ω·(1 − cos φ), v/ω·sin φ) along x and z. This is a chord of length
/// v·t · sin(φ/2)/(φ/2) in the direction φ/2, a form that stays finite if the object moves straight ahead.
SigPose WheelDrive::after(const SigPose& pose, double seconds) const {
  const double way = 0.5 * (left_ + right_) * radius_ * seconds;
  const double half = 0.5 * (right_ - left_) * radius_ / distance_ * seconds;
  const double sine = std::sin(half), cosine = std::cos(half);
  const double chord = half == 0.0 ? way : way * sine / half;
  return pose * SigPose{{chord * sine, 0.0, chord * cosine}, {cosine, 0.0, sine, 0.0}};
}

}  // namespace sigverse
