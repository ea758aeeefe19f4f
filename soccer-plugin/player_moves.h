// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "soccer-plugin/soccer_types.h"
#include "spark/core/random.h"
#include "spark/core/vec3.h"

namespace soccer {

class AgentState;
class GameStateAspect;

/// Functions that move players, for the rules of the referee and for effectors (behaviour 7.3, 7.4).

/// Moves a player to a place, at rest, with all bodies that joints connect to it. `place` is the centre of a ball of
/// AgentRadius, the shape of the usual player; a player of another height is placed so that it stands on the same
/// floor. It keeps its orientation, or is turned by half a turn about the vertical.
void put_player(const GameStateAspect& game, const AgentState& player, spark::Vec3 place, bool half_turn = false);

/// Moves a player by half a turn about the centre of the field, at rest, so that its place is the same in the frame of
/// the other side.
void turn_about_centre(AgentState& player);

/// A rectangle on the floor, borders included, m.
struct Rectangle {
  double x_min, x_max, y_min, y_max;
  /// The x of the border nearer to the goal of `side`.
  double border_towards_goal_of(Side side) const { return side == Side::left ? x_min : x_max; }
  bool contains(const spark::Vec3& p) const { return p.x >= x_min && p.x <= x_max && p.y >= y_min && p.y <= y_max; }
};

/// Moves one player away from `centre`, towards its own goal, by `distance` plus 0 … ClearSpread (drawn from `random`).
/// There is no room behind the goal line, so near it the player moves sideways, towards the middle.
void send_away(const GameStateAspect& game, const AgentState& player, spark::Vec3 centre, double distance,
               spark::RandomStream& random);
/// Does the same with every created player of `side` (except `spared`) whose centre is closer to `centre` than
/// `radius`.
void clear_circle(const GameStateAspect& game, Side side, spark::Vec3 centre, double radius, double distance,
                  spark::RandomStream& random, const AgentState* spared = nullptr);
/// Moves every created player of `side` inside `area` out of it, by `distance` plus 0 … ClearSpread.
void clear_rectangle(const GameStateAspect& game, Side side, const Rectangle& area, double distance,
                     spark::RandomStream& random);

/// Areas of the field in the world frame (behaviour 7.4, 7.9).
Rectangle half_of(const GameStateAspect& game, Side side);
Rectangle penalty_area_of(const GameStateAspect& game, Side side);

}  // namespace soccer
