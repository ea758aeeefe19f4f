// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "monitor-lite/client/agent_drawings.h"
#include "monitor-lite/view/painter.h"
#include "monitor-lite/view/palette.h"

namespace monitor {

/// Drawings of agents, and how they differ on the screen.
struct ShownDrawings {
  std::vector<DrawnShape> drawn;
  std::vector<std::string> layers;     ///< all layers, in alphabetical order: each has a colour of its own
  std::optional<PlayerName> player{};  ///< the only player with drawings here, if there is just one
};

/// The selected ones, at a place of the source.
ShownDrawings shown(DrawingSource& drawings, const DrawingChoice& choice, double place);

/// The colour of the layer with this index.
glm::vec4 layer_colour(std::size_t index);

/// Draws the drawings of agents over the picture, where nothing hides them. A line is thin at its begin and thick at
/// its end. Words that would overlap others are moved below them, and words at a visible place are shown completely, if
/// there is room. If there may be drawings of several players, each shape has the number of its player, in the colour
/// of the team.
class DrawingView {
 public:
  /// `width` of the picture, pixels; `unit` as `unit_of` has it.
  DrawingView(Painter& painter, const Palette& palette, float width, float unit)
      : painter_(painter), palette_(palette), width_(width), unit_(unit) {}
  /// In the overlay of the picture.
  void draw(const ShownDrawings& drawings, const Snapshot& now);

 private:
  void draw_path(std::span<const Point> points, float begin, float end, const glm::vec4& colour);
  void draw_circle(const DrawnShape& circle, const glm::vec4& colour);
  void draw_line(const DrawnShape& line, const glm::vec4& colour);
  void draw_number(const DrawnShape& drawn);
  void draw_words(const DrawnShape& words, bool with_number, const glm::vec4& colour);

  Painter& painter_;
  const Palette& palette_;
  float width_, unit_;
  std::vector<glm::vec4> labels_;  ///< left, top, right, bottom
};

}  // namespace monitor
