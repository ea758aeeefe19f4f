// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/recorder_handler.h"

#include "spark/physics/world.h"

namespace spark {

void RecorderHandler::watch_only(Collider& collider) {
  watches_all_ = false;
  watched_ = &collider;
  if (is_linked())
    if (World* world = World::find(*this)) world->invalidate_order();
}

void RecorderHandler::forget(const Collider& collider) {
  std::erase(touching_, &collider);
  if (watched_ == &collider) watched_ = nullptr;
}

}  // namespace spark
