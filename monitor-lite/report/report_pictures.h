// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "monitor-lite/client/report.h"

namespace monitor {

// Pictures of a report as SVG elements for a page that defines the classes `l` and `r` (the colours of the teams), `b`
// (the ball), `f` (the field) and `g` (lines).

/// The possession in each slice of the match, a bar for each: the left team's share from the top, the right's from the
/// bottom, and a mark for each goal. Empty if there are no slices.
std::string shares_picture(const Report& report, std::array<double, 2> Report::Slice::*what, std::string_view title);

/// The field with the path of the ball.
std::string ball_path_picture(const Report& report);

/// The field with a spot in each visited part, the darker the longer the visit. `which`: 0 left team, 1 right team, 2
/// ball.
std::string heat_picture(const Report& report, std::size_t which);

}  // namespace monitor
