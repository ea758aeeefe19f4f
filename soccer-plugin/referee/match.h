// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "soccer-plugin/ball_state.h"
#include "soccer-plugin/game_state.h"
#include "spark/core/agent_id.h"
#include "spark/core/random.h"

namespace soccer {

/// State of the offside rule between two plays of the ball (behaviour 7.10). Offside positions are cleared in every
/// step in which the mode is not PlayOn.
struct OffsideNotes {
  std::vector<spark::AgentId> in_position;  ///< team mates of `last_player` beyond the defence when it played the ball
  spark::AgentId last_player = -1;
  /// No player is offside: the last play put the ball into play, or its player was beyond the defence without being
  /// offside. This holds as long as the players of the ball are beyond the defence.
  bool exempt = true;
};

/// The restart that has just been taken, until another player plays the ball (behaviour 7.12).
struct TakenRestart {
  spark::AgentId taker = -1;   ///< -1: another player has played the ball since, or there was no restart
  Side side = Side::none;      ///< of the taker
  bool indirect = false;       ///< no goal may be scored from it directly
  double last_touch = 0.0;     ///< of the taker, game time, s
  bool touched_again = false;  ///< in the last step, after a gap
};

/// The kind of a free kick for an offence; `by_setting` for all others: IndirectKicks decides, as for the offside kick.
enum class FreeKick { by_setting, direct, indirect };

/// Where the ball has stayed, and since when (game time, s).
struct StuckNotes {
  std::optional<spark::Vec3> place;
  std::optional<double> lost_since;  ///< since when it is off the field without ever having been touched by a player
  double since = 0.0;
};

/// The players at the ball, in the order of arrival, and since when (game time, s) a side has had too many.
struct CrowdNotes {
  struct Arrival {
    spark::AgentId agent;
    const AgentState* player;  ///< valid as long as `players_version` equals that of the game
    double time;
  };
  std::vector<Arrival> at_ball;
  unsigned players_version = 0;
  PerSide<std::optional<double>> since;
};

/// State of the present attempt of a shoot-out (behaviour 7.12). Times are game times, s.
struct PenaltyNotes {
  spark::AgentId shooter = -1;  ///< -1: the team has no player
  spark::AgentId keeper = -1;   ///< -1: the goal is empty
  double began = 0.0;           ///< when all players were in place
  double moved = 0.0;           ///< when the ball was last moving
  std::optional<double> ended;  ///< when it was over; a short pause follows
};

/// The data that the rules of the game read and change. Plain data, owned by `SoccerRuleAspect`; all rules share it.
struct Match {
  GameStateAspect& game;
  BallStateAspect& ball;
  spark::RandomStream& random;   ///< for the distances by which players are moved away
  spark::Vec3 restart_position;  ///< where the ball lies while a restart is taken; valid until the next restart
  OffsideNotes offside{};
  PenaltyNotes penalty{};
  TakenRestart taken{};
  FreeKick free_kick = FreeKick::by_setting;
  StuckNotes stuck{};
  CrowdNotes crowd{};
  double dropped_at = -1.0;  ///< game time of the last drop ball, s; -1: none yet

  const SoccerConfig& config() const { return game.config(); }
  spark::Vec3 on_ground(double x, double y) const { return {x, y, config().ball_radius}; }
  /// Moves the ball to `position`, at rest; ends a running kick.
  void place_ball(spark::Vec3 position);
  bool is_ball_untouched() const { return ball.last_touch().agent < 0; }
  /// Only touches strictly after the last change of the play mode count, not one in the same step.
  bool touched_since_mode_change() const { return ball.last_touch().time > game.last_mode_change(); }
  /// Whether a kick-off or restart has taken longer than the script allows.
  bool is_overdue() const { return config().drop_ball_time > 0 && game.mode_time() > config().drop_ball_time; }
  /// To be called when play is interrupted: earlier events no longer count. Offside has separate notes.
  void forget_play();
  /// Moves the players of `side` away from a restart at `centre`.
  void keep_away(Side side, spark::Vec3 centre);
};

}  // namespace soccer
