// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/simple_meshes.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace x3d {
namespace {

float size_of(const SceneNode& geometry, std::string_view field, float usual) {
  const float size = geometry.number(field, usual);
  if (!std::isfinite(size) || size < 0)
    refuse(geometry, fmt::format("{} of this {} is {}", field, geometry.type, size));
  return size;
}

std::uint32_t add(Mesh& mesh, Vec3f position, Vec3f normal, Vec2f texture) {
  mesh.vertices.push_back(position);
  mesh.normals.push_back(normal);
  mesh.texture_coordinates.push_back(texture);
  return static_cast<std::uint32_t>(mesh.vertices.size() - 1);
}

/// Adds two triangles, whose corners are counter-clockwise in this order.
void add_quad(Mesh& mesh, std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  mesh.triangles.push_back({a, b, c});
  mesh.triangles.push_back({a, c, d});
}

struct Direction {
  float x = 0, z = 0;
};
/// The directions around the axis y, counter-clockwise as seen from above, beginning at the back (-z). Multiples of a
/// quarter turn are exact.
Direction direction(std::uint32_t side) {
  constexpr std::array<Direction, 4> kQuarters{{{0, -1}, {-1, 0}, {0, 1}, {1, 0}}};
  side %= kSides;
  if (side % (kSides / 4) == 0) return kQuarters[side / (kSides / 4)];
  const double angle = 2.0 * 3.14159265358979323846 * side / kSides;
  return {static_cast<float>(-std::sin(angle)), static_cast<float>(-std::cos(angle))};
}

/// Adds a disc perpendicular to the axis y, visible from above or below.
void add_disc(Mesh& mesh, float radius, float y, bool is_top) {
  std::array<std::uint32_t, kSides> rim{};
  for (std::uint32_t side = 0; side < kSides; ++side) {
    const Direction at = direction(side);
    rim[side] = add(mesh, {radius * at.x, y, radius * at.z}, {0, is_top ? 1.0f : -1.0f, 0},
                    {0.5f + 0.5f * at.x, 0.5f + (is_top ? -0.5f : 0.5f) * at.z});
  }
  for (std::uint32_t side = 2; side < kSides; ++side)
    mesh.triangles.push_back(is_top ? std::array{rim[0], rim[side - 1], rim[side]}
                                    : std::array{rim[0], rim[side], rim[side - 1]});
}

}  // namespace

Mesh box_mesh(const SceneNode& geometry) {
  const Vec3f size = geometry.vector("size", {2, 2, 2});
  const std::array<float, 3> half{size.x / 2, size.y / 2, size.z / 2};
  for (const float one : half)
    if (!std::isfinite(one) || one < 0)
      refuse(geometry, fmt::format("size of this Box is {} {} {}", size.x, size.y, size.z));
  Mesh mesh;
  // Each face is perpendicular to an axis; right and up are those of its texture.
  struct Face {
    std::array<float, 3> normal, right, up;
  };
  constexpr std::array<Face, 6> kFaces{{{{0, 0, 1}, {1, 0, 0}, {0, 1, 0}},
                                        {{0, 0, -1}, {-1, 0, 0}, {0, 1, 0}},
                                        {{1, 0, 0}, {0, 0, -1}, {0, 1, 0}},
                                        {{-1, 0, 0}, {0, 0, 1}, {0, 1, 0}},
                                        {{0, 1, 0}, {1, 0, 0}, {0, 0, -1}},
                                        {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}}};
  for (const Face& face : kFaces) {
    std::array<std::uint32_t, 4> corners{};
    constexpr std::array<Vec2f, 4> kCorners{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}};
    for (std::size_t i = 0; i < 4; ++i) {
      std::array<float, 3> at{};
      for (std::size_t axis = 0; axis < 3; ++axis)
        at[axis] = half[axis] * (face.normal[axis] + kCorners[i].x * face.right[axis] + kCorners[i].y * face.up[axis]);
      corners[i] = add(mesh, {at[0], at[1], at[2]}, {face.normal[0], face.normal[1], face.normal[2]},
                       {0.5f + 0.5f * kCorners[i].x, 0.5f + 0.5f * kCorners[i].y});
    }
    add_quad(mesh, corners[0], corners[1], corners[2], corners[3]);
  }
  return mesh;
}

Mesh sphere_mesh(const SceneNode& geometry) {
  const float radius = size_of(geometry, "radius", 1);
  Mesh mesh;
  for (std::uint32_t row = 0; row <= kRows; ++row) {
    // From the top, as along a half circle around another axis.
    const Direction across = direction(row * kSides / (2 * kRows));
    for (std::uint32_t side = 0; side <= kSides; ++side) {
      const Direction around = direction(side);
      const Vec3f normal{-across.x * around.x, -across.z, -across.x * around.z};
      add(mesh, {radius * normal.x, radius * normal.y, radius * normal.z}, normal,
          {static_cast<float>(side) / kSides, 1.0f - static_cast<float>(row) / kRows});
    }
  }
  for (std::uint32_t row = 0; row < kRows; ++row) {
    for (std::uint32_t side = 0; side < kSides; ++side) {
      const std::uint32_t top = row * (kSides + 1) + side, bottom = top + kSides + 1;
      if (row > 0) mesh.triangles.push_back({top, bottom, top + 1});
      if (row + 1 < kRows) mesh.triangles.push_back({top + 1, bottom, bottom + 1});
    }
  }
  return mesh;
}

Mesh cylinder_mesh(const SceneNode& geometry) {
  const float radius = size_of(geometry, "radius", 1), half = size_of(geometry, "height", 2) / 2;
  Mesh mesh;
  if (geometry.boolean("side", true)) {
    for (std::uint32_t side = 0; side <= kSides; ++side) {
      const Direction at = direction(side);
      for (const float y : {half, -half})
        add(mesh, {radius * at.x, y, radius * at.z}, {at.x, 0, at.z},
            {static_cast<float>(side) / kSides, y > 0 ? 1.0f : 0.0f});
    }
    for (std::uint32_t side = 0; side < kSides; ++side)
      add_quad(mesh, 2 * side, 2 * side + 1, 2 * side + 3, 2 * side + 2);
  }
  if (geometry.boolean("top", true)) add_disc(mesh, radius, half, true);
  if (geometry.boolean("bottom", true)) add_disc(mesh, radius, -half, false);
  return mesh;
}

Mesh cone_mesh(const SceneNode& geometry) {
  const float radius = size_of(geometry, "bottomRadius", 1), height = size_of(geometry, "height", 2);
  Mesh mesh;
  if (geometry.boolean("side", true)) {
    const float slant = std::hypot(radius, height);
    const float out = slant > 0 ? height / slant : 1, up = slant > 0 ? radius / slant : 0;
    for (std::uint32_t side = 0; side <= kSides; ++side) {
      const Direction at = direction(side);
      const Vec3f normal{out * at.x, up, out * at.z};
      const float along = static_cast<float>(side) / kSides;
      add(mesh, {0, height / 2, 0}, normal, {along, 1});
      add(mesh, {radius * at.x, -height / 2, radius * at.z}, normal, {along, 0});
    }
    for (std::uint32_t side = 0; side < kSides; ++side)
      mesh.triangles.push_back({2 * side, 2 * side + 1, 2 * side + 3});
  }
  if (geometry.boolean("bottom", true)) add_disc(mesh, radius, -height / 2, false);
  return mesh;
}

}  // namespace x3d
