// SPDX-License-Identifier: Apache-2.0
#include "spark/scene/transform_shortening.h"

#include "spark/physics/world.h"

namespace spark {
namespace {

/// Shortens everything below `node`, then `node` itself; returns whether anything has changed.
bool shorten(Node& node, bool is_target) {
  bool changed = false;
  // From the back: a child may be removed, or replaced by its own children, which have been processed by then.
  for (std::size_t i = node.children().size(); i-- > 0;)
    if (Node* child = node.children()[i]->as_node()) changed = shorten(*child, false) || changed;
  auto* transform = dynamic_cast<Transform*>(&node);
  if (!transform || !transform->is_dispensable()) return changed;
  changed = transform->give_children_away() || changed;
  if (is_target || !node.children().empty() || !node.parent()) return changed;
  node.parent()->remove(node);
  return true;
}

}  // namespace

void shorten_transforms(BaseNode& target) {
  World* world = World::find(target);
  if (shorten(target, true) && world) world->invalidate_order();
}

}  // namespace spark
