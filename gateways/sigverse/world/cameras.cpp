// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/world/cameras.h"

#include <fmt/format.h>

#include <algorithm>

#include "spark/core/vec3.h"

namespace sigverse {
namespace {

constexpr int kMaxCamera = 9;
constexpr std::string_view kCameraAxes = "xyz";
constexpr std::string_view kNoSuchCamera = "it has no such camera";

}  // namespace

bool Cameras::has_own(int id) const {
  if (id < 1 || id > kMaxCamera) return false;
  if (std::ranges::find(elements_, id) != elements_.end()) return true;
  return !attributes_.text(fmt::format("elnk{}", id)).empty();
}

bool Cameras::is_view_point(int id) const {
  return id == 1 && !has_own(1);
}

std::vector<int> Cameras::ids() const {
  std::vector<int> ids{1};
  for (int id = 2; id <= kMaxCamera; ++id)
    if (has_own(id)) ids.push_back(id);
  return ids;
}

/// "vpx" for the view point, "epx2" for camera 2.
std::string Cameras::attribute_name(int id, const VectorNames& names, char axis) const {
  return is_view_point(id) ? fmt::format("{}{}", names.view_point, axis)
                           : fmt::format("{}{}{}", names.numbered, axis, id);
}

SigVector Cameras::vector(int id, const VectorNames& names, const SigVector& fallback) const {
  SigVector vector = fallback;
  for (std::size_t i = 0; i < 3; ++i)
    if (const auto name = attribute_name(id, names, kCameraAxes[i]); attributes_.find(name))
      vector[i] = attributes_.number(name);
  return vector;
}

/// The camera's own number ("FOV2"), otherwise the object's ("FOV").
double Cameras::number(int id, const std::string& name, double fallback) const {
  for (const std::string& attribute : {fmt::format("{}{}", name, id), name})
    if (const double number = attributes_.number(attribute); number > 0.0) return number;
  return fallback;
}

std::optional<Camera> Cameras::find(int id, std::string_view main_part) const {
  if (!exists(id)) return std::nullopt;
  Camera camera;
  camera.id = id;
  camera.link = attributes_.text(fmt::format("elnk{}", id));
  if (camera.link.empty()) camera.link = main_part;
  camera.place = vector(id, kPlace, {});
  // If no one has set the attributes they are all 0, which is not a direction.
  const SigVector direction = vector(id, kDirection, camera.direction);
  if (direction != SigVector{}) camera.direction = direction;
  const std::string w = fmt::format("quw{}", id);
  if (attributes_.find(w))
    camera.turn =
        SigQuaternion{attributes_.number(w), attributes_.number(fmt::format("qux{}", id)),
                      attributes_.number(fmt::format("quy{}", id)), attributes_.number(fmt::format("quz{}", id))};
  camera.fov = number(id, "FOV", camera.fov);
  camera.aspect_ratio = number(id, "aspectRatio", camera.aspect_ratio);
  return camera;
}

void Cameras::assign_or_add(const std::string& name, std::string_view group, double value) {
  if (attributes_.set(name, value)) return;
  attributes_.add(name, {std::string(group), value});
}

std::string_view Cameras::set_vector(int id, const VectorNames& names, const SigVector& value) {
  if (!exists(id)) return kNoSuchCamera;
  for (std::size_t i = 0; i < 3; ++i)
    assign_or_add(attribute_name(id, names, kCameraAxes[i]), is_view_point(id) ? "viewpoint" : "eye", value[i]);
  return {};
}

std::string_view Cameras::set_number(int id, const std::string& name, double value) {
  if (!exists(id)) return kNoSuchCamera;
  assign_or_add(is_view_point(id) ? name : fmt::format("{}{}", name, id), "eye", value);
  return {};
}

std::string_view Cameras::set_position(int id, const SigVector& place) {
  return set_vector(id, kPlace, place);
}

std::string_view Cameras::set_direction(int id, const SigVector& direction) {
  if (spark::length({direction[0], direction[1], direction[2]}) < 1e-6) return "a direction has to have a length";
  if (const std::string_view refusal = set_vector(id, kDirection, direction); !refusal.empty()) return refusal;
  // From now on the direction applies, not a quaternion that the world file may have set.
  for (const char axis : {'w', 'x', 'y', 'z'}) attributes_.remove(fmt::format("qu{}{}", axis, id));
  return {};
}

std::string_view Cameras::set_fov(int id, double degrees) {
  if (!(degrees > 0.0 && degrees < 180.0)) return "a field of view has to be above 0 and below 180 degrees";
  return set_number(id, "FOV", degrees);
}

std::string_view Cameras::set_aspect_ratio(int id, double ratio) {
  if (!(ratio > 0.0 && ratio <= 1000.0)) return "an aspect ratio has to be above 0 and at most 1000";
  return set_number(id, "aspectRatio", ratio);
}

}  // namespace sigverse
