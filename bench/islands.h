// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

#include "bench/play.h"

namespace bench {

/// Counts, step by step, how many of the bodies touch no other, and the islands of those that do: bodies that hang
/// together by contacts. What all touch, the ground, joins nobody. Costs next to nothing in steps without pairs.
class Islands {
 public:
  static constexpr std::size_t kBodies = kPlayers + 1;

  /// A body in this step touches another one: pointers that `name` has given.
  void join(const void* a, const void* b) { join(number(a), number(b)); }
  void end_step();
  /// What may stand for the body with that number where only a pointer can be kept.
  void* name(std::size_t body) { return &parents_[body]; }

  double lone_per_step() const { return per_step(lone_); }
  double pairs_per_step() const { return per_step(pairs_); }
  double larger_per_step() const { return per_step(larger_); }  ///< of three bodies and more
  std::size_t largest() const { return largest_; }              ///< bodies

 private:
  std::size_t number(const void* name) const {
    return static_cast<std::size_t>(static_cast<const std::size_t*>(name) - parents_.data());
  }
  void join(std::size_t a, std::size_t b);
  std::size_t root(std::size_t body) const;
  double per_step(long count) const {
    return steps_ == 0 ? 0.0 : static_cast<double>(count) / static_cast<double>(steps_);
  }

  static constexpr std::array<std::size_t, kBodies> all_alone() {
    std::array<std::size_t, kBodies> parents{};
    for (std::size_t i = 0; i < kBodies; ++i) parents[i] = i;
    return parents;
  }
  std::array<std::size_t, kBodies> parents_ = all_alone();
  bool any_ = false;  ///< two touch in this step
  long steps_ = 0, lone_ = 0, pairs_ = 0, larger_ = 0;
  std::size_t largest_ = 1;
};

}  // namespace bench
