// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unordered_map>

#include "monitor-lite/model/model.h"
#include "spark/x3d/affine.h"
#include "spark/x3d/walk.h"

namespace monitor {

/// Makes a model of one scene. Borrows the warnings.
class ModelBuilder {
 public:
  ModelBuilder(x3d::Warnings& warnings, WithTextures textures)
      : warnings_(warnings), has_textures_(textures == WithTextures::yes) {}
  /// Throws as `model_of` does.
  Model build(const x3d::Scene& scene);
  Model build(std::span<const PlacedPart> parts);

 private:
  struct Paint {
    // Without a material, surfaces are unlit and white.
    glm::vec4 colour{0, 0, 0, 1};
    glm::vec3 glow{1.0F};
    bool is_lit = false;
    std::optional<std::size_t> texture;
    glm::mat3 texture_frame{1.0F};
  };

  void add_part(const x3d::SceneNode& root);
  void walk(const x3d::SceneNode& node, const x3d::Affine& place);
  void add_shape(const x3d::SceneNode& shape, const x3d::Affine& place);
  void add_viewpoint(const x3d::SceneNode& node, const x3d::Affine& place);
  void add_sky(const x3d::SceneNode& background);
  Paint paint_of(const x3d::SceneNode& shape);
  bool add_simple(const x3d::SceneNode& geometry, const x3d::Affine& place, const Paint& paint);
  /// The index of the geometry's mesh; nothing if it cannot be drawn.
  std::optional<std::size_t> mesh_of(const x3d::SceneNode& geometry);
  /// The index of the texture of a node; nothing, with a warning, if it has none.
  std::optional<std::size_t> texture_of(const x3d::SceneNode& node);

  x3d::Warnings& warnings_;
  bool has_textures_;
  x3d::VisitCount visits_;
  Model model_;
  x3d::Affine back_;  ///< from the document to the present part
  std::unordered_map<const x3d::SceneNode*, std::optional<std::size_t>> meshes_, textures_;
  bool only_meshes_ = false;
  std::size_t vertices_ = 0;
};

}  // namespace monitor
