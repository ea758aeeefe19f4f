// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/heat.h"

#include <algorithm>
#include <cmath>

namespace monitor {

double full_heat(std::vector<double> values) {
  std::erase_if(values, [](double value) { return !(value > 0.0); });
  if (values.empty()) return 0.0;
  const auto full =
      values.begin() + static_cast<std::ptrdiff_t>(std::floor(static_cast<double>(values.size()) * kFullShare));
  std::nth_element(values.begin(), full, values.end());
  return *full;
}

double heat_shade(double value, double full) {
  return full > 0.0 ? std::sqrt(std::clamp(value / full, 0.0, 1.0)) : 0.0;
}

}  // namespace monitor
