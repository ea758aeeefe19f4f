// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/player_moves.h"

#include <algorithm>

#include "soccer-plugin/agent_state.h"
#include "soccer-plugin/game_state.h"
#include "spark/physics/articulation.h"

namespace soccer {
namespace {

constexpr double kHalfOvershoot = 10.0;  ///< m, so that the halves extend beyond the walls

/// The part of the field between two distances from the halfway line, towards the goal of `side`.
Rectangle part_of_field(Side side, double from, double to, double y) {
  return side == Side::left ? Rectangle{-to, -from, -y, y} : Rectangle{from, to, -y, y};
}

/// Keeps a new coordinate within the walls. That has no effect on a standard field; on one that is smaller than the
/// distances by which players are moved, the place could be behind a wall.
double inside_walls(double coordinate, double field_size, const SoccerConfig& config) {
  const double max = field_size / 2 + config.border_size / 2 - config.agent_radius;
  return std::clamp(coordinate, -max, max);
}

/// The height from which moved players fall; never inside the floor.
double drop_height(const SoccerConfig& config) {
  return std::max(config.clear_height, config.agent_radius);
}

constexpr spark::Mat3 kHalfTurn{-1, 0, 0, 0, -1, 0, 0, 0, 1};

}  // namespace

void put_player(const GameStateAspect& game, const AgentState& player, spark::Vec3 place, bool half_turn) {
  spark::Articulation robot(player.body());
  if (const auto reach = robot.reach_down()) place.z += *reach - game.config().agent_radius;
  if (half_turn)
    robot.place_at_rest(spark::Pose{place, kHalfTurn} * spark::Pose{{}, player.body().rotation()});
  else
    robot.place_at_rest(place);
}

void turn_about_centre(AgentState& player) {
  spark::Articulation robot(player.body());
  const spark::Vec3 place = own_frame(Side::right, player.body().position());
  if (robot.is_single()) {
    robot.place_at_rest(place);
  } else if (robot.place_at_rest(spark::Pose{place, kHalfTurn} * spark::Pose{{}, player.body().rotation()})) {
    player.looks_back = !player.looks_back;
  }
}

void send_away(const GameStateAspect& game, const AgentState& player, spark::Vec3 centre, double distance,
               spark::RandomStream& random) {
  const SoccerConfig& config = game.config();
  const double way = random.uniform(distance, distance + config.clear_spread);
  const double x = centre.x + towards_goal_of(player.side) * way;
  spark::Vec3 place = player.body().position();
  place.z = drop_height(config);
  if (x * towards_goal_of(player.side) > config.field_length / 2)
    place.y = inside_walls(centre.y < 0 ? centre.y + way : centre.y - way, config.field_width, config);
  else
    place.x = inside_walls(x, config.field_length, config);
  put_player(game, player, place);
}

void clear_circle(const GameStateAspect& game, Side side, spark::Vec3 centre, double radius, double distance,
                  spark::RandomStream& random, const AgentState* spared) {
  if (side == Side::none) return;
  for (AgentState* player : game.players()) {
    if (player->side != side || player == spared) continue;
    if (length(player->body().position() - centre) >= radius) continue;
    send_away(game, *player, centre, distance, random);
  }
}

void clear_rectangle(const GameStateAspect& game, Side side, const Rectangle& area, double distance,
                     spark::RandomStream& random) {
  if (side == Side::none) return;
  const SoccerConfig& config = game.config();
  for (AgentState* player : game.players()) {
    if (player->side != side) continue;
    const spark::Vec3 position = player->body().position();
    if (!area.contains(position)) continue;
    const double way = random.uniform(distance, distance + config.clear_spread);
    const double x = area.border_towards_goal_of(side) + towards_goal_of(side) * way;
    put_player(game, *player, {inside_walls(x, config.field_length, config), position.y, drop_height(config)});
  }
}

Rectangle half_of(const GameStateAspect& game, Side side) {
  const double x = game.config().field_length / 2 + kHalfOvershoot;
  const double y = game.config().field_width / 2 + kHalfOvershoot;
  return part_of_field(side, 0.0, x, y);
}

Rectangle penalty_area_of(const GameStateAspect& game, Side side) {
  const SoccerConfig& config = game.config();
  const double line = config.field_length / 2;
  const double front = line - config.penalty_area_depth;
  const double y = config.penalty_area_margin + config.goal_width / 2;
  return part_of_field(side, front, line, y);
}

}  // namespace soccer
