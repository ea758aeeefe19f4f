// SPDX-License-Identifier: Apache-2.0
#include "spark/parts/perfect_vision_perceptor.h"

#include "spark/parts/atom.h"
#include "spark/scene/scene.h"

namespace spark {

void PerfectVisionPerceptor::perceive(PerceptWriter& writer) {
  writer.begin(predicate());
  // An agent belongs to its scene, which is not always the active one.
  if (const Scene* scene = ancestor<Scene>()) look(*scene, ancestor<Transform>()->world_pose().position, writer);
  writer.end();
}

void PerfectVisionPerceptor::look(const Node& below, const Vec3& from, PerceptWriter& writer) const {
  for (const auto& child : below.children()) {
    if (const auto* transform = dynamic_cast<const Transform*>(child.get())) {
      const Vec3 away = transform->world_pose().position - from;
      writer.begin(as_atom(transform->name()));
      writer.begin("pos");
      for (const double way : {away.x * sign_.x, away.y * sign_.y, away.z * sign_.z}) writer.real(way, Unit::metre);
      writer.end();
      writer.end();
    }
    if (const Node* node = child->as_node()) look(*node, from, writer);
  }
}

}  // namespace spark
