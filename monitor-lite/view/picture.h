// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace monitor {

/// A picture: red, green and blue bytes, row by row from the top.
struct Picture {
  int width = 0;
  int height = 0;
  std::vector<unsigned char> pixels;
};

/// The contents of the current OpenGL frame buffer for reading.
Picture read_picture(int width, int height);

/// The depths in it: m along the line of sight for a picture that was drawn between planes at these distances, row by
/// row from the top; 0 where there is nothing.
std::vector<float> read_depths(int width, int height, float nearest, float farthest);

}  // namespace monitor
