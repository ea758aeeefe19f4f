// SPDX-License-Identifier: Apache-2.0
#include "bench/islands.h"

#include <algorithm>

namespace bench {

std::size_t Islands::root(std::size_t body) const {
  while (parents_[body] != body) body = parents_[body];
  return body;
}

void Islands::join(std::size_t a, std::size_t b) {
  parents_[root(a)] = root(b);
  any_ = true;
}

void Islands::end_step() {
  ++steps_;
  if (!any_) {
    isolated_ += kBodies;
    return;
  }
  std::array<std::size_t, kBodies> sizes{};
  for (std::size_t i = 0; i < kBodies; ++i) ++sizes[root(i)];
  for (const std::size_t size : sizes) {
    if (size == 1) ++isolated_;
    if (size == 2) ++pairs_;
    if (size > 2) ++larger_;
    largest_ = std::max(largest_, size);
  }
  parents_ = all_isolated();
  any_ = false;
}

}  // namespace bench
