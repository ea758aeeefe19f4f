// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spark/agent/percept_array.h"

namespace rtm {

/// Finds the percepts of a sensation by predicate and name. What was found is looked for first where it was the last
/// time, among the percepts in their order, so a steady layout costs one comparison for each; percepts that grow and
/// shrink, as those of contacts do, cost nothing either. Allocates nothing in the long run.
class PerceptIndex {
 public:
  using Items = std::span<const spark::PerceptArray::Item>;

  /// A percept that is looked for again and again.
  struct Sought {
    std::string predicate;
    std::string name{};       ///< of the `(name N)` that it begins with; empty: it may have any
    std::size_t ordinal = 0;  ///< its place among the percepts of the sensation, from 0
  };

  /// Takes a sensation, which has to stay as it is until the next one.
  void look_at(const spark::PerceptArray& percepts);
  /// Its items from its begin to its end; empty if it is not there.
  Items find(Sought& sought) const;
  /// The percept that has the item of that place in the sensation.
  Sought sought_at(std::size_t item) const;
  const spark::PerceptArray& percepts() const { return *percepts_; }

  /// The values of an item of a percept, `(pos x y z)`: numbers and texts, up to the first that is neither. Empty if
  /// there is no such item.
  Items values(Items percept, std::string_view item) const;

 private:
  Items percept(std::size_t ordinal) const;
  bool is(Items percept, const Sought& sought) const;
  std::string_view name_of(Items percept) const;

  const spark::PerceptArray* percepts_ = nullptr;
  std::vector<std::size_t> begins_;  ///< of the percepts, and the end of the last
};

}  // namespace rtm
