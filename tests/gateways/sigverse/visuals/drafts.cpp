// SPDX-License-Identifier: Apache-2.0
#include "tests/gateways/sigverse/visuals/drafts.h"

#include <fmt/format.h>

#include <numbers>
#include <utility>

namespace sigverse::visuals::reference {
namespace {

wire::AttributeRecord attribute_record(const std::string& name, const std::variant<std::string, double, bool>& value) {
  wire::AttributeRecord record{name, "", 0.0};
  if (const auto* text = std::get_if<std::string>(&value))
    record.value = std::string_view(*text);
  else if (const auto* number = std::get_if<double>(&value))
    record.value = *number;
  else
    record.value = std::get<bool>(value);
  return record;
}

wire::ObjectRecord object_record(const Draft& draft, std::uint32_t id) {
  wire::ObjectRecord record;
  record.id = id;
  record.name = draft.name;
  record.class_name = draft.class_name;
  for (const auto& [name, value] : draft.attributes) record.attributes.push_back(attribute_record(name, value));
  for (const DraftPart& part : draft.parts)
    record.parts.push_back(
        {static_cast<std::uint32_t>(record.parts.size() + 1), part.shape, part.name, part.place, part.turn, part.size});
  return record;
}

std::string words_of(const wire::Triple& v) {
  return fmt::format("{} {} {}", v[0], v[1], v[2]);
}

}  // namespace

Draft& Draft::put(const wire::Triple& place, const wire::Quad& turn) {
  constexpr std::array kPlace{"x", "y", "z"}, kTurn{"qx", "qy", "qz"};
  set("qw", turn[0]);
  for (std::size_t i = 0; i < 3; ++i) set(kPlace[i], place[i]).set(kTurn[i], turn[i + 1]);
  return *this;
}

Draft& Draft::scale(const wire::Triple& factors) {
  return set("scalex", factors[0]).set("scaley", factors[1]).set("scalez", factors[2]);
}

Draft& Draft::set(const std::string& attribute, std::variant<std::string, double, bool> value) {
  attributes[attribute] = std::move(value);
  return *this;
}

Draft& Draft::add_camera(int id, const std::string& link, const Camera& camera) {
  const std::string number = std::to_string(id);
  constexpr std::array kAxes{"x", "y", "z"};
  set("elnk" + number, link).set("FOV" + number, camera.fov).set("aspectRatio" + number, camera.aspect_ratio);
  if (camera.quaternion) set("quw" + number, (*camera.quaternion)[0]);
  for (std::size_t i = 0; i < 3; ++i) {
    set(std::string("ep") + kAxes[i] + number, camera.position[i]);
    set(std::string("ev") + kAxes[i] + number, camera.direction[i]);
    if (camera.quaternion) set(std::string("qu") + kAxes[i] + number, (*camera.quaternion)[i + 1]);
  }
  return *this;
}

Draft draft_of(const std::string& name, const std::string& class_name, const DraftPart& part) {
  Draft draft{name, class_name, {part}};
  return draft.put(part.place, part.turn).scale({1.0, 1.0, 1.0});
}

client::World world_of(const std::vector<Draft>& drafts) {
  client::World world;
  for (const Draft& draft : drafts)
    world.objects.push_back(
        client::object_of(object_record(draft, static_cast<std::uint32_t>(world.objects.size() + 1))));
  return world;
}

std::string glowing(const Colour& colour, const std::string& geometry) {
  const auto share = [&](std::size_t i) { return colour[i] / 255.0; };
  return fmt::format(
      "Shape {{ appearance Appearance {{ material Material {{ diffuseColor 0 0 0 emissiveColor {} {} {} }} }}\n"
      "  geometry {} }}\n",
      share(0), share(1), share(2), geometry);
}

std::string moved(const wire::Triple& place, const std::string& shapes, const wire::Triple& axis, double degrees) {
  return fmt::format("Transform {{ translation {} rotation {} {} children [\n{}] }}\n", words_of(place), words_of(axis),
                     degrees * std::numbers::pi / 180.0, shapes);
}

std::string vrml_file(const std::string& shapes) {
  return "#VRML V2.0 utf8\n" + shapes;
}

}  // namespace sigverse::visuals::reference
