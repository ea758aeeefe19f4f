// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/scorer.h"

#include <cmath>

namespace monitor {
namespace {

constexpr double kMargin = 0.3;   // m beside the goal that a shot on target may miss it by, as it is measured
constexpr double kFlight = 14.0;  // frames until it would be there
constexpr double kMoving = 0.15;  // m between two frames; slower balls are no shots

}  // namespace

void ScorerFinder::add(const Game& game, const Snapshot& now) {
  touches_.add(game, now);
  if (touches_.was_put()) shooter_.reset();
  if (!touches_.is_new()) return;
  const Person& person = *touches_.toucher();
  const std::optional<Person>& previous = touches_.previous();
  const bool is_opponent = previous && previous->side != person.side;
  if (is_opponent && was_on_target(game, person.side))
    shooter_ = previous;
  else if (!shooter_ || shooter_->side == person.side || !was_on_target(game, person.side))
    shooter_.reset();
}

bool ScorerFinder::was_on_target(const Game& game, Side defender) const {
  const std::optional<Point>&ball = touches_.before(), &earlier = touches_.long_before();
  if (!ball || !earlier) return false;
  const double line = (defender == Side::left ? -0.5 : 0.5) * game.field_length;
  const double way = ball->x - earlier->x;  // in a frame
  const double frames = std::abs(way) > 1e-6 ? (line - ball->x) / way : -1.0;
  if (ground_distance(*ball, *earlier) < kMoving || frames < 0.0 || frames > kFlight) return false;
  const double y = ball->y + frames * (ball->y - earlier->y);
  return std::abs(y) <= game.goal_width / 2 + kMargin;
}

Scorer ScorerFinder::of_goal(Side side) const {
  const std::optional<Person>&toucher = touches_.toucher(), &nearest = touches_.nearest();
  if (toucher && toucher->side == side) return {Scorer::Kind::seen, toucher->number};
  if (toucher && shooter_ && shooter_->side == side) return {Scorer::Kind::seen, shooter_->number};
  if (toucher) return {Scorer::Kind::own_goal, toucher->number};
  if (!touches_.names_touchers() && nearest && nearest->side == side) return {Scorer::Kind::probable, nearest->number};
  return {};
}

}  // namespace monitor
