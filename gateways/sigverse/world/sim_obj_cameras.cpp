// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "gateways/sigverse/world/sim_obj.h"

namespace sigverse {
namespace {

constexpr int kMaxCamera = 9;
constexpr std::string_view kAxes = "xyz";

}  // namespace

bool SimObj::has_camera(int id) const {
  if (id < 1 || id > kMaxCamera) return false;
  if (std::ranges::find(camera_elements_, id) != camera_elements_.end()) return true;
  return !attributes_.text(fmt::format("elnk{}", id)).empty();
}

/// Number 1 of an object that nobody gave a camera.
bool SimObj::is_view_point(int id) const {
  return id == 1 && !has_camera(1);
}

std::vector<int> SimObj::cameras() const {
  std::vector<int> ids{1};
  for (int id = 2; id <= kMaxCamera; ++id)
    if (has_camera(id)) ids.push_back(id);
  return ids;
}

/// "vpx" of the view point, "epx2" of camera 2.
std::string SimObj::camera_attribute(int id, std::string_view of_view, std::string_view of_camera, char axis) const {
  return is_view_point(id) ? fmt::format("{}{}", of_view, axis) : fmt::format("{}{}{}", of_camera, axis, id);
}

SigVector SimObj::camera_vector(int id, std::string_view of_view, std::string_view of_camera,
                                const SigVector& usual) const {
  SigVector vector = usual;
  for (std::size_t i = 0; i < 3; ++i)
    if (const auto name = camera_attribute(id, of_view, of_camera, kAxes[i]); attributes_.find(name))
      vector[i] = attributes_.number(name);
  return vector;
}

/// Its own, else that of the object.
double SimObj::camera_number(int id, const std::string& name, double usual) const {
  for (const std::string& of : {fmt::format("{}{}", name, id), name})
    if (const double number = attributes_.number(of); number > 0.0) return number;
  return usual;
}

std::optional<Camera> SimObj::camera(int id) const {
  if (!has_camera(id) && id != 1) return std::nullopt;
  Camera camera;
  camera.id = id;
  camera.link = attributes_.text(fmt::format("elnk{}", id));
  if (camera.link.empty() && !parts_.empty()) camera.link = parts_.front().name;
  camera.place = camera_vector(id, "vp", "ep", {});
  // Nought in all directions, as attributes are that nobody has set, is none.
  const SigVector direction = camera_vector(id, "vv", "ev", camera.direction);
  if (direction != SigVector{}) camera.direction = direction;
  const std::string w = fmt::format("quw{}", id);
  if (attributes_.find(w))
    camera.turn =
        SigQuaternion{attributes_.number(w), attributes_.number(fmt::format("qux{}", id)),
                      attributes_.number(fmt::format("quy{}", id)), attributes_.number(fmt::format("quz{}", id))};
  camera.fov = camera_number(id, "FOV", camera.fov);
  camera.aspect_ratio = camera_number(id, "aspectRatio", camera.aspect_ratio);
  return camera;
}

void SimObj::assign_or_add(const std::string& name, std::string_view group, double value) {
  if (attributes_.set(name, value)) return;
  attributes_.add(name, {std::string(group), value});
}

bool SimObj::set_camera_vector(int id, std::string_view of_view, std::string_view of_camera, const SigVector& value) {
  if (!has_camera(id) && id != 1) return refuse("it has no such camera");
  for (std::size_t i = 0; i < 3; ++i)
    assign_or_add(camera_attribute(id, of_view, of_camera, kAxes[i]), is_view_point(id) ? "viewpoint" : "eye",
                  value[i]);
  return true;
}

bool SimObj::set_camera_position(int id, const SigVector& place) {
  return check(place, kMaxCoordinate, "a coordinate has to be a number from -1e6 to 1e6 cm") &&
         set_camera_vector(id, "vp", "ep", place);
}

bool SimObj::set_camera_direction(int id, const SigVector& direction) {
  if (!check(direction, kMaxCoordinate, "a direction has to be three numbers from -1e6 to 1e6")) return false;
  if (spark::length({direction[0], direction[1], direction[2]}) < 1e-6)
    return refuse("a direction has to have a length");
  if (!set_camera_vector(id, "vv", "ev", direction)) return false;
  // From now on the direction counts, not the quaternion that the world file may have given.
  for (const char axis : {'w', 'x', 'y', 'z'}) attributes_.remove(fmt::format("qu{}{}", axis, id));
  return true;
}

bool SimObj::set_camera_number(int id, const std::string& name, double value) {
  if (!has_camera(id) && id != 1) return refuse("it has no such camera");
  assign_or_add(is_view_point(id) ? name : fmt::format("{}{}", name, id), "eye", value);
  return true;
}

bool SimObj::set_camera_fov(int id, double degrees) {
  if (!(degrees > 0.0 && degrees < 180.0)) return refuse("a field of view has to be above 0 and below 180 degrees");
  return set_camera_number(id, "FOV", degrees);
}

bool SimObj::set_camera_aspect_ratio(int id, double ratio) {
  if (!(ratio > 0.0 && ratio <= 1000.0)) return refuse("an aspect ratio has to be above 0 and at most 1000");
  return set_camera_number(id, "aspectRatio", ratio);
}

}  // namespace sigverse
