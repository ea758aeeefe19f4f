// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

#include "bench/play.h"

namespace bench {

/// Counts in each step the bodies that touch no other body, and the islands of the others: bodies connected by
/// contacts. The ground, which all bodies touch, does not connect them. Costs almost nothing in steps without pairs.
class Islands {
 public:
  static constexpr std::size_t kBodies = kPlayers + 1;

  /// Reports that two bodies touch in this step. The pointers are those that `name` returned.
  void join(const void* a, const void* b) { join(number(a), number(b)); }
  void end_step();
  /// A pointer that represents the body with this number.
  void* name(std::size_t body) { return &parents_[body]; }

  double isolated_per_step() const { return per_step(isolated_); }
  double pairs_per_step() const { return per_step(pairs_); }
  double larger_per_step() const { return per_step(larger_); }  ///< of three or more bodies
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

  static constexpr std::array<std::size_t, kBodies> all_isolated() {
    std::array<std::size_t, kBodies> parents{};
    for (std::size_t i = 0; i < kBodies; ++i) parents[i] = i;
    return parents;
  }
  std::array<std::size_t, kBodies> parents_ = all_isolated();
  bool any_ = false;  ///< two bodies touch in this step
  long steps_ = 0, isolated_ = 0, pairs_ = 0, larger_ = 0;
  std::size_t largest_ = 1;
};

}  // namespace bench
