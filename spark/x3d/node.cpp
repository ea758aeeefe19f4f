// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/node.h"

#include <fmt/format.h>

#include <limits>
#include <stdexcept>

#include "spark/x3d/node_type.h"

namespace x3d {
namespace {

[[noreturn]] void misuse(const Node& node, std::string_view field, std::string_view why) {
  throw std::logic_error(fmt::format("x3d::Node {}.{}: {}", node.type, field, why));
}

FieldType declared_type(const Node& node, std::string_view field) {
  const NodeType* type = find_node_type(node.type);
  if (!type) misuse(node, field, "no such node type");
  const FieldRow* row = type->find(field);
  if (!row || (row->access != Access::field && row->access != Access::exposed_field))
    misuse(node, field, "no such field");
  return row->type;
}

FieldType declared_type(const Node& node, std::string_view field, Element element) {
  const FieldType type = declared_type(node, field);
  if (element_of(type) != element) misuse(node, field, fmt::format("is {}", to_string(type)));
  return type;
}

/// Throws unless `count` numbers or strings make a value of that type.
void check_count(const Node& node, std::string_view field, FieldType type, std::size_t count) {
  const std::size_t components = components_of(type);
  const bool fits = is_multiple(type) ? count % components == 0 : count == components;
  if (!fits && type != FieldType::SFImage) misuse(node, field, fmt::format("{} values for {}", count, to_string(type)));
}

}  // namespace

Node::Node() = default;

Node::Node(std::string_view of_type, std::string_view def) : type(of_type), name(def) {}

Node Node::use(std::string_view def) {
  return Node({}, def);
}

const Field* Node::find(std::string_view field) const {
  for (const Field& one : fields)
    if (one.name == field) return &one;
  return nullptr;
}

Node& Node::put(std::string_view field, FieldType declared, decltype(Value::data) data) {
  for (Field& one : fields) {
    if (one.name != field) continue;
    one.value = {declared, std::move(data)};
    return *this;
  }
  fields.push_back({std::string(field), {declared, std::move(data)}, {}, {}, {}});
  return *this;
}

Node& Node::set(std::string_view field, bool value) {
  return put(field, declared_type(*this, field, Element::boolean), value);
}

Node& Node::set_integer(std::string_view field, std::int64_t value) {
  if (element_of(declared_type(*this, field)) != Element::integer) return set(field, static_cast<double>(value));
  if (value < std::numeric_limits<std::int32_t>::min() || value > std::numeric_limits<std::int32_t>::max())
    misuse(*this, field, fmt::format("{} has more than 32 bits", value));
  return set(field, Integers{static_cast<std::int32_t>(value)});
}

Node& Node::set(std::string_view field, double value) {
  const FieldType declared = declared_type(*this, field);
  if (element_of(declared) == Element::time) return put(field, declared, Times{value});
  return set(field, Floats{static_cast<float>(value)});
}

Node& Node::set(std::string_view field, Rotation value) {
  return set(field, Floats{value.x, value.y, value.z, value.angle});
}

Node& Node::set(std::string_view field, Floats values) {
  const FieldType declared = declared_type(*this, field, Element::real);
  check_count(*this, field, declared, values.size());
  return put(field, declared, std::move(values));
}

Node& Node::set(std::string_view field, Integers values) {
  const FieldType declared = declared_type(*this, field, Element::integer);
  check_count(*this, field, declared, values.size());
  return put(field, declared, std::move(values));
}

Node& Node::set(std::string_view field, Strings values) {
  const FieldType declared = declared_type(*this, field, Element::string);
  check_count(*this, field, declared, values.size());
  return put(field, declared, std::move(values));
}

Node& Node::set(std::string_view field, Node node) {
  Nodes nodes;
  nodes.push_back(std::move(node));
  return set(field, std::move(nodes));
}

Node& Node::set(std::string_view field, Nodes nodes) {
  const FieldType declared = declared_type(*this, field, Element::node);
  if (!is_multiple(declared) && nodes.size() > 1) misuse(*this, field, "takes one node");
  return put(field, declared, std::move(nodes));
}

Node& Node::add(std::string_view field, Node node) {
  for (Field& one : fields) {
    if (one.name != field) continue;
    if (one.value.type != FieldType::MFNode || !one.value.has_value()) misuse(*this, field, "takes no further node");
    std::get<Nodes>(one.value.data).push_back(std::move(node));
    return *this;
  }
  return set(field, std::move(node));
}

Node& Node::add(Node child) {
  return add("children", std::move(child));
}

Document& Document::add(Node node) {
  statements.push_back({std::move(node), 0});
  return *this;
}

Document& Document::add(Proto proto) {
  statements.push_back({std::move(proto), 0});
  return *this;
}

}  // namespace x3d
