// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "spark/x3d/mesh.h"
#include "spark/x3d/read_error.h"

namespace x3d {

using spark::Vec3;

namespace {

/// Calls `take` for all vertices of the shapes in their places.
void for_each_placed_vertex(std::span<const PlacedShape> shapes, Warnings& warnings,
                            const std::function<void(const Vec3&)>& take) {
  std::size_t count = 0;
  for (const PlacedShape& shape : shapes) {
    if (!shape.geometry) continue;
    bool is_finite = x3d::is_finite(shape.placed);
    try {
      for_each_vertex(
          *shape.geometry,
          [&](const Vec3& vertex) {
            const Vec3 placed = shape.placed * vertex;
            is_finite = is_finite && spark::is_finite(placed);
            if (is_finite && ++count <= kMaxVertices) take(placed);
          },
          warnings);
    } catch (const ReadError& error) {
      warnings.add(shape.geometry->file, shape.geometry->place, error.reason() + ": left out");
    }
    if (!is_finite) refuse(*shape.shape, "the place of this Shape is not finite");
    if (count > kMaxVertices) refuse(*shape.shape, fmt::format("more than {} vertices are drawn", kMaxVertices));
  }
}

/// The bounding box of the points that were added.
struct Extent {
  Vec3 low, high;
  bool is_empty = true;

  void add(const Vec3& point) {
    if (is_empty) low = high = point;
    is_empty = false;
    low = {std::min(low.x, point.x), std::min(low.y, point.y), std::min(low.z, point.z)};
    high = {std::max(high.x, point.x), std::max(high.y, point.y), std::max(high.z, point.z)};
  }
};

/// The kind of body that fits a geometry of its own kind.
FitKind kind_of(const SceneNode& geometry, FitKind otherwise) {
  if (geometry.type == "Box") return FitKind::box;
  if (geometry.type == "Cylinder") return FitKind::cylinder;
  return geometry.type == "Sphere" ? FitKind::sphere : otherwise;
}

std::vector<PlacedShape> shapes_directly_in(const SceneNode& transform, const Affine& place) {
  std::vector<PlacedShape> shapes;
  for (const SceneNode* child : drawn_children(transform))
    if (child->type == "Shape" && child->node("geometry")) shapes.push_back({place, child, child->node("geometry")});
  return shapes;
}

/// The Transforms directly in the first Group, if these draw everything; else none.
std::vector<const SceneNode*> transforms_of(const Scene& scene, std::size_t drawn) {
  const auto group = std::ranges::find_if(scene.roots(), [](const SceneNode* root) { return root->type == "Group"; });
  if (group == scene.roots().end()) return {};
  std::vector<const SceneNode*> transforms;
  std::size_t in_transforms = 0;
  for (const SceneNode* child : drawn_children(**group)) {
    if (child->type != "Transform") continue;
    transforms.push_back(child);
    in_transforms += shapes_directly_in(*child, {}).size();
  }
  return in_transforms == drawn ? transforms : std::vector<const SceneNode*>();
}

}  // namespace

std::optional<FittedShape> fitted(FitKind kind, std::span<const PlacedShape> shapes, Warnings& warnings) {
  Extent extent;
  for_each_placed_vertex(shapes, warnings, [&](const Vec3& point) { extent.add(point); });
  if (extent.is_empty) return std::nullopt;
  const Vec3 size = extent.high - extent.low;
  FittedShape made;
  made.kind = kind;
  made.pose.position = extent.low + 0.5 * size;
  if (kind == FitKind::box) {
    made.size = {size.x, size.y, size.z};
    return made;
  }
  double farthest = 0;  // from the centre, or from the axis of the cylinder, squared
  Warnings again;
  for_each_placed_vertex(shapes, again, [&](const Vec3& point) {
    Vec3 away = point - made.pose.position;
    if (kind == FitKind::cylinder) away.y = 0;
    farthest = std::max(farthest, spark::dot(away, away));
  });
  made.size[0] = std::sqrt(farthest);
  if (kind == FitKind::cylinder) made.size[1] = size.y;
  return made;
}

std::vector<FittedShape> static_shapes(const Scene& scene, FitKind kind, Warnings& warnings) {
  std::vector<FittedShape> bodies;
  const std::vector<PlacedShape> drawn = placed_shapes(scene.roots());
  const auto with_geometry = std::ranges::count_if(drawn, [](const PlacedShape& shape) { return shape.geometry; });
  const auto transforms = transforms_of(scene, static_cast<std::size_t>(with_geometry));
  if (transforms.empty()) {
    if (const auto box = fitted(FitKind::box, drawn, warnings)) bodies.push_back(*box);
    return bodies;
  }
  for (const SceneNode* transform : transforms) {
    const SplitAffine place = split(placed_children(*transform, {}));
    std::vector<PlacedShape> shapes = shapes_directly_in(*transform, place.rest);
    if (shapes.empty()) continue;
    const SceneNode& first = *shapes.front().geometry;
    // The triangles of a round body extend as far as the body along every axis, so the fit is the body itself.
    const bool is_simple = first.type == "Box" || first.type == "Cylinder" || first.type == "Sphere";
    if (is_simple) shapes.resize(1);
    auto body = fitted(kind_of(first, kind), shapes, warnings);
    if (!body) continue;
    body->pose = place.pose * body->pose;
    bodies.push_back(*body);
  }
  return bodies;
}

}  // namespace x3d
