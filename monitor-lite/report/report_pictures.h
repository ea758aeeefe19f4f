// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "monitor-lite/client/report.h"

namespace monitor {

// Pictures of a report as SVG elements for a page that defines the classes `l` and `r` (the colours of the teams), `b`
// (the ball), `f` (the field) and `g` (lines).

/// Who had the ball, a bar for each slice of the match: the left team's share from above, the right's from below, and a
/// mark for each goal. Empty if the stream does not say who touches the ball.
std::string possession_picture(const Report& report);

/// The field with the way of the ball and the goals.
std::string ball_path_picture(const Report& report);

/// The field with a spot in each part where somebody was, darker where he was longer. `which`: 0 left team, 1 right
/// team, 2 ball.
std::string heat_picture(const Report& report, std::size_t which);

}  // namespace monitor
