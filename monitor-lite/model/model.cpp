// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/model/model.h"

#include <algorithm>
#include <glm/gtc/matrix_transform.hpp>

#include "monitor-lite/model/model_builder.h"

namespace monitor {

std::optional<std::size_t> Model::find_part(std::string_view name) const {
  if (name.empty()) return std::nullopt;
  const auto found = std::ranges::find(parts, name, &Part::name);
  if (found == parts.end()) return std::nullopt;
  return static_cast<std::size_t>(found - parts.begin());
}

std::optional<std::size_t> Model::find_viewpoint(std::string_view name) const {
  if (name.empty()) return std::nullopt;
  const auto find = [&](auto&& name_of) -> std::optional<std::size_t> {
    const auto found = std::ranges::find_if(viewpoints, [&](const Viewpoint& view) { return name_of(view) == name; });
    if (found == viewpoints.end()) return std::nullopt;
    return static_cast<std::size_t>(found - viewpoints.begin());
  };
  if (const auto by_name = find([](const Viewpoint& view) -> const std::string& { return view.name; })) return by_name;
  if (const auto by_part = find([&](const Viewpoint& view) -> const std::string& { return parts[view.part].name; }))
    return by_part;
  return find([](const Viewpoint& view) -> const std::string& { return view.description; });
}

Model model_of(const x3d::Scene& scene, x3d::Warnings& warnings, WithTextures textures) {
  return ModelBuilder(warnings, textures).build(scene);
}

Model model_of(std::span<const PlacedPart> parts, x3d::Warnings& warnings, WithTextures textures) {
  return ModelBuilder(warnings, textures).build(parts);
}

glm::mat4 pose_in_world(const glm::vec3& translation, const glm::vec4& rotation) {
  // From y up to z up: (x, y, z) is (x, -z, y).
  glm::mat4 pose({1, 0, 0, 0}, {0, 0, 1, 0}, {0, -1, 0, 0}, {0, 0, 0, 1});
  pose = glm::translate(pose, translation);
  const glm::vec3 axis(rotation);
  if (rotation.w == 0.0F || !(glm::length(axis) > 1e-6F)) return pose;
  return glm::rotate(pose, rotation.w, glm::normalize(axis));
}

}  // namespace monitor
