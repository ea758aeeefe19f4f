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

/// Maximum number of vertices of a geometry, and of those that are fitted in one scene.
inline constexpr std::size_t kMaxVertices = 5'000'000;

/// Triangles as plain data, in the frame and units of the shape. A vertex with two normals, colours or texture
/// coordinates is listed twice.
struct Mesh {
  std::vector<Vec3f> vertices;
  std::vector<Vec3f> normals;              ///< one for each vertex, of length 1
  std::vector<Vec2f> texture_coordinates;  ///< one for each vertex
  std::vector<Color> colours;              ///< one for each vertex, or none: then the material is used
  /// Three indices of vertices each, counter-clockwise as seen from the front.
  std::vector<std::array<std::uint32_t, 3>> triangles;
  bool is_solid = true;  ///< only front faces are drawn
};

/// The triangles of a Box, Sphere, Cylinder, Cone or IndexedFaceSet, as defined by VRML97: polygons with more than
/// three corners are cut into triangles, concave ones by cutting ears, regardless of `convex`, so that those with holes
/// (which files connect with the rim by an edge in both directions) are correct; normals are the given ones, or
/// computed with creaseAngle; missing texture coordinates are those defined by VRML97. A polygon of n corners always
/// yields n - 2 triangles; one with fewer than three corners yields none.
///
/// Returns `nullopt`, with a warning, for any other geometry (one line for each kind). Throws `ReadError` with the
/// place of the geometry for an index out of range, a vertex or size that is not finite, a negative size, or more than
/// `kMaxVertices` vertices. The time is proportional to the size, except for concave polygons and vertices at which
/// many faces meet: these are simplified after some time (fans instead of ears, flat normals), with a warning.
std::optional<Mesh> mesh_of(const SceneNode& geometry, Warnings& warnings);

/// The number of triangles that `mesh_of` would make; 0 for an unsupported geometry. Throws in the same cases.
std::size_t triangle_count(const SceneNode& geometry);

/// Calls `take` for each drawn vertex of the geometry, in the shape's frame, without making a mesh: for an
/// IndexedFaceSet once for each point that a face refers to, for other geometries for the vertices of `mesh_of`. False,
/// with a warning, if `mesh_of` does not support the geometry. Throws in the same cases, before any call.
bool for_each_vertex(const SceneNode& geometry, const std::function<void(const spark::Vec3&)>& take,
                     Warnings& warnings);

}  // namespace x3d
