// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/team/support.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "agent-sample/lib/player_motion.h"

namespace rcss3d::agent {
namespace {

constexpr double kPassSpeed = 7;       // m/s of a pass on its way
constexpr double kLaneReaction = 0.3;  // s until an opponent runs for a pass
constexpr double kLaneTouch = 0.4;     // m
constexpr double kFreeRoom = 2.5;      // m of room beyond which more is of no use
constexpr double kOwnSpace = 5;        // m to mates; a smaller distance is worse
constexpr double kShortPass = 5;       // m: a shorter pass gains nothing

/// The room that the best-placed opponent leaves beside the path of the ball to a place, m; negative if that opponent
/// gets the ball.
double room_of_lane(const World& world, Vector ball, Vector place) {
  const Vector way = place - ball;
  const double length = way.length();
  const Vector along = way.unit();
  double room = kFreeRoom;
  for (const Track& opponent : world.opponents) {
    if (!opponent.known()) continue;
    const Vector there = opponent.position - ball;
    // The point of the path nearest to the opponent, and somewhat beyond, since it can run towards that.
    const double at = std::clamp(dot(there, along), 0.0, length);
    if (at < 0.5 && dot(there, along) < 0) continue;
    const double time = std::max(0.0, at / kPassSpeed - kLaneReaction);
    const double away = distance(there, along * at) - kLaneTouch;
    if (away - player_motion::kTopSpeed * time >= room) continue;  // not even at full speed from the start
    room = std::min(room, away - player_motion::reach(time));
  }
  return room;
}

/// The value of a place for offering itself for a pass; 1 is high.
double worth_of_place(const World& world, Vector ball, Vector place, Vector home, const Defence::Places& homes) {
  double worth = 0.35 * std::max(-1.0, room_of_lane(world, ball, place));
  worth += 0.03 * (place.x - home.x) - 0.06 * distance(place, home) - 0.03 * distance(place, world.me.position);
  worth -= 0.15 * std::max(0.0, kShortPass - distance(place, ball));
  for (std::size_t number = 2; number <= World::kPlayers; ++number) {
    if (static_cast<int>(number) == world.number || !world.mates[number].known()) continue;
    const double space = std::min(distance(place, homes[number]), distance(place, world.mates[number].position));
    worth -= 0.12 * std::max(0.0, kOwnSpace - space);
  }
  return worth;
}

}  // namespace

Vector Support::place(const World& world, Vector ball, const Defence::Places& homes, double farthest_x) {
  constexpr double kKept = 0.1;  // advantage of the place that was chosen before
  constexpr int kAround = 8;
  const Vector home = homes[static_cast<std::size_t>(world.number)];
  const double scale = std::clamp(world.field.length / 40, 0.7, 2.0);
  const double limit_x = world.field.half_length() - 1, limit_y = world.field.half_width() - 0.7;
  Vector best = home;
  double best_worth = -1e9;
  const auto consider = [&](Vector place, double bonus) {
    place.x = std::clamp(place.x, -limit_x, std::min(limit_x, farthest_x));
    place.y = std::clamp(place.y, -limit_y, limit_y);
    const double worth = worth_of_place(world, ball, place, home, homes) + bonus;
    if (worth <= best_worth) return;
    best = place;
    best_worth = worth;
  };
  if (chosen_) consider(last_, kKept);
  consider(home, 0);
  for (const double radius : {1.5, 3.0, 4.5})
    for (int i = 0; i < kAround; ++i)
      consider(home + Vector{radius * scale, 0}.turned(2 * std::numbers::pi * i / kAround), 0);
  chosen_ = true;
  last_ = best;
  // Leaves the offside position by the shortest way, because no one can pass to it until then.
  if (world.me.position.x > farthest_x) return {best.x, world.me.position.y};
  return best;
}

}  // namespace rcss3d::agent
