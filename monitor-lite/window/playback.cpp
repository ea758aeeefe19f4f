// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/window/playback.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace monitor {
namespace {

constexpr double kMaxStepSeconds = 0.25;  // s; longer pauses between two pictures are cut

}  // namespace

Playback::Playback(std::span<const double> speeds)
    : speeds_(speeds),
      speed_(static_cast<std::size_t>(std::find(speeds.begin(), speeds.end(), 1.0) - speeds.begin())) {}

void Playback::faster() {
  speed_ = std::min(speed_ + 1, speeds_.size() - 1);
  moved_ = true;
}

void Playback::slower() {
  speed_ = speed_ > 0 ? speed_ - 1 : 0;
  moved_ = true;
}

void Playback::play(bool on) {
  if (on && place_ >= last_place()) seek(section_begin_.value_or(0.0));
  set_playing(on);
}

void Playback::set_playing(bool on) {
  playing_ = on;
  moved_ = true;
}

void Playback::seek(double place) {
  place_ = std::clamp(std::isfinite(place) ? place : 0.0, 0.0, last_place());
  on_seek();
  moved_ = true;
}

void Playback::step(int frames) {
  playing_ = false;
  // From between two frames, the first step leads to one of the two.
  const double from = frames > 0 ? std::floor(place_) : std::ceil(place_);
  seek(from + frames);
}

void Playback::begin_section() {
  section_begin_ = place_;
  if (section_end_ && *section_end_ <= place_) section_end_.reset();
  moved_ = true;
}

void Playback::end_section() {
  section_end_ = place_;
  if (section_begin_ && *section_begin_ >= place_) section_begin_.reset();
  moved_ = true;
}

void Playback::forget_section() {
  section_begin_.reset();
  section_end_.reset();
  moved_ = true;
}

bool Playback::seek_next_goal(double before) {
  for (const Mark& mark : marks()) {
    const double wanted = static_cast<double>(mark.frame) - before;
    if (mark.is_goal() && wanted > place() + 0.5) return seek(wanted), true;
  }
  return false;
}

bool Playback::seek_previous_goal(double before, double after) {
  const auto& all = marks();
  for (auto mark = all.rbegin(); mark != all.rend(); ++mark) {
    const double wanted = std::max(0.0, static_cast<double>(mark->frame) - before);
    if (mark->is_goal() && wanted < place() - after) return seek(wanted), true;
  }
  return false;
}

double Playback::pass(double now) {
  const double passed = last_pass_ ? std::clamp(now - *last_pass_, 0.0, kMaxStepSeconds) : 0.0;
  last_pass_ = now;
  if (!playing_) return 0.0;
  const double end = section_end_.value_or(last_place());
  const bool inside = place_ <= end;
  place_ = std::min(place_after(passed * speed()), last_place());
  if (section_begin_ || section_end_) {
    if (inside && place_ >= end) seek(section_begin_.value_or(0.0));
  } else if (place_ >= end) {
    playing_ = false;
  }
  moved_ = true;
  return passed;
}

bool Playback::take_moved() {
  return std::exchange(moved_, false);
}

}  // namespace monitor
