// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/window/replay.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "monitor-lite/client/motion.h"
#include "monitor-lite/client/words.h"

namespace monitor {
namespace {

constexpr std::array kSpeeds{0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0};
constexpr std::size_t kRealTime = 3;
constexpr double kMaxStepSeconds = 0.25;  // s; longer pauses between two pictures are not made up for

}  // namespace

Replay::Replay(const std::filesystem::path& file, TeamNames names) : log_(file, std::move(names)), speed_(kRealTime) {
  if (log_.size() == 0) throw std::runtime_error(file.string() + ": " + log_.problem());
  seconds_per_frame_ = log_.seconds_per_frame();
  tell_events(0, 0);
  show();
}

double Replay::speed() const {
  return kSpeeds[speed_];
}

void Replay::faster() {
  speed_ = std::min(speed_ + 1, kSpeeds.size() - 1);
  moved_ = true;
}

void Replay::slower() {
  speed_ = speed_ > 0 ? speed_ - 1 : 0;
  moved_ = true;
}

void Replay::play(bool on) {
  if (on && place_ >= last_place()) seek(section_begin_.value_or(0.0));
  playing_ = on;
  moved_ = true;
}

void Replay::seek(double place) {
  place_ = std::clamp(std::isfinite(place) ? place : 0.0, 0.0, last_place());
  speech_.forget();
  heard_ = ~std::size_t{0};
  moved_ = true;
}

void Replay::step(int frames) {
  playing_ = false;
  // From between two frames the first step leads to one of those.
  const double from = frames > 0 ? std::floor(place_) : std::ceil(place_);
  seek(from + frames);
}

bool Replay::next_goal() {
  for (const LogFile::Mark& mark : log_.marks()) {
    const double before = static_cast<double>(mark.frame) - kBeforeGoal / seconds_per_frame_;
    if (mark.event.kind != Event::Kind::goal || before <= place_ + 0.5) continue;
    return seek(before), true;
  }
  return false;
}

bool Replay::previous_goal() {
  const auto& marks = log_.marks();
  for (auto mark = marks.rbegin(); mark != marks.rend(); ++mark) {
    // After the beginning of one, the user wants the one before.
    const double before = std::max(0.0, static_cast<double>(mark->frame) - kBeforeGoal / seconds_per_frame_);
    if (mark->event.kind != Event::Kind::goal || before >= place_ - 1.5 / seconds_per_frame_) continue;
    return seek(before), true;
  }
  return false;
}

void Replay::begin_section() {
  section_begin_ = place_;
  if (section_end_ && *section_end_ <= place_) section_end_.reset();
  moved_ = true;
}

void Replay::end_section() {
  section_end_ = place_;
  if (section_begin_ && *section_begin_ >= place_) section_begin_.reset();
  moved_ = true;
}

void Replay::forget_section() {
  section_begin_.reset();
  section_end_.reset();
  moved_ = true;
}

void Replay::advance(double now) {
  const double passed = last_advance_ ? std::clamp(now - *last_advance_, 0.0, kMaxStepSeconds) : 0.0;
  last_advance_ = now;
  if (playing_) {
    played_ += passed;
    const std::size_t before = frame();
    const double end = section_end_.value_or(last_place());
    const bool inside = place_ <= end;
    place_ = std::min(place_ + passed * speed() / seconds_per_frame_, last_place());
    if (section_begin_ || section_end_) {
      if (inside && place_ >= end) seek(section_begin_.value_or(0.0));
    } else if (place_ >= end) {
      playing_ = false;
    }
    if (frame() > before) tell_events(before + 1, frame());
    moved_ = true;
  }
  changed_ = std::exchange(moved_, false);
  if (changed_) show();
}

void Replay::show() {
  const std::size_t index = frame();
  shown_ = log_.at(index);
  if (index != heard_) {
    // Frames may be skipped at high speeds; words are rare.
    speech_.hear(shown_, played_);
    trail_.look_around(log_, index);
    heard_ = index;
  }
  if (const double share = place_ - std::floor(place_); share > 0 && index + 1 < log_.size())
    shown_ = moved(shown_, log_.at(index + 1), share);
  trail_.show(shown_);
  speech_.show(shown_, played_);
}

void Replay::tell_events(std::size_t from, std::size_t to) {
  for (const LogFile::Mark& mark : log_.marks())
    if (mark.frame >= from && mark.frame <= to) events_.push_back(mark.event);
}

std::vector<Event> Replay::take_events() {
  return std::exchange(events_, {});
}

std::vector<Event> Replay::goals() const {
  std::vector<Event> goals;
  for (const LogFile::Mark& mark : log_.marks())
    if (mark.frame <= frame()) goals.push_back(mark.event);
  return goals_of_match(goals, shown_);
}

Status Replay::status() const {
  if (playing_) return {};
  if (place_ >= last_place()) return {Status::Kind::over, log_.is_complete() ? "" : "the log ends here"};
  return {Status::Kind::paused, {}};
}

}  // namespace monitor
