// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/passing_bodies.h"

#include <algorithm>

#include "spark/physics/body.h"

namespace spark {
namespace {

std::pair<std::uint64_t, std::uint64_t> ordered(const Body& a, const Body& b) {
  return std::minmax({a.entered_at(), b.entered_at()});
}

}  // namespace

bool PassingBodies::contains(const Body& a, const Body& b) const {
  return std::ranges::binary_search(pairs_, ordered(a, b));
}

void PassingBodies::set(const Body& a, const Body& b, bool pass) {
  const auto pair = ordered(a, b);
  const auto at = std::ranges::lower_bound(pairs_, pair);
  const bool is_there = at != pairs_.end() && *at == pair;
  if (pass && !is_there) pairs_.insert(at, pair);
  if (!pass && is_there) pairs_.erase(at);
}

void PassingBodies::forget(const Body& body) {
  std::erase_if(
      pairs_, [number = body.entered_at()](const auto& pair) { return pair.first == number || pair.second == number; });
}

void PassingBodies::restore(const Pairs& pairs, std::uint64_t serial) {
  std::erase_if(pairs_, [serial](const auto& pair) { return pair.second <= serial; });
  for (const auto& pair : pairs) pairs_.insert(std::ranges::lower_bound(pairs_, pair), pair);
}

}  // namespace spark
