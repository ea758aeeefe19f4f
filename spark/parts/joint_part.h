// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <numbers>
#include <optional>

#include "spark/agent/effector.h"
#include "spark/physics/force_source.h"
#include "spark/physics/joint.h"
#include "spark/physics/joint_motor.h"

namespace spark {

/// The hinge or slider of a part: the nearest joint above it. Throws `Misplaced` if that is of another kind, or there
/// is none.
Joint& demand_axis(const Leaf& part);

/// Converts radians to the unit of people and percepts: degrees for a hinge; a slider always has m.
constexpr double kDegreesPerRadian = 180.0 / std::numbers::pi;
inline double shown_per_radian(const Joint& joint) {
  return joint.turns() ? kDegreesPerRadian : 1.0;
}

/// The positions between which a hinge or slider moves, rad or m.
struct AxisStops {
  double low;
  double high;
};

/// An effector with its own motor (`JointMotor`) on the hinge or slider above it. The action has the node's name and
/// sets a level, which takes effect in every step of the world, not only when an action comes. So several of them may
/// act on one joint at once.
///
/// It does not act on a joint that is detached, or whose body is gone, until that is attached again. The level belongs
/// to the part and not to the state of a world (`WorldState`); the force of the last step belongs to that state.
///
/// Numbers that are not finite get one complaint and have no effect; others are limited to the range.
class JointPart : public Effector, public ForceSource {
 public:
  std::string_view predicate() const override { return name(); }
  bool is_trigger() const override { return false; }
  /// The force on the first body along the axis in the last step, and on the second in the opposite direction: N·m, for
  /// a slider N.
  double load() const { return motor_ ? motor_->force() : 0.0; }
  /// The joint that it acts on; null before it is linked.
  const Joint* joint() const { return joint_; }

 protected:
  explicit JointPart(const char* default_name) { set_name(default_name); }
  void linked() override;
  void unlinking() override;
  /// Whether the joint is a hinge; true before it is linked, for the reference.
  bool turns() const { return !joint_ || joint_->turns(); }
  /// Valid while it is linked.
  JointMotor& motor() { return *motor_; }
  const JointMotor& motor() const { return *motor_; }
  /// The factor from rad and m to the units of actions.
  double shown() const { return turns() ? kDegreesPerRadian : 1.0; }
  /// The joint's stops, limited to that many degrees from 0 for a hinge and to `kMaxDistance` for a slider.
  AxisStops stops_within(double widest_angle) const;
  /// For `Effector::range` and `Effector::travel` of a position between these stops.
  Range range_within(const AxisStops& span) const;
  Travel travel_within(const AxisStops& span) const;
  /// Whether all given numbers are finite; complains if not.
  bool are_finite(const Arguments& arguments) const;

 private:
  const Joint* joint_ = nullptr;
  std::optional<JointMotor> motor_;
};

/// A part with an electric motor, whose current can be read.
class ElectricPart : public JointPart {
 public:
  /// N·m/A, for a slider N/A; > 1e-9, at most 1e9. 1 unless set.
  bool set_torque_constant(double constant);
  double torque_constant() const { return torque_constant_; }
  double amperes() const { return load() / torque_constant_; }

 protected:
  using JointPart::JointPart;

 private:
  double torque_constant_ = 1.0;
};

/// An electric motor with a maximum torque.
class LimitedPart : public ElectricPart {
 public:
  /// N·m, for a slider N; >= 0, at most `Body::kMaxForce`. 10 unless set.
  bool set_max_torque(double torque);
  double max_torque() const { return max_torque_; }

 protected:
  using ElectricPart::ElectricPart;

 private:
  double max_torque_ = 10.0;
};

}  // namespace spark
