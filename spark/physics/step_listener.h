// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace spark {

/// A node that is notified after every step of its world, when bodies and nodes have their new poses.
///
/// The world calls all step listeners below its scene in tree order, like force sources (`ForceSource`), and finds them
/// in the same way: those that come or go call `World::invalidate_order()`. The tree below the scene must not change
/// meanwhile.
class StepListener {
 public:
  virtual ~StepListener() = default;
  virtual void step_made(double seconds) = 0;
};

}  // namespace spark
