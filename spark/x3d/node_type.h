// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "spark/x3d/field_type.h"

namespace x3d {

/// One field or event of a node type.
struct FieldRow {
  Access access = Access::field;
  FieldType type = FieldType::SFBool;
  std::string name;
  std::string default_value;  ///< in the notation of VRML97; empty except for node types of RCML
};

/// The fields of a node type of VRML97, RCML or humanoids, or of a PROTO's interface. Immutable.
class NodeType {
 public:
  /// `container` is the field in which X3D puts such a node by default.
  NodeType(std::string name, std::vector<FieldRow> rows, std::string container = "children");
  NodeType(const NodeType&) = delete;
  NodeType& operator=(const NodeType&) = delete;

  const std::string& name() const { return name_; }
  const std::string& container() const { return container_; }
  const std::vector<FieldRow>& rows() const { return rows_; }
  /// The field with that name, or null. If there are two, the first one.
  const FieldRow* find(std::string_view field) const;
  /// The same for names that can be bound by IS or routed: an exposed field is also found as set_NAME and NAME_changed.
  const FieldRow* find_event(std::string_view name) const;

 private:
  std::string name_;
  std::vector<FieldRow> rows_;
  std::string container_;
  std::unordered_map<std::string_view, std::size_t> by_name_;  ///< index into `rows_`
};

/// A node type of VRML97, which has 54; null if none has that name.
const NodeType* find_standard_type(std::string_view name);
std::vector<const NodeType*> standard_types();

/// A node type of VRML97, RCML (rcml_nodes.h) or humanoids (humanoid_nodes.h); null if none has that name.
const NodeType* find_node_type(std::string_view name);

/// The X3D name of a field of a node type of VRML97, or of one of its events set_NAME and NAME_changed: `choice` of
/// Switch and `level` of LOD are `children`, `collide` of Collision is `enabled`. Most names are the same.
std::string name_in_x3d(std::string_view type, std::string_view field);
/// The inverse.
std::string name_in_vrml(std::string_view type, std::string_view field);

}  // namespace x3d
