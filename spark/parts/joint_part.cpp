// SPDX-License-Identifier: Apache-2.0
#include "spark/parts/joint_part.h"

#include <algorithm>
#include <cmath>

#include "spark/agent/agent_aspect.h"
#include "spark/core/core.h"
#include "spark/physics/world.h"

namespace spark {

Joint& demand_axis(const Leaf& part) {
  auto* joint = part.ancestor<Joint>();
  if (!joint || !joint->has_one_axis()) throw Misplaced("there is no hinge or slider above this part");
  return *joint;
}

void JointPart::linked() {
  Joint& joint = demand_axis(*this);
  World& world = World::of(*this);
  if (!joint.id()) throw Misplaced("the joint above is in no world");
  Effector::linked();
  joint_ = &joint;
  motor_.emplace(joint);
  world.invalidate_order();
}

void JointPart::unlinking() {
  motor_.reset();
  joint_ = nullptr;
  if (World* world = World::find(*this)) world->invalidate_order();
  Effector::unlinking();
}

AxisStops JointPart::stops_within(double widest_angle) const {
  const double widest = turns() ? widest_angle / kDegreesPerRadian : kMaxDistance;
  const double low = joint_->parameter(dParamLoStop, 0), high = joint_->parameter(dParamHiStop, 0);
  if (!(low <= high)) return {-widest, widest};  // in the wrong order they mean no stops
  return {std::clamp(low, -widest, widest), std::clamp(high, -widest, widest)};
}

Range JointPart::range_within(const AxisStops& span) const {
  return {span.low * shown(), span.high * shown(), std::clamp(0.0, span.low, span.high) * shown()};
}

Travel JointPart::travel_within(const AxisStops& span) const {
  return {motor().position() * shown(), span.low * shown(), span.high * shown()};
}

bool JointPart::are_finite(const Arguments& arguments) const {
  for (std::size_t i = 0; i < parameters().size(); ++i) {
    if (!arguments[i].given || std::isfinite(arguments.real(i))) continue;
    complain("({} ...): the {} is not finite", Printable{name()}, parameters()[i].name);
    return false;
  }
  return true;
}

bool ElectricPart::set_torque_constant(double constant) {
  if (!(constant > 1e-9 && constant <= 1e9)) return false;
  torque_constant_ = constant;
  return true;
}

bool LimitedPart::set_max_torque(double torque) {
  if (!(torque >= 0.0 && torque <= Body::kMaxForce)) return false;
  max_torque_ = torque;
  return true;
}

}  // namespace spark
