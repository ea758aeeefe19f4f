// SPDX-License-Identifier: Apache-2.0
#include "spark/parts/joint_torque.h"

#include <algorithm>

namespace spark {
namespace {

constexpr Parameter kHinge[] = {{"torque", Parameter::Kind::real, false, "N·m", "on the first body, about the axis"}};
constexpr Parameter kSlider[] = {{"force", Parameter::Kind::real, false, "N", "on the first body, along the axis"}};

}  // namespace

std::span<const Parameter> JointTorque::parameters() const {
  return turns() ? kHinge : kSlider;
}

void JointTorque::realise(const Arguments& arguments) {
  if (are_finite(arguments)) torque_ = std::clamp(arguments.real(0), -max_torque(), max_torque());
}

void JointTorque::apply_forces() {
  if (inertia_ == 0.0 || !motor().is_ready()) return motor().push(torque_);
  const double h = motor().step_seconds();
  // What a rotor does when the joint meets a stop has no bound of its own; no bound at all would leave the solver
  // without a way out.
  motor().drive(motor().rate() + h * torque_ / inertia_, h / inertia_, Body::kMaxForce);
}

bool JointTorque::set_rotor_inertia(double inertia) {
  if (inertia != 0.0 && !(inertia >= kMinInertia && inertia <= Body::kMaxMass)) return false;
  inertia_ = inertia;
  return true;
}

}  // namespace spark
