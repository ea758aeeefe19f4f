// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "soccer-plugin/agent_state.h"
#include "soccer-plugin/player_moves.h"
#include "soccer-plugin/referee/rules.h"
#include "spark/agent/agent_aspect.h"
#include "spark/physics/body.h"

namespace soccer {
namespace {

using Arrival = CrowdNotes::Arrival;

/// Called for every player in every step of play, so it computes no square roots and does not look players up by id.
void note_arrivals(Match& match) {
  CrowdNotes& notes = match.crowd;
  const std::vector<AgentState*>& players = match.game.players();
  if (notes.players_version != match.game.players_version()) {
    std::erase_if(notes.at_ball,
                  [&](const Arrival& arrival) { return match.game.find_player(arrival.agent) != arrival.player; });
    notes.players_version = match.game.players_version();
  }
  const spark::Vec3 ball = match.ball.position();
  const double reach = match.config().crowd_radius * match.config().crowd_radius;
  const auto is_at_ball = [&](const AgentState& player) {
    const spark::Vec3 way = player.body().position() - ball;
    return dot(way, way) < reach && player.side != Side::none;
  };
  if (!notes.at_ball.empty())
    std::erase_if(notes.at_ball, [&](const Arrival& arrival) { return !is_at_ball(*arrival.player); });
  for (const AgentState* player : players)
    if (is_at_ball(*player) && std::ranges::find(notes.at_ball, player, &Arrival::player) == notes.at_ball.end())
      notes.at_ball.push_back({player->agent().id(), player, match.game.time()});
}

/// The goalkeeper counts as an opponent of a crowd, but not as part of one.
bool is_in_crowd(const AgentState& player, Side side) {
  return player.side == side && player.unum != kGoalkeeper;
}

/// Whether more players of `side` are at the ball than allowed, and an opponent, too.
bool is_crowd(const Match& match, Side side) {
  int mates = 0;
  bool is_contested = false;
  for (const Arrival& arrival : match.crowd.at_ball) {
    if (is_in_crowd(*arrival.player, side)) ++mates;
    if (arrival.player->side == opponent(side)) is_contested = true;
  }
  return is_contested && mates > match.config().crowd_mates;
}

/// The player who arrived last; if several arrived in that step, one of them is drawn by lot.
const AgentState* last_to_come(Match& match, Side side) {
  std::vector<const AgentState*> last;
  double time = 0.0;
  for (const Arrival& arrival : match.crowd.at_ball) {
    if (!is_in_crowd(*arrival.player, side)) continue;
    if (arrival.time != time) last.clear();
    time = arrival.time;
    last.push_back(arrival.player);
  }
  if (last.size() == 1) return last.front();
  return last[static_cast<std::size_t>(match.random.uniform() * static_cast<double>(last.size()))];
}

bool break_up(Match& match, Side side) {
  const SoccerConfig& config = match.config();
  std::optional<double>& since = match.crowd.since[side];
  if (!is_crowd(match, side)) {
    since.reset();
    return false;
  }
  if (!since) since = match.game.time();
  if (match.game.time() - *since < config.crowd_time) return false;
  send_away(match.game, *last_to_come(match, side), match.ball.position(), config.free_kick_distance, match.random);
  since.reset();
  return true;
}

}  // namespace

bool crowd(Match& match) {
  if (match.config().crowd_time <= 0) return false;
  note_arrivals(match);
  const bool left = break_up(match, Side::left);
  return break_up(match, Side::right) || left;
}

}  // namespace soccer
