// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/touches.h"

#include <algorithm>
#include <cmath>

namespace monitor {
namespace {

/// m/s; faster than any kick.
constexpr double kMaxBallSpeed = 40.0;
/// m between the surfaces of player and ball: a kick reaches 0.07 m, and a frame is late by up to 0.15 s.
constexpr double kReach = 0.8;

}  // namespace

/// Whether the ball was placed where it is. At a restart it lies at its spot, so it has not flown there, however far
/// apart frames are.
bool TouchFinder::finds_put(const Game& game, const Snapshot& now) const {
  if (places_.empty()) return false;
  const Point& last = places_.back().ball;
  const double leap = std::hypot(ground_distance(last, now.ball), last.z - now.ball.z);
  const std::string mode = play_mode_text(game, now.play_mode);
  const bool is_flying = mode == "PlayOn" || mode.starts_with("Goal_");
  return leap > kMaxBallSpeed * (is_flying ? std::max(clock_.seconds(), FrameClock::kUsual) : FrameClock::kUsual);
}

/// Records the ball's place, and finds a place long enough ago for measuring a speed: the digits of the stream are too
/// coarse for two frames that are 0.01 s apart.
void TouchFinder::follow(const Snapshot& now) {
  moment_ += clock_.seconds();
  places_.push_back({moment_, now.ball});
  const double oldest = places_.size() > 1 ? places_[places_.size() - 2].moment - FrameClock::kUsual : moment_;
  while (places_.size() > 3 && places_[1].moment <= oldest + 0.5 * clock_.interval()) places_.pop_front();
}

std::optional<TouchFinder::Motion> TouchFinder::motion_before() const {
  if (places_.size() < 3) return std::nullopt;
  const Place &from = places_.front(), &to = places_[places_.size() - 2];
  const double seconds = to.moment - from.moment;
  if (!(seconds > 0.0)) return std::nullopt;
  return Motion{to.ball, {(to.ball.x - from.ball.x) / seconds, (to.ball.y - from.ball.y) / seconds, 0.0}};
}

void TouchFinder::add(const Game& game, const Snapshot& now) {
  clock_.add(game, now);
  new_ = false;
  put_ = finds_put(game, now);
  if (put_) {
    if (toucher_) outdated_ = toucher_;
    toucher_.reset();
    previous_.reset();
    nearest_.reset();
    places_.clear();
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
  // A player who touches the ball again after it was placed cannot be distinguished from one who does not.
  if (named && (named != outdated_ || named == near_)) {
    outdated_.reset();
    if (toucher_ != named) {
      new_ = true;
      previous_ = toucher_;
      toucher_ = named;
    }
  }
  follow(now);
}

}  // namespace monitor
