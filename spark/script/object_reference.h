// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "spark/core/node.h"

namespace spark {

/// A reference to an object of the tree that detects when the object is gone.
///
/// Scripts keep references as long as they like while the tree changes, so neither a pointer nor a path will do (names
/// need not be unique). This remembers the path from the root as addresses, which are compared with the objects in the
/// tree and never dereferenced, and the object's serial number, since an address may be used again.
class ObjectReference {
 public:
  explicit ObjectReference(const Leaf& object);

  /// The object, or null if it is no longer in the tree. One that the shortening of transform paths has moved up is
  /// found again.
  Leaf* resolve(Core& core) const;

 private:
  std::vector<const Leaf*> way_;  ///< from the root's child down to the object; empty for the root
  std::uint64_t serial_;
};

}  // namespace spark
