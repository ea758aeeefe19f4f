// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/heaps.h"

#include <algorithm>
#include <numeric>

namespace spark {
namespace {

const Body& body_of(dBodyID body) {
  return *static_cast<const Body*>(dBodyGetData(body));
}

}  // namespace

bool Heaps::find(const std::vector<Body*>& bodies, const std::vector<Joint*>& joints,
                 const std::vector<Touch>& touches) {
  const auto add = [](int sum, const Touch& touch) { return sum + touch.contacts; };
  const int all = std::accumulate(touches.begin(), touches.end(), 0, add);
  limit_ = all > kManyContacts ? kMaxExactOfMany : kMaxExactContacts;
  if (most_exact_ > 0) limit_ = std::min(limit_, most_exact_);
  if (all <= limit_) return false;

  above_.resize(bodies.size());
  std::iota(above_.begin(), above_.end(), std::size_t{0});
  for (const Joint* joint : joints)
    if (joint->body(0) && joint->body(1)) unite(*joint->body(0), *joint->body(1));
  for (const Touch& touch : touches)
    if (touch.first && touch.second) unite(body_of(touch.first), body_of(touch.second));

  contacts_.assign(bodies.size(), 0);
  for (const Touch& touch : touches)
    contacts_[set_of(body_of(touch.first ? touch.first : touch.second))] += touch.contacts;
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

bool Heaps::forget(const std::vector<bool>& sets) {
  bool is_some_left = false;
  for (std::size_t i = 0; i < in_heap_.size(); ++i) {
    if (in_heap_[i]) in_heap_[i] = !sets[set_of(i)];
    is_some_left = is_some_left || in_heap_[i];
  }
  return is_some_left;
}

void Heaps::unite(const Body& first, const Body& second) {
  const std::size_t a = set_of(first.number), b = set_of(second.number);
  above_[std::max(a, b)] = std::min(a, b);
}

}  // namespace spark
