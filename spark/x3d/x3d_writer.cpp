// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/x3d_writer.h"

#include <set>
#include <string_view>

#include "spark/x3d/def_names.h"
#include "spark/x3d/node_type.h"
#include "spark/x3d/text_output.h"
#include "spark/x3d/xml_output.h"

namespace x3d {
namespace {

/// Appends the elements of a list with `append`, separated by blanks.
template <typename List, typename Append>
void append_separated(std::string& out, const List& list, Append append) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i > 0) out += ' ';
    append(i, list[i]);
  }
}

/// The text of a plain value for an XML attribute, before XML's own escapes: "true", "1 2 3", the strings of an
/// MFString in quotes.
std::string attribute_text(const Value& value) {
  std::string out;
  const auto number = [&](std::size_t, auto one) { append_number(out, one); };
  const auto pixel = [&](std::size_t i, std::int32_t one) { i < 3 ? append_number(out, one) : append_pixel(out, one); };
  switch (element_of(value.type)) {
    case Element::boolean:
      return value.boolean() ? "true" : "false";
    case Element::real:
      append_separated(out, value.floats(), number);
      break;
    case Element::integer:
      if (value.type == FieldType::SFImage)
        append_separated(out, value.integers(), pixel);
      else
        append_separated(out, value.integers(), number);
      break;
    case Element::time:
      append_separated(out, value.times(), number);
      break;
    case Element::string:
      if (value.type == FieldType::SFString) return value.strings().front();
      append_separated(out, value.strings(), [&](std::size_t, const std::string& one) { append_quoted(out, one); });
      break;
    case Element::node:
      break;
  }
  return out;
}

class X3dWriter {
 public:
  explicit X3dWriter(std::string& out) : xml_(out) {}

  void write(const Document& document) {
    xml_.open("X3D");
    xml_.attribute("profile", "Immersive");
    xml_.attribute("version", "3.0");
    xml_.open("Scene");
    write(document.statements);
    xml_.close();
    xml_.close();
  }

 private:
  void write(const std::vector<Statement>& statements) {
    for (const Statement& statement : statements) write(statement);
  }
  void write(const Statement& statement) {
    if (const auto* node = std::get_if<Node>(&statement.what)) return write(*node, "children");
    if (const auto* proto = std::get_if<Proto>(&statement.what)) return write(*proto);
    if (const auto* proto = std::get_if<ExternProto>(&statement.what)) return write(*proto);
    write(std::get<Route>(statement.what));
  }

  /// Returns null for instances of prototypes, which may even have the name of a node type of VRML97.
  const NodeType* standard_type(const Node& node) const {
    return declared_.contains(node.type) ? nullptr : find_standard_type(node.type);
  }

  /// `container` is the field that contains the node. It is written if it is not the default, and `always` in the value
  /// of a prototype's field, where readers expect it.
  void write(const Node& node, std::string_view container, bool always = false) {
    const Node& meant = node.is_use() ? names_.used_by(node) : node;
    const NodeType* type = standard_type(meant);
    xml_.open(type ? meant.type : "ProtoInstance");
    if (!type) xml_.attribute("name", meant.type);
    if (node.is_use())
      xml_.attribute("USE", node.name);
    else if (!node.name.empty())
      xml_.attribute("DEF", node.name);
    if (always || container != (type ? type->container() : "children")) xml_.attribute("containerField", container);
    if (!node.is_use()) {
      names_.add(node);
      write_body(node, type);
    }
    xml_.close();
  }

  void write_body(const Node& node, const NodeType* type) {
    if (type)
      for (const Field& field : node.fields)
        if (!field.access && field.value.has_value() && element_of(field.value.type) != Element::node)
          xml_.attribute(field.name, attribute_text(field.value));
    for (const Field& field : node.fields)
      if (field.access) declare(field);
    write_bindings(node);
    std::size_t statement = 0;
    for (std::size_t i = 0; i < node.fields.size(); ++i) {
      for (; statement < node.statements.size() && node.statements[statement].before <= i; ++statement)
        write(node.statements[statement]);
      const Field& field = node.fields[i];
      if (field.access || !field.value.has_value()) continue;
      if (!type)
        write_field_value(field);
      else if (element_of(field.value.type) == Element::node)
        write_nodes(field.value, name_in_x3d(node.type, field.name));
    }
    for (; statement < node.statements.size(); ++statement) write(node.statements[statement]);
  }

  void write_nodes(const Value& value, std::string_view container, bool always = false) {
    for (const Node& node : value.nodes()) write(node, container, always);
  }

  void write_field_value(const Field& field) {
    xml_.open("fieldValue");
    xml_.attribute("name", field.name);
    write_value(field.value);
    xml_.close();
  }

  /// Writes the value of an element that has an attribute for plain values and contains nodes.
  void write_value(const Value& value) {
    if (element_of(value.type) != Element::node)
      xml_.attribute("value", attribute_text(value));
    else
      write_nodes(value, "children", true);
  }

  void write_bindings(const Node& node) {
    bool is_open = false;
    for (const Field& field : node.fields) {
      if (field.is.empty()) continue;
      if (!is_open) xml_.open("IS");
      is_open = true;
      xml_.open("connect");
      xml_.attribute("nodeField", standard_type(node) ? name_in_x3d(node.type, field.name) : field.name);
      xml_.attribute("protoField", field.is);
      xml_.close();
    }
    if (is_open) xml_.close();
  }

  void declare(const Field& field) {
    xml_.open("field");
    xml_.attribute("accessType", to_x3d(*field.access));
    xml_.attribute("name", field.name);
    xml_.attribute("type", to_string(field.value.type));
    if (field.value.has_value()) write_value(field.value);
    xml_.close();
  }

  void write(const Proto& proto) {
    xml_.open("ProtoDeclare");
    xml_.attribute("name", proto.name);
    if (!proto.interface.empty()) {
      xml_.open("ProtoInterface");
      for (const Field& field : proto.interface) declare(field);
      xml_.close();
    }
    xml_.open("ProtoBody");
    const auto outside = declared_;
    names_.begin_scope();
    write(proto.body);
    names_.end_scope();
    declared_ = outside;
    xml_.close();
    xml_.close();
    note(proto.name);
  }

  void write(const ExternProto& proto) {
    xml_.open("ExternProtoDeclare");
    xml_.attribute("name", proto.name);
    xml_.attribute("url", attribute_text({FieldType::MFString, proto.urls}));
    for (const Field& field : proto.interface) declare(field);
    xml_.close();
    note(proto.name);
  }

  /// Only prototypes that hide a node type of VRML97 need to be known.
  void note(const std::string& name) {
    if (find_standard_type(name)) declared_.insert(name);
  }

  std::string routed(const std::string& node, const std::string& field) const {
    const Node* meant = names_.find(node);
    return meant && standard_type(*meant) ? name_in_x3d(meant->type, field) : field;
  }

  void write(const Route& route) {
    xml_.open("ROUTE");
    xml_.attribute("fromNode", route.from_node);
    xml_.attribute("fromField", routed(route.from_node, route.from_field));
    xml_.attribute("toNode", route.to_node);
    xml_.attribute("toField", routed(route.to_node, route.to_field));
    xml_.close();
  }

  XmlOutput xml_;
  DefNames names_;
  std::set<std::string> declared_;
};

}  // namespace

std::string to_x3d(const Document& document) {
  std::string out = "<?xml version='1.0' encoding='UTF-8'?>\n";
  X3dWriter(out).write(document);
  return out;
}

}  // namespace x3d
