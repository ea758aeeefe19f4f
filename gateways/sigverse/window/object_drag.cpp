// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/window/object_drag.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "gateways/sigverse/visuals/frames.h"

namespace sigverse::window {
namespace {

using sight::operator+;
using sight::operator-;

/// The intersection of a ray with the plane through `place`; nullopt if there is none.
std::optional<glm::vec3> meet(const PictureRay& ray, const glm::vec3& place, const glm::vec3& normal) {
  constexpr float kFlattest = 1e-3F;  // sine of the angle between ray and plane
  const float slope = glm::dot(ray.direction, normal);
  if (std::abs(slope) < kFlattest) return std::nullopt;
  const float distance = glm::dot(place - ray.eye, normal) / slope;
  if (distance <= 0) return std::nullopt;
  return ray.eye + distance * ray.direction;
}

/// The normal of the floor, or of a vertical plane that faces the eye.
glm::vec3 normal_of_plane(const PictureRay& ray, bool upwards) {
  if (!upwards) return {0, 0, 1};
  const glm::vec3 ahead(ray.direction.x, ray.direction.y, 0);
  // Seen from straight above, up and down cannot be distinguished.
  return glm::length(ahead) > 1e-3F ? glm::normalize(ahead) : glm::vec3(0);
}

}  // namespace

PictureRay ray_through(const monitor::Camera& camera, const glm::vec2& size, float x, float y) {
  const glm::mat4 back = glm::inverse(camera.matrix(size.x / size.y));
  const glm::vec2 at(2 * x / size.x - 1, 1 - 2 * y / size.y);
  const glm::vec4 near = back * glm::vec4(at, -1, 1), far = back * glm::vec4(at, 1, 1);
  const glm::vec3 begin = glm::vec3(near) / near.w, end = glm::vec3(far) / far.w;
  return {begin, glm::normalize(end - begin)};
}

ObjectDrag::ObjectDrag(const client::Object& object, const sight::Vector& grabbed)
    : object_(object.name),
      begin_{object.number("x"), object.number("y"), object.number("z")},
      grabbed_(visuals::drawn_place(grabbed)),
      at_(grabbed_) {}

void ObjectDrag::move(const PictureRay& ray, bool upwards, float reach) {
  const auto there = meet(ray, at_ - aside_, normal_of_plane(ray, upwards));
  if (!there) return;
  // After a change of direction, the object continues from its present position.
  if (std::exchange(upwards_, upwards) != upwards) aside_ = at_ - *there;
  const glm::vec3 wanted = *there + aside_;
  const glm::vec3 to = upwards ? glm::vec3(at_.x, at_.y, wanted.z) : glm::vec3(wanted.x, wanted.y, at_.z);
  if (glm::distance(to, grabbed_) <= reach) at_ = to;
}

sight::Vector ObjectDrag::place() const {
  const sight::Vector moved = begin_ + (visuals::sig_place(at_) - visuals::sig_place(grabbed_));
  const auto rounded = [&](std::size_t i) {
    // A coordinate that has not moved keeps its exact value.
    return std::abs(moved[i] - begin_[i]) < 0.05 ? begin_[i] : std::round(moved[i] * 10) / 10;
  };
  return {rounded(0), rounded(1), rounded(2)};
}

client::World with_object_at(const client::World& world, const std::string& object, const sight::Vector& place) {
  client::World moved = world;
  for (client::Object& each : moved.objects) {
    if (each.name != object) continue;
    const sight::Vector by = place - sight::Vector{each.number("x"), each.number("y"), each.number("z")};
    for (client::Attribute& attribute : each.attributes)
      for (std::size_t i = 0; i != by.size(); ++i)
        if (attribute.name == std::string(1, "xyz"[i]) && std::holds_alternative<double>(attribute.value))
          attribute.value = place[i];
    for (client::Part& part : each.parts) part.place = part.place + by;
  }
  return moved;
}

}  // namespace sigverse::window
