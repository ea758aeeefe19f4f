// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "monitor-lite/client/events.h"

namespace monitor {

/// The goals of a match as a card lists them, one column per team.
struct ScoreSheet {
  struct Line {
    std::string who;    ///< "no. 9", "probably no. 9", "no. 4 (own goal)", "scorer unknown"
    std::string times;  ///< of game: "1:05, 3:40"; empty if unknown
    int goals = 1;
  };
  std::vector<Line> left, right;  ///< in the order of each scorer's first goal
};
/// `goals` of this match that were seen. Goals in the score that were not seen get a line of their own.
ScoreSheet score_sheet(const std::vector<Event>& goals, const Snapshot& now);

/// "3:07"; minutes are counted beyond the hour.
std::string goal_time(double seconds);
/// "03:07".
std::string clock_words(double seconds);
/// "1st half", "2nd half", "extra time, 1st half".
std::string half_words(int half);

}  // namespace monitor
