// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/visuals/drawn_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "spark/x3d/walk.h"

namespace sigverse::visuals {

DrawnFile::DrawnFile(const x3d::Scene& scene, std::size_t max_vertices, monitor::TextureStore& textures,
                     x3d::Warnings& warnings, Sides sides) {
  std::vector<monitor::PlacedPart> parts;
  if (const auto humanoid = x3d::humanoid_of(scene, warnings)) {
    for (const x3d::Segment& segment : humanoid->segments)
      joints_.push_back({std::nullopt, {}, segment.name, add(segment, parts)});
    for (const x3d::Joint& joint : humanoid->joints) add(joint, std::nullopt, parts);
  } else {
    parts.push_back({"", x3d::placed_shapes(scene.roots())});
  }
  model_ = monitor::model_of(parts, warnings, monitor::WithTextures::yes);
  if (std::ranges::all_of(model_.parts, [](const auto& part) { return part.shapes.empty(); }))
    throw std::runtime_error("there is nothing in it that can be drawn");
  if (vertex_count() > max_vertices)
    throw std::runtime_error(fmt::format("there is no room for its {} vertices", vertex_count()));
  if (sides == Sides::both)
    for (monitor::Model::Triangles& mesh : model_.meshes) mesh.is_solid = false;
  gpu_.emplace(model_, textures, warnings);
}

void DrawnFile::add(const x3d::Joint& joint, std::optional<std::size_t> above,
                    std::vector<monitor::PlacedPart>& parts) {
  const std::size_t number = joints_.size();
  joints_.push_back({above, joint.pose, {}, std::nullopt});
  if (joint.segment) {
    joints_.back().segment = joint.segment->name;
    joints_.back().part = add(*joint.segment, parts);
  }
  for (const x3d::Joint& below : joint.joints) add(below, number, parts);
}

std::optional<std::size_t> DrawnFile::add(const x3d::Segment& segment, std::vector<monitor::PlacedPart>& parts) {
  if (segment.shapes.empty()) return std::nullopt;
  parts.push_back({segment.name, segment.shapes});
  return parts.size() - 1;
}

std::size_t DrawnFile::vertex_count() const {
  std::size_t count = 0;
  for (const monitor::Model::Triangles& mesh : model_.meshes) count += mesh.vertices.size();
  return count;
}

}  // namespace sigverse::visuals
