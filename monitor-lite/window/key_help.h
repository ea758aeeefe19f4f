// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "monitor-lite/view/screen.h"

namespace monitor {

/// A line of the help: keys as people read them, and what they do.
struct KeyHelp {
  std::string keys, words;
};

/// The help of a window, in its middle.
void draw_key_help(const Screen& screen, const std::vector<KeyHelp>& lines);

}  // namespace monitor
