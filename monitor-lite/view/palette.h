// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <glm/glm.hpp>
#include <utility>

#include "monitor-lite/client/snapshot.h"

namespace monitor {

/// The colours of a match. Colour-blind people can also distinguish the teams' colours. `left` is that of the team that
/// began on the left: teams keep their colours when they change sides (`of_sides`).
struct Palette {
  glm::vec4 left{0.25F, 0.62F, 1.0F, 1};
  glm::vec4 right{1.0F, 0.65F, 0.08F, 1};
  glm::vec4 neither{0.75F, 0.75F, 0.78F, 1};
  glm::vec4 ball{1, 1, 1, 1};
  glm::vec4 halo{1.0F, 0.95F, 0.30F, 1};        ///< of the ball and its trail
  glm::vec4 chosen{1.0F, 0.45F, 0.85F, 0.95F};  ///< the ring of the followed player
  glm::vec4 grass{0.145F, 0.375F, 0.165F, 1};
  glm::vec4 stripe{0.175F, 0.435F, 0.195F, 1};
  glm::vec4 outside{0.15F, 0.32F, 0.165F, 1};
  glm::vec4 lines{0.93F, 0.96F, 0.93F, 1};
  glm::vec4 wall{0.30F, 0.35F, 0.41F, 1};
  glm::vec4 haze{0.60F, 0.67F, 0.69F, 1};
  glm::vec4 sky{0.27F, 0.38F, 0.49F, 1};
  glm::vec4 trees{0.10F, 0.19F, 0.13F, 1};

  /// The colours by the sides on which the teams are now.
  Palette of_sides(bool sides_changed) const {
    Palette now = *this;
    if (sides_changed) std::swap(now.left, now.right);
    return now;
  }
  const glm::vec4& of(Side side) const { return side == Side::left ? left : side == Side::right ? right : neither; }
};

}  // namespace monitor
