// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/world/shape_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "spark/x3d/fit.h"
#include "spark/x3d/humanoid.h"
#include "spark/x3d/scene.h"

namespace sigverse {
namespace {

// X3D has y up and no unit; published files use cm, like all lengths of SIG.

SigVector to_vector(const spark::Vec3& v) {
  return {v.x, v.y, v.z};
}

/// The quaternion of a rotation matrix. Its largest component is a square root, such as w = sqrt(1 + m00 + m11 +
/// m22)/2; the others are quotients such as x = (m21 − m12)/(4 w).
SigQuaternion to_quaternion(const spark::Mat3& m) {
  const double w = m[0] + m[4] + m[8], x = m[0] - m[4] - m[8], y = m[4] - m[0] - m[8], z = m[8] - m[0] - m[4];
  const double largest = std::max({w, x, y, z});
  const double part = std::sqrt(std::max(0.0, 1.0 + largest)) / 2.0, rest = 0.25 / part;
  if (largest == w) return {part, (m[7] - m[5]) * rest, (m[2] - m[6]) * rest, (m[3] - m[1]) * rest};
  if (largest == x) return {(m[7] - m[5]) * rest, part, (m[3] + m[1]) * rest, (m[6] + m[2]) * rest};
  if (largest == y) return {(m[2] - m[6]) * rest, (m[3] + m[1]) * rest, part, (m[7] + m[5]) * rest};
  return {(m[3] - m[1]) * rest, (m[6] + m[2]) * rest, (m[7] + m[5]) * rest, part};
}

ShapeKind to_kind(x3d::FitKind kind) {
  switch (kind) {
    case x3d::FitKind::cylinder:
      return ShapeKind::cylinder;
    case x3d::FitKind::sphere:
      return ShapeKind::sphere;
    case x3d::FitKind::box:
      break;
  }
  return ShapeKind::box;
}

/// A flat shape, such as a picture, is made 1 mm thick: the physics engine needs some thickness, and thinner bodies
/// rest less steadily.
SimpleShape to_shape(const x3d::FittedShape& fitted) {
  constexpr double kMinThickness = 0.1;  // cm
  SimpleShape shape;
  shape.kind = to_kind(fitted.kind);
  shape.place = to_vector(fitted.pose.position);
  for (std::size_t i = 0; i < shape.size.size(); ++i) shape.size[i] = std::max(fitted.size[i], kMinThickness);
  if (fitted.pose.rotation != spark::kIdentity3) shape.turn = to_quaternion(fitted.pose.rotation);
  return shape;
}

JointPlan::Type to_type(x3d::JointType type) {
  switch (type) {
    case x3d::JointType::rotate:
      return JointPlan::Type::hinge;
    case x3d::JointType::sphere:
      return JointPlan::Type::ball;
    case x3d::JointType::free:
      return JointPlan::Type::free;
    case x3d::JointType::fixed:
      break;
  }
  return JointPlan::Type::fixed;
}

std::string place_in(std::string_view file, x3d::Place place) {
  return fmt::format("{}:{}", file, place.line);
}

/// Converts an X3D humanoid into a body tree in SIG's frame.
class HumanoidConverter {
 public:
  HumanoidConverter(x3d::FitKind fit, x3d::Warnings& warnings) : fit_(fit), warnings_(warnings) {}

  BodyTree tree(const x3d::Humanoid& humanoid) {
    BodyTree tree;
    for (const x3d::Segment& of : humanoid.segments) tree.segments.push_back(segment(of));
    for (const x3d::Joint& of : humanoid.joints) tree.joints.push_back(joint(of));
    return tree;
  }

 private:
  BodySegment segment(const x3d::Segment& from) {
    BodySegment made;
    made.name = from.name;
    made.where = place_in(from.file, from.place);
    if (const auto shape = x3d::fitted(fit_, from.shapes, warnings_)) made.shape = to_shape(*shape);
    made.mass = from.mass;
    if (from.centre_of_mass) made.centre_of_mass = to_vector(*from.centre_of_mass);
    made.inertia = from.inertia;
    return made;
  }

  BodyJoint joint(const x3d::Joint& from) {
    BodyJoint made;
    made.name = from.name;
    made.where = place_in(from.file, from.place);
    made.type = to_type(from.type);
    made.axis = to_vector(from.axis);
    made.place = to_vector(from.pose.position);
    if (from.pose.rotation != spark::kIdentity3) made.turn = to_quaternion(from.pose.rotation);
    if (from.segment) made.segments.push_back(segment(*from.segment));
    for (const x3d::Joint& below : from.joints) made.joints.push_back(joint(below));
    return made;
  }

  x3d::FitKind fit_;
  x3d::Warnings& warnings_;
};

}  // namespace

const FittedFile& ShapeReader::read(const ClassShape& shape) {
  return read_.get({files_.path_of(shape.file), shape.fit}, [&] { return read_file(shape); });
}

FittedFile ShapeReader::read_file(const ClassShape& shape) {
  SourceFile source = files_.read(shape.file);
  x3d::Warnings warnings;
  const x3d::Scene scene = x3d::read_scene(
      {source.path, source.folder, std::move(source.text)},
      [this](const std::string& name, const std::string& folder) -> std::optional<x3d::SourceText> {
        auto inlined = files_.read(name, folder);
        if (!inlined) return std::nullopt;
        return x3d::SourceText{inlined->path, inlined->folder, std::move(inlined->text)};
      },
      x3d::kShapeLimits, warnings);
  FittedFile file{source.path, {}, {}};
  if (const auto humanoid = x3d::humanoid_of(scene, warnings)) {
    file.tree = HumanoidConverter(shape.fit, warnings).tree(*humanoid);
  } else {
    for (const x3d::FittedShape& fitted : x3d::static_shapes(scene, shape.fit, warnings))
      file.shapes.push_back(to_shape(fitted));
  }
  for (std::string& line : warnings.lines()) warnings_.push_back(std::move(line));
  return file;
}

}  // namespace sigverse
