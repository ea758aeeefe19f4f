// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "spark/x3d/node.h"

namespace x3d {

/// Lines and columns of offsets in a text, which it borrows. Calls with increasing offsets take linear time in total,
/// and each other one takes some 100 ns.
class TextPlaces {
 public:
  explicit TextPlaces(std::string_view text) : text_(text) {}

  /// `offset` is at most the length of the text.
  Place at(std::size_t offset);

 private:
  std::string_view text_;
  std::size_t counted_ = 0;  ///< the offset of `place_`
  Place place_{1, 1};
  std::vector<Place> known_;  ///< of every 256th offset so far
};

}  // namespace x3d
