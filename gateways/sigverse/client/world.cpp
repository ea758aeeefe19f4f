// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/client/world.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "gateways/sigverse/sight/turns.h"

namespace sigverse::client {
namespace {

using sight::operator+;

[[noreturn]] void fail(const std::string& line) {
  throw std::runtime_error(line);
}

/// The rotation that first applies b, then a.
sight::Quaternion product(const sight::Quaternion& a, const sight::Quaternion& b) {
  return {a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3], a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
          a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1], a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
}

Part part_of(const wire::PartRecord& record) {
  Part part;
  part.id = record.id;
  part.name = record.name;
  part.place = record.place;
  part.turn = record.turn;
  part.kind = record.shape;
  part.size = record.size;
  return part;
}

/// Whether the record is a valid part with a shape.
bool is_part(const wire::PartRecord& record) {
  return sight::axes_of(record.turn) && sight::Solid::of(shape_of(part_of(record)));
}

bool is_value(const wire::AttributeRecord& attribute) {
  const auto* const number = std::get_if<double>(&attribute.value);
  return !number || std::isfinite(*number);
}

Attribute attribute_of(const wire::AttributeRecord& record) {
  Attribute attribute{std::string(record.name), std::string(record.group), {}};
  if (const auto* const text = std::get_if<std::string_view>(&record.value))
    attribute.value = std::string(*text);
  else if (const auto* const flag = std::get_if<bool>(&record.value))
    attribute.value = *flag;
  else
    attribute.value = std::get<double>(record.value);
  return attribute;
}

/// Servers send them sorted; of several with the same name the first one counts.
void sort_by_name(std::vector<Attribute>& attributes) {
  const auto before = [](const Attribute& a, const Attribute& b) { return a.name < b.name; };
  if (!std::is_sorted(attributes.begin(), attributes.end(), before))
    std::stable_sort(attributes.begin(), attributes.end(), before);
  const auto end = std::unique(attributes.begin(), attributes.end(),
                               [](const Attribute& a, const Attribute& b) { return a.name == b.name; });
  attributes.erase(end, attributes.end());
}

/// A vector of a camera, "epx2" for camera 2. Camera 1 is the view point ("vpx") if its attributes name no part.
sight::Vector camera_vector(const Object& object, const std::string& prefix, const std::string& number,
                            const sight::Vector& otherwise = {}) {
  return {object.number(prefix + "x" + number, otherwise[0]), object.number(prefix + "y" + number, otherwise[1]),
          object.number(prefix + "z" + number, otherwise[2])};
}

double positive(const Object& object, const std::string& name, const std::string& number, double otherwise) {
  for (const std::string& attribute : {name + number, name})
    if (const double value = object.number(attribute); value > 0.0) return value;
  return otherwise;
}

/// The frame to which a camera is fixed. If the object has only one part, all cameras are on it, whatever part they
/// name. The part `body` may have no shape; its frame is that of the object.
void mount(const Object& object, std::string_view link, sight::MountedCamera& camera) {
  const Part* const named = object.parts.size() == 1 ? &object.parts.front() : object.find_part(link);
  if (named) {
    camera.part_place = named->place;
    camera.part_turn = named->turn;
  } else if (link == "body") {
    camera.part_place = camera_vector(object, "", "");
    camera.part_turn = {object.number("qw", 1.0), object.number("qx"), object.number("qy"), object.number("qz")};
  } else {
    fail("the part '" + std::string(link) + "', which carries a camera of '" + object.name + "', does not exist");
  }
}

sight::MountedCamera find_camera(const Object& object, int id) {
  const std::string number = std::to_string(id);
  const std::string_view link = object.text("elnk" + number);
  if (id < 1 || id > 9 || (id != 1 && link.empty())) fail("'" + object.name + "' has no camera " + number);
  const bool is_view_point = link.empty();
  sight::MountedCamera camera;
  mount(object, is_view_point ? "body" : link, camera);
  camera.place = camera_vector(object, is_view_point ? "vp" : "ep", is_view_point ? "" : number);
  const auto direction =
      camera_vector(object, is_view_point ? "vv" : "ev", is_view_point ? "" : number, camera.direction);
  if (direction != sight::Vector{}) camera.direction = direction;
  const Attribute* const turn = object.find("quw" + number);
  if (turn && !std::holds_alternative<std::string>(turn->value))
    camera.turn = {object.number("quw" + number), object.number("qux" + number), object.number("quy" + number),
                   object.number("quz" + number)};
  camera.fov = positive(object, "FOV", number, camera.fov);
  camera.aspect_ratio = positive(object, "aspectRatio", number, camera.aspect_ratio);
  return camera;
}

}  // namespace

