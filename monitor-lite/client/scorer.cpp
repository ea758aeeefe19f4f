// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/scorer.h"

#include <cmath>

namespace monitor {
namespace {

/// m between two frames; no kick is so fast (motion.cpp).
constexpr double kJump = 6.0;
/// m between the surfaces of player and ball: a kick reaches 0.07 m, and a frame is late by up to 0.15 s.
constexpr double kReach = 0.8;
constexpr double kMargin = 0.3;   // m beside the goal that a shot on target may miss it by, as it is measured
constexpr double kFlight = 14.0;  // frames until it would be there
constexpr double kMoving = 0.15;  // m between two frames; slower balls are no shots

double distance(const Point& a, const Point& b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

}  // namespace

void ScorerFinder::add(const Game& game, const Snapshot& now) {
  if (ball_ && std::hypot(distance(*ball_, now.ball), ball_->z - now.ball.z) > kJump) {
    if (toucher_) outdated_ = toucher_;
    toucher_.reset();
    shooter_.reset();
    nearest_.reset();
    ball_.reset();
    ball_before_.reset();
  }
  double least = kReach + game.agent_radius + game.ball_radius;
  std::optional<Person> near, named;
  for (const Player& player : now.players) {
    if (!player.created || player.side == Side::none || player.number <= 0) continue;
    const Person person{player.side, player.number};
    if (player.last_toucher) named = person;
    if (const double away = distance(player.position, now.ball); away < least) least = away, near = person;
  }
  if (near) nearest_ = near;
  if (named) {
    names_touchers_ = true;
    // A player who touches the ball again after it was put somewhere cannot be told apart from one who does not.
    if (named != outdated_ || named == near) outdated_.reset(), touch(game, *named);
  }
  ball_before_ = ball_;
  ball_ = now.ball;
}

bool ScorerFinder::was_on_target(const Game& game, Side defender) const {
  if (!ball_ || !ball_before_) return false;
  const double line = (defender == Side::left ? -0.5 : 0.5) * game.field_length;
  const double way = ball_->x - ball_before_->x;  // in a frame
  const double frames = std::abs(way) > 1e-6 ? (line - ball_->x) / way : -1.0;
  if (distance(*ball_, *ball_before_) < kMoving || frames < 0.0 || frames > kFlight) return false;
  const double y = ball_->y + frames * (ball_->y - ball_before_->y);
  return std::abs(y) <= game.goal_width / 2 + kMargin;
}

void ScorerFinder::touch(const Game& game, const Person& person) {
  if (toucher_ == person) return;
  const bool is_opponent = toucher_ && toucher_->side != person.side;
  if (is_opponent && was_on_target(game, person.side))
    shooter_ = toucher_;
  else if (!shooter_ || shooter_->side == person.side || !was_on_target(game, person.side))
    shooter_.reset();
  toucher_ = person;
}

Scorer ScorerFinder::of_goal(Side side) const {
  if (toucher_ && toucher_->side == side) return {Scorer::Kind::seen, toucher_->number};
  if (toucher_ && shooter_ && shooter_->side == side) return {Scorer::Kind::seen, shooter_->number};
  if (toucher_) return {Scorer::Kind::own_goal, toucher_->number};
  if (!names_touchers_ && nearest_ && nearest_->side == side) return {Scorer::Kind::probable, nearest_->number};
  return {};
}

}  // namespace monitor
