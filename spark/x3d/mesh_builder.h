// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "spark/x3d/mesh.h"

namespace x3d {

/// The data of one corner of a triangle.
struct MeshCorner {
  Vec3f normal;
  Vec2f texture_coordinate;
  Color colour;
};

/// Builds a mesh: corners at the same point with equal data become one vertex.
class MeshBuilder {
 public:
  /// `points` of the geometry are numbered from 0.
  MeshBuilder(std::size_t points, bool has_colours) : first_(points, kNone), has_colours_(has_colours) {}

  std::uint32_t vertex(std::uint32_t point, const Vec3f& position, const MeshCorner& corner);
  void triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) { mesh_.triangles.push_back({a, b, c}); }
  Mesh take() { return std::move(mesh_); }
  Mesh& mesh() { return mesh_; }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  bool is_same(std::uint32_t vertex, const MeshCorner& corner) const;

  Mesh mesh_;
  std::vector<std::uint32_t> first_;  ///< a vertex at each point
  std::vector<std::uint32_t> next_;   ///< another one at the point of each vertex
  bool has_colours_;
};

}  // namespace x3d
