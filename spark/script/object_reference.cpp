// SPDX-License-Identifier: Apache-2.0
#include "spark/script/object_reference.h"

#include <algorithm>

#include "spark/core/core.h"

namespace spark {

ObjectReference::ObjectReference(const Leaf& object) : serial_(object.serial()) {
  for (const Leaf* at = &object; at->parent(); at = at->parent()) way_.push_back(at);
  std::reverse(way_.begin(), way_.end());
}

Leaf* ObjectReference::resolve(Core& core) const {
  Leaf* at = &core.root();
  for (const Leaf* step : way_) {
    const Node* node = at->as_node();
    if (!node) return nullptr;
    const auto& children = node->children();
    // From the back: code that builds a scene refers to the latest objects.
    const auto it = std::find_if(children.rbegin(), children.rend(), [&](const auto& c) { return c.get() == step; });
    if (it == children.rend()) return nullptr;
    at = it->get();
  }
  return at->serial() == serial_ ? at : nullptr;
}

}  // namespace spark
