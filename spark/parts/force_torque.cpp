// SPDX-License-Identifier: Apache-2.0
#include "spark/parts/force_torque.h"

#include "spark/parts/atom.h"
#include "spark/parts/vector_percept.h"

namespace spark {

std::span<const PerceptField> ForceTorque::fields() const {
  static constexpr PerceptField kFields[] = {{"force x", Unit::newton},        {"force y", Unit::newton},
                                             {"force z", Unit::newton},        {"torque x", Unit::newton_metre},
                                             {"torque y", Unit::newton_metre}, {"torque z", Unit::newton_metre}};
  return kFields;
}

void ForceTorque::linked() {
  joint_ = ancestor<Joint>();
  if (!joint_) throw Misplaced("there is no joint above this perceptor");
  Perceptor::linked();
  joint_->set_feedback(true);
}

void ForceTorque::perceive(PerceptWriter& writer) {
  Vec3 force, torque;
  if (const Body* first = joint_->body(0)) {
    const auto [on_first, about_centre] = joint_->load(0);
    const Vec3 about_anchor = about_centre + cross(first->position() - joint_->anchor_place(), on_first);
    const Mat3 to_node = transposed(joint_->frame().rotation);
    force = to_node * -on_first;
    torque = to_node * -about_anchor;
  }
  writer.begin(predicate());
  writer.field("name", as_atom(name()));
  write_vector(writer, "force", force, Unit::newton);
  write_vector(writer, "torque", torque, Unit::newton_metre);
  writer.end();
}

}  // namespace spark
