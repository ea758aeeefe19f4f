// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "monitor-lite/client/snapshot.h"
#include "monitor-lite/client/touches.h"

namespace monitor {

/// s; a shot is a kick whose ball would cross the other team's line within them. The ball of an earlier kick is on its
/// way no more.
inline constexpr double kShotSeconds = 3.0;

/// The scorer of a goal, as far as a stream shows it.
struct Scorer {
  enum class Kind {
    unknown,   ///< no player was seen at the ball since it was put somewhere, or frames are too far apart
    seen,      ///< the stream names him: as the last one who touched or kicked the ball, or whose shot it was
    probable,  ///< the stream names no one; he was the last one near the ball
    own_goal   ///< a player of the other team
  };
  Kind kind = Kind::unknown;
  int number = 0;  ///< uniform number, of the team that scored or, own goals, of the other
  /// Uniform number of the player of the scorer's team who played the ball before him, if the scorer is seen; 0: none.
  int assist = 0;
};

/// Watches who plays the ball. The stream says in each frame who touched it last, and may list the kicks, which decide
/// then (docs/play/report.md has the rules).
///
/// Without kicks, a shot that was on its way into the goal when an opponent touched it, and keeps moving towards the
/// line, is the shooter's goal; otherwise the opponent has scored an own goal. In frames that are farther apart than
/// `FrameClock::kLongest` the two cannot be told apart. A touch from before the ball was put somewhere (kick-off,
/// trainer) counts no longer.
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
  struct Kick {
    Person by;
    double time = 0.0;             ///< of the game, s
    std::optional<Person> before;  ///< whose kick the one before was, unless it was his own
  };
  void take_kicks(const Game& game, const Snapshot& now, std::optional<Person> last);
  bool meets_shot(const Game& game, const Kick& shot, const ShownKick& kick) const;
  std::optional<Scorer> of_kicks(Side side) const;
  Scorer of_touches(Side side) const;
  int assist_of(Person scorer) const;
  const std::optional<Person>& toucher() const;
  bool was_on_target(const Game& game, Side defender) const;
  bool goes_on(const Game& game) const;

  TouchFinder touches_;
  std::optional<Person> shooter_;  ///< whose shot the toucher, an opponent, has not stopped
  double since_touch_ = 0.0;       ///< s
  bool is_dense_ = true;           ///< the frame added last and the one before it are near enough to each other

  // As far as the stream lists kicks: since the ball was moved otherwise.
  bool shows_kicks_ = false;
  std::optional<Kick> kick_;               ///< the last one
  std::optional<Kick> shot_;               ///< whose ball the last kick, an opponent's, met on its way
  std::optional<Person> outdated_;         ///< who touched the ball before it was moved, and has not come to it since
  double time_ = 0.0, time_before_ = 0.0;  ///< of the frame added last and the one before it, s of the game
};

}  // namespace monitor
