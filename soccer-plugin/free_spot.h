// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "soccer-plugin/player_moves.h"
#include "spark/core/vec3.h"

namespace spark {
class Body;
}

namespace soccer {

class GameStateAspect;

/// A place on the floor, m.
struct Spot {
  double x, y;
  bool operator==(const Spot&) const = default;
};
/// What is within it is taken; its edge is free.
struct Disc {
  Spot centre;
  double radius;
};

/// The spot nearest to `wanted` that is in `area`, borders included, and in none of the discs; none if all is taken.
/// Of several that are as near the one with the smaller x, then y. As precise as doubles are: it may lie within a
/// nanometre of an edge.
std::optional<Spot> nearest_free_spot(Spot wanted, std::span<const Disc> taken, const Rectangle& area);

/// Where something of that radius may be put that was to be put at `wanted`: there, or in the nearest place at that
/// height within `area` where it touches neither a player (a ball of AgentRadius) nor the ball; there all the same if
/// there is none, and without FreeSpot. `moved` is what is to be put, and in nobody's way.
spark::Vec3 free_spot(const GameStateAspect& game, const spark::Body& moved, double radius, spark::Vec3 wanted,
                      const Rectangle& area);

}  // namespace soccer
