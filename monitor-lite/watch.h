// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "monitor-lite/window/viewer.h"

namespace monitor {

struct WatchOptions {
  std::string title = "rcssmonitor3D-lite";
  std::string camera = "side";  ///< one of kCameraNames
  Palette palette;
  int width = 1280;
  int height = 720;
  bool full_screen = false;
};

/// A match in a window, until the person closes it. Pictures are drawn when something has changed, at most 60 a second.
/// Throws `std::runtime_error` with one line if there is no screen.
void watch(const Viewer::Watched& watched, const WatchOptions& options);

}  // namespace monitor
