// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/collision_handler.h"

#include "spark/physics/collider.h"

namespace spark {

void CollisionHandler::linked() {
  collider_ = dynamic_cast<Collider*>(parent());
  if (!collider_) throw Misplaced("the parent of a collision handler has to be a collider");
  collider_->add_handler(*this);
}

void CollisionHandler::unlinking() {
  if (collider_) collider_->remove_handler(*this);
}

}  // namespace spark
