// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/picture.h"

#include <epoxy/gl.h>

#include <algorithm>

namespace monitor {
namespace {

/// OpenGL stores the bottom row first.
template <typename Value>
void turn_over(std::vector<Value>& values, std::ptrdiff_t row, int height) {
  const auto begin = values.begin();
  for (std::ptrdiff_t top = 0, bottom = height - 1; top < bottom; ++top, --bottom)
    std::swap_ranges(begin + row * top, begin + row * (top + 1), begin + row * bottom);
}

}  // namespace

Picture read_picture(int width, int height) {
  Picture picture{width, height, {}};
  picture.pixels.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 3);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, picture.pixels.data());
  turn_over(picture.pixels, static_cast<std::ptrdiff_t>(width) * 3, height);
  return picture;
}

std::vector<float> read_depths(int width, int height, float nearest, float farthest) {
  std::vector<float> depths(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_DEPTH_COMPONENT, GL_FLOAT, depths.data());
  turn_over(depths, width, height);
  // The depth buffer has b = f (z − n) / (z (f − n)) for a depth z between the planes n and f.
  const double n = nearest, f = farthest;
  for (float& depth : depths) depth = depth < 1 ? static_cast<float>(n * f / (f - depth * (f - n))) : 0.0F;
  return depths;
}

}  // namespace monitor
