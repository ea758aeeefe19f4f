// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/space.h"

#include "spark/physics/ode_library.h"
#include "spark/physics/world.h"

namespace spark {

Space::Space() {
  start_ode();
  space_ = dSimpleSpaceCreate(nullptr);
  dSpaceSetCleanup(space_, 0);
}

Space::~Space() {
  dSpaceDestroy(space_);
}

void Space::unlinking() {
  if (World* world = World::find(*this)) world->forget(*this);
}

}  // namespace spark
