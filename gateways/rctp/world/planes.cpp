// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/world/planes.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace rctp {
namespace {

using spark::ShapeAppearance;
using spark::Vec3;

Vec3 normal_of(const ShapeAppearance& plane) {
  return plane.pose.rotation * Vec3{0, 0, 1};
}

}  // namespace

PlaneBoxes::PlaneBoxes(const spark::Appearance& appearance, const Extent& around, double margin)
    : middle_(around.middle()), half_(around.size() * 0.5 + Vec3{margin, margin, 0}) {
  std::optional<double> ground;
  for (const ShapeAppearance& shape : appearance.scenery)
    if (shape.kind == ShapeAppearance::Kind::plane && is_floor(shape))
      ground = std::min(ground.value_or(shape.pose.position.z), shape.pose.position.z);
  ground_ = ground.value_or(0.0);
}

bool PlaneBoxes::is_floor(const ShapeAppearance& plane) {
  constexpr double kUpright = 0.999;
  return normal_of(plane).z > kUpright;
}

ShapeAppearance PlaneBoxes::box(const ShapeAppearance& plane) const {
  ShapeAppearance box;
  box.kind = ShapeAppearance::Kind::box;
  box.colour = plane.colour;
  if (is_floor(plane)) {
    box.sizes = {2 * half_.x, 2 * half_.y, kFloor};
    box.pose.position = {middle_.x, middle_.y, plane.pose.position.z - kFloor / 2};
    return box;
  }
  const Vec3 normal = normal_of(plane);
  Vec3 along = cross(Vec3{0, 0, 1}, normal);
  along = length(along) > 1e-3 ? along * (1 / length(along)) : Vec3{1, 0, 0};
  const Vec3 up = cross(normal, along);
  box.sizes = {2 * (std::abs(along.x) * half_.x + std::abs(along.y) * half_.y), kWall, kWallHeight};
  // The wall is placed where the plane is nearest to the middle of the world.
  const Vec3 near{middle_.x, middle_.y, ground_ + kWallHeight / 2};
  const Vec3 on_plane = near - normal * dot(normal, near - plane.pose.position);
  box.pose.position = on_plane - normal * (kWall / 2);
  box.pose.rotation = {along.x, -normal.x, up.x, along.y, -normal.y, up.y, along.z, -normal.z, up.z};
  return box;
}

}  // namespace rctp
