// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "monitor-lite/client/events.h"
#include "monitor-lite/view/palette.h"
#include "monitor-lite/view/screen.h"

namespace monitor {

/// Teams, score and scorers, in the middle of the picture.
struct Card {
  std::string heading;  ///< "full time"
  std::string footing;  ///< one line; may be empty
  bool has_score = true;
  std::vector<Event> goals;
};
/// `shown`: 0 to 1, the progress of its transition. `now` has teams and score.
void draw_card(const Screen& screen, const Palette& palette, const Card& card, const Snapshot& now, float shown = 1.0F);

/// A goal at the lower edge: team, scorer, time, score after it.
void draw_lower_third(const Screen& screen, const Palette& palette, const Event& goal, const Snapshot& now,
                      float bottom, float shown = 1.0F);

/// A tag in the upper left corner that marks a replay.
void draw_replay_tag(const Screen& screen, const Palette& palette, Side side, const std::string& words);

}  // namespace monitor
