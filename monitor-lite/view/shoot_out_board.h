// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "monitor-lite/client/events.h"
#include "monitor-lite/view/palette.h"
#include "monitor-lite/view/screen.h"

namespace monitor {

/// The attempts of each team, below the clock: a full box for a goal, an empty one for a miss, and in the middle the
/// score of the shoot-out. `palette` is that of the sides at present.
void draw_shoot_out(const Screen& screen, const Palette& palette, const Snapshot& now, float top);

/// The card of a shooter, at the lower edge: team, number, which attempt of the team it is, the score of the shoot-out.
/// With `attempt` that one is over, and the card shows its outcome.
void draw_shooter_card(const Screen& screen, const Palette& palette, const Snapshot& now, Side side,
                       const Event* attempt, float bottom, float shown);

}  // namespace monitor
