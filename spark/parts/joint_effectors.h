// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/agent/effector.h"
#include "spark/physics/joint_kinds.h"

namespace spark {

/// Sets motor velocities of the joint above it, until the next action. The action has the node's name, so one agent can
/// have many.
class JointEffector : public Effector {
 public:
  std::string_view predicate() const override { return name(); }
  /// The range of a motor that is offered to people and programs; the motor may exceed it.
  static constexpr double kUsualSpeed = 10.0;  ///< rad/s
  Range range(std::size_t) const override { return {-kUsualSpeed, kUsualSpeed, 0.0}; }
  bool is_trigger() const override { return false; }

 protected:
  explicit JointEffector(const char* default_name) { set_name(default_name); }
  void linked() override;
  virtual Joint* find_joint() const = 0;
  /// Complains, and keeps the motor's velocity, if the new one is not finite or beyond `Body::kMaxSpeed`.
  void drive(int axis, double velocity);
  const Joint& joint() const { return *joint_; }
  /// The travel of a part at position `now` that moves along that axis, radians or metres.
  Travel travel_between_stops(double now, int axis) const;

 private:
  Joint* joint_ = nullptr;
};

/// `(hinge v)`: rad/s.
class HingeEffector : public JointEffector {
 public:
  HingeEffector() : JointEffector("hinge") {}
  std::span<const Parameter> parameters() const override;
  std::string_view help() const override { return "Sets the speed of a hinge's motor."; }
  void realise(const Arguments& arguments) override { drive(0, arguments.real(0)); }
  bool current(std::span<double> values) const override {
    values[0] = joint().motor_velocity(0);
    return true;
  }
  std::optional<Travel> travel(std::size_t) const override;
  void rest() override { drive(0, 0.0); }

 protected:
  Joint* find_joint() const override { return ancestor<HingeJoint>(); }
};

/// `(hinge2 v)`: degrees/s, on axis 1, the wheel.
class Hinge2Effector : public JointEffector {
 public:
  Hinge2Effector() : JointEffector("hinge2") {}
  std::span<const Parameter> parameters() const override;
  std::string_view help() const override { return "Sets the speed of a wheel's motor."; }
  void realise(const Arguments& arguments) override;
  Range range(std::size_t) const override;
  bool current(std::span<double> values) const override;
  void rest() override { drive(1, 0.0); }

 protected:
  Joint* find_joint() const override { return ancestor<Hinge2Joint>(); }
};

/// `(universaljoint v1 v2)`: rad/s.
class UniversalJointEffector : public JointEffector {
 public:
  UniversalJointEffector() : JointEffector("universaljoint") {}
  std::span<const Parameter> parameters() const override;
  std::string_view help() const override { return "Sets the speeds of a universal joint's motors."; }
  void realise(const Arguments& arguments) override { drive(0, arguments.real(0)), drive(1, arguments.real(1)); }
  bool current(std::span<double> values) const override {
    values[0] = joint().motor_velocity(0);
    values[1] = joint().motor_velocity(1);
    return true;
  }
  std::optional<Travel> travel(std::size_t parameter) const override;
  void rest() override { drive(0, 0.0), drive(1, 0.0); }

 protected:
  Joint* find_joint() const override { return ancestor<UniversalJoint>(); }
};

}  // namespace spark
