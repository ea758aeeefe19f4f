// SPDX-License-Identifier: Apache-2.0
#include "spark/parts/joint_state.h"

#include "spark/parts/joint_brake.h"
#include "spark/parts/joint_motion.h"
#include "spark/parts/joint_servo.h"
#include "spark/parts/joint_torque.h"
#include "spark/physics/world.h"

namespace spark {
namespace {

constexpr PerceptField kHingeState[] = {
    {"pos", Unit::degree}, {"vel", Unit::degree_per_second}, {"torque", Unit::newton_metre}, {"current", Unit::ampere}};
constexpr PerceptField kSliderState[] = {
    {"pos", Unit::metre}, {"vel", Unit::metre_per_second}, {"torque", Unit::newton}, {"current", Unit::ampere}};
constexpr PerceptField kHingeBrake[] = {{"torque", Unit::newton_metre}};
constexpr PerceptField kSliderBrake[] = {{"torque", Unit::newton}};

bool turns(const Joint* joint) {
  return !joint || joint->turns();
}

/// Converts -0, the value of a joint at rest, to 0.
double plain(double value) {
  return value + 0.0;
}

}  // namespace

std::span<const PerceptField> JointState::fields() const {
  return turns(joint_) ? kHingeState : kSliderState;
}

void JointState::linked() {
  joint_ = &demand_axis(*this);
  World& world = World::of(*this);
  JointPerceptor::linked();
  world.invalidate_order();
}

void JointState::unlinking() {
  if (World* world = World::find(*this)) world->invalidate_order();
  JointPerceptor::unlinking();
}

void JointState::step_made(double) {
  position_ = joint_->axis_position_near(position_);
}

void JointState::restart() {
  position_ = 0.0;
}

/// Searched each time, among the few nodes below the joint, because parts come and go.
const ElectricPart* JointState::find_part() const {
  if (const auto* servo = joint_->child_of_type<JointServo>()) return servo;
  const auto* motion = joint_->child_of_type<JointMotion>();
  if (motion && motion->is_leading()) return motion;
  return joint_->child_of_type<JointTorque>();
}

void JointState::write(PerceptWriter& writer) const {
  const ElectricPart* part = find_part();
  const double shown = shown_per_radian(*joint_);
  const double values[] = {joint_->axis_position_near(position_) * shown, joint_->axis_rate() * shown,
                           part ? part->load() : 0.0, part ? part->amperes() : 0.0};
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
