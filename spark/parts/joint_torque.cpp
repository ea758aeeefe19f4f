// SPDX-License-Identifier: Apache-2.0
#include "spark/parts/joint_torque.h"

#include <algorithm>

namespace spark {
namespace {

constexpr Parameter kHingeTorque[] = {
    {"torque", Parameter::Kind::real, false, "N·m", "on the first body, about the axis"}};
constexpr Parameter kSliderForce[] = {
    {"force", Parameter::Kind::real, false, "N", "on the first body, along the axis"}};

}  // namespace

std::span<const Parameter> JointTorque::parameters() const {
  return turns() ? kHingeTorque : kSliderForce;
}

void JointTorque::realise(const Arguments& arguments) {
  if (!are_finite(arguments)) return;
  torque_ = std::clamp(arguments.real(0), -max_torque(), max_torque());
  motor().take_charge();
}

void JointTorque::apply_forces() {
  if (motor().has_rival()) {
    torque_ = 0.0;
    return motor().idle();
  }
  if (inertia_ == 0.0 || !motor().is_ready()) return motor().push(torque_);
  const double h = motor().step_seconds();
  // The torque that stops a rotor when its joint reaches a stop is not limited. The softness keeps this equation
  // compatible with that of the stop.
  motor().drive(motor().rate() + h * torque_ / inertia_, h / inertia_, JointMotor::kNoLimit);
}

bool JointTorque::set_rotor_inertia(double inertia) {
  if (inertia != 0.0 && !(inertia >= kMinInertia && inertia <= Body::kMaxMass)) return false;
  inertia_ = inertia;
  return true;
}

}  // namespace spark
