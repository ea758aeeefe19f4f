// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spark/agent/percept_array.h"

namespace rtm {

/// Finds the percepts of a sensation by predicate and name. The search begins at the last position, counted in
/// percepts, so with a steady layout each percept costs one comparison, even if percepts such as those of contacts grow
/// and shrink. Allocates nothing in steady state.
class PerceptIndex {
 public:
  using Item = spark::PerceptArray::Item;
  using Items = std::span<const Item>;

  /// A percept that is looked up repeatedly.
  struct Sought {
    std::string predicate;
    std::string name{};       ///< of its initial `(name N)`; empty: any name
    std::size_t ordinal = 0;  ///< its index among the percepts of the sensation, from 0
  };

  /// Sets the sensation, which must not change until the next call.
  void look_at(const spark::PerceptArray& percepts);
  /// Its items from its begin to its end; empty if it is not in the sensation.
  Items find(Sought& sought) const;
  /// The percept that contains the item with that index.
  Sought sought_at(std::size_t item) const;
  const spark::PerceptArray& percepts() const { return *percepts_; }

  /// The values of an item of a percept, `(pos x y z)`: numbers and texts, up to the first item that is neither. Empty
  /// if there is no such item.
  Items values(Items percept, std::string_view item) const;

 private:
  Items percept(std::size_t ordinal) const;
  bool is(Items percept, const Sought& sought) const;
  std::string_view name_of(Items percept) const;

  const spark::PerceptArray* percepts_ = nullptr;
  std::vector<std::size_t> begins_;  ///< of the percepts, and the end of the last
};

}  // namespace rtm
