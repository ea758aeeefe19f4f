// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

namespace spark {

/// What one ODE world hands the parts of a step to, to be done one after another on the thread that steps it.
///
/// Without one of its own a world uses ODE's, of which there is one for the process, without locks: two worlds that are
/// stepped on two threads at a time take each other's work, and ODE aborts the process. With their own they share
/// nothing, and no result changes: the same work is done in the same order.
class StepThreading {
 public:
  /// Serves that world, which must have been destroyed before this is.
  void serve(dWorldID world);
  StepThreading() = default;
  ~StepThreading();
  StepThreading(const StepThreading&) = delete;
  StepThreading& operator=(const StepThreading&) = delete;

 private:
  dThreadingImplementationID implementation_ = nullptr;
};

}  // namespace spark
