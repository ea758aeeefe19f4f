// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include "spark/core/vec3.h"

namespace spark {

class Joint;

/// One more motor on the axis of a hinge or slider; a joint may have any number of them beside its own.
///
/// A joint's own motor shares one equation with its stops, and all who use it share one speed: at a stop ODE turns its
/// force into a fixed push, and two parts on one joint would overwrite each other. Each JointMotor is an equation of
/// its own between the same bodies, so that every part has its own law and its own limit, stops stay stops, and what
/// each of them did can be asked for afterwards.
///
/// What it is told holds for the coming step only. Forces are N·m on a hinge and N on a slider, on the first body
/// along the axis, and the other way on the second. The joint borrows its motors: one that leaves the scene lets go of
/// them, and they do nothing from then on.
class JointMotor {
 public:
  /// `joint` has one axis and hangs in a scene.
  explicit JointMotor(Joint& joint);
  ~JointMotor() { leave(); }
  JointMotor(const JointMotor&) = delete;
  JointMotor& operator=(const JointMotor&) = delete;

  /// Whether there is something to act on: the joint is in a scene and holds a body.
  bool is_ready() const;
  double position() const;      ///< rad or m
  double rate() const;          ///< rad/s or m/s
  double step_seconds() const;  ///< of the world; only when it is ready

  /// Does nothing.
  void idle();
  /// A constant force over the step.
  void push(double force);
  /// The force (speed − rate at the end of the step) / softness, but not above `limit` in either direction, nor above
  /// `Body::kMaxForce`. Solved with the step, together with all other joints and contacts, so that it is what a spring
  /// and a damper give which know the end of the step: stable at any stiffness and any length of step. Softness > 0,
  /// limit >= 0.
  void drive(double speed, double softness, double limit);

  /// What it did in the last step.
  double force() const { return is_ready() ? along_axis() : 0.0; }

  // For the joint.
  void hold(dBodyID first, dBodyID second);
  void leave();
  const dJointFeedback& feedback() const { return feedback_; }
  void put_back(const dJointFeedback& feedback) { feedback_ = feedback; }

 private:
  double along_axis() const;

  Joint* joint_;
  dJointID motor_;
  Vec3 axis_;  ///< in the last step, world frame
  dJointFeedback feedback_{};
};

}  // namespace spark
