// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/model/gpu_model.h"

namespace monitor {

GpuModel::GpuModel(const Model& model) : model_(model), textures_(model.textures.size()) {
  meshes_.reserve(model.meshes.size());
  for (const Model::Triangles& mesh : model.meshes)
    meshes_.push_back(std::make_unique<const Mesh>(mesh.vertices, mesh.triangles, mesh.is_solid));
}

GpuModel::GpuModel(const Model& model, TextureStore& textures, x3d::Warnings& warnings) : GpuModel(model) {
  for (std::size_t i = 0; i < textures_.size(); ++i) textures_[i] = textures.find(model.textures[i], warnings);
}

const Texture* GpuModel::texture_of(const Model::Shape& shape) const {
  return shape.texture ? textures_[*shape.texture] : nullptr;
}

bool GpuModel::is_solid(const Model::Shape& shape) const {
  const Texture* texture = texture_of(shape);
  return texture && texture->has_opacity() ? true : shape.colour.a >= 1;
}

bool GpuModel::is_glass(const Model::Shape& shape) const {
  const Texture* texture = texture_of(shape);
  return texture && texture->has_opacity() ? texture->is_clear() : shape.colour.a > 0 && shape.colour.a < 1;
}

void GpuModel::paint(Painter& painter, const Model::Shape& shape, const glm::mat4& frame) const {
  const glm::vec3 centre(frame[3]);
  const glm::mat3 turn(frame);
  switch (shape.kind) {
    case Model::Shape::Kind::box:
      return painter.box(centre, shape.sizes, shape.colour, turn);
    case Model::Shape::Kind::ball:
      return painter.round(Rounds::Kind::ball, centre, shape.sizes.x, 0, turn, shape.colour, Rounds::Mark::none);
    case Model::Shape::Kind::cylinder:
      return painter.round(Rounds::Kind::cylinder, centre, shape.sizes.x, shape.sizes.y, turn, shape.colour,
                           Rounds::Mark::none);
    case Model::Shape::Kind::mesh:
      break;
  }
  Surface surface;
  surface.colour = shape.colour;
  surface.glow = shape.glow;
  if ((surface.texture = texture_of(shape))) {
    const Model::Texture& texture = model_.textures[*shape.texture];
    surface.repeat_s = texture.repeat_s;
    surface.repeat_t = texture.repeat_t;
    surface.placed = shape.texture_frame;
    surface.is_lit = shape.is_lit;
    // An unlit surface has no colour of its own, so a grey image is shown unchanged.
    if (!shape.is_lit) surface.colour = glm::vec4(glm::vec3(1), shape.colour.a);
  }
  painter.mesh(*meshes_[shape.mesh], frame, surface);
}

}  // namespace monitor
