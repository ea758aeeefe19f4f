// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/core/clock.h"

namespace spark {

/// Observes the simulation: called by the step loop every monitor interval, right after the world has reached that step
/// and before any event of it; the first time at step 0 before anything has moved.
class FrameListener {
 public:
  virtual ~FrameListener() = default;
  virtual void frame(Step step) = 0;
};

}  // namespace spark
