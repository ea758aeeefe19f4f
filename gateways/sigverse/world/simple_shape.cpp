// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/world/simple_shape.h"

#include <string_view>

#include "spark/core/log.h"

namespace sigverse {
namespace {

constexpr double kMaxPlace = 1e5;
constexpr double kMinLength = 1e-3, kMaxLength = 1e5;

double length(const XmlFile& file, const pugi::xml_node& node, const char* name, const char* other = nullptr) {
  const char* written = other && node.attribute(other) ? other : name;
  file.required(node, written);
  return file.number(node, written, 0.0, kMinLength, kMaxLength);
}

PartView::Shape kind_of(const XmlFile& file, const pugi::xml_node& node) {
  const std::string type = file.required(node, "type");
  if (type == "box") return PartView::Shape::box;
  if (type == "cylinder") return PartView::Shape::cylinder;
  if (type == "sphere") return PartView::Shape::sphere;
  file.fail(node, "type=\"{}\" of <simpleShape> has to be box, cylinder or sphere", spark::printable(type));
}

SigVector size_of(const XmlFile& file, const pugi::xml_node& node, PartView::Shape kind) {
  switch (kind) {
    case PartView::Shape::box:
      return {length(file, node, "sx"), length(file, node, "sy"), length(file, node, "sz")};
    case PartView::Shape::cylinder:
      return {length(file, node, "r", "radius"), length(file, node, "h", "height"), 0.0};
    case PartView::Shape::sphere:
      break;
  }
  return {length(file, node, "r", "radius"), 0.0, 0.0};
}

}  // namespace

SimpleShape read_simple_shape(const XmlFile& file, const pugi::xml_node& node, std::vector<std::string>& warnings) {
  SimpleShape shape;
  shape.kind = kind_of(file, node);
  file.warn_of_others(node, {"type"}, warnings);
  bool has_size = false;
  for (const pugi::xml_node& element : file.elements(node, {"position", "size"})) {
    if (std::string_view(element.name()) == "size") {
      shape.size = size_of(file, element, shape.kind);
      has_size = true;
    } else {
      for (std::size_t i = 0; i < 3; ++i) {
        constexpr const char* kAxes[] = {"x", "y", "z"};
        shape.place[i] = file.number(element, kAxes[i], 0.0, -kMaxPlace, kMaxPlace);
      }
    }
  }
  if (!has_size) file.fail(node, "a simple shape needs a <size>");
  return shape;
}

}  // namespace sigverse
