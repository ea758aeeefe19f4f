// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/joint_motor.h"

#include <algorithm>
#include <cmath>

#include "spark/core/check.h"
#include "spark/physics/joint.h"
#include "spark/physics/world.h"

namespace spark {
namespace {

/// A servo with less stiffness and damping than this would have no equation, so it does nothing.
constexpr double kMinHardness = 1e-9;
/// The share of an error that a lock corrects in a step: with all of it, the lock would oscillate if other joints pull
/// at the same bodies.
constexpr double kCorrected = 0.2;
/// rad/s per N·m. A load T displaces the joint by kLockSoftness·T·h/kCorrected, which is too little for any percept;
/// with 0 ODE's equations would be singular if a stop bears the same load.
constexpr double kLockSoftness = 1e-8;

void write(const Vec3& from, dReal* to) {
  to[0] = from.x, to[1] = from.y, to[2] = from.z;
}

}  // namespace

JointMotor::JointMotor(Joint& joint) : joint_(&joint) {
  SPARK_DEMAND(joint.has_one_axis() && joint.id());
  motor_ = joint.axis().create_motor(joint.world().id(), nullptr);
  dJointSetData(motor_, &joint);
  dJointSetFeedback(motor_, &feedback_);
  // Both kinds of ODE's motors have several axes with the same numbering.
  joint.turns() ? dJointSetAMotorNumAxes(motor_, 1) : dJointSetLMotorNumAxes(motor_, 1);
  const Body *first = joint.body(0), *second = joint.body(1);
  hold(first ? first->id() : nullptr, second ? second->id() : nullptr);
  joint.add_motor(*this);
}

void JointMotor::leave() {
  if (!joint_) return;
  joint_->remove_motor(*this);
  joint_ = nullptr;
  dJointDestroy(motor_);
  feedback_ = {};
}

void JointMotor::hold(dBodyID first, dBodyID second) {
  dJointAttach(motor_, first, second);
  position_ = 0.0;
  idle();
}

bool JointMotor::is_ready() const {
  return joint_ && joint_->is_attached();
}

double JointMotor::position() const {
  return joint_ ? position_ = joint_->axis_position_near(position_) : 0.0;
}

double JointMotor::rate() const {
  return joint_ ? joint_->axis_rate() : 0.0;
}

double JointMotor::step_seconds() const {
  return joint_->world().step_seconds();
}

void JointMotor::idle() {
  feedback_ = {};
  if (joint_) joint_->axis().set_motor(motor_, dParamFMax, 0.0);
}

void JointMotor::push(double force) {
  idle();
  if (!is_ready() || force == 0.0 || !(std::abs(force) <= Body::kMaxForce)) return;
  joint_->axis().push(joint_->id(), force);
  dVector3 axis;
  joint_->axis().get(joint_->id(), axis);
  axis_ = to_vec3(axis);
  // ODE measures only constraint forces, so this one is recorded here.
  const Vec3 load = axis_ * force;
  write(load, joint_->turns() ? feedback_.t1 : feedback_.f1);
  if (!joint_->body(1)) return;
  write(-load, joint_->turns() ? feedback_.t2 : feedback_.f2);
  if (joint_->turns()) return;
  // Both bodies are pushed on a line half-way between them, so that the total angular momentum does not change.
  const Vec3 lever = cross((joint_->body(1)->position() - joint_->body(0)->position()) * 0.5, load);
  write(lever, feedback_.t1);
  write(lever, feedback_.t2);
}

void JointMotor::drive(double speed, double softness, double limit) {
  idle();
  if (!is_ready() || !(limit > 0.0) || !std::isfinite(speed) || !(softness > 0.0) || !std::isfinite(softness)) return;
  const JointAxis& kind = joint_->axis();
  dVector3 axis;
  kind.get(joint_->id(), axis);
  axis_ = to_vec3(axis);
  kind.set_motor_axis(motor_, 0, 0, axis[0], axis[1], axis[2]);
  kind.set_motor(motor_, dParamVel, speed);
  kind.set_motor(motor_, dParamCFM, softness);
  kind.set_motor(motor_, dParamFMax, limit == kNoLimit ? kNoLimit : std::min(limit, Body::kMaxForce));
}

void JointMotor::pull(double error, double stiffness, double damping, double limit) {
  if (!is_ready()) return idle();
  // With the error e' = e - h w' at the end of the step the law is T = P e - (h P + D) w'. An equation of ODE with the
  // speed s and the softness c gives T = (s - w') / c, which is the same for c = 1 / (h P + D) and s = P e c.
  const double hardness = step_seconds() * stiffness + damping;
  if (hardness <= kMinHardness) return idle();
  drive(stiffness * error / hardness, 1.0 / hardness, limit);
}

void JointMotor::lock(std::optional<double>& place, double limit) {
  if (!is_ready()) return idle();
  const double now = position();
  // At this point `force()` is still that of the previous step.
  if (!place || std::abs(force()) >= limit * (1 - 1e-9)) place = now;
  drive(kCorrected * (*place - now) / step_seconds(), kLockSoftness, limit);
}

void JointMotor::take_charge() {
  if (joint_) joint_->set_leader(this);
}

void JointMotor::leave_charge() {
  if (joint_ && joint_->leader() == this) joint_->set_leader(nullptr);
}

bool JointMotor::has_rival() const {
  return joint_ && joint_->leader() && joint_->leader() != this;
}

void JointMotor::restore(const State& state) {
  feedback_ = state.feedback;
  axis_ = state.axis;
  position_ = state.position;
}

double JointMotor::along_axis() const {
  return dot(to_vec3(joint_->turns() ? feedback_.t1 : feedback_.f1), axis_);
}

}  // namespace spark
