// SPDX-License-Identifier: Apache-2.0
#include "spark/parts/joint_perceptors.h"

#include "spark/parts/atom.h"

namespace spark {

namespace {

constexpr PerceptField kHingeFields[] = {{"axis", Unit::degree}, {"rate", Unit::degree_per_second}};
constexpr PerceptField kUniversalFields[] = {{"axis1", Unit::degree},
                                             {"rate1", Unit::degree_per_second},
                                             {"axis2", Unit::degree},
                                             {"rate2", Unit::degree_per_second}};
/// The percept also contains the numbers of the axes.
constexpr PerceptField kWheelFields[] = {{"axis number", Unit::none, PerceptField::Kind::integer},
                                         {"axis", Unit::degree},
                                         {"rate number", Unit::none, PerceptField::Kind::integer},
                                         {"rate", Unit::degree_per_second}};

}  // namespace

std::span<const PerceptField> HingePerceptor::fields() const {
  return kHingeFields;
}

std::span<const PerceptField> Hinge2Perceptor::fields() const {
  return kWheelFields;
}

std::span<const PerceptField> UniversalJointPerceptor::fields() const {
  return kUniversalFields;
}

void JointPerceptor::demand(const Joint* joint) const {
  if (!joint) throw Misplaced("there is no joint of its kind above this perceptor");
}

void JointPerceptor::perceive(PerceptWriter& writer) {
  writer.begin(predicate());
  writer.field("name", as_atom(name()));
  write(writer);
  writer.end();
}

void HingePerceptor::linked() {
  demand(joint_ = ancestor<HingeJoint>());
  JointPerceptor::linked();
}

void HingePerceptor::write(PerceptWriter& writer) const {
  writer.field("axis", joint_->angle(), Unit::degree);
  writer.field("rate", joint_->angle_rate(), Unit::degree_per_second);
}

void Hinge2Perceptor::linked() {
  demand(joint_ = ancestor<Hinge2Joint>());
  JointPerceptor::linked();
}

void Hinge2Perceptor::write(PerceptWriter& writer) const {
  writer.begin("axis");
  writer.integer(0, Unit::none);
  writer.real(joint_->angle(0), Unit::degree);
  writer.end();
  writer.begin("rate");
  writer.integer(1, Unit::none);
  writer.real(joint_->angle_rate(1), Unit::degree_per_second);
  writer.end();
}

void UniversalJointPerceptor::linked() {
  demand(joint_ = ancestor<UniversalJoint>());
  JointPerceptor::linked();
}

void UniversalJointPerceptor::write(PerceptWriter& writer) const {
  writer.field("axis1", joint_->angle(0), Unit::degree);
  writer.field("rate1", joint_->angle_rate(0), Unit::degree_per_second);
  writer.field("axis2", joint_->angle(1), Unit::degree);
  writer.field("rate2", joint_->angle_rate(1), Unit::degree_per_second);
}

}  // namespace spark
