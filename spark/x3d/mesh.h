// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "spark/core/vec3.h"
#include "spark/x3d/node.h"
#include "spark/x3d/scene.h"
#include "spark/x3d/warnings.h"

namespace x3d {

/// The most vertices that a geometry may have, and that are fitted of one scene.
inline constexpr std::size_t kMaxVertices = 5'000'000;

/// Triangles as plain data, in the frame and units of the shape. A vertex that has two normals, colours or texture
/// coordinates stands there twice.
struct Mesh {
  std::vector<Vec3f> vertices;
  std::vector<Vec3f> normals;              ///< one for each vertex, of length 1
  std::vector<Vec2f> texture_coordinates;  ///< one for each vertex
  std::vector<Color> colours;              ///< one for each vertex, or none: then the material counts
  /// Three indices of vertices each, counter-clockwise as seen from the front.
  std::vector<std::array<std::uint32_t, 3>> triangles;
  bool is_solid = true;  ///< only front faces are drawn
};

/// The triangles of a Box, Sphere, Cylinder, Cone or IndexedFaceSet, as VRML97 defines them: polygons with more than
/// three corners are cut into triangles, concave ones by cutting ears, whatever `convex` says, so that those with holes
/// (which a file connects with the rim by an edge there and back) are right; normals are those given, or made by
/// creaseAngle; where no texture coordinates are given, they are those that VRML97 defines. A polygon of n corners
/// always makes n - 2 triangles; fewer than three corners make none.
///
/// Nothing, with a warning, for any other geometry (one line for each kind). Throws `ReadError` with the place of the
/// geometry for an index out of range, a vertex or size that is not finite, a negative size, or more than
/// `kMaxVertices` vertices. Takes time in proportion to the size, except for concave polygons and vertices at which
/// many faces meet: for these it gets coarser after some time (fans instead of ears, flat normals), with a warning.
std::optional<Mesh> mesh_of(const SceneNode& geometry, Warnings& warnings);

/// How many triangles `mesh_of` makes, 0 for a geometry that it does not know. Makes none of them. Throws as it does.
std::size_t triangle_count(const SceneNode& geometry);

/// Calls `take` for each vertex of the geometry that is drawn, in the shape's frame, without making a mesh: of an
/// IndexedFaceSet each point once that a face refers to, of other geometries the vertices of `mesh_of`. False, with a
/// warning, if the geometry is none that `mesh_of` knows. Throws as it does; nothing is taken then.
bool for_each_vertex(const SceneNode& geometry, const std::function<void(const spark::Vec3&)>& take,
                     Warnings& warnings);

}  // namespace x3d
