// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/touches.h"

#include <cmath>

namespace monitor {
namespace {

/// m between two frames; no kick is so fast (motion.cpp).
constexpr double kMaxBallLeap = 6.0;
/// m between the surfaces of player and ball: a kick reaches 0.07 m, and a frame is late by up to 0.15 s.
constexpr double kReach = 0.8;

}  // namespace

void TouchFinder::add(const Game& game, const Snapshot& now) {
  new_ = false;
  put_ = now_ && std::hypot(ground_distance(*now_, now.ball), now_->z - now.ball.z) > kMaxBallLeap;
  if (put_) {
    if (toucher_) outdated_ = toucher_;
    toucher_.reset();
    previous_.reset();
    nearest_.reset();
    now_.reset();
    before_.reset();
  }
  double least = kReach + game.agent_radius + game.ball_radius;
  std::optional<Person> named;
  near_.reset();
  for (const Player& player : now.players) {
    if (!player.created || player.side == Side::none || player.number <= 0) continue;
    const Person person{player.side, player.number};
    if (player.last_toucher) named = person;
    if (const double away = ground_distance(player.position, now.ball); away < least) least = away, near_ = person;
  }
  if (near_) nearest_ = near_;
  if (named) names_touchers_ = true;
  // A player who touches the ball again after it was put somewhere cannot be told apart from one who does not.
  if (named && (named != outdated_ || named == near_)) {
    outdated_.reset();
    if (toucher_ != named) {
      new_ = true;
      previous_ = toucher_;
      toucher_ = named;
    }
  }
  long_before_ = before_;
  before_ = now_;
  now_ = now.ball;
}

}  // namespace monitor
