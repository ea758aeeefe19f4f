// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/joint_motor.h"

#include <algorithm>
#include <cmath>

#include "spark/core/check.h"
#include "spark/physics/joint.h"
#include "spark/physics/world.h"

namespace spark {
namespace {

void write(const Vec3& from, dReal* to) {
  to[0] = from.x, to[1] = from.y, to[2] = from.z;
}

}  // namespace

JointMotor::JointMotor(Joint& joint) : joint_(&joint) {
  SPARK_DEMAND(joint.has_one_axis() && joint.id());
  motor_ = joint.kind_.axis->create_motor(joint.world_->id(), nullptr);
  dJointSetData(motor_, &joint);
  dJointSetFeedback(motor_, &feedback_);
  // Both kinds of ODE's motors have several axes and number them alike.
  joint.turns() ? dJointSetAMotorNumAxes(motor_, 1) : dJointSetLMotorNumAxes(motor_, 1);
  const Body *first = joint.body(0), *second = joint.body(1);
  hold(first ? first->id() : nullptr, second ? second->id() : nullptr);
  joint.motors_.push_back(this);
}

void JointMotor::leave() {
  if (!joint_) return;
  std::erase(joint_->motors_, this);
  joint_ = nullptr;
  dJointDestroy(motor_);
  feedback_ = {};
}

void JointMotor::hold(dBodyID first, dBodyID second) {
  dJointAttach(motor_, first, second);
  idle();
}

bool JointMotor::is_ready() const {
  return joint_ && joint_->is_attached();
}

double JointMotor::position() const {
  return joint_ ? joint_->axis_position() : 0.0;
}

double JointMotor::rate() const {
  return joint_ ? joint_->axis_rate() : 0.0;
}

double JointMotor::step_seconds() const {
  return joint_->world_->step_seconds();
}

void JointMotor::idle() {
  feedback_ = {};
  if (joint_) joint_->kind_.axis->set_motor(motor_, dParamFMax, 0.0);
}

void JointMotor::push(double force) {
  idle();
  if (!is_ready() || force == 0.0 || !(std::abs(force) <= Body::kMaxForce)) return;
  joint_->kind_.axis->push(joint_->id(), force);
  dVector3 axis;
  joint_->kind_.axis->get(joint_->id(), axis);
  axis_ = to_vec3(axis);
  // ODE measures equations, so this is noted by hand.
  const Vec3 load = axis_ * force;
  write(load, joint_->turns() ? feedback_.t1 : feedback_.f1);
  if (!joint_->body(1)) return;
  write(-load, joint_->turns() ? feedback_.t2 : feedback_.f2);
  if (joint_->turns()) return;
  // Both bodies are pushed on the line half-way between them, so that their spin stays as it is.
  const Vec3 lever = cross((joint_->body(1)->position() - joint_->body(0)->position()) * 0.5, load);
  write(lever, feedback_.t1);
  write(lever, feedback_.t2);
}

void JointMotor::drive(double speed, double softness, double limit) {
  idle();
  if (!is_ready() || !(limit > 0.0) || !std::isfinite(speed) || !(softness > 0.0) || !std::isfinite(softness)) return;
  const Joint::Axis& kind = *joint_->kind_.axis;
  dVector3 axis;
  kind.get(joint_->id(), axis);
  axis_ = to_vec3(axis);
  kind.set_motor_axis(motor_, 0, 0, axis[0], axis[1], axis[2]);
  kind.set_motor(motor_, dParamVel, speed);
  kind.set_motor(motor_, dParamCFM, softness);
  kind.set_motor(motor_, dParamFMax, std::min(limit, Body::kMaxForce));
}

double JointMotor::along_axis() const {
  return dot(to_vec3(joint_->turns() ? feedback_.t1 : feedback_.f1), axis_);
}

}  // namespace spark
