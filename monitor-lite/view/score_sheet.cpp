// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/score_sheet.h"

#include <fmt/format.h>

#include <algorithm>

#include "monitor-lite/client/words.h"

namespace monitor {
namespace {

int whole_seconds(double time) {
  return static_cast<int>(std::clamp(time, 0.0, 1e6));
}

}  // namespace

ScoreSheet score_sheet(const std::vector<Event>& goals, const Snapshot& now) {
  ScoreSheet sheet;
  for (const Event& goal : goals) {
    auto& column = goal.side == Side::left ? sheet.left : sheet.right;
    std::string who = scorer_words(goal.scorer);
    if (who.empty()) who = "scorer unknown";
    const auto known = std::find_if(column.begin(), column.end(), [&](const auto& line) { return line.who == who; });
    if (known == column.end()) {
      column.push_back({who, goal_time(goal.time), 1});
    } else {
      known->times += ", " + goal_time(goal.time);
      ++known->goals;
    }
  }
  for (const Side side : {Side::left, Side::right}) {
    auto& column = side == Side::left ? sheet.left : sheet.right;
    int unseen = side == Side::left ? now.score_left : now.score_right;
    for (const auto& line : column) unseen -= line.goals;
    if (unseen > 0)
      column.push_back({fmt::format("{} {} not seen", unseen, unseen == 1 ? "goal" : "goals"), "", unseen});
  }
  return sheet;
}

std::string goal_time(double seconds) {
  return fmt::format("{}:{:02}", whole_seconds(seconds) / 60, whole_seconds(seconds) % 60);
}

std::string clock_words(double seconds) {
  return fmt::format("{:02}:{:02}", whole_seconds(seconds) / 60, whole_seconds(seconds) % 60);
}

std::string half_words(int half) {
  switch (half) {
    case 1:
      return "1st half";
    case 2:
      return "2nd half";
    case 3:
      return "extra time, 1st half";
    case 4:
      return "extra time, 2nd half";
    default:
      return fmt::format("half {}", half);
  }
}

}  // namespace monitor
