// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "monitor-lite/view/screen.h"

namespace monitor {

/// A line of the help: names of keys, and their function.
struct KeyHelp {
  std::string keys, words;
};

/// Draws the help of a window, in its middle.
void draw_key_help(const Screen& screen, const std::vector<KeyHelp>& lines);

}  // namespace monitor
