// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "monitor-lite/client/snapshot.h"

namespace monitor {

/// The progress of an attempt, for its conditions.
struct AttemptView {
  const Game& game;
  const Snapshot& begin;  ///< its first frame
  const Snapshot& now;
  double seconds;     ///< of the game, since it began
  double ball_speed;  ///< since its begin, s of the game
};

/// When an attempt ends (docs/write/trainers.md). A tree: `and`, `or` and `not` have parts.
struct Condition {
  enum class Kind {
    all,
    any,
    none,         ///< not its only part
    score,        ///< `side` has scored, in play or in a shoot-out
    leads,        ///< `side` has more goals, or as many and more in the shoot-out
    mode,         ///< the play mode is one of `words`
    touched,      ///< the last player to touch the ball is of `side`, and has `number`, unless that is 0
    ball_in,      ///< `area`
    player_in,    ///< `side`, `number`, `area`
    ball_faster,  ///< than `limit`, m/s
    ball_slower,
    after  ///< `limit`, s
  };
  struct Area {
    double left = 0, right = 0;   ///< x, m
    double lower = 0, upper = 0;  ///< y
    bool has(const Point& point) const {
      return point.x >= left && point.x <= right && point.y >= lower && point.y <= upper;
    }
  };

  Kind kind = Kind::all;
  std::vector<Condition> parts{};
  Side side = Side::none;
  int number = 0;
  std::vector<std::string> words{};
  Area area{};
  double limit = 0;

  bool holds(const AttemptView& view) const;
};

}  // namespace monitor
