// SPDX-License-Identifier: Apache-2.0
#include "spark/script/object_reference.h"

#include <algorithm>

#include "spark/core/core.h"

namespace spark {
namespace {

Leaf* child_at(Leaf& parent, const Leaf* address) {
  const Node* node = parent.as_node();
  if (!node) return nullptr;
  const auto& children = node->children();
  // From the back: code that builds a scene refers to the latest objects.
  const auto it = std::find_if(children.rbegin(), children.rend(), [&](const auto& c) { return c.get() == address; });
  return it == children.rend() ? nullptr : it->get();
}

}  // namespace

ObjectReference::ObjectReference(const Leaf& object) : serial_(object.serial()) {
  for (const Leaf* at = &object; at->parent(); at = at->parent()) way_.push_back(at);
  std::reverse(way_.begin(), way_.end());
}

Leaf* ObjectReference::resolve(Core& core) const {
  Leaf* at = &core.root();
  for (const Leaf* step : way_) {
    Leaf* next = child_at(*at, step);
    // An object that was moved up is below a node further up; the one between may be gone.
    for (Node* up = at->parent(); !next && up; up = up->parent()) next = child_at(*up, step);
    if (next) at = next;
  }
  return (way_.empty() || at == way_.back()) && at->serial() == serial_ ? at : nullptr;
}

}  // namespace spark
