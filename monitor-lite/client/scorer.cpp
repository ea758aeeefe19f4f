// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/scorer.h"

#include <cmath>
#include <utility>

namespace monitor {
namespace {

constexpr double kMargin = 0.3;  // m beside the goal by which a shot on target may miss it, as measured
constexpr double kFlight = 2.1;  // s, the maximum time to the goal
constexpr double kMoving = 1.0;  // m/s; slower balls are no shots
/// s; kicks in such quick succession are made at the same ball, and frames do not show its path in between.
constexpr double kTogether = 2 * FrameClock::kLongest;

double line_of(const Game& game, Side defender) {
  return (defender == Side::left ? -0.5 : 0.5) * game.field_length;
}

}  // namespace

void ScorerFinder::add(const Game& game, const Snapshot& now) {
  const std::optional<Person> touched_before = touches_.toucher();
  touches_.add(game, now);
  if (touches_.was_put()) shooter_.reset();
  is_dense_ = touches_.clock().is_dense();
  time_before_ = std::exchange(time_, now.time);
  shows_kicks_ = game.shows_kicks;
  take_kicks(game, now, touched_before);
  if (!touches_.is_new()) {
    // The frame that shows the goal may have the ball in the net, so only the path up to the previous frame counts, and
    // of that only the part after the touch.
    const double seconds = touches_.clock().seconds();
    since_touch_ += seconds;
    const bool is_behind = since_touch_ > FrameClock::kUsual + 0.5 * seconds;
    if (shooter_ && is_behind && !continues(game)) shooter_.reset();
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

/// Whether the ball still moves towards the line that the toucher defends; a saved ball counts as the toucher's.
bool ScorerFinder::continues(const Game& game) const {
  const std::optional<TouchFinder::Motion> ball = touches_.motion_before();
  if (!ball) return true;
  const double line = line_of(game, touches_.toucher()->side);
  return std::hypot(ball->velocity.x, ball->velocity.y) >= kMoving && ball->velocity.x * line > 0.0;
}

void ScorerFinder::take_kicks(const Game& game, const Snapshot& now, std::optional<Person> last) {
  for (const ShownKick& kick : now.kicks) {
    if (kick.side == Side::none) {
      kick_.reset();
      shot_.reset();
      shooter_.reset();
      outdated_ = last;
      continue;
    }
    const Person by{kick.side, kick.number};
    last = by;
    if (outdated_ == by) outdated_.reset();
    if (kick_ && meets_shot(game, *kick_, kick))
      shot_ = kick_;
    else if (shot_ && !meets_shot(game, *shot_, kick))
      shot_.reset();
    kick_ = Kick{by, kick.time, !kick_ ? std::nullopt : kick_->by == by ? kick_->before : std::optional(kick_->by)};
  }
  const std::optional<Person>& toucher = touches_.toucher();
  if (toucher && (toucher != outdated_ || touches_.is_near(*toucher))) outdated_.reset();
}

/// Whether the kick is an opponent's, and the ball was on its way into the goal at that time. If frames are too far
/// apart to show its path, it is assumed to have been on its way: hardly any other ball enters the goal so soon.
bool ScorerFinder::meets_shot(const Game& game, const Kick& shot, const ShownKick& kick) const {
  const double later = kick.time - shot.time;
  if (shot.by.side == kick.side || later > kShotSeconds) return false;
  return later < kTogether || !is_dense_ || was_on_target(game, kick.side);
}

/// The last player to touch the ball since it was moved otherwise.
const std::optional<TouchFinder::Person>& ScorerFinder::toucher() const {
  static const std::optional<Person> none;
  return outdated_ ? none : touches_.toucher();
}

Scorer ScorerFinder::of_goal(Side side) const {
  Scorer scorer = of_kicks(side).value_or(of_touches(side));
  if (scorer.kind == Scorer::Kind::seen) scorer.assist = assist_of({side, scorer.number});
  return scorer;
}

/// The scorer according to the listed kicks, if one of them explains the goal.
std::optional<Scorer> ScorerFinder::of_kicks(Side side) const {
  // The ball entered the goal after the previous frame at the earliest.
  if (!kick_ || time_before_ - kick_->time > kShotSeconds) return {};
  if (kick_->by.side == side) return Scorer{Scorer::Kind::seen, kick_->by.number};
  if (toucher() && toucher()->side == side) return {};  // the ball came to this player from the opponent
  if (shot_) return Scorer{Scorer::Kind::seen, shot_->by.number};
  return Scorer{Scorer::Kind::own_goal, kick_->by.number};
}

Scorer ScorerFinder::of_touches(Side side) const {
  const std::optional<Person>&last = toucher(), &nearest = touches_.nearest();
  if (last && last->side == side) return {Scorer::Kind::seen, last->number};
  // Between frames that are far apart a shot may have been missed, unless kicks are listed; or the player touched the
  // ball in the goal.
  if (last && !is_dense_ && (!shows_kicks_ || touches_.is_new())) return {};
  if (last && is_dense_ && shooter_ && shooter_->side == side) return {Scorer::Kind::seen, shooter_->number};
  if (last) return {Scorer::Kind::own_goal, last->number};
  if (!touches_.names_touchers() && nearest && nearest->side == side) return {Scorer::Kind::probable, nearest->number};
  return {};
}

int ScorerFinder::assist_of(Person scorer) const {
  std::optional<Person> helper;
  if (!shows_kicks_) {
    // Frames that are far apart do not show every player who touched the ball.
    if (is_dense_ && touches_.toucher() == scorer) helper = touches_.previous();
  } else if (const std::optional<Kick>& kick = shot_ && shot_->by == scorer ? shot_ : kick_) {
    helper = kick->by == scorer ? kick->before : kick->by;
  }
  return helper && helper->side == scorer.side ? helper->number : 0;
}

}  // namespace monitor
