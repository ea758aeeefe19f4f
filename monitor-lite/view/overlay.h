// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <glm/glm.hpp>
#include <span>
#include <string_view>
#include <vector>

#include "monitor-lite/view/font.h"
#include "monitor-lite/view/shader.h"

namespace monitor {

/// The overlay of the picture, in pixels from the top left: panels, text and ribbons, in the order in which they were
/// added, with one call. Needs a current OpenGL context, also in its destructor.
class Overlay {
 public:
  explicit Overlay(Font& font);
  ~Overlay();
  Overlay(const Overlay&) = delete;
  Overlay& operator=(const Overlay&) = delete;

  void clear() { corners_.clear(); }
  void panel(float x, float y, float width, float height, const glm::vec4& colour);
  /// `x` is the left end, the middle or the right end for `align` 0, 0.5 and 1; `y` the middle of the line.
  void text(std::string_view words, float x, float y, float size, const glm::vec4& colour, float align);

  /// A point of a ribbon; width and colour are interpolated between two of them.
  struct Knot {
    glm::vec2 place;
    float half_width;
    glm::vec4 colour;
  };
  /// A line with soft edges. Fewer than two knots draw nothing.
  void ribbon(std::span<const Knot> knots);

  /// Draws everything, on a picture of that size; the overlay is then empty.
  void draw(const glm::vec2& size);

 private:
  struct Corner {
    glm::vec2 place;
    glm::vec2 letter;  ///< in the glyph texture, pixels
    glm::vec4 colour;
  };
  void upload_letters();
  void add_square(const glm::vec4& place, const glm::vec4& letter, const glm::vec4& colour);

  Font& font_;
  Shader shader_;
  int size_place_ = -1, picture_place_ = -1;
  unsigned glyphs_ = 0;    ///< texture
  unsigned uploaded_ = 0;  ///< the version of the font that has been uploaded
  unsigned vertices_ = 0, buffer_ = 0;
  std::vector<Corner> corners_;
};

}  // namespace monitor
