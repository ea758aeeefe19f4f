// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "spark/core/node.h"

namespace spark {

/// A reference to an object of the tree that detects when the object is gone.
///
/// Scripts keep references as long as they like while the tree changes, so neither a pointer nor a path suffices (names
/// need not be unique). This stores the path from the root as addresses, which are compared with the objects in the
/// tree and never dereferenced, and the object's serial number, because an address may be reused.
class ObjectReference {
 public:
  explicit ObjectReference(const Leaf& object);

  /// The object, or null if it is no longer in the tree. An object that was moved up by the shortening of transform
  /// paths is still found.
  Leaf* resolve(Core& core) const;

 private:
  std::vector<const Leaf*> way_;  ///< from the root's child down to the object; empty for the root
  std::uint64_t serial_;
};

}  // namespace spark
