// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gateways/x3d/field_type.h"

namespace x3d {

/// One field or event of a node type.
struct FieldRow {
  Access access = Access::field;
  FieldType type = FieldType::SFBool;
  std::string name;
  std::string usual;  ///< the default as VRML97 writes it; only RCML's own node types have it here
};

/// What fields nodes of a type have: of VRML97, of RCML, or of the interface of a PROTO. Never changed.
class NodeType {
 public:
  /// `container`: the field in which such a node stands in X3D unless it says otherwise.
  NodeType(std::string name, std::vector<FieldRow> rows, std::string container = "children");
  NodeType(const NodeType&) = delete;
  NodeType& operator=(const NodeType&) = delete;

  const std::string& name() const { return name_; }
  const std::string& container() const { return container_; }
  const std::vector<FieldRow>& rows() const { return rows_; }
  /// By its name; null if there is none. Of two of one name the first.
  const FieldRow* find(std::string_view field) const;
  /// The same for what may be bound by IS or routed: an exposed field also goes by set_NAME and NAME_changed.
  const FieldRow* find_event(std::string_view name) const;

 private:
  std::string name_;
  std::vector<FieldRow> rows_;
  std::string container_;
  std::unordered_map<std::string_view, std::size_t> by_name_;  ///< names in `rows_`
};

/// The 54 node types of VRML97; null if it has none of that name.
const NodeType* find_standard_type(std::string_view name);
std::vector<const NodeType*> standard_types();

/// Those, and the node types of RCML (rcml_nodes.h).
const NodeType* find_node_type(std::string_view name);

}  // namespace x3d