const Attribute* Object::find(std::string_view attribute) const {
  const auto found =
      std::lower_bound(attributes.begin(), attributes.end(), attribute,
                       [](const Attribute& each, std::string_view wanted) { return each.name < wanted; });
  return found != attributes.end() && found->name == attribute ? &*found : nullptr;
}

double Object::number(std::string_view attribute, double otherwise) const {
  const Attribute* const found = find(attribute);
  if (!found) return otherwise;
  if (const auto* const number = std::get_if<double>(&found->value)) return *number;
  const auto* const flag = std::get_if<bool>(&found->value);
  return flag ? (*flag ? 1.0 : 0.0) : otherwise;
}

std::string_view Object::text(std::string_view attribute) const {
  const Attribute* const found = find(attribute);
  const auto* const text = found ? std::get_if<std::string>(&found->value) : nullptr;
  return text ? std::string_view(*text) : std::string_view();
}

const Part* Object::find_part(std::string_view part) const {
  const auto found = std::find_if(parts.begin(), parts.end(), [part](const Part& each) { return each.name == part; });
  return found == parts.end() ? nullptr : &*found;
}

const Object* World::find(std::string_view name) const {
  const auto found =
      std::find_if(objects.begin(), objects.end(), [name](const Object& object) { return object.name == name; });
  return found == objects.end() ? nullptr : &*found;
}

Object object_of(const wire::ObjectRecord& record, std::size_t& left_out) {
  Object object;
  object.id = record.id;
  object.name = record.name;
  object.class_name = record.class_name;
  object.attached = record.attached;
  object.operations = record.operations;
  object.attributes.reserve(record.attributes.size());
  for (const wire::AttributeRecord& attribute : record.attributes)
    if (is_value(attribute)) object.attributes.push_back(attribute_of(attribute));
  object.parts.reserve(record.parts.size());
  for (const wire::PartRecord& part : record.parts)
    if (is_part(part)) object.parts.push_back(part_of(part));
  left_out = record.attributes.size() - object.attributes.size() + record.parts.size() - object.parts.size();
  sort_by_name(object.attributes);
  return object;
}

Object object_of(const wire::ObjectRecord& record) {
  std::size_t left_out = 0;
  return object_of(record, left_out);
}

wire::ObjectRecord record_of(const Object& object) {
  wire::ObjectRecord record;
  record.id = object.id;
  record.name = object.name;
  record.class_name = object.class_name;
  record.attached = object.attached;
  record.operations = object.operations;
  record.attributes.reserve(object.attributes.size());
  for (const Attribute& attribute : object.attributes) {
    wire::AttributeRecord& entry = record.attributes.emplace_back();
    entry.name = attribute.name;
    entry.group = attribute.group;
    if (const auto* const text = std::get_if<std::string>(&attribute.value))
      entry.value = std::string_view(*text);
    else if (const auto* const flag = std::get_if<bool>(&attribute.value))
      entry.value = *flag;
    else
      entry.value = std::get<double>(attribute.value);
  }
  record.parts.reserve(object.parts.size());
  for (const Part& part : object.parts)
    record.parts.push_back({part.id, part.kind, part.name, part.place, part.turn, part.size});
  return record;
}

sight::Quaternion unit(const sight::Quaternion& turn) {
  const double length = std::hypot(std::hypot(turn[0], turn[1]), std::hypot(turn[2], turn[3]));
  return {turn[0] / length, turn[1] / length, turn[2] / length, turn[3] / length};
}

sight::Shape shape_of(const Part& part) {
  using Kind = sight::Shape::Kind;
  sight::Shape shape;
  shape.kind = part.kind == wire::PartShape::box        ? Kind::box
               : part.kind == wire::PartShape::cylinder ? Kind::cylinder
                                                        : Kind::sphere;
  shape.centre = part.place;
  if (const auto axes = sight::axes_of(part.turn)) shape.centre = part.place + axes->outside(part.shape_place);
  shape.turn = product(unit(part.turn), unit(part.shape_turn));
  shape.size = part.size;
  return shape;
}

sight::Scene scene_of(const World& world) {
  sight::Scene scene;
  std::vector<sight::Shape> shapes;
  for (const Object& object : world.objects) {
    shapes.clear();
    for (const Part& part : object.parts) shapes.push_back(shape_of(part));
    scene.add(object.name, shapes);
  }
  return scene;
}

sight::View view_of(const Object& object, int camera) {
  sight::View view;
  const std::string_view problem = sight::find_view(find_camera(object, camera), view);
  if (!problem.empty())
    fail("camera " + std::to_string(camera) + " of '" + object.name + "' sees nothing: " + std::string(problem));
  return view;
}

}  // namespace sigverse::client
