// SPDX-License-Identifier: Apache-2.0
// Worlds without a game.
#include "monitor-lite/view/world_view.h"

namespace monitor {

void WorldView::draw_bodies() {
  // A plain: the field and all that is on it has the land's colour, and its edge is far away.
  const glm::vec4& plain = palette_.outside;
  const Ground::Colours colours{plain, plain, plain, plain, plain, plain, palette_.haze, palette_.sky, palette_.trees};
  Game far;
  far.field_length = far.field_width = 2000;
  far.border_size = 0;
  ground_.draw(view_, camera_, far, colours, {width_, height_});
  painter_.layer(Painter::Layer::ground);
  bodies_.draw_on_ground(*now_);
  painter_.layer(Painter::Layer::solid);
  bodies_.draw_solid(*now_, camera_, height_);
  painter_.layer(Painter::Layer::glass);
  bodies_.draw_glass(*now_);
}

void WorldView::mark_bodies() {
  const float size = 14.0F * unit();
  bodies_.draw_joints(*now_, unit());
  bodies_.draw_labels(*now_, size);
  bodies_.draw_scale(*now_, size, {width_, height_});
}

}  // namespace monitor
