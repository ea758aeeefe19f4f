// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "monitor-lite/view/picture.h"

namespace monitor {

/// OpenGL 3.3 without a window (EGL without a surface; Mesa's software renderer if there is no graphics card). Current
/// on the constructing thread, as long as it lives.
class Offscreen {
 public:
  static constexpr int kMaxPixels = 8192;  ///< of a side

  /// Throws `std::runtime_error` with one line if the machine has none.
  Offscreen(int width, int height);
  ~Offscreen();
  Offscreen(const Offscreen&) = delete;
  Offscreen& operator=(const Offscreen&) = delete;

  /// Sets the size of pictures; what was drawn is lost. Throws likewise.
  void resize(int width, int height);
  /// The picture.
  Picture picture();
  /// Its depths (`read_depths`).
  std::vector<float> depths(float nearest, float farthest);

 private:
  struct Context;
  std::unique_ptr<Context> context_;
  int width_ = 0;
  int height_ = 0;
  unsigned drawn_ = 0;        ///< frame buffer
  unsigned buffers_[2] = {};  ///< colour, depth
};

}  // namespace monitor
