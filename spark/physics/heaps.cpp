// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/heaps.h"

#include <algorithm>
#include <numeric>

namespace spark {

bool Heaps::find(const std::vector<Body*>& bodies, const std::vector<Joint*>& joints,
                 const std::vector<Touch>& touches) {
  const auto add = [](int sum, const Touch& touch) { return sum + touch.contacts; };
  const int all = std::accumulate(touches.begin(), touches.end(), 0, add);
  limit_ = all > kManyContacts ? kMaxExactOfMany : kMaxExactContacts;
  if (most_exact_ > 0) limit_ = std::min(limit_, most_exact_);
  if (all <= limit_) return false;

  numbers_.clear();
  for (const Body* body : bodies) numbers_.emplace_back(body->id(), numbers_.size());
  std::sort(numbers_.begin(), numbers_.end());
  above_.resize(bodies.size());
  std::iota(above_.begin(), above_.end(), std::size_t{0});
  for (const Joint* joint : joints)
    if (joint->body(0) && joint->body(1)) unite(joint->body(0)->id(), joint->body(1)->id());
  for (const Touch& touch : touches)
    if (touch.first && touch.second) unite(touch.first, touch.second);

  contacts_.assign(bodies.size(), 0);
  for (const Touch& touch : touches)
    contacts_[set_of(number_of(touch.first ? touch.first : touch.second))] += touch.contacts;
  largest_ = *std::max_element(contacts_.begin(), contacts_.end());
  if (largest_ <= limit_) return false;
  in_heap_.resize(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) in_heap_[i] = contacts_[set_of(i)] > limit_;
  return true;
}

std::size_t Heaps::set_of(std::size_t body) {
  while (above_[body] != body) body = above_[body] = above_[above_[body]];
  return body;
}

std::size_t Heaps::number_of(dBodyID body) const {
  return std::lower_bound(numbers_.begin(), numbers_.end(), std::pair(body, std::size_t{0}))->second;
}

void Heaps::unite(dBodyID first, dBodyID second) {
  const std::size_t a = set_of(number_of(first)), b = set_of(number_of(second));
  above_[std::max(a, b)] = std::min(a, b);
}

}  // namespace spark
