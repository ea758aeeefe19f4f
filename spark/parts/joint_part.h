// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <numbers>
#include <optional>

#include "spark/agent/effector.h"
#include "spark/physics/force_source.h"
#include "spark/physics/joint.h"
#include "spark/physics/joint_motor.h"

namespace spark {

/// The hinge or slider that a part hangs below: the nearest joint above it. Throws `Misplaced` if that is of another
/// kind, or there is none.
Joint& demand_axis(const Leaf& part);

/// What people and percepts have of a joint's axis, in place of radians: degrees of a hinge; m of a slider.
constexpr double kDegreesPerRadian = 180.0 / std::numbers::pi;
inline double shown_per_radian(const Joint& joint) {
  return joint.turns() ? kDegreesPerRadian : 1.0;
}

/// An effector with a motor of its own (`JointMotor`) on the hinge or slider it hangs below. The action has the node's
/// name and sets a level; what follows from that is done in every step of the world, not only when an action comes. So
/// several of them may act on one joint at once.
///
/// A joint that is released, or whose body has gone, is not acted on; when it is attached again, it is. What it was
/// told belongs to the part and is not kept with the state of a world (`WorldState`); what it did in the last step is.
///
/// Numbers that are not finite get one complaint and change nothing; those beyond the range are taken for its end.
class JointPart : public Effector, public ForceSource {
 public:
  std::string_view predicate() const override { return name(); }
  bool is_trigger() const override { return false; }
  /// What it gave the first body along the axis in the last step, and the second the other way: N·m, of a slider N.
  double load() const { return motor_ ? motor_->force() : 0.0; }

 protected:
  explicit JointPart(const char* default_name) { set_name(default_name); }
  void linked() override;
  void unlinking() override;
  /// Of an unlinked one, for the reference: a hinge.
  bool turns() const { return !joint_ || joint_->turns(); }
  const Joint* joint() const { return joint_; }
  /// While it is linked.
  JointMotor& motor() { return *motor_; }
  const JointMotor& motor() const { return *motor_; }
  /// Whether all numbers that are given are finite; if not, after a complaint.
  bool are_finite(const Arguments& arguments) const;

 private:
  const Joint* joint_ = nullptr;
  std::optional<JointMotor> motor_;
};

/// One that stands for an electric motor, of which a current can be told.
class ElectricPart : public JointPart {
 public:
  /// N·m/A, of a slider N/A; > 0. 1 unless set.
  bool set_torque_constant(double constant);
  double torque_constant() const { return torque_constant_; }
  double amperes() const { return load() / torque_constant_; }
  /// N·m, of a slider N; >= 0, at most `Body::kMaxForce`. 10 unless set.
  bool set_max_torque(double torque);
  double max_torque() const { return max_torque_; }

 protected:
  using JointPart::JointPart;

 private:
  double torque_constant_ = 1.0;
  double max_torque_ = 10.0;
};

}  // namespace spark
