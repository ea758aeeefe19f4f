// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace spark {

/// A node that is notified of every step of its world, when bodies and nodes have their new places.
///
/// The world calls all step listeners below its scene in tree order, as it does force sources (`ForceSource`), and
/// finds them in the same way: those that come or go call `World::invalidate_order()`. The tree below the scene must
/// not change meanwhile.
class StepListener {
 public:
  virtual ~StepListener() = default;
  virtual void step_made(double seconds) = 0;
};

}  // namespace spark
