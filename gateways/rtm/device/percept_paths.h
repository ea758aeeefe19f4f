// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spark/agent/percept_array.h"

namespace rtm {

/// The positions of numbers and texts in a sensation, by path: `PREDICATE/NAME/ITEM[/i]`. NAME is the text of the
/// percept's `(name N)` item and is omitted if there is none; ITEM is the name of a value, or several of nested ones;
/// `i` counts its values from 0. A path that ends with the item means all its values.
///
///     (HJ (name left) (axis 12.5))        HJ/left/axis
///     (FT (name pad1) (force 1 2 3))      FT/pad1/force/2 is 3, FT/pad1/force is all three
///     (time (now 3.2))                    time/now
///
/// The layout is learned from one sensation. Later ones of the same layout are read by position, without comparing
/// names.
class PerceptPaths {
 public:
  /// The target of a path: consecutive positions among the items of the sensation.
  struct Place {
    std::size_t first = 0;
    std::size_t count = 0;  ///< 0: the path does not exist
  };

  /// Learns the layout of this sensation.
  void learn(const spark::PerceptArray& percepts);
  /// Whether a sensation has the learned layout, so that positions are valid: the same kinds in the same order.
  bool fits(const spark::PerceptArray& percepts) const;

  Place find(std::string_view path) const;
  /// Whether the item is a text and not a number; for a place that was found.
  bool is_text(const Place& place) const { return kinds_[place.first] == spark::PerceptArray::Item::Kind::text; }
  /// In the order of the sensation, each with its first place.
  std::vector<std::string> paths() const;

 private:
  struct Leaf {
    std::string path;
    Place place;
  };
  std::vector<spark::PerceptArray::Item::Kind> kinds_;
  std::vector<Leaf> leaves_;
};

}  // namespace rtm
