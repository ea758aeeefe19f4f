// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "spark/x3d/mesh.h"

namespace x3d {

/// The number of sides of round shapes, and of rows of spheres. Both are multiples of four, so that the vertices reach
/// the surface along every axis.
inline constexpr std::uint32_t kSides = 32, kRows = 16;

// The triangles of shapes other than IndexedFaceSet. All throw `ReadError` for a size that is negative or not finite.
Mesh box_mesh(const SceneNode& geometry);
Mesh sphere_mesh(const SceneNode& geometry);
Mesh cylinder_mesh(const SceneNode& geometry);
Mesh cone_mesh(const SceneNode& geometry);

}  // namespace x3d
