// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "spark/x3d/rcml_nodes.h"
#include "spark/x3d/vrml_reader.h"

namespace x3d {
namespace {

Field declared_field(Access access, FieldType type, std::string_view name) {
  return {std::string(name), {type, {}}, {}, access, {}};
}

Field bound_field(std::string_view name, FieldType type, std::string_view to, std::optional<Access> access = {}) {
  return {std::string(name), {type, {}}, std::string(to), access, {}};
}

/// The node types that occur in a document, also in the bodies of prototypes.
class TypesUsed {
 public:
  void add(const std::vector<Statement>& statements) {
    for (const Statement& statement : statements) {
      if (const auto* node = std::get_if<Node>(&statement.what)) add(*node);
      if (const auto* proto = std::get_if<Proto>(&statement.what)) {
        add(proto->interface);
        add(proto->body);
      }
    }
  }
  bool has(const std::string& type) const { return types_.contains(type); }

 private:
  void add(const std::vector<Field>& fields) {
    for (const Field& field : fields)
      if (const auto* nodes = std::get_if<Nodes>(&field.value.data))
        for (const Node& node : *nodes) add(node);
  }
  void add(const Node& node) {
    types_.insert(node.type);
    add(node.fields);
    add(node.statements);
  }

  std::set<std::string> types_;
};

bool declares(const Document& document, const std::string& name) {
  return std::ranges::any_of(document.statements, [&](const Statement& statement) {
    const auto* proto = std::get_if<Proto>(&statement.what);
    const auto* external = std::get_if<ExternProto>(&statement.what);
    return (proto && proto->name == name) || (external && external->name == name);
  });
}

}  // namespace

Value rcml_value(const Node& node, std::string_view field) {
  const Field* given = node.find(field);
  if (given && given->value.has_value()) return given->value;
  const FieldRow& row = *find_rcml_type(node.type)->find(field);
  return read_value(row.type, row.default_value);
}

Proto rcml_prototype(const NodeType& type) {
  Proto proto;
  proto.name = type.name();
  Node script("Script");
  for (const FieldRow& row : type.rows()) {
    Field field = declared_field(row.access, row.type, row.name);
    field.value = read_value(row.type, row.default_value);
    proto.interface.push_back(std::move(field));
    if (row.access == Access::exposed_field) {
      Node group("Group");
      group.fields.push_back(bound_field(row.name, row.type, row.name));
      proto.body.push_back({std::move(group), 0});
    } else {
      script.fields.push_back(bound_field(row.name == "url" ? "address" : row.name, row.type, row.name, Access::field));
    }
  }
  script.set("url", "");
  proto.body.push_back({std::move(script), 0});
  return proto;
}

void add_rcml_prototypes(Document& document) {
  TypesUsed used;
  used.add(document.statements);
  std::vector<Statement> protos;
  for (const NodeType* type : rcml_types())
    if (used.has(type->name()) && !declares(document, type->name())) protos.push_back({rcml_prototype(*type), 0});
  document.statements.insert(document.statements.begin(), std::make_move_iterator(protos.begin()),
                             std::make_move_iterator(protos.end()));
}

}  // namespace x3d
