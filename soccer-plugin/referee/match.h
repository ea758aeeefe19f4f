// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "soccer-plugin/ball_state.h"
#include "soccer-plugin/game_state.h"
#include "spark/core/random.h"

namespace soccer {

/// What the offside rule remembers from one play of the ball to the next (behaviour 7.10). Who is in offside position
/// is forgotten in every step without PlayOn.
struct OffsideNotes {
  std::vector<spark::AgentId> in_position;  ///< team mates of `last_player` who were beyond when he played the ball
  spark::AgentId last_player = -1;
  /// Nobody is offside: the last play put the ball into play, or was made beyond the defence without being offside.
  /// It lasts as long as those who play the ball are beyond.
  bool exempt = true;
};

/// The data that the rules of the game read and change. Plain data, owned by `SoccerRuleAspect`; all rules share it.
struct Match {
  GameStateAspect& game;
  BallStateAspect& ball;
  spark::RandomStream& random;   ///< how far players are sent away
  spark::Vec3 restart_position;  ///< where the ball lies while a restart is taken; kept from one restart to the next
  OffsideNotes offside{};

  const SoccerConfig& config() const { return game.config(); }
  spark::Vec3 on_ground(double x, double y) const { return {x, y, config().ball_radius}; }
  /// Puts the ball there at rest; a running kick ends.
  void place_ball(spark::Vec3 position);
  bool nobody_touched_ball_yet() const { return ball.last_touch().agent < 0; }
  /// Strictly after the last change of the play mode: a touch in that very step does not count.
  bool touched_since_mode_change() const { return ball.last_touch().time > game.last_mode_change(); }
  /// Whether a kick-off or restart has taken longer than the script allows.
  bool is_overdue() const { return config().drop_ball_time > 0 && game.mode_time() > config().drop_ball_time; }
  /// Sends the players of `side` away from a restart at `centre`.
  void keep_away(Side side, spark::Vec3 centre);
};

}  // namespace soccer
