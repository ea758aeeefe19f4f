// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>

namespace x3d {

/// The number of nodes of each type.
using NodeCounts = std::map<std::string, std::size_t>;

/// "12 nodes: 5 Shape, 4 Transform, 3 Group", the most frequent type first, without a newline.
std::string counts_text(const NodeCounts& counts);

}  // namespace x3d
