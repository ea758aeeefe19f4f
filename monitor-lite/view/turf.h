// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace monitor {

/// A tileable grey picture of turf, always the same: coarse patches and fine blades, 128 on average.
struct Turf {
  static constexpr int kSide = 256;  ///< pixels
  static std::vector<unsigned char> pixels();
};

}  // namespace monitor
