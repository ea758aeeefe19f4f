// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <glm/glm.hpp>

#include "monitor-lite/view/texture.h"

namespace monitor {

/// What a mesh looks like.
struct Surface {
  /// The share of the light that it reflects, and its opacity.
  glm::vec4 colour{1.0F};
  /// What is added to the lit colour.
  glm::vec3 glow{0.0F};
  /// The image on it. The colours of a grey one make those of the mesh darker, with others they count for nothing; its
  /// own opacity, where it has one, is in place of that of `colour`. It has to stay until its layer has ended.
  const Texture* texture = nullptr;
  bool repeat_s = true, repeat_t = true;
  /// From the texture coordinates of the mesh to those of the image.
  glm::mat3 placed{1.0F};
  /// A surface with an image that is not lit shows the image as it is, wherever the light comes from.
  bool is_lit = true;
};

}  // namespace monitor
