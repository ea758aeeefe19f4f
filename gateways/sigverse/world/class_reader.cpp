// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/world/class_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "spark/core/log.h"
#include "spark/core/split.h"

namespace sigverse {
namespace {

/// Reads "[a, b]".
Reading read_range(std::string_view text, std::pair<double, double>& range) {
  text = spark::trimmed(text);
  const auto comma = text.find(',');
  if (!text.starts_with('[') || !text.ends_with(']') || comma == text.npos) return Reading::nothing;
  const Reading low = read_number(text.substr(1, comma - 1), range.first);
  const Reading high = read_number(text.substr(comma + 1, text.size() - comma - 2), range.second);
  if (low == Reading::nothing || high == Reading::nothing || range.first > range.second) return Reading::nothing;
  return low == Reading::wholly ? high : low;
}

std::string shown(const AttributeValue& value) {
  if (const bool* on = std::get_if<bool>(&value)) return *on ? "true" : "false";
  if (const double* number = std::get_if<double>(&value)) return fmt::format("{}", *number);
  return std::get<std::string>(value);
}

AttributeValue empty_value(const XmlFile& file, const pugi::xml_node& node) {
  const std::string type = node.attribute("type").as_string("string");
  if (type == "string") return std::string();
  if (type == "double") return 0.0;
  if (type == "bool") return false;
  file.fail(node, "type=\"{}\" of <attr> has to be string, double or bool", spark::printable(type));
}

x3d::FitKind fit_of(const XmlFile& file, const pugi::xml_node& node) {
  const std::string fit = node.attribute("fit").as_string("box");
  if (fit == "box") return x3d::FitKind::box;
  if (fit == "cylinder") return x3d::FitKind::cylinder;
  if (fit == "sphere") return x3d::FitKind::sphere;
  file.fail(node, "fit=\"{}\" of <x3d> has to be box, cylinder or sphere", spark::printable(fit));
}

constexpr double kMaxPlace = 1e5;
constexpr double kMinLength = 1e-3, kMaxLength = 1e5;

double length(const XmlFile& file, const pugi::xml_node& node, const char* name, const char* other = nullptr) {
  const char* written = other && node.attribute(other) ? other : name;
  file.required(node, written);
  return file.number(node, written, 0.0, kMinLength, kMaxLength);
}

ShapeKind kind_of(const XmlFile& file, const pugi::xml_node& node) {
  const std::string type = file.required(node, "type");
  if (type == "box") return ShapeKind::box;
  if (type == "cylinder") return ShapeKind::cylinder;
  if (type == "sphere") return ShapeKind::sphere;
  file.fail(node, "type=\"{}\" of <simpleShape> has to be box, cylinder or sphere", spark::printable(type));
}

SigVector size_of(const XmlFile& file, const pugi::xml_node& node, ShapeKind kind) {
  switch (kind) {
    case ShapeKind::box:
      return {length(file, node, "sx"), length(file, node, "sy"), length(file, node, "sz")};
    case ShapeKind::cylinder:
      return {length(file, node, "r", "radius"), length(file, node, "h", "height"), 0.0};
    case ShapeKind::sphere:
      break;
  }
  return {length(file, node, "r", "radius"), 0.0, 0.0};
}

/// Reads a `simpleShape` element: `<simpleShape type="box"><position x y z/><size sx sy sz/></simpleShape>`; a cylinder
/// has `r` and `h`, a sphere `r`. Lengths are above 0 and at most 1e5 cm.
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

}  // namespace

bool ClassPlan::set(const std::string& of, const XmlFile& file, const pugi::xml_node& node) {
  const std::string text = node.attribute("value").value();
  const Attribute* attribute = attributes.find(of);
  if (!attribute) {
    attributes.add(of, {"", text});
    return true;
  }
  const bool is_number = std::holds_alternative<double>(attribute->value);
  drawn.erase(of);
  std::pair<double, double> range;
  const Reading as_range = is_number ? read_range(text, range) : Reading::nothing;
  if (as_range != Reading::nothing) {
    drawn.emplace(of, range);
    if (as_range == Reading::partly)
      file.warn_of_value(node, of, text, fmt::format("[{}, {}]", range.first, range.second));
    return reason_against_number(of, range.first).empty() && reason_against_number(of, range.second).empty();
  }
  const Reading reading = attributes.set_text(of, text);
  if (reading == Reading::partly) file.warn_of_value(node, of, text, shown(attribute->value));
  return reading != Reading::nothing && (!is_number || reason_against_number(of, attributes.number(of)).empty());
}

SourceFile ClassReader::source_of(const std::string& name, const XmlFile& by, const pugi::xml_node& at) {
  auto source = files_.read(name, by.folder());
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
  const auto source = files_.read(name, folder);
  return source ? &read(*source) : nullptr;
}

const ClassPlan& ClassReader::read(const SourceFile& source) {
  const auto known = classes_.find(source.path);
  if (known != classes_.end()) return known->second;
  const XmlFile file(source.path, source.folder, source.text, warnings_);
  ClassPlan plan = read_class(file);
  return classes_.emplace(source.path, std::move(plan)).first->second;
}

ClassPlan ClassReader::read_class(const XmlFile& file) {
  const pugi::xml_node root = file.root();
  if (std::string_view(root.name()) != "define-class")
    file.fail(root, "not a class file: its outermost element is <{}>, not <define-class>",
              spark::printable(root.name()));
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
  // Shapes replace those of the base class.
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
    const std::string name = file.required(node, "name");
    if (!plan.set(name, file, node))
      file.fail(node, "'{}' is not a value of the attribute '{}'", spark::printable(node.attribute("value").value()),
                spark::printable(name));
  } else if (element == "body") {
    plan.body = NamedFile{file.required(node, "filename"), file.folder(), file.place(node)};
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
  if (value && !plan.set(name, file, node))
    file.fail(node, "'{}' is not a value of type {}", spark::printable(value.value()), node.attribute("type").value());
}

void ClassReader::read_x3d(const XmlFile& file, const pugi::xml_node& node, ClassPlan& plan) {
  file.warn_of_others(node, {"parts", "fit"}, warnings_);
  ClassShape shape;
  shape.parts = node.attribute("parts").value();
  shape.fit = fit_of(file, node);
  shape.file = {"", file.folder(), file.place(node)};
  for (const pugi::xml_node& element : file.elements(node, {"filename", "state"})) {
    if (std::string_view(element.name()) == "filename") {
      shape.file.name = file.text(element);
    } else {
      shape.state = file.required(element, "name");
      shape.value = file.required(element, "value");
    }
  }
  if (shape.file.name.empty()) file.fail(node, "<x3d> needs a <filename>");
  if (plan.x3d.size() >= kMaxShapes) file.fail(node, "more than {} x3d elements", kMaxShapes);
  plan.x3d.push_back(std::move(shape));
}

void ClassReader::read_shape_file(const XmlFile& file, const pugi::xml_node& node, ClassPlan& plan) {
  const std::string name = node.attribute("filename") ? file.required(node, "filename") : file.text(node);
  const SourceFile source = source_of(name, file, node);
  const XmlFile shapes(source.path, source.folder, source.text, warnings_);
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
