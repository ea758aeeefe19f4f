// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "spark/core/vec3.h"
#include "spark/x3d/scene.h"
#include "spark/x3d/walk.h"
#include "spark/x3d/warnings.h"

namespace x3d {

enum class FitKind : std::uint8_t { box, cylinder, sphere };

/// A simple body that replaces a shape, in the units of the file.
struct FittedShape {
  FitKind kind = FitKind::box;
  spark::Pose pose;  ///< of its centre; the axis of a cylinder is y
  /// Box: x, y, z; cylinder: radius, height; sphere: radius. Finite, not negative; a flat shape has a size of 0.
  std::array<double, 3> size{};
};

/// The smallest body of that kind, with axes parallel to the frame of the walk, around everything drawn by the shapes;
/// its centre is that of their bounding box. `nullopt` if they have no vertex.
///
/// A refused shape (`mesh_of`) is left out with a warning. Vertices are examined one by one, twice for cylinders and
/// spheres; no triangles are made or stored. Throws `ReadError` if there are more than `kMaxVertices` in total, or a
/// position is not finite.
std::optional<FittedShape> fitted(FitKind kind, std::span<const PlacedShape> shapes, Warnings& warnings);

/// The bodies of an object without joints. If everything drawn is in Transforms directly in the first Group of the
/// file, there is one for each of these Transforms that draws something: its first Shape decides. A Box, Cylinder or
/// Sphere is used as it is, in the pose and with the scale of the Transform; any other is replaced by the `kind` fitted
/// to all shapes of this Transform, with its axes. For a scene with another structure, there is one box around
/// everything drawn. Empty if nothing is drawn.
///
/// Throws `ReadError` as `fitted` does, and after `kMaxVisits` nodes.
std::vector<FittedShape> static_shapes(const Scene& scene, FitKind kind, Warnings& warnings);

}  // namespace x3d
