// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <glm/glm.hpp>
#include <optional>

#include "monitor-lite/model/model.h"

namespace sigverse::visuals {

/// A ray in the drawn world. A place on it is `from` + t · `along`.
struct Ray {
  glm::vec3 from{0.0F}, along{0.0F, 0.0F, 1.0F};
  float nearest = 0.0F, farthest = 1.0F;  ///< of t: what is before and beyond is not met
};

/// Where, as t, the ray meets a shape that is a mesh of the model, where `frame` puts it; nothing if it does not. Of a
/// solid mesh only the front of a triangle is met, as it is drawn. Clear pixels of an image count as opaque.
std::optional<float> meets(const Ray& ray, const monitor::Model& model, const monitor::Model::Shape& shape,
                           const glm::mat4& frame);

}  // namespace sigverse::visuals
