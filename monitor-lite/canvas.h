// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "monitor-lite/view/font.h"

namespace monitor {

/// Red, green and blue, 0 to 255.
using Ink = std::array<double, 3>;

/// A picture that is drawn without OpenGL: pixels from the top left, clipped at the edges.
class Canvas {
 public:
  Canvas(int width, int height, const Ink& ground);

  int width() const { return width_; }
  int height() const { return height_; }
  /// Three bytes per pixel, row by row from the top.
  std::vector<unsigned char> bytes() const;

  /// Blends `ink` into a pixel.
  void dot(int x, int y, const Ink& ink, double share = 1.0);
  void panel(int x, int y, int width, int height, const Ink& ink);
  /// `x` is the left end, the middle or the right end for `align` 0, 0.5 and 1; `y` the middle of the line.
  void text(Font& font, std::string_view words, double x, double y, double size, const Ink& ink, double align = 0.0);

 private:
  int width_;
  int height_;
  std::vector<Ink> pixels_;
};

}  // namespace monitor
