// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "monitor-lite/client/line_reader.h"
#include "monitor-lite/view/palette.h"

namespace monitor {

/// Names and colours of the teams as chosen by the user; empty: those of the stream and the program.
struct Looks {
  TeamNames names;
  std::string left_color, right_color;
};

/// "#3fa0ff", or a name like "red". Throws `std::invalid_argument` with what is expected.
glm::vec4 read_color(const std::string& text);
/// What can be shown as a team's name; throws like that.
void check_team_name(const std::string& name);
/// Puts the colours of `looks` into the palette. Throws if both teams then look alike.
void color_teams(const Looks& looks, Palette& palette);

}  // namespace monitor
