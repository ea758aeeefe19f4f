// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/broadcast/programme.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "monitor-lite/client/words.h"
#include "monitor-lite/view/cards.h"
#include "monitor-lite/view/score_sheet.h"
#include "monitor-lite/view/shoot_out_board.h"
#include "monitor-lite/window/messages.h"

namespace monitor {
namespace {

constexpr double kFade = 0.3;          // s in which cards and lower thirds fade in
constexpr double kLowerThirdAt = 0.4;  // s after the goal
constexpr double kDip = 0.25;          // s of the dip to black at a cut to a replay or back
constexpr double kAtTheEdge = 1.0;     // s before the end of the received footage

float share(double age, double whole) {
  return static_cast<float>(std::clamp(age / whole, 0.0, 1.0));
}

}  // namespace

Programme::Programme(Channel& channel, const Palette& palette)
    : channel_(channel), palette_(palette), view_(painter_, palette) {}

void Programme::begin_match() {
  footage_ = channel_.footage();
  if (!footage_) return;
  director_.begin(*footage_);
  speech_.forget();
}

void Programme::advance(double now) {
  const double seconds = last_ ? std::max(0.0, now - *last_) : 0.0;
  last_ = now;
  channel_.advance(now);
  if (footage_ != channel_.footage()) begin_match();
  if (!footage_ || paused_) return;
  if (director_.is_done() && channel_.has_next()) {
    channel_.next();
    begin_match();
  }
  director_.advance(seconds);
  aired_ += seconds;
  passed_ += seconds;
  now_ = footage_->at(director_.place());
}

void Programme::seek_by(double seconds) {
  if (!footage_) return;
  director_.seek(director_.place() + seconds);
  now_ = footage_->at(director_.place());
}

void Programme::seek_to_begin() {
  if (footage_) seek_by(footage_->begin() - director_.place());
}

bool Programme::is_over() const {
  return director_.is_done() && channel_.is_last();
}

std::string Programme::title() const {
  return footage_ ? score_words(now_) : std::string();
}

void Programme::draw(int width, int height) {
  const float aspect = static_cast<float>(width) / static_cast<float>(height);
  const OnAir& air = director_.on_air();
  const bool cut = std::exchange(shot_, air.shot) != air.shot;
  if (cut) {
    cameras_.choose(air.camera);
    framing_.cut();
    if (air.is_interrupted) speech_.forget();
  }
  Snapshot shown = footage_ ? footage_->at(air.place) : Snapshot();
  if (footage_) footage_->add_trail(air.place, shown);
  speech_.hear(shown, aired_);
  speech_.show(shown, aired_);
  const Game game = footage_ ? footage_->game() : Game();
  const auto seconds = static_cast<float>(std::exchange(passed_, 0.0));
  const bool is_near = air.camera == "ball" || air.camera == "left" || air.camera == "right";
  const Camera camera = is_near && !game.has_bodies ? framing_.camera(air.camera, game, shown, aspect, seconds)
                                                    : cameras_.camera(game, shown, aspect, seconds);
  view_.show_score_board(footage_ && air.kind == OnAir::Kind::play);
  view_.draw(game, shown, camera, width, height);
  draw_overlay({painter_, static_cast<float>(width), static_cast<float>(height)}, shown);
}

void Programme::draw_overlay(const Screen& screen, const Snapshot& shown) {
  const OnAir& air = director_.on_air();
  if (air.is_interrupted && air.age < kDip)
    screen.panel({0, 0, screen.width, screen.height}, {0.02F, 0.03F, 0.04F, 0.9F * (1 - share(air.age, kDip))});
  if (air.kind == OnAir::Kind::replay && air.replayed)
    draw_replay_tag(screen, palette_, began_on(*air.replayed), air.replayed->text);
  if (air.lower_third && air.lower_third_age > kLowerThirdAt && air.kind == OnAir::Kind::play) {
    const double age = air.lower_third_age - kLowerThirdAt;
    draw_lower_third(screen, palette_.of_sides(shown.sides_changed), *air.lower_third, shown, 44 * screen.unit(),
                     share(age, kFade));
  }
  if (footage_ && air.kind == OnAir::Kind::play) draw_shooter(screen, shown);
  if (air.kind == OnAir::Kind::card) {
    const float come = share(air.card_age, kFade);
    screen.panel({0, 0, screen.width, screen.height}, {0.02F, 0.03F, 0.04F, 0.45F * come});
    draw_card(screen, palette_.of_sides(now_.sides_changed), card(), now_, come);
  }
  Messages::draw_status(screen, status());
}

/// Draws a card for each shooter, and then the outcome of the attempt.
void Programme::draw_shooter(const Screen& screen, const Snapshot& shown) const {
  const OnAir& air = director_.on_air();
  const Palette palette = palette_.of_sides(shown.sides_changed);
  const PlayModeWords mode = play_mode_words(footage_->game(), shown);
  const float bottom = 44 * screen.unit();
  if (air.attempt)
    draw_shooter_card(screen, palette, shown, air.attempt->side, &*air.attempt, bottom, share(air.attempt_age, kFade));
  else if (mode.kind == Event::Kind::penalty)
    draw_shooter_card(screen, palette, shown, mode.team, nullptr, bottom, share(air.age, kFade));
}

Card Programme::card() const {
  const OnAir& air = director_.on_air();
  Card card;
  switch (air.card) {
    case OnAir::CardKind::opening:
      card.heading = "coming up";
      card.has_score = false;
      return card;
    case OnAir::CardKind::half_time:
      card.heading = break_words(now_.half);
      break;
    case OnAir::CardKind::full_time:
      card.heading = end_words(now_);
      break;
    default:
      card.heading = "abandoned";
      card.footing = fmt::format("the match was not played to its end; this was after {}", goal_time(now_.time));
  }
  card.goals = director_.goals();
  const bool last = air.card == OnAir::CardKind::full_time || air.card == OnAir::CardKind::broken_off;
  if (last && card.footing.empty() && !channel_.is_last())
    card.footing = channel_.has_next() ? "the next match follows" : "the next match is shown when it begins";
  return card;
}

/// Returns an unusual state of the source, but not while there are pictures left to show.
Status Programme::status() const {
  if (paused_) return {Status::Kind::paused, {}};
  Status status = channel_.status();
  if (!footage_) return status.kind == Status::Kind::running ? Status{} : status;
  const bool at_edge = director_.place() > footage_->end() - kAtTheEdge;
  if (!at_edge || status.kind == Status::Kind::over || director_.on_air().kind != OnAir::Kind::play) return {};
  return status;
}

}  // namespace monitor
