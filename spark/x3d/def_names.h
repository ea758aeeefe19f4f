// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "spark/x3d/node.h"

namespace x3d {

/// The DEF names that are defined at a position of a document, for writers, which visit its nodes in order. The body of
/// a prototype is a separate scope. Borrows the nodes.
class DefNames {
 public:
  void begin_scope() { scopes_.emplace_back(); }
  void end_scope() { scopes_.pop_back(); }
  /// Adds the node's name if it has one. A later node of the same name replaces an earlier one.
  void add(const Node& node);
  /// The node that a USE refers to. Throws `std::logic_error` if no previous node has the name.
  const Node& used_by(const Node& use) const;
  /// Returns null if no node has the name.
  const Node* find(std::string_view name) const;

 private:
  std::vector<std::unordered_map<std::string_view, const Node*>> scopes_{1};
};

}  // namespace x3d
