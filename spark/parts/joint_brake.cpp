// SPDX-License-Identifier: Apache-2.0
#include "spark/parts/joint_brake.h"

namespace spark {
namespace {

constexpr Parameter kBrakeParameters[] = {
    {"on", Parameter::Kind::real, false, "", "1 locks the joint where it is, 0 frees it", {0.0, 1.0, 0.0}}};

}  // namespace

std::span<const Parameter> JointBrake::parameters() const {
  return kBrakeParameters;
}

void JointBrake::realise(const Arguments& arguments) {
  if (!are_finite(arguments)) return;
  const bool on = arguments.real(0) >= 0.5;
  if (on != is_on_) place_.reset();
  is_on_ = on;
}

void JointBrake::apply_forces() {
  if (!is_on_ || !motor().is_ready()) {
    place_.reset();
    return motor().idle();
  }
  motor().lock(place_, max_torque_);
}

bool JointBrake::set_max_torque(double torque) {
  if (!(torque >= 0.0 && torque <= Body::kMaxForce)) return false;
  max_torque_ = torque;
  return true;
}

}  // namespace spark
