// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/player_eye.h"

#include <cmath>

#include "spark/physics/body.h"

namespace soccer {

bool PlayerEye::set_height(double height) {
  if (!(std::abs(height) <= 10.0)) return false;
  height_ = height;
  return true;
}

spark::Pose PlayerEye::pose() const {
  if (!player_) return Camera::pose();
  // With y forwards and x to the right, the eye would look along the world's x axis if it were turned by −90 degrees.
  const double turn = player_->side == Side::right ? 180.0 : 0.0;
  const spark::Mat3 pan = spark::rotation_from_degrees({0.0, 0.0, player_->pan_deg + turn - 90.0});
  const spark::Mat3 tilt = spark::rotation_from_degrees({player_->tilt_deg, 0.0, 0.0});
  return spark::Pose{player_->body().position() + spark::Vec3{0.0, 0.0, height_}, pan} * spark::Pose{{}, tilt};
}

void PlayerEye::linked() {
  player_ = player_of(*this);
  Camera::linked();
}

}  // namespace soccer
