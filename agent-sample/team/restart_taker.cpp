// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/team/restart_taker.h"

namespace rcss3d::agent {
namespace {

constexpr double kTouching = 0.55;  // m between the centres: the player is at the ball, as far as can be seen
constexpr double kUnseen = 10;      // s; after this time another player has touched the ball without being seen
constexpr double kLostSight = 5;    // s: the age that the track gets, so that the player may still be there
constexpr double kFarAway = 1000;   // m

int nearest_of_ours(const World& world) {
  double least = distance(world.me.position, world.ball.position);
  int nearest = world.number;
  for (std::size_t number = 1; number <= World::kPlayers; ++number) {
    const Track& mate = world.mates[number];
    if (!mate.known() || distance(mate.position, world.ball.position) >= least) continue;
    least = distance(mate.position, world.ball.position);
    nearest = static_cast<int>(number);
  }
  return nearest;
}

/// Whether any player except that one of ours is at the ball.
bool is_touched_by_another(const World& world, int taker) {
  const auto is_at_ball = [&](const Track& track) { return distance(track.position, world.ball.position) < kTouching; };
  for (std::size_t number = 1; number <= World::kPlayers; ++number) {
    if (world.opponents[number].known() && is_at_ball(world.opponents[number])) return true;
    if (static_cast<int>(number) != taker && world.mates[number].known() && is_at_ball(world.mates[number]))
      return true;
  }
  return taker != world.number && is_at_ball(world.me);
}

}  // namespace

void RestartTaker::watch(const World& world) {
  if (!world.game.double_touch) return;
  if (!world.game.play_on()) {
    number_ = 0;
    nearest_ = world.game.our_restart() && world.ball.known() ? nearest_of_ours(world) : 0;
    return;
  }
  if (nearest_ != 0) {
    number_ = nearest_;
    nearest_ = 0;
    since_ = world.now;
  }
  if (number_ == 0) return;
  const bool is_over = world.ball.known() && is_touched_by_another(world, number_);
  if (is_over || world.now - since_ > kUnseen) number_ = 0;
}

const World& RestartTaker::without(const World& world) {
  if (number_ == 0) return world;
  without_ = world;
  if (number_ == world.number)
    without_.me.position = {-kFarAway, 0};
  else
    without_.mates[static_cast<std::size_t>(number_)].age = kLostSight;
  return without_;
}

}  // namespace rcss3d::agent
