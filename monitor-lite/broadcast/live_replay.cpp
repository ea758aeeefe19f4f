// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/broadcast/live_replay.h"

#include <algorithm>
#include <array>
#include <utility>

#include "monitor-lite/client/words.h"

namespace monitor {
namespace {

constexpr std::array kLiveSpeeds{0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0};

}  // namespace

LiveReplay::LiveReplay(LiveMatch& live) : Playback(kLiveSpeeds), live_(live) {
  live_.listen([this](const Game& game, const Snapshot& now, const std::vector<Event>& events, bool is_new) {
    take(game, now, events, is_new);
  });
}

void LiveReplay::take(const Game& game, const Snapshot& now, const std::vector<Event>& events, bool is_new) {
  if (is_new) {
    footage_ = {};
    marks_.clear();
    dropped_ = 0;
    forget_section();
    return_to_live();
  }
  footage_.take(game, now, events, now_);
  for (const Event& event : events)
    if (event.kind == Event::Kind::goal)
      marks_.push_back({footage_.frames() - 1, began_on(event) == Side::left ? Mark::Kind::left : Mark::Kind::right});
    else if (event.kind == Event::Kind::half)
      marks_.push_back({footage_.frames() - 1, Mark::Kind::part});
  const std::size_t gone = footage_.dropped() - std::exchange(dropped_, footage_.dropped());
  if (gone == 0) return;
  std::erase_if(marks_, [&](const Mark& mark) { return mark.frame < gone; });
  for (Mark& mark : marks_) mark.frame -= gone;
  forget_section();
  if (!is_live_) seek(place() - static_cast<double>(gone));
}

void LiveReplay::advance(double now) {
  now_ = now;
  live_.advance(now);
  // A user who pauses or slows down a live match falls behind it.
  if (is_live_ && (!is_playing() || speed() < 1)) is_live_ = false;
  const bool was_playing = is_playing();
  if (is_live_) {
    seek(last_place());
    take_moved();
    changed_ = live_.has_changed();
    return;
  }
  played_ += pass(now);
  if (was_playing && !section_begin() && !section_end() && place() >= last_place()) return return_to_live();
  changed_ = take_moved();
  if (changed_) show();
}

void LiveReplay::return_to_live() {
  is_live_ = true;
  changed_ = true;
  set_playing(true);
  while (speed() > 1) slower();
  while (speed() < 1) faster();
}

void LiveReplay::play(bool on) {
  if (on && place() >= last_place())
    return_to_live();
  else
    Playback::play(on);
}

void LiveReplay::on_seek() {
  speech_.forget();
  if (place() < last_place())
    is_live_ = false;
  else if (!is_live_)
    return_to_live();
}

void LiveReplay::show() {
  if (footage_.frames() == 0) return;
  const std::size_t index = frame();
  const double from = footage_.place_of(index);
  const double to = index + 1 < footage_.frames() ? footage_.place_of(index + 1) : from;
  const double where = from + (to - from) * (place() - static_cast<double>(index));
  shown_ = footage_.at(where);
  speech_.hear(shown_, played_);
  footage_.add_trail(where, shown_);
  speech_.show(shown_, played_);
}

Status LiveReplay::status() const {
  if (is_live_) return live_.status();
  if (is_playing()) return {};
  return {Status::Kind::paused, "End shows the live picture"};
}

std::vector<Event> LiveReplay::take_events() {
  std::vector<Event> events = live_.take_events();
  return is_live_ ? std::move(events) : std::vector<Event>();
}

std::vector<Event> LiveReplay::goals() const {
  if (is_live_) return live_.goals();
  std::vector<Event> goals;
  const double until = footage_.frames() > 0 ? footage_.place_of(frame()) : 0.0;
  for (const Footage::Moment& moment : footage_.moments())
    if (moment.event.kind == Event::Kind::goal && moment.place <= until) goals.push_back(moment.event);
  return goals_of_match(goals, shown_);
}

}  // namespace monitor
