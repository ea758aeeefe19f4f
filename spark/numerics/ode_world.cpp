// SPDX-License-Identifier: Apache-2.0
#include "spark/numerics/ode_world.h"

#include <stdexcept>

#include "spark/numerics/ode_library.h"

namespace spark {

OdeWorld::OdeWorld() {
  start_ode();
  threading_ = dThreadingAllocateSelfThreadedImplementation();
  if (!threading_) throw std::runtime_error("ODE has no memory for another world");
  world_ = dWorldCreate();
  dWorldSetStepThreadingImplementation(world_, dThreadingImplementationGetFunctions(threading_), threading_);
  // Memory for an island of some hundred contacts is reserved at the start, so that ordinary steps do not allocate.
  const dWorldStepReserveInfo memory{sizeof memory, 1.5f, 1u << 20};
  dWorldSetStepMemoryReservationPolicy(world_, &memory);
}

OdeWorld::~OdeWorld() {
  dWorldDestroy(world_);
  dThreadingFreeImplementation(threading_);
}

}  // namespace spark
