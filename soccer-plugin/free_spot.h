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
/// A disc whose inside is occupied; its edge is free.
struct Disc {
  Spot centre;
  double radius;
};

/// The spot nearest to `wanted` that is in `area`, borders included, and in none of the discs; nothing if the whole
/// area is occupied. Of several spots at the same distance, the one with the smallest x is chosen, then the smallest y.
/// Because of the precision of doubles the spot may lie a nanometre beyond an edge.
std::optional<Spot> nearest_free_spot(Spot wanted, std::span<const Disc> taken, const Rectangle& area);

/// The place for an object of that radius that is to be moved to `wanted`: the nearest place at that height within
/// `area` where it touches neither a player (a ball of AgentRadius) nor the ball; `wanted` itself if there is no such
/// place, and without FreeSpot. `moved` is the body of that object, which is ignored.
spark::Vec3 free_spot(const GameStateAspect& game, const spark::Body& moved, double radius, spark::Vec3 wanted,
                      const Rectangle& area);

}  // namespace soccer
