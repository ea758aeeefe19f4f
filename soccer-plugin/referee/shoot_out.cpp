// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/shoot_out.h"

#include <algorithm>
#include <cmath>

#include "soccer-plugin/agent_state.h"
#include "soccer-plugin/ball.h"
#include "soccer-plugin/player_moves.h"
#include "soccer-plugin/referee/rules.h"
#include "spark/agent/agent_aspect.h"
#include "spark/core/core.h"
#include "spark/physics/body.h"

namespace soccer {
namespace {

constexpr double kRunUp = 1.0;       ///< m from the ball to the shooter behind it
constexpr double kAside = 3.0;       ///< m from the side line to the waiting players
constexpr double kRestSpeed = 0.05;  ///< m/s; a slower ball is at rest
constexpr double kRestTime = 1.0;    ///< s at rest, so that a dribbler may leave the ball for a moment

/// The next shooter: the field players take turns, from the highest number down, and the goalkeeper shoots only if it
/// is alone. Null if the team has no player.
AgentState* next_shooter(const GameStateAspect& game, Side side) {
  int last = 0;
  for (const PenaltyAttempt& attempt : game.shoot_out().attempts())
    if (attempt.side == side) last = attempt.unum;
  // Ranks from the lowest: the goalkeeper, players whose turn is in the next round, players who still have one in this
  // round.
  const auto rank = [last](const AgentState& player) {
    return player.unum == kGoalkeeper ? 0 : player.unum >= last ? player.unum : player.unum + TeamRoster::kMaxPlayers;
  };
  AgentState* shooter = nullptr;
  for (AgentState* player : game.players())
    if (player->side == side && (!shooter || rank(*player) > rank(*shooter))) shooter = player;
  return shooter;
}

/// The player with that id if it still plays for `side`; otherwise null.
const AgentState* still_there(const Match& match, spark::AgentId id, Side side) {
  const AgentState* player = id < 0 ? nullptr : match.game.find_player(id);
  return player && player->side == side ? player : nullptr;
}

spark::Vec3 spot_of(const Match& match, Side attackers) {
  const SoccerConfig& c = match.config();
  // The place is never inside the goalkeeper, and never behind the halfway line.
  const double distance = std::min(std::max(c.shoot_out_start, 3 * c.agent_radius + c.ball_radius), c.field_length / 2);
  return match.on_ground(towards_goal_of(opponent(attackers)) * (c.field_length / 2 - distance), 0);
}

void place_shooter_and_keeper(Match& match, Side attackers) {
  const SoccerConfig& c = match.config();
  const Side defenders = opponent(attackers);
  const double ahead = towards_goal_of(defenders);
  const spark::Vec3 spot = spot_of(match, attackers);
  match.place_ball(spot);
  if (const AgentState* shooter = still_there(match, match.penalty.shooter, attackers))
    put_player(match.game, *shooter, {spot.x - ahead * (kRunUp + c.agent_radius), 0, c.agent_radius});
  const double depth = std::min(c.agent_radius, c.penalty_area_depth);
  if (const AgentState* keeper = still_there(match, match.penalty.keeper, defenders))
    put_player(match.game, *keeper, {ahead * (c.field_length / 2 - depth), 0, c.agent_radius});
}

/// Moves all other players off the field, each team to one side line.
void send_others_out(Match& match) {
  const SoccerConfig& c = match.config();
  const double spacing = std::min(3 * c.agent_radius, c.field_length / (TeamRoster::kMaxPlayers + 1));
  const double y = c.field_width / 2 + std::min(kAside, c.border_size / 2 - c.agent_radius);
  for (const AgentState* player : match.game.players()) {
    const spark::AgentId id = player->agent().id();
    if (player->side == Side::none || id == match.penalty.shooter || id == match.penalty.keeper) continue;
    const spark::Vec3 at = player->body().position();
    if (std::abs(at.y) > c.field_width / 2 || std::abs(at.x) > c.field_length / 2 + c.goal_depth) continue;
    const double place = player->unum - (TeamRoster::kMaxPlayers + 1) / 2.0;
    put_player(match.game, *player, {place * spacing, player->side == Side::left ? y : -y, c.agent_radius});
  }
}

void begin_attempt(Match& match, Side attackers) {
  match.game.set_play_mode({Phase::penalty_shoot, attackers});
  const AgentState* shooter = next_shooter(match.game, attackers);
  const AgentState* keeper = match.game.find_player(opponent(attackers), kGoalkeeper);
  match.penalty = {};
  match.penalty.began = match.game.time();
  if (shooter) match.penalty.shooter = shooter->agent().id();
  match.game.begin_attempt(shooter ? shooter->unum : 0);
  if (keeper) match.penalty.keeper = keeper->agent().id();
  place_shooter_and_keeper(match, attackers);
  send_others_out(match);
}

void end_attempt(Match& match, Side attackers, bool scored) {
  match.game.end_attempt(attackers, scored);
  match.penalty.ended = match.game.time();
  if (match.game.shoot_out().needs_lot()) match.game.draw_lot();
}

void begin_next_attempt(Match& match) {
  const ShootOut& sheet = match.game.shoot_out();
  if (sheet.winner() == Side::none)
    begin_attempt(match, sheet.next());
  else
    match.game.set_play_mode({Phase::game_over});
}

/// Whether the keeper has left its area to the front or to a side; behind its goal line is its goal.
bool has_left_area(const Match& match, const AgentState& keeper, Side defenders) {
  const Rectangle area = penalty_area_of(match.game, defenders);
  const spark::Vec3 at = keeper.body().position();
  const double ahead = towards_goal_of(defenders);
  return at.y < area.y_min || at.y > area.y_max ||
         ahead * at.x < ahead * area.border_towards_goal_of(opponent(defenders));
}

/// Whether the ball has come to rest, or no player is left who could move it.
bool is_ball_dead(Match& match, Side attackers) {
  const spark::Vec3 spot = spot_of(match, attackers);
  const spark::Vec3 ball = match.ball.position();
  const bool lies_on_spot = length(ball - spot) <= match.config().ball_radius;
  if (lies_on_spot || length(match.ball.ball().body().velocity()) >= kRestSpeed)
    match.penalty.moved = match.game.time();
  if (lies_on_spot) return !still_there(match, match.penalty.shooter, attackers);
  return match.game.time() - match.penalty.moved >= kRestTime;
}

}  // namespace

void begin_shoot_out(Match& match, Side first) {
  match.game.begin_shoot_out(first);
  begin_attempt(match, match.game.shoot_out().next());
}

void resume_shoot_out(Match& match, Side attackers) {
  const ShootOut& sheet = match.game.shoot_out();
  if (!sheet.has_begun() || sheet.winner() != Side::none) return begin_shoot_out(match, attackers);
  begin_attempt(match, attackers == Side::none ? sheet.next() : attackers);
}

void penalty_shoot(Match& match, Side attackers) {
  const Side defenders = opponent(attackers);
  const double now = match.game.time(), pause = match.config().kick_in_pause_time;
  send_others_out(match);
  if (const auto ended = match.penalty.ended) {
    if (now - *ended >= pause) begin_next_attempt(match);
    return;
  }
  const double taken = now - match.penalty.began - pause;
  if (taken < 0) return place_shooter_and_keeper(match, attackers);
  if (match.ball.entered_goal_of() == defenders) return end_attempt(match, attackers, true);
  // Otherwise a goalkeeper could end every attempt by leaving.
  const AgentState* keeper = still_there(match, match.penalty.keeper, defenders);
  if (keeper && has_left_area(match, *keeper, defenders)) return end_attempt(match, attackers, true);
  if (!match.ball.on_field() || taken >= match.config().shoot_out_time || is_ball_dead(match, attackers))
    end_attempt(match, attackers, false);
}

}  // namespace soccer
