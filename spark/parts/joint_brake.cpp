// SPDX-License-Identifier: Apache-2.0
#include "spark/parts/joint_brake.h"

#include <cmath>

namespace spark {
namespace {

constexpr Parameter kParameters[] = {
    {"on", Parameter::Kind::real, false, "", "1 locks the joint where it is, 0 frees it", {0.0, 1.0, 0.0}}};

/// Of the error in each step: all of it would make it chatter where other joints pull at the same bodies.
constexpr double kCorrected = 0.2;
/// rad/s per N·m. A load T is held kSoftness·T·h/kCorrected beside the place, which no percept shows; 0 would leave
/// ODE no way out where a stop bears the same load.
constexpr double kSoftness = 1e-8;

}  // namespace

std::span<const Parameter> JointBrake::parameters() const {
  return kParameters;
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
  const double position = motor().position();
  // It has slipped if it has given all it can; the last force is still that of the step before.
  if (!place_ || std::abs(load()) >= max_torque_ * (1 - 1e-9)) place_ = position;
  motor().drive(kCorrected * (*place_ - position) / motor().step_seconds(), kSoftness, max_torque_);
}

bool JointBrake::set_max_torque(double torque) {
  if (!(torque >= 0.0 && torque <= Body::kMaxForce)) return false;
  max_torque_ = torque;
  return true;
}

}  // namespace spark
