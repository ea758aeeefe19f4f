// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <set>

#include "gateways/rctp/rcml/node_reader.h"
#include "gateways/rctp/rcml/object_reader.h"
#include "gateways/rctp/rcml/robot_sheet.h"
#include "spark/x3d/rcml_nodes.h"
#include "spark/x3d/read_error.h"

namespace rcml {
namespace {

constexpr std::string_view kRobot = "RCML_Robot";

const x3d::Nodes& nodes_in(const x3d::Node& node, std::string_view field) {
  static const x3d::Nodes none;
  const x3d::Field* given = node.find(field);
  return given && given->value.has_value() ? given->value.nodes() : none;
}

class RobotReader {
 public:
  RobotReader(const x3d::Node& robot, std::string_view file) : robot_(robot), file_(file) {}

  RobotSheet read() {
    sheet_.name = NodeReader(robot_, file_).string("name");
    // The server is read first, wherever it is: its address is needed to recognise addresses below it.
    for (const x3d::Node& node : nodes_in(robot_, "children"))
      if (node.type == "RCML_Server") read_server(node);
    for (const x3d::Node& node : nodes_in(robot_, "children")) read_part(node);
    return std::move(sheet_);
  }

 private:
  void read_server(const x3d::Node& node) {
    const NodeReader reader(node, file_);
    sheet_.os = reader.string("os");
    sheet_.software = reader.string("serversoft");
    const x3d::Strings urls = reader.strings("url");
    if (!urls.empty()) sheet_.address = urls[0];
    const std::string language = reader.string("language");
    if (language != x3d::kRcmlLanguage)
      reader.fail("language", fmt::format("the language is '{}', not '{}'", language, x3d::kRcmlLanguage));
  }

  void read_part(const x3d::Node& node) {
    if (node.is_use()) x3d::refuse(file_, node.place, "USE cannot stand for a part of a robot");
    if (node.type == "RCML_ControlInput" || node.type == "RCML_ControlOutput") return read_control(node);
    if (node.type.ends_with("Data") && x3d::find_rcml_type(node.type))
      x3d::refuse(file_, node.place, fmt::format("{} belongs in {}", node.type, without_data(node.type)));
    if (object_kind(node.type)) return read_one(node);
    if (node.type == kRobot) x3d::refuse(file_, node.place, "a robot cannot contain another robot");
    // Server, client and shapes of the robot are ignored here.
  }

  void read_control(const x3d::Node& node) {
    const NodeReader reader(node, file_);
    if (reader.string("byteOrder") != "BIG_ENDIAN") reader.fail("byteOrder", "byteOrder has to be \"BIG_ENDIAN\"");
    for (const x3d::Node& child : nodes_in(node, "children")) {
      if (child.is_use()) x3d::refuse(file_, child.place, "USE cannot stand for a part of a robot");
      if (without_data(child.type) != node.type)
        x3d::refuse(file_, child.place, fmt::format("{} does not belong in {}", child.type, node.type));
      read_one(child);
    }
  }

  static std::string_view without_data(std::string_view type) {
    constexpr std::string_view kData = "Data";
    if (type.ends_with(kData)) type.remove_suffix(kData.size());
    return type;
  }

  void read_one(const x3d::Node& node) {
    const NodeReader reader(node, file_);
    Object object = read_object(reader, *object_kind(node.type), file_address(sheet_.address));
    // An empty name is allowed: papers describe robots with one unnamed camera.
    if (!object.name.empty() && !names_.insert(object.name).second)
      reader.fail("name", fmt::format("there are two objects called '{}'", object.name));
    if (sheet_.objects.size() == rctp::kMaxObjects)
      reader.fail("name", fmt::format("there are more than {} objects", rctp::kMaxObjects));
    if (object.kind == Object::Kind::binary_input && object.bits == 0) sheet_.node_names = reader.strings("nodeName");
    sheet_.objects.push_back(std::move(object));
  }

  const x3d::Node& robot_;
  std::string_view file_;
  RobotSheet sheet_;
  std::set<std::string> names_;
};

const x3d::Node* find_robot(const x3d::Node& node) {
  if (node.type == kRobot) return &node;
  for (const x3d::Field& field : node.fields)
    if (const auto* nodes = std::get_if<x3d::Nodes>(&field.value.data))
      for (const x3d::Node& child : *nodes)
        if (const x3d::Node* robot = find_robot(child)) return robot;
  return nullptr;
}

}  // namespace

RobotSheet read_robot(const x3d::Node& robot, std::string_view file) {
  return RobotReader(robot, file).read();
}

const x3d::Node* find_robot(const x3d::Document& document) {
  for (const x3d::Statement& statement : document.statements)
    if (const auto* node = std::get_if<x3d::Node>(&statement.what))
      if (const x3d::Node* robot = find_robot(*node)) return robot;
  return nullptr;
}

}  // namespace rcml
