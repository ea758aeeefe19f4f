// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "monitor-lite/client/scorer.h"
#include "monitor-lite/client/snapshot.h"

namespace monitor {

/// An event of the match that people want to know about.
struct Event {
  enum class Kind { kick_off, play_on, goal, restart, offside, half, game_over, other };
  Kind kind = Kind::other;
  double time = 0.0;       ///< game time, s
  Side side = Side::none;  ///< who scored, or whose ball it is
  std::string text;        ///< a few words: "goal for foo by 9, 2 : 1"
  Scorer scorer{};         ///< of a goal
  int score_left = 0;      ///< after it
  int score_right = 0;
};

/// The team an event's text names: for an offside the one that was caught, otherwise the event's side.
Side named_team(const Event& event);

/// Finds the events between each snapshot and the one before.
///
/// Frames come every 0.15 s, so anything that begins and ends between two of them is not seen; goals are, by the score.
/// A score or a half that goes back means another match. In a world without a game bodies come and go.
class EventFinder {
 public:
  /// The events up to this snapshot; for the first one, the present state.
  std::vector<Event> next(const Game& game, const Snapshot& snapshot);
  /// Forgets what was before: the next snapshot is the first one again.
  void restart() { *this = {}; }
  /// Who plays the ball, up to the snapshot given last. Of a match, not of a world without a game.
  const TouchFinder& touches() const { return scorers_.touches(); }

 private:
  Event goal(const Snapshot& now, Side side, int goals) const;
  std::vector<Event> bodies(const Snapshot& now);

  bool begun_ = false;
  int play_mode_ = 0;
  int half_ = 1;
  int score_left_ = 0;
  int score_right_ = 0;
  ScorerFinder scorers_;
  std::vector<std::string> bodies_;  ///< their names, sorted
};

inline Side other_side(Side side) {
  return side == Side::left ? Side::right : side == Side::right ? Side::left : Side::none;
}

/// The name of a team, or a substitute before it has one.
std::string team_name(const Snapshot& snapshot, Side side);
/// The same for people who must know which team is meant: with the side if both have the same name.
std::string team_label(const Snapshot& snapshot, Side side);

}  // namespace monitor
