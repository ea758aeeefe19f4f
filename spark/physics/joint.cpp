// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/joint.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "spark/core/core.h"
#include "spark/physics/body.h"
#include "spark/physics/joint_motor.h"
#include "spark/physics/world.h"

namespace spark {
namespace {

bool is_share(double value) {
  return value >= 0.0 && value <= 1.0;
}
/// The bound of World::set_cfm.
bool is_softness(double value) {
  return value >= 0.0 && value <= 1e6;
}

bool makes_sense(int parameter, double value) {
  switch (parameter) {
    case dParamLoStop:
    case dParamHiStop:
      return std::abs(value) <= kMaxDistance;
    case dParamVel:
      return std::abs(value) <= Body::kMaxSpeed;
    case dParamFMax:
      return value >= 0.0 && value <= Body::kMaxForce;
    case dParamBounce:
    case dParamStopERP:
    case dParamSuspensionERP:
      return is_share(value);
    case dParamCFM:
    case dParamStopCFM:
    case dParamSuspensionCFM:
      return is_softness(value);
    default:
      return false;
  }
}

}  // namespace

Joint::Joint(const Kind& kind) : kind_(kind) {
  start_ode();
}

Joint::~Joint() {
  leave_world();
}

void Joint::linked() {
  World& world = World::of(*this);
  joint_ = kind_.create(world.id(), nullptr);
  dJointSetData(joint_, this);
  std::fill(std::begin(stops_), std::end(stops_), Stops{-dInfinity, dInfinity});
  if (feedback_) dJointSetFeedback(joint_, feedback_.get());
  world_ = &world;
  entered_at_ = attached_at_ = placed_at_ = world.next_serial();
  world_->add(*this);
}

void Joint::unlinking() {
  leave_world();
}

void Joint::leave_world() {
  while (!motors_.empty()) motors_.back()->leave();
  if (!world_) return;
  world_->remove(*this);
  world_ = nullptr;
  dJointDestroy(joint_);
  joint_ = nullptr;
  placements_.clear();
}

Pose Joint::frame() const {
  if (replayed_frame_) return *replayed_frame_;
  const Transform* above = ancestor<Transform>();
  return above ? above->world_pose() : Pose();
}

int Joint::number_of(int parameter, int axis) const {
  if (parameter == dParamSuspensionERP || parameter == dParamSuspensionCFM)
    return kind_.has_suspension && axis == 0 ? parameter : -1;
  // Joints without stops and motors are soft as a whole.
  if (kind_.axes == 0) return parameter == dParamCFM && axis == 0 ? parameter : -1;
  return axis >= 0 && axis < kind_.axes ? parameter + axis * dParamGroup : -1;
}

bool Joint::set_parameter(int parameter, int axis, double value) {
  const int number = number_of(parameter, axis);
  if (!joint_ || number < 0 || !makes_sense(parameter, value)) return false;
  if (parameter == dParamLoStop || parameter == dParamHiStop) {
    (parameter == dParamLoStop ? stops_[axis].low : stops_[axis].high) = value;
    give_stops(axis);
  } else {
    kind_.set(joint_, number, value);
  }
  return true;
}

int Joint::axes_with(int parameter) const {
  int axes = 0;
  while (number_of(parameter, axes) >= 0) ++axes;
  return axes;
}

std::string Joint::why_refused(int parameter, int axis) const {
  if (!joint_) return "the joint is in no scene with a world";
  if (number_of(parameter, axis) >= 0) return "the value is out of range";
  const bool is_suspension = parameter == dParamSuspensionERP || parameter == dParamSuspensionCFM;
  const char* kind = class_info() ? class_info()->name().c_str() : "this joint";
  switch (axes_with(parameter)) {
    case 0:
      return fmt::format("{} has no {}", kind, is_suspension ? "suspension" : "stops and motors");
    case 1:
      return fmt::format("{} has {} only, 0", kind, is_suspension ? "one suspended axis" : "one axis");
    default:
      return fmt::format("the axes of {} are 0 and 1", kind);
  }
}

/// ODE looks whether a joint is at a stop only while its stops are in order and within half a turn. When they cease to
/// be while it is at one, it keeps believing that, and writes past the end of its equations. So once there was a stop
/// ODE has two that it looks at.
void Joint::give_stops(int axis) {
  const double widest = kind_.widest_stop;
  const auto [low, high] = stops_[axis];
  const bool none = low > high;
  kind_.set(joint_, number_of(dParamLoStop, axis), none ? -widest : std::clamp(low, -widest, widest));
  kind_.set(joint_, number_of(dParamHiStop, axis), none ? widest : std::clamp(high, -widest, widest));
}

double Joint::parameter(int parameter, int axis) const {
  const int number = number_of(parameter, axis);
  if (!joint_ || number < 0) return 0.0;
  if (parameter == dParamLoStop) return stops_[axis].low;
  if (parameter == dParamHiStop) return stops_[axis].high;
  return kind_.get(joint_, number);
}

}  // namespace spark
