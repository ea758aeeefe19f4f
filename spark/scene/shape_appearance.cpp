// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <utility>

#include "spark/scene/appearance_parts.h"
#include "spark/scene/client_nodes.h"
#include "spark/scene/drawing_nodes.h"

namespace spark {
namespace {

constexpr Colour kGrey{0.5, 0.5, 0.5};
constexpr std::pair<std::string_view, Colour> kMaterials[] = {
    {"matWhite", {1, 1, 1}},         {"matGrey", kGrey},
    {"matRed", {0.85, 0.15, 0.12}},  {"matBlue", {0.2, 0.45, 0.9}},
    {"matGreen", {0.1, 0.6, 0.2}},   {"matYellow", {0.95, 0.85, 0.2}},
    {"matOrange", {0.95, 0.6, 0.1}}, {"matBlack", {0.08, 0.08, 0.08}}};

/// A frame whose z axis has that direction.
Mat3 frame_along(Vec3 z) {
  const Vec3 aside = std::abs(z.x) < 0.9 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  Vec3 y = cross(z, aside);
  y = y * (1 / length(y));
  const Vec3 x = cross(y, z);
  return {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
}

}  // namespace

std::optional<ShapeAppearance> shape_of(dGeomID geom) {
  ShapeAppearance shape;
  switch (dGeomGetClass(geom)) {
    case dSphereClass:
      shape.sizes = {dGeomSphereGetRadius(geom)};
      return shape;
    case dBoxClass: {
      dVector3 edges;
      dGeomBoxGetLengths(geom, edges);
      shape.kind = ShapeAppearance::Kind::box;
      shape.sizes = {edges[0], edges[1], edges[2]};
      return shape;
    }
    case dCapsuleClass:
      shape.kind = ShapeAppearance::Kind::capsule;
      dGeomCapsuleGetParams(geom, &shape.sizes[0], &shape.sizes[1]);
      return shape;
    case dCylinderClass:
      shape.kind = ShapeAppearance::Kind::cylinder;
      dGeomCylinderGetParams(geom, &shape.sizes[0], &shape.sizes[1]);
      return shape;
    case dPlaneClass: {
      dVector4 plane;
      dGeomPlaneGetParams(geom, plane);
      const Vec3 normal{plane[0], plane[1], plane[2]};
      shape.kind = ShapeAppearance::Kind::plane;
      shape.pose = {normal * plane[3], frame_along(normal)};
      return shape;
    }
    default:
      return std::nullopt;
  }
}

std::optional<ShapeAppearance> shape_of(const SingleMatNode& node) {
  ShapeAppearance shape;
  if (const auto* box = dynamic_cast<const BoxShape*>(&node)) {
    shape.kind = ShapeAppearance::Kind::box;
    shape.sizes = {box->extents().x, box->extents().y, box->extents().z};
  } else if (const auto* sphere = dynamic_cast<const SphereShape*>(&node)) {
    shape.sizes = {sphere->radius()};
  } else if (const auto* capsule = dynamic_cast<const CCylinderShape*>(&node)) {
    shape.kind = ShapeAppearance::Kind::capsule;
    shape.sizes = {capsule->radius(), capsule->length()};
  } else if (const auto* cylinder = dynamic_cast<const CylinderShape*>(&node)) {
    shape.kind = ShapeAppearance::Kind::cylinder;
    shape.sizes = {cylinder->radius(), cylinder->length()};
  } else {
    return std::nullopt;
  }
  for (const double size : shape.sizes)
    if (!(size >= 0 && size < 1e6)) return std::nullopt;
  return shape;
}

bool ShapeAppearance::operator==(const ShapeAppearance& other) const {
  return kind == other.kind && sizes == other.sizes && pose.position == other.pose.position &&
         pose.rotation == other.pose.rotation && colour == other.colour;
}

std::optional<Colour> colour_of_material(std::string_view name) {
  if (name.empty() || name == "default") return std::nullopt;
  for (const auto& [known, colour] : kMaterials)
    if (name == known) return colour;
  return kGrey;
}

std::optional<MaterialAppearance> material_of(const std::string& name, const MaterialServer* made) {
  const auto colour = colour_of_material(name);
  if (!colour) return std::nullopt;
  const Material* found = made ? made->find_material(name) : nullptr;
  const auto* own = dynamic_cast<const MaterialSolid*>(found);
  if (!own) return MaterialAppearance{name, *colour};
  const auto part = [&](std::size_t i) { return std::clamp(own->diffuse()[i], 0.0, 1.0); };
  return MaterialAppearance{name, {part(0), part(1), part(2)}, 1 - part(3)};
}

std::string_view to_string(ShapeAppearance::Kind kind) {
  constexpr std::string_view kNames[] = {"sphere", "box", "capsule", "cylinder", "plane"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::size_t size_count(ShapeAppearance::Kind kind) {
  constexpr std::size_t kCounts[] = {1, 3, 2, 2, 0};
  return kCounts[static_cast<std::size_t>(kind)];
}

}  // namespace spark
