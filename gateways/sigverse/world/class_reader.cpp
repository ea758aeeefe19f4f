// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/world/class_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "gateways/sigverse/world/simple_shape.h"
#include "spark/core/log.h"
#include "spark/core/number_text.h"
#include "spark/core/split.h"

namespace sigverse {
namespace {

/// "[a, b]".
std::optional<std::pair<double, double>> read_range(std::string_view text) {
  text = spark::trimmed(text);
  const auto comma = text.find(',');
  if (!text.starts_with('[') || !text.ends_with(']') || comma == text.npos) return std::nullopt;
  double low = 0.0, high = 0.0;
  if (!spark::whole_number(spark::trimmed(text.substr(1, comma - 1)), low) ||
      !spark::whole_number(spark::trimmed(text.substr(comma + 1, text.size() - comma - 2)), high))
    return std::nullopt;
  if (!std::isfinite(low) || !std::isfinite(high) || low > high) return std::nullopt;
  return std::pair(low, high);
}

AttributeValue empty_value(const XmlFile& file, const pugi::xml_node& node) {
  const std::string type = node.attribute("type").as_string("string");
  if (type == "string") return std::string();
  if (type == "double") return 0.0;
  if (type == "bool") return false;
  file.fail(node, "type=\"{}\" of <attr> has to be string, double or bool", spark::printable(type));
}

}  // namespace

bool ClassPlan::set(const std::string& of, const std::string& text) {
  const Attribute* attribute = attributes.find(of);
  if (!attribute) {
    attributes.add(of, {"", text});
    return true;
  }
  const bool is_number = std::holds_alternative<double>(attribute->value);
  drawn.erase(of);
  if (const auto range = is_number ? read_range(text) : std::nullopt) {
    drawn.emplace(of, *range);
    return reason_against_number(of, range->first).empty() && reason_against_number(of, range->second).empty();
  }
  return attributes.set_text(of, text) && (!is_number || reason_against_number(of, attributes.number(of)).empty());
}

SourceFile ClassReader::source_of(const std::string& name, const XmlFile& by, const pugi::xml_node& at) {
  auto source = files_(name, by.folder());
  if (!source) throw MissingFile(fmt::format("{}: there is no file '{}'", by.place(at), spark::printable(name, 200)));
  return std::move(*source);
}

const ClassPlan& ClassReader::read(const std::string& name, const XmlFile& by, const pugi::xml_node& at) {
  const auto known = named_.find({by.folder(), name});
  if (known != named_.end()) return *known->second;
  const ClassPlan& plan = read_named(name, by, at);
  named_.emplace(std::pair(by.folder(), name), &plan);
  return plan;
}

const ClassPlan& ClassReader::read_named(const std::string& name, const XmlFile& by, const pugi::xml_node& at) {
  const SourceFile source = source_of(name, by, at);
  const std::string place = by.place(at);
  const auto seen = std::ranges::find(chain_, source.path, &Link::path);
  if (seen != chain_.end()) {
    std::string text = source.path;
    for (auto link = seen + 1; link != chain_.end(); ++link) text += fmt::format(" → {}", link->path);
    throw WorldFileError(fmt::format("{}: a class inherits itself: {} → {}", place, text, source.path));
  }
  if (chain_.size() >= kMaxDepth)
    throw WorldFileError(fmt::format("{}: classes inherit one another more than {} deep", place, kMaxDepth));
  chain_.push_back({source.path, place});
  struct End {
    ~End() { chain.pop_back(); }
    std::vector<Link>& chain;
  } end{chain_};
  return read(source);
}

const ClassPlan* ClassReader::read(const std::string& name, const std::string& folder) {
  const auto source = files_(name, folder);
  return source ? &read(*source) : nullptr;
}

const ClassPlan& ClassReader::read(const SourceFile& source) {
  const auto known = classes_.find(source.path);
  if (known != classes_.end()) return known->second;
  const XmlFile file(source.path, source.folder, source.text);
  ClassPlan plan = read_class(file);
  return classes_.emplace(source.path, std::move(plan)).first->second;
}

ClassPlan ClassReader::read_class(const XmlFile& file) {
  const pugi::xml_node root = file.root();
  if (std::string_view(root.name()) != "define-class")
    file.fail(root, "no class file: its outermost element is <{}>, not <define-class>", spark::printable(root.name()));
  ClassPlan plan;
  if (const std::string base = root.attribute("inherit").value(); !base.empty()) {
    plan = read(base, file, root);
    plan.superclass = plan.name;
  }
  plan.path = file.path();
  plan.name = file.required(root, "name");
  if (plan.name.size() > 255 || plan.name.find_first_of(",:") != plan.name.npos)
    file.fail(root, "a class cannot be called '{}': at most 255 octets, no comma, no colon",
              spark::printable(plan.name));
  file.warn_of_others(root, {"name", "inherit"}, warnings_);
  // Shapes are not added to those of the base, but stand in their place.
  ClassPlan own;
  std::swap(own.shapes, plan.shapes);
  std::swap(own.x3d, plan.x3d);
  for (const pugi::xml_node& node :
       file.elements(root, {"attr", "set-attr-value", "body", "x3d", "simpleShape", "simpleShapeFile"}))
    read_element(file, node, plan);
  if (plan.shapes.empty()) std::swap(own.shapes, plan.shapes);
  if (plan.x3d.empty()) std::swap(own.x3d, plan.x3d);
  return plan;
}

void ClassReader::read_element(const XmlFile& file, const pugi::xml_node& node, ClassPlan& plan) {
  const std::string_view element = node.name();
  if (element == "attr") {
    read_attribute(file, node, plan);
  } else if (element == "set-attr-value") {
    const std::string name = file.required(node, "name"), value = node.attribute("value").value();
    if (!plan.set(name, value))
      file.fail(node, "'{}' is no value of the attribute '{}'", spark::printable(value), spark::printable(name));
  } else if (element == "body") {
    plan.body = file.required(node, "filename");
  } else if (element == "x3d") {
    read_x3d(file, node, plan);
  } else if (element == "simpleShape") {
    plan.shapes.push_back(read_simple_shape(file, node, warnings_));
  } else {
    read_shape_file(file, node, plan);
  }
  if (plan.shapes.size() > kMaxShapes) file.fail(node, "more than {} simple shapes", kMaxShapes);
}

void ClassReader::read_attribute(const XmlFile& file, const pugi::xml_node& node, ClassPlan& plan) {
  const std::string name = file.required(node, "name");
  if (name.size() > 255) file.fail(node, "the name of an attribute is longer than 255 octets");
  file.warn_of_others(node, {"name", "type", "group", "value"}, warnings_);
  plan.attributes.add(name, {node.attribute("group").value(), empty_value(file, node)});
  const pugi::xml_attribute value = node.attribute("value");
  if (value && !plan.set(name, value.value()))
    file.fail(node, "'{}' is no value of a {}", spark::printable(value.value()), node.attribute("type").value());
}

void ClassReader::read_x3d(const XmlFile& file, const pugi::xml_node& node, ClassPlan& plan) {
  std::string name, state, value;
  for (const pugi::xml_node& element : file.elements(node, {"filename", "state"})) {
    if (std::string_view(element.name()) == "filename") {
      name = file.text(element);
    } else {
      state = file.required(element, "name");
      value = file.required(element, "value");
    }
  }
  if (name.empty()) file.fail(node, "<x3d> needs a <filename>");
  if (plan.x3d.size() >= kMaxShapes) file.fail(node, "more than {} x3d elements", kMaxShapes);
  plan.x3d.push_back({fmt::format("{}:{}:{}", node.attribute("parts").value(), state, value), name});
}

void ClassReader::read_shape_file(const XmlFile& file, const pugi::xml_node& node, ClassPlan& plan) {
  const std::string name = node.attribute("filename") ? file.required(node, "filename") : file.text(node);
  const SourceFile source = source_of(name, file, node);
  const XmlFile shapes(source.path, source.folder, source.text);
  const pugi::xml_node root = shapes.root();
  if (std::string_view(root.name()) == "simpleShape") {
    plan.shapes.push_back(read_simple_shape(shapes, root, warnings_));
    return;
  }
  for (const pugi::xml_node& shape : shapes.elements(root, {"simpleShape"})) {
    plan.shapes.push_back(read_simple_shape(shapes, shape, warnings_));
    if (plan.shapes.size() > kMaxShapes) shapes.fail(shape, "more than {} simple shapes", kMaxShapes);
  }
}

}  // namespace sigverse
