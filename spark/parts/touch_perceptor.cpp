// SPDX-License-Identifier: Apache-2.0
#include "spark/parts/touch_perceptor.h"

#include <algorithm>

#include "spark/agent/agent_aspect.h"
#include "spark/core/core.h"
#include "spark/physics/collider.h"
#include "spark/physics/world.h"

namespace spark {
namespace {

bool is_floor(const Collider& collider) {
  if (dGeomGetClass(collider.id()) != dPlaneClass) return false;
  constexpr double kUpright = 0.999;
  dVector4 plane;
  dGeomPlaneGetParams(collider.id(), plane);
  return plane[2] > kUpright;
}

}  // namespace

std::span<const PerceptField> TouchPerceptor::fields() const {
  static constexpr PerceptField kFields[] = {{"touch", Unit::none, PerceptField::Kind::truth}};
  return kFields;
}

bool TouchPerceptor::is_touched() {
  if (tree_changes_ != core().tree_changes) {
    tree_changes_ = core().tree_changes;
    skin_.clear();
    for (const RecorderHandler* recorder : core().find_all<RecorderHandler>(&agent())) skin_.push_back(recorder);
  }
  const auto counts = [this](const Collider* other) { return agent_of(*other) != &agent() && !is_floor(*other); };
  return std::ranges::any_of(
      skin_, [&](const RecorderHandler* recorder) { return std::ranges::any_of(recorder->touching(), counts); });
}

void TouchPerceptor::apply_forces() {
  was_touched_ = was_touched_ || is_touched();
}

void TouchPerceptor::perceive(PerceptWriter& writer) {
  const bool touched = is_touched() || was_touched_;
  was_touched_ = false;
  writer.begin(predicate());
  writer.integer(touched ? 1 : 0, Unit::none);
  writer.end();
}

void TouchPerceptor::linked() {
  World& world = World::of(*this);
  Perceptor::linked();
  world.invalidate_order();
}

void TouchPerceptor::unlinking() {
  if (World* world = World::find(*this)) world->invalidate_order();
  Perceptor::unlinking();
}

}  // namespace spark
