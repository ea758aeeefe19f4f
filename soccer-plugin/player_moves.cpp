// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/player_moves.h"

#include <algorithm>

#include "soccer-plugin/agent_state.h"
#include "soccer-plugin/game_state.h"
#include "spark/physics/body.h"

namespace soccer {
namespace {

constexpr double kHalfOvershoot = 10.0;  ///< m; the halves reach beyond the walls

/// -1 for the left team, whose own goal is at negative x.
double own_direction(Side side) {
  return side == Side::left ? -1.0 : 1.0;
}

/// Keeps a new coordinate inside the walls. Changes nothing on a standard field; on one that is narrower than the
/// distances players are sent the place would lie behind a wall.
double inside_walls(double coordinate, double field_size, const SoccerConfig& config) {
  const double most = field_size / 2 + config.border_size / 2 - config.agent_radius;
  return std::clamp(coordinate, -most, most);
}

/// Players who are moved fall from here, but do not begin inside of the floor.
double drop_height(const SoccerConfig& config) {
  return std::max(config.clear_height, config.agent_radius);
}

}  // namespace

void clear_circle(const GameStateAspect& game, Side side, spark::Vec3 centre, double radius, double distance,
                  spark::RandomStream& random, const AgentState* spared) {
  if (side == Side::none) return;
  const SoccerConfig& config = game.config();
  for (AgentState* player : game.players()) {
    if (player->side != side || player == spared) continue;
    const spark::Vec3 position = player->body().position();
    if (length(position - centre) >= radius) continue;
    const double way = random.uniform(distance, distance + config.clear_spread);
    const double x = centre.x + own_direction(side) * way;
    spark::Vec3 place{position.x, position.y, drop_height(config)};
    // Behind the own goal line there is no room: aside then, towards the middle.
    if (x * own_direction(side) > config.field_length / 2)
      place.y = inside_walls(centre.y < 0 ? centre.y + way : centre.y - way, config.field_width, config);
    else
      place.x = inside_walls(x, config.field_length, config);
    player->body().place_at_rest(place);
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
    const double x = side == Side::left ? area.x_min - way : area.x_max + way;
    player->body().place_at_rest({inside_walls(x, config.field_length, config), position.y, drop_height(config)});
  }
}

Rectangle half_of(const GameStateAspect& game, Side side) {
  const double x = game.config().field_length / 2 + kHalfOvershoot;
  const double y = game.config().field_width / 2 + kHalfOvershoot;
  return side == Side::left ? Rectangle{-x, 0, -y, y} : Rectangle{0, x, -y, y};
}

Rectangle penalty_area_of(const GameStateAspect& game, Side side) {
  const SoccerConfig& config = game.config();
  const double line = config.field_length / 2;
  const double front = line - config.penalty_area_depth;
  const double y = config.penalty_area_margin + config.goal_width / 2;
  return side == Side::left ? Rectangle{-line, -front, -y, y} : Rectangle{front, line, -y, y};
}

}  // namespace soccer
