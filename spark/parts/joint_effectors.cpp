// SPDX-License-Identifier: Apache-2.0
#include "spark/parts/joint_effectors.h"

#include <numbers>

#include "spark/agent/agent_aspect.h"
#include "spark/core/core.h"

namespace spark {
namespace {

constexpr Parameter kHingeVelocity[] = {{"velocity", Parameter::Kind::real, false, "rad/s", "of the motor"}};
constexpr Parameter kWheelVelocity[] = {
    {"velocity", Parameter::Kind::real, false, "degrees/s", "of the wheel's motor"}};
constexpr Parameter kUniversalVelocities[] = {
    {"velocity1", Parameter::Kind::real, false, "rad/s", "of the first axis' motor"},
    {"velocity2", Parameter::Kind::real, false, "rad/s", "of the second axis' motor"}};

constexpr double kDegreesOfRadian = 180.0 / std::numbers::pi;

}  // namespace

void JointEffector::linked() {
  joint_ = find_joint();
  if (!joint_) throw Misplaced("there is no joint of its kind above this effector");
  Effector::linked();
}

void JointEffector::drive(int axis, double velocity) {
  if (!joint_->set_motor_velocity(axis, velocity))
    complain("({} ...): a motor cannot have the velocity {}", Printable{name()}, velocity);
}

Travel JointEffector::travel_between_stops(double now, int axis) const {
  const double low = joint_->parameter(dParamLoStop, axis), high = joint_->parameter(dParamHiStop, axis);
  return low <= high ? Travel{now, low, high} : Travel{.now = now};  // in the wrong order they mean no stops
}

std::span<const Parameter> HingeEffector::parameters() const {
  return kHingeVelocity;
}

std::optional<Travel> HingeEffector::travel(std::size_t) const {
  return travel_between_stops(static_cast<const HingeJoint&>(joint()).angle() / kDegreesOfRadian, 0);
}

std::span<const Parameter> Hinge2Effector::parameters() const {
  return kWheelVelocity;
}

void Hinge2Effector::realise(const Arguments& arguments) {
  drive(1, arguments.real(0) / kDegreesOfRadian);
}

Range Hinge2Effector::range(std::size_t) const {
  return {-kUsualSpeed * kDegreesOfRadian, kUsualSpeed * kDegreesOfRadian, 0.0};
}

bool Hinge2Effector::current(std::span<double> values) const {
  values[0] = joint().motor_velocity(1) * kDegreesOfRadian;
  return true;
}

std::span<const Parameter> UniversalJointEffector::parameters() const {
  return kUniversalVelocities;
}

std::optional<Travel> UniversalJointEffector::travel(std::size_t parameter) const {
  const int axis = static_cast<int>(parameter);
  return travel_between_stops(static_cast<const UniversalJoint&>(joint()).angle(axis) / kDegreesOfRadian, axis);
}

}  // namespace spark
