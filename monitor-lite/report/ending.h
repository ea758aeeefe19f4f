// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "monitor-lite/client/report.h"

namespace monitor {

/// How a match ended, according to its frames.
struct Ending {
  bool is_walk_over = false;
  Side winner = Side::none;  ///< of a walk-over: the team that still had players
  std::string why;           ///< for users: "bar has lost all its players"; empty if it was played
};

/// Information about teams that never had a player.
struct Absent {
  bool was_expected = false;
  bool is_gone = false;  ///< it can no longer come
};

/// A walk-over is a match in which a team lost all its players, or never had any although it was expected: either it
/// could no longer come, or the game's clock ran for ten seconds.
Ending ending_of(const Report& report, Absent absent);

}  // namespace monitor
