// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/broadcast/director.h"

#include <algorithm>
#include <utility>

#include "monitor-lite/client/words.h"

namespace monitor {
namespace {

constexpr double kStep = 0.05;      // s; longer steps are split
constexpr double kShortClip = 0.4;  // s; shorter footage is not worth a replay
constexpr double kOpening = 30.0;   // s from the beginning of the match in which there may be an opening card

/// Seconds before and after a goal, and the speed at which they are shown.
struct Angle {
  double before, after, speed;
};
constexpr Angle kFirstAngle{3.0, 0.7, 0.6};   // the build-up
constexpr Angle kSecondAngle{1.7, 0.7, 0.4};  // the shot

}  // namespace

void Director::begin(Footage& footage) {
  const int shot = air_.shot + 1;
  *this = {};
  footage_ = &footage;
  place_ = air_.place = footage.begin();
  air_.shot = shot;
  pass_moments();
}

void Director::advance(double seconds) {
  if (!footage_) return;
  for (; seconds > kStep; seconds -= kStep) step(kStep);
  if (seconds > 0) step(seconds);
  double oldest = place_;
  for (const std::size_t moment : pending_) oldest = std::min(oldest, footage_->moments()[moment].place);
  for (const Clip& clip : clips_) oldest = std::min(oldest, clip.from);
  footage_->forget_before(oldest - kKept);
}

void Director::step(double seconds) {
  air_.age += seconds;
  air_.lower_third_age += seconds;
  if (air_.lower_third_age > kLowerThird) air_.lower_third.reset();
  air_.attempt_age += seconds;
  if (air_.attempt_age > kAttempt) air_.attempt.reset();
  switch (air_.kind) {
    case OnAir::Kind::play:
      return play(seconds);
    case OnAir::Kind::replay:
      return replay(seconds);
    case OnAir::Kind::card:
      return show_card(seconds);
  }
}

/// The place up to which play may advance: not beyond the kick-off while the break before it is shown.
double Director::limit() const {
  if (!waits_for_kick_off()) return footage_->end();
  const auto& moments = footage_->moments();
  for (std::size_t i = next_moment_; i < moments.size(); ++i)
    if (moments[i].event.kind == Event::Kind::kick_off) return std::max(place_, moments[i].place - 0.01);
  return footage_->end();
}

bool Director::waits_for_kick_off() const {
  const CardKind card = air_.kind == OnAir::Kind::card ? air_.card : due_;
  return card == CardKind::half_time || card == CardKind::opening;
}

void Director::move_on(double seconds, double pace) {
  // Live footage may have dropped what would have come next.
  place_ = std::clamp(place_ + seconds * pace, footage_->begin(), std::max(footage_->begin(), limit()));
  pass_moments();
}

void Director::pass_moments() {
  const auto& moments = footage_->moments();
  for (; next_moment_ < moments.size() && moments[next_moment_].place <= place_ + 1e-9; ++next_moment_) {
    const Event& event = moments[next_moment_].event;
    events_.push_back(event);
    if (event.kind == Event::Kind::goal) {
      if (!replayed_.contains(next_moment_)) pending_.push_back(next_moment_);
      since_goal_ = 0.0;
      air_.lower_third = event;
      air_.lower_third_age = 0.0;
    }
    if (event.kind == Event::Kind::attempt) air_.attempt = event, air_.attempt_age = 0.0;
    if (event.kind == Event::Kind::half) due(CardKind::half_time);
    if (event.kind == Event::Kind::game_over) due(CardKind::full_time), over_ = true;
  }
}

void Director::due(CardKind card) {
  due_ = card;
  since_due_ = 0.0;
}

void Director::play(double seconds) {
  const bool calm = pending_.empty() && due_ == CardKind::none;
  move_on(seconds, calm ? footage_->pace(place_) : 1.0);
  since_goal_ += seconds;
  since_due_ += seconds;
  if (due_ == CardKind::none && footage_->is_complete() && place_ >= footage_->end())
    due(over_ ? CardKind::full_time : CardKind::broken_off);
  const bool card_is_due = due_ != CardKind::none && since_due_ >= kHold;
  if (!pending_.empty() && (since_goal_ >= kCelebration || card_is_due)) return start_replays();
  if (card_is_due) return start_card(std::exchange(due_, CardKind::none));
  if (calm && open()) return start_card(CardKind::opening);
  const std::string_view camera = picker_.pick(footage_->game(), footage_->at(place_), seconds);
  if (camera != air_.camera)
    cut(OnAir::Kind::play, camera, place_);
  else
    air_.place = place_;
}

/// Returns whether it is time for the opening card: the teams are known, and have not kicked off.
bool Director::open() {
  if (opened_ || place_ > footage_->begin() + kOpening) return false;
  const Snapshot now = footage_->at(place_);
  const bool waiting = play_mode_text(footage_->game(), now.play_mode) == "BeforeKickOff" && now.half == 1;
  opened_ = waiting && !now.team_left.empty() && !now.team_right.empty();
  return opened_;
}

void Director::start_replays() {
  for (const std::size_t moment : std::exchange(pending_, {})) {
    replayed_.insert(moment);
    add_clips(moment);
  }
  if (!clips_.empty()) start_clip();
}

void Director::add_clips(std::size_t index) {
  const auto& moments = footage_->moments();
  const Footage::Moment& goal = moments[index];
  double earliest = footage_->begin(), latest = footage_->end();
  for (std::size_t i = 0; i < moments.size(); ++i) {
    const bool cuts = moments[i].event.kind == Event::Kind::goal || moments[i].event.kind == Event::Kind::kick_off ||
                      moments[i].event.kind == Event::Kind::half;
    // The previous goal has its own replay, and after the next kick-off the ball is elsewhere.
    if (cuts && moments[i].place < goal.place) earliest = std::max(earliest, moments[i].place);
    if (cuts && moments[i].place > goal.place) latest = std::min(latest, moments[i].place - 0.15);
  }
  const double x = footage_->at(goal.place).ball.x;
  const std::string_view behind = x < 0 ? "left" : "right";
  for (const auto& [angle, camera] : {std::pair(kFirstAngle, behind), {kSecondAngle, std::string_view("ball")}}) {
    const double from = std::max(goal.place - angle.before, earliest), to = std::min(goal.place + angle.after, latest);
    if (to - from >= kShortClip) clips_.push_back({goal.event, from, to, angle.speed, camera});
  }
}

void Director::start_clip() {
  cut(OnAir::Kind::replay, clips_.front().camera, clips_.front().from);
  air_.replayed = clips_.front().goal;
}

void Director::replay(double seconds) {
  const Clip& clip = clips_.front();
  air_.place += seconds * clip.speed;
  if (air_.place < clip.to) return;
  clips_.erase(clips_.begin());
  clips_.empty() ? start_play() : start_clip();
}

void Director::start_card(CardKind card) {
  picker_.begin("side");
  cut(OnAir::Kind::card, "side", place_);
  air_.card = card;
  air_.card_age = 0.0;
  air_.lower_third.reset();
}

void Director::show_card(double seconds) {
  air_.card_age += seconds;
  move_on(seconds, footage_->pace(place_));
  air_.place = place_;
  const double enough = air_.card == CardKind::opening ? kOpeningCard : kHalfTimeCard;
  if (air_.card == CardKind::half_time || air_.card == CardKind::opening) {
    if (air_.card_age >= enough) start_play();
  } else {
    // After the end there are no replays.
    pending_.clear();
  }
}

void Director::start_play() {
  picker_.begin("side");
  cut(OnAir::Kind::play, "side", place_);
}

void Director::cut(OnAir::Kind kind, std::string_view camera, double place) {
  air_.is_interrupted = kind == OnAir::Kind::replay || air_.kind == OnAir::Kind::replay;
  air_.kind = kind;
  air_.camera = camera;
  air_.place = place;
  air_.age = 0.0;
  ++air_.shot;
  air_.replayed.reset();
  air_.card = CardKind::none;
}

void Director::seek(double place) {
  if (!footage_) return;
  place_ = std::clamp(place, footage_->begin(), footage_->end());
  pending_.clear();
  clips_.clear();
  due_ = CardKind::none;
  over_ = false;
  air_.lower_third.reset();
  air_.attempt.reset();
  if (place_ <= footage_->begin()) {
    replayed_.clear();
    opened_ = false;
  }
  const auto& moments = footage_->moments();
  next_moment_ = 0;
  for (; next_moment_ < moments.size() && moments[next_moment_].place <= place_; ++next_moment_)
    over_ = over_ || moments[next_moment_].event.kind == Event::Kind::game_over;
  if (over_) due(CardKind::full_time);
  start_play();
}

bool Director::is_done() const {
  const bool last = air_.card == CardKind::full_time || air_.card == CardKind::broken_off;
  return air_.kind == OnAir::Kind::card && last && air_.card_age >= kFullTimeCard && footage_->is_complete();
}

std::vector<Event> Director::goals() const {
  std::vector<Event> goals;
  if (!footage_) return goals;
  const auto& moments = footage_->moments();
  for (std::size_t i = 0; i < next_moment_ && i < moments.size(); ++i) goals.push_back(moments[i].event);
  return goals_of_match(goals, footage_->at(place_));
}

std::vector<Event> Director::take_events() {
  return std::exchange(events_, {});
}

}  // namespace monitor
