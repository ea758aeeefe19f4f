// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/world/object_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "spark/core/log.h"

namespace sigverse {
namespace {

bool is(const pugi::xml_node& node, std::string_view name) {
  return name == node.name();
}

void add_number(ObjectPlan& object, const std::string& name, double value) {
  object.attributes.add(name, {"eye", value});
}

void add_vector(ObjectPlan& object, std::string_view name, int id, const std::vector<double>& vector) {
  for (std::size_t i = 0; i < 3; ++i) add_number(object, fmt::format("{}{}{}", name, "xyz"[i], id), vector[i]);
}

}  // namespace

const ClassPlan& ObjectReader::find_class(const XmlFile& file, const pugi::xml_node& node) {
  const std::string name = file.required(node, "class");
  try {
    return classes_.read(name, file, node);
  } catch (const MissingFile& missing) {
    if (missing_ == MissingClass::error) throw;
    return stand_in(file, node, missing.what());
  }
}

/// The replacement of a missing class: it has the attributes that every entity or agent has, and possibly the shape of
/// a file with nearly the same name.
const ClassPlan& ObjectReader::stand_in(const XmlFile& file, const pugi::xml_node& node, std::string_view why) {
  bool is_agent = node.attribute("type");
  for (const pugi::xml_node& element : node)
    is_agent =
        is_agent || is(element, "camera") || std::string_view(element.attribute("name").value()) == "implementation";
  std::string name = node.attribute("class").value();
  const auto [at, is_new] = stand_ins_.try_emplace({name, is_agent});
  ClassPlan& plan = at->second;
  if (is_new) {
    if (const ClassPlan* base = classes_.read(is_agent ? "Agent.xml" : "Entity.xml", file.folder())) plan = *base;
    plan.superclass = plan.name;
    name.erase(0, name.find_last_of("/\\") + 1);
    plan.name = std::filesystem::path(name).stem().string();
    plan.path.clear();
    if (const auto shape =
            missing_ == MissingClass::shape ? files_.find_lost_shape(plan.name, file.folder()) : std::nullopt)
      plan.x3d.push_back({{*shape, file.folder(), file.place(node)}, "", "", "", x3d::FitKind::box});
  }
  warnings_.push_back(plan.x3d.empty() ? fmt::format("{}; the object is a grey box", why)
                                       : fmt::format("{}; the object has the shape of '{}'", why,
                                                     spark::printable(plan.x3d.back().file.name, 200)));
  return plan;
}

void ObjectReader::check_name(const XmlFile& file, const pugi::xml_node& node, const std::string& name) const {
  if (name.empty()) file.fail(node, "the object has no name: <set-attr-value name=\"name\" value=\"…\"/>");
  if (name.size() > kMaxName || name.find_first_of(",:") != name.npos)
    file.fail(node, "an object cannot be called '{}': at most {} octets, no comma, no colon", spark::printable(name),
              kMaxName);
}

std::pair<ObjectPlan, const ClassPlan*> ObjectReader::read(const XmlFile& file, const pugi::xml_node& node) {
  file.warn_of_others(node, {"class", "type"}, warnings_);
  const ClassPlan& found = find_class(file, node);
  ClassPlan own = found;
  ObjectPlan object;
  object.where = file.place(node);
  object.is_wheeled = std::string_view(node.attribute("type").value()) == "Robot";
  std::vector<pugi::xml_node> cameras;
  for (const pugi::xml_node& element : file.elements(node, {"set-attr-value", "camera"})) {
    if (is(element, "camera")) {
      cameras.push_back(element);
      continue;
    }
    const std::string name = file.required(element, "name");
    if (name.size() > kMaxName) file.fail(element, "the name of an attribute is longer than {} octets", kMaxName);
    if (!own.set(name, file, element))
      file.fail(element, "'{}' is not a value of the attribute '{}'",
                spark::printable(element.attribute("value").value()), spark::printable(name));
  }
  const std::string name(own.attributes.text("name"));
  check_name(file, node, name);
  own.attributes.add("class", {"", own.name});
  own.attributes.add("superclass", {"", own.superclass});
  if (!own.attributes.find("agent")) own.attributes.add("agent", {"", false});
  object.attributes = own.attributes;
  for (const pugi::xml_node& camera : cameras) read_camera(file, camera, object);
  draw_numbers(own, object);
  object.body = bodies_.read(found, object.attributes, object.where);
  return {std::move(object), &found};
}

void ObjectReader::read_camera(const XmlFile& file, const pugi::xml_node& node, ObjectPlan& object) {
  file.warn_of_others(node, {"id", "link", "direction", "quaternion", "position", "fov", "aspectRatio"}, warnings_);
  const double number = file.number(node, "id", 1, 1, 9);
  const int id = static_cast<int>(number);
  if (id != number) file.fail(node, "the id of a camera has to be a whole number");
  if (std::ranges::find(object.cameras, id) != object.cameras.end())
    file.fail(node, "the object already has a camera {}", id);
  object.cameras.push_back(id);
  object.attributes.add(fmt::format("elnk{}", id), {"eye", node.attribute("link").as_string("body")});
  add_vector(object, "ep", id,
             node.attribute("position") ? file.numbers(node, "position", 3) : std::vector<double>{0, 0, 0});
  const auto direction =
      node.attribute("direction") ? file.numbers(node, "direction", 3) : std::vector<double>{0, 0, 1};
  if (std::ranges::all_of(direction, [](double x) { return x == 0.0; }))
    file.fail(node, "the direction of a camera has to have a length");
  add_vector(object, "ev", id, direction);
  if (node.attribute("quaternion")) {
    const auto turn = file.numbers(node, "quaternion", 4);
    double square = 0.0;
    for (const double part : turn) square += part * part;
    if (!(square >= 1e-6 && square <= 1e6)) file.fail(node, "the quaternion of a camera has to have a length");
    for (std::size_t i = 0; i < 4; ++i) add_number(object, fmt::format("qu{}{}", "wxyz"[i], id), turn[i]);
  }
  constexpr double kMin = 1e-3;
  add_number(object, fmt::format("FOV{}", id), file.number(node, "fov", 45.0, kMin, 180.0 - kMin));
  add_number(object, fmt::format("aspectRatio{}", id), file.number(node, "aspectRatio", 1.5, kMin, 1000.0));
}

void ObjectReader::draw_numbers(const ClassPlan& plan, ObjectPlan& object) {
  for (const auto& [attribute, range] : plan.drawn) {
    spark::RandomStream& stream =
        random_.stream(fmt::format("sigverse {} {}", object.attributes.text("name"), attribute));
    object.attributes.set(attribute, stream.uniform(range.first, range.second));
  }
}

}  // namespace sigverse
