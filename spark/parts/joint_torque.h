// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/parts/joint_part.h"

namespace spark {

/// `(torque T)`: applies T N·m about the axis of a hinge to the first body, and the opposite torque to the second; on a
/// slider a force of T N along it. It lasts until the next action; beside a JointMotion, until that gets an action.
///
/// With a rotor inertia J the motor has a rotor that turns with the joint, as seen through the gear. A part of the
/// torque accelerates it: the joint gets T − J·(change of the rate)/(length of the step), taken at the end of the step,
/// which is an equation with the speed rate + h·T/J and the softness h/J. So a free link of inertia I turns with T/(I +
/// J), and stiff controllers stay stable that would be unstable with a light link alone.
class JointTorque : public LimitedPart {
 public:
  JointTorque() : LimitedPart("torque") {}
  std::span<const Parameter> parameters() const override;
  std::string_view help() const override { return "Turns a hinge with a torque, or pushes a slider with a force."; }
  void realise(const Arguments& arguments) override;
  Range range(std::size_t) const override { return {-max_torque(), max_torque(), 0.0}; }
  bool current(std::span<double> values) const override {
    values[0] = motor().has_rival() ? 0.0 : torque_;
    return true;
  }
  void rest() override { torque_ = 0.0; }
  void apply_forces() override;

  /// kg·m², for a slider kg; 0, which is the default, or `kMinInertia` to `Body::kMaxMass`.
  bool set_rotor_inertia(double inertia);
  double rotor_inertia() const { return inertia_; }
  static constexpr double kMinInertia = 1e-12;

 private:
  double torque_ = 0.0;
  double inertia_ = 0.0;
};

}  // namespace spark
