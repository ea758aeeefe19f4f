// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/picture.h"

#include <epoxy/gl.h>

#include <algorithm>

namespace monitor {

Picture read_picture(int width, int height) {
  Picture picture{width, height, {}};
  picture.pixels.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 3);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, picture.pixels.data());
  // OpenGL begins at the bottom.
  const std::ptrdiff_t row = static_cast<std::ptrdiff_t>(width) * 3;
  const auto begin = picture.pixels.begin();
  for (std::ptrdiff_t top = 0, bottom = height - 1; top < bottom; ++top, --bottom)
    std::swap_ranges(begin + row * top, begin + row * (top + 1), begin + row * bottom);
  return picture;
}

}  // namespace monitor
