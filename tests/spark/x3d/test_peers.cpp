// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <pugixml.hpp>
#include <sstream>

#include "spark/x3d/node_type.h"
#include "spark/x3d/rcml_nodes.h"
#include "spark/x3d/x3d_writer.h"
#include "tests/spark/x3d/peers.h"
#include "tests/spark/x3d/texts.h"

using namespace x3d;

namespace {

/// That program's output for a file, without the parts that depend on the name or the encoding of the file. It keeps
/// the order of attributes and of an instance's fields, which differs.
std::string normal(const std::string& xml) {
  pugi::xml_document document;
  REQUIRE(document.load_string(xml.c_str()));
  document.child("X3D").remove_child("head");
  document.child("X3D").remove_attributes();
  const auto sort = [](auto&& self, pugi::xml_node node) -> void {
    std::vector<pugi::xml_attribute> attributes(node.attributes_begin(), node.attributes_end());
    std::ranges::sort(attributes, {}, [](const pugi::xml_attribute& one) { return std::string_view(one.name()); });
    for (const pugi::xml_attribute& one : attributes) {
      node.append_copy(one);
      node.remove_attribute(one);
    }
    std::vector<pugi::xml_node> values;
    for (const pugi::xml_node child : node.children("fieldValue")) values.push_back(child);
    std::ranges::sort(values, {},
                      [](const pugi::xml_node& one) { return std::string_view(one.attribute("name").value()); });
    for (const pugi::xml_node& child : values) node.append_move(child);
    for (const pugi::xml_node child : node.children()) self(self, child);
  };
  sort(sort, document.child("X3D"));
  std::ostringstream out;
  document.save(out);
  return out.str();
}

/// A typical value of a type, as text.
std::string any_value(FieldType type) {
  if (is_multiple(type)) return "[ ]";
  switch (element_of(type)) {
    case Element::boolean:
      return "TRUE";
    case Element::string:
      return "\"\"";
    case Element::node:
      return "NULL";
    case Element::integer:
      return type == FieldType::SFImage ? "0 0 0" : "1";
    default:
      break;
  }
  std::string numbers;
  for (std::size_t i = 0; i < components_of(type); ++i) numbers += "1 ";
  return numbers;
}

/// A prototype that binds every field and event of a node type.
std::string all_of(const NodeType& type) {
  std::string interface, body;
  for (const FieldRow& row : type.rows()) {
    const bool has_value = row.access == Access::field || row.access == Access::exposed_field;
    interface += std::string(to_string(row.access)) + " " + std::string(to_string(row.type)) + " " + row.name + " " +
                 (has_value ? any_value(row.type) : "") + "\n";
    body += row.name + " IS " + row.name + "\n";
  }
  return "PROTO All" + type.name() + " [\n" + interface + "] { " + type.name() + " {\n" + body + "} }\n";
}

std::string without_lines_with(std::string_view word, const std::string& text) {
  std::istringstream lines(text);
  std::string rest;
  for (std::string line; std::getline(lines, line);)
    if (line.find(word) == line.npos) rest += line + "\n";
  return rest;
}

}  // namespace

TEST_CASE("tovrmlx3d reads the same from both encodings") {
  for (const std::string name : {"room.wrl", "shapes.wrl", "robot.wrl"}) {
    INFO(name);
    // That program knows LOD only in the form of X3D, and warns that the other file does not exist.
    const std::string text = without_lines_with("Inline", without_lines_with("LOD", file_text(name)));
    const Document document = read_vrml(text, name);
    const auto vrml = convert(to_vrml(document), ".wrl");
    const auto xml = convert(to_x3d(document), ".x3d");
    if (!vrml || !xml) return;
    CHECK(vrml->warnings == "");
    CHECK(xml->warnings == "");
    CHECK(vrml->xml.size() > 1000);
    CHECK(normal(xml->xml) == normal(vrml->xml));
  }
}

TEST_CASE("third-party programs read all RCML prototypes without a warning") {
  Document document;
  for (const NodeType* type : rcml_types()) document.add(Node(type->name()));
  add_rcml_prototypes(document);
  REQUIRE(document.statements.size() == 30);
  const std::string text = to_vrml(document);
  if (const auto vrml = convert(text, ".wrl")) {
    CHECK(vrml->warnings == "");
    const auto xml = convert(to_x3d(document), ".x3d");
    CHECK(xml->warnings == "");
    CHECK(normal(xml->xml) == normal(vrml->xml));
  }
  // Coin counts prototypes as well.
  if (const auto nodes = read_with_coin(text)) CHECK(*nodes == 30);
}

TEST_CASE("the node types of VRML97 have the fields and events that tovrmlx3d knows") {
  for (const NodeType* type : standard_types()) {
    INFO(type->name());
    const std::string proto = all_of(*type);
    CHECK(problem_of(proto).empty());
    // That program does not know LOD in this form.
    if (type->name() == "LOD") continue;
    const auto vrml = convert("#VRML V2.0 utf8\n" + proto, ".wrl");
    if (!vrml) return;
    CHECK(vrml->warnings == "");
    const auto xml = convert(to_x3d(read_body(proto)), ".x3d");
    CHECK(xml->warnings == "");
    CHECK(normal(xml->xml) == normal(vrml->xml));
  }
}

TEST_CASE("Coin reads the written files") {
  const Document shapes = read_vrml(file_text("shapes.wrl"), "shapes.wrl");
  const auto nodes = read_with_coin(to_vrml(shapes));
  if (!nodes) return;
  CHECK(*nodes == 5);
  CHECK(read_with_coin(to_vrml(read_vrml(file_text("room.wrl"), "room.wrl"))) == 17);
  CHECK(read_with_coin(to_vrml(read_vrml(file_text("robot.wrl"), "robot.wrl"))) == 5);
  CHECK(read_with_coin("#VRML V2.0 utf8\nSphere { radius }") == -1);
}
