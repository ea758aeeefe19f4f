// SPDX-License-Identifier: Apache-2.0
#include "spark/parts/joint_effectors.h"

#include <numbers>

#include "spark/agent/agent_aspect.h"
#include "spark/core/core.h"

namespace spark {
namespace {

constexpr Parameter kHinge[] = {{"velocity", Parameter::Kind::real, false, "rad/s", "of the motor"}};
constexpr Parameter kWheel[] = {{"velocity", Parameter::Kind::real, false, "degrees/s", "of the wheel's motor"}};
constexpr Parameter kUniversal[] = {{"velocity1", Parameter::Kind::real, false, "rad/s", "of the first axis' motor"},
                                    {"velocity2", Parameter::Kind::real, false, "rad/s", "of the second axis' motor"}};

constexpr double kDegrees = 180.0 / std::numbers::pi;

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
  return low <= high ? Travel{now, low, high} : Travel{.now = now};  // the other way round they are none
}

std::span<const Parameter> HingeEffector::parameters() const {
  return kHinge;
}

std::optional<Travel> HingeEffector::travel(std::size_t) const {
  return travel_between_stops(static_cast<const HingeJoint&>(joint()).angle() / kDegrees, 0);
}

std::span<const Parameter> Hinge2Effector::parameters() const {
  return kWheel;
}

void Hinge2Effector::realise(const Arguments& arguments) {
  drive(1, arguments.real(0) / kDegrees);
}

Range Hinge2Effector::range(std::size_t) const {
  return {-kUsualSpeed * kDegrees, kUsualSpeed * kDegrees, 0.0};
}

bool Hinge2Effector::current(std::span<double> values) const {
  values[0] = joint().motor_velocity(1) * kDegrees;
  return true;
}

std::span<const Parameter> UniversalJointEffector::parameters() const {
  return kUniversal;
}

std::optional<Travel> UniversalJointEffector::travel(std::size_t parameter) const {
  const int axis = static_cast<int>(parameter);
  return travel_between_stops(static_cast<const UniversalJoint&>(joint()).angle(axis) / kDegrees, axis);
}

}  // namespace spark
