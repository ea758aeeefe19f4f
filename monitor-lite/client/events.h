// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "monitor-lite/client/scorer.h"
#include "monitor-lite/client/snapshot.h"

namespace monitor {

/// An event of the match that is reported to users.
struct Event {
  enum class Kind { kick_off, play_on, goal, restart, offside, penalty, attempt, half, game_over, other };
  Kind kind = Kind::other;
  double time = 0.0;       ///< game time, s
  Side side = Side::none;  ///< the side that scored or has the ball
  std::string text;        ///< a few words: "goal for foo by 9, 2 : 1"
  Scorer scorer{};         ///< of a goal
  int score_left = 0;      ///< after it
  int score_right = 0;
  bool sides_changed = false;  ///< at that time, relative to the beginning of the match
  // For an attempt in a shoot-out: the shooter, and the score of the shoot-out after it.
  int shooter = 0;
  bool scored = false;
  int shoot_out_left = 0;
  int shoot_out_right = 0;
};

/// The side on which the event's team began the match.
inline Side began_on(const Event& event) {
  return began_on(event.side, event.sides_changed);
}

/// The team named in an event's text: for an offside the offending one, otherwise the event's side.
Side named_team(const Event& event);

/// Finds the events between each snapshot and the previous one.
///
/// Frames come every 0.15 s, so an event that begins and ends between two of them is missed; goals are found by the
/// score. A score or a half that decreases means another match; a team's score is followed when it changes sides. In a
/// world without a game bodies appear and disappear.
class EventFinder {
 public:
  /// The events up to this snapshot; for the first one, the present state.
  std::vector<Event> next(const Game& game, const Snapshot& snapshot);
  /// Resets it: the next snapshot is the first one again.
  void restart() { *this = {}; }
  /// The player of the ball, up to the last snapshot. For matches, not for worlds without a game.
  const TouchFinder& touches() const { return scorers_.touches(); }

 private:
  Event goal(const Snapshot& now, Side side, int goals) const;
  bool is_another_match(const Snapshot& now) const;
  void add_goals(const Snapshot& now, std::vector<Event>& events) const;
  void add_attempts(const Snapshot& now, std::vector<Event>& events) const;
  std::vector<Event> bodies(const Snapshot& now);

  bool begun_ = false;
  Standing last_;
  ScorerFinder scorers_;
  std::vector<std::string> bodies_;  ///< their names, sorted
};

inline Side other_side(Side side) {
  return side == Side::left ? Side::right : side == Side::right ? Side::left : Side::none;
}

/// The name of a team, or a substitute before it has one.
std::string team_name(const Snapshot& snapshot, Side side);
/// The same, unambiguously: with the side if both teams have the same name.
std::string team_label(const Snapshot& snapshot, Side side);

}  // namespace monitor
