// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <glm/glm.hpp>

#include "monitor-lite/client/snapshot.h"
#include "monitor-lite/view/backdrop.h"
#include "monitor-lite/view/camera.h"
#include "monitor-lite/view/shader.h"

namespace monitor {

/// The grass with its lines, the strip around it, the land beyond, and the sky above it. Lines are computed per pixel:
/// they are smooth, never thinner than a pixel, and cost no more than the grass below them. The turf is one small
/// picture with mipmaps, so that it does not shimmer. Needs a current OpenGL context, also in the destructor.
class Ground {
 public:
  struct Colours {
    glm::vec4 grass, stripe, outside, lines, left, right;
    glm::vec4 haze, sky, trees;  ///< at the horizon, above, all around
  };

  Ground();
  ~Ground();
  Ground(const Ground&) = delete;
  Ground& operator=(const Ground&) = delete;

  /// Covers everything, regardless of depths. `view` is the camera's matrix, `size` the picture's in pixels.
  void draw(const glm::mat4& view, const Camera& camera, const Game& game, const Colours& colours,
            const glm::ivec2& size);

 private:
  void paint(const glm::mat4& view, const Camera& camera, const Game& game, const Colours& colours,
             const glm::ivec2& size) const;
  void draw_sky(const glm::mat4& view, const Camera& camera, const Colours& colours) const;
  void draw_land(const glm::mat4& view, const Camera& camera, const glm::vec2& inner, const Colours& colours) const;
  void draw_field(const glm::mat4& view, const Game& game, const glm::vec2& inner, const Colours& colours,
                  float thinnest) const;

  Shader field_, land_, sky_;
  Backdrop backdrop_;
  unsigned vertices_[2] = {};  ///< a square, a curtain around
  unsigned buffers_[2] = {};
  unsigned turf_ = 0;  ///< texture
};

}  // namespace monitor
