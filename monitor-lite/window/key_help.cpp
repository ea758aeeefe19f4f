// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/window/key_help.h"

#include <algorithm>

namespace monitor {

void draw_key_help(const Screen& screen, const std::vector<KeyHelp>& lines) {
  float first = 0, second = 0;
  for (const KeyHelp& help : lines) {
    first = std::max(first, screen.text_width(help.keys, 14));
    second = std::max(second, screen.text_width(help.words, 14));
  }
  float unit = screen.unit();
  const float wide = first + second + 3 * (24 * unit), tall = 23 * unit * static_cast<float>(lines.size()) + 66 * unit;
  // It is scaled down if it is larger than the picture.
  const float fit = std::min({1.0F, screen.width / wide, screen.height / tall});
  unit *= fit;
  const float line = 23 * unit, edge = 24 * unit;
  const Area area{(screen.width - fit * wide) / 2, (screen.height - fit * tall) / 2, fit * wide, fit * tall};
  screen.panel(area, {0.03F, 0.05F, 0.07F, 0.93F});
  screen.text("Keys and mouse", area.x + edge, area.y + 28 * unit, 20 * fit, colours::kBright);
  float y = area.y + 62 * unit;
  for (const KeyHelp& help : lines) {
    screen.text(help.keys, area.x + edge, y, 14 * fit, colours::kAmber);
    screen.text(help.words, area.x + fit * first + 2 * edge, y, 14 * fit, colours::kBright);
    y += line;
  }
}

}  // namespace monitor
