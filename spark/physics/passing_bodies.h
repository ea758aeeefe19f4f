// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace spark {

class Body;

/// Pairs of bodies that pass through each other: a hand and the object that it holds. `CollisionGroups` is the
/// equivalent for groups of colliders.
///
/// Bodies are identified by the serial number of their entry into the scene, which is never reused.
class PassingBodies {
 public:
  /// The smaller number first, in order. For saving and restoring.
  using Pairs = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

  bool is_empty() const { return pairs_.empty(); }
  /// Whether the two do not touch.
  bool contains(const Body& a, const Body& b) const;
  void set(const Body& a, const Body& b, bool pass);
  /// To be called when `body` leaves the scene.
  void forget(const Body& body);

  const Pairs& pairs() const { return pairs_; }
  /// Pairs with a body that entered after `serial` are kept.
  void restore(const Pairs& pairs, std::uint64_t serial);

 private:
  Pairs pairs_;
};

}  // namespace spark
