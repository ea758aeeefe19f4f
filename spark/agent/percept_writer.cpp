// SPDX-License-Identifier: Apache-2.0
#include "spark/agent/percept_writer.h"

#include <array>

namespace spark {

std::string_view to_string(Unit unit) {
  constexpr std::array<std::string_view, 16> kUnits{"",          "m",       "degrees", "s",         "kg",  "m/s",
                                                    "degrees/s", "percent", "celsius", "N",         "N·m", "A",
                                                    "cd",        "lx",      "m/s²",    "degrees/s²"};
  return kUnits.at(static_cast<std::size_t>(unit));
}

}  // namespace spark
