// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "monitor-lite/view/world_view.h"

namespace monitor {

void WorldView::draw_goal(float side) {
  const auto width = static_cast<float>(game_->goal_width), height = static_cast<float>(game_->goal_height);
  const auto depth = static_cast<float>(game_->goal_depth);
  const float front = side * static_cast<float>(game_->field_length) / 2;
  const float bar = at_least(0.10F, 2.0F, {front, 0, height});
  const glm::vec4& team = side < 0 ? palette_.left : palette_.right;
  const glm::vec4 frame = glm::mix(palette_.lines, team, 0.35F);
  for (const float post : {-1.0F, 1.0F}) {
    const float y = post * (width + bar) / 2;
    // Up into the bar: two smooth edges that only touch would show a seam.
    painter_.box({front, y, (height + bar) / 2}, {bar, bar, height + bar}, frame);
    painter_.box({front + side * depth, y, height / 2}, {bar / 2, bar / 2, height}, frame);
    painter_.box({front + side * depth / 2, y, height}, {depth, bar / 2, bar / 2}, frame);
  }
  painter_.box({front, 0, height + bar / 2}, {bar, width + 2 * bar, bar}, frame);
  painter_.box({front + side * depth, 0, height}, {bar / 2, width + bar, bar / 2}, frame);
}

void WorldView::draw_nets() {
  struct Panel {
    glm::vec3 centre, size;
  };
  const auto width = static_cast<float>(game_->goal_width), height = static_cast<float>(game_->goal_height);
  const auto depth = static_cast<float>(game_->goal_depth);
  std::vector<Panel> panels;
  for (const float side : {-1.0F, 1.0F}) {
    const float front = side * static_cast<float>(game_->field_length) / 2;
    panels.push_back({{front + side * depth, 0, height / 2}, {0, width, height}});
    panels.push_back({{front + side * depth / 2, 0, height}, {depth, width, 0}});
    for (const float post : {-1.0F, 1.0F})
      panels.push_back({{front + side * depth / 2, post * width / 2, height / 2}, {depth, 0, height}});
  }
  const auto away = [&](const Panel& panel) { return glm::distance(panel.centre, camera_.eye); };
  std::sort(panels.begin(), panels.end(), [&](const Panel& a, const Panel& b) { return away(a) > away(b); });
  for (const Panel& panel : panels) painter_.net(panel.centre, panel.size, {0.93F, 0.95F, 0.97F, 0.85F});
}

}  // namespace monitor
