// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/islands.h"

#include <algorithm>
#include <numeric>

namespace spark {

bool Islands::find(const std::vector<Body*>& bodies, const std::vector<Joint*>& joints,
                   const std::vector<Touch>& touches, int max_exact) {
  const auto add = [](int sum, const Touch& touch) { return sum + touch.contacts; };
  const int all = std::accumulate(touches.begin(), touches.end(), 0, add);
  // An island cannot have more contacts than the whole step. In nearly all steps these are too few for a large island,
  // and the search is skipped.
  limit_ = all > kManyContacts ? kMaxExactOfMany : kMaxExactContacts;
  if (max_exact > 0) limit_ = std::min(limit_, max_exact);
  if (all <= limit_) return false;

  parent_.resize(bodies.size());
  std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  for (const Joint* joint : joints)
    if (joint->body(0) && joint->body(1)) unite(*joint->body(0), *joint->body(1));
  for (const Touch& touch : touches)
    if (touch.first && touch.second) unite(*body_of(touch.first), *body_of(touch.second));

  contacts_.assign(bodies.size(), 0);
  for (const Touch& touch : touches)
    contacts_[island_of(*body_of(touch.first ? touch.first : touch.second))] += touch.contacts;
  largest_ = *std::max_element(contacts_.begin(), contacts_.end());
  if (largest_ <= limit_) return false;
  in_island_.resize(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) in_island_[i] = contacts_[island_of(i)] > limit_;
  return true;
}

/// Union-find: follows the parents to the root and makes each body on the path point to its grandparent, so that the
/// next search is shorter.
std::size_t Islands::island_of(std::size_t body) {
  while (parent_[body] != body) body = parent_[body] = parent_[parent_[body]];
  return body;
}

bool Islands::remove(const std::vector<bool>& islands) {
  bool some_left = false;
  for (std::size_t i = 0; i < in_island_.size(); ++i) {
    if (in_island_[i]) in_island_[i] = !islands[island_of(i)];
    some_left = some_left || in_island_[i];
  }
  return some_left;
}

void Islands::unite(const Body& first, const Body& second) {
  const std::size_t a = island_of(first.number), b = island_of(second.number);
  parent_[std::max(a, b)] = std::min(a, b);
}

}  // namespace spark
