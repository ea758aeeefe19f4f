// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace spark {

class Body;
class Leaf;

/// Finds the body that a part is attached to: that of the nearest Transform above the part which has one. Transforms
/// between the part and that node only define the part's place and rotation on the body.
///
/// The search is repeated after each change of the tree, because scene files may create the body after the parts below
/// its node, and bodies may leave.
class CarryingBody {
 public:
  /// `part` must always be the same one. Null if no body is above it, or it has left the scene.
  Body* of(const Leaf& part) const;

 private:
  mutable Body* body_ = nullptr;
  mutable std::uint64_t tree_changes_ = 0;  ///< version of the tree in which `body_` was found
};

}  // namespace spark
