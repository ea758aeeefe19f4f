// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/team/positions.h"

#include <algorithm>

namespace rcss3d::agent {

bool has_gone(const Track& player) {
  constexpr double kUnseen = 10;  // s
  return player.age > kUnseen;
}

double offside_line(const World& world, double seconds) {
  double last = 0, last_but_one = 0;
  for (const Track& opponent : world.opponents) {
    if (!opponent.known()) continue;
    const double x = opponent.position.x + std::min(0.0, opponent.velocity.x) * seconds;
    last_but_one = std::max(last_but_one, std::min(last, x));
    last = std::max(last, x);
  }
  return std::max({0.0, last_but_one, world.ball.position.x});
}

double free_kick_distance(const Field& field) {
  return std::clamp(0.125 * field.length, 2.0, 9.15) + 0.5;
}

Vector away_from(Vector place, Vector point, double room, const Field& field) {
  if (distance(place, point) < room) {
    // Evades towards its own goal, as the referee moves players, unless the place is on the other side.
    Vector direction = place - point;
    if (direction.length() < 0.1) direction = field.our_goal() - point;
    place = point + direction.unit() * room;
    const double limit_x = field.half_length(), limit_y = field.half_width();
    if (std::abs(place.x) > limit_x || std::abs(place.y) > limit_y) place = point + (Vector{} - point).unit() * room;
  }
  return place;
}

}  // namespace rcss3d::agent
