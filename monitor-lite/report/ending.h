// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "monitor-lite/client/report.h"

namespace monitor {

/// How a match ended, as far as its frames show it.
struct Ending {
  bool is_walk_over = false;
  Side winner = Side::none;  ///< of a walk-over: who still had players
  std::string why;           ///< for people: "bar has lost all its players"; empty if it was played
};

/// A walk-over is a match in which a team lost all its players, or, where `both_expected`, never had any although the
/// game's clock ran for ten seconds.
Ending ending_of(const Report& report, bool both_expected);

}  // namespace monitor
