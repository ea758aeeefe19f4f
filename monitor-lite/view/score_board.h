// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "monitor-lite/client/snapshot.h"
#include "monitor-lite/view/palette.h"
#include "monitor-lite/view/screen.h"

namespace monitor {

/// Teams, score, clock and play mode above the field. A restart is shown on the side and in the colour of its team,
/// with the team's name; a shoot-out below the clock.
void draw_score_board(const Screen& screen, const Palette& palette, const Game& game, const Snapshot& now);
/// For a world without a game: only the time.
void draw_time(const Screen& screen, const Snapshot& now);

}  // namespace monitor
