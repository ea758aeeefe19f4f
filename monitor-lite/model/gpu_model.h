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

/// A model whose meshes and textures are on the graphics card, uploaded once, however often and wherever it is drawn.
/// Borrows the model and the textures. Needs a current OpenGL context, also when it goes.
class GpuModel {
 public:
  /// Without textures.
  explicit GpuModel(const Model& model);
  /// With those of the model that `textures` finds; what is missing is drawn without it, with a warning.
  GpuModel(const Model& model, TextureStore& textures, x3d::Warnings& warnings);

  const Model& model() const { return model_; }

  /// Whether something of a shape of the model is opaque, and whether something of it can be seen through: it belongs
  /// to the layers `solid` and `glass` (`Painter::Layer`) accordingly, to both if only some pixels of its image are
  /// clear. Nothing of one is seen that belongs to neither.
  bool is_solid(const Model::Shape& shape) const;
  bool is_glass(const Model::Shape& shape) const;

  /// Paints a shape of the model in the painter's current layer. `frame`: from the shape to the world; only that of a
  /// mesh may scale.
  void paint(Painter& painter, const Model::Shape& shape, const glm::mat4& frame) const;

 private:
  const Texture* texture_of(const Model::Shape& shape) const;

  const Model& model_;
  std::vector<std::unique_ptr<const Mesh>> meshes_;
  std::vector<const Texture*> textures_;  ///< of the model; null: it is drawn without
};

}  // namespace monitor
