// SPDX-License-Identifier: Apache-2.0
#include "spark/parts/carrying_body.h"

#include "spark/core/core.h"
#include "spark/physics/body.h"

namespace spark {

Body* CarryingBody::of(const Leaf& part) const {
  const std::uint64_t changes = part.core().tree_changes;
  if (tree_changes_ != changes) {
    tree_changes_ = changes;
    body_ = nullptr;
    for (const auto* at = part.ancestor<Transform>(); at && !body_; at = at->ancestor<Transform>())
      body_ = at->child_of_type<Body>();
  }
  return body_ && body_->id() ? body_ : nullptr;
}

}  // namespace spark
