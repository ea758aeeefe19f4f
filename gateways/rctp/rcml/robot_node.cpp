// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include "gateways/rctp/rcml/robot_sheet.h"
#include "spark/x3d/rcml_nodes.h"

namespace rcml {
namespace {

using x3d::Node;

constexpr std::string_view kRctp = "rctp://", kHttp = "http://";

float as_float(double value) {
  constexpr double kMax = std::numeric_limits<float>::max();
  return static_cast<float>(std::clamp(value, -kMax, kMax));
}

std::int64_t as_integer(std::size_t value) {
  return static_cast<std::int64_t>(std::min<std::size_t>(value, std::numeric_limits<std::int32_t>::max()));
}

x3d::Floats floats_of(const Object& object, double Object::Parameter::*field) {
  x3d::Floats values;
  for (const Object::Parameter& parameter : object.parameters) values.push_back(as_float(parameter.*field));
  return values;
}

x3d::Strings strings_of(const Object& object, std::string Object::Parameter::*field) {
  x3d::Strings values;
  for (const Object::Parameter& parameter : object.parameters) values.push_back(parameter.*field);
  return values;
}

/// The type of each parameter, or a single one if all parameters have the same type.
x3d::Strings types_of(const Object& object) {
  x3d::Strings types;
  for (const Object::Parameter& parameter : object.parameters) types.emplace_back(to_string(parameter.type));
  if (std::ranges::adjacent_find(types, std::ranges::not_equal_to()) == types.end() && types.size() > 1)
    types.resize(1);
  return types;
}

Node control_data(const Object& object) {
  const auto any = [&](auto&& condition) { return std::ranges::any_of(object.parameters, condition); };
  Node node(object.is_output() ? "RCML_ControlOutputData" : "RCML_ControlInputData");
  node.set("name", object.name).set("parameters", object.parameters.size());
  node.set("parameterName", strings_of(object, &Object::Parameter::name)).set("dataType", types_of(object));
  if (any([](const Object::Parameter& one) { return !one.unit.empty(); }))
    node.set("unit", strings_of(object, &Object::Parameter::unit));
  if (any([](const Object::Parameter& one) { return std::isfinite(one.min); }))
    node.set("minValue", floats_of(object, &Object::Parameter::min));
  if (any([](const Object::Parameter& one) { return std::isfinite(one.max); }))
    node.set("maxValue", floats_of(object, &Object::Parameter::max));
  if (object.is_output() || any([](const Object::Parameter& one) { return one.neutral != 0.0; }))
    node.set("neutralValue", floats_of(object, &Object::Parameter::neutral));
  // Fields that determine the layout of records are written even if they have their defaults, to help authors of
  // clients.
  node.set("timeStamp", object.time_stamp).set("dataMask", object.data_mask);
  node.set("trigger", object.trigger).set("rate", as_float(object.rate));
  if (!object.standard.empty()) node.set("standard", object.standard);
  if (!object.translators.empty()) node.set("translator", object.translators);
  return node;
}

Node media(const Object& object, const RobotSheet& robot) {
  const std::string_view way = object.is_output() ? "Output" : "Input";
  Node node(std::string(object.is_video() ? "RCML_Video" : "RCML_Audio").append(way));
  node.set("name", object.name);
  if (object.is_video()) {
    node.set("width", object.width).set("height", object.height);
    node.set("frameRate", as_float(object.frame_rate)).set("fieldOfView", as_float(object.field_of_view));
  } else {
    node.set("sampleRate", object.sample_rate).set("channels", object.channels);
  }
  node.set("encoding", object.encoding);
  const bool is_absolute = object.address.find("://") != std::string::npos;
  if (is_absolute)
    node.set("url", object.address);
  else if (!object.address.empty())
    node.set("url", file_address(robot.address) + object.address);
  return node;
}

Node text(const Object& object) {
  Node node(object.is_output() ? "RCML_TextOutput" : "RCML_TextInput");
  return node.set("name", object.name)
      .set("maxLength", as_integer(object.max_length))
      .set("timeStamp", object.time_stamp);
}

Node binary(const Object& object, const RobotSheet& robot) {
  Node node(object.is_output() ? "RCML_BinaryOutput" : "RCML_BinaryInput");
  node.set("name", object.name).set("bits", as_integer(object.bits));
  node.set("timeStamp", object.time_stamp).set("trigger", object.trigger);
  if (!object.is_output() && object.bits == 0 && !robot.node_names.empty()) node.set("nodeName", robot.node_names);
  return node;
}

Node other_object(const Object& object, const RobotSheet& robot) {
  if (!object.has_records()) return media(object, robot);
  return object.is_text() ? text(object) : binary(object, robot);
}

}  // namespace

std::string rctp_address(std::string_view host, std::string_view robot) {
  return std::string(kRctp).append(host).append("/").append(robot);
}

std::string file_address(std::string_view rctp_address) {
  if (!rctp_address.starts_with(kRctp)) return {};
  return std::string(kHttp).append(rctp_address.substr(kRctp.size())).append("/");
}

Node robot_node(const RobotSheet& robot) {
  std::vector<const Object*> sorted;
  for (const Object& object : robot.objects) sorted.push_back(&object);
  std::ranges::stable_sort(sorted, {}, &Object::kind);

  Node node("RCML_Robot");
  node.set("name", robot.name);
  Node server("RCML_Server");
  server.set("language", x3d::kRcmlLanguage).set("os", robot.os).set("serversoft", robot.software);
  if (!robot.address.empty()) server.set("url", robot.address);
  node.add(std::move(server));
  node.add(Node("RCML_Client"));
  for (auto object = sorted.begin(); object != sorted.end();) {
    if (!(*object)->is_control()) {
      node.add(other_object(**object++, robot));
      continue;
    }
    // All objects of one kind are in one node.
    const Object::Kind kind = (*object)->kind;
    Node control((*object)->is_output() ? "RCML_ControlOutput" : "RCML_ControlInput");
    for (; object != sorted.end() && (*object)->kind == kind; ++object) control.add(control_data(**object));
    node.add(std::move(control));
  }
  return node;
}

}  // namespace rcml
