// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "monitor-lite/client/snapshot.h"
#include "monitor-lite/client/touches.h"

namespace monitor {

/// The scorer of a goal, as far as a stream shows it.
struct Scorer {
  enum class Kind {
    unknown,   ///< no player was seen at the ball since it was put somewhere, or frames are too far apart
    seen,      ///< the stream names him as the last one who touched the ball, or whose shot it was
    probable,  ///< the stream names no one; he was the last one near the ball
    own_goal   ///< a player of the other team
  };
  Kind kind = Kind::unknown;
  int number = 0;  ///< uniform number, of the team that scored or, own goals, of the other
};

/// Watches who plays the ball. The stream says in each frame who touched it last.
///
/// A shot that was on its way into the goal when an opponent touched it, and goes on towards the line, is the shooter's
/// goal; otherwise the opponent has scored an own goal. In frames that are farther apart than `FrameClock::kLongest`
/// the two cannot be told apart. A touch from before the ball was put somewhere (kick-off, trainer) counts no longer.
class ScorerFinder {
 public:
  /// The next frame.
  void add(const Game& game, const Snapshot& snapshot);
  /// The scorer of the goal that first shows in the frame added last.
  Scorer of_goal(Side side) const;
  void restart() { *this = {}; }
  const TouchFinder& touches() const { return touches_; }

 private:
  using Person = TouchFinder::Person;
  bool was_on_target(const Game& game, Side defender) const;
  bool goes_on(const Game& game) const;

  TouchFinder touches_;
  std::optional<Person> shooter_;  ///< whose shot the toucher, an opponent, has not stopped
  double since_touch_ = 0.0;       ///< s
  bool is_dense_ = true;           ///< the frame added last and the one before it are near enough to each other
};

}  // namespace monitor
