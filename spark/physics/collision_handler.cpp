// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/collision_handler.h"

#include <fmt/format.h>

#include <stdexcept>

#include "spark/physics/collider.h"

namespace spark {

void CollisionHandler::linked() {
  collider_ = dynamic_cast<Collider*>(parent());
  if (!collider_)
    throw std::runtime_error(fmt::format("{}: the parent of a collision handler has to be a collider", full_path()));
  collider_->add_handler(*this);
}

void CollisionHandler::unlinking() {
  if (collider_) collider_->remove_handler(*this);
}

}  // namespace spark
