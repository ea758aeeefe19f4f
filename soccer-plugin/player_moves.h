// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "soccer-plugin/soccer_types.h"
#include "spark/core/random.h"
#include "spark/core/vec3.h"

namespace soccer {

class AgentState;
class GameStateAspect;

/// Moving players, and moving them out of the way (behaviour 7.3, 7.4). Used by the referee's rules and by effectors.

/// Puts a player at rest, with everything that joints hold to it. `place` is where the centre of a ball of AgentRadius
/// would be, which the usual player is: one that reaches further down, or less far, is put higher or lower, so that it
/// stands on the same floor. It stays turned as it is, or is turned by half a turn about the vertical.
void put_player(const GameStateAspect& game, const AgentState& player, spark::Vec3 place, bool half_turn = false);

/// A rectangle on the floor, borders included, m.
struct Rectangle {
  double x_min, x_max, y_min, y_max;
  /// The x of the border that is nearer to the goal of `side`.
  double border_towards_goal_of(Side side) const { return side == Side::left ? x_min : x_max; }
  bool contains(const spark::Vec3& p) const { return p.x >= x_min && p.x <= x_max && p.y >= y_min && p.y <= y_max; }
};

/// Puts every created player of `side` (except `spared`) whose centre is closer than `radius` to `centre` back towards
/// its own goal, by `distance` plus 0 … ClearSpread (drawn from `random`).
void clear_circle(const GameStateAspect& game, Side side, spark::Vec3 centre, double radius, double distance,
                  spark::RandomStream& random, const AgentState* spared = nullptr);
/// Puts every created player of `side` inside `area` back behind its border, by `distance` plus 0 … ClearSpread.
void clear_rectangle(const GameStateAspect& game, Side side, const Rectangle& area, double distance,
                     spark::RandomStream& random);

/// Areas of the field in the world frame (behaviour 7.4, 7.9).
Rectangle half_of(const GameStateAspect& game, Side side);
Rectangle penalty_area_of(const GameStateAspect& game, Side side);

}  // namespace soccer
