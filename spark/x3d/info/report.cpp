// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/info/report.h"

#include <fmt/format.h>

#include <cmath>
#include <span>
#include <string_view>
#include <unordered_map>

#include "spark/x3d/fit.h"
#include "spark/x3d/humanoid.h"
#include "spark/x3d/mesh.h"
#include "spark/x3d/node_counts.h"
#include "spark/x3d/read_error.h"
#include "spark/x3d/walk.h"

namespace x3d::info {
namespace {

std::string counted(std::size_t number, std::string_view thing) {
  return fmt::format("{} {}{}", number, thing, number == 1 ? "" : "s");
}

/// A number in readable form, without a sign for 0.
std::string short_number(double number) {
  const double rounded = std::abs(number) < 1e-6 ? 0.0 : number;
  return fmt::format("{:.5g}", rounded);
}

std::string short_vector(const spark::Vec3& vector) {
  return fmt::format("{} {} {}", short_number(vector.x), short_number(vector.y), short_number(vector.z));
}

std::string body_text(const FittedShape& body) {
  std::string text = body.kind == FitKind::box ? "box" : body.kind == FitKind::cylinder ? "cylinder" : "sphere";
  const std::size_t sizes = body.kind == FitKind::box ? 3 : body.kind == FitKind::cylinder ? 2 : 1;
  for (std::size_t i = 0; i < sizes; ++i) text += " " + short_number(body.size[i]);
  return fmt::format("{} at {}", text, short_vector(body.pose.position));
}

/// Sums the triangles of shapes. Those of a geometry that is used several times are counted once, and added each time.
class TriangleSum {
 public:
  std::size_t of(std::span<const PlacedShape> shapes) {
    std::size_t sum = 0;
    for (const PlacedShape& shape : shapes)
      if (shape.geometry) sum += of(*shape.geometry);
    return sum;
  }

 private:
  std::size_t of(const SceneNode& geometry) {
    const auto [found, is_new] = known_.try_emplace(&geometry, 0);
    if (is_new) {
      try {
        found->second = triangle_count(geometry);
      } catch (const ReadError&) {
        // The warning was already given when a body was fitted to the shapes.
      }
    }
    return found->second;
  }

  std::unordered_map<const SceneNode*, std::size_t> known_;
};

/// The lines for a humanoid.
class HumanoidText {
 public:
  explicit HumanoidText(TriangleSum& triangles) : triangles_(triangles) {}

  std::string of(const Humanoid& humanoid) {
    for (const Segment& segment : humanoid.segments) add("  ", "segment " + segment_text(segment));
    for (const Joint& joint : humanoid.joints) add_joint(joint, "  ");
    std::string head = humanoid.name.empty() ? "humanoid" : fmt::format("humanoid '{}'", humanoid.name);
    head += fmt::format(": {}, {}", counted(joints_, "joint"), counted(segments_, "segment"));
    if (mass_ > 0) head += ", mass " + short_number(mass_);
    return head + "\n" + lines_;
  }

 private:
  void add(std::string_view indent, std::string_view line) { lines_ += fmt::format("{}{}\n", indent, line); }

  void add_joint(const Joint& joint, const std::string& indent) {
    ++joints_;
    std::string line = fmt::format("{}  {}", joint.name, to_string(joint.type));
    if (joint.type == JointType::rotate) line += " about " + short_vector(joint.axis);
    if (joint.lower && joint.upper)
      line += fmt::format(" from {} to {}", short_number(*joint.lower), short_number(*joint.upper));
    line += " at " + short_vector(joint.pose.position);
    if (joint.id >= 0) line += fmt::format(", id {}", joint.id);
    line += joint.segment ? ": " + segment_text(*joint.segment) : ": no segment";
    add(indent, line);
    for (const Joint& below : joint.joints) add_joint(below, indent + "  ");
  }

  std::string segment_text(const Segment& segment) {
    ++segments_;
    std::string text = segment.name;
    if (segment.mass) text += ", mass " + short_number(*segment.mass);
    mass_ += segment.mass.value_or(0);
    if (segment.inertia) text += ", inertia";
    return text + fmt::format(", {}, {}", counted(segment.shapes.size(), "shape"),
                              counted(triangles_.of(segment.shapes), "triangle"));
  }

  TriangleSum& triangles_;
  std::string lines_;
  std::size_t joints_ = 0, segments_ = 0;
  double mass_ = 0;
};

}  // namespace

std::string report_of(const Scene& scene, Warnings& warnings) {
  const std::vector<PlacedShape> shapes = placed_shapes(scene.roots());
  const auto box = fitted(FitKind::box, shapes, warnings);
  TriangleSum triangles;
  std::string text = fmt::format("{}, {}", counted(shapes.size(), "shape"), counted(triangles.of(shapes), "triangle"));
  text += box ? fmt::format(", in a {}\n", body_text(*box)) : std::string("\n");
  if (const auto humanoid = humanoid_of(scene, warnings)) {
    text += HumanoidText(triangles).of(*humanoid);
  } else if (box) {
    Warnings again;
    const auto bodies = static_shapes(scene, FitKind::box, again);
    text += bodies.size() == 1 ? "1 body\n" : fmt::format("{} bodies\n", bodies.size());
    for (const FittedShape& body : bodies) text += fmt::format("  {}\n", body_text(body));
  }
  NodeCounts types;
  for (const SceneNode& node : scene.nodes()) ++types[std::string(node.type)];
  return text + counts_text(types) + "\n";
}

}  // namespace x3d::info
