// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "gateways/x3d/node.h"

namespace x3d {

/// The names that DEF has given so far, while a document is gone through in its order. The body of a prototype has
/// names of its own. Borrows the nodes.
class DefNames {
 public:
  void begin_scope() { scopes_.emplace_back(); }
  void end_scope() { scopes_.pop_back(); }
  /// Notes the node's name if it has one. Of two of one name the later counts.
  void add(const Node& node);
  /// Throws `std::logic_error` if no node before has the name.
  const Node& used_by(const Node& use) const;
  /// Null if there is none.
  const Node* find(std::string_view name) const;

 private:
  std::vector<std::unordered_map<std::string_view, const Node*>> scopes_{1};
};

}  // namespace x3d
