// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/scorer.h"

#include <cmath>

namespace monitor {
namespace {

constexpr double kMargin = 0.3;  // m beside the goal that a shot on target may miss it by, as it is measured
constexpr double kFlight = 2.1;  // s until it would be there
constexpr double kMoving = 1.0;  // m/s; slower balls are no shots

double line_of(const Game& game, Side defender) {
  return (defender == Side::left ? -0.5 : 0.5) * game.field_length;
}

}  // namespace

void ScorerFinder::add(const Game& game, const Snapshot& now) {
  touches_.add(game, now);
  if (touches_.was_put()) shooter_.reset();
  is_dense_ = touches_.clock().is_dense();
  if (!touches_.is_new()) {
    // The frame in which the goal shows may have the ball in the net, so the way up to the one before it counts, and of
    // that what was behind the touch.
    const double seconds = touches_.clock().seconds();
    since_touch_ += seconds;
    const bool is_behind = since_touch_ > FrameClock::kUsual + 0.5 * seconds;
    if (shooter_ && is_behind && !goes_on(game)) shooter_.reset();
    return;
  }
  since_touch_ = 0.0;
  const Person& person = *touches_.toucher();
  const std::optional<Person>& previous = touches_.previous();
  const bool is_opponent = previous && previous->side != person.side;
  if (is_opponent && was_on_target(game, person.side))
    shooter_ = previous;
  else if (!shooter_ || shooter_->side == person.side || !was_on_target(game, person.side))
    shooter_.reset();
}

bool ScorerFinder::was_on_target(const Game& game, Side defender) const {
  const std::optional<TouchFinder::Motion> ball = touches_.motion_before();
  if (!ball) return false;
  const double until =
      std::abs(ball->velocity.x) > 1e-5 ? (line_of(game, defender) - ball->at.x) / ball->velocity.x : -1;
  if (std::hypot(ball->velocity.x, ball->velocity.y) < kMoving || until < 0.0 || until > kFlight) return false;
  const double y = ball->at.y + until * ball->velocity.y;
  return std::abs(y) <= game.goal_width / 2 + kMargin;
}

/// Whether the ball still moves towards the line that the toucher defends: a saved one is the toucher's.
bool ScorerFinder::goes_on(const Game& game) const {
  const std::optional<TouchFinder::Motion> ball = touches_.motion_before();
  if (!ball) return true;
  const double line = line_of(game, touches_.toucher()->side);
  return std::hypot(ball->velocity.x, ball->velocity.y) >= kMoving && ball->velocity.x * line > 0.0;
}

Scorer ScorerFinder::of_goal(Side side) const {
  const std::optional<Person>&toucher = touches_.toucher(), &nearest = touches_.nearest();
  if (toucher && toucher->side == side) return {Scorer::Kind::seen, toucher->number};
  // Between frames far apart a shot may have come and gone.
  if (toucher && !is_dense_) return {};
  if (toucher && shooter_ && shooter_->side == side) return {Scorer::Kind::seen, shooter_->number};
  if (toucher) return {Scorer::Kind::own_goal, toucher->number};
  if (!touches_.names_touchers() && nearest && nearest->side == side) return {Scorer::Kind::probable, nearest->number};
  return {};
}

}  // namespace monitor
