// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/reading_scopes.h"

#include <algorithm>
#include <utility>

#include "spark/x3d/humanoid_nodes.h"
#include "spark/x3d/rcml_nodes.h"

namespace x3d {

const FieldRow* NodeKind::find(std::string_view field) const {
  if (const FieldRow* row = type->find(field)) return row;
  return known ? known->find(field) : nullptr;
}

const FieldRow* NodeKind::find_event(std::string_view name) const {
  if (const FieldRow* row = type->find_event(name)) return row;
  return known ? known->find_event(name) : nullptr;
}

void ReadingScopes::begin(std::shared_ptr<const NodeType> interface) {
  scopes_.emplace_back().interface = std::move(interface);
}

std::string_view ReadingScopes::standard_type_of(const std::string& name) const {
  const auto found = scopes_.back().names.find(name);
  if (found == scopes_.back().names.end() || !found->second) return {};
  return found->second->name();
}

void ReadingScopes::declare(const std::shared_ptr<const NodeType>& prototype) {
  scopes_.back().prototypes.insert_or_assign(prototype->name(), prototype);
}

std::optional<NodeKind> ReadingScopes::kind_of(std::string_view type) const {
  const std::string name(rcml_spelling(type));
  NodeKind kind;
  kind.known = find_rcml_type(name);
  kind.is_rcml = kind.known != nullptr;
  if (!kind.is_rcml) kind.known = find_humanoid_type(name);
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    const auto found = scope->prototypes.find(name);
    if (found == scope->prototypes.end()) continue;
    kind.owner = found->second;
    kind.type = kind.owner.get();
    return kind;
  }
  kind.type = find_node_type(name);
  kind.is_script = name == "Script";
  if (!kind.type) return std::nullopt;
  return kind;
}

bool ReadingScopes::is_within(std::string_view prototype) const {
  return std::ranges::any_of(
      scopes_, [&](const Scope& scope) { return scope.interface && scope.interface->name() == prototype; });
}

void ReadingScopes::drop_names(const Node& node) {
  if (!node.is_use() && !node.name.empty() && scopes_.back().names.erase(node.name) > 0) add_skipped_name(node.name);
  for (const Field& field : node.fields)
    if (const auto* nodes = std::get_if<Nodes>(&field.value.data))
      for (const Node& below : *nodes) drop_names(below);
}

bool can_have_value(Access access) {
  return access == Access::field || access == Access::exposed_field;
}

std::shared_ptr<const NodeType> prototype_type(const std::string& name, const std::vector<Field>& interface) {
  std::vector<FieldRow> rows;
  rows.reserve(interface.size());
  for (const Field& field : interface) rows.push_back({*field.access, field.value.type, field.name, {}});
  return std::make_shared<const NodeType>(name, std::move(rows));
}

const Field* find_twice(const std::vector<Field>& fields) {
  if (fields.size() < 2) return nullptr;
  std::vector<const Field*> sorted;
  sorted.reserve(fields.size());
  for (const Field& field : fields) sorted.push_back(&field);
  const auto name_of = [](const Field* field) -> const std::string& { return field->name; };
  std::ranges::stable_sort(sorted, {}, name_of);
  const auto twice = std::ranges::adjacent_find(sorted, {}, name_of);
  return twice == sorted.end() ? nullptr : twice[1];
}

}  // namespace x3d
