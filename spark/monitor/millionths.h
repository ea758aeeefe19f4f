// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "spark/core/number_text.h"

namespace spark {

/// Appends `value` rounded to millionths, without trailing zeros: 0.15, -3, 0. It must be finite, and its magnitude
/// below 9e12.
inline void append_millionths(std::string& out, double value) {
  constexpr std::int64_t kOne = 1000000;
  std::int64_t rest = std::llround(value * static_cast<double>(kOne));
  if (rest < 0) out += '-';
  rest = std::abs(rest);
  append_integer(out, rest / kOne);
  rest %= kOne;
  if (rest == 0) return;
  out += '.';
  for (std::int64_t place = kOne / 10; rest > 0; place /= 10) {
    out += static_cast<char>('0' + rest / place);
    rest %= place;
  }
}

}  // namespace spark
