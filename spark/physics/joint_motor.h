// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include <limits>
#include <optional>

#include "spark/core/vec3.h"

namespace spark {

class Joint;

/// One more motor on the axis of a hinge or slider; a joint may have any number of them beside its own.
///
/// A joint's own motor shares one equation with its stops, and has one speed for all its users: at a stop ODE turns its
/// force into a fixed push, and two parts on one joint would overwrite each other. Each JointMotor is an equation of
/// its own between the same bodies, so that every part has its own law and its own limit, stops stay stops, and the
/// force of each part can be read afterwards.
///
/// An order holds for the coming step only. Forces are N·m on a hinge and N on a slider, on the first body along the
/// axis, and in the opposite direction on the second. The joint borrows its motors: when it leaves the scene it
/// releases them, and they do nothing from then on.
class JointMotor {
 public:
  /// `joint` has one axis and hangs in a scene.
  explicit JointMotor(Joint& joint);
  ~JointMotor() { leave(); }
  JointMotor(const JointMotor&) = delete;
  JointMotor& operator=(const JointMotor&) = delete;

  /// Whether there is something to act on: the joint is in a scene and holds a body.
  bool is_ready() const;
  /// rad or m. The angle of a hinge is counted on beyond half a turn, where ODE's jumps to the other end, from within
  /// half a turn when the joint is attached. It has to be asked for at least once in each half turn.
  double position() const;
  double rate() const;          ///< rad/s or m/s
  double step_seconds() const;  ///< of the world; only when it is ready

  /// Does nothing.
  void idle();
  /// A constant force over the step.
  void push(double force);
  /// The force (speed − rate at the end of the step) / softness, but not above `limit` in either direction; nor above
  /// `Body::kMaxForce`, unless the limit is `kNoLimit`. Solved with the step, together with all other joints and
  /// contacts, so that it is what a spring and a damper give which know the end of the step: stable at any stiffness
  /// and any length of step. Softness > 0, limit >= 0.
  ///
  /// `kNoLimit` costs least: ODE solves all equations without limits at once, and then those with limits one by one.
  /// A step of a humanoid whose 29 motors have limits takes 1.4 times as long.
  static constexpr double kNoLimit = std::numeric_limits<double>::infinity();
  void drive(double speed, double softness, double limit);
  /// A position servo: the force stiffness·(error − step·rate) − damping·rate, with the rate at the end of the step,
  /// but not above `limit`. `error` is what is missing to the set point now, rad or m.
  void pull(double error, double stiffness, double damping, double limit);
  /// Holds the joint at `place`, or where it is if that is none, and by which force ever that takes up to `limit`. If
  /// that was too little in the last step it has slipped, and `place` becomes where it is now.
  void lock(std::optional<double>& place, double limit);

  // A joint that has motors with contrary orders (a torque, a motion) follows the one that was ordered last: each of
  // them takes charge with an order, and one that has a rival stays idle. Motors that never take charge act beside it.
  /// From now on this one leads the joint, and no other.
  void take_charge();
  /// No motor leads the joint, if this one did.
  void leave_charge();
  /// Whether another motor leads the joint.
  bool has_rival() const;

  /// The force that it gave in the last step.
  double force() const { return is_ready() ? along_axis() : 0.0; }

  // Called by the joint.
  void hold(dBodyID first, dBodyID second);
  void leave();
  const dJointFeedback& feedback() const { return feedback_; }
  /// What depends on the steps that have been made.
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
  mutable double position_ = 0.0;  ///< of a hinge, rad, when it was asked for last
};

}  // namespace spark
