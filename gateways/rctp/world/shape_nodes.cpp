// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/world/shape_nodes.h"

#include <algorithm>
#include <utility>

#include "gateways/rctp/world/file_pose.h"

namespace rctp {
namespace {

using spark::ShapeAppearance;
using x3d::Node;

/// m; files cannot have boxes without thickness.
constexpr double kMinThickness = 1e-4;

float edge(double length) {
  return static_cast<float>(std::max(length, kMinThickness));
}

Node sphere(double radius) {
  return Node("Sphere").set("radius", radius);
}

/// No rotation is needed: the axis of a cylinder is z in the world and y in the file, which are both up.
Node cylinder(double radius, double length) {
  return Node("Cylinder").set("radius", radius).set("height", length);
}

}  // namespace

Node transform_node(const spark::Pose& pose, const std::string& name) {
  const FilePose file = file_pose(pose);
  Node node("Transform", name);
  const auto& at = file.translation;
  const auto& turn = file.rotation;
  if (file.is_moved()) node.set("translation", x3d::Vec3f{at[0], at[1], at[2]});
  if (file.is_turned()) node.set("rotation", x3d::Rotation{turn[0], turn[1], turn[2], turn[3]});
  return node;
}

ShapeNodes::ShapeNodes(const spark::Appearance& appearance, x3d::UniqueNames& names)
    : appearance_(appearance), names_(names) {
  for (const spark::MaterialAppearance& material : appearance.materials)
    paints_.push_back({material.name, material.colour, material.transparency});
  const auto grey = spark::colour_of_material("matGrey").value();
  paints_.push_back({"matGrey", grey});
  paints_.push_back({"matGlass", grey, 0.5});
}

ShapeNodes::Paint& ShapeNodes::paint_of(const ShapeAppearance& shape, bool is_glass) {
  if (is_glass) return paints_.back();
  if (shape.material < appearance_.materials.size()) return paints_[shape.material];
  // The script may have a grey of its own, which then comes first.
  return *std::ranges::find(paints_, "matGrey", &Paint::name);
}

Node ShapeNodes::appearance(const ShapeAppearance& shape, bool is_glass) {
  Paint& paint = paint_of(shape, is_glass);
  Node node("Appearance");
  if (paint.is_defined) return node.set("material", Node::use(paint.name));
  paint.is_defined = true;
  paint.name = names_.take(paint.name);
  const auto part = [&](std::size_t i) { return static_cast<float>(paint.colour[i]); };
  Node material("Material", paint.name);
  material.set("diffuseColor", x3d::Color{part(0), part(1), part(2)});
  if (paint.transparency > 0) material.set("transparency", paint.transparency);
  return node.set("material", std::move(material));
}

Node ShapeNodes::shape_node(Node geometry, const ShapeAppearance& shape, bool is_glass) {
  Node node("Shape");
  node.set("appearance", appearance(shape, is_glass));
  node.set("geometry", std::move(geometry));
  return node;
}

void ShapeNodes::add(Node& parent, const ShapeAppearance& shape, const spark::Pose& pose, bool is_glass) {
  const auto [a, b, c] = shape.sizes;
  const auto place = [&](Node geometry, const spark::Pose& at) {
    Node made = shape_node(std::move(geometry), shape, is_glass);
    Node frame = transform_node(at);
    if (frame.fields.empty())
      parent.add(std::move(made));
    else
      parent.add(std::move(frame.add(std::move(made))));
  };
  const bool is_round = shape.kind != ShapeAppearance::Kind::box;
  if (is_round && a < kMinThickness) return;
  switch (shape.kind) {
    case ShapeAppearance::Kind::sphere:
      place(sphere(a), {pose.position, spark::kIdentity3});
      break;
    case ShapeAppearance::Kind::box:
      place(Node("Box").set("size", x3d::Vec3f{edge(a), edge(c), edge(b)}), pose);
      break;
    case ShapeAppearance::Kind::cylinder:
      place(cylinder(a, std::max(b, kMinThickness)), pose);
      break;
    case ShapeAppearance::Kind::capsule:
      if (b < kMinThickness) return place(sphere(a), {pose.position, spark::kIdentity3});
      place(cylinder(a, b), pose);
      for (const double end : {-b / 2, b / 2})
        place(sphere(a), {pose.position + pose.rotation * spark::Vec3{0, 0, end}, spark::kIdentity3});
      break;
    case ShapeAppearance::Kind::plane:
      break;
  }
}

}  // namespace rctp
