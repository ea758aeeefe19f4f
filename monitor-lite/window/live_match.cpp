// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/window/live_match.h"

#include <fmt/format.h>

#include <utility>

namespace monitor {
namespace {

constexpr double kBetweenMatches = 1.0;  // s
/// A fast server sends more frames than there is time for; the rest is read for the next picture.
constexpr int kMaxReads = 16;
constexpr double kBetweenComplaints = 5.0;  // s
constexpr double kOnTheWay = 0.5;           // s for which frames from before a pause may still arrive
constexpr std::size_t kMaxGoals = 1000;     // kept for the card

}  // namespace

LiveMatch::LiveMatch(std::string host, std::uint16_t port, TeamNames names, int steps,
                     std::shared_ptr<const spark::Secret> secret)
    : host_(std::move(host)),
      port_(port),
      names_(std::move(names)),
      steps_(steps),
      secret_(std::move(secret)),
      client_(make_client()) {}

std::unique_ptr<Client> LiveMatch::make_client() {
  auto client = std::make_unique<Client>(host_, port_, names_);
  client->prove(secret_);
  client->on_drawing([this](const LiveDrawing& drawing) {
    drawings_.take(drawing, client_->snapshot().time);
    changed_ = true;
  });
  return client;
}

void LiveMatch::advance(double now) {
  now_ = now;
  changed_ = false;
  if (client_->state() == Client::State::over && now >= next_match_) client_ = make_client();
  const bool was_over = over_;
  for (int i = 0; i < kMaxReads && client_->state() != Client::State::over; ++i) {
    bool came = false;
    client_->poll(std::chrono::milliseconds(0), [&](const Snapshot& snapshot) {
      came = true;
      take(snapshot, now);
    });
    if (!came) break;
  }
  if (client_->state() == Client::State::over && next_match_ <= now) {
    over_ = over_ || smoother_.has_begun();
    next_match_ = now + kBetweenMatches;
  }
  if (client_->state() == Client::State::watching && client_->problem() != problem_ && now >= next_complaint_) {
    problem_ = client_->problem();
    next_complaint_ = now + kBetweenComplaints;
    if (!problem_.empty()) events_.push_back({Event::Kind::other, shown_.time, Side::none, problem_});
  }
  if (client_->state() != Client::State::watching) {
    new_connection_ = true;
    asked_to_pause_ = false;
    unanswered_ = 0;
  }
  const bool moving = smoother_.is_moving(now) || speech_.is_shown(now);
  if (smoother_.has_begun() && (changed_ || moving || was_moving_)) {
    shown_ = smoother_.at(now);
    speech_.show(shown_, now);
    trail_.show(shown_);
    changed_ = true;
  }
  was_moving_ = moving;
  changed_ = changed_ || over_ != was_over;
}

void LiveMatch::take(const Snapshot& snapshot, double now) {
  bool is_new = false;
  if (std::exchange(new_connection_, false)) {
    is_new = over_ || !smoother_.has_begun() || !is_same_match(newest_, snapshot);
    if (is_new) goals_.clear();
    if (is_new) drawings_.forget();
    smoother_.restart();
    speech_.forget();
    trail_.forget();
    finder_.restart();
    over_ = false;
  }
  if (now > asked_at_ + kOnTheWay) asked_to_pause_ = false;
  game_ = client_->game();
  smoother_.take(snapshot, now);
  speech_.hear(snapshot, now);
  trail_.follow(game_, snapshot);
  newest_ = snapshot;
  const std::vector<Event> happened = finder_.next(game_, snapshot);
  for (const Event& event : happened) {
    if (event.kind == Event::Kind::goal && goals_.size() < kMaxGoals) goals_.push_back(event);
    events_.push_back(event);
  }
  if (on_frame_) on_frame_(game_, snapshot, happened, is_new);
  if (snapshot.acknowledged && unanswered_ > 0) --unanswered_;
  changed_ = true;
}

std::vector<Event> LiveMatch::take_events() {
  return std::exchange(events_, {});
}

Status LiveMatch::status() const {
  if (over_) return {Status::Kind::over, "waiting for the next match"};
  if (client_->state() != Client::State::watching) {
    const std::string looking = fmt::format("waiting for a server at {}:{}", host_, port_);
    return {Status::Kind::waiting, client_->problem().empty() ? looking : client_->problem()};
  }
  if (!smoother_.has_begun()) return {Status::Kind::paused, "the server has not sent a frame yet"};
  if (asked_to_pause_) return {Status::Kind::paused, {}};
  if (const auto is_paused = client_->is_paused())
    return {*is_paused ? Status::Kind::paused : Status::Kind::running, {}};
  const FramePace& pace = smoother_.pace();
  if (!pace.is_silent(now_)) return {};
  return {Status::Kind::paused, fmt::format("no frame for {:.0f} s", now_ - pace.came())};
}

bool LiveMatch::command(const std::string& commands) {
  if (!client_->send(commands + "(getAck done)")) return false;
  ++unanswered_;
  return true;
}

bool LiveMatch::pause() {
  asked_at_ = now_;
  return asked_to_pause_ = client_->pause();
}

bool LiveMatch::run() {
  asked_to_pause_ = false;
  return client_->run();
}

bool LiveMatch::step() {
  asked_at_ = now_;
  return asked_to_pause_ = client_->step(steps_);
}

}  // namespace monitor
