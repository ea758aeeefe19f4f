// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/skills/run.h"

#include <algorithm>
#include <cmath>

#include "agent-sample/lib/player_motion.h"

namespace rcss3d::agent {
namespace {

constexpr double kPlayersRoom = 0.5;   // m between the centres of two players; they touch at 0.44 m
constexpr double kLookAhead = 1;       // s for which others are assumed to keep running as they do now
constexpr double kNothingToDo = 0.01;  // m

Motion motion_of(const Track& track) {
  return {track.position, track.velocity};
}

/// The nearest obstacle that the run would pass too closely, and how to pass it.
struct Obstacle {
  double along = 1e9;  // m from here
  Vector centre;
  double room = 0;
};

class Run {
 public:
  Run(Vector from, Vector to) : from_(from), along_((to - from).unit()), length_(distance(from, to)) {}

  void pass(const Track& other, double room) {
    if (!other.known()) return;
    const double seconds = std::min(distance(from_, other.position) / player_motion::kTopSpeed, kLookAhead);
    const Vector centre = other.position + other.velocity * seconds;
    const double along = dot(centre - from_, along_), aside = std::abs(dot(centre - from_, along_.turned_left()));
    const bool on_the_way = along > 0 && along < length_ && aside < room;
    const bool at_the_end = distance(from_ + along_ * length_, centre) < room;
    if (on_the_way && !at_the_end && along < nearest_.along) nearest_ = {along, centre, room};
  }

  /// Returns the straight direction, or the one past the nearest obstacle on the side with the shorter way.
  Vector aim() const {
    if (nearest_.along > length_) return from_ + along_ * length_;
    const Vector left = along_.turned_left();
    const double side = dot(nearest_.centre - from_, left) > 0 ? -1 : 1;
    return nearest_.centre + left * (side * (nearest_.room + 0.1));
  }

 private:
  Vector from_, along_;
  double length_;
  Obstacle nearest_;
};

}  // namespace

Vector detour(const World& world, Vector place, Avoid avoid) {
  if (distance(world.me.position, place) < kNothingToDo) return place;
  Run run(world.me.position, place);
  if (avoid.ball) run.pass(world.ball, avoid.ball_room);
  if (avoid.players) {
    for (const Track& mate : world.mates) run.pass(mate, kPlayersRoom);
    for (const Track& opponent : world.opponents) run.pass(opponent, kPlayersRoom);
  }
  return run.aim();
}

void run_to(const World& world, Vector place, Acts& acts, Avoid avoid) {
  const Vector aim = detour(world, place, avoid);
  if (distance(aim, place) > kNothingToDo) return run_through(world, aim, acts, {false, false, 0});
  acts.drive(player_motion::command_to_rest(motion_of(world.me), place, world.interval));
}

void run_through(const World& world, Vector place, Acts& acts, Avoid avoid) {
  run_through_at(world, place, 0, acts, avoid);
}

void run_through_at(const World& world, Vector place, double time, Acts& acts, Avoid avoid) {
  const Vector aim = detour(world, place, avoid);
  const Motion me = motion_of(world.me);
  const double soonest = std::min(player_motion::time_to(me, aim), 60.0);
  acts.drive(player_motion::command_to(me, aim, std::max({time, soonest, 0.01})));
}

}  // namespace rcss3d::agent
