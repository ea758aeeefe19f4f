// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "monitor-lite/view/picture.h"

namespace monitor {

/// OpenGL 3.3 without a window (EGL without a surface; Mesa's software renderer where there is no graphics card).
/// Current on the thread that makes it, as long as it lives.
class Offscreen {
 public:
  static constexpr int kMaxPixels = 8192;  ///< of a side

  /// Throws `std::runtime_error` with one line if the machine has none.
  Offscreen(int width, int height);
  ~Offscreen();
  Offscreen(const Offscreen&) = delete;
  Offscreen& operator=(const Offscreen&) = delete;

  /// The picture drawn.
  Picture picture();

 private:
  struct Context;
  std::unique_ptr<Context> context_;
  int width_;
  int height_;
  unsigned drawn_ = 0;        ///< frame buffer
  unsigned buffers_[2] = {};  ///< colour, depth
};

}  // namespace monitor
