// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "monitor-lite/view/painter.h"

namespace monitor {

/// A rectangle of the picture, pixels from the top left.
struct Area {
  float x = 0.0F, y = 0.0F, width = 0.0F, height = 0.0F;
  bool contains(float px, float py) const { return px >= x && px < x + width && py >= y && py < y + height; }
  float middle() const { return y + height / 2; }
};

/// Pixels of a picture per unit: one, and more if the picture is larger than 1280 x 720. Letters and the minimum sizes
/// of objects in the world are given in units, so that they are never smaller than in the default window and grow with
/// the picture on a wall; a tall window does not enlarge them.
inline float unit_of(int width, int height) {
  return std::max(1.0F, std::min(static_cast<float>(height) / 720.0F, static_cast<float>(width) / 900.0F));
}

/// Text and panels painted over a match, legible at any window size.
struct Screen {
  Painter& painter;
  float width, height;
  float mouse_x = -1.0F, mouse_y = -1.0F;

  /// A pixel of a window of 1280 x 720. Less in a smaller one, where panels would otherwise not fit.
  float unit() const { return std::max(0.5F, std::min(height / 720.0F, width / 900.0F)); }
  bool is_pointed_at(const Area& area) const { return area.contains(mouse_x, mouse_y); }
  void panel(const Area& area, const glm::vec4& colour) const {
    painter.panel(area.x, area.y, area.width, area.height, colour);
  }
  /// `size` of the letters in units.
  void text(std::string_view words, float x, float y, float size, const glm::vec4& colour, float align = 0.0F) const {
    painter.text(words, x, y, size * unit(), colour, align);
  }
  float text_width(std::string_view words, float size) const { return painter.text_width(words, size * unit()); }
  /// As many of the words as fit, with dots if some are missing. `room` in pixels.
  std::string fitted(std::string_view words, float size, float room) const;
  /// The size in which the words fit, from `largest` down to `smallest`.
  float fitting_size(std::string_view words, float largest, float smallest, float room) const;
  /// A panel in a team's colour on a dark one, with a rim if the two would look alike.
  void chip(const Area& area, const glm::vec4& colour) const;
};

/// Dark or bright letters, whichever are legible on a panel of that colour.
const glm::vec4& ink_on(const glm::vec4& colour);
/// The perceived lightness of a colour, 0 to 1 (relative luminance).
float luminance(const glm::vec4& colour);

namespace colours {
inline constexpr glm::vec4 kDark{0.03F, 0.05F, 0.07F, 0.84F};
inline constexpr glm::vec4 kDim{0.62F, 0.66F, 0.70F, 1};
inline constexpr glm::vec4 kBright{0.97F, 0.98F, 1.0F, 1};
inline constexpr glm::vec4 kInk{0.05F, 0.06F, 0.08F, 1};
inline constexpr glm::vec4 kPaper{0.95F, 0.96F, 0.98F, 0.96F};
inline constexpr glm::vec4 kAmber{1.0F, 0.80F, 0.25F, 0.96F};
inline constexpr glm::vec4 kRed{0.80F, 0.20F, 0.18F, 0.96F};
}  // namespace colours

}  // namespace monitor
