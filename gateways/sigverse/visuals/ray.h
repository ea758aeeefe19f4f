// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <glm/glm.hpp>
#include <optional>

#include "monitor-lite/model/model.h"

namespace sigverse::visuals {

/// A ray in the drawn world. Its points are `from` + t · `along`.
struct Ray {
  glm::vec3 from{0.0F}, along{0.0F, 0.0F, 1.0F};
  float nearest = 0.0F, farthest = 1.0F;  ///< limits of t: surfaces before or beyond are not met
};

/// The t at which the ray meets a shape that is a mesh of the model, transformed by `frame`; nullopt if it does not. A
/// solid mesh is met only from the front of its triangles, as it is drawn. Transparent pixels of an image count as
/// opaque.
std::optional<float> meets(const Ray& ray, const monitor::Model& model, const monitor::Model::Shape& shape,
                           const glm::mat4& frame);

}  // namespace sigverse::visuals
