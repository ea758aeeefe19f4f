// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <glm/glm.hpp>

#include "monitor-lite/client/snapshot.h"
#include "monitor-lite/view/shader.h"

namespace monitor {

/// The grass with its lines, the strip around it, and the land beyond: one plane whose colours are reckoned per pixel,
/// so that lines are smooth, never thinner than a screen shows, and cost no more than the grass below them.
class Ground {
 public:
  struct Colours {
    glm::vec4 grass, stripe, outside, lines, left, right;
  };

  Ground();
  ~Ground();
  Ground(const Ground&) = delete;
  Ground& operator=(const Ground&) = delete;

  /// Over everything that is there, without looking at depths. `picture_height` in pixels.
  void draw(const glm::mat4& view, const Game& game, const Colours& colours, int picture_height) const;

 private:
  Shader shader_;
  unsigned vertices_ = 0;
  unsigned buffer_ = 0;
};

}  // namespace monitor
