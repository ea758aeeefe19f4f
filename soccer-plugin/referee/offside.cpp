// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "soccer-plugin/agent_state.h"
#include "soccer-plugin/referee/rules.h"
#include "spark/agent/agent_aspect.h"
#include "spark/physics/body.h"

namespace soccer {
namespace {

/// The distance of `position` from the halfway line in m, towards the goal that the team of `side` attacks.
double depth(Side side, const spark::Vec3& position) {
  return towards_goal_of(opponent(side)) * position.x;
}

double depth(Side side, const AgentState& player) {
  return depth(side, player.body().position());
}

/// The depth of the second-last opponent of `attackers`, but at least that of the halfway line.
double last_line(const GameStateAspect& game, Side attackers) {
  double last = 0.0;
  double second_last = 0.0;
  for (const AgentState* player : game.players()) {
    if (player->side != opponent(attackers)) continue;
    const double x = depth(attackers, *player);
    if (x >= last) {
      second_last = last;
      last = x;
    } else if (x >= second_last) {
      second_last = x;
    }
  }
  return second_last;
}

}  // namespace

bool offside(Match& match) {
  if (!match.config().use_offside) return false;
  OffsideNotes& notes = match.offside;
  const Touch& play = match.ball.last_play();
  if (play.agent < 0) return false;
  if (play.time == match.game.last_mode_change()) notes.exempt = true;
  if (play.time != match.game.time()) return false;
  const AgentState* player = match.game.find_player(play.agent);
  if (!player) return false;  // the player kicked the ball and left the match at once

  const bool plays_on = play.agent == notes.last_player;
  notes.last_player = play.agent;
  const double line = last_line(match.game, play.side);
  const double ball = depth(play.side, match.ball.position());
  const auto is_beyond = [&](const AgentState& mate) {
    const double x = depth(play.side, mate);
    return x > line && x > ball;
  };

  if (!is_beyond(*player)) notes.exempt = false;
  const auto& in_position = notes.in_position;
  const bool is_offside =
      !notes.exempt && !plays_on && std::find(in_position.begin(), in_position.end(), play.agent) != in_position.end();
  // Team mates may follow a player who got behind the defence fairly.
  if (!is_offside && depth(play.side, *player) > line) notes.exempt = true;

  notes.in_position.clear();
  for (const AgentState* mate : match.game.players())
    if (mate->side == play.side && is_beyond(*mate)) notes.in_position.push_back(mate->agent().id());
  const spark::Vec3 place = match.ball.last_valid_position();
  match.restart_position = match.on_ground(place.x, place.y);
  if (is_offside) match.game.set_play_mode({Phase::offside, opponent(play.side)});
  return is_offside;
}

}  // namespace soccer
