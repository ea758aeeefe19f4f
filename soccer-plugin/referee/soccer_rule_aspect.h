// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "soccer-plugin/referee/match.h"
#include "spark/core/held.h"
#include "spark/sim/control_aspect.h"

namespace soccer {

/// The referee. The third control aspect: after every step it checks the clock, then applies the rule of the play mode
/// (behaviour 7). It takes its settings from the game's configuration, so later changes of script variables have no
/// effect.
class SoccerRuleAspect : public spark::ControlAspect {
 public:
  // Interventions of a trainer between steps.
  /// Sets a play mode. Restarts take place at the ball's present position, on the ground. A mode of a shoot-out begins
  /// an attempt, and a new shoot-out unless one is undecided. All other modes only become the play mode.
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
