// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "gateways/x3d/rcml_nodes.h"
#include "gateways/x3d/vrml_parser.h"
#include "gateways/x3d/words.h"

namespace x3d {

bool VrmlParser::is_statement() {
  const Token& token = scanner_.peek();
  return token.is_name("PROTO") || token.is_name("EXTERNPROTO") || token.is_name("ROUTE");
}

Statement VrmlParser::statement() {
  const Token token = scanner_.peek();
  count(token.offset);
  if (token.is_name("PROTO")) return {prototype(), 0};
  if (token.is_name("EXTERNPROTO")) return {external_prototype(), 0};
  if (token.is_name("ROUTE")) return {route(), 0};
  return {node(), 0};
}

Route VrmlParser::route() {
  Route route;
  route.place = scanner_.place(scanner_.take().offset);
  route.from_node = expect_name("the name of a node").text;
  expect('.');
  route.from_field = expect_name("the name of an event").text;
  const Token to = scanner_.take();
  if (!to.is_name("TO")) fail_at(to, "TO");
  route.to_node = expect_name("the name of a node").text;
  expect('.');
  route.to_field = expect_name("the name of an event").text;
  return route;
}

Field VrmlParser::declaration(Access access, bool has_value) {
  Field field;
  field.access = access;
  const Token word = scanner_.take();
  field.place = scanner_.place(word.offset);
  count(word.offset);
  const Token type = expect_name("a field type");
  const auto known = field_type_of(type.text);
  if (!known) fail_at(type, "a field type");
  field.value.type = *known;
  field.name = expect_name("the name of a field").text;
  if (scanner_.peek().is_name("IS"))
    field.is = bound_to(*known);
  else if (has_value && (access == Access::field || access == Access::exposed_field))
    field.value = value(*known);
  return field;
}

std::vector<Field> VrmlParser::interface(bool has_values) {
  std::vector<Field> fields;
  expect('[');
  while (!scanner_.peek().is(']')) {
    const Token token = scanner_.peek();
    const auto access = token.kind == Token::Kind::name ? access_of(token.text) : std::nullopt;
    if (!access) fail_at(token, "eventIn, eventOut, field, exposedField or ']'");
    fields.push_back(declaration(*access, has_values));
  }
  scanner_.take();
  return fields;
}

void VrmlParser::check_twice(const std::vector<Field>& fields, std::string_view where) {
  if (fields.size() < 2) return;
  std::vector<const Field*> sorted;
  sorted.reserve(fields.size());
  for (const Field& field : fields) sorted.push_back(&field);
  std::ranges::stable_sort(sorted, {}, [](const Field* field) -> const std::string& { return field->name; });
  const auto twice =
      std::ranges::adjacent_find(sorted, {}, [](const Field* field) -> const std::string& { return field->name; });
  if (twice != sorted.end()) scanner_.fail(twice[1]->place, fmt::format("{} has '{}' twice", where, twice[1]->name));
}

std::shared_ptr<const NodeType> VrmlParser::declare(const std::string& name, const std::vector<Field>& interface) {
  check_twice(interface, name);
  std::vector<FieldRow> rows;
  rows.reserve(interface.size());
  for (const Field& field : interface) rows.push_back({*field.access, field.value.type, field.name, {}});
  return std::make_shared<const NodeType>(name, std::move(rows));
}

Proto VrmlParser::prototype() {
  const Token word = scanner_.take();
  const Level level(*this, word);
  Proto proto;
  proto.place = scanner_.place(word.offset);
  proto.name = rcml_spelling(expect_name("the name of a prototype").text);
  proto.interface = interface(true);
  const auto type = declare(proto.name, proto.interface);
  expect('{');
  scopes_.push_back({{}, {}, type});
  while (!scanner_.peek().is('}')) proto.body.push_back(statement());
  scopes_.pop_back();
  scanner_.take();
  scopes_.back().prototypes.insert_or_assign(proto.name, type);
  return proto;
}

ExternProto VrmlParser::external_prototype() {
  ExternProto proto;
  proto.place = scanner_.place(scanner_.take().offset);
  proto.name = rcml_spelling(expect_name("the name of a prototype").text);
  proto.interface = interface(false);
  proto.urls = value(FieldType::MFString).strings();
  scopes_.back().prototypes.insert_or_assign(proto.name, declare(proto.name, proto.interface));
  return proto;
}

}  // namespace x3d
