// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace spark {

class Body;

/// Pairs of bodies that pass through each other: a hand and what it holds, while it holds it. `CollisionGroups` says
/// the same of kinds of colliders.
///
/// Bodies stand here by the serial number of their entry into the scene, which no other body ever has.
class PassingBodies {
 public:
  /// The smaller number first, in order. For saving and restoring.
  using Pairs = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

  bool is_empty() const { return pairs_.empty(); }
  /// Whether neither touches the other.
  bool contains(const Body& a, const Body& b) const;
  void set(const Body& a, const Body& b, bool pass);
  /// `body` leaves the scene.
  void forget(const Body& body);

  const Pairs& pairs() const { return pairs_; }
  /// Pairs with a body that has entered after `serial` stay.
  void restore(const Pairs& pairs, std::uint64_t serial);

 private:
  Pairs pairs_;
};

}  // namespace spark
