// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "monitor-lite/window/window_content.h"

namespace monitor {

/// How `watch` shows a content.
struct WatchOptions {
  std::string program = "rcssmonitor3D-lite";  ///< stands in the title behind what the content says
  std::string title = program;                 ///< as long as the content has none
  std::string without_window{};                ///< what else the program can do, for errors where there is no screen
  unsigned long parent = 0;                    ///< a window of X11 that this one fills (`SdlWindow`); 0: none
  int width = 1280;
  int height = 720;
  bool full_screen = false;
  /// True once the window is to be closed for another reason than its user, a signal for example; none if there is
  /// none.
  std::function<bool()> ends{};
};

/// A window, until the person closes it or `WatchOptions::ends`. Pictures are drawn when something has changed, at most
/// 60 a second. The content is made when there is an OpenGL context for it. Throws `std::runtime_error` with one line
/// if there is no screen.
void watch(const std::function<std::unique_ptr<WindowContent>()>& make_content, const WatchOptions& options);

}  // namespace monitor
