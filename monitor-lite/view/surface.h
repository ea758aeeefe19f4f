// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <glm/glm.hpp>

#include "monitor-lite/view/texture.h"

namespace monitor {

/// The appearance of a mesh.
struct Surface {
  /// The share of the light that it reflects, and its opacity.
  glm::vec4 colour{1.0F};
  /// Added to the lit colour.
  glm::vec3 glow{0.0F};
  /// The image on it. The colours of a grey one darken those of the mesh, others replace them; its opacity, if it has
  /// one, replaces that of `colour`. It must exist until its layer has ended.
  const Texture* texture = nullptr;
  bool repeat_s = true, repeat_t = true;
  /// From the texture coordinates of the mesh to those of the image.
  glm::mat3 placed{1.0F};
  /// An unlit surface with an image shows the image unchanged, whatever the light.
  bool is_lit = true;
};

}  // namespace monitor
