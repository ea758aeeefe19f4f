// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace spark {

/// Named groups of colliders that pass through each other. Those of the same group do (the parts of one robot), and so
/// do those of two groups between which touching is switched off (a hand and the object in it). All others touch.
class CollisionGroups {
 public:
  /// A number for a name; 0 is no group. A group exists from its first use.
  using Group = std::uint32_t;
  Group number_of(const std::string& name);

  /// Whether the two may touch, once at least one of them has a name.
  bool may_touch(Group a, Group b) const { return a == 0 || b == 0 || !is_apart(a, b); }
  void set(Group a, Group b, bool touching);

  /// The pairs that do not touch, each with the smaller number first, in order. For saving and restoring.
  using Pairs = std::vector<std::pair<Group, Group>>;
  const Pairs& apart() const { return apart_; }
  /// Groups that were added since are kept; colliders of each of them pass through each other.
  void restore(const Pairs& apart, std::size_t groups);
  std::size_t size() const { return numbers_.size(); }

 private:
  bool is_apart(Group a, Group b) const;

  std::map<std::string, Group> numbers_;
  Pairs apart_;
};

}  // namespace spark
