// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace spark {

class Body;
class Leaf;

/// Finds the body that a part rides on: that of the nearest Transform above the part which has one. Transforms between
/// the part and that node only say where on the body the part sits and how it is turned.
///
/// It is looked for again after each change of the tree, as scene files may make the body after the parts below its
/// node, and bodies may leave.
class CarryingBody {
 public:
  /// `part` is always the same one. Null if no body is above it, or it has left the scene.
  Body* of(const Leaf& part) const;

 private:
  mutable Body* body_ = nullptr;
  mutable std::uint64_t tree_changes_ = 0;  ///< of the tree in which `body_` was found
};

}  // namespace spark
