// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include <limits>
#include <optional>

#include "spark/core/vec3.h"

namespace spark {

class Joint;

/// A motor on the axis of a hinge or slider; a joint may have any number of them in addition to its own.
///
/// A joint's own motor shares one equation with its stops, and has one speed for all its users: at a stop ODE turns its
/// force into a constant force, and two parts on one joint would overwrite each other. Each JointMotor is a separate
/// equation between the same bodies, so that every part has its own law and its own limit, stops stay stops, and the
/// force of each part can be read afterwards.
///
/// A command applies to the coming step only. Forces are N·m on a hinge and N on a slider, on the first body along the
/// axis, and in the opposite direction on the second. The joint borrows its motors: when it leaves the scene it
/// releases them, and they have no effect from then on.
class JointMotor {
 public:
  /// `joint` must have one axis and be in a scene.
  explicit JointMotor(Joint& joint);
  ~JointMotor() { leave(); }
  JointMotor(const JointMotor&) = delete;
  JointMotor& operator=(const JointMotor&) = delete;

  /// Whether it can act: the joint is in a scene and attached to a body.
  bool is_ready() const;
  /// rad or m. The angle of a hinge continues beyond half a turn, where ODE's jumps to the other end; it starts within
  /// half a turn when the joint is attached. To be called at least once in each half turn.
  double position() const;
  double rate() const;          ///< rad/s or m/s
  double step_seconds() const;  ///< of the world; only if `is_ready()`

  /// Applies no force.
  void idle();
  /// Applies a constant force over the step.
  void push(double force);
  /// Applies the force (speed − rate at the end of the step) / softness, up to `limit` in either direction, and up to
  /// `Body::kMaxForce` unless the limit is `kNoLimit`. It is solved with the step, together with all other joints and
  /// contacts, so that it acts like a spring and a damper with the values of the end of the step: stable at any
  /// stiffness and any length of step. Softness > 0, limit >= 0.
  ///
  /// `kNoLimit` is the fastest: ODE solves all equations without limits at once, and then those with limits one by one.
  /// A step of a humanoid whose 29 motors have limits takes 1.4 times as long.
  static constexpr double kNoLimit = std::numeric_limits<double>::infinity();
  void drive(double speed, double softness, double limit);
  /// A position servo: the force stiffness·(error − step·rate) − damping·rate, with the rate at the end of the step, up
  /// to `limit`. `error` is the current distance to the set point, rad or m.
  void pull(double error, double stiffness, double damping, double limit);
  /// Holds the joint at `place`, or at its current position if that is empty, with the necessary force up to `limit`.
  /// If that was insufficient in the last step the joint has slipped, and `place` becomes its current position.
  void lock(std::optional<double>& place, double limit);

  // If a joint has motors with conflicting commands (a torque, a motion), the one with the latest command controls it:
  // each of them takes charge with a command, and one that has a rival stays idle. Motors that never take charge act in
  // addition.
  /// Makes this motor control the joint, and no other.
  void take_charge();
  /// Makes no motor control the joint, if this one did.
  void leave_charge();
  /// Whether another motor controls the joint.
  bool has_rival() const;

  /// The force that it applied in the last step.
  double force() const { return is_ready() ? along_axis() : 0.0; }

  // Called by the joint.
  void hold(dBodyID first, dBodyID second);
  void leave();
  const dJointFeedback& feedback() const { return feedback_; }
  /// The state that depends on earlier steps.
  struct State {
    dJointFeedback feedback;
    Vec3 axis;
    double position;
  };
  State save() const { return {feedback_, axis_, position()}; }
  void restore(const State& state);

 private:
  double along_axis() const;

  Joint* joint_;
  dJointID motor_;
  Vec3 axis_;  ///< in the last step, world frame
  dJointFeedback feedback_{};
  mutable double position_ = 0.0;  ///< of a hinge, rad, at the last call of `position`
};

}  // namespace spark
