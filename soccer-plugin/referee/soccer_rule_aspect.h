// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "soccer-plugin/referee/match.h"
#include "spark/core/held.h"
#include "spark/sim/control_aspect.h"

namespace soccer {

/// The referee. Third of the control aspects: after every step it looks at the clock, then lets the rule of the play
/// mode decide (behaviour 7). Takes its settings from the game's configuration, so script variables changed later have
/// no effect.
class SoccerRuleAspect : public spark::ControlAspect {
 public:
  // What a trainer may do between steps.
  /// Restarts take place where the ball is now, on the ground. Modes of a shoot-out begin an attempt, of a new
  /// shoot-out unless one is undecided. Otherwise nothing but the mode changes.
  void set_play_mode(PlayMode mode);
  /// Begins a new shoot-out; `none` tosses a coin.
  void shoot_out(Side first);
  void change_sides();
  /// Begins that later half; refused (false) if the match has none.
  bool skip_to_half(int half);
  /// Drop ball where the ball is now.
  void drop_ball_here();

  /// Where the ball lies while a restart is taken, m.
  spark::Vec3 restart_position() const { return match_->restart_position; }
  /// Whether no goal may follow directly from the present kick-off or restart.
  bool is_indirect() const;

  void prepare() override;
  void update(double seconds) override;
  void restart() override;

 private:
  // `match_` refers to these.
  spark::Held<GameStateAspect> game_{*this};
  spark::Held<BallStateAspect> ball_{*this};
  std::optional<Match> match_;  ///< from prepare() on
};

/// The referee of the server `node` hangs in. Throws `std::runtime_error` if the script created none.
SoccerRuleAspect& referee_of(const spark::Leaf& node);

}  // namespace soccer
