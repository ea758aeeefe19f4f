// SPDX-License-Identifier: Apache-2.0
// X3D in XML and VRML97 of any origin: the first text is the file; behind each octet 1 begins a further file, called b,
// c and so on, which it may inline. A document is the same after a round trip through its X3D, and the objects made of
// its scene can be used.
#include <cmath>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "spark/x3d/fit.h"
#include "spark/x3d/humanoid.h"
#include "spark/x3d/mesh.h"
#include "spark/x3d/node_type.h"
#include "spark/x3d/read_error.h"
#include "spark/x3d/scene.h"
#include "spark/x3d/x3d_reader.h"
#include "spark/x3d/x3d_writer.h"
#include "tests/fuzz/target.h"
#include "tests/spark/x3d/canonical.h"
#include "tests/spark/x3d/shown.h"

using fuzz::demand;
using namespace x3d;

namespace {

std::vector<std::string> files_in(std::string_view octets) {
  std::vector<std::string> files{{}};
  for (const char octet : octets) {
    if (octet == '\1')
      files.emplace_back();
    else
      files.back() += octet;
  }
  return files;
}

void check_document(const std::string& text, const Limits& limits) {
  Warnings warnings;
  const Document document = read_document(text, "a", limits, warnings);
  const std::string before = shown(Canonical(document).document());
  // Invalid numbers are written as 0, and an axis given as a text of numbers is read as numbers.
  if (before.find("nan") != before.npos || before.find("jointAxis") != before.npos) return;
  Warnings of_written;
  demand(shown(Canonical(read_x3d(to_x3d(document), "written", kShapeLimits, of_written)).document()) == before);
  demand(of_written.is_empty());
}

bool is_unit(const spark::Vec3& vector) {
  return std::abs(spark::length(vector) - 1) < 1e-5;
}

void check_mesh(const SceneNode& geometry, Warnings& warnings) {
  std::optional<Mesh> mesh;
  try {
    mesh = mesh_of(geometry, warnings);
  } catch (const ReadError&) {
    return;
  }
  demand(triangle_count(geometry) == (mesh ? mesh->triangles.size() : 0));
  if (!mesh) return;
  demand(mesh->normals.size() == mesh->vertices.size());
  demand(mesh->texture_coordinates.size() == mesh->vertices.size());
  demand(mesh->colours.empty() || mesh->colours.size() == mesh->vertices.size());
  for (const Vec3f& vertex : mesh->vertices) demand(spark::is_finite({vertex.x, vertex.y, vertex.z}));
  for (const Vec3f& normal : mesh->normals) demand(is_unit({normal.x, normal.y, normal.z}));
  for (const auto& triangle : mesh->triangles)
    for (const std::uint32_t corner : triangle) demand(corner < mesh->vertices.size());
}

void check_body(const FittedShape& body) {
  demand(spark::is_finite(body.pose.position));
  for (const double one : body.pose.rotation) demand(std::abs(one) < 1 + 1e-9);
  for (const double size : body.size) demand(std::isfinite(size) && size >= 0);
}

void check_segment(const Segment& segment, std::set<std::string>& names) {
  demand(!segment.name.empty() && names.insert(segment.name).second);
  demand(!segment.mass || *segment.mass > 0);
  demand(!segment.centre_of_mass || spark::is_finite(*segment.centre_of_mass));
}

void check_joint(const Joint& joint, std::set<std::string>& joints, std::set<std::string>& segments) {
  demand(!joint.name.empty() && joints.insert(joint.name).second);
  demand(is_unit(joint.axis) && spark::is_finite(joint.pose.position));
  if (joint.segment) check_segment(*joint.segment, segments);
  for (const Joint& below : joint.joints) check_joint(below, joints, segments);
}

/// Whether traversing the scene is fast enough for a case.
bool is_small(const Scene& scene) {
  constexpr double kMaxPaths = 3000;
  std::unordered_map<const SceneNode*, double> paths;
  const auto count = [&](auto&& self, const SceneNode& node) -> double {
    const auto [known, is_new] = paths.try_emplace(&node, 1);
    if (!is_new) return known->second;
    double sum = 1;
    for (const SceneField& field : node.fields)
      for (const SceneNode* below : field.nodes) sum += self(self, *below);
    return paths[&node] = sum;
  };
  double all = 0;
  for (const SceneNode* root : scene.roots()) all += count(count, *root);
  return all < kMaxPaths;
}

void check_scene(const Scene& scene, Warnings& warnings) {
  for (const SceneNode& node : scene.nodes()) {
    demand(find_node_type(node.type) != nullptr);
    check_mesh(node, warnings);
  }
  if (!is_small(scene)) return;
  const auto shapes = placed_shapes(scene.roots());
  for (const FitKind kind : {FitKind::box, FitKind::cylinder, FitKind::sphere}) {
    if (const auto body = fitted(kind, shapes, warnings)) check_body(*body);
    for (const FittedShape& body : static_shapes(scene, kind, warnings)) check_body(body);
  }
  std::set<std::string> joints, segments;
  const auto humanoid = humanoid_of(scene, warnings);
  if (!humanoid) return;
  for (const Segment& segment : humanoid->segments) check_segment(segment, segments);
  for (const Joint& joint : humanoid->joints) check_joint(joint, joints, segments);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  const std::vector<std::string> files = files_in(fuzz::as_text(octets, size));
  const TextSource source = [&files](const std::string& name, const std::string&) -> std::optional<SourceText> {
    const auto number = name.size() == 1 ? static_cast<std::size_t>(name[0] - 'a') : files.size();
    if (number >= files.size()) return std::nullopt;
    return SourceText{name, "", files[number]};
  };
  const Limits limits{size, 24, 4000, 1000};
  Warnings warnings;
  try {
    check_document(files[0], limits);
    check_scene(read_scene({"a", "", files[0]}, source, limits, warnings), warnings);
  } catch (const ReadError& error) {
    const std::string_view line = error.what();
    demand(line.size() > 2 && line[1] == ':' && line.find('\n') == line.npos);
  }
  for (const std::string& line : warnings.lines()) demand(line.find('\n') == line.npos);
  return 0;
}
