// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "monitor-lite/window/window_content.h"

namespace monitor {

struct WatchOptions {
  std::string title = "rcssmonitor3D-lite";  ///< as long as there is no match
  int width = 1280;
  int height = 720;
  bool full_screen = false;
};

/// A window, until the person closes it. Pictures are drawn when something has changed, at most 60 a second. The
/// content is made when there is an OpenGL context for it. Throws `std::runtime_error` with one line if there is no
/// screen.
void watch(const std::function<std::unique_ptr<WindowContent>()>& make_content, const WatchOptions& options);

}  // namespace monitor
