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

/// What agents have drawn, and how their drawings differ on the screen.
struct ShownDrawings {
  std::vector<DrawnShape> drawn;
  std::vector<std::string> layers;     ///< all there are, in alphabetical order: each has a colour of its own
  std::optional<PlayerName> player{};  ///< the only one whose drawings these are
};

/// Those that are chosen, at a place of the source.
ShownDrawings shown(DrawingSource& drawings, const DrawingChoice& choice, double place);

/// The colour of the layer with this index.
glm::vec4 layer_colour(std::size_t index);

/// Draws what agents have drawn of their thinking, over the picture: nothing hides it. A line is thin where it begins
/// and thick where it ends. Words that would lie upon others stand below them, and words of a place in the picture
/// stand in it whole, as far as there is room. Where there may be drawings of several players each thing has the number
/// of its player, in the colour of the team.
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
