// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "spark/x3d/node_type.h"

namespace x3d {

/// Node types from rows of text: name, the field that holds such a node in X3D, then groups of fields with the same
/// access and type: `in`, `out`, `field` or `exposed`, the type, the names. `*` stands for the fields of all grouping
/// nodes, `&` for those of all interpolators, `#` for the bounding box, `@` for the fields of a Transform.
class NodeTable {
 public:
  explicit NodeTable(std::span<const std::string_view> rows);

  /// Returns null if no node type has that name.
  const NodeType* find(std::string_view name) const;
  /// In the order of the rows.
  std::vector<const NodeType*> all() const;

 private:
  std::deque<NodeType> types_;
  std::unordered_map<std::string_view, const NodeType*> by_name_;
};

}  // namespace x3d
