// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/node_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace x3d {

std::string counts_text(const NodeCounts& counts) {
  std::vector<std::pair<std::string, std::size_t>> sorted(counts.begin(), counts.end());
  std::ranges::stable_sort(sorted, std::ranges::greater(), [](const auto& one) { return one.second; });
  std::size_t nodes = 0;
  for (const auto& [type, number] : sorted) nodes += number;
  std::string text = fmt::format("{} node{}", nodes, nodes == 1 ? "" : "s");
  for (const auto& [type, number] : sorted)
    text += fmt::format("{} {} {}", &type == &sorted.front().first ? ":" : ",", number, type);
  return text;
}

}  // namespace x3d
