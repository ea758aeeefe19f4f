// SPDX-License-Identifier: Apache-2.0
#include "gateways/x3d/node_type.h"

#include <utility>

#include "gateways/x3d/rcml_nodes.h"

namespace x3d {

NodeType::NodeType(std::string name, std::vector<FieldRow> rows, std::string container)
    : name_(std::move(name)), rows_(std::move(rows)), container_(std::move(container)) {
  for (std::size_t i = 0; i < rows_.size(); ++i) by_name_.emplace(rows_[i].name, i);
}

const FieldRow* NodeType::find(std::string_view field) const {
  const auto found = by_name_.find(field);
  return found == by_name_.end() ? nullptr : &rows_[found->second];
}

const FieldRow* NodeType::find_event(std::string_view name) const {
  if (const FieldRow* row = find(name)) return row;
  constexpr std::string_view kSet = "set_", kChanged = "_changed";
  std::string_view exposed = name;
  if (name.starts_with(kSet))
    exposed.remove_prefix(kSet.size());
  else if (name.ends_with(kChanged))
    exposed.remove_suffix(kChanged.size());
  const FieldRow* row = find(exposed);
  return row && row->access == Access::exposed_field ? row : nullptr;
}

const NodeType* find_node_type(std::string_view name) {
  if (const NodeType* type = find_standard_type(name)) return type;
  return find_rcml_type(name);
}

}  // namespace x3d
