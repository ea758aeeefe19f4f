// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/step_threading.h"

#include <stdexcept>

namespace spark {

void StepThreading::serve(dWorldID world) {
  implementation_ = dThreadingAllocateSelfThreadedImplementation();
  if (!implementation_) throw std::runtime_error("ODE has no memory for another world");
  dWorldSetStepThreadingImplementation(world, dThreadingImplementationGetFunctions(implementation_), implementation_);
}

StepThreading::~StepThreading() {
  if (implementation_) dThreadingFreeImplementation(implementation_);
}

}  // namespace spark
