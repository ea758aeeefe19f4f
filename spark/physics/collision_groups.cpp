// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/collision_groups.h"

#include <algorithm>

namespace spark {

CollisionGroups::Group CollisionGroups::number_of(const std::string& name) {
  if (name.empty()) return 0;
  const auto [at, is_new] = numbers_.try_emplace(name, static_cast<Group>(numbers_.size() + 1));
  if (is_new) set(at->second, at->second, false);
  return at->second;
}

bool CollisionGroups::is_apart(Group a, Group b) const {
  return std::binary_search(apart_.begin(), apart_.end(), std::pair<Group, Group>(std::minmax(a, b)));
}

void CollisionGroups::set(Group a, Group b, bool touching) {
  if (a == 0 || b == 0) return;
  const std::pair<Group, Group> pair(std::minmax(a, b));
  const auto at = std::lower_bound(apart_.begin(), apart_.end(), pair);
  const bool is_there = at != apart_.end() && *at == pair;
  if (touching && is_there) apart_.erase(at);
  if (!touching && !is_there) apart_.insert(at, pair);
}

void CollisionGroups::restore(const Pairs& apart, std::size_t groups) {
  apart_ = apart;
  for (std::size_t number = groups + 1; number <= numbers_.size(); ++number)
    set(static_cast<Group>(number), static_cast<Group>(number), false);
}

}  // namespace spark
