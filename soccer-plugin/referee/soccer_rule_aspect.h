// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "soccer-plugin/referee/match.h"
#include "spark/core/held.h"
#include "spark/sim/control_aspect.h"

namespace soccer {

/// The referee. It is the third control aspect: after every step it checks the clock, then applies the rule of the play
/// mode (behaviour 7). It takes its settings from the game's configuration, so script variables changed later have no
/// effect.
class SoccerRuleAspect : public spark::ControlAspect {
 public:
  // Interventions of a trainer between steps.
  /// Restarts take place at the ball's present position, on the ground. Modes of a shoot-out begin an attempt, of a new
  /// shoot-out unless one is undecided. Otherwise only the mode changes.
  void set_play_mode(PlayMode mode);
  /// Begins a new shoot-out; `none` tosses a coin.
  void shoot_out(Side first);
  void change_sides();
  /// Begins a later half; refused (false) if the match has none.
  bool skip_to_half(int half);
  /// Drops the ball at its present position.
  void drop_ball_here();

  /// The ball's position while a restart is taken, m.
  spark::Vec3 restart_position() const { return match_->restart_position; }
  /// Whether no goal may be scored directly from the present kick-off or restart.
  bool is_indirect() const;

  void prepare() override;
  void update(double seconds) override;
  void restart() override;

 private:
  // `match_` refers to these.
  spark::Held<GameStateAspect> game_{*this};
  spark::Held<BallStateAspect> ball_{*this};
  std::optional<Match> match_;  ///< set by prepare()
};

/// The referee of `node`'s server. Throws `std::runtime_error` if the script created none.
SoccerRuleAspect& referee_of(const spark::Leaf& node);

}  // namespace soccer
