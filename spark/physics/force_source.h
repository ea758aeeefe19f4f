// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace spark {

/// A node that applies forces to bodies before each step: body controllers, motors, and classes of plugins.
///
/// The world calls all force sources below its scene once per step in tree order, children before their parent and
/// siblings in creation order (behaviour 2.5 (1)). The world finds classes that implement this in addition to `Leaf`;
/// they must make it search again when they come or go, which `BaseNode`s do by calling `World::invalidate_order()`
/// when linked.
class ForceSource {
 public:
  virtual ~ForceSource() = default;
  virtual void apply_forces() = 0;
};

}  // namespace spark
