// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "monitor-lite/window/window_content.h"

namespace monitor {

/// Options of `watch`.
struct WatchOptions {
  std::string program = "rcssmonitor3D-lite";  ///< follows the content's text in the title
  std::string title = program;                 ///< while the content has none
  std::string without_window{};                ///< alternatives without a window, for the error if there is no screen
  unsigned long parent = 0;                    ///< an X11 window that this one fills (`SdlWindow`); 0: none
  int width = 1280;
  int height = 720;
  bool full_screen = false;
  /// Returns true once the window has to be closed for another reason than its user, for example a signal; may be
  /// empty.
  std::function<bool()> ends{};
};

/// Shows a window until the user closes it or `WatchOptions::ends`. Pictures are drawn when something has changed, at
/// most 60 a second. The content is created when there is an OpenGL context for it. Throws `std::runtime_error` with
/// one line if there is no screen.
void watch(const std::function<std::unique_ptr<WindowContent>()>& make_content, const WatchOptions& options);

}  // namespace monitor
