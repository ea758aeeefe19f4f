// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/joint.h"

#include <algorithm>

#include "spark/physics/joint_motor.h"

namespace spark {
namespace {

Joint::Load load_of(const dJointFeedback& feedback, int body) {
  return body == 0 ? Joint::Load{to_vec3(feedback.f1), to_vec3(feedback.t1)}
                   : Joint::Load{to_vec3(feedback.f2), to_vec3(feedback.t2)};
}

/// All that are set but the stops, which have rules of their own.
constexpr int kParameters[] = {dParamVel,     dParamFMax,    dParamBounce,        dParamCFM,
                               dParamStopCFM, dParamStopERP, dParamSuspensionERP, dParamSuspensionCFM};

std::uint64_t entry_of(const Body* body) {
  return body ? body->entered_at() : 0;
}

}  // namespace

Body* Joint::body(int index) const {
  if (!is_attached() || index < 0 || index > 1) return nullptr;
  dBodyID held = dJointGetBody(joint_, index);
  return held ? static_cast<Body*>(dBodyGetData(held)) : nullptr;
}

void Joint::set_feedback(bool on) {
  if (on == has_feedback()) return;
  if (on) {
    feedback_ = std::make_unique<dJointFeedback>();
    if (joint_) dJointSetFeedback(joint_, feedback_.get());
  } else {
    if (joint_) dJointSetFeedback(joint_, nullptr);
    feedback_.reset();
  }
}

Joint::Load Joint::load(int body) const {
  if (!feedback_ || body < 0 || body > 1) return {};
  Load sum = load_of(*feedback_, body);
  for (const JointMotor* motor : motors_) {
    const Load part = load_of(motor->feedback(), body);
    sum = {sum.force + part.force, sum.torque + part.torque};
  }
  return sum;
}

Joint::State Joint::keep() const {
  State state{settings_, {stops_[0], stops_[1]}, {}, placements_, attached_at_, placed_at_, {}, {}, {}};
  for (int i = 0; i < 2; ++i) state.bodies[i] = entry_of(body(i));
  for (int axis = 0; axis < 2; ++axis)
    for (const int parameter : kParameters) state.parameters.push_back(this->parameter(parameter, axis));
  if (feedback_) state.feedback = *feedback_;
  for (const JointMotor* motor : motors_) state.motors.push_back(motor->feedback());
  return state;
}

bool Joint::is_held_as(const State& state) const {
  return placed_at_ == state.placed_at && entry_of(body(0)) == state.bodies[0] && entry_of(body(1)) == state.bodies[1];
}

void Joint::hold_as(const State& state, Body* first, Body* second) {
  settings_ = state.settings;
  placements_ = state.placements;
  attached_at_ = state.attached_at;
  placed_at_ = state.placed_at;
  hold_as_placed(first, second);
}

void Joint::hold_as_placed(Body* first, Body* second) {
  hold(nullptr, nullptr);
  for (const Placement& placement : placements_) {
    if (first) first->set_exact_pose(placement.bodies[0]);
    if (second) second->set_exact_pose(placement.bodies[1]);
    if (placement.part == Part::everything) hold(first ? first->id() : nullptr, second ? second->id() : nullptr);
    replayed_frame_ = &placement.frame;
    place(placement.part);
    replayed_frame_ = nullptr;
  }
}

void Joint::put_back(const State& state) {
  settings_ = state.settings;
  std::size_t next = 0;
  for (int axis = 0; axis < 2; ++axis) {
    for (const int parameter : kParameters) {
      const double value = state.parameters[next++];
      if (this->parameter(parameter, axis) != value) kind_.set(joint_, number_of(parameter, axis), value);
    }
    if (axis >= kind_.axes) continue;
    if (stops_[axis].low == state.stops[axis].low && stops_[axis].high == state.stops[axis].high) continue;
    stops_[axis] = state.stops[axis];
    give_stops(axis);
  }
  set_feedback(state.feedback.has_value());
  if (feedback_) *feedback_ = *state.feedback;
  for (std::size_t i = 0; i < std::min(motors_.size(), state.motors.size()); ++i) motors_[i]->put_back(state.motors[i]);
}

}  // namespace spark
