// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "monitor-lite/client/snapshot.h"
#include "monitor-lite/client/touches.h"

namespace monitor {

/// s; a shot is a kick whose ball would cross the other team's line within this time. The ball of an earlier kick is no
/// longer on its way.
inline constexpr double kShotSeconds = 3.0;

/// The scorer of a goal, as far as a stream shows it.
struct Scorer {
  enum class Kind {
    unknown,   ///< no player was seen at the ball since it was placed, or frames are too far apart
    seen,      ///< the stream names him: as the last player to touch or kick the ball, or as the shooter
    probable,  ///< the stream names no player; he was the last one near the ball
    own_goal   ///< scored by a player of the other team
  };
  Kind kind = Kind::unknown;
  int number = 0;  ///< uniform number, of the team that scored or, for own goals, of the other
  /// Uniform number of the player of the scorer's team who played the ball before him, if the scorer is seen; 0: none.
  int assist = 0;
};

/// Tracks who plays the ball. The stream reports in each frame who touched it last, and may list kicks, which then take
/// precedence (docs/play/report.md has the rules).
///
/// Without kicks, a shot that was on its way into the goal when an opponent touched it, and continues towards the line,
/// is the shooter's goal; otherwise the opponent has scored an own goal. In frames that are farther apart than
/// `FrameClock::kLongest` the two cannot be distinguished. A touch from before the ball was placed (kick-off, trainer)
/// no longer counts.
class ScorerFinder {
 public:
  /// Adds the next frame.
  void add(const Game& game, const Snapshot& snapshot);
  /// The scorer of the goal that first shows in the last frame.
  Scorer of_goal(Side side) const;
  void restart() { *this = {}; }
  const TouchFinder& touches() const { return touches_; }

 private:
  using Person = TouchFinder::Person;
  struct Kick {
    Person by;
    double time = 0.0;             ///< of the game, s
    std::optional<Person> before;  ///< the player of the previous kick, unless it was his own
  };
  void take_kicks(const Game& game, const Snapshot& now, std::optional<Person> last);
  bool meets_shot(const Game& game, const Kick& shot, const ShownKick& kick) const;
  std::optional<Scorer> of_kicks(Side side) const;
  Scorer of_touches(Side side) const;
  int assist_of(Person scorer) const;
  const std::optional<Person>& toucher() const;
  bool was_on_target(const Game& game, Side defender) const;
  bool continues(const Game& game) const;

  TouchFinder touches_;
  std::optional<Person> shooter_;  ///< the shooter whose shot the toucher, an opponent, has not stopped
  double since_touch_ = 0.0;       ///< s
  bool is_dense_ = true;           ///< the last frame is close enough to the previous one

  // If the stream lists kicks: since the ball was otherwise moved.
  bool shows_kicks_ = false;
  std::optional<Kick> kick_;               ///< the last one
  std::optional<Kick> shot_;               ///< the one that the last kick, an opponent's, met in flight
  std::optional<Person> outdated_;         ///< who touched the ball before it was moved, and not since
  double time_ = 0.0, time_before_ = 0.0;  ///< of the last frame and the previous one, s of the game
};

}  // namespace monitor
