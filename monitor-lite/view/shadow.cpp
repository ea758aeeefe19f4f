// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/shadow.h"

#include <algorithm>

namespace monitor {
namespace {

constexpr float kMinHeight = -0.5F;  ///< m; objects below this height cast no shadow
constexpr int kShadows = 5;          ///< discs along a long object

}  // namespace

void paint_shadow(Painter& painter, const glm::vec3& middle, const glm::vec3& spine, float thick, float ground) {
  if (middle.z - ground < kMinHeight) return;
  const bool is_long = glm::length(glm::vec2(spine)) > 0.3F * thick;
  const int discs = is_long ? kShadows : 1;
  for (int i = 0; i < discs; ++i) {
    const float share = is_long ? 2.0F * static_cast<float>(i) / (kShadows - 1) - 1 : 0;
    const glm::vec3 place = middle + share * spine;
    const float height = std::max(0.0F, place.z - ground - thick), wider = 1 + 0.5F * std::min(height / thick, 2.0F);
    const float dark = (is_long ? 0.3F : 0.5F) / (1 + 0.8F * height / std::max(thick, 0.2F));
    painter.ring(glm::vec2(place), 0, thick * 1.35F * wider, ground, {0, 0.02F, 0, dark}, 0.85F);
  }
}

}  // namespace monitor
