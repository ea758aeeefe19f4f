// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/mesh_builder.h"

namespace x3d {

bool MeshBuilder::is_same(std::uint32_t vertex, const MeshCorner& corner) const {
  const Vec3f& normal = mesh_.normals[vertex];
  const Vec2f& texture = mesh_.texture_coordinates[vertex];
  if (normal.x != corner.normal.x || normal.y != corner.normal.y || normal.z != corner.normal.z ||
      texture.x != corner.texture_coordinate.x || texture.y != corner.texture_coordinate.y)
    return false;
  if (!has_colours_) return true;
  const Color& colour = mesh_.colours[vertex];
  return colour.r == corner.colour.r && colour.g == corner.colour.g && colour.b == corner.colour.b;
}

std::uint32_t MeshBuilder::vertex(std::uint32_t point, const Vec3f& position, const MeshCorner& corner) {
  // The limit of corners that are compared at one point. If very many different corners meet there, adding another one
  // costs less than comparing it with all.
  constexpr int kMaxLookedAt = 32;
  int looked_at = 0;
  for (std::uint32_t one = first_[point]; one != kNone && looked_at < kMaxLookedAt; one = next_[one], ++looked_at)
    if (is_same(one, corner)) return one;
  const auto made = static_cast<std::uint32_t>(mesh_.vertices.size());
  mesh_.vertices.push_back(position);
  mesh_.normals.push_back(corner.normal);
  mesh_.texture_coordinates.push_back(corner.texture_coordinate);
  if (has_colours_) mesh_.colours.push_back(corner.colour);
  next_.push_back(first_[point]);
  first_[point] = made;
  return made;
}

}  // namespace x3d
