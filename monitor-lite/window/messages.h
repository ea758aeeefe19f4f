// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "monitor-lite/client/events.h"
#include "monitor-lite/view/match_view.h"
#include "monitor-lite/view/screen.h"
#include "monitor-lite/window/match_source.h"

namespace monitor {

/// Texts shown for a while: events, goals in large letters, and the state of the match.
class Messages {
 public:
  void add(const Event& event, double now);
  void add(std::string text, double now);
  /// Removes expired messages; returns true if there were any.
  bool expire(double now);

  void draw(const Screen& screen, const Palette& palette, const Status& status, float bottom) const;

  /// Draws the state of a match, below the score board, if it is unusual; returns its lower end.
  static float draw_status(const Screen& screen, const Status& status);

 private:
  struct Line {
    std::string text;
    Side side;  ///< on which the team began
    double until;
  };
  void draw_goal(const Screen& screen, const Palette& palette, float top) const;

  std::vector<Line> lines_;  ///< newest last
  Line goal_{{}, Side::none, 0.0};
};

}  // namespace monitor
