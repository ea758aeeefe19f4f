// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/node_type.h"

#include <array>
#include <utility>

#include "spark/x3d/humanoid_nodes.h"
#include "spark/x3d/rcml_nodes.h"

namespace x3d {
namespace {

struct RenamedField {
  std::string_view type, in_vrml, in_x3d;
};
constexpr std::array<RenamedField, 3> kRenamedFields{
    {{"Switch", "choice", "children"}, {"LOD", "level", "children"}, {"Collision", "collide", "enabled"}}};

/// The field, or its event, with `to` instead of `from` in its name.
std::string renamed(std::string_view type, std::string_view field, std::string_view RenamedField::*from,
                    std::string_view RenamedField::*to) {
  for (const RenamedField& one : kRenamedFields) {
    if (one.type != type) continue;
    const std::size_t at = field.starts_with("set_") ? 4 : 0;
    if (!field.substr(at).starts_with(one.*from)) continue;
    const std::string_view behind = field.substr(at + (one.*from).size());
    if (behind.empty() || behind == "_changed") return std::string(field.substr(0, at)).append(one.*to).append(behind);
  }
  return std::string(field);
}

}  // namespace

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
  if (const NodeType* type = find_rcml_type(name)) return type;
  return find_humanoid_type(name);
}

std::string name_in_x3d(std::string_view type, std::string_view field) {
  return renamed(type, field, &RenamedField::in_vrml, &RenamedField::in_x3d);
}

std::string name_in_vrml(std::string_view type, std::string_view field) {
  return renamed(type, field, &RenamedField::in_x3d, &RenamedField::in_vrml);
}

}  // namespace x3d
