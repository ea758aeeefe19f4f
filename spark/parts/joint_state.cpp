// SPDX-License-Identifier: Apache-2.0
#include "spark/parts/joint_state.h"

#include "spark/parts/joint_brake.h"
#include "spark/parts/joint_servo.h"
#include "spark/parts/joint_torque.h"

namespace spark {
namespace {

constexpr PerceptField kHinge[] = {
    {"pos", Unit::degree}, {"vel", Unit::degree_per_second}, {"torque", Unit::newton_metre}, {"current", Unit::ampere}};
constexpr PerceptField kSlider[] = {
    {"pos", Unit::metre}, {"vel", Unit::metre_per_second}, {"torque", Unit::newton}, {"current", Unit::ampere}};
constexpr PerceptField kHingeBrake[] = {{"torque", Unit::newton_metre}};
constexpr PerceptField kSliderBrake[] = {{"torque", Unit::newton}};

bool turns(const Joint* joint) {
  return !joint || joint->turns();
}

/// -0 of a joint at rest is 0.
double plain(double value) {
  return value + 0.0;
}

}  // namespace

std::span<const PerceptField> JointState::fields() const {
  return turns(joint_) ? kHinge : kSlider;
}

void JointState::linked() {
  joint_ = &demand_axis(*this);
  JointPerceptor::linked();
}

/// Looked for each time, among the few nodes below the joint: parts come and go.
const ElectricPart* JointState::find_part() const {
  if (const auto* servo = joint_->child_of_type<JointServo>()) return servo;
  return joint_->child_of_type<JointTorque>();
}

void JointState::write(PerceptWriter& writer) const {
  const ElectricPart* part = find_part();
  const double shown = shown_per_radian(*joint_);
  const double values[] = {joint_->axis_position() * shown, joint_->axis_rate() * shown, part ? part->load() : 0.0,
                           part ? part->amperes() : 0.0};
  const auto fields = this->fields();
  for (std::size_t i = 0; i < fields.size(); ++i) writer.field(fields[i].name, plain(values[i]), fields[i].unit);
}

std::span<const PerceptField> BrakePerceptor::fields() const {
  return turns(joint_) ? kHingeBrake : kSliderBrake;
}

void BrakePerceptor::linked() {
  joint_ = &demand_axis(*this);
  JointPerceptor::linked();
}

void BrakePerceptor::write(PerceptWriter& writer) const {
  const auto* brake = joint_->child_of_type<JointBrake>();
  writer.field("torque", plain(brake ? -brake->load() : 0.0), fields()[0].unit);
}

}  // namespace spark
