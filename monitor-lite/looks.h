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

/// Parses "#3fa0ff", or a name like "red". Throws `std::invalid_argument` with the expected format.
glm::vec4 read_color(const std::string& text);
/// Checks that it can be displayed as a team's name; throws likewise.
void check_team_name(const std::string& name);
/// Sets the colours of `looks` in the palette. Throws if both teams then look alike.
void color_teams(const Looks& looks, Palette& palette);

}  // namespace monitor
