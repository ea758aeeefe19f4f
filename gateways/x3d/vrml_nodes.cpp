// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "gateways/x3d/rcml_nodes.h"
#include "gateways/x3d/vrml_parser.h"
#include "gateways/x3d/words.h"

namespace x3d {
namespace {

constexpr std::string_view kChildren = "children";

bool can_have_value(Access access) {
  return access == Access::field || access == Access::exposed_field;
}

}  // namespace

const FieldRow* VrmlParser::Kind::find(std::string_view field) const {
  if (const FieldRow* row = type->find(field)) return row;
  return rcml ? rcml->find(field) : nullptr;
}

const FieldRow* VrmlParser::Kind::find_event(std::string_view name) const {
  if (const FieldRow* row = type->find_event(name)) return row;
  return rcml ? rcml->find_event(name) : nullptr;
}

VrmlParser::Kind VrmlParser::kind_of(const Token& token) {
  const std::string name(rcml_spelling(token.text));
  Kind kind;
  kind.rcml = find_rcml_type(name);
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    const auto found = scope->prototypes.find(name);
    if (found == scope->prototypes.end()) continue;
    kind.owner = found->second;
    kind.type = kind.owner.get();
    return kind;
  }
  kind.type = find_node_type(name);
  kind.is_script = name == "Script";
  if (!kind.type)
    scanner_.fail(token.offset, fmt::format("there is no node type {}, and no PROTO declares it", to_string(token)));
  return kind;
}

Node VrmlParser::use() {
  const Token word = scanner_.take();
  Node node = Node::use(expect_name("the name of a node").text);
  node.place = scanner_.place(word.offset);
  count(word.offset);
  if (!scopes_.back().names.contains(node.name))
    scanner_.fail(node.place, fmt::format("USE of '{}', a name that no node before has", node.name));
  return node;
}

Node VrmlParser::node() {
  if (scanner_.peek().is_name("USE")) return use();
  std::string name;
  if (scanner_.peek().is_name("DEF")) {
    scanner_.take();
    const Token token = expect_name("a name");
    if (is_reserved(token.text)) fail_at(token, "a name");
    name = token.text;
  }
  return node(expect_name("a node"), std::move(name));
}

Node VrmlParser::node(const Token& type, std::string name) {
  if (is_reserved(type.text)) fail_at(type, "a node");
  const Level level(*this, type);
  const Kind kind = kind_of(type);
  Node node(kind.type->name());
  node.name = std::move(name);
  node.place = scanner_.place(type.offset);
  count(type.offset);
  // Before what is in it: a Script may use itself.
  if (!node.name.empty()) scopes_.back().names.insert(node.name);
  expect('{');
  Body so_far{kind.rcml && kind.find(kChildren)};
  while (!scanner_.peek().is('}')) body_part(node, kind, so_far);
  scanner_.take();
  check_twice(node.fields, node.type);
  return node;
}

void VrmlParser::body_part(Node& node, const Kind& kind, Body& body) {
  const Token& ahead = scanner_.peek();
  if (is_statement()) {
    node.statements.push_back(statement());
    node.statements.back().before = node.fields.size();
    return;
  }
  if (ahead.kind != Token::Kind::name) fail_at(ahead, fmt::format("a field of {} or '}}'", node.type));
  if (kind.is_script) {
    if (const auto access = access_of(ahead.text)) {
      node.fields.push_back(declaration(*access, true));
      const Field& declared = node.fields.back();
      if (kind.type->find(declared.name))
        scanner_.fail(declared.place, fmt::format("every Script has '{}'", declared.name));
      return;
    }
  }
  if (body.takes_bare && (ahead.is_name("DEF") || ahead.is_name("USE"))) return add_bare(node, body, this->node());
  const Token name = scanner_.take();
  if (body.takes_bare && scanner_.peek().is('{')) return add_bare(node, body, this->node(name, {}));
  add_field(node, body, field(name, kind));
}

void VrmlParser::add_bare(Node& node, Body& body, Node child) {
  body.has_bare = true;
  children_of(node, child.place).push_back(std::move(child));
}

Nodes& VrmlParser::children_of(Node& node, Place place) {
  const auto is_children = [](const Field& field) { return field.name == kChildren; };
  const auto found = std::ranges::find_if(node.fields, is_children);
  if (found == node.fields.end()) {
    node.fields.push_back({std::string(kChildren), {FieldType::MFNode, Nodes{}}, {}, {}, place});
    return std::get<Nodes>(node.fields.back().value.data);
  }
  if (!found->value.has_value()) scanner_.fail(place, "these children are bound by IS");
  // What comes now is put in front of it. It might use what that defines.
  const auto index = static_cast<std::size_t>(found - node.fields.begin());
  const bool holds_nodes = std::any_of(
      found + 1, node.fields.end(), [](const Field& field) { return element_of(field.value.type) == Element::node; });
  if (holds_nodes || (!node.statements.empty() && node.statements.back().before > index))
    scanner_.fail(place, "children in two places with other nodes or statements between them");
  return std::get<Nodes>(found->value.data);
}

void VrmlParser::add_field(Node& node, Body& body, Field field) {
  const bool joins_bare = body.takes_bare && field.name == kChildren && body.has_bare && !body.has_children;
  if (field.name == kChildren) body.has_children = true;
  if (!joins_bare) {
    node.fields.push_back(std::move(field));
    return;
  }
  if (!field.value.has_value()) scanner_.fail(field.place, "these children are bound by IS");
  for (Node& child : std::get<Nodes>(field.value.data)) children_of(node, field.place).push_back(std::move(child));
}

Field VrmlParser::field(const Token& token, const Kind& kind) {
  Field field;
  field.name = token.text;
  field.place = scanner_.place(token.offset);
  count(token.offset);
  const bool is_bound = scanner_.peek().is_name("IS");
  const FieldRow* row = is_bound ? kind.find_event(field.name) : kind.find(field.name);
  if (!row) scanner_.fail(field.place, fmt::format("{} has no field {}", kind.type->name(), to_string(token)));
  field.value.type = row->type;
  if (is_bound)
    field.is = bound_to(row->type);
  else if (!can_have_value(row->access))
    scanner_.fail(field.place,
                  fmt::format("{} of {} is an event; it has no value", to_string(token), kind.type->name()));
  else
    field.value = value(row->type);
  return field;
}

std::string VrmlParser::bound_to(FieldType type) {
  const Token word = scanner_.take();
  const Token name = expect_name("the name of a field");
  const NodeType* interface = scopes_.back().interface.get();
  if (!interface) scanner_.fail(word.offset, "IS is only for nodes in the body of a PROTO");
  const FieldRow* row = interface->find_event(name.text);
  if (!row) scanner_.fail(name.offset, fmt::format("PROTO {} has no field {}", interface->name(), to_string(name)));
  if (row->type != type)
    scanner_.fail(name.offset, fmt::format("{} of PROTO {} is {}, not {}", to_string(name), interface->name(),
                                           to_string(row->type), to_string(type)));
  return std::string(name.text);
}

}  // namespace x3d
