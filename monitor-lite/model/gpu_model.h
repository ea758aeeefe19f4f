// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "monitor-lite/model/model.h"
#include "monitor-lite/model/texture_store.h"
#include "monitor-lite/view/mesh.h"
#include "monitor-lite/view/painter.h"
#include "monitor-lite/view/texture.h"

namespace monitor {

/// A model whose meshes and textures are on the graphics card, uploaded once, however often and wherever they are
/// drawn. Borrows the model and the textures. Needs a current OpenGL context, also in the destructor.
class GpuModel {
 public:
  /// Without textures.
  explicit GpuModel(const Model& model);
  /// With the textures of the model that `textures` finds; missing ones are omitted, with a warning.
  GpuModel(const Model& model, TextureStore& textures, x3d::Warnings& warnings);

  const Model& model() const { return model_; }

  /// Whether a part of a shape of the model is opaque, and whether a part of it is transparent: the shape belongs to
  /// the layers `solid` and `glass` (`Painter::Layer`) accordingly, and to both if only some pixels of its image are
  /// transparent. A shape that belongs to neither is invisible.
  bool is_solid(const Model::Shape& shape) const;
  bool is_glass(const Model::Shape& shape) const;

  /// Paints a shape of the model in the painter's current layer. `frame`: from the shape to the world; only that of a
  /// mesh may scale.
  void paint(Painter& painter, const Model::Shape& shape, const glm::mat4& frame) const;

 private:
  const Texture* texture_of(const Model::Shape& shape) const;

  const Model& model_;
  std::vector<std::unique_ptr<const Mesh>> meshes_;
  std::vector<const Texture*> textures_;  ///< of the model; null: drawn without it
};

}  // namespace monitor
